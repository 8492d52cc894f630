"""Read words for people from a file for each language, such as `strings.en.yaml` and `strings.pt.yaml`.

A further language is one more file; a word that it lacks is English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the former is ten times faster

WordsByLanguage = Mapping[str, Mapping[str, str]]
"""Words by their keys, by language; English is first."""


@cache
def read_language_files(folder: Path, name: str = "strings") -> WordsByLanguage:
    """Return the words of a folder of cardgen or of a game, by language.

    Args:
        name: What its files are called before the language.
    """
    files = {path.name.split(".")[1]: path for path in sorted(folder.glob(f"{name}.*.yaml"))}
    read = {language: _read(path) for language, path in files.items()}
    english = read.pop("en")
    return {"en": english} | {language: {**english, **words} for language, words in read.items()}


def _read(path: Path) -> Mapping[str, str]:
    words: Mapping[str, str] = yaml.load(path.read_text("utf-8"), Loader=_LOADER)
    return words

"""Read words for people from a file for each language, such as `strings.en.yaml` and `strings.pt.yaml`.

A further language is one more file; a word that it lacks is English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from cardgen.model.language import suitable_keys
from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER

WordsByLanguage = Mapping[str, Mapping[str, str]]
"""Words by their keys, by language; English is first."""


@cache
def read_language_files(folder: Path) -> WordsByLanguage:
    """Return the words of a folder of cardgen or of a game, by language."""
    files = {path.name.split(".")[1]: path for path in sorted(folder.glob("strings.*.yaml"))}
    read = {language: _read(path) for language, path in files.items()}
    english = read.pop("en")
    return {"en": english} | {language: {**english, **words} for language, words in read.items()}


def language_in(folder: Path, language: str) -> str:
    """Return the language of a folder that suits best, `pt` for `pt-BR`, or else English."""
    return next((key for key in suitable_keys(language) if key in read_language_files(folder)), "en")


def words_in(folder: Path, language: str, section: str = "") -> Mapping[str, str]:
    """Return the words of a folder in the language that suits best.

    Args:
        section: What the keys of the words begin with, which they are returned without.
    """
    words = read_language_files(folder)[language_in(folder, language)]
    return (
        {key.removeprefix(section): text for key, text in words.items() if key.startswith(section)}
        if section
        else words
    )


class Messages:
    """The messages of a folder in one language.

    Raises:
        UnlocatedError: E504, the language is unknown.
    """

    def __init__(self, folder: Path, language: str) -> None:
        known = read_language_files(folder)
        if language not in known:
            raise UnlocatedError("E504", f"unknown language {quoted(language)}", **one_of(language, known))
        self.language = language
        self._words = known[language]

    def has(self, key: str) -> bool:
        """Return whether there is a message."""
        return key in self._words

    def say(self, key: str, **values: object) -> str:
        """Return a message with its placeholders filled."""
        return self._words[key].format(**values)

    def count(self, key: str, number: int) -> str:
        """Return a message about a number of things, in the singular or the plural.

        Args:
            key: Key of the plural; that of the singular ends in `_one`.
        """
        return self.say(f"{key}_one" if number == 1 else key, count=number)


def _read(path: Path) -> Mapping[str, str]:
    words: Mapping[str, str] = yaml.load(path.read_text("utf-8"), LOADER)
    return words

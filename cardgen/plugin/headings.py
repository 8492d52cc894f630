"""Know the usual headings of lists of cards, in several languages and as other tools name them (`headings.yaml`)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from cardgen.yaml_loader import LOADER

_SPACES = re.compile(r"[\s\-_\u2010-\u2015]+")


class UsualHeadings(NamedTuple):
    """The words that stand for a field.

    Attributes:
        fields: Keys that games have for it, the usual one first.
        words: Other headings, as people write them.
        doubtful: Those of them that mean something else as often, normalized.
        spoken: Those of them that head a text which needs no name beside it, as a question, normalized.
    """

    fields: tuple[str, ...]
    words: tuple[str, ...]
    doubtful: frozenset[str]
    spoken: frozenset[str]


def normalized(heading: str) -> str:
    """Return what two headings must have in common to be the same, whatever their case, spaces, hyphens or underscores."""
    return _SPACES.sub("", heading).strip(":*").casefold()


@cache
def usual_headings() -> dict[str, UsualHeadings]:
    """Return the usual headings by the field that they stand for, in the order of the file."""
    stated = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), LOADER)
    found = {}
    for field, entry in stated.items():
        lists = {key: _split(words) for key, words in entry.items() if key != "fields"}
        words = tuple(dict.fromkeys(word for several in lists.values() for word in several))
        doubtful, spoken = (frozenset(map(normalized, lists.get(key, ()))) for key in ("doubtful", "spoken"))
        found[field] = UsualHeadings(tuple(entry["fields"]), words, doubtful, spoken)
    return found


def _split(words: str) -> list[str]:
    return [word.strip() for word in words.split(",")]

"""Where a word may be divided."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

# Costs in the currency of `lines`: the square of the part of a line that is left empty.
_PATTERN_COST, _AUTHOR_COST = 0.05, 0.01
_LETTERS = re.compile(r"[^\W\d_]{6,}")
_AUTHOR = re.compile("(?<=\\w\\w)-(?=\\w\\w)|(?<=\\w)[\u2013\u2014](?=\\w)|\u00ad")
# Languages with more than one dictionary, and which of them is meant.
_DICTIONARIES = {"en": "en_US", "pt": "pt_BR"}
# A compound divided at its own hyphen repeats it at the start of the next line (Acordo Ortografico of 1990, base XX).
_REPEATED = frozenset({"pt", "pl", "cs"})


class DivisionPoint(NamedTuple):
    """A place to divide a word.

    Attributes:
        at: How many characters stay.
        hyphen: What is added to them.
        carry: What is added in front of the rest.
        cost: How unwelcome it is.
    """

    at: int
    hyphen: str
    carry: str
    cost: float


@cache
def _dictionary(language: str) -> Any:
    import pyphen  # loaded only by texts that need it

    name = _DICTIONARIES.get(language) or pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=name, left=2, right=3) if name else None


@lru_cache(maxsize=4096)
def division_points(text: str, language: str, patterns: bool) -> tuple[DivisionPoint, ...]:
    """The places where a word may be divided, in order.

    Args:
        text: A word, with the punctuation around it.
        language: Code of the language; one without patterns is divided only where the author allows it.
        patterns: Divide by the patterns of the language too, not only at the author's own hyphens, dashes and soft
            hyphens; a compound with a hyphen is never divided elsewhere.
    """
    own = list(_AUTHOR.finditer(text))
    if own:
        return tuple(_own_cut(match, language) for match in own)
    dictionary = _dictionary(language) if patterns else None
    if dictionary is None:
        return ()
    return tuple(
        DivisionPoint(match.start() + at, "-", "", _PATTERN_COST)
        for match in _LETTERS.finditer(text)
        for at in map(int, dictionary.positions(match[0].lower()))
        # A few letters change their number in lower case; then no place in it can be trusted.
        if len(match[0].lower()) == len(match[0])
    )


def _own_cut(match: re.Match[str], language: str) -> DivisionPoint:
    if match[0] == "\u00ad":
        return DivisionPoint(match.start(), "-", "", _PATTERN_COST / 2)
    carry = "-" if match[0] == "-" and language.partition("-")[0] in _REPEATED else ""
    return DivisionPoint(match.end(), "", carry, _AUTHOR_COST)

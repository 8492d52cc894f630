"""Find the places where a word may be divided.

The patterns are those of pyphen; what is added here are the divisions at the author's own hyphens, dashes and soft
hyphens, and the hyphen that some languages repeat on the next line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from cardgen.render.text.scripts import Division, emergency_breaks

# Costs on the scale of `lines`: the square of the share of a line that stays empty.
_PATTERN_COST, _AUTHOR_COST = 0.05, 0.01
_FORCED_COST = 8.0  # more than another line costs
_EMERGENCY_COSTS: Mapping[Division, float] = {
    "syllables": 0.02,
    "clusters": 0.15,
    "word": 500.0,  # divided only if no line has room for it
}
_LETTERS = re.compile(r"[^\W\d_]{6,}")
_AUTHOR = re.compile("(?<=\\w\\w)-(?=\\w\\w)|(?<=\\w)[\u2013\u2014](?=\\w)|\u00ad")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+\.\S+|\w[\w.-]*\.\w+/\S+")
_IN_ADDRESS = re.compile(r"(?<=[-/?&=#_@])(?=\w)|(?<=\w)(?=\.\w)")
_FORCED = 2  # letters that a forced division leaves on each side
_SHORT_WORD, _SHORT_NUMBER = 8, 12  # characters of what is never divided by force
# The dictionary for languages that have several.
_DICTIONARIES = {"en": "en_US", "pt": "pt_BR"}
# A compound divided at its own hyphen repeats the hyphen on the next line. Source: Acordo Ortográfico of 1990, base XX;
# Ortografía de la lengua española of 2010, 4.1.1.1.1.
_REPEATED = frozenset({"pt", "es", "pl", "cs", "sk", "hr", "sr"})


class DivisionPoint(NamedTuple):
    """A place where a word may be divided.

    Attributes:
        offset: Number of characters before the division.
        suffix: Text added behind these characters, usually a hyphen.
        prefix: Text added in front of the rest of the word.
        cost: Cost of dividing here, on the scale of `lines`.
    """

    offset: int
    suffix: str
    prefix: str
    cost: float


@cache
def _dictionary(language: str) -> Any:
    import pyphen  # slow to load, and many decks never divide a word

    name = _DICTIONARIES.get(language) or pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=name, left=2, right=3) if name else None


def division_points(text: str, language: str, patterns: bool, *, is_forced: bool = False) -> tuple[DivisionPoint, ...]:
    """Return the places where a word may be divided, in reading order.

    Args:
        language: Language code; words of a language without patterns are divided only where the author allows it.
        patterns: Whether to use the hyphenation patterns of the language as well as the author's own hyphens, dashes
            and soft hyphens. A compound with a hyphen is only ever divided at its hyphens, and an address, without a hyphen,
            behind its signs.
        is_forced: Whether no line has room for the word: then patterns are used, or else it is divided anywhere.
    """
    is_forced = is_forced and len(text) > (_SHORT_WORD if any(map(str.isalpha, text)) else _SHORT_NUMBER)
    points = _usual_points(text, language, patterns or is_forced)
    if points or not is_forced:
        return points
    return tuple(
        DivisionPoint(at, "-" if text[at - 1].isalpha() and text[at].isalpha() else "", "", _FORCED_COST)
        for at in range(_FORCED, len(text) - _FORCED + 1)
        if not unicodedata.combining(text[at])
    )


def _usual_points(text: str, language: str, patterns: bool) -> tuple[DivisionPoint, ...]:
    if _ADDRESS.fullmatch(text):
        return tuple(DivisionPoint(match.start(), "", "", _AUTHOR_COST) for match in _IN_ADDRESS.finditer(text))
    own = list(_AUTHOR.finditer(text))
    if own:
        return tuple(_authors_division(match, language) for match in own)
    if breaks := emergency_breaks(text):
        return tuple(DivisionPoint(at, "", "", _EMERGENCY_COSTS[divided]) for at, divided in breaks)
    dictionary = _dictionary(language) if patterns else None
    if dictionary is None:
        return ()
    return tuple(
        DivisionPoint(match.start() + at, "-", "", _PATTERN_COST)
        for match in _LETTERS.finditer(text)
        for at in map(int, dictionary.positions(match[0].lower()))
        # Some words change their length in lower case; then the positions found do not apply.
        if len(match[0].lower()) == len(match[0])
    )


def _authors_division(match: re.Match[str], language: str) -> DivisionPoint:
    if match[0] == "\u00ad":
        return DivisionPoint(match.start(), "-", "", _PATTERN_COST / 2)
    carry = "-" if match[0] == "-" and language.partition("-")[0] in _REPEATED else ""
    return DivisionPoint(match.end(), "", carry, _AUTHOR_COST)

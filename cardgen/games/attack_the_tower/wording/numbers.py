"""The numbers of a rule text, and whether two texts have the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.games.attack_the_tower.wording.grammar import Grammar

_ICON = re.compile(r"\{[^}]*\}")
_TOKEN = re.compile(r"(?<![\w.,])([+\-\N{MINUS SIGN}\N{EN DASH}]?)(\d+)(?!\w)|(\w+)")


class Number(NamedTuple):
    """A number in a text; the sign is empty where there is none."""

    sign: str
    size: int

    def __str__(self) -> str:
        return f"{self.sign}{self.size}"

    def fits(self, other: Number) -> bool:
        """Whether both can mean the same: `gets +3`, `gets 3 more`."""
        return self.size == other.size and (not self.sign or not other.sign or self.sign == other.sign)


def numbers(text: str, grammars: tuple[Grammar, ...]) -> tuple[Number, ...]:
    """The numbers of a text in order, each once. A plain 1 is none: a card is one card, an enemy is one enemy.

    Args:
        text: As on a card.
        grammars: Languages whose numerals count.
    """
    words = {form: size for grammar in grammars for size, forms in enumerate(grammar.numerals) for form in forms}
    return tuple(dict.fromkeys(found for found in _all(text, words) if found.sign or found.size != 1))


def _all(text: str, words: dict[str, int]) -> Iterator[Number]:
    for sign, digits, word in _TOKEN.findall(_ICON.sub(" ", text)):
        if digits:
            yield Number("\N{MINUS SIGN}" if sign and sign != "+" else sign, int(digits))
        elif word.lower() in words:
            yield Number("", words[word.lower()])


def strays(stated: tuple[Number, ...], known: tuple[Number, ...]) -> tuple[Number, ...]:
    """Numbers that fit none of the others."""
    return tuple(number for number in stated if not any(number.fits(other) for other in known))

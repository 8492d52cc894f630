"""The numbers of a rule text, and whether two texts have the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
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


ONE = Number("", 1)


def numbers(text: str, grammars: Iterable[Grammar]) -> tuple[Number, ...]:
    """The numbers of a text in order, each once. A plain 1 is none: a card is one card, an enemy is one enemy.

    Args:
        text: As on a card.
        grammars: Languages whose numerals count.
    """
    return tuple(number for number in _all(text, grammars) if number != ONE)


def hidden_numbers(text: str, grammars: Iterable[Grammar]) -> tuple[Number, ...]:
    """Numbers that a text may mean by words that often mean nothing of the kind: `one more damage`, `both`."""
    twos = {word for grammar in grammars for word in grammar.twos}
    both = (Number("", 2),) if twos & set(re.findall(r"\w+", text.lower())) else ()
    return both + tuple(number for number in _all(text, grammars) if number == ONE)


def _all(text: str, grammars: Iterable[Grammar]) -> Iterable[Number]:
    words = {form: size for grammar in grammars for size, forms in enumerate(grammar.numerals) for form in forms}
    found: dict[Number, None] = {}
    for sign, digits, word in _TOKEN.findall(_ICON.sub(" ", text)):
        if digits:
            found[Number("\N{MINUS SIGN}" if sign and sign != "+" else sign, int(digits))] = None
        elif word.lower() in words:
            found[Number("", words[word.lower()])] = None
    return found


def strays(stated: Iterable[Number], known: Iterable[Number]) -> tuple[Number, ...]:
    """Numbers that fit none of the others."""
    others = tuple(known)
    return tuple(number for number in stated if not any(number.fits(other) for other in others))

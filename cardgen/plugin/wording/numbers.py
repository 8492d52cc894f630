"""The numbers in a rule text, and whether two texts state the same ones.

Games use it to warn when the text that an author wrote disagrees with the text generated from the effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from cardgen.plugin.wording.grammar import Grammar

_MINUS = "\N{MINUS SIGN}"
_ICON = re.compile(r"\{[^}]*\}")
_TOKEN = re.compile(rf"(?<![\w.,])([+\-{_MINUS}\N{{EN DASH}}]?)(\d{{1,9}})(?!\w)|(\w+)")


class NumberInText(NamedTuple):
    """A number in a text.

    Attributes:
        sign: `+`, U+2212, or empty without a sign.
        size: The number without its sign.
    """

    sign: str
    size: int

    def __str__(self) -> str:
        return f"{self.sign}{self.size}"

    def fits(self, other: NumberInText) -> bool:
        """Return whether both can mean the same: `gets +3` and `gets 3 more`."""
        return self.size == other.size and (not self.sign or not other.sign or self.sign == other.sign)


_ONE = NumberInText("", 1)


class NumberDifference(NamedTuple):
    """The difference between the numbers of two texts.

    Attributes:
        missing: Numbers of the reference that the text does not state, in the order of the reference.
        added: Numbers of the text that the reference does not state, in the order of the text.
    """

    missing: tuple[NumberInText, ...]
    added: tuple[NumberInText, ...]


def compare_numbers(
    text: str, reference: str, grammars: Iterable[Grammar], allowed: Iterable[NumberInText] = ()
) -> NumberDifference:
    """Compare the numbers of a text with those of a reference.

    Args:
        reference: Text that states what is right, such as the one generated from the effects.
        grammars: Languages whose number words count; more than one if the language of the text is unknown.
        allowed: Numbers that the text may state although the reference does not.
    """
    spoken = tuple(grammars)
    stated, wanted = find_numbers(text, spoken), find_numbers(reference, spoken)
    missing = unmatched(wanted, stated + find_implied_numbers(text, spoken))
    return NumberDifference(missing, unmatched(stated, (*wanted, *allowed)))


def find_numbers(text: str, grammars: Iterable[Grammar]) -> tuple[NumberInText, ...]:
    """Return the numbers of a text in order, each once.

    A plain 1 is left out, in words and in digits: a card is one card, an enemy is one enemy.

    Args:
        text: Text as on a card; inline icons are passed over.
    """
    return tuple(number for number in _all_numbers(text, grammars) if number != _ONE)


def find_implied_numbers(text: str, grammars: Iterable[Grammar]) -> tuple[NumberInText, ...]:
    """Return numbers that a text may mean by words that often mean something else: `both`, `one more damage`."""
    spoken = tuple(grammars)
    words_for_two = {word for grammar in spoken for word in grammar.words_for_two}
    two = (NumberInText("", 2),) if words_for_two & set(re.findall(r"\w+", text.lower())) else ()
    return two + tuple(number for number in _all_numbers(text, spoken) if number == _ONE)


def unmatched(numbers: Iterable[NumberInText], others: Iterable[NumberInText]) -> tuple[NumberInText, ...]:
    """Return the numbers that fit none of the others."""
    known = tuple(others)
    return tuple(number for number in numbers if not any(number.fits(other) for other in known))


def _all_numbers(text: str, grammars: Iterable[Grammar]) -> Iterable[NumberInText]:
    words = {form: size for grammar in grammars for size, forms in enumerate(grammar.numerals) for form in forms}
    found: dict[NumberInText, None] = {}
    for sign, digits, word in _TOKEN.findall(_ICON.sub(" ", text)):
        if digits:
            found[NumberInText(_MINUS if sign and sign != "+" else sign, int(digits))] = None
        elif word.lower() in words:
            found[NumberInText("", words[word.lower()])] = None
    return found

"""Phrases, nouns, and patterns whose words agree with what fills them.

A pattern is a string with slots. `<who>` is replaced by the slot `who`; `[who:gets|get]` chooses the form that agrees
with it. Two forms are singular and plural; four are masculine singular, feminine singular, masculine plural and feminine
plural. `[who~um|uma]` agrees in gender only. Braces are left alone: on a card they are icons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SLOT = re.compile(r"<(\w+)>|\[(\w+)([:~])([^\]]*)\]")
_MINUS = "\N{MINUS SIGN}"


class Phrase(NamedTuple):
    """Words with the number and gender that other words must agree with.

    Attributes:
        feminine: Whether they are feminine; False in languages without gender.
    """

    text: str
    plural: bool = False
    feminine: bool = False


class Noun(NamedTuple):
    """A noun in both numbers.

    Attributes:
        one: Singular; empty if only the plural is known, as with names of peoples.
        many: Plural.
        feminine: Whether it is feminine; False in languages without gender.
    """

    one: str
    many: str
    feminine: bool = False

    def form(self, *, plural: bool) -> Phrase:
        """Return the noun in one number; the plural stands in for an unknown singular."""
        return Phrase(self.many if plural or not self.one else self.one, plural, self.feminine)

    def inside(self, pattern: str, **slots: Phrase | str) -> Noun:
        """Return the noun with more words around it, in both numbers.

        Args:
            pattern: Pattern that contains the noun as `<n>`.
        """
        one = fill(pattern, n=self.form(plural=False), **slots) if self.one else ""
        return Noun(one, fill(pattern, n=self.form(plural=True), **slots), self.feminine)


def fill(pattern: str, **slots: Phrase | str) -> str:
    """Fill the slots of a pattern.

    Args:
        slots: Words by name. What other words agree with must be a `Phrase`.

    Raises:
        KeyError: The pattern names a slot that is not given.
        TypeError: The pattern agrees with a slot that is a plain string.
    """

    def replaced(match: re.Match[str]) -> str:
        name, agrees_with, kind, forms = match.groups()
        if name:
            slot = slots[name]
            return slot if isinstance(slot, str) else slot.text
        phrase, choices = slots[agrees_with], forms.split("|")
        if isinstance(phrase, str):
            raise TypeError(f"pattern {pattern!r} agrees with {agrees_with!r}, which is not a Phrase")
        if kind == "~":
            return str(choices[phrase.feminine])
        return str(choices[phrase.plural * len(choices) // 2 + (phrase.feminine if len(choices) == 4 else 0)])

    return _SLOT.sub(replaced, pattern)


def join_words(parts: Sequence[str], conjunction: str, separator: str = ", ") -> str:
    """Join words as a list in a sentence: `a, b and c`.

    Args:
        parts: The words, in order; may be empty.
    """
    return conjunction.join([separator.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def signed(number: int) -> str:
    """Return a change of a number with its sign; minus is U+2212, as in print."""
    return f"{number:+d}".replace("-", _MINUS)

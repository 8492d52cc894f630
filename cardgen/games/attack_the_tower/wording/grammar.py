"""What a language brings to the wording of effects: nouns, numerals and phrases, all of them data.

A phrase is a pattern: `<who>` is filled in, and `[who:gets|get]` agrees with it. Two forms are singular and plural,
four are masculine and feminine singular, then masculine and feminine plural; `[who~um|uma]` agrees in gender alone.
Braces stay what they are on a card, icons.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

_SLOT = re.compile(r"<(\w+)>|\[(\w+)([:~])([^\]]*)\]")


class Phrase(NamedTuple):
    """Words, and what agrees with them."""

    text: str
    plural: bool = False
    feminine: bool = False


class Noun(NamedTuple):
    """A noun in both numbers; `one` is empty where only the plural is known."""

    one: str
    many: str
    feminine: bool = False

    def form(self, *, plural: bool) -> Phrase:
        """The noun in one number; the plural stands in for an unknown singular."""
        return Phrase(self.many if plural or not self.one else self.one, plural, self.feminine)

    def inside(self, pattern: str, **slots: Phrase | str) -> Noun:
        """This noun with more words about it: both numbers put into a pattern that names it `<n>`."""
        one = fill(pattern, n=self.form(plural=False), **slots) if self.one else ""
        return Noun(one, fill(pattern, n=self.form(plural=True), **slots), self.feminine)


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language.

    Attributes:
        nouns: By kind of thing and by troop type.
        numerals: Words of 0, 1, 2 ..., masculine and feminine; larger numbers are digits.
        twos: Other words for 2.
        feminine_endings: Endings of the first word of a name that make it feminine, unless the deck says otherwise.
        phrases: Patterns by the names of the vocabulary.
        contractions: Pairs of words that are written as one.
    """

    nouns: Mapping[str, Noun]
    numerals: tuple[tuple[str, str], ...]
    twos: tuple[str, ...]
    feminine_endings: tuple[str, ...]
    phrases: Mapping[str, str]
    contractions: Mapping[str, str] = field(default_factory=dict)

    def say(self, key: str, **slots: Phrase | str) -> str:
        """A phrase, filled in."""
        return fill(self.phrases[key], **slots)

    def key(self, key: str, special: str) -> str:
        """The key of a special case, if the language tells it apart."""
        return f"{key}.{special}" if f"{key}.{special}" in self.phrases else key

    def numeral(self, number: int, *, feminine: bool = False) -> str:
        """A count in words, if it is small."""
        return self.numerals[number][feminine] if 0 <= number < len(self.numerals) else str(number)

    def quantity(self, number: int, noun: Noun) -> Phrase:
        """So many things: `two cards`."""
        words = noun.form(plural=number != 1)
        return words._replace(text=f"{self.numeral(number, feminine=noun.feminine)} {words.text}")

    def contracted(self, text: str) -> str:
        """A text with the contractions of the language."""
        for apart, together in self.contractions.items():
            text = re.sub(rf"\b{apart}\b(?= )", together, text)
        return text

    def is_feminine(self, name: str) -> bool:
        """Whether a name looks feminine; a language without genders has no endings."""
        return bool(self.feminine_endings) and "".join(name.lower().split()[:1]).endswith(self.feminine_endings)


def fill(pattern: str, **slots: Phrase | str) -> str:
    """Put words into a pattern.

    Args:
        pattern: As the module tells.
        slots: Words by name; what the pattern agrees with must be a `Phrase`.
    """

    def replaced(match: re.Match[str]) -> str:
        name, agrees_with, kind, forms = match.groups()
        if name:
            slot = slots[name]
            return slot if isinstance(slot, str) else slot.text
        phrase, choices = slots[agrees_with], forms.split("|")
        assert isinstance(phrase, Phrase)
        if kind == "~":
            return str(choices[phrase.feminine])
        return str(choices[phrase.plural * len(choices) // 2 + (phrase.feminine if len(choices) == 4 else 0)])

    return _SLOT.sub(replaced, pattern)


def joined(parts: list[str], link: str) -> str:
    """`a, b and c`; the link comes with its spaces."""
    return link.join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def signed(number: int) -> str:
    """A change of a number, with the minus sign of printers (U+2212)."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")

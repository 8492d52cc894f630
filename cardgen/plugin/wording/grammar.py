"""The rules of a language that rule texts need: number words, articles, gender of names, contractions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from cardgen.plugin.wording.phrases import Noun, Phrase
from cardgen.records import dataclass

_VOWELS = ("a", "e", "i", "o", "u")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of one language; they hold for every game.

    Attributes:
        numerals: Words for 0, 1, 2 ..., each masculine and feminine; larger numbers are written as digits.
        articles: Indefinite article, masculine and feminine.
        article_before_vowel: Indefinite article before a vowel, if the language has one; otherwise empty.
        words_for_two: Other words that mean two: `both`, `twice`. A text that has one of them may mean the number 2.
        feminine_endings: Endings of the first word of a name that make it feminine; empty without gender.
        contractions: Words that stand apart in a pattern, to the form in which they are written: `de o` to `do`.
    """

    numerals: tuple[tuple[str, str], ...]
    articles: tuple[str, str]
    article_before_vowel: str = ""
    words_for_two: tuple[str, ...] = ()
    feminine_endings: tuple[str, ...] = ()
    contractions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def numeral(self, number: int, *, feminine: bool = False) -> str:
        """Return a number in words, or in digits if there is no word for it.

        Args:
            number: The number; negative ones have no words.
        """
        return self.numerals[number][feminine] if 0 <= number < len(self.numerals) else str(number)

    def quantity(self, number: int, noun: Noun) -> Phrase:
        """Return a number of things in words: `two cards`.

        Args:
            number: How many; 1 takes the singular, every other number the plural.
        """
        words = noun.form(plural=number != 1)
        return words._replace(text=f"{self.numeral(number, feminine=noun.feminine)} {words.text}")

    def indefinite(self, noun: Noun) -> Phrase:
        """Return the singular of a noun with the indefinite article: `an arrow`, `uma carta`.

        Vowels are recognised by their letters, not by their sounds, so the articles of `hour` and `unicorn` are wrong.
        """
        words = noun.form(plural=False)
        before_vowel = self.article_before_vowel and words.text.lower().startswith(_VOWELS)
        article = self.article_before_vowel if before_vowel else self.articles[noun.feminine]
        return words._replace(text=f"{article} {words.text}")

    def contract(self, text: str) -> str:
        """Return a text with the contractions of the language: `de a mão` as `da mão`."""
        for apart, together in self.contractions.items():
            text = re.sub(rf"\b{apart}(?= )", together, text)
        return text

    def is_feminine(self, name: str) -> bool:
        """Return whether a name looks feminine by the ending of its first word."""
        return bool(self.feminine_endings) and "".join(name.lower().split()[:1]).endswith(self.feminine_endings)

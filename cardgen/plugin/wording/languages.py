"""The grammars that cardgen brings: English and Brazilian Portuguese.

A game that speaks another language writes a `Grammar` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cardgen.plugin.wording.grammar import Grammar

_ENGLISH_NUMERALS = "zero one two three four five six seven eight nine ten"

ENGLISH = Grammar(
    numerals=tuple((word, word) for word in _ENGLISH_NUMERALS.split()),
    articles=("a", "a"),
    article_before_vowel="an",
    words_for_two=("both", "double", "pair", "twice"),
)

_MASCULINE_NUMERALS = "zero um dois três quatro cinco seis sete oito nove dez"
_FEMININE_NUMERALS = "zero uma duas três quatro cinco seis sete oito nove dez"
_PORTUGUESE_CONTRACTIONS = {
    f"{short} {article}": f"{with_article}{article}"
    for short, with_article in (("de", "d"), ("em", "n"))
    for article in ("o", "os", "a", "as", "esse", "esses", "essa", "essas")
} | {"a o": "ao", "a os": "aos", "a a": "à", "a as": "às"}

PORTUGUESE = Grammar(
    numerals=tuple(zip(_MASCULINE_NUMERALS.split(), _FEMININE_NUMERALS.split(), strict=True)),
    articles=("um", "uma"),
    words_for_two=("ambas", "ambos", "dobro", "par"),
    feminine_endings=("as", "ãs", "dades", "ções"),
    contractions=MappingProxyType(_PORTUGUESE_CONTRACTIONS),
)

GRAMMARS: Mapping[str, Grammar] = MappingProxyType({"en": ENGLISH, "pt": PORTUGUESE})
"""The grammars by their ISO 639-1 code."""

"""Find the phrases of rules in words in the language of a page."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.model.language import suitable_keys
from cardgen.plugin.rules.described import phrases_en, phrases_pt

Phrases = Mapping[str, str]

RULES: Mapping[str, Phrases] = {"en": phrases_en.RULES, "pt": phrases_pt.RULES}
EXPRESSIONS: Mapping[str, Phrases] = {"en": phrases_en.EXPRESSIONS, "pt": phrases_pt.EXPRESSIONS}


def phrases_of(tables: Mapping[str, Phrases], language: str) -> tuple[str, Phrases]:
    """Return the phrases that suit a language, with its code; the English ones if there are no others."""
    code = next((key for key in (*suitable_keys(language), "en") if key in tables), "en")
    return code, tables[code]

"""Codes of languages, and which words serve a reader of a language."""

from __future__ import annotations

import re

LANGUAGE_CODE = re.compile("[a-z]{2}(-[A-Z]{2})?")
"""`pt`, or `pt-BR` for the language of one country."""
ANY_LANGUAGE = ""
"""The key of words that serve readers of every language."""


def suitable_keys(language: str) -> tuple[str, ...]:
    """Return the keys under which a reader of a language finds suitable words, best first: `pt-BR`, `pt`, and any."""
    return tuple(dict.fromkeys((language, language.partition("-")[0], ANY_LANGUAGE)))

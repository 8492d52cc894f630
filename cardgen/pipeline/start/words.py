"""Write words into the files of a new game: in YAML, in one language or several, and in CSV."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

_PLAIN = re.compile(r"[^\W\d_][\w\u2019'/().!?-]*(?: [\w\u2019'/().!?&+-]+)*")
_NOT_TEXT = {"yes", "no", "true", "false", "null", "on", "off", "y", "n", "none"}
_WIDTH = 110  # characters of a line that holds several languages


def as_yaml(text: str) -> str:
    """Return a text as YAML writes it, in quotes if it needs them."""
    is_plain = _PLAIN.fullmatch(text) and text.casefold() not in _NOT_TEXT
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def word_in(texts: Mapping[str, str], language: str) -> str:
    """Return a text in a language, or else in English."""
    return texts.get(language) or texts.get(language.partition("-")[0]) or texts["en"]


def yaml_words(languages: Sequence[str]) -> Callable[..., str]:
    """Return a filter that writes a text in the languages of the deck: as one text, or a mapping."""

    def words(texts: Mapping[str, str], indent: int = 0) -> str:
        """Write a text.

        Args:
            indent: Spaces in front of each language, if they do not fit on one line; 0 to keep one line.
        """
        known = {language: word_in(texts, language) for language in languages}
        if len(languages) == 1 or len(set(known.values())) == 1:
            return as_yaml(known[languages[0]])
        parts = [f"{language}: {as_yaml(text)}" for language, text in known.items()]
        line = f"{{{', '.join(parts)}}}"
        return "".join(f"\n{' ' * indent}{part}" for part in parts) if indent and len(line) > _WIDTH else line

    return words


def as_csv(text: str | None) -> str:
    """Return a text as a CSV file has it."""
    text = str(text or "")
    doubled = text.replace('"', '""')
    return f'"{doubled}"' if any(mark in text for mark in ',"\n') else text

"""Clauses made into sentences of a rule text.

Texts are as an author writes them: `{name}` is an inline icon, `**bold**` and `*italic*` are marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# Icons and marks before the first letter are passed over; a text that begins with a digit has its capital behind it.
_FIRST_LETTER = re.compile(r"^((?:\{[^}]*\}|[^\w{])*)(\w)")


def to_sentence(clause: str) -> str:
    """Return a clause with a capital letter and a full stop; icons and marks before its first word are passed over."""
    text = _FIRST_LETTER.sub(lambda match: match[1] + match[2].upper(), clause)
    return text if text.endswith(".") else f"{text}."


def to_clause(sentence: str) -> str:
    """Return a sentence with a small first letter, to stand inside another one."""
    return sentence[:1].lower() + sentence[1:]


def keep_first_icons(text: str, icons: Iterable[str]) -> str:
    """Remove repeated icons from a text: each stays before its first word only.

    Args:
        text: Text with inline icons; each is followed by a space.
        icons: Names of the icons to thin out, without braces.
    """
    for name in icons:
        icon = f"{{{name}}} "
        before, found, after = text.partition(icon)
        text = before + found + after.replace(icon, "")
    return text

"""Hints for values of a wrong type: what a value probably was meant to be, and how to write that."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")
_HEX = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_GLUED = re.compile(r"(?<![\w-])[A-Za-z_][\w-]*:\S")
_SMART_QUOTED = re.compile(
    "[\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb](.*)[\u201c\u201d\u2018\u2019\u00ab\u00bb]", re.DOTALL
)


def hints_for(value: object, expected: str, keys: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what to write in place of a value.

    Args:
        expected: What a value must be, as messages say it.
        keys: Keys that a mapping may have here; none where no mapping is expected.

    Returns:
        One hint, or none.
    """
    match value:
        case str():
            hint = _for_text(value, expected, keys)
        case int() | float() if "colour" in expected and _HEX.fullmatch(str(value)):
            hint = f'write "#{_six_digits(str(value))}"'
        case float() if "whole number" in expected and value.is_integer():
            hint = f"write {value:.0f}"
        case dict() if "a list" in expected:
            hint = "begin each value of the list with '- '"
        case dict() if "text" in expected and list(value.values()) == [None]:
            hint = "put text that begins with '{' in quotes"
        case tuple() if expected.startswith("text"):
            hint = "put text that begins with '[' in quotes"
        case _:
            hint = ""
    return (hint,) if hint else ()


def _for_text(value: str, expected: str, keys: Iterable[str]) -> str:
    text = value.strip()
    if quoted := _SMART_QUOTED.fullmatch(text):
        return f'write straight quotes: "{quoted[1]}"' if len(quoted[1]) <= 40 else "write straight quotes"
    if "number" in expected and _NUMBER.fullmatch(text):
        number = text.replace(",", ".")
        if "whole" in expected and "." in number:
            return ""
        return f"write {number}" + (" without quotes" if number == value else "")
    if "colour" in expected and _HEX.fullmatch(text):
        return f'write "#{_six_digits(text.lstrip("#"))}"'
    if keys and _GLUED.search(text):
        return "put a space after each ':' between key and value"
    return ""


def _six_digits(color: str) -> str:
    """Return the six digits of a colour that is written with three or six."""
    return color if len(color) == 6 else "".join(2 * digit for digit in color)

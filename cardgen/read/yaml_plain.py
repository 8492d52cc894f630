"""Read YAML scalars as they were meant, after mistakes whose meaning is plain and which are reported."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardgen.read.yaml_faults import YamlFaults
from cardgen.read.yaml_lines import (
    COLOR,
    GLUED,
    ODD_SPACE,
    SMART_QUOTES,
    color_as_comment,
    missing_space,
    odd_space,
    smart_quotes,
)
from cardgen.read.yaml_scalars import CONTROL_CHARACTER, plain_value
from cardgen.report.source import Node, Scalar, Span

_DASH_GLUED = re.compile(r"-[^-0-9\s]")


class PlainKey(NamedTuple):
    """A key without quotes.

    Attributes:
        glued: The value that is written to it without a space, `{copies:7}`; None without such a value.
    """

    text: str
    glued: Node | None


def read_quoted(text: str, span: Span, faults: YamlFaults) -> str:
    """Return a text in quotes without the control characters that escapes may write, such as that of a bell.

    Args:
        faults: Collects E104.
    """
    match = CONTROL_CHARACTER.search(text)
    if not match:
        return text
    message = f"text contains the control character U+{ord(match[0]):04X}"
    hint = "delete it; write \\n for a new line, paths with '/', and \\\\ for a backslash"
    faults.error("E104", message, span, hints=[hint])
    return CONTROL_CHARACTER.sub("", text)


def read_plain_value(text: str, span: Span, faults: YamlFaults, *, of_key: bool) -> Scalar:
    """Return the value of a scalar without quotes."""
    if not text:
        rest = faults.lines[span.line - 1][span.column - 1 :] if span.line <= len(faults.lines) else ""
        color = COLOR.match(rest.lstrip())
        if color and of_key:
            at = span.column + len(rest) - len(rest.lstrip())
            place = Span(faults.name, span.line, at, at + len(color[0]))
            faults.add(color_as_comment(place, color[0]))
            return color[0]
    elif (stripped := text.strip()) != text and not isinstance(plain_value(stripped), str):
        odd = ODD_SPACE.search(text)
        if odd:
            faults.add(odd_space(span, odd[0]))
            return plain_value(stripped)
    return plain_value(text)


def read_plain_key(text: str, span: Span, faults: YamlFaults, *, in_brackets: bool) -> PlainKey:
    """Return a key without quotes.

    Args:
        in_brackets: Whether it is a key of a mapping in brackets.
    """
    if in_brackets and (match := GLUED.fullmatch(text)):
        faults.add(missing_space(span, f"{match['key']}:", match["value"]))
        place = Span(faults.name, span.line, span.column + len(match["key"]) + 1, span.end)
        return PlainKey(match["key"], Node(plain_value(match["value"]), place))
    if odd := ODD_SPACE.match(text):
        faults.doubt(odd_space(span, odd[0]))
        return PlainKey(text.strip(), None)
    if text[-1:] and text[-1] in SMART_QUOTES:
        faults.doubt(smart_quotes(span, text[-1]))
    elif not in_brackets and _DASH_GLUED.match(text):
        faults.doubt(missing_space(span, "-", text[1:] + ":"))
    return PlainKey(text, None)

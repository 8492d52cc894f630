"""Read JSON and JSON Lines into a tree of values with their positions.

The standard library parses; its decoder written in Python calls a function for each value with the index at which the value
begins, which gives the positions. YAML's composer cannot read JSON: libyaml rejects pairs of surrogates and keys of more
than 1,024 characters.
"""

from __future__ import annotations

import json
import json.decoder
import json.scanner
import math
import re
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Span

VALUE_LIMIT = 300_000
"""Values of a file, as many as a YAML file may have."""
DEPTH_LIMIT = 60
"""Levels of lists and objects, as many as a YAML file may have."""
LONGEST_TEXT = 100_000
"""Characters of one text, as many as a cell of a CSV file may have."""
_LONGEST_NUMBER = 17  # characters; a longer one is kept as text, since it would be rounded, or take long to read
_GAP = re.compile(r"[\s,]*")
_CANNOT_PRINT = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_WORDS = {
    "Unterminated string starting at": ("a quote is never closed", 'a quote " at the end of the text too'),
    "Invalid \\escape": ("a backslash stands before a letter that it cannot stand before", "two backslashes for one"),
    "Invalid \\uXXXX escape": ("the number of a character is incomplete", "four digits after \\u"),
    "Expecting ':' delimiter": ("a colon is missing after a key", '"key": value'),
    "Expecting ',' delimiter": ("a comma is missing before this", "a comma between two values"),
    "Expecting property name enclosed in double quotes": ("a key is not in double quotes", '"key": value'),
}


def read_json(text: str, name: str, found: Collector) -> Node | None:
    """Return the value of a JSON file; the values of JSON Lines are the items of a list.

    Args:
        found: Receives the errors E103, E106, E107, E132 and E155.

    Returns:
        The value, or None after an error. A key that is given twice keeps its first value. Control characters and halves of
        surrogate pairs in texts become U+FFFD.
    """
    parser = _Parser(text, name, found)
    values: list[Node] = []
    index = _skip_gap(text, 0)
    try:
        while index < len(text):
            value, index = parser.scan(text, index)
            values.append(value)
            index = _skip_gap(text, index)
    except StopIteration as stopped:
        found.items.append(_unexpected(text, stopped.value, bool(values)).at(parser.span(stopped.value)))
        return None
    except json.JSONDecodeError as error:
        found.items.append(_explained(error).at(parser.span(_place(error))))
        return None
    except UnlocatedError as error:
        found.items.append(error.at(error.span))
        return None
    if not values:
        found.add("E109", "file is empty", Span(name), expected="a list of cards")
        return None
    return values[0] if len(values) == 1 else Node(values, values[0].span)


class _Parser:
    """Parses one text; `scan` returns the value at an index and the index after it."""

    def __init__(self, text: str, name: str, found: Collector) -> None:
        self.text = text
        self.name = name
        self.found = found
        self.count = self.depth = 0
        self.starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
        settings: Any = json.JSONDecoder(
            parse_int=_integer, parse_float=_decimal, parse_constant=lambda word: word, strict=False
        )
        settings.parse_object = self._object
        settings.parse_array = self._array
        settings.memo = {}
        scanner: Any = json.scanner
        self._scan: Callable[[str, int], tuple[Any, int]] = scanner.py_make_scanner(settings)

    def span(self, start: int, end: int = 0) -> Span:
        """Return the position of a piece of the text; without an end, of one character."""
        line = max(1, bisect_right(self.starts, start, hi=max(1, len(self.starts) - 1)))
        first = self.starts[line - 1]
        stop = min(max(end, start + 1), self.starts[line] if line < len(self.starts) else len(self.text) + 1)
        return Span(self.name, line, start - first + 1, max(stop, start + 1) - first + 1)

    def scan(self, text: str, start: int) -> tuple[Node, int]:
        """Return the value at an index, and the index after it.

        Raises:
            StopIteration: There is no value.
            JSONDecodeError: It is broken.
            UnlocatedError: There are too many values, they are nested too deep, or a text is too long.
        """
        self.count += 1
        if self.count > VALUE_LIMIT:
            raise self._error("E103", f"file contains more than {VALUE_LIMIT:,} values", start)
        value, end = self._scan(text, start)
        span = self.span(start, end if not isinstance(value, list | dict) else 0)
        if isinstance(value, str):
            if len(value) > LONGEST_TEXT:
                message = f"a text has {len(value):,} characters"
                raise self._error("E132", message, start, f"at most {LONGEST_TEXT:,} characters")
            value = clean_text(value)
        return Node(value, span), end

    def _array(self, at: tuple[str, int], *_others: Any) -> tuple[list[Node], int]:
        decoder: Any = json.decoder
        self._enter(at[1] - 1)
        items, end = decoder.JSONArray(at, self.scan)
        self.depth -= 1
        return items, end

    def _object(self, at: tuple[str, int], *_others: Any) -> tuple[dict[str, Node], int]:
        decoder: Any = json.decoder
        self._enter(at[1] - 1)
        pairs, end = decoder.JSONObject(at, False, self.scan, None, list, None)
        self.depth -= 1
        value: dict[str, Node] = {}
        for written, node in pairs:
            key = clean_text(written)
            node.key_span = self._key_span(node)
            if key in value:
                message, first = f"key {quoted(key)} is given twice", value[key].key_span
                self.found.add("E106", message, node.key_span, notes=[("first given", first)] if first else [])
            else:
                value[key] = node
        return value, end

    def _enter(self, start: int) -> None:
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise self._error("E107", f"values are nested more than {DEPTH_LIMIT} deep", start)

    def _key_span(self, node: Node) -> Span:
        """Return where the key of a value stands, which the decoder does not tell: before the colon before the value."""
        text, start = self.text, self.starts[node.span.line - 1] + node.span.column - 1
        end = text.rfind('"', 0, text.rfind(":", 0, start))
        first = text.rfind('"', 0, end)
        while text[first - 1 : first] == "\\":  # a quote in the key; none stands behind an escaped backslash
            first = text.rfind('"', 0, first)
        return self.span(first, end + 1)

    def _error(self, code: str, message: str, start: int, expected: str = "") -> UnlocatedError:
        return UnlocatedError(code, message, expected=expected, span=self.span(start))


def clean_text(text: str) -> str:
    """Return a text with plain line breaks, and U+FFFD for what cannot be printed or written as UTF-8."""
    return _CANNOT_PRINT.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else digits


def _decimal(digits: str) -> float | str:
    return number if len(digits) <= 2 * _LONGEST_NUMBER and math.isfinite(number := float(digits)) else digits


def _skip_gap(text: str, index: int) -> int:
    match = _GAP.match(text, index)
    return match.end() if match else index


def _place(error: json.JSONDecodeError) -> int:
    """Return where an error stands: at a comma before a closing bracket, as Python 3.13 says and older ones do not."""
    before = error.doc[: error.pos].rstrip()
    is_closing = error.doc[error.pos : error.pos + 1] in ("]", "}")
    return len(before) - 1 if is_closing and before.endswith(",") else error.pos


def _explained(error: json.JSONDecodeError) -> UnlocatedError:
    """Return an error of the standard library in the words of a person who types JSON."""
    char = error.doc[error.pos : error.pos + 1]
    message, expected = _WORDS.get(error.msg, ("the JSON cannot be read from here", "JSON"))
    hints: tuple[str, ...] = ()
    if not char:
        message, expected = "the file ends before its last bracket is closed", "a bracket ] or }"
    elif error.msg == "Expecting value" or char in ("}", "]", ",", "'", "/", "#", "\u201c"):
        return _unexpected(error.doc, error.pos, has_values=False)
    elif error.msg == "Expecting ',' delimiter":
        hints = ('write \\" for a quote inside a text',)
    return UnlocatedError("E155", message, expected=expected, hints=hints)


def _unexpected(text: str, index: int, has_values: bool) -> UnlocatedError:
    """Return the error of something that cannot be a value."""
    char, before = text[index : index + 1], text[:index].rstrip()[-1:]
    if char in ("]", "}", ","):
        if before == "," or char == ",":
            return UnlocatedError("E155", "a comma stands before no value", expected="no comma after the last value")
        return UnlocatedError("E155", f"there is a '{char}' too much", expected="a value")
    if text.startswith(("//", "/*", "#"), index):
        return UnlocatedError("E155", "JSON has no remarks", expected="a value", hints=("delete the remark",))
    if char in ("'", "\u201c", "\u2018"):
        return UnlocatedError("E155", f"a text begins with {char}", expected='double quotes "')
    word = re.match(r"[\w.+-]*", text[index : index + 40])
    what = word[0] if word and word[0] else char
    place = " after the end of a value" if has_values else ""
    expected = 'a value: "text" in double quotes, a number, true, false, null, a list [...] or an object {...}'
    return UnlocatedError("E155", f"{quoted(what)} is no value of JSON{place}", expected=expected)

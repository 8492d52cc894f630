"""Turn the cells of a column into the values of a field: by its shape, never by guessing what a text might be."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable

from cardgen.plugin.headings import normalized
from cardgen.read.tables.column_values import copies_in
from cardgen.read.tables.headers import Column
from cardgen.read.tables.shapes import Shape
from cardgen.read.tables.table import Cell, NestedText
from cardgen.read.yaml import read_value
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Node, Scalar, Span

_TRUE = frozenset({"yes", "y", "true", "t", "x", "1", "on", "\u2713", "\u2714", "\u2611", "sim", "s", "si", "s\u00ed", "ja", "j", "oui", "verdadeiro", "wahr", "vrai", "verdadero"})  # fmt: skip
_FALSE = frozenset({"no", "n", "false", "f", "0", "off", "-", "\u2013", "\u2610", "n\u00e3o", "nao", "nein", "non", "falso", "falsch", "faux"})  # fmt: skip
_FLAGS = {
    **dict.fromkeys(("TRUE", "WAHR", "VRAI", "VERDADEIRO", "VERDADERO"), True),
    **dict.fromkeys(("FALSE", "FALSCH", "FAUX", "FALSO"), False),
}
"""Truth values as spreadsheet programs write them into CSV files."""
_ANSWERS = frozenset({"answer", "correctanswer", "solution"})
"""Columns of which a truth value is the word to print, as in a quiz."""
_INTEGER = re.compile(r"[-+]?\d{1,17}(?:\.0+)?", re.ASCII)
_DECIMAL = re.compile(r"[-+]?(?:\d{1,17}(?:[.,]\d{0,17})?|[.,]\d{1,17})(?:[eE][-+]?\d{1,3})?", re.ASCII)
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?", re.ASCII)
_MINUS = str.maketrans("\u2212\u2013", "--")  # as word processors write it

Place = Callable[[], Span]


def read_cell(cell: Cell, column: Column, span: Span, diagnostics: Collector) -> Node | None:
    """Return the value of a cell that is not empty; None if it cannot be read.

    A value that the shape of the column does not accept stays as it is, so that the model reports it.

    Args:
        diagnostics: Receives E144 for a nested value that cannot be read, and W153 for a date.
    """
    if isinstance(cell, datetime.date | datetime.time | datetime.timedelta):
        text = _date_text(cell)
        diagnostics.add(
            "W153",
            f"column {quoted(column.header)} holds a date or time, read as {quoted(text)}",
            span,
            hints=["if it is no date, format the column as text and type the value again"],
        )
        cell = text
    if column.shape is None:
        value = _other_value(cell)
        is_answer = isinstance(value, bool) and normalized(column.header) in _ANSWERS
        return Node(str(value).upper() if is_answer else value, span)
    if not isinstance(cell, str):
        return _from_number(cell, column.shape, span)
    if isinstance(cell, NestedText) and (column.shape.item or column.shape.is_nested):
        return _from_nested(cell.node, column.shape)
    if column.path == ("copies",) and (copies := copies_in(cell)) is not None:  # as in 3x
        return Node(copies, span)
    try:
        return _from_text(str(cell), column.shape, span)
    except _UnreadableError as error:
        diagnostics.add(
            "E144",
            f"column {quoted(column.header)} holds {quoted(cell)}, which cannot be read: {error}",
            span,
            expected="a value as in YAML, such as {do: draw, count: 2}",
        )
        return None


def _from_nested(node: Node, shape: Shape) -> Node:
    """Return a list of a JSON or YAML file; its texts and numbers are read as those of cells are."""
    if not shape.item or not isinstance(node.value, list):
        return node
    return Node([_item(part, shape.item) for part in node.value], node.span)


def _item(part: Node, shape: Shape) -> Node:
    value = part.value
    if isinstance(value, list | dict) or value is None:
        return _from_nested(part, shape)
    if isinstance(value, str):
        return Node(_scalar(value, shape), part.span)
    return _from_number(value, shape, part.span)


class _UnreadableError(Exception):
    """A nested value that is not valid YAML; the message says why."""


def _from_text(text: str, shape: Shape, span: Span) -> Node:
    """Return the value of a cell with text.

    Raises:
        _UnreadableError: It holds a nested value that cannot be read.
    """
    if shape.is_localized:
        return Node(text, span)
    if shape.is_nested and (nested := _nested(text, shape, span)):
        return nested
    if shape.item:
        return Node([_from_text(part, shape.item, span) for part in _split(text) if part], span)
    return Node(_scalar(text, shape), span)


def _scalar(text: str, shape: Shape) -> Scalar:
    """Return the scalar that a text means for a shape."""
    word = _known_word(text, shape)
    if word is not None:
        return word
    if str in shape.scalars and not shape.scalars & {int, float}:
        return text
    plain = text.translate(_MINUS)
    if shape.scalars & {int, float} and _INTEGER.fullmatch(plain):
        return int(plain.partition(".")[0])
    if float in shape.scalars and _DECIMAL.fullmatch(plain) and math.isfinite(number := float(plain.replace(",", "."))):
        return number
    if bool in shape.scalars:
        folded = text.casefold()
        return True if folded in _TRUE else False if folded in _FALSE else text
    return text


def _known_word(text: str, shape: Shape) -> str | int | None:
    """Return the word of a closed list that a text means, whatever its case, spaces, hyphens or underscores."""
    if text in shape.words:
        return text
    same = [word for word in shape.words if normalized(str(word)) == normalized(text)] if shape.words else []
    return same[0] if len(same) == 1 else None


def _from_number(number: int | float | bool | None, shape: Shape, span: Span) -> Node:
    """Return the value of a cell with a number or a truth value."""
    if shape.item:
        return Node([_from_number(number, shape.item, span)], span)
    if isinstance(number, bool):
        accepted = bool in shape.scalars or not shape.is_text
        return Node(number if accepted else str(number).upper(), span)
    if bool in shape.scalars and not shape.scalars & {int, float} and number in (0, 1):
        return Node(bool(number), span)
    if shape.scalars & {int, float} or (number in shape.words):
        return Node(number, span)
    if shape.is_text or shape.words:
        return Node(_known_word(_number_text(number), shape) or _number_text(number), span)
    return Node(number, span)


def _number_text(number: int | float | None) -> str:
    return repr(number) if not isinstance(number, float) or not number.is_integer() else f"{number:.0f}"


def _other_value(cell: Cell) -> Scalar:
    """Return the value of a field that no model states: a number or a truth value if the cell holds one, else text."""
    if isinstance(cell, str) and cell in _FLAGS:
        return _FLAGS[cell]
    if isinstance(cell, str) and _PLAIN_NUMBER.fullmatch(cell):
        return float(cell) if "." in cell else int(cell)
    return str(cell) if isinstance(cell, str) else cell if isinstance(cell, int | float | bool) else None


def _split(text: str) -> list[str]:
    """Return the items of a list: between semicolons and line breaks if there are any, else between commas."""
    parts = re.split(r"[;\n]", text) if ";" in text or "\n" in text else text.split(",")
    return [part.strip() for part in parts]


def _nested(text: str, shape: Shape, span: Span) -> Node | None:
    """Return the value that a cell states in YAML; None if the cell holds no nested value."""
    is_list = shape.item is not None
    if text[0] == "{":
        attempts = [f"[{text}]", f"[{','.join(text.splitlines())}]"] if is_list else [text]
    elif text[0] == "[" or text.startswith("- "):
        attempts = [text]
    elif shape.models and ": " in text and not is_list:
        attempts = [f"{{{text}}}", text]
    else:
        return None
    problems = Collector()
    for attempt in attempts:
        problems = Collector()
        node = read_value(attempt, problems)
        if node is not None and not problems.items:
            return _placed(node, span)
    raise _UnreadableError(problems.items[0].message if problems.items else "it is empty")


def _placed(node: Node, span: Span) -> Node:
    """Return a nested value with the position of its cell everywhere."""
    if isinstance(node.value, dict):
        return Node({key: _placed(item, span) for key, item in node.value.items()}, span)
    if isinstance(node.value, list):
        return Node([_placed(item, span) for item in node.value], span)
    return Node(node.value, span)


def _date_text(value: datetime.date | datetime.time | datetime.timedelta) -> str:
    """Return a date as `2026-01-31`, a time as `18:30`, both as `2026-01-31 18:30`."""
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, datetime.time):
        return value.strftime("%H:%M")
    return value.isoformat() if isinstance(value, datetime.date) else str(value)

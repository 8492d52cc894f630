"""Values read from a file, together with the position at which each was written: a line and column, or a cell."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from cardgen.records import dataclass

Scalar = str | int | float | bool | None
Path = tuple[str | int, ...]
"""Keys and indexes that lead from a node to a value inside it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A position in a file.

    Attributes:
        file: The path as the user wrote it, or as short as possible.
        line: The line, or the row of a worksheet, from 1; 0 if unknown.
        column: The first column of the text, or the column of a worksheet, from 1; 0 if unknown.
        end: The column after the last character on that line; 0 if unknown.
        sheet: Name of the worksheet in a workbook; empty in a text file.
    """

    file: str
    line: int = 0
    column: int = 0
    end: int = 0
    sheet: str = ""

    def __str__(self) -> str:
        if self.sheet:
            return f"{self.file}[{self.sheet}]{'!' if self.cell else ''}{self.cell}"
        return ":".join([self.file, *(str(part) for part in (self.line, self.column) if part)])

    @property
    def cell(self) -> str:
        """The cell of a worksheet, such as `C7`, or its row if the column is unknown; empty in a text file."""
        if not self.sheet or not self.line:
            return ""
        return f"{column_letters(self.column)}{self.line}"


@dataclass(slots=True)
class Node:
    """A YAML value with its position.

    Attributes:
        value: A scalar, a list of nodes, or a dict of nodes by key, in the order of the file.
        key_span: Where the key of the value starts; None if the value has no key.
    """

    value: Scalar | list[Node] | dict[str, Node]
    span: Span
    key_span: Span | None = None

    def part(self, words: str) -> Span:
        """Return where words stand in a text, if it is on one line of the file as it is; otherwise its own position."""
        span, value = self.span, self.value
        if not words or not isinstance(value, str) or span.sheet or "\n" in value:
            return span
        quote = span.end - span.column - len(value)
        found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", value)
        if found is None or quote not in (0, 2) or (quote and any(sign in value for sign in "\"'\\")):
            return span
        column = span.column + quote // 2
        return replace(span, column=column + found.start(), end=column + found.end())

    def plain(self) -> object:
        """Return the value without positions, made of dicts, lists and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def nearest(self, path: Iterable[str | int], *, key: bool = False) -> Span:
        """Return the position of the value at `path`, or of the innermost value on the way that exists.

        Parts of the path that the file does not have are skipped, as Pydantic puts the tag of a union into its paths.

        Args:
            key: Whether to return the position of the key instead of the value.
        """
        node = self.at(path)
        return node.key_span if key and node.key_span else node.span

    def at(self, path: Iterable[str | int]) -> Node:
        """Return the value at a path, or the innermost value on the way that exists."""
        *_, node = self.along(path)
        return node

    def along(self, path: Iterable[str | int]) -> Iterator[Node]:
        """Yield this node and the values on a path inwards; parts that the file does not have are skipped."""
        node = self
        yield node
        for part in path:
            value = node.value
            if isinstance(value, dict) and isinstance(part, str):
                node = value.get(part, node)
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                node = value[part]
            yield node


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a spreadsheet.

    Attributes:
        number: Its number, from 1.
        title: Its heading as a card shows it; empty for a column that gives a known field.
    """

    header: str
    number: int
    title: str = ""


@dataclass(slots=True)
class RowNode(Node):
    """A row of a spreadsheet: a mapping whose keys come from the headers of the columns.

    Attributes:
        columns: The columns of the spreadsheet by the key that they give, and those of details by their keys with dots,
            such as `art.focus` or `name.pt`; a key of empty cells is not in the value.
    """

    header_span: Span = field(default_factory=lambda: Span(""))
    columns: Mapping[str, TableColumn] = field(default_factory=dict)

    def cell_span(self, key: str) -> Span:
        """Return the position of the cell that gives a key, also if the cell is empty."""
        column = self.columns.get(key)
        return replace(self.span, column=column.number) if column and self.span.sheet else self.span


@dataclass(slots=True)
class DeckNode(Node):
    """The root of a deck, with what its file or the command line states beside the values of its game.

    Attributes:
        images: Folders in which pictures are looked for, relative to the deck.
    """

    images: tuple[str, ...] = ()


@dataclass(slots=True)
class GameFileNode(Node):
    """The root of a `game.yaml`, whose kinds, fields and documents are named by their keys, not by an id inside."""

    def owner(self, path: Path) -> str:
        """Return the name of the value at a path: `'ships'`, `field 'cost' of 'ships'`, `check 2`; empty for the file."""
        match path:
            case ("kinds", kind, "fields", field, *_):
                return f"field '{field}' of '{kind}'"
            case ("deck", field, *_):
                return f"field '{field}' of the deck"
            case ("checks", int(index), *_):
                return f"check {index + 1}"
            case ("kinds" | "documents" | "looks", name, *_):
                return f"'{name}'"
            case _:
                return ""


def column_letters(number: int) -> str:
    """Return the letters of a column of a worksheet: `A` for 1, `AA` for 27; none for 0."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def display_path(path: str) -> str:
    """Return the path relative to the current folder if the file is inside it, or else unchanged."""
    try:
        relative = os.path.relpath(path)
    except (ValueError, OSError):  # a path on another drive, or a current folder that was deleted
        return path
    return path if relative.startswith("..") or sys.platform == "win32" else relative


def place_of_byte(data: bytes, offset: int) -> tuple[int, int]:
    """Return the line and column, from 1, of a byte in text that may not be UTF-8."""
    lines = (data[:offset].decode("utf-8", "replace").removeprefix("\ufeff") + "|").splitlines()
    return len(lines), len(lines[-1])

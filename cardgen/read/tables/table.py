"""Hold a table as it stands in a file: rows of cells with their positions, before any header is understood.

Every format of a list ends in this form, so that columns, kinds, looks and errors work the same for all of them.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cardgen.report.source import Node, Span


class NestedText(str):
    """A list or a mapping in one cell of a JSON or YAML file, as the text that a card shows for it.

    Args:
        node: The value itself, with positions, for fields that accept nested values.

    Attributes:
        node: See `Args`.
    """

    __slots__ = ("node",)
    node: Node

    def __new__(cls, text: str, node: Node) -> NestedText:
        """Return the text with its value."""
        made = super().__new__(cls, text)
        made.node = node
        return made


Cell = str | int | float | bool | datetime.date | datetime.time | datetime.timedelta | None
"""The value of a cell; None if it is empty. Text from CSV files is not converted yet."""

ROW_LIMIT = 100_000
COLUMN_LIMIT = 1_000
CELL_LIMIT = 2_000_000
TEXT_LIMIT = 32 * 2**20
"""Characters of all cells of a worksheet, repeated ones each time; a file of text has at most as many bytes."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row that is not blank.

    Attributes:
        line: Row of the worksheet, or the line of the file where the record begins, from 1; several rows of a JSON file may
            begin on one line.
        cells: The cells, from the first column on.
        places: Position of each cell, as long as `cells`, in files whose cells are anywhere; empty in a grid of cells.
    """

    line: int
    cells: Sequence[Cell]
    places: Sequence[Span] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a CSV file, of one worksheet, or of one list in another file.

    Attributes:
        file: Path of the file as messages show it.
        sheet: Name of the worksheet; empty for a file of text.
        rows: The rows that are not blank, in order.
        faults: What is wrong with single cells, by row and column from 1: an error such as `#REF!`, or a formula
            without a stored value (empty text).
        merged: Ranges of merged cells: first row and column, last row and column, from 1.
        list_name: Name of the list in a file of text that holds several; empty if it holds one.
    """

    file: str
    sheet: str = ""
    rows: Sequence[TableRow] = ()
    faults: Mapping[tuple[int, int], str] = field(default_factory=dict)
    merged: Sequence[tuple[int, int, int, int]] = ()
    list_name: str = ""

    @property
    def name(self) -> str:
        """Name for messages: `the table`, `worksheet 'ships'` or `list 'ships'`."""
        if self.list_name:
            return f"list '{self.list_name}'"
        return f"worksheet '{self.sheet}'" if self.sheet else "the table"

    def place(self, row: TableRow, index: int) -> Span:
        """Return the position of a cell of a row.

        Args:
            index: Its column, from 0.
        """
        return row.places[index] if index < len(row.places) else self.span(row.line, index + 1)

    def span(self, line: int = 0, column: int = 0) -> Span:
        """Return the position of a cell; in a CSV file, the line where its record begins.

        Args:
            line: Row from 1; 0 for the whole table.
            column: Column from 1; 0 for the whole row.
        """
        return Span(self.file, line, column if self.sheet else 0, sheet=self.sheet)


class Tables(Protocol):
    """The tables of one file, by name.

    Attributes:
        sheets: Names of the tables, in order; a single empty name for a file that is one table.
        hidden: Names of tables that are used only if a deck names them.
    """

    @property
    def sheets(self) -> Sequence[str]:
        """See `Tables`."""

    @property
    def hidden(self) -> Sequence[str]:
        """See `Tables`."""

    def table(self, sheet: str) -> Table:
        """Return the table of a name in `sheets` or `hidden`.

        Raises:
            UnlocatedError: E132 or E133, the table is too large or damaged.
        """


@dataclass(frozen=True, slots=True)
class TableSet:
    """Tables that have been read already, as from a text file; see `Tables`.

    Attributes:
        tables: The tables by name, in order; the name of a single table without one is empty.
    """

    tables: Mapping[str, Table]

    @property
    def sheets(self) -> Sequence[str]:
        """See `Tables`."""
        return tuple(self.tables)

    @property
    def hidden(self) -> Sequence[str]:
        """See `Tables`."""
        return ()

    def table(self, sheet: str) -> Table:
        """See `Tables`."""
        return self.tables[sheet]

"""A table as it stands in a file: rows of cells with their positions, before any header is understood."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cardgen.report.source import Span

Cell = str | int | float | bool | datetime.date | datetime.time | datetime.timedelta | None
"""The value of a cell; None if it is empty. Text from CSV files is not converted yet."""

ROW_LIMIT = 100_000
COLUMN_LIMIT = 1_000
CELL_LIMIT = 2_000_000


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row that is not blank.

    Attributes:
        line: Row of the worksheet, or the line of the file where the record begins, from 1.
        cells: The cells, from the first column on.
    """

    line: int
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a CSV file or of one worksheet.

    Attributes:
        file: Path of the file as messages show it.
        sheet: Name of the worksheet; empty for a CSV file.
        rows: The rows that are not blank, in order.
        faults: What is wrong with single cells, by row and column from 1: an error such as `#REF!`, or a formula
            without a stored value (empty text).
        merged: Ranges of merged cells: first row and column, last row and column, from 1.
    """

    file: str
    sheet: str = ""
    rows: Sequence[TableRow] = ()
    faults: Mapping[tuple[int, int], str] = field(default_factory=dict)
    merged: Sequence[tuple[int, int, int, int]] = ()

    @property
    def name(self) -> str:
        """Name for messages: `cards.csv`, or `worksheet 'ships'`."""
        return f"worksheet '{self.sheet}'" if self.sheet else "the table"

    def span(self, line: int = 0, column: int = 0) -> Span:
        """Return the position of a cell; in a CSV file, the line where its record begins.

        Args:
            line: Row from 1; 0 for the whole table.
            column: Column from 1; 0 for the whole row.
        """
        return Span(self.file, line, column if self.sheet else 0, sheet=self.sheet)

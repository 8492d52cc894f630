"""Read CSV: find its delimiter, then its records with the lines on which they begin."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from cardgen.read.tables.table import CELL_LIMIT, COLUMN_LIMIT, ROW_LIMIT, Table, TableRow
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span

_DELIMITERS = ",;\t|"
_NO_DELIMITER = "\x1f"  # a control character that no text contains: each line is one cell
_SAMPLE = 100  # records that show which delimiter a file uses
_SEPARATOR_LINE = re.compile(r"\ufeff?sep=(.)\r?\n", re.IGNORECASE)  # Excel writes and reads such a first line
_LONGEST_CELL = 100_000  # characters
_OPEN_QUOTE = UnlocatedError(
    "E136",
    "a quote is never closed, or a quote inside a text is written once",
    expected='a quote at the end of the text too, and "" for each quote inside it',
)


def read_csv(text: str, name: str, diagnostics: Collector, *, is_tabbed: bool = False) -> Table | None:
    """Return the records of a CSV file.

    Args:
        diagnostics: Receives the errors E132 and E136.
        is_tabbed: Whether the suffix of the file promises tabs as delimiters.

    Returns:
        The table, or None after an error.
    """
    skipped = 0
    if match := _SEPARATOR_LINE.match(text):
        delimiter, text, skipped = match[1], text[match.end() :], 1
    else:
        delimiter = "\t" if is_tabbed else find_delimiter(text)
    rows: list[TableRow] = []
    count = 0
    try:
        for line, record in _records(text, delimiter):
            count += len(record)
            if error := too_many(len(record), len(rows) + 1, count):
                diagnostics.items.append(error.at(Span(name, line + skipped)))
                return None
            rows.append(TableRow(line + skipped, record))
    except _BrokenRecordError as error:
        line, column, length = find_broken_cell(text, error.line, delimiter)
        span = Span(name, line + skipped, column, column + 1)
        diagnostics.items.append(_too_long(length).at(span) if length else _OPEN_QUOTE.at(span))
        return None
    return Table(name, rows=rows)


def _too_long(length: int) -> UnlocatedError:
    """Return E132 for a cell of too many characters."""
    return UnlocatedError("E132", f"a cell has {length:,} characters", expected=f"at most {_LONGEST_CELL:,} characters")


def too_many(columns: int, rows: int, cells: int) -> UnlocatedError | None:
    """Return E132 if a table is too large.

    Args:
        columns: Those of the longest row.
        cells: Those of all rows.
    """
    if columns > COLUMN_LIMIT:
        return UnlocatedError("E132", f"a row has {columns:,} columns", expected=f"at most {COLUMN_LIMIT:,} columns")
    if rows <= ROW_LIMIT and cells <= CELL_LIMIT:
        return None
    expected = f"at most {ROW_LIMIT:,} rows" if rows > ROW_LIMIT else f"at most {CELL_LIMIT:,} cells in all"
    return UnlocatedError("E132", f"the table has more than {rows - 1:,} rows", expected=expected)


def find_delimiter(text: str) -> str:
    """Return the delimiter of a CSV text: the one that cuts its records into the same number of cells as its header.

    Returns:
        A comma, a semicolon, a tab or a bar; a character that occurs nowhere if the records have one cell each.
    """
    scores = []
    for delimiter in _DELIMITERS:
        try:
            widths = [len(record) for _, record in islice(_records(text, delimiter, strict=False), _SAMPLE)]
        except _BrokenRecordError:
            continue
        if not widths:
            continue
        first = next((index for index, width in enumerate(widths) if width > 1), None)
        if first is None:
            continue
        table = widths[first:]  # rows above it, of one cell each, may hold a title
        common, count = Counter(table).most_common(1)[0]
        is_even = sum(width > 1 for width in table) >= 0.9 * len(table) and 2 * count >= len(table) > 1
        if first == 0 or is_even:
            scores.append((first == 0, count / len(table) if common > 1 else 0.0, max(table[0], common), delimiter))
    return max(scores)[-1] if scores else _NO_DELIMITER


def find_broken_cell(text: str, first_line: int, delimiter: str) -> tuple[int, int, int]:
    """Return line and column, from 1, of the cell that makes a record unreadable, and its characters if they are too many.

    Args:
        first_line: Line where the record begins, from 1.
    """
    lines = text.splitlines(keepends=True) if "\x0b" not in text else io.StringIO(text, newline="").readlines()
    start = sum(map(len, lines[: first_line - 1]))
    at, opened, length = start, start, 0
    while at < len(text):
        while at < len(text) and text[at] == " ":
            at += 1
        is_quoted = text[at : at + 1] == '"'
        if is_quoted:
            opened = at
            end = text.find('"', at + 1)
            while end >= 0 and text[end + 1 : end + 2] == '"':
                end = text.find('"', end + 2)
            if end < 0 or text[end + 1 : end + 2] not in ("", delimiter, "\n", "\r"):
                break
        else:
            ends = [found for mark in (delimiter, "\n", "\r") if (found := text.find(mark, at)) >= 0]
            end = min(ends, default=len(text))
        if end - at - is_quoted > _LONGEST_CELL:
            opened, length = at, end - at - is_quoted
            break
        at = end + 1 + is_quoted
    line = first_line + text.count("\n", start, opened)
    return line, opened - max(text.rfind("\n", 0, opened), text.rfind("\r", 0, opened)), length


class _BrokenRecordError(Exception):
    """A record whose quotes do not match; `line` is where it begins."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def _records(text: str, delimiter: str, *, strict: bool = True) -> Iterator[tuple[int, list[str | None]]]:
    """Yield the records that are not blank, each with the line on which it begins."""
    csv.field_size_limit(_LONGEST_CELL if strict else len(text))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict, skipinitialspace=True)
    line = 1
    while True:
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise _BrokenRecordError(line) from None
        cells = [_clean(cell) if cell else None for cell in record]
        while cells and cells[-1] is None:
            cells.pop()
        if cells:
            yield line, cells
        line = reader.line_num + 1


def _clean(cell: str) -> str | None:
    """Return the text of a cell without spaces around it, with plain line breaks; None if nothing is left."""
    if "\r" in cell:
        cell = cell.replace("\r\n", "\n").replace("\r", "\n")
    return cell.strip() or None

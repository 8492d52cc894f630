"""Turn a table into rows that the model of a list accepts, each value with the position of its cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from cardgen.read.tables.cells import read_cell
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.headers import Column, column_titles, find_header_row, is_headless, note_missing, read_headers
from cardgen.read.tables.model_names import model_names
from cardgen.read.tables.naming import needs_names, number_nameless, with_names
from cardgen.read.tables.notation import NotationReader
from cardgen.read.tables.table import Table, TableRow
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Node, RowNode, Span, TableColumn


def read_rows(table: Table, model: type[BaseModel], context: ListContext, diagnostics: Collector) -> list[RowNode]:
    """Return the rows of a table below its headers; blank rows and rows with nothing but remarks are left out.

    Args:
        diagnostics: Receives the errors E137, E139 to E144 and E169, and the warnings W151, W153, W160 to W164, W166
            and W167.
    """
    if not table.rows:
        message = f"{table.name} is empty"
        diagnostics.add("E137", message, table.span(), expected="a row of headers, and a row for each card below it")
        return []
    before = len(diagnostics.items)
    at = find_header_row(table, model)
    if at == 0 and is_headless(table, model):
        table = _with_headings(table, diagnostics)
    table = _with_joined_headings(table, at)
    head, body = table.rows[at], _fill_merged(table, table.rows[at + 1 :], diagnostics)
    columns = read_headers(table, head, model, context, diagnostics)
    is_numbered = False
    if body:
        columns = with_names(table, head, body, columns, model, diagnostics)
        is_numbered = needs_names(model)
        note_missing(table, head, columns, model, diagnostics, numbered=is_numbered)
    reader = _RowReader(table, head, columns, model, context, diagnostics)
    rows = [row for cells in body if (row := reader.read(cells))]
    reader.notation.report(diagnostics)
    for place in reader.left_out.values():
        message = f"{table.name} has a column without a heading, which is left out"
        hint = "give it a heading to have it on the cards"
        diagnostics.add("W164", message, place, hints=[hint])
    if is_numbered:
        number_nameless(rows, columns, context, diagnostics)
    if not body or not (rows or any(item.is_error for item in diagnostics.items[before:])):
        diagnostics.add("E137", f"{table.name} has no row below its headers", table.span(head.line))
    return rows


def _with_headings(table: Table, diagnostics: Collector) -> Table:
    """Return a table without headings with a row of them: `text` for an only column, or else `Column 1` and so on."""
    first = table.rows[0]
    width = max(len(row.cells) for row in table.rows)
    headings = ["text"] if width == 1 else [f"Column {number}" for number in range(1, width + 1)]
    message = f"{table.name} has no headings; its first row is a card too"
    diagnostics.add("W169", message, table.place(first, 0), hints=["write a row of headings above it, such as 'text'"])
    return replace(table, rows=[TableRow(first.line, headings), *table.rows])


_FILE, _FOCUS = "file", "focus"
"""Keys of a picture that states the point that stays in view."""


class _RowReader:
    """Reads the rows of one table."""

    def __init__(
        self,
        table: Table,
        head: TableRow,
        columns: Sequence[Column],
        model: type[BaseModel],
        context: ListContext,
        diagnostics: Collector,
    ) -> None:
        self.table = table
        self.notation = NotationReader(context.is_icon, context.defines)
        self.width = len(head.cells) if model_names(model).is_open else 0
        self.diagnostics = diagnostics
        self.columns = columns
        self.header_span = table.span(head.line)
        self.headed = {index for index, cell in enumerate(head.cells) if cell is not None}
        titles = column_titles(columns)
        stated = {
            column: TableColumn(column.header, column.index + 1, titles.get(column, "")) for column in reversed(columns)
        }
        details = {".".join((*one.path, one.language)).rstrip("."): column for one, column in stated.items()}
        self.by_key = {one.path[0]: column for one, column in stated.items()} | details
        self.left_out: dict[int, Span] = {}
        self.fault_lines = {line for line, _ in table.faults}
        self.pictures = [column.path[0] for column in columns if len(column.path) == 2 and column.path[1] == _FOCUS]
        with_language = {column.path for column in columns if column.language}
        default = context.languages[0] if context.languages else ""
        # A text of which there are several columns is a mapping of languages, in which the plain column is the first one.
        self.languages = [column.language or (default if column.path in with_language else "") for column in columns]
        self.name_index = next(
            (column.index for key in ("id", "name") for column in columns if column.path == (key,)), None
        )

    def read(self, row: TableRow) -> RowNode | None:
        """Return a row, or None if it holds no value of the deck."""
        if row.line in self.fault_lines:
            self._note_faults(row)
        value: dict[str, Node] = {}
        for column, language in zip(self.columns, self.languages, strict=True):
            if (node := self._node(row, column)) is None:
                continue
            if language or len(column.path) > 1:
                self._put(value, column, language, node)
            else:
                _put_whole(value, column.path[0], node)
        for key in self.pictures:  # a point of no picture
            holder = value.get(key)
            if holder and isinstance(holder.value, dict) and _FILE not in holder.value:
                del value[key]
        self._note_headerless(row)
        if not value:
            return None
        span = self.table.place(row, self.name_index or 0)
        return RowNode(value, span, None, self.header_span, self.by_key)

    def _node(self, row: TableRow, column: Column) -> Node | None:
        """Return the value of a cell; None if it is empty, or cannot be read."""
        cell = row.cells[column.index] if column.index < len(row.cells) else None
        if cell is None:
            return None
        place = self.table.place(row, column.index)
        if type(cell) is str:  # no nested value
            if column.shape is None or column.shape.is_localized:
                cell = self.notation.read(cell, column.header, place)
            else:
                cell = self.notation.with_defines(cell, place)
        return read_cell(cell, column, place, self.diagnostics) if cell != "" else None

    def _put(self, value: dict[str, Node], column: Column, language: str, node: Node) -> None:
        """Put a value at a path of keys; a text with a language goes one level deeper."""
        *outer, last = (*column.path, language) if language else column.path
        for key in outer:
            holder = value.get(key)
            if holder is None or not isinstance(holder.value, dict):
                # A plain value beside one of its details, as `art` and `art.focus`, is the file of a picture.
                holder = value[key] = Node({_FILE: holder} if holder is not None else {}, node.span)
            assert isinstance(holder.value, dict)
            value = holder.value
        value[last] = node

    def _note_faults(self, row: TableRow) -> None:
        for column in self.columns:
            fault = self.table.faults.get((row.line, column.index + 1))
            if fault is None:
                continue
            span, name = self.table.place(row, column.index), quoted(column.header)
            if fault:
                words = f"the error {fault}" if fault.startswith("#") else fault
                self.diagnostics.add("E143", f"column {name} holds {words}", span, hints=["correct its formula"])
            else:
                message = f"column {name} holds a formula without a stored value"
                hint = "open the workbook in a spreadsheet program, and save it again"
                self.diagnostics.add("E143", message, span, hints=[hint])

    def _note_headerless(self, row: TableRow) -> None:
        for index, cell in enumerate(row.cells):
            if cell is None or index in self.headed:
                continue
            if index < self.width:  # a number of the row, or a note beside the table; no cut text, which goes further
                self.left_out.setdefault(index, self.table.place(row, index))
            else:
                self.diagnostics.add(
                    "E141",
                    f"value {quoted(cell)} is in a column without a header",
                    self.table.place(row, index),
                    hints=self._headerless_hints(),
                )
                return

    def _headerless_hints(self) -> list[str]:
        if self.table.sheet:
            return ["give the column a header, which begins with '#' for remarks, or empty its cells"]
        return ["put text that contains the delimiter in quotes, or give the column a header"]


def _put_whole(value: dict[str, Node], key: str, node: Node) -> None:
    """Put the value of a column; beside the columns of its details, it is the file of a picture."""
    holder = value.get(key)
    if holder is not None and isinstance(holder.value, dict):
        holder.value[_FILE] = node
    else:
        value[key] = node


def _with_joined_headings(table: Table, at: int) -> Table:
    """Return a table whose two rows of headings are one, with headings such as `Answers A` and `Answers B`.

    The second row has a heading in each column of those that are merged over several columns, and in no other.

    Args:
        at: Index of the first row of headings.
    """
    head, *below = table.rows[at : at + 2]
    over = {left - 1: right for top, left, bottom, right in table.merged if top == bottom == head.line and right > left}
    upper = {column: head.cells[first] for first, end in over.items() for column in range(first, end)}
    lower = below[0].cells if below else ()
    if not upper or {column for column, cell in enumerate(lower) if cell is not None} != {*upper}:
        return table
    cells = [*head.cells, *[None] * (len(lower) - len(head.cells))]
    for column, heading in upper.items():
        cells[column] = f"{heading} {lower[column]}"
    return replace(table, rows=[*table.rows[:at], replace(head, cells=cells), *table.rows[at + 2 :]])


def _fill_merged(table: Table, rows: Sequence[TableRow], diagnostics: Collector) -> Sequence[TableRow]:
    """Return the rows with the value of merged cells in each row that they span, and a warning (W151) for each range."""
    ranges = [(top, left, bottom) for top, left, bottom, _ in table.merged if bottom > top]
    if not ranges or not rows:
        return rows
    cells = {row.line: list(row.cells) for row in rows}
    for top, left, bottom in ranges:
        if top not in cells or left > len(cells[top]) or cells[top][left - 1] is None:
            continue
        filled = [line for line in range(top + 1, bottom + 1) if line in cells and left <= len(cells[line])]
        for line in filled:
            cells[line][left - 1] = cells[top][left - 1]
        if filled:
            diagnostics.add(
                "W151",
                f"cells of {len(filled) + 1} rows are merged; the value counts for each of these rows",
                table.span(top, left),
                hints=["write the value in each row"],
            )
    return [TableRow(line, row) for line, row in cells.items()]

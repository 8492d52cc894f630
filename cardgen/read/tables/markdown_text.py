"""Read the tables of a Markdown file, each under the name of the heading above it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgen.read.tables.csv_text import too_many
from cardgen.read.tables.table import Cell, Table, TableRow
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Span

if TYPE_CHECKING:
    from markdown_it.token import Token


def read_markdown(text: str, name: str, found: Collector) -> dict[str, Table]:
    """Return the tables of a Markdown text by their names; the only one has none.

    Args:
        found: Receives E132, a table is too large, and E137, there is none.
    """
    from markdown_it import MarkdownIt

    tables: list[tuple[str, list[TableRow]]] = []
    title, count = "", 0
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = tokens[index + 1].content.strip()
        elif token.type == "table_open":
            tables.append((title, []))
        elif token.type == "tr_open" and tables:
            rows, cells = tables[-1][1], _cells(tokens, index)
            count += len(cells)
            if error := too_many(len(cells), len(rows) + 1, count):
                found.items.append(error.at(Span(name, _line(token))))
                return {}
            if any(cell is not None for cell in cells):
                rows.append(TableRow(_line(token), cells))
    if not tables:
        expected = "a table with | between its cells, and a line such as |---|---| below its headings"
        found.add("E137", "the file holds no table", Span(name), expected=expected)
    names = _distinct([title for title, _ in tables]) if len(tables) > 1 else [""]
    return {title: Table(name, rows=rows, list_name=title) for title, (_, rows) in zip(names, tables, strict=False)}


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def _cells(tokens: Sequence[Token], index: int) -> list[Cell]:
    """Return the cells of the row that begins at a token, as they are written, without the marks of links."""
    cells: list[Cell] = []
    for token in tokens[index:]:
        if token.type == "tr_close":
            break
        if token.type == "inline":
            cells.append(html.unescape(token.content).strip() or None)
    return cells


def _distinct(names: Sequence[str]) -> list[str]:
    """Return names that differ: of several equal ones, the later have numbers."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        wanted = name or f"table {number}"
        found.append(wanted if wanted not in found else f"{wanted} ({number})")
    return found

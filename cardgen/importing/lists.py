"""Read the lists of cards of a project: spreadsheets and other tables, as texts by heading."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from cardgen.importing.deck import ImportedDeck
from cardgen.importing.files import ProjectFiles
from cardgen.read.tables.files import spreadsheet_from
from cardgen.read.tables.table import Cell
from cardgen.report.diagnostics import Collector, plural, quoted
from cardgen.report.errors import UnlocatedError


@dataclass(frozen=True, slots=True)
class ProjectList:
    """A list of cards.

    Attributes:
        headings: The headings of its columns, in order.
        rows: Texts by heading; empty cells have the empty text.
    """

    headings: tuple[str, ...]
    rows: tuple[dict[str, str], ...]


def read_list(
    files: ProjectFiles, name: str, deck: ImportedDeck, sheet: str | int = 0, line: int = 0, file: str = ""
) -> ProjectList | None:
    """Return a list of a project; None, with a note, if it cannot be read.

    Args:
        sheet: Its worksheet, by name or by number from 0.
    """
    found = files.find(name, (".csv", ".xlsx", ".yml", ".yaml", ".txt"))
    if found is None:
        deck.leave(f"list {quoted(name)} is not in the project", line, file)
        return None
    problems = Collector()
    try:
        spreadsheet = spreadsheet_from(files.read(found), PurePosixPath(found).suffix.lower(), found, problems)
    except UnlocatedError as error:
        deck.leave(f"list {quoted(name)}: {error.message}", line, file)
        return None
    sheets = spreadsheet.sheets if spreadsheet else ()
    chosen = sheets[sheet] if isinstance(sheet, int) and sheet < len(sheets) else str(sheet) if sheet else ""
    table = spreadsheet.table(chosen or (sheets[0] if sheets else ""), problems) if spreadsheet else None
    if table is None or not table.rows:
        reason = problems.items[0].message if problems.items else "it has no rows"
        deck.leave(f"list {quoted(name)}: {reason}", line, file)
        return None
    head, *body = table.rows
    headings = tuple(_text(cell) or f"column {number}" for number, cell in enumerate(head.cells, 1))
    rows = tuple(_row(headings, row.cells) for row in body)
    deck.take(f"{plural(len(rows), 'row')} and {plural(len(headings), 'column')} of {found}")
    return ProjectList(headings, rows)


def _row(headings: Sequence[str], cells: Sequence[Cell]) -> dict[str, str]:
    texts = [_text(cell) for cell in cells] + [""] * len(headings)
    return dict(reversed(list(zip(headings, texts, strict=False))))


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return cell.isoformat() if isinstance(cell, datetime.date | datetime.time) else str(cell)

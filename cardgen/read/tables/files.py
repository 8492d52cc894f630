"""Open a spreadsheet by its path, whatever its format, and choose a worksheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cardgen.model.deck import FOREIGN_SPREADSHEETS, SPREADSHEETS
from cardgen.read.files import FileKind, read_file
from cardgen.read.tables.csv_text import read_csv
from cardgen.read.tables.package import describe
from cardgen.read.tables.table import Table, Tables, TableSet
from cardgen.read.tables.workbook import open_workbook
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span

SPREADSHEET = FileKind("spreadsheet", missing="E130", unreadable="E131", too_large="E132", limit=32 * 2**20)


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A spreadsheet that was opened.

    Attributes:
        name: Name of the file in messages.
        content: Its tables.
    """

    name: str
    content: Tables

    @property
    def sheets(self) -> tuple[str, ...]:
        """Names of the worksheets that are not hidden; one empty name for a CSV file."""
        return tuple(self.content.sheets)

    @property
    def first(self) -> str:
        """Name of the first worksheet; empty for a CSV file."""
        return self.sheets[0] if self.sheets else ""

    def table(self, sheet: str, diagnostics: Collector) -> Table | None:
        """Return the table of a worksheet, or None after an error.

        Args:
            sheet: Name of the worksheet, exactly or but for its case; empty for the table of a CSV file.
            diagnostics: Receives E132, E133 and E138.
        """
        if self.sheets == ("",):
            if not sheet:
                return self.content.table("")
            hint = "leave out what follows '#'"
            diagnostics.add("E138", f"CSV file has no worksheet {quoted(sheet)}", Span(self.name), hints=[hint])
            return None
        names = [*self.content.sheets, *self.content.hidden]
        found = next((name for name in names if name == sheet), None)
        found = found or next((name for name in names if name.casefold() == sheet.casefold()), None)
        if found is None:
            message, expected = f"workbook has no worksheet {quoted(sheet)}", f"one of: {', '.join(names)}"
            diagnostics.add("E138", message, Span(self.name), expected=expected, hints=did_you_mean(sheet, names))
            return None
        try:
            return self.content.table(found)
        except UnlocatedError as error:
            diagnostics.items.append(error.at(Span(self.name, sheet=found)))
            return None


def open_spreadsheet(path: Path, name: str, diagnostics: Collector) -> Spreadsheet | None:
    """Open a CSV file or a workbook; None after an error.

    Args:
        path: Path of the file, without a worksheet.
        name: Name of the file in messages.
        diagnostics: Receives E130 to E136, and W152.
    """
    try:
        suffix = path.suffix.lower()
        if suffix in FOREIGN_SPREADSHEETS:
            raise UnlocatedError(
                "E133",
                f"spreadsheets of the format {suffix} cannot be read",
                expected=f"one of: {', '.join(SPREADSHEETS)}",
                hints=["save it as .xlsx, .ods or .csv"],
            )
        return spreadsheet_from(read_file(path, SPREADSHEET), suffix, name, diagnostics)
    except UnlocatedError as error:
        diagnostics.items.append(error.at(Span(name)))
        return None


def spreadsheet_from(data: bytes, suffix: str, name: str, diagnostics: Collector) -> Spreadsheet | None:
    """Return the spreadsheet that the bytes of a file hold; None after an error.

    Args:
        data: The bytes.
        suffix: Suffix of the file, which says what they should be.
        name: Name of the file in messages.
        diagnostics: Receives E132 to E136, and W152.
    """
    try:
        content = READERS.get(suffix, _text_table)(data, name, diagnostics)
    except UnlocatedError as error:
        diagnostics.items.append(error.at(Span(name)))
        return None
    return Spreadsheet(name, content) if content else None


def _text_table(data: bytes, name: str, diagnostics: Collector, *, is_tabbed: bool = False) -> Tables | None:
    looks = describe(data)
    if looks == "a web page" or data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        what = "a web page" if looks == "a web page" else "a workbook or another document"
        hint = "" if looks == "a web page" else "name it .xlsx or .ods, or save it as CSV"
        diagnostics.add("E133", f"file is not CSV text, but {what}", Span(name), hints=[hint] if hint else [])
        return None
    table = read_csv(data, name, diagnostics, is_tabbed=is_tabbed)
    return TableSet({"": table}) if table else None


def _workbook_tables(data: bytes, name: str, diagnostics: Collector) -> Tables | None:
    if describe(data) == "text" and not data.startswith(b"PK"):
        hint = "name it .csv if it holds text with delimiters"
        diagnostics.add("E133", "file is not a workbook, but text", Span(name), hints=[hint])
        return None
    return open_workbook(data, name)


Reader = Callable[[bytes, str, Collector], Tables | None]
READERS: Mapping[str, Reader] = {
    ".csv": _text_table,
    ".tsv": partial(_text_table, is_tabbed=True),
    ".tab": partial(_text_table, is_tabbed=True),
    ".xlsx": _workbook_tables,
    ".xlsm": _workbook_tables,
    ".ods": _workbook_tables,
}
"""What reads the tables of a file, by its suffix: it reports what is wrong, returns None after an error, and may raise an
`UnlocatedError`."""

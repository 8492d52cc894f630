"""Open a list of cards by its path, whatever its format, and choose a worksheet or one of its lists."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardgen.model.deck import FOREIGN_SPREADSHEETS, SPREADSHEETS, STANDARD_INPUT
from cardgen.read.files import FileKind, read_file
from cardgen.read.tables.encoding import decode_list
from cardgen.read.tables.formats import FORMATS, format_of
from cardgen.read.tables.package import describe
from cardgen.read.tables.table import Table, Tables, TableSet
from cardgen.read.tables.workbook import open_workbook
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span

WORKBOOKS = (".xlsx", ".xlsm", ".ods")
_ANY = ("", ".txt")  # suffixes that say nothing about the content
SPREADSHEET = FileKind("spreadsheet", missing="E130", unreadable="E131", too_large="E132", limit=32 * 2**20)


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A spreadsheet that was opened."""

    name: str
    content: Tables

    @property
    def sheets(self) -> tuple[str, ...]:
        """Names of the worksheets that are not hidden, or of the lists; one empty name for a file of one list."""
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
            diagnostics.add("E138", f"file has no worksheet {quoted(sheet)}", Span(self.name), hints=[hint])
            return None
        names = [*self.content.sheets, *self.content.hidden]
        found = next((name for name in names if name == sheet), None)
        found = found or next((name for name in names if name.casefold() == sheet.casefold()), None)
        if found is None:
            noun = "file has no list" if isinstance(self.content, TableSet) else "workbook has no worksheet"
            message, expected = f"{noun} {quoted(sheet)}", f"one of: {', '.join(names)}"
            diagnostics.add("E138", message, Span(self.name), expected=expected, hints=did_you_mean(sheet, names))
            return None
        try:
            return self.content.table(found)
        except UnlocatedError as error:
            diagnostics.items.append(error.at(Span(self.name, sheet=found)))
            return None


def open_spreadsheet(path: Path, name: str, diagnostics: Collector) -> Spreadsheet | None:
    """Open a file of text or a workbook; None after an error.

    Args:
        path: Path of the file, without a worksheet; `-` is standard input.
        diagnostics: Receives E103 to E110, E130 to E137, E155, W152, W155 and W156.
    """
    try:
        if str(path) == STANDARD_INPUT:
            return spreadsheet_from(_standard_input(), "", name, diagnostics)
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
        suffix: Suffix of the file, which says what they should be; an unknown one leaves it to them.
        diagnostics: Receives what `open_spreadsheet` states, but for E130 and E131.
    """
    try:
        if suffix in WORKBOOKS or (suffix in _ANY and data.startswith(b"PK\x03\x04")):
            content: Tables | None = _workbook_tables(data, name, diagnostics)
        else:
            content = _text_tables(data, suffix, name, diagnostics)
    except UnlocatedError as error:
        diagnostics.items.append(error.at(Span(name)))
        return None
    return Spreadsheet(name, content) if content else None


def _text_tables(data: bytes, suffix: str, name: str, diagnostics: Collector) -> Tables | None:
    looks = describe(data)
    if looks == "a web page" or data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        what = "a web page" if looks == "a web page" else "a workbook or another document"
        hint = "" if looks == "a web page" else "name it .xlsx or .ods, or save it as CSV"
        wanted = next((one.name for one in FORMATS if suffix in one.suffixes), "CSV")
        diagnostics.add("E133", f"file is not {wanted} text, but {what}", Span(name), hints=[hint] if hint else [])
        return None
    text = decode_list(data, name, diagnostics)
    return format_of(suffix, text).read(text, name, diagnostics) if text is not None else None


def _workbook_tables(data: bytes, name: str, diagnostics: Collector) -> Tables | None:
    if describe(data) == "text" and not data.startswith(b"PK"):
        hint = "name it .csv if it holds text with delimiters"
        diagnostics.add("E133", "file is not a workbook, but text", Span(name), hints=[hint])
        return None
    return open_workbook(data, name)


def _standard_input() -> bytes:
    """Return what standard input holds.

    Raises:
        UnlocatedError: E131, it cannot be read; E132, it is too large.
    """
    if sys.stdin is None:
        raise UnlocatedError("E131", "standard input is closed")
    try:
        data = _read_input()
    except (OSError, ValueError) as error:
        raise UnlocatedError("E131", "standard input cannot be read") from error
    if len(data) > SPREADSHEET.limit:
        expected = f"at most {SPREADSHEET.limit // 2**20} MiB"
        raise UnlocatedError("E132", "standard input is too large", expected=expected)
    return data


@cache
def _read_input() -> bytes:
    """Return what standard input holds, as far as its size is allowed, read once for all who ask."""
    return sys.stdin.buffer.read(SPREADSHEET.limit + 1)

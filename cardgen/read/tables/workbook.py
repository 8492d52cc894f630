"""Read the worksheets of XLSX and ODS workbooks with python-calamine."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.read.tables.package import kind_of, open_package
from cardgen.read.tables.scan import check_content, scan_sheet
from cardgen.read.tables.table import Cell, Table, TableRow
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:  # only decks that use a workbook pay for the import
    import zipfile

    from python_calamine import CalamineWorkbook

_CONTROL = re.compile(
    "[\x0b\x0c\u2028\u2029]|[\x00-\x08\x0e-\x1f]"
)  # line breaks of other programs, and what no font has


@dataclass(frozen=True, slots=True)
class Workbook:
    """An opened workbook.

    Attributes:
        name: Name of the file in messages.
        sheets: Names of the worksheets that are not hidden, in order.
        hidden: Names of the hidden ones.
    """

    name: str
    sheets: Sequence[str]
    hidden: Sequence[str]
    _package: zipfile.ZipFile
    _kind: str
    _workbook: CalamineWorkbook

    def table(self, sheet: str) -> Table:
        """Return a worksheet as a table, which has no rows if the worksheet is empty.

        Raises:
            UnlocatedError: E132 or E133, the worksheet is too large or damaged.
        """
        scan = scan_sheet(self._package, self._kind, sheet)
        if not scan.last_row:
            return Table(self.name, sheet)
        with _calamine_errors(f"worksheet '{sheet}'"):
            found = self._workbook.get_sheet_by_name(sheet)
            merged = found.merged_cell_ranges or []
            lines = [[_cell(value) for value in values] for values in found.to_python(skip_empty_area=False)]
        at_fault = {line for line, _ in scan.faults}
        rows = [TableRow(line, cells) for line, cells in enumerate(lines, 1) if any_value(cells) or line in at_fault]
        return Table(self.name, sheet, rows, scan.faults, [_from_one(start, end) for start, end in merged])


def open_workbook(data: bytes, name: str) -> Workbook:
    """Open an XLSX or ODS workbook.

    Args:
        data: The bytes of the file.
        name: Name of the file in messages.

    Raises:
        UnlocatedError: E132 to E134: it is too large, no workbook or damaged, or protected by a password.
    """
    package = open_package(data)
    kind = kind_of(package)
    if kind == "ods":
        check_content(package)  # calamine reads all worksheets at once, and never ends in one whose end is missing
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    with _calamine_errors("file"):
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        known = [sheet for sheet in workbook.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
    visible = [sheet.name for sheet in known if sheet.visible == SheetVisibleEnum.Visible]
    hidden = [sheet.name for sheet in known if sheet.visible != SheetVisibleEnum.Visible]
    return Workbook(name, visible, hidden, package, kind, workbook)


def any_value(cells: Sequence[Cell]) -> bool:
    """Return whether any cell of a row holds a value."""
    return any(cell is not None for cell in cells)


@contextmanager
def _calamine_errors(what: str) -> Iterator[None]:
    """Raise the errors of calamine, and its panics, which are no `Exception`s, as E133 or E134."""
    from python_calamine import CalamineError, PasswordError

    try:
        yield
    except PasswordError:
        raise UnlocatedError(
            "E134", "workbook is protected by a password", hints=["save a copy without a password"]
        ) from None
    except (CalamineError, ValueError, OSError) as error:
        raise UnlocatedError("E133", f"{what} cannot be read: {error}", hints=["save the workbook again"]) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise UnlocatedError("E133", f"{what} cannot be read", hints=["save the workbook again"]) from None


def _cell(value: object) -> Cell:
    """Return the value of a cell: whole numbers as integers, text without spaces around it, None for empty text."""
    if isinstance(value, str):
        if "\r" in value:
            value = value.replace("\r\n", "\n").replace("\r", "\n")
        return _CONTROL.sub("\n", value).strip() or None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    return value if isinstance(value, bool | int | datetime.date | datetime.time | datetime.timedelta) else None


def _from_one(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return a merged range with rows and columns counted from 1."""
    return start[0] + 1, start[1] + 1, end[0] + 1, end[1] + 1

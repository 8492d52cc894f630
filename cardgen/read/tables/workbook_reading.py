"""Read workbooks with python-calamine; only a sandbox calls these functions."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from zipfile import ZipFile

from python_calamine import (
    CalamineError,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from cardgen.read.tables.cell_faults import cell_faults
from cardgen.read.tables.package import kind_of, open_package
from cardgen.read.tables.table import CELL_LIMIT, COLUMN_LIMIT, ROW_LIMIT, TEXT_LIMIT, Cell
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import column_letters

_CONTROL = re.compile(
    "[\x0b\x0c\u2028\u2029]|[\x00-\x08\x0e-\x1f]"
)  # line breaks of other programs, and what no font has

Faults = Mapping[tuple[int, int], str]
Ranges = Sequence[tuple[int, int, int, int]]


def sheet_names(data: bytes) -> tuple[list[str], list[str]]:
    """Return the names of the worksheets that are not hidden, and of those that are.

    Raises:
        UnlocatedError: E132 to E134: it is too large, no workbook or damaged, or protected by a password.
    """
    _, _, workbook = _opened(data)
    known = [sheet for sheet in workbook.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
    visible = [sheet.name for sheet in known if sheet.visible == SheetVisibleEnum.Visible]
    return visible, [sheet.name for sheet in known if sheet.visible != SheetVisibleEnum.Visible]


def read_sheet(data: bytes, sheet: str) -> tuple[list[tuple[int, list[Cell]]], Faults, Ranges]:
    """Return the rows of a worksheet that are not blank with their numbers, its faults, and its merged ranges; see `Table`.

    Args:
        data: The bytes of the workbook.

    Raises:
        UnlocatedError: E132 or E133, the worksheet is too large or damaged.
    """
    package, kind, workbook = _opened(data)
    with _calamine_errors(f"worksheet '{sheet}'"):
        found = workbook.get_sheet_by_name(sheet)
        if found.end:
            _check_extent(*found.end)
        merged = found.merged_cell_ranges or []
        values = found.to_python(skip_empty_area=False) if found.end else []
    if len(merged) > ROW_LIMIT:
        message = f"the worksheet has {len(merged):,} merged ranges"
        raise UnlocatedError("E132", message, expected=f"at most {ROW_LIMIT:,}")
    lines = [[plain_cell(value) for value in line] for line in values]
    size = sum(len(cell) for line in lines for cell in line if isinstance(cell, str))
    if size > TEXT_LIMIT:
        message = f"the worksheet holds more than {TEXT_LIMIT // 2**20:,} MiB of text"
        raise UnlocatedError("E132", message, hints=["shorten its longest texts"])
    faults = cell_faults(package, kind, sheet)
    at_fault = {line for line, _ in faults}
    rows = [
        (number, line)
        for number, line in enumerate(lines, 1)
        if number in at_fault or any(cell is not None for cell in line)
    ]
    return rows, faults, [(top + 1, left + 1, bottom + 1, right + 1) for (top, left), (bottom, right) in merged]


@lru_cache(maxsize=1)
def _opened(data: bytes) -> tuple[ZipFile, str, CalamineWorkbook]:
    package = open_package(data)
    kind = kind_of(package)
    with _calamine_errors("file"):
        return package, kind, CalamineWorkbook.from_filelike(io.BytesIO(data))


def _check_extent(last_row: int, last_column: int) -> None:
    """Refuse a worksheet of more rows, columns or cells than a list may have.

    Args:
        last_row: Number of the last row with a value, from 0.
        last_column: Number of the last column with a value, from 0.

    Raises:
        UnlocatedError: E132.
    """
    rows, columns = last_row + 1, last_column + 1
    if rows > ROW_LIMIT or columns > COLUMN_LIMIT:
        raise UnlocatedError(
            "E132",
            f"the worksheet has a value in cell {column_letters(columns)}{rows}",
            expected=f"at most {ROW_LIMIT:,} rows and {COLUMN_LIMIT:,} columns",
            hints=["delete everything below and to the right of the table"],
        )
    if rows * columns > CELL_LIMIT:
        message = f"the worksheet has {rows:,} rows and {columns:,} columns"
        raise UnlocatedError("E132", message, expected=f"at most {CELL_LIMIT:,} cells")


@contextmanager
def _calamine_errors(what: str) -> Iterator[None]:
    """Raise the errors of calamine, and its panics, which are no `Exception`s, as E133 or E134."""
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
        message = f"{what} cannot be read: it is damaged or far too large"
        raise UnlocatedError("E133", message, hints=["save the workbook again"]) from None


def plain_cell(value: object) -> Cell:
    """Return the value of a cell: whole numbers as integers, text without spaces around it, None for empty text."""
    if isinstance(value, str):
        if "\r" in value:
            value = value.replace("\r\n", "\n").replace("\r", "\n")
        return _CONTROL.sub("\n", value).strip() or None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    return value if isinstance(value, bool | int | datetime.date | datetime.time | datetime.timedelta) else None

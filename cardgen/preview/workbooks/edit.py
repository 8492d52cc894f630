"""Set cells and remove rows of a workbook, and check that nothing else reads differently; only a sandbox calls this."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from copy import copy
from zipfile import ZipFile

from cardgen.preview.workbooks.changes import CellChange, Parts, refusal
from cardgen.preview.workbooks.ods import edit_ods, ods_without_rows
from cardgen.preview.workbooks.xlsx import edit_xlsx
from cardgen.preview.workbooks.xlsx_rows import RowShift, xlsx_without_rows
from cardgen.read.tables.package import kind_of, open_package, read_part
from cardgen.read.tables.table import Cell
from cardgen.read.tables.workbook_reading import plain_cell, read_sheet

_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SIGNATURES = ("_xmlsignatures/", "META-INF/documentsignatures.xml")
Cells = dict[tuple[int, int], Cell]


def edit_workbook(data: bytes, sheet: str, changes: Sequence[CellChange], over_formulas: bool) -> tuple[bytes, bool]:
    """Return a workbook with other values in some cells of a worksheet, and whether it holds formulas.

    A cell that holds a number keeps its type if the new words are a number.

    Args:
        over_formulas: Whether a formula may be replaced.

    Raises:
        UnlocatedError: E132 to E134, it cannot be read; E601, it cannot be written as it should be.
        FormulaError: Some of the cells hold formulas.
    """
    package = _opened(data)
    before, merged = _cells(data, sheet)
    is_ods = kind_of(package) == "ods"
    wanted = [change._replace(value=_value(change, before, is_ods)) for change in changes]
    parts = (edit_ods if is_ods else edit_xlsx)(package, sheet, wanted, over_formulas=over_formulas)
    edited = _with_parts(package, parts)
    expected = before | {(line, column): plain_cell(value) for line, column, value in wanted}
    _check(edited, sheet, expected, merged)
    return edited, (is_ods and b"table:formula=" in read_part(package, "content.xml")) or len(parts) > 1


def remove_rows(data: bytes, sheet: str, lines: Sequence[int], over_formulas: bool) -> tuple[bytes, bool]:
    """Return a workbook without some rows of a worksheet, and whether it holds formulas.

    The rows below move up, unless formulas or other things may name them: then the rows stay, without values.

    Raises:
        UnlocatedError: E132 to E134, it cannot be read; E601, it cannot be written as it should be.
        FormulaError: The rows stay, and hold formulas.
    """
    package = _opened(data)
    before, _ = _cells(data, sheet)
    parts = (ods_without_rows if kind_of(package) == "ods" else xlsx_without_rows)(package, sheet, lines)
    if parts is None:
        gone = {*lines}
        emptied = [CellChange(line, column, None) for line, column in before if line in gone]
        return edit_workbook(data, sheet, emptied, over_formulas)
    edited, shift = _with_parts(package, parts), RowShift(lines)
    expected = {(shift(line), at): cell for (line, at), cell in before.items() if not shift.takes(line)}
    _check(edited, sheet, expected)
    return edited, False


def _opened(data: bytes) -> ZipFile:
    package = open_package(data)
    if any(name.startswith(_SIGNATURES) for name in package.namelist()):
        raise refusal("the workbook is signed", "change it in the program that signs it")
    return package


def _check(edited: bytes, sheet: str, expected: Cells, merged: object = None) -> None:
    """Refuse a workbook whose cells, or merged ranges unless they may move, do not read as they should."""
    after, merged_after = _cells(edited, sheet)
    is_other = any(not _equal(expected.get(place), after.get(place)) for place in expected | after)
    if is_other or merged not in (None, merged_after):
        raise refusal("the workbook would not be read again as it should be", "change it in a spreadsheet program")


def _value(change: CellChange, before: Cells, is_ods: bool) -> str | float | bool | None:
    value, old = change.value, before.get(change[:2])
    if not isinstance(value, str):
        if isinstance(value, float) and not math.isfinite(value):
            raise refusal(f"cell {change.name} holds finite numbers only", "type another number")
        return value
    if isinstance(old, int | float) and not isinstance(old, bool) and _NUMBER.fullmatch(value):
        return float(value) if "." in value else int(value)
    value = value.replace("\t", " ") if is_ods else value  # python-calamine leaves out the tabulators of ODS
    return _NOT_IN_XML.sub("", value.replace("\r\n", "\n").replace("\r", "\n")).strip() or None


def _cells(data: bytes, sheet: str) -> tuple[Cells, object]:
    """Return the values of a worksheet by row and column from 1, empty cells left out, and its merged ranges."""
    rows, faults, merged = read_sheet(data, sheet)
    found: Cells = {(line, at): cell for line, row in rows for at, cell in enumerate(row, 1) if cell is not None}
    return found | {place: fault for place, fault in faults.items() if place not in found}, merged


def _equal(one: Cell, other: Cell) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _with_parts(package: ZipFile, parts: Parts) -> bytes:
    """Return a package with other parts, and all others as they are, in their order."""
    made = io.BytesIO()
    with ZipFile(made, "w") as target:
        for member in sorted(package.infolist(), key=lambda one: one.header_offset):
            data = parts.get(member.filename, b"")
            if data is None:
                continue
            target.writestr(copy(member), data or read_part(package, member.filename))  # which writes its place into it
    return made.getvalue()

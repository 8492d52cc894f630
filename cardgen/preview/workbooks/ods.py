"""Set cells of a worksheet of an ODS workbook in the XML of its content.

Equal rows and cells stand in the file once, with a number of repetitions; those around an edited cell are split.
Source: OpenDocument 1.3, part 3, 9.1 and 19.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from copy import deepcopy
from itertools import accumulate
from zipfile import ZipFile

from lxml import etree

from cardgen.preview.workbooks.changes import CellChange, FormulaError, Parts, parse_part, refusal, serialized
from cardgen.read.tables.cell_faults import repetitions
from cardgen.read.tables.package import damaged, read_part

_TABLE, _OFFICE, _TEXT, _CALC = (
    f"{{urn:{name}}}"
    for name in (
        "oasis:names:tc:opendocument:xmlns:table:1.0",
        "oasis:names:tc:opendocument:xmlns:office:1.0",
        "oasis:names:tc:opendocument:xmlns:text:1.0",
        "org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
    )
)
_ROW, _CELL, _COVERED = f"{_TABLE}table-row", f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"
_NAME = f"{_TABLE}table"
_REPEATED = {_ROW: f"{_TABLE}number-rows-repeated", _CELL: f"{_TABLE}number-columns-repeated"}
_OF_VALUE = (f"{_OFFICE}value-type", f"{_OFFICE}value", f"{_OFFICE}date-value", f"{_OFFICE}time-value",
             f"{_OFFICE}boolean-value", f"{_OFFICE}string-value", f"{_CALC}value-type", f"{_TABLE}formula")  # fmt: skip
_NAMES_ROWS = re.compile(
    rb"table:(formula|named-|database-range|content-validation |shapes|number-(matrix-)?rows-spanned|data-pilot)|calcext:cond|<draw:"
)  # what may name cells by their rows
_KEPT_TYPES = ("percentage", "currency")  # of numbers


def edit_ods(package: ZipFile, sheet: str, changes: Sequence[CellChange], *, over_formulas: bool) -> Parts:
    """Return the parts of a workbook that differ after an edit; see `edit_xlsx`."""
    root, rows = _rows_of(package, sheet)
    cells = [(change, _cell(rows.at(change.line), change.column)) for change in changes]
    for change, cell in cells:
        if cell.tag == _COVERED:
            raise refusal(f"cell {change.name} is a part of merged cells", "write the first of them")
        if cell.get(f"{_TABLE}number-matrix-columns-spanned"):
            raise refusal(
                f"cell {change.name} belongs to a formula of several cells", "change it in a spreadsheet program"
            )
    formulas = [(change.name, formula) for change, cell in cells if (formula := cell.get(f"{_TABLE}formula"))]
    if formulas and not over_formulas:
        raise FormulaError(formulas)
    for change, cell in cells:
        _set(cell, change.value)
    return {"content.xml": serialized(root)}


def ods_without_rows(package: ZipFile, sheet: str, lines: Sequence[int]) -> Parts | None:
    """Return the parts of a workbook that differ without some rows; see `xlsx_without_rows`."""
    if _NAMES_ROWS.search(read_part(package, "content.xml")):
        return None
    root, rows = _rows_of(package, sheet)
    for row in [rows.at(line) for line in lines]:
        holder = row.getparent()
        if holder is not None and len(holder) > 1:
            holder.remove(row)
    return {"content.xml": serialized(root)}


def _rows_of(package: ZipFile, sheet: str) -> tuple[etree._Element, _RepeatedElements]:
    """Return the content of a workbook, and the rows of a worksheet in it."""
    root = parse_part(read_part(package, "content.xml"))
    table = next((one for one in root.iter(_NAME) if one.get(f"{_TABLE}name") == sheet), None)
    if table is None:
        raise damaged()
    if table.get(f"{_TABLE}protected") == "true":
        raise refusal("the worksheet is protected", "take off its protection in a spreadsheet program")
    found = (one for one in table.iter(_ROW) if next(one.iterancestors(_NAME)) is table)
    return root, _RepeatedElements(table, found, _ROW)


def _cell(row: etree._Element, column: int) -> etree._Element:
    return _RepeatedElements(row, (one for one in row if one.tag in (_CELL, _COVERED)), _CELL).at(column)


class _RepeatedElements:
    """The rows of a worksheet or the cells of a row by their numbers.

    Args:
        holder: What the first one is put into, if there is none.
    """

    def __init__(self, holder: etree._Element, found: Iterable[etree._Element], tag: str) -> None:
        self._holder, self._tag, self._key = holder, tag, _REPEATED[tag]
        self._elements = [*found]
        self._ends = [*accumulate(repetitions(one.get(self._key)) for one in self._elements)]

    def at(self, number: int) -> etree._Element:
        """Return the one of a number, from 1, which then stands for itself alone; it is made if there is none."""
        at = bisect_left(self._ends, number)
        if at == len(self._ends):
            self._add(number)
            return self.at(number)
        one = self._elements[at]
        first, last = (self._ends[at - 1] if at else 0) + 1, self._ends[at]
        one.attrib.pop(self._key, "")
        pieces = [(first, number - 1), (number, number), (number + 1, last)]
        elements = [one if piece == (number, number) else self._copy(one, *piece) for piece in pieces]
        for made, (start, end) in zip(elements, pieces, strict=True):
            if made is not one and start <= end:
                one.addprevious(made) if start < number else one.addnext(made)
        kept = [(made, end) for made, (start, end) in zip(elements, pieces, strict=True) if start <= end]
        self._elements[at : at + 1] = [made for made, _ in kept]
        self._ends[at : at + 1] = [end for _, end in kept]
        return one

    def _copy(self, one: etree._Element, start: int, end: int) -> etree._Element:
        made = deepcopy(one)
        if end > start:
            made.set(self._key, str(end - start + 1))
        return made

    def _add(self, number: int) -> None:
        """Add empty ones up to a number behind the last one."""
        made = etree.Element(self._tag)
        if self._tag == _ROW:
            etree.SubElement(made, _CELL)
        if self._elements:
            self._elements[-1].addnext(made)
        else:
            self._holder.append(made)
        self._elements.append(made)
        self._ends.append(number)


def _set(cell: etree._Element, value: str | float | bool | None) -> None:
    """Give a cell a value, and keep its style, its validity and its comment."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    kept = is_number and cell.get(f"{_OFFICE}value-type") in _KEPT_TYPES
    number_type = cell.get(f"{_OFFICE}value-type") if kept else "float"
    for name in _OF_VALUE:
        cell.attrib.pop(name, "")
    if not kept:
        cell.attrib.pop(f"{_OFFICE}currency", "")
    for paragraph in cell.findall(f"{_TEXT}p"):
        cell.remove(paragraph)
    if value is None:
        return
    if isinstance(value, bool):
        cell.set(f"{_OFFICE}value-type", "boolean")
        cell.set(f"{_OFFICE}boolean-value", str(value).lower())
    elif isinstance(value, str):
        cell.set(f"{_OFFICE}value-type", "string")
    else:
        cell.set(f"{_OFFICE}value-type", str(number_type))
        cell.set(f"{_OFFICE}value", repr(value))
    for line in (str(value) if not isinstance(value, bool) else str(value).upper()).split("\n"):
        _fill(etree.SubElement(cell, f"{_TEXT}p"), line)


def _fill(paragraph: etree._Element, line: str) -> None:
    """Write a line into a paragraph, where blanks that follow each other are an element."""
    for number, part in enumerate(re.split(r"( {2,}|^ +| +$)", line)):
        if number % 2:
            etree.SubElement(paragraph, f"{_TEXT}s", {f"{_TEXT}c": str(len(part))})
        elif number:
            paragraph[-1].tail = part
        else:
            paragraph.text = part

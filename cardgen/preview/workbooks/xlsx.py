"""Set cells of a worksheet of an XLSX workbook in the XML of its parts.

Only the edited cells change in the part of their worksheet. `openpyxl` is not used: it writes the whole workbook anew, and leaves
out what it does not model, such as slicers, form controls, threaded comments and extensions of conditional formats.
Source of element names and their order: ECMA-376, part 1, 18.2 and 18.3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from zipfile import ZipFile

from lxml import etree

from cardgen.preview.workbooks.changes import CellChange, FormulaError, Parts, parse_part, refusal, serialized
from cardgen.read.tables.cell_faults import column_number, sheet_paths
from cardgen.read.tables.package import damaged, read_part
from cardgen.report.source import column_letters

_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # would be read as a character by its number
_BEFORE_CALCULATION = ("sheets", "functionGroups", "externalReferences", "definedNames")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_LONGEST_TEXT = 32_767  # characters, the limit of Excel
_OF_VALUE = ("t", "cm", "vm", "ph")  # attributes of a cell that belong to its value
Range = tuple[int, int, int, int]


def edit_xlsx(package: ZipFile, sheet: str, changes: Sequence[CellChange], *, over_formulas: bool) -> Parts:
    """Return the parts of a workbook that differ after an edit, by their names; None for a part that goes.

    Args:
        over_formulas: Whether a formula may be replaced.

    Raises:
        UnlocatedError: E133, the workbook is damaged; E601, a cell cannot be written.
        FormulaError: Some cells hold formulas.
    """
    path = sheet_paths(package).get(sheet)
    if not path:
        raise damaged()
    worksheet = _Worksheet(parse_part(read_part(package, path)))
    worksheet.check(changes)
    formulas = worksheet.formulas(changes)
    if formulas and not over_formulas:
        raise FormulaError(formulas)
    for change in changes:
        worksheet.set(change)
    parts: Parts = {path: serialized(worksheet.root)}
    if has_formulas(package):
        parts.update(_recalculated(package))
    return parts


def has_formulas(package: ZipFile) -> bool:
    """Return whether a worksheet of a workbook has a formula."""
    names = [name for name in package.namelist() if name.endswith(".xml") and "/worksheets/" in name]
    return any(_FORMULA.search(read_part(package, name)) for name in names)


class _Worksheet:
    """The XML of a worksheet.

    Args:
        root: Its element `worksheet`.

    Raises:
        UnlocatedError: E133, it has no rows.
    """

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self._space = f"{{{etree.QName(root).namespace}}}"
        data = root.find(f"{self._space}sheetData")
        if data is None:
            raise damaged()
        self._data = data
        self._rows = dict(numbered(data, "row", number_of))

    def check(self, changes: Iterable[CellChange]) -> None:
        """Refuse cells that are protected or belong to something larger.

        Raises:
            UnlocatedError: E601.
        """
        protection = self.root.find(f"{self._space}sheetProtection")
        if protection is not None and protection.get("sheet") in ("1", "true"):
            raise refusal("the worksheet is protected", "take off its protection in a spreadsheet program")
        merged = [
            found
            for one in self.root.iterfind(f"{self._space}mergeCells/{self._space}mergeCell")
            if (found := cell_range(one.get("ref")))
        ]
        tied = [
            found
            for one in self._data.iter(f"{self._space}f")
            if one.get("t") in ("shared", "array", "dataTable") and (found := cell_range(one.get("ref")))
        ]
        for change in changes:
            top_left = (change.line, change.column)
            if any(_contains(one, change) and one[:2] != top_left for one in merged):
                raise refusal(f"cell {change.name} is a part of merged cells", "write the first of them")
            formula = self._formula(change)
            is_tied = any(_contains(one, change) for one in tied)
            if is_tied and (formula is None or formula.get("ref")):
                raise refusal(
                    f"cell {change.name} belongs to a formula of several cells", "change it in a spreadsheet program"
                )
            if isinstance(change.value, str) and len(change.value) > _LONGEST_TEXT:
                raise refusal(
                    f"the text for cell {change.name} is too long",
                    "shorten it",
                    f"at most {_LONGEST_TEXT:,} characters",
                )

    def formulas(self, changes: Iterable[CellChange]) -> list[tuple[str, str]]:
        """Return the cells that hold formulas, each with its formula; that of a shared one is only `=`."""
        found = [(change.name, self._formula(change)) for change in changes]
        return [(name, f"={formula.text or ''}") for name, formula in found if formula is not None]

    def set(self, change: CellChange) -> None:
        """Give a cell a value, and keep its style."""
        cell = self._cell(change)
        for name in ("f", "v", "is"):
            for old in cell.findall(f"{self._space}{name}"):
                cell.remove(old)
        for name in _OF_VALUE:
            cell.attrib.pop(name, "")
        value = change.value
        if isinstance(value, str):
            cell.set("t", "inlineStr")
            inline = etree.Element(f"{self._space}is")
            text = etree.SubElement(inline, f"{self._space}t")
            text.text = _LOOKS_ESCAPED.sub("_x005F_", value)
            text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            cell.insert(0, inline)
        elif value is not None:
            if isinstance(value, bool):
                cell.set("t", "b")
            number = etree.Element(f"{self._space}v")
            number.text = str(int(value)) if isinstance(value, bool) else repr(value)
            cell.insert(0, number)

    def _formula(self, change: CellChange) -> etree._Element | None:
        row = self._rows.get(change.line)
        cell = dict(self._cells(row)).get(change.column) if row is not None else None
        return cell.find(f"{self._space}f") if cell is not None else None

    def _cells(self, row: etree._Element) -> Iterator[tuple[int, etree._Element]]:
        return numbered(row, "c", lambda text: place_of(text)[1])

    def _cell(self, change: CellChange) -> etree._Element:
        """Return a cell; it is made if the worksheet has none there, with the style of its row or column."""
        row = self._rows.get(change.line)
        if row is None:
            row = etree.Element(f"{self._space}row", r=str(change.line))
            _insert(self._data, row, [*self._rows.items()], change.line)
            self._rows[change.line] = row
        cells = [*self._cells(row)]
        for number, cell in cells:
            if number == change.column:
                return cell
        cell = etree.Element(f"{self._space}c", r=change.name)
        style = row.get("s") if row.get("customFormat") in ("1", "true") else self._column_style(change.column)
        if style:
            cell.set("s", style)
        row.attrib.pop("spans", "")  # which say, for speed alone, where the cells of the row stand
        _insert(row, cell, cells, change.column)
        self._widen(change)
        return cell

    def _column_style(self, column: int) -> str | None:
        for one in self.root.iterfind(f"{self._space}cols/{self._space}col"):
            if number_of(one.get("min")) <= column <= number_of(one.get("max")):
                return one.get("style")
        return None

    def _widen(self, change: CellChange) -> None:
        """Let the stated extent of the worksheet hold a new cell."""
        dimension = self.root.find(f"{self._space}dimension")
        extent = cell_range(dimension.get("ref")) if dimension is not None else None
        if dimension is not None and extent and not _contains(extent, change):
            top, left = min(extent[0], change.line), min(extent[1], change.column)
            bottom, right = max(extent[2], change.line), max(extent[3], change.column)
            dimension.set("ref", f"{column_letters(left)}{top}:{column_letters(right)}{bottom}")


def numbered(holder: etree._Element, name: str, read: Callable[[str], int]) -> Iterator[tuple[int, etree._Element]]:
    """Yield the rows of a worksheet or the cells of a row with their numbers, which follow each other where none are stated."""
    number = 0
    for one in holder:
        if not isinstance(one.tag, str) or etree.QName(one).localname != name:
            continue
        number = read(one.get("r", "")) or number + 1
        yield number, one


def _insert(
    holder: etree._Element, made: etree._Element, others: Sequence[tuple[int, etree._Element]], number: int
) -> None:
    """Insert a row or a cell in front of the first with a higher number."""
    later = next((one for at, one in others if at > number), None)
    if later is not None:
        holder.insert(holder.index(later), made)
    elif others:
        holder.insert(holder.index(others[-1][1]) + 1, made)
    else:
        holder.insert(0, made)


def number_of(text: str | None) -> int:
    """Return the number of a row or a column; 0 if the text is none."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else 0


def place_of(reference: str) -> tuple[int, int]:
    """Return the row and the column of a cell such as `B7`; zeros if it names none."""
    match = _REFERENCE.fullmatch(reference)
    return (int(match[2]), column_number(match[1])) if match else (0, 0)


def cell_range(reference: str | None) -> Range | None:
    """Return the first row and column and the last row and column of a range such as `A1:C3`."""
    first, _, last = (reference or "").partition(":")
    top, left = place_of(first)
    bottom, right = place_of(last or first)
    return (top, left, bottom, right) if top and bottom else None


def _contains(one: Range, change: CellChange) -> bool:
    top, left, bottom, right = one
    return top <= change.line <= bottom and left <= change.column <= right


def _recalculated(package: ZipFile) -> Parts:
    """Return the parts that make spreadsheet programs calculate all formulas when they open the workbook.

    The order of calculation is left out, since it may name a formula that is gone; programs make it anew.
    """
    base = next(name for name in package.namelist() if name.endswith("workbook.xml"))
    book = parse_part(read_part(package, base))
    space = f"{{{etree.QName(book).namespace}}}"
    calculation = book.find(f"{space}calcPr")
    if calculation is None:
        calculation = etree.Element(f"{space}calcPr")
        before = [one for one in book if one.tag in [space + name for name in _BEFORE_CALCULATION]]
        book.insert(book.index(before[-1]) + 1, calculation)
    calculation.set("fullCalcOnLoad", "1")
    parts: Parts = {base: serialized(book)}
    chain = next((name for name in package.namelist() if name.endswith("/calcChain.xml")), "")
    if chain:
        folder, _, file = base.rpartition("/")
        relations = f"{folder}/_rels/{file}.rels"
        parts[chain] = None
        parts[relations] = _without(read_part(package, relations), "Target", chain.rpartition("/")[2])
        parts["[Content_Types].xml"] = _without(read_part(package, "[Content_Types].xml"), "PartName", f"/{chain}")
    return parts


def _without(data: bytes, key: str, ending: str) -> bytes:
    """Return a part without the elements that name another part."""
    root = parse_part(data)
    for one in [*root]:
        if (one.get(key) or "").endswith(ending):
            root.remove(one)
    return serialized(root)

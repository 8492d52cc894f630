"""Take rows out of a worksheet of an XLSX workbook, and move those below up.

Ranges that name the cells of rows are shortened or moved with them: those of the worksheet, of its tables, and of its names. What
this module does not know, such as formulas, charts and pivot tables, may name rows in other ways, and stops it.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from zipfile import ZipFile

from lxml import etree

from cardgen.preview.workbooks.changes import Parts, parse_part, refusal, serialized
from cardgen.preview.workbooks.xlsx import cell_range, has_formulas, number_of, numbered, place_of
from cardgen.read.tables.cell_faults import sheet_paths
from cardgen.read.tables.package import damaged, read_part
from cardgen.report.source import column_letters

_LAST_ROW = 1_048_576  # of Excel; a range that ends there means a whole column
_KNOWN = {
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "autoFilter", "sortState", "mergeCells",
    "phoneticPr", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup",
    "headerFooter", "ignoredErrors", "sheetProtection", "drawing", "tableParts",
}  # fmt: skip
_HARMLESS = ("/printerSettings", "/hyperlink")  # ends of the types of parts that name no cell
_CELL = re.compile(r"\b\$?[A-Z]{1,3}\$?\d")
_NAMED = re.compile(r"('?)(.+)\1!(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)", re.DOTALL)
_HEADING = re.compile(r"\$1:\$1(?!\d)")


class _TiedError(Exception):
    """Something names rows in a way that is not known here."""


class RowShift:
    """What taking rows out does to the numbers of rows."""

    def __init__(self, lines: Sequence[int]) -> None:
        self._lines = sorted(set(lines))

    def takes(self, line: int) -> bool:
        """Return whether a row goes."""
        at = bisect_left(self._lines, line)
        return at < len(self._lines) and self._lines[at] == line

    def __call__(self, line: int) -> int:
        """Return the number that a row has afterwards; that of the next one for a row that goes."""
        return line - bisect_left(self._lines, line)

    def range(self, reference: str) -> str:
        """Return a range after the rows are gone; as it is if it names whole columns.

        Raises:
            _TiedError: All of it goes.
        """
        found = cell_range(reference)
        if not found:
            return reference
        top, left, bottom, right = found
        first, last = self(top), bottom if bottom == _LAST_ROW else self(bottom + 1) - 1
        if last < first:
            raise _TiedError
        start = f"{column_letters(left)}{first}"
        return start if (first, left) == (last, right) else f"{start}:{column_letters(right)}{last}"


def xlsx_without_rows(package: ZipFile, sheet: str, lines: Sequence[int]) -> Parts | None:
    """Return the parts of a workbook that differ without some rows of a worksheet; None if other things may name them.

    Raises:
        UnlocatedError: E133, the workbook is damaged; E601, the worksheet is protected.
    """
    path = sheet_paths(package).get(sheet)
    if not path:
        raise damaged()
    root, shift = parse_part(read_part(package, path)), RowShift(lines)
    if any(_name(one) == "sheetProtection" and one.get("sheet") in ("1", "true") for one in root):
        raise refusal("the worksheet is protected", "take off its protection in a spreadsheet program")
    if has_formulas(package):
        return None
    try:
        _move_rows(root, shift)
        tables = {name: _moved_table(package, name, shift) for name in _tables(package, path)}
        return {path: serialized(root), **tables, **_moved_names(package, sheet, shift)}
    except _TiedError:
        return None


def _name(one: etree._Element) -> str:
    return etree.QName(one).localname if isinstance(one.tag, str) else ""


def _move_rows(root: etree._Element, shift: RowShift) -> None:
    """Take the rows out of a worksheet, and move its ranges."""
    for part in root:
        if (name := _name(part)) == "sheetData":
            for line, row in [*numbered(part, "row", number_of)]:
                if shift.takes(line):
                    part.remove(row)
                    continue
                row.set("r", str(shift(line)))
                for column, cell in numbered(row, "c", lambda text: place_of(text)[1]):
                    cell.set("r", f"{column_letters(column)}{shift(line)}")
        elif name in _KNOWN:
            _move_ranges(part, shift)
        elif name:
            raise _TiedError


def _move_ranges(part: etree._Element, shift: RowShift) -> None:
    for one in part.iter():
        words = one.text or one.get("val") or ""
        if _name(one) in ("formula", "formula1", "formula2", "cfvo") and words[:1] != '"' and _CELL.search(words):
            raise _TiedError
        merged = cell_range(one.get("ref")) if _name(one) == "mergeCell" else None
        if merged and shift.takes(merged[0]) and shift(merged[2] + 1) > shift(merged[0]):
            raise refusal(f"row {merged[0]} holds the words of merged cells", "split them in a spreadsheet program")
        if _name(one) == "selection":  # the cursor, which may stand anywhere; its `activeCell` has to lie in it
            continue
        for key in {"ref", "sqref"} & {*one.keys()}:
            one.set(key, " ".join(map(shift.range, one.get(key, "").split())))


def _tables(package: ZipFile, path: str) -> Iterator[str]:
    """Yield the names of the tables of a worksheet.

    Raises:
        _TiedError: It has other parts that may name rows.
    """
    folder, _, file = path.rpartition("/")
    relations = f"{folder}/_rels/{file}.rels"
    if any("pivot" in name.lower() or "/charts/" in name for name in package.namelist()):
        raise _TiedError
    for one in parse_part(read_part(package, relations)) if relations in package.namelist() else ():
        kind, target = one.get("Type", ""), posixpath.normpath(posixpath.join(f"/{folder}", one.get("Target", "")))[1:]
        if kind.endswith("/table"):
            yield target
        elif kind.endswith("/drawing"):
            if b"Anchor" in read_part(package, target):
                raise _TiedError
        elif not kind.endswith(_HARMLESS):
            raise _TiedError


def _moved_table(package: ZipFile, name: str, shift: RowShift) -> bytes:
    root = parse_part(read_part(package, name))
    _move_ranges(root, shift)
    return serialized(root)


def _moved_names(package: ZipFile, sheet: str, shift: RowShift) -> Parts:
    """Return the part with the names that the workbook gives to ranges, if some of them are moved."""
    base = next(name for name in package.namelist() if name.endswith("workbook.xml"))
    book = parse_part(read_part(package, base))
    is_moved = False
    for one in (one for one in book.iter() if _name(one) == "definedName"):
        words = (one.text or "").strip()
        named = _NAMED.fullmatch(words)
        if named and named[2].replace("''", "'") == sheet:
            moved = re.sub(r"([A-Z]+)(\d+)", r"$\1$\2", shift.range(named[3]))
            one.text, is_moved = f"{named[1]}{named[2]}{named[1]}!{moved}", True
        elif sheet in words.replace("''", "'") and not (_HEADING.search(words) and not shift.takes(1)):
            raise _TiedError
    return {base: serialized(book)} if is_moved else {}

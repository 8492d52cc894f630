"""Scan a worksheet before it is laid out: how far its values reach, and what its cells hide.

python-calamine lays out a worksheet as a full rectangle, so that one cell in the last corner would take gigabytes, and
gives an error such as `#REF!` and a formula without a stored value as empty text. So each worksheet is first scanned
here, with an XML parser that keeps nothing.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from cardgen.read.tables.csv_text import too_many
from cardgen.read.tables.package import damaged, read_part
from cardgen.read.tables.table import CELL_LIMIT, COLUMN_LIMIT, ROW_LIMIT
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import column_letters

TEXT_LIMIT = 2**30  # characters of all cells, those of repeated texts counted each time
_REFERENCE = re.compile(r"\$?([A-Z]{1,4})\$?(\d{1,9})")


@dataclass(slots=True)
class SheetScan:
    """What a scan of one worksheet found.

    Attributes:
        last_row: Last row that holds a value, from 1; 0 in an empty worksheet.
        last_column: Last column that holds a value, from 1.
        faults: See `Table.faults`.
    """

    last_row: int = 0
    last_column: int = 0
    faults: dict[tuple[int, int], str] = field(default_factory=dict)

    def reach(self, row: int, column: int) -> None:
        """Note a cell with a value.

        Args:
            row: Its row, from 1.
            column: Its column, from 1.

        Raises:
            UnlocatedError: E132, the cell is too far out.
        """
        self.last_row, self.last_column = max(self.last_row, row), max(self.last_column, column)
        if self.last_row > ROW_LIMIT or self.last_column > COLUMN_LIMIT:
            error = too_many(self.last_column, ROW_LIMIT + 1)
            where = f"{column_letters(column)}{row}"
            raise UnlocatedError(
                "E132",
                f"the worksheet has a value in cell {where}",
                expected=error.expected,
                hints=["delete everything below and to the right of the table"],
            )
        if self.last_row * self.last_column > CELL_LIMIT:
            message = f"the worksheet has {self.last_row:,} rows and {self.last_column:,} columns"
            raise UnlocatedError("E132", message, expected=f"at most {CELL_LIMIT:,} cells")


def check_content(package: zipfile.ZipFile) -> None:
    """Verify that the worksheets of an ODS workbook are well-formed XML.

    Raises:
        UnlocatedError: E133, they are not.
    """
    _parse(read_part(package, "content.xml"), lambda _name, _attributes: None)


def scan_sheet(package: zipfile.ZipFile, kind: str, sheet: str) -> SheetScan:
    """Scan one worksheet.

    Args:
        kind: What `kind_of` returned.

    Raises:
        UnlocatedError: E132 or E133, the worksheet is too large or damaged.
    """
    found = SheetScan()
    if kind == "ods":
        ods = _OdsScan(sheet, found)
        _parse(read_part(package, "content.xml"), ods.start, ods.text)
        return found
    path = _sheet_paths(package).get(sheet)
    if path is None:
        raise damaged()
    xml = read_part(package, path)
    scan = _XlsxScan(found)
    _parse(xml, scan.start)
    if scan.shared:
        _check_shared_texts(package, scan.shared)
    if scan.formulas:
        values = _FormulaScan(found)
        _parse(xml, values.start, values.text, values.end)
    return found


class _XlsxScan:
    """Notes the extent of a worksheet, its errors, whether it has formulas, and how many cells have shared texts."""

    def __init__(self, found: SheetScan) -> None:
        self.found, self.formulas, self.shared = found, False, 0
        self.row = self.column = 0
        self.is_error = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name == "c":
            self.column += 1
            if match := _REFERENCE.fullmatch(attributes.get("r", "")):
                self.row, self.column = int(match[2]), column_number(match[1])
            self.is_error = attributes.get("t") == "e"
            self.shared += attributes.get("t") == "s"
        elif name in ("v", "is", "f"):
            self.found.reach(self.row, self.column)
            self.formulas |= name == "f"
            if self.is_error:
                self.found.faults[self.row, self.column] = "an error"
        elif name == "row":
            stated = attributes.get("r", "")
            self.row, self.column = int(stated) if stated.isdecimal() else self.row + 1, 0


class _FormulaScan(_XlsxScan):
    """Notes formulas without a stored value, and the words of errors."""

    def __init__(self, found: SheetScan) -> None:
        super().__init__(found)
        self.type = ""
        self.value: list[str] = []
        self.in_value = self.has_formula = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        super().start(name, attributes)
        name = name.rpartition(":")[2]
        if name == "c":
            self.type, self.value, self.has_formula = attributes.get("t", ""), [], False
        self.in_value = name == "v"
        self.has_formula |= name == "f"

    def text(self, text: str) -> None:
        if self.in_value:
            self.value.append(text)

    def end(self, name: str) -> None:
        self.in_value = False
        if name.rpartition(":")[2] == "c":
            value = "".join(self.value).strip()
            if self.type == "e":
                self.found.faults[self.row, self.column] = value or "an error"
            elif self.has_formula and not value and self.type != "str":
                self.found.faults[self.row, self.column] = ""


class _OdsScan:
    """Notes the extent of one worksheet of an ODS file, repeated rows and cells included, and its errors."""

    def __init__(self, sheet: str, found: SheetScan) -> None:
        self.sheet, self.found = sheet, found
        self.is_here = False
        self.row = self.row_end = self.column = self.column_end = 0
        self.size = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table:table":
            self.is_here = attributes.get("table:name") == self.sheet
        elif not self.is_here:
            return
        elif name == "table:table-row":
            self.row, self.column_end = self.row_end + 1, 0
            self.row_end += _count(attributes.get("table:number-rows-repeated"))
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self.column = self.column_end + 1
            self.column_end += _count(attributes.get("table:number-columns-repeated"))
            kind = attributes.get("office:value-type") or attributes.get("calcext:value-type")
            if kind or "table:formula" in attributes:
                self.found.reach(self.row_end, self.column_end)
            if attributes.get("calcext:value-type") == "error":
                self.found.faults[self.row, self.column] = "an error"
            elif "table:formula" in attributes and not kind:
                self.found.faults[self.row, self.column] = ""

    def text(self, text: str) -> None:
        """Count the characters of all cells; text between cells is so little that it may be counted too."""
        if self.is_here:
            self.size += len(text) * (self.row_end - self.row + 1) * (self.column_end - self.column + 1)
            if self.size > TEXT_LIMIT:
                raise _too_much_text()


def _check_shared_texts(package: zipfile.ZipFile, count: int) -> None:
    """Refuse a worksheet whose cells, with the texts that they share written out, could fill the memory.

    Raises:
        UnlocatedError: E132, they could.
    """
    name = next((name for name in package.namelist() if name.lower().endswith("sharedstrings.xml")), None)
    if name is None or package.getinfo(name).file_size * count <= TEXT_LIMIT:
        return
    longest = size = 0

    def start(tag: str, _attributes: dict[str, str]) -> None:
        nonlocal size
        if tag.rpartition(":")[2] == "si":
            size = 0

    def text(words: str) -> None:
        nonlocal longest, size
        size += len(words)
        longest = max(longest, size)

    _parse(read_part(package, name), start, text)
    if longest * count > TEXT_LIMIT:
        raise _too_much_text()


def _too_much_text() -> UnlocatedError:
    message = f"the worksheet holds more than {TEXT_LIMIT // 2**20:,} MiB of text"
    return UnlocatedError("E132", message, hints=["shorten its longest texts"])


def column_number(letters: str) -> int:
    """Return the number of a column of a worksheet from its letters: 1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _count(text: str | None) -> int:
    return max(1, min(int(text), 2**31)) if text and text.isdecimal() and len(text) < 10 else 1


def _parse(
    xml: bytes,
    start: Callable[[str, dict[str, str]], None],
    text: Callable[[str], None] | None = None,
    end: Callable[[str], None] | None = None,
) -> None:
    """Parse XML without entities of its own."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.CharacterDataHandler = text
    parser.EndElementHandler = end

    def refuse(*_declaration: object) -> None:
        raise damaged()

    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None


def _sheet_paths(package: zipfile.ZipFile) -> Mapping[str, str]:
    """Return the paths of the worksheets in the archive, by name."""
    base = next(name for name in package.namelist() if name.endswith("workbook.xml"))
    folder, file = posixpath.split(base)
    targets: dict[str, str] = {}
    paths: dict[str, str] = {}

    def relation(name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] == "Relationship":
            target = attributes.get("Target", "")
            joined = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
            targets[attributes.get("Id", "")] = posixpath.normpath(joined)

    def sheet(name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] == "sheet":
            title = attributes.get("name", "")
            if title in paths:
                raise damaged()
            relation_id = next((value for key, value in attributes.items() if key.rpartition(":")[2] == "id"), "")
            paths[title] = targets.get(relation_id, "")

    _parse(read_part(package, f"{folder}/_rels/{file}.rels"), relation)
    _parse(read_part(package, base), sheet)
    return paths

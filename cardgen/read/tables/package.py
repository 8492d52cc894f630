"""Look into a workbook before it is unpacked: what it is, how large it becomes, and what its cells hide.

python-calamine lays out a worksheet as a full rectangle, so that one cell in the last corner would take gigabytes, and
gives an error such as `#REF!` and a formula without a stored value as empty text. So each worksheet is first scanned
here, with an XML parser that keeps nothing.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from cardgen.read.files import looks_like
from cardgen.read.tables.csv_text import too_many
from cardgen.read.tables.table import CELL_LIMIT, COLUMN_LIMIT, ROW_LIMIT
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import column_letters

UNPACKED_LIMIT = 256 * 2**20  # bytes of all XML in a workbook
MEMBER_LIMIT = 2_000
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_REFERENCE = re.compile(r"\$?([A-Z]{1,4})\$?(\d{1,9})")
_SAVE_AS = "save it as .xlsx, .ods or .csv"


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


def open_package(data: bytes) -> zipfile.ZipFile:
    """Return the ZIP archive that a workbook is, after a check of its size.

    Args:
        data: The bytes of the file.

    Raises:
        UnlocatedError: E132, E133 or E134: it is too large, no workbook, or protected by a password.
    """
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        if _ENCRYPTED in data:
            raise _protected()
        raise UnlocatedError("E133", "file is an old Excel workbook (.xls)", hints=[_SAVE_AS])
    try:
        package = zipfile.ZipFile(io.BytesIO(data))
        members = package.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        if data.startswith(b"PK"):
            raise UnlocatedError("E133", "file is a damaged workbook", hints=["save it again"]) from None
        raise UnlocatedError(
            "E133", f"file is not a workbook; it looks like {describe(data)}", hints=[_SAVE_AS]
        ) from None
    if len(members) > MEMBER_LIMIT:
        raise UnlocatedError("E132", f"workbook has {len(members):,} parts", expected=f"at most {MEMBER_LIMIT:,} parts")
    if any(member.flag_bits & 1 for member in members):
        raise _protected()
    if len({member.filename for member in members}) < len(members):  # two readers could choose different ones
        raise _damaged()
    _check_unpacked_size(data, members)
    return package


def describe(data: bytes) -> str:
    """Say what the bytes of a file look like, text and web pages included."""
    start = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "a web page"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return looks_like(data)
    return "an empty file" if not data.strip() else "text"


def kind_of(package: zipfile.ZipFile) -> str:
    """Return `xlsx` or `ods`.

    Raises:
        UnlocatedError: E133 or E134, it is another document, or protected by a password.
    """
    names = set(package.namelist())
    if "xl/workbook.xml" in names or any(name.endswith("/workbook.xml") for name in names):
        return "xlsx"
    if "content.xml" in names and "mimetype" in names:
        if b"encryption-data" in _part(package, "META-INF/manifest.xml"):
            raise _protected()
        if b"spreadsheet" in _part(package, "mimetype"):
            return "ods"
    words = {"xl/workbook.bin": "a binary Excel workbook (.xlsb)", "word/document.xml": "a Word document"}
    words |= {"ppt/presentation.xml": "a presentation", "Index/Document.iwa": "a Numbers document"}
    what = next((word for name, word in words.items() if name in names), "a ZIP archive")
    raise UnlocatedError("E133", f"file is not a workbook; it is {what}", hints=[_SAVE_AS])


def scan_sheet(package: zipfile.ZipFile, kind: str, sheet: str) -> SheetScan:
    """Scan one worksheet.

    Args:
        package: The workbook.
        kind: What `kind_of` returned.
        sheet: Name of the worksheet.

    Raises:
        UnlocatedError: E132 or E133, the worksheet is too large or damaged.
    """
    found = SheetScan()
    if kind == "ods":
        _parse(_part(package, "content.xml"), _OdsScan(sheet, found).start)
        return found
    path = _sheet_paths(package).get(sheet)
    if path is None:
        raise _damaged()
    xml = _part(package, path)
    scan = _XlsxScan(found)
    _parse(xml, scan.start)
    if scan.formulas:
        values = _FormulaScan(found)
        _parse(xml, values.start, values.text, values.end)
    return found


class _XlsxScan:
    """Notes the extent of a worksheet, its errors, and whether it has formulas."""

    def __init__(self, found: SheetScan) -> None:
        self.found, self.formulas = found, False
        self.row = self.column = 0
        self.is_error = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name == "c":
            self.column += 1
            if match := _REFERENCE.fullmatch(attributes.get("r", "")):
                self.row, self.column = int(match[2]), column_number(match[1])
            self.is_error = attributes.get("t") == "e"
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
        raise _damaged()

    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, ValueError):
        raise _damaged() from None


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
                raise _damaged()
            relation_id = next((value for key, value in attributes.items() if key.rpartition(":")[2] == "id"), "")
            paths[title] = targets.get(relation_id, "")

    _parse(_part(package, f"{folder}/_rels/{file}.rels"), relation)
    _parse(_part(package, base), sheet)
    return paths


def _part(package: zipfile.ZipFile, name: str) -> bytes:
    try:
        return package.read(name)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        raise _damaged() from None


def _check_unpacked_size(data: bytes, members: list[zipfile.ZipInfo]) -> None:
    """Refuse a workbook that unpacks to more than the limit, or to more than it states.

    The stated sizes are verified by unpacking, as they may lie, unless the file is too small to reach the limit: deflate
    compresses at most 1,032 times.
    """
    stated = sum(member.file_size for member in members)
    if stated > UNPACKED_LIMIT:
        raise _bomb(stated)
    if len(data) * 1032 <= UNPACKED_LIMIT:
        return
    total = 0
    for member in members:
        total += _unpacked_size(data, member, UNPACKED_LIMIT - total)
        if total > UNPACKED_LIMIT:
            raise _bomb(total)


def _unpacked_size(data: bytes, member: zipfile.ZipInfo, limit: int) -> int:
    """Return the size to which a member unpacks, or any size above the limit."""
    if member.compress_type == zipfile.ZIP_STORED:
        return member.compress_size
    if member.compress_type != zipfile.ZIP_DEFLATED:
        raise _damaged()
    head = data[member.header_offset : member.header_offset + 30]
    if len(head) < 30:
        raise _damaged()
    start = member.header_offset + 30 + int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
    packed, unpack, size = data[start : start + member.compress_size], zlib.decompressobj(-15), 0
    try:
        while packed and size <= limit and not unpack.eof:
            size += len(unpack.decompress(packed, 2**20))
            packed = unpack.unconsumed_tail
    except zlib.error:
        raise _damaged() from None
    return size


def _bomb(size: int) -> UnlocatedError:
    return UnlocatedError(
        "E132",
        f"workbook unpacks to {'more than ' if size <= UNPACKED_LIMIT else ''}{size / 2**20:,.0f} MiB",
        expected=f"at most {UNPACKED_LIMIT // 2**20} MiB",
    )


def _protected() -> UnlocatedError:
    return UnlocatedError("E134", "workbook is protected by a password", hints=["save a copy without a password"])


def _damaged() -> UnlocatedError:
    return UnlocatedError(
        "E133", "file is a damaged workbook", hints=["open it in a spreadsheet program, and save it again"]
    )

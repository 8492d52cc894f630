"""Find the cells of a worksheet that hold an error such as `#REF!`, or a formula without a stored value.

python-calamine gives both as empty text. Most worksheets have neither, and are not parsed here.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Mapping
from xml.parsers import expat

from cardgen.read.tables.package import damaged, read_part

_REFERENCE = re.compile(r"\$?([A-Z]{1,4})\$?(\d{1,9})")
_SUSPECT = {
    "xlsx": re.compile(rb"""<(?:\w+:)?f[\s/>]|\bt\s*=\s*["']e["']"""),
    "ods": re.compile(rb"table:formula|calcext:value-type"),
}


def cell_faults(package: zipfile.ZipFile, kind: str, sheet: str) -> Mapping[tuple[int, int], str]:
    """Return what is wrong with single cells; see `Table.faults`.

    Args:
        package: The workbook.
        kind: What `kind_of` returned.
        sheet: Name of the worksheet.

    Raises:
        UnlocatedError: E133, the worksheet is damaged.
    """
    path = "content.xml" if kind == "ods" else sheet_paths(package).get(sheet)
    if path is None:
        raise damaged()
    xml = read_part(package, path)
    if not _SUSPECT[kind].search(xml):
        return {}
    faults = _OdsFaults(sheet) if kind == "ods" else _XlsxFaults()
    _parse(xml, faults)
    return faults.found


class _Handler:
    """Receives the parts of an XML document."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""

    def text(self, text: str) -> None:
        """Take text."""

    def end(self, name: str) -> None:
        """Take the end of an element."""


class _XlsxFaults(_Handler):
    """Finds the faults of a worksheet of an XLSX file."""

    def __init__(self) -> None:
        self.found: dict[tuple[int, int], str] = {}
        self._row = self._column = 0
        self._type = ""
        self._value: list[str] = []
        self._in_value = self._has_formula = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self._in_value = name == "v"
        if name == "c":
            self._column += 1
            if match := _REFERENCE.fullmatch(attributes.get("r", "")):
                self._row, self._column = int(match[2]), column_number(match[1])
            self._type, self._value, self._has_formula = attributes.get("t", ""), [], False
        elif name == "f":
            self._has_formula = True
        elif name == "row":
            stated = attributes.get("r", "")
            self._row, self._column = int(stated) if stated.isdecimal() else self._row + 1, 0

    def text(self, text: str) -> None:
        if self._in_value:
            self._value.append(text)

    def end(self, name: str) -> None:
        self._in_value = False
        if name.rpartition(":")[2] == "c":
            value = "".join(self._value).strip()
            if self._type == "e":
                self.found[self._row, self._column] = value or "an error"
            elif self._has_formula and not value and self._type != "str":
                self.found[self._row, self._column] = ""


class _OdsFaults(_Handler):
    """Finds the faults of one worksheet of an ODS file."""

    def __init__(self, sheet: str) -> None:
        self.found: dict[tuple[int, int], str] = {}
        self._sheet = sheet
        self._is_here = False
        self._row = self._row_end = self._column_end = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table:table":
            self._is_here = attributes.get("table:name") == self._sheet
        elif not self._is_here:
            return
        elif name == "table:table-row":
            self._row, self._column_end = self._row_end + 1, 0
            self._row_end += repetitions(attributes.get("table:number-rows-repeated"))
        elif name in ("table:table-cell", "table:covered-table-cell"):
            column = self._column_end + 1
            self._column_end += repetitions(attributes.get("table:number-columns-repeated"))
            kind = attributes.get("office:value-type") or attributes.get("calcext:value-type")
            if attributes.get("calcext:value-type") == "error":
                self.found[self._row, column] = "an error"
            elif "table:formula" in attributes and not kind:
                self.found[self._row, column] = ""


def column_number(letters: str) -> int:
    """Return the number of a column of a worksheet from its letters: 1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def repetitions(text: str | None) -> int:
    """Return how often an ODS workbook says that a row or a cell is repeated; once if it does not say it."""
    return max(1, min(int(text), 2**31)) if text and text.isdecimal() and len(text) < 10 else 1


def _parse(xml: bytes, handler: _Handler) -> None:
    """Parse XML without entities of its own."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = handler.start
    parser.CharacterDataHandler = handler.text
    parser.EndElementHandler = handler.end

    def refuse(*_declaration: object) -> None:
        raise damaged()

    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None


class _Elements(_Handler):
    """Keeps the attributes of all elements of a name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.found: list[dict[str, str]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] == self._name:
            self.found.append(attributes)


def sheet_paths(package: zipfile.ZipFile) -> Mapping[str, str]:
    """Return the paths of the worksheets in the archive, by name."""
    base = next(name for name in package.namelist() if name.endswith("workbook.xml"))
    folder, file = posixpath.split(base)
    relations, sheets = _Elements("Relationship"), _Elements("sheet")
    _parse(read_part(package, f"{folder}/_rels/{file}.rels"), relations)
    _parse(read_part(package, base), sheets)
    targets: dict[str, str] = {}
    for relation in relations.found:
        target = relation.get("Target", "")
        joined = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
        targets[relation.get("Id", "")] = posixpath.normpath(joined)
    paths: dict[str, str] = {}
    for sheet in sheets.found:
        title = sheet.get("name", "")
        if title in paths:
            raise damaged()
        key = next((value for key, value in sheet.items() if key.rpartition(":")[2] == "id"), "")
        paths[title] = targets.get(key, "")
    return paths

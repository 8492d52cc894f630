"""Find the cells of a worksheet that hold an error such as `#REF!`, or a formula without a stored value.

python-calamine gives both as empty text. Most worksheets have neither, and are not parsed here.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from cardgen.read.tables.package import damaged, read_part

_REFERENCE = re.compile(r"\$?([A-Z]{1,4})\$?(\d{1,9})")
_SUSPECT = {
    "xlsx": re.compile(rb"""<(?:\w+:)?f[\s/>]|\bt\s*=\s*["']e["']"""),
    "ods": re.compile(rb"table:formula|calcext:value-type"),
}
_TABLE, _OFFICE, _CALC = (
    f"{{urn:{name}:1.0}}"
    for name in (
        "oasis:names:tc:opendocument:xmlns:table",
        "oasis:names:tc:opendocument:xmlns:office",
        "org:documentfoundation:names:experimental:calc:xmlns:calcext",
    )
)
Fault = tuple[tuple[int, int], str]


def cell_faults(package: zipfile.ZipFile, kind: str, sheet: str) -> Mapping[tuple[int, int], str]:
    """Return what is wrong with single cells; see `Table.faults`.

    Args:
        kind: What `kind_of` returned.

    Raises:
        UnlocatedError: E133, the worksheet is damaged.
    """
    path = "content.xml" if kind == "ods" else sheet_paths(package).get(sheet)
    if path is None:
        raise damaged()
    xml = read_part(package, path)
    if not _SUSPECT[kind].search(xml):
        return {}
    return dict(_ods_faults(xml, sheet) if kind == "ods" else _xlsx_faults(xml))


def _xlsx_faults(xml: bytes) -> Iterator[Fault]:
    """Yield the faults of a worksheet of an XLSX file."""
    number = 0
    for name, row in _elements(xml):
        if name != "row":
            continue
        stated, column = row.get("r", ""), 0
        number = int(stated) if stated.isdecimal() else number + 1
        for cell in row:
            column += 1
            if match := _REFERENCE.fullmatch(cell.get("r", "")):
                number, column = int(match[2]), column_number(match[1])
            kind, inner = cell.get("t", ""), {_local(one): one.text or "" for one in cell}
            value = inner.get("v", "").strip()
            if kind == "e":
                yield (number, column), value or "an error"
            elif "f" in inner and not value and kind != "str":
                yield (number, column), ""
        row.clear()


def _ods_faults(xml: bytes, sheet: str) -> Iterator[Fault]:
    """Yield the faults of one worksheet of an ODS file."""
    found: list[Fault] = []
    number = 1
    for name, element in _elements(xml):
        if name == "table-row":
            found += [((number, column), fault) for column, fault in _faults_of_row(element)]
            number += repetitions(element.get(f"{_TABLE}number-rows-repeated"))
            element.clear()
        elif name == "table":
            if element.get(f"{_TABLE}name") == sheet:
                yield from found
            found, number = [], 1
            element.clear()


def _faults_of_row(row: Element) -> Iterator[tuple[int, str]]:
    column = 1
    for cell in row:
        shown = cell.get(f"{_CALC}value-type")
        if shown == "error":
            yield column, "an error"
        elif f"{_TABLE}formula" in cell.attrib and not (cell.get(f"{_OFFICE}value-type") or shown):
            yield column, ""
        column += repetitions(cell.get(f"{_TABLE}number-columns-repeated"))


def column_number(letters: str) -> int:
    """Return the number of a column of a worksheet from its letters: 1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def repetitions(text: str | None) -> int:
    """Return how often an ODS workbook says that a row or a cell is repeated; once if it does not say it."""
    return max(1, min(int(text), 2**31)) if text and text.isdecimal() and len(text) < 10 else 1


def _elements(xml: bytes) -> Iterator[tuple[str, Element]]:
    """Yield the name of each element of a part, and the element, as it ends.

    Raises:
        UnlocatedError: E133, it is no XML.
    """
    try:
        for _, element in ElementTree.iterparse(io.BytesIO(xml)):
            yield _local(element), element
    except (ElementTree.ParseError, ValueError):
        raise damaged() from None


def _local(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def sheet_paths(package: zipfile.ZipFile) -> Mapping[str, str]:
    """Return the paths of the worksheets in the archive, by name."""
    base = next(name for name in package.namelist() if name.endswith("workbook.xml"))
    folder, file = posixpath.split(base)
    targets: dict[str, str] = {}
    for name, relation in _elements(read_part(package, f"{folder}/_rels/{file}.rels")):
        if name == "Relationship":
            target = relation.get("Target", "")
            joined = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
            targets[relation.get("Id", "")] = posixpath.normpath(joined)
    paths: dict[str, str] = {}
    for name, sheet in _elements(read_part(package, base)):
        if name == "sheet":
            title = sheet.get("name", "")
            if title in paths:
                raise damaged()
            key = next((value for key, value in sheet.items() if key.rpartition("}")[2] == "id"), "")
            paths[title] = targets.get(key, "")
    return paths

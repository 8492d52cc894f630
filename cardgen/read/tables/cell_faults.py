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
        package: The workbook.
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
    row = column = 0
    for is_end, name, element in _elements(xml):
        if name == "c" and is_end:
            value = "".join(one.text or "" for one in element if _local(one) == "v").strip()
            kind = element.get("t", "")
            if kind == "e":
                yield (row, column), value or "an error"
            elif not value and kind != "str" and any(_local(one) == "f" for one in element):
                yield (row, column), ""
        elif name == "c":
            column += 1
            if match := _REFERENCE.fullmatch(element.get("r", "")):
                row, column = int(match[2]), column_number(match[1])
        elif name == "row" and not is_end:
            stated = element.get("r", "")
            row, column = int(stated) if stated.isdecimal() else row + 1, 0
        if is_end and name in ("c", "row"):
            element.clear()


def _ods_faults(xml: bytes, sheet: str) -> Iterator[Fault]:
    """Yield the faults of one worksheet of an ODS file."""
    row = row_end = column_end = 0
    is_here = False
    for is_end, name, element in _elements(xml):
        if is_end:
            element.clear()
        elif name == "table":
            is_here = element.get(f"{_TABLE}name") == sheet
        elif is_here and name == "table-row":
            row, column_end = row_end + 1, 0
            row_end += repetitions(element.get(f"{_TABLE}number-rows-repeated"))
        elif is_here and name in ("table-cell", "covered-table-cell"):
            place = row, column_end + 1
            column_end += repetitions(element.get(f"{_TABLE}number-columns-repeated"))
            shown = element.get(f"{_CALC}value-type")
            if shown == "error":
                yield place, "an error"
            elif f"{_TABLE}formula" in element.attrib and not (element.get(f"{_OFFICE}value-type") or shown):
                yield place, ""


def column_number(letters: str) -> int:
    """Return the number of a column of a worksheet from its letters: 1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def repetitions(text: str | None) -> int:
    """Return how often an ODS workbook says that a row or a cell is repeated; once if it does not say it."""
    return max(1, min(int(text), 2**31)) if text and text.isdecimal() and len(text) < 10 else 1


def _elements(xml: bytes) -> Iterator[tuple[bool, str, Element]]:
    """Yield each element of a part as it starts, with its attributes, and as it ends, each with whether it ends and its name.

    Raises:
        UnlocatedError: E133, it is no XML.
    """
    try:
        for event, element in ElementTree.iterparse(io.BytesIO(xml), ("start", "end")):
            yield event == "end", _local(element), element
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
    for is_end, name, relation in _elements(read_part(package, f"{folder}/_rels/{file}.rels")):
        if name == "Relationship" and is_end:
            target = relation.get("Target", "")
            joined = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
            targets[relation.get("Id", "")] = posixpath.normpath(joined)
    paths: dict[str, str] = {}
    for is_end, name, sheet in _elements(read_part(package, base)):
        if name == "sheet" and is_end:
            title = sheet.get("name", "")
            if title in paths:
                raise damaged()
            key = next((value for key, value in sheet.items() if key.rpartition("}")[2] == "id"), "")
            paths[title] = targets.get(key, "")
    return paths

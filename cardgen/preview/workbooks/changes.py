"""Say what an edit of cells of a workbook is, and read and write the XML of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lxml import etree

from cardgen.read.tables.package import damaged
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import column_letters

Parts = dict[str, bytes | None]
"""Parts of a workbook by their names; None for one that is taken out."""
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)


class CellChange(NamedTuple):
    """A cell that gets another value.

    Attributes:
        line: Its row, from 1.
        column: Its column, from 1.
        value: Its new value; None empties it.
    """

    line: int
    column: int
    value: str | float | bool | None

    @property
    def name(self) -> str:
        """Its name, such as `C7`."""
        return f"{column_letters(self.column)}{self.line}"


class FormulaError(UnlocatedError):
    """Cells that would be written hold formulas."""

    def __init__(self, formulas: Sequence[tuple[str, str]]) -> None:
        name, formula = formulas[0]
        more = f", and {len(formulas) - 1} more do" if len(formulas) > 1 else ""
        super().__init__(
            "E601", f"cell {name} holds the formula {formula}{more}", hints=["replace it, or change it there"]
        )
        self.formulas = [*formulas]


def refusal(message: str, hint: str, expected: str = "") -> UnlocatedError:
    """Return the error of a cell that is not written."""
    return UnlocatedError("E601", message, hints=[hint], expected=expected)


def parse_part(data: bytes) -> etree._Element:
    """Return the root of a part of a workbook, which has no entities of its own.

    Raises:
        UnlocatedError: E133, it is no XML.
    """
    try:
        root = etree.fromstring(data, _PARSER)
    except etree.XMLSyntaxError:
        raise damaged() from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise damaged()
    return root


def serialized(root: etree._Element) -> bytes:
    """Return a part as bytes."""
    return etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True)

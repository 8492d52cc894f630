"""What a document is made of, from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Item
from cardgen.render.text.rich import Inline
from cardgen.render.text.style import TextStyle


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title. It stays with what follows."""

    level: int
    style: TextStyle
    inlines: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; one that ends with a colon stays with what follows."""

    style: TextStyle
    inlines: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list.

    Attributes:
        style: Its indent is the room for the marker.
        marker: A bullet or `1.`; empty for a further paragraph of the item before.
        inlines: The text.
        depth: 0 in a list, 1 in a list within a list.
    """

    style: TextStyle
    marker: str
    inlines: tuple[Inline, ...]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing as large as `size`, centred in its column and never split; its items count from its top left corner."""

    items: tuple[Item, ...]
    size: Size
    space: Mm = 2.0


@dataclass(frozen=True, slots=True)
class ThematicBreak:
    """A thin line across the column, in the colour and with the spaces of a style."""

    style: TextStyle


@dataclass(frozen=True, slots=True)
class Spacer:
    """Empty room; none at the top of a column."""

    height: Mm


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell of a table."""

    inlines: tuple[Inline, ...]
    align: Literal["left", "center", "right"] = "left"


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table; a row is never split, and the head stays with the first row.

    Attributes:
        style: Of the cells.
        head_style: Of the first row.
        rows: All of equal length.
    """

    style: TextStyle
    head_style: TextStyle
    rows: tuple[tuple[TableCell, ...], ...]


FlowBlock = Heading | Paragraph | ListItem | Figure | ThematicBreak | Spacer | TextTable

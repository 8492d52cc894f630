"""The blocks of a document, from headings to tables."""

from __future__ import annotations

from typing import Literal

from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import DrawingItem
from cardgen.records import dataclass
from cardgen.render.text.rich import Inline
from cardgen.render.text.style import TextStyle
from cardgen.render.transform import moved, scaled
from cardgen.report.errors import UnlocatedError

_MIN_FIGURE_SCALE = 0.75  # below this the words of a figure become unreadable


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title. It stays in the same column as the block after it."""

    level: int
    style: TextStyle
    inlines: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; one that ends with a colon stays with the block after it."""

    style: TextStyle
    inlines: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list.

    Attributes:
        style: Text style; its indent is the room for the marker.
        marker: A bullet or a number such as `1.`; empty for a further paragraph of the same item.
        depth: 0 in a list, 1 in a list within a list, and so on.
    """

    style: TextStyle
    marker: str
    inlines: tuple[Inline, ...]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing centred in its column, never split.

    Attributes:
        items: Items, with the origin at the top left of the figure, mm.
        size: Width and height, mm.
        space: Space before and after it, mm.
    """

    items: tuple[DrawingItem, ...]
    size: Size
    space: Mm = 2.0
    words: str = ""

    def scale(self, width: Mm) -> float:
        """Return the factor by which one that is slightly wider than its column is scaled down to fit.

        Raises:
            UnlocatedError: E406, it is much wider.
        """
        scale = min(1.0, width / self.size.width) if self.size.width else 1.0
        if scale < _MIN_FIGURE_SCALE:
            message = f"a figure is {self.size.width:.1f} mm wide, its column {width:.1f} mm"
            raise UnlocatedError("E406", message, hints=("make the figure smaller",))
        return scale

    def centered(self, width: Mm) -> list[DrawingItem]:
        """Return the items, with the origin at the top left of the column, mm; errors as for `scale`."""
        scale = self.scale(width)
        items = scaled(self.items, scale) if scale < 1 else self.items
        return moved(items, (width - scale * self.size.width) / 2, 0.0)


@dataclass(frozen=True, slots=True)
class ThematicBreak:
    """A thin line across the column, in the colour and with the leading of a style."""

    style: TextStyle


@dataclass(frozen=True, slots=True)
class PageBreak:
    """The end of a page; what follows starts a new one."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table."""

    inlines: tuple[Inline, ...]
    align: Literal["left", "center", "right"] = "left"


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table; rows are never split, and the head row is repeated wherever the table continues.

    Attributes:
        rows: Rows of equal length; the first is the head row, which is left out if it has no words.
    """

    style: TextStyle
    head_style: TextStyle
    rows: tuple[tuple[TableCell, ...], ...]


ColumnBlock = Heading | Paragraph | ListItem | Figure | ThematicBreak | TextTable
"""What stands in a column."""

FlowBlock = ColumnBlock | PageBreak

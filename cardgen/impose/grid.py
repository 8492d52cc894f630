"""Find the grid of equal slots that needs the fewest sheets for some pieces."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.impose.areas import SlotArea, slot_areas
from cardgen.impose.marks import room_around
from cardgen.impose.paper import MARGINS, TOLERANCE, smallest_paper
from cardgen.impose.plotter import Plotter
from cardgen.records import dataclass
from cardgen.report.errors import UnlocatedError


@dataclass(frozen=True, slots=True)
class SlotGrid:
    """The slots of a sheet, counted row by row from the top left.

    Attributes:
        columns: Number of slots side by side.
        rows: Number of slots one below the other.
        slot_size: Size of a slot, mm: the trim of a piece, or the whole of a piece that is folded over.
        gutter: Gap between neighbouring slots, mm; 0 shares the cuts.
        x: Left edge of the first slot on the page, mm.
        y: Top edge of the first slot on the page, mm.
    """

    columns: int
    rows: int
    slot_size: Size
    gutter: Mm
    place: SlotArea
    x: Mm
    y: Mm

    @property
    def paper(self) -> Size:
        """Size of the sheet as it is seen, mm."""
        return self.place.paper

    @property
    def capacity(self) -> int:
        """Number of slots on a sheet."""
        return self.columns * self.rows

    @property
    def block(self) -> Rect:
        """Box around all slots."""
        last = self.slot(self.capacity - 1)
        return Rect(self.x, self.y, last.right - self.x, last.bottom - self.y)

    def slot(self, index: int) -> Rect:
        """Return the box of a slot on the recto, by its number from 0."""
        row, column = divmod(index, self.columns)
        x = self.x + column * (self.slot_size.width + self.gutter)
        y = self.y + row * (self.slot_size.height + self.gutter)
        return Rect(x, y, self.slot_size.width, self.slot_size.height)

    def room(self, index: int, count: int) -> Edges:
        """Return how far ink may run past a slot.

        Between two pieces, each has half the gutter; a slot without a neighbour has all of the way to the edge of the
        paper or to the fold.

        Args:
            index: Number of the slot, from 0.
            count: Number of slots that are taken, the first ones of the sheet.
        """
        row, column = divmod(index, self.columns)
        free = room_around(self.slot(index), self.place.region)
        half = self.gutter / 2
        return Edges(
            half if column > 0 else free.left,
            half if row > 0 else free.top,
            half if column < self.columns - 1 and index + 1 < count else free.right,
            half if index + self.columns < count else free.bottom,
        )

    def cuts(self, count: int) -> tuple[list[Mm], list[Mm]]:
        """Return the x of the vertical cuts and the y of the horizontal cuts around the first `count` slots."""
        columns, rows = min(count, self.columns), _shares(count, self.columns)
        return (
            _cuts(self.x, self.slot_size.width, self.gutter, columns),
            _cuts(self.y, self.slot_size.height, self.gutter, rows),
        )


def _cuts(first: Mm, length: Mm, gutter: Mm, count: int) -> list[Mm]:
    if not gutter:
        return [first + i * length for i in range(count + 1)]
    starts = [first + i * (length + gutter) for i in range(count)]
    return [cut for start in starts for cut in (start, start + length)]


def best_grid(
    slot: Size,
    paper: Size,
    count: int,
    margins: Edges = MARGINS,
    gutter: Mm = 0.0,
    *,
    fold: bool = False,
    plotter: Plotter | None = None,
) -> SlotGrid:
    """Find the grid that needs the fewest sheets, on the paper in portrait or landscape; portrait if equal.

    All sheets have the same full grid, so that one setting of a guillotine cuts them. A sheet that is the only one
    has no more rows than its pieces need, and no more columns than fill these rows.

    Args:
        slot: Size of a piece, mm; pieces are not turned on the paper, the paper is.
        paper: Size of the paper, either way round, mm.
        count: Number of pieces, copies included; at least 1.
        margins: Margins of the page as it is seen, whichever way the paper lies; bleed and marks may run into them.
        gutter: Gap between neighbouring slots, mm.
        fold: Whether the pieces take one half of the paper and their backs the other.
        plotter: Plotter whose marks are kept free; None if the pieces are cut by hand.

    Returns:
        The grid, centred in the area inside the margins.

    Raises:
        UnlocatedError: E501, no piece fits; E503, the margins fill the paper; E507, the gap is wider than a piece and leaves
            room for only one.
    """
    places = slot_areas(paper, margins, fold=fold, plotter=plotter)
    shapes = [(place, columns_and_rows(slot, place.area.size, gutter)) for place in places]
    fitting = [(place, shape) for place, shape in shapes if all(shape)]
    if not fitting:
        raise _too_large(slot, paper, plotter.margins(margins)[0] if plotter else margins, places)
    place, (columns, rows) = min(fitting, key=lambda fit: _shares(count, fit[1][0] * fit[1][1]))
    if columns * rows == 1 < count and gutter > min(slot.width, slot.height):
        _check_gap(slot, paper, places, gutter)
    if count < columns * rows:
        rows = _shares(count, columns)
        columns = _shares(count, rows)
    width = columns * (slot.width + gutter) - gutter
    height = rows * (slot.height + gutter) - gutter
    x, y = place.area.x + (place.area.width - width) / 2, place.area.y + (place.area.height - height) / 2
    return SlotGrid(columns, rows, slot, gutter, place, x, y)


def columns_and_rows(slot: Size, area: Size, gutter: Mm) -> tuple[int, int]:
    """Return how many columns and rows of slots fit into an area, exact fits included.

    Args:
        gutter: Gap between neighbouring slots, mm.
    """
    columns = int((area.width + gutter + TOLERANCE) / (slot.width + gutter))
    rows = int((area.height + gutter + TOLERANCE) / (slot.height + gutter))
    return columns, rows


def _too_large(slot: Size, paper: Size, margins: Edges, places: Sequence[SlotArea]) -> UnlocatedError:
    room = " or ".join(dict.fromkeys(str(place.area.size) for place in places))
    if places[0].fold:
        message = f"piece of {slot} does not fit half of paper of {paper}, beside its back"
        hints = ("print its back on the other side of the paper: leave out --duplex fold",)
        return UnlocatedError(
            "E501", message, expected=f"at most {room}, which is what margins and fold leave", hints=hints
        )
    larger = smallest_paper(slot, margins)
    return UnlocatedError(
        "E501",
        f"piece of {slot} does not fit paper of {paper}",
        expected=f"at most {room}, which is what the margins leave",
        hints=(f"it fits paper '{larger}'",) if larger else (),
    )


def _check_gap(slot: Size, paper: Size, places: Sequence[SlotArea], gutter: Mm) -> None:
    """Refuse a gap that leaves room for one piece where several would fit, since it must be a typing error."""
    shapes = [columns_and_rows(slot, place.area.size, 0.0) for place in places]
    most = max(columns * rows for columns, rows in shapes)
    if most == 1:
        return
    room = max(
        length - 2 * side
        for place in places
        for length, side in ((place.area.width, slot.width), (place.area.height, slot.height))
    )
    message = f"gap of {gutter:g} mm leaves room for one piece of {slot} on paper of {paper}; without it {most} fit"
    raise UnlocatedError("E507", message, expected=f"at most {room:.4g} mm, which leaves room for two")


def _shares(count: int, share: int) -> int:
    """Return how many shares hold a count."""
    return -(-count // share)

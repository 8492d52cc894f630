"""Lay pieces of different sizes in rows on one sheet for scissors, each row as high as its highest piece."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.impose.areas import SlotArea, slot_areas
from cardgen.impose.grid import SlotGrid, best_grid
from cardgen.impose.marks import limit_edges, room_around
from cardgen.impose.paper import MARGINS, TOLERANCE
from cardgen.impose.plotter import Plotter
from cardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Shelves:
    """The slots of a sheet with pieces of different sizes.

    Attributes:
        slots: Box of each slot on the recto, mm.
        order: Number of the piece in each slot, from 0.
        gutter: Least gap between neighbouring slots, mm.
    """

    slots: tuple[Rect, ...]
    order: tuple[int, ...]
    gutter: Mm
    place: SlotArea

    @property
    def paper(self) -> Size:
        """Size of the sheet as it is seen, mm."""
        return self.place.paper

    def slot(self, index: int) -> Rect:
        """Return the box of a slot on the recto, by its number from 0."""
        return self.slots[index]

    def room(self, index: int, _count: int) -> Edges:
        """Return how far ink may run past a slot: half of the gap on each side.

        Args:
            index: Number of the slot, from 0.
        """
        return limit_edges(room_around(self.slots[index], self.place.region), self.gutter / 2)


def fill_shelves(
    sizes: Sequence[Size],
    paper: Size,
    margins: Edges = MARGINS,
    gutter: Mm = 0.0,
    *,
    fold: bool = False,
    plotter: Plotter | None = None,
) -> list[Shelves]:
    """Put slots of different sizes on as few sheets as possible, the highest first, on paper in portrait or landscape.

    Each slot goes into the first row, of all sheets, that has room for it; a new row is opened where there is none.

    Args:
        sizes: Size of each slot, mm; slots are not turned on the paper.
        paper: Size of the paper, either way round, mm.
        gutter: Least gap between neighbouring slots, mm.
        fold: Whether the pieces take one half of the paper and their backs the other.
        plotter: Plotter whose marks are kept free; None if the pieces are cut by hand.

    Raises:
        UnlocatedError: E501, one of the slots does not fit; E503, the margins fill the paper.
    """
    places = slot_areas(paper, margins, fold=fold, plotter=plotter)
    ways = [way for place in places if (way := _filled(sizes, place, gutter)) is not None]
    if not ways:
        for size in sizes:  # the largest ones have no place at all, or some need portrait and others landscape
            best_grid(size, paper, 1, margins, gutter, fold=fold, plotter=plotter)
        return [sheet for group in _apart(sizes, places, gutter) for sheet in group]
    return min(ways, key=len)


@dataclass(slots=True)
class _Shelf:
    """A row of slots; `end` is where the next one begins."""

    y: Mm
    height: Mm
    end: Mm = 0.0


def _filled(sizes: Sequence[Size], place: SlotArea, gutter: Mm) -> list[Shelves] | None:
    """Return the sheets that slots fill in one area; None if one does not fit."""
    area = place.area
    if any(size.width > area.width + TOLERANCE or size.height > area.height + TOLERANCE for size in sizes):
        return None
    sheets: list[tuple[list[_Shelf], list[tuple[int, Rect]]]] = []
    for index in sorted(range(len(sizes)), key=lambda at: (-sizes[at].height, -sizes[at].width)):
        size = sizes[index]
        # Each row is as high as its first slot, which is no lower than those that follow.
        most = area.width - size.width + TOLERANCE
        found = next(((row, placed) for rows, placed in sheets for row in rows if row.end <= most), None)
        if found is None:
            found = _new_row(size, sheets, area, gutter)
        row, placed = found
        placed.append((index, Rect(area.x + row.end, area.y + row.y, size.width, size.height)))
        row.end += size.width + gutter
    return [
        Shelves(tuple(_centred(placed, area)), tuple(index for index, _ in placed), gutter, place)
        for _, placed in sheets
    ]


def _new_row(
    size: Size, sheets: list[tuple[list[_Shelf], list[tuple[int, Rect]]]], area: Rect, gutter: Mm
) -> tuple[_Shelf, list[tuple[int, Rect]]]:
    """Open a row below the last one of a sheet that has room for it, or on a new sheet."""
    for rows, placed in sheets:
        y = rows[-1].y + rows[-1].height + gutter
        if y + size.height <= area.height + TOLERANCE:
            rows.append(_Shelf(y, size.height))
            return rows[-1], placed
    sheets.append(([_Shelf(0.0, size.height)], []))
    return sheets[-1][0][0], sheets[-1][1]


def _centred(placed: Sequence[tuple[int, Rect]], area: Rect) -> list[Rect]:
    """Return the slots with the block of all of them in the middle of the area."""
    x = (area.right - max(slot.right for _, slot in placed)) / 2
    y = (area.bottom - max(slot.bottom for _, slot in placed)) / 2
    return [Rect(slot.x + x, slot.y + y, slot.width, slot.height) for _, slot in placed]


def _apart(sizes: Sequence[Size], places: Sequence[SlotArea], gutter: Mm) -> list[list[Shelves]]:
    """Return the sheets of slots of which some fit only upright paper, and others only paper that lies."""
    left, found = list(range(len(sizes))), []
    for place in places:
        here = [
            at
            for at in left
            if sizes[at].width <= place.area.width + TOLERANCE and sizes[at].height <= place.area.height + TOLERANCE
        ]
        sheets = _filled([sizes[at] for at in here], place, gutter) if here else []
        found.append(
            [Shelves(sheet.slots, tuple(here[index] for index in sheet.order), gutter, place) for sheet in sheets or ()]
        )
        left = [at for at in left if at not in here]
    return found


Slots = SlotGrid | Shelves

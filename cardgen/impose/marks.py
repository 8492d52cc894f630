"""Draw crop marks in the margin of a sheet, and limit how far ink runs into it."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.geometry.outlines import RECTANGLE, PlacedOutline
from cardgen.geometry.paths import Curve
from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.model.sheet import Mark

LONGEST: Mm = 4.0
"""Length of a crop mark where there is room for it, mm: a longer one would not guide a ruler any better."""
SHORTEST: Mm = 1.25
"""Least length of a crop mark, mm: a shorter one shows no direction. A margin of 5 mm has room for 1.5 mm."""
UNPRINTABLE: Mm = 3.0
"""Width of the rim of a paper that few home printers reach, mm; a mark there may be lost."""
CLEARANCE: Mm = 0.5
"""Least distance of a mark from a trim, mm, so that a cut that is a little off leaves no ink on the piece."""


def room_around(box: Rect, region: Rect) -> Edges:
    """Return the distances from the edges of a box to those of a region around it."""
    return Edges(box.x - region.x, box.y - region.y, region.right - box.right, region.bottom - box.bottom)


def page_box(paper: Size) -> Rect:
    """Return the box of a whole page."""
    return Rect(0.0, 0.0, paper.width, paper.height)


def limit_edges(edges: Edges, limit: Mm) -> Edges:
    """Return lengths for the four edges, none of them longer than a limit.

    Args:
        edges: Length at each edge, in mm.
        limit: Greatest length, in mm.
    """
    return Edges(min(edges.left, limit), min(edges.top, limit), min(edges.right, limit), min(edges.bottom, limit))


def crop_marks(xs: Iterable[Mm], ys: Iterable[Mm], block: Rect, region: Rect, bleed: Mm) -> tuple[Mark, ...]:
    """Return marks at the ends of cuts that go through a whole block of pieces.

    A mark starts outside the bleed if the margin is wide enough, else as near to the trim as is safe; it ends
    before the rim that printers leave white, if that leaves it long enough. A margin without room has no marks.

    Args:
        xs: x of each vertical cut, mm.
        ys: y of each horizontal cut, mm.
        block: Box around the trims of all pieces; every mark lies outside it.
        region: Box that marks may fill: the page, or the half of it in front of a fold.
        bleed: Distance that ink runs past the block, mm.
    """
    room = room_around(block, region)
    marks: list[Mark] = []
    for sign, edge, free in ((-1, block.y, room.top), (1, block.bottom, room.bottom)):
        start, end = _span(free, bleed)
        marks += [Mark("crop", x, edge + sign * start, x, edge + sign * end) for x in xs if end > start]
    for sign, edge, free in ((-1, block.x, room.left), (1, block.right, room.right)):
        start, end = _span(free, bleed)
        marks += [Mark("crop", edge + sign * start, y, edge + sign * end, y) for y in ys if end > start]
    return tuple(marks)


def cut_lines(outlines: Iterable[PlacedOutline], *, all_round: bool) -> tuple[Curve, ...]:
    """Return lines on the pieces themselves, to be cut along.

    Args:
        all_round: Draw the whole outline of each piece; else only the rounded corners of rectangles.
    """
    curves: list[Curve] = []
    for outline in outlines:
        curves += outline.curves() if all_round else outline.arcs() if outline.outline == RECTANGLE else ()
    return tuple(curves)


def _span(room: Mm, bleed: Mm) -> tuple[Mm, Mm]:
    """Return the distances from the block at which a mark starts and ends in a margin; equal ones without room."""
    reach = room - UNPRINTABLE if room - UNPRINTABLE >= CLEARANCE + SHORTEST else room
    start = max(bleed, CLEARANCE) if reach - bleed >= SHORTEST else CLEARANCE
    return (start, min(start + LONGEST, reach)) if reach - start >= SHORTEST else (0.0, 0.0)

"""Crop marks in the margin of a sheet, and how far ink may run into it."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.geometry.outlines import RECTANGLE, PlacedOutline
from cardgen.geometry.paths import Curve
from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.model.sheet import Mark

LONGEST: Mm = 4.0
"""Longer than that, a mark is no better to lay a ruler on."""
SHORTEST: Mm = 1.25
"""Shorter than that, a mark shows no direction. The least usual margin, 5 mm, has room for 1.5 mm."""
UNPRINTABLE: Mm = 3.0
"""The rim of a paper that few home printers reach; a mark there may be lost."""
CLEARANCE: Mm = 0.5
"""The least distance of a mark from a trim, so that a cut that is a little off leaves no ink on the piece."""


def room_around(box: Rect, region: Rect) -> Edges:
    """The distances from the sides of a box to those of what it lies in, such as the whole paper."""
    return Edges(box.x - region.x, box.y - region.y, region.right - box.right, region.bottom - box.bottom)


def whole(paper: Size) -> Rect:
    """The box of a whole page."""
    return Rect(0.0, 0.0, paper.width, paper.height)


def at_most(edges: Edges, limit: Mm) -> Edges:
    """The edges, none of them longer than a limit."""
    return Edges(min(edges.left, limit), min(edges.top, limit), min(edges.right, limit), min(edges.bottom, limit))


def crop_marks(xs: Iterable[Mm], ys: Iterable[Mm], block: Rect, region: Rect, bleed: Mm) -> tuple[Mark, ...]:
    """Mark the ends of cuts that go through a whole block of pieces.

    A mark starts outside the bleed if the margin is wide enough, else as near to the trim as is safe; it ends
    before the rim that printers leave white, if that leaves enough of it. A margin without room gets no marks.

    Args:
        xs: Where upright cuts run.
        ys: Where level cuts run.
        block: Outermost trims of all pieces; every mark lies outside it.
        region: The page, or what of it the block has for itself.
        bleed: How far ink runs past the block.
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
        outlines: What is cut out for each piece.
        all_round: Draw the whole outline of each piece; else only the rounded corners of rectangles.
    """
    curves: list[Curve] = []
    for outline in outlines:
        curves += outline.curves() if all_round else outline.arcs() if outline.outline == RECTANGLE else ()
    return tuple(curves)


def _span(room: Mm, bleed: Mm) -> tuple[Mm, Mm]:
    """Distances from the block at which a mark starts and ends in a margin; equal ones if there is no room."""
    reach = room - UNPRINTABLE if room - UNPRINTABLE >= CLEARANCE + SHORTEST else room
    start = max(bleed, CLEARANCE) if reach - bleed >= SHORTEST else CLEARANCE
    return (start, min(start + LONGEST, reach)) if reach - start >= SHORTEST else (0.0, 0.0)

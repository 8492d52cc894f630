"""The only place where anything is mirrored: from what the recto carries to what must be printed behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.impose.marks import at_most
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import FlipEdge, Placement, Side
from cardgen.units import Rect, Size

Axis = Literal["vertical", "horizontal"]


def flip_axis(paper: Size, flip: FlipEdge) -> Axis:
    """Tell about which axis of the page, as it is seen, the paper turns.

    The axis is the edge itself, so it depends on how the page lies. A square paper has no long edge; like printer
    drivers, we take it for an upright one.
    """
    upright = paper.width <= paper.height
    return "vertical" if upright == (flip == "long") else "horizontal"


def verso_of(recto: Sequence[Placement], backs: Sequence[Drawing | None], paper: Size, flip: FlipEdge) -> Side:
    """Place the backs so that each lies behind its face when the paper is turned.

    Coordinates are mirrored about the page, not slots about the grid, so that unequal margins, part-filled sheets,
    mixed sizes and tiles of a board come out right. A back is such that its piece, turned like the page of a book,
    shows it upright.

    Args:
        recto: What the recto carries; of a part of a drawing, the same part seen from behind is placed.
        backs: The back of each placement, of the same size as its face; None prints nothing behind it.
        paper: Size of the sheet as it is seen, mm.
        flip: The edge of the paper about which the printer, or the person, turns it.

    Returns:
        The verso as it is seen after the turn: on a vertical axis columns are mirrored and backs upright, on a
        horizontal axis rows are mirrored and backs turned by 180 degrees. No marks: one cuts by the recto.
    """
    axis = flip_axis(paper, flip)
    pairs = zip(recto, backs, strict=True)
    return Side(tuple(_behind(placement, back, paper, axis) for placement, back in pairs if back is not None))


def _behind(placement: Placement, back: Drawing, paper: Size, axis: Axis) -> Placement:
    trim, (x, y) = placement.trim, placement.origin
    bleed, turn = placement.bleed, placement.turn
    if axis == "vertical":
        trim = Rect(paper.width - trim.right, trim.y, trim.width, trim.height)
        bleed = bleed.mirrored
    else:
        trim = Rect(trim.x, paper.height - trim.bottom, trim.width, trim.height)
        bleed = bleed.mirrored.half_turned
        turn = 0 if turn else 180
    origin = (back.size.width - x - trim.width, y)
    return Placement(back, trim, at_most(bleed, back.bleed), turn, origin)

"""The only place where anything is mirrored: from what the recto carries to what must be printed behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.geometry.outlines import Axis
from cardgen.geometry.units import Rect, Size
from cardgen.impose.marks import at_most
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import FlipEdge, Placement, Sheet, Side


def flip_axis(paper: Size, flip: FlipEdge) -> Axis:
    """Tell about which axis of the page, as it is seen, the paper turns.

    The axis is the edge itself, so it depends on how the page lies. A square paper has no long edge; like printer
    drivers, we take it for an upright one.
    """
    upright = paper.width <= paper.height
    return "vertical" if upright == (flip == "long") else "horizontal"


def verso_of(
    recto: Sequence[Placement],
    backs: Sequence[Drawing | None],
    paper: Size,
    flip: FlipEdge,
    endwise: Sequence[bool] = (),
) -> Side:
    """Place the backs so that each lies behind its face when the paper is turned.

    Coordinates are mirrored about the page, not slots about the grid, so that unequal margins, part-filled sheets,
    mixed sizes and tiles of a board come out right.

    Args:
        recto: What the recto carries; of a part of a drawing, the same part seen from behind is placed.
        backs: The back of each placement, of the same size as its face; None prints nothing behind it.
        paper: Size of the sheet as it is seen, mm.
        flip: The edge of the paper about which the printer, or the person, turns it.
        endwise: As in `mirrored`.

    Returns:
        The verso as it is seen after the turn. No marks: one cuts by the recto.
    """
    return Side(mirrored(recto, backs, paper, flip_axis(paper, flip), endwise))


def mirrored(
    faces: Sequence[Placement], backs: Sequence[Drawing | None], page: Size, axis: Axis, endwise: Sequence[bool] = ()
) -> tuple[Placement, ...]:
    """Place the backs where the faces come to lie when the page turns, or is folded, about its middle.

    Args:
        faces: What is on the page.
        backs: The back of each, or None.
        page: Its size as it is seen.
        axis: About which it turns: on a vertical one columns are mirrored and backs upright, on a horizontal one rows
            are mirrored and backs turned by 180 degrees.
        endwise: Whether each piece is turned over top to bottom to see its back upright; without any, all are turned
            like the page of a book.
    """
    triples = zip(faces, backs, endwise or (False,) * len(faces), strict=True)
    return tuple(_behind(face, back, page, axis, over) for face, back, over in triples if back is not None)


def _behind(placement: Placement, back: Drawing, page: Size, axis: Axis, endwise: bool) -> Placement:
    trim, (x, y) = placement.trim, placement.origin
    bleed, turn = placement.bleed, placement.turn
    if axis == "vertical":
        trim = Rect(page.width - trim.right, trim.y, trim.width, trim.height)
        bleed = bleed.mirrored
    else:
        trim = Rect(trim.x, page.height - trim.bottom, trim.width, trim.height)
        bleed = bleed.mirrored.half_turned
    origin = (x, back.size.height - y - trim.height) if endwise else (back.size.width - x - trim.width, y)
    if endwise != (axis == "horizontal"):
        turn = 0 if turn else 180
    return Placement(back, trim, at_most(bleed, back.bleed), turn, origin, placement.outline.mirrored(axis))


def apart(sheet: Sheet, back_title: str) -> list[Sheet]:
    """The two sides of a sheet as sheets of their own, for paper that is printed on one side and then glued."""
    front = replace(sheet, verso=None)
    if sheet.verso is None:
        return [front]
    return [
        front,
        replace(sheet, title=back_title, recto=sheet.verso, verso=None, piece_count=0, outlines=(), is_back=True),
    ]

"""Compute where backs must be printed so that they end up behind their faces. No other module mirrors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.geometry.outlines import Axis
from cardgen.geometry.units import Rect, Size
from cardgen.impose.marks import limit_edges
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import FlipEdge, Placement, Sheet, Side


def flip_axis(paper: Size, flip: FlipEdge) -> Axis:
    """Return the axis of the page, as it is seen, about which the paper turns.

    The axis is parallel to the edge, so it depends on the orientation of the page. A square paper has no long edge; it
    is treated as portrait, as printer drivers do.

    Source:
        PDF 32000-1, table 150, /Duplex.
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
        recto: Placements on the recto; behind a part of a drawing, the same part of its back is placed.
        backs: Back of each placement, of the same size as its face; None prints nothing behind it.
        paper: Size of the sheet as it is seen, mm.
        flip: Edge of the paper about which the printer, or the person, turns it.
        endwise: As in `mirror_placements`.

    Returns:
        The verso as it is seen after the turn, without marks, since the cuts follow those of the recto.
    """
    return Side(mirror_placements(recto, backs, paper, flip_axis(paper, flip), endwise))


def mirror_placements(
    faces: Sequence[Placement], backs: Sequence[Drawing | None], page: Size, axis: Axis, endwise: Sequence[bool] = ()
) -> tuple[Placement, ...]:
    """Place the backs where the faces end up when the page is turned, or folded, about its middle.

    Args:
        backs: Back of each face; None leaves the place behind it empty.
        page: Size of the page as it is seen, mm.
        axis: Axis of the turn or the fold: about a vertical one columns are mirrored and backs are upright, about a
            horizontal one rows are mirrored and backs are turned by 180 degrees.
        endwise: Whether each piece is turned over top to bottom to see its back upright; empty if all are turned like
            the page of a book.
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
    return Placement(back, trim, limit_edges(bleed, back.bleed), turn, origin, placement.outline.mirrored(axis))


def separate_sides(sheet: Sheet, back_title: str) -> list[Sheet]:
    """Return the two sides of a sheet as two sheets, for paper that is printed on one side and then glued.

    Args:
        sheet: The sheet; without a verso, it is returned alone.
    """
    front = replace(sheet, verso=None)
    if sheet.verso is None:
        return [front]
    return [
        front,
        replace(sheet, title=back_title, recto=sheet.verso, verso=None, piece_count=0, outlines=(), is_back=True),
    ]

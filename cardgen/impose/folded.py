"""Impose pieces that are folded over: face and back in one slot, mirrored about the fold (`geometry/folds`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardgen.geometry.outlines import ROUND, Outline, PlacedOutline
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.duplex import mirror_placements
from cardgen.model.piece import Piece
from cardgen.model.sheet import Mark, Placement

if TYPE_CHECKING:
    from cardgen.geometry.folds import Fold


def unfolded_size(piece: Piece) -> Size:
    """Return the size of the slot that a piece takes, mm; for a piece that is folded over, both halves and their base."""
    return piece.fold.unfolded(piece.face.size) if piece.fold else piece.face.size


def unfolded_outline(piece: Piece) -> Outline:
    """Return what is cut out of the slot of a piece, in fractions of the slot."""
    return piece.fold.outline(piece.outline, piece.face.size) if piece.fold else piece.outline


def unfolded_placements(piece: Piece, slot: Rect, room: Edges) -> tuple[Placement, ...]:
    """Place both sides of a piece that is folded over.

    Args:
        room: Distance that ink may run past the slot on each side, mm.

    Returns:
        The face, and the back if there is one. Ink runs into the base by the bleed, and never over the fold.
    """
    fold = piece.fold
    assert fold
    box = fold.face_box(piece.face.size)
    face = Placement(piece.face, box, _bleed(fold, room, piece.face.bleed), outline=piece.outline)
    back = mirror_placements((face,), (piece.back,), slot.size, fold.axis, (piece.endwise,))
    return tuple(
        replace(half, trim=Rect(half.trim.x + slot.x, half.trim.y + slot.y, half.trim.width, half.trim.height))
        for half in (face, *back)
    )


def _bleed(fold: Fold, room: Edges, bleed: float) -> Edges:
    """Return how far ink of the face may run past its trim; as the back is mirrored, both ends limit it."""
    if fold.edge == "left":
        return Edges(0.0, room.top, min(room.left, room.right), room.bottom)
    below = min(bleed, fold.strip) if fold.strip else min(room.top, room.bottom)
    return Edges(room.left, 0.0, room.right, below)


def fold_marks(piece: Piece, slot: Rect) -> tuple[Mark, ...]:
    """Return the lines along which a piece is folded."""
    if piece.net:
        lines = list(piece.net.folds)
    elif piece.fold:
        lines = piece.fold.lines(piece.outline, piece.face.size)
    else:
        return ()
    return tuple(Mark("fold", slot.x + x1, slot.y + y1, slot.x + x2, slot.y + y2) for (x1, y1), (x2, y2) in lines)


def hole_outlines(piece: Piece, slot: Rect) -> tuple[PlacedOutline, ...]:
    """Return the holes that are cut into a piece.

    Args:
        piece: Any piece; in one that is folded over, the holes are in its face.
    """
    trim = face_trim(piece, slot)
    return tuple(PlacedOutline(ROUND, hole.box(trim)) for hole in piece.holes if hole.diameter)


def hole_marks(piece: Piece, slot: Rect) -> tuple[Mark, ...]:
    """Return a cross in the centre of each hole of a piece."""
    if not piece.holes:
        return ()
    from cardgen.geometry.holes import CROSS

    trim, marks = face_trim(piece, slot), []
    for hole in piece.holes:
        x, y = trim.x + hole.x * trim.width, trim.y + hole.y * trim.height
        marks += [Mark("hole", x - CROSS, y, x + CROSS, y), Mark("hole", x, y - CROSS, x, y + CROSS)]
    return tuple(marks)


def face_trim(piece: Piece, slot: Rect) -> Rect:
    """Return the box of the face of a piece in its slot."""
    box = piece.fold.face_box(piece.face.size) if piece.fold else Rect(0.0, 0.0, slot.width, slot.height)
    return Rect(slot.x + box.x, slot.y + box.y, box.width, box.height)

"""Find what is drawn too near to the cut: text and elements within the safe inset, and closed frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from cardgen.geometry.colors import contrast
from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Mm, Rect
from cardgen.preflight.elements import PlacedElement, read_elements
from cardgen.preflight.face_shapes import FaceShape, edge_distance
from cardgen.preflight.finding import FaceFinding
from cardgen.preflight.outlines import Box
from cardgen.preflight.path_lines import Point
from cardgen.preflight.side import PieceSide

FRAME = 1.2
"""Least distance of a closed frame from the cut, in insets: 3 mm for one of 2.5 mm. A drift of 1 mm shows beside a frame."""
TOLD_OF_TEXT = 0.8
"""Share of the inset under which a build warns of text; elements and frames are advice."""
_TOLERANCE: Mm = 0.05
_OUT: Mm = 0.1  # from a side of an element to what is beside it
_ALONG = tuple((step + 0.5) / 12 for step in range(12))  # places along a side at which an element is looked at
_INTO = (0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.0)  # and how far they are from the cut, in insets
_VISIBLE = 1.3  # contrast between the two sides of an edge that is seen


def find_near_cut(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W415 for text and for elements within the inset, and W416 for the frame that is nearest to the cut."""
    is_rectangle = side.outline == RECTANGLE
    for text in side.texts:
        if is_rectangle and _is_clear(side, text.box):
            continue
        near = [(_distance(side, _corners(one.box)), one) for one in text.spans]
        distance, span = min(near, key=lambda each: each[0])
        if distance < side.inset - _TOLERANCE:
            yield _finding(
                side, f"text {text.words}", distance, span.box, is_advice=distance >= side.inset * TOLD_OF_TEXT
            )
    if side.with_advice:
        yield from _find_elements(side)


def _find_elements(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W415 for the element that is nearest to the cut, and W416 for the frame that is."""
    shapes = [
        (distance, shape)
        for shape in side.shapes
        if 0 <= (distance := _inside_of_cut(shape, side)) < side.inset * FRAME
    ]
    shapes.sort(key=lambda each: each[0])
    frame = next((each for each in shapes if _is_frame(each[1].box, side) and _is_seen(each[1], side)), None)
    others = (each for each in shapes if not _is_frame(each[1].box, side) and each[0] < side.inset - _TOLERANCE)
    other = next((each for each in others if _is_seen(each[1], side)), None)
    nearest = min([each for each in (other, _nearest_placed(side)) if each], key=lambda each: each[0], default=None)
    if nearest:
        yield _finding(side, "an element", nearest[0], _rect(nearest[1].box), is_advice=True)
    if frame and frame[0] < side.inset * FRAME - _TOLERANCE:
        distance, shape = frame
        yield FaceFinding(
            "W416",
            f"a closed frame is {distance:.1f} mm from the cut, so that a cut that is 1 mm off shows",
            expected=f"at least {side.inset * FRAME:.3g} mm, or ground that runs past the cut",
            hints=("move the frame inwards, or leave it open where it is near the cut",),
            measure=distance,
            is_advice=True,
            box=_rect(shape.box),
        )


def _nearest_placed(side: PieceSide) -> tuple[Mm, PlacedElement] | None:
    """Return the icon or picture within the inset that is nearest to the cut, with its distance."""
    size, reach, is_rectangle = side.face.size, side.inset - _TOLERANCE, side.outline == RECTANGLE

    def is_near(box: Box) -> bool:
        """Return whether a box is near to a side of the face, but not past all of them."""
        ends = box[0], box[1], size.width - box[2], size.height - box[3]
        return (min(ends) < reach or not is_rectangle) and max(ends) >= 0

    placed = [(_inside_of_cut(one, side), one) for one in read_elements(side.face, side.ground, is_near)]
    near = sorted([each for each in placed if 0 <= each[0] < reach], key=lambda each: each[0])
    for distance, element in near:
        if _is_seen_beside(side, element.box) if is_rectangle else _is_seen(element, side):
            return distance, element
    return None


def _finding(side: PieceSide, what: str, distance: Mm, box: Rect, *, is_advice: bool) -> FaceFinding:
    where = f"{distance:.1f} mm from the cut" if distance >= 0 else "across the cut"
    return FaceFinding(
        "W415",
        f"{what} is {where}",
        expected=f"at least {side.inset:.3g} mm, the safe inset",
        hints=("move it inwards, or let it run past the cut as ground",),
        measure=distance,
        is_advice=is_advice,
        box=box,
    )


def _distance(side: PieceSide, points: Sequence[Point]) -> Mm:
    """Return the least distance of some points from the cut, mm; negative if one is outside."""
    width, height = side.face.size.width, side.face.size.height
    least = min((min(x, y, width - x, height - y) for x, y in points), default=0.0)
    if least < 0 or side.outline == RECTANGLE:
        return least
    return edge_distance(points, side.cut)


def _is_clear(side: PieceSide, box: Rect) -> bool:
    """Return whether there is nothing to say of text in a box of a rectangle."""
    size, inset = side.face.size, side.inset if side.with_advice else side.inset * TOLD_OF_TEXT
    return min(box.x, box.y, size.width - box.right, size.height - box.bottom) >= inset


def _corners(box: Rect) -> list[Point]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


def _inside_of_cut(shape: FaceShape | PlacedElement, side: PieceSide) -> Mm:
    """Return the least distance of a shape from a side of the cut that it does not run past, mm; negative without one.

    A line that runs past the cut on one side is part of an open frame, which may be near the others.
    """
    left, top, right, bottom = shape.box
    size = side.face.size
    ends = [end for end in (left, top, size.width - right, size.height - bottom) if end >= 0]
    is_open = len(ends) < 4
    if (
        not ends
        or (is_open and shape.stroke)
        or right <= left
        or right <= 0
        or bottom <= 0
        or left >= size.width
        or top >= size.height
    ):
        return -1.0
    if side.outline == RECTANGLE:
        return min(ends)
    return _distance(side, [point for line in shape.lines for point in line]) if not is_open else -1.0


def _is_frame(box: Box, side: PieceSide) -> bool:
    """Return whether a shape runs along all sides of the cut."""
    size, near = side.face.size, 2 * side.inset
    return box[0] < near and box[1] < near and size.width - box[2] < near and size.height - box[3] < near


def _is_seen(shape: FaceShape | PlacedElement, side: PieceSide) -> bool:
    """Return whether a shape differs from what is around it, at the middles of its sides."""
    left, top, right, bottom = shape.box
    x, y, out, into = (left + right) / 2, (top + bottom) / 2, _OUT, max(shape.stroke / 2, 0.1)
    pairs = [
        ((left - out, y), (left + into, y)),
        ((right + out, y), (right - into, y)),
        ((x, top - out), (x, top + into)),
        ((x, bottom + out), (x, bottom - into)),
    ]
    return _differs(side, pairs)


def _is_seen_beside(side: PieceSide, box: Box) -> bool:
    """Return whether something in a box differs, within the inset, from what is between it and the cut."""
    left, top, right, bottom = box
    size, inset = side.face.size, side.inset
    pairs: list[tuple[Point, Point]] = []
    for part, depth in product(_ALONG, _INTO):
        x, y, into = left + (right - left) * part, top + (bottom - top) * part, inset * depth
        pairs += [((left - _OUT, y), (into, y))] if 0 <= left < into else []
        pairs += [((x, top - _OUT), (x, into))] if 0 <= top < into else []
        pairs += [((right + _OUT, y), (size.width - into, y))] if 0 <= size.width - right < into else []
        pairs += [((x, bottom + _OUT), (x, size.height - into))] if 0 <= size.height - bottom < into else []
    return _differs(side, pairs)


def _differs(side: PieceSide, pairs: Sequence[tuple[Point, Point]]) -> bool:
    """Return whether the colours at the two points of a pair differ."""
    colors = side.ground.colors(side.painted, [point for pair in pairs for point in pair])
    return any(
        min(contrast(a, b) for a in one for b in other) >= _VISIBLE
        for one, other in zip(colors[::2], colors[1::2], strict=True)
    )


def _rect(box: Box) -> Rect:
    return Rect(box[0], box[1], box[2] - box[0], box[3] - box[1])

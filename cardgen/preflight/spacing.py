"""Find text that is too near to an edge that is drawn beside it, or that something is drawn over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from cardgen.geometry.colors import contrast
from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import TextSpan
from cardgen.preflight.elements import PlacedElement, read_elements
from cardgen.preflight.face_shapes import EdgeSpot, FaceShape, around
from cardgen.preflight.finding import FaceFinding
from cardgen.preflight.outlines import Box
from cardgen.preflight.path_lines import Point
from cardgen.preflight.side import PieceSide
from cardgen.preflight.texts import FaceText, Ink, PlacedSpan, common_box

LEAST: Mm = 0.6
"""Least distance of the ink of a text from the edge of a frame, a plate or a line beside it."""
_TOLERANCE: Mm = 0.05
_VISIBLE = 1.3  # contrast between the two sides of an edge that is seen
_STEP = 0.25  # em between the places along a word at which it may be covered
_HEIGHTS = (0.15, 0.5, 0.85)  # of its ink above the baseline: near the feet, the middle and the tops of its letters
_OVERLAP: Mm = 0.25  # of two texts, in both directions; less is within the error of their boxes

_SMALL: Mm = 12.0
"""Longer side of an icon or a small picture; a larger one is a ground, of which the parts may be near text."""
_PAIRS = 10_000  # of texts whose boxes meet that are looked at on a face


def find_close_edges(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W414, always as advice, for each text nearer to an edge than looks good, or that an edge runs through."""
    if not side.with_advice or not side.texts:
        return
    elements = _small_elements(side)
    for text in side.texts:
        shapes = (shape for one in elements if _is_beside(text.box, one.box) for shape in one.shapes)
        near = [shape for shape in (*side.shapes, *shapes) if shape.edge_near(text.box, LEAST - _TOLERANCE)]
        found = [
            (spot.distance, one)
            for one in text.spans
            if near and one.is_upright and (spot := _nearest_edge(side, one.box, near))
        ]
        if not found:
            continue
        distance, span = min(found, key=lambda each: each[0])
        how = "runs across an edge" if distance <= 0 else f"is {distance:.1f} mm from an edge"
        yield FaceFinding(
            "W414",
            f"text {text.words} {how} that is drawn beside it",
            expected=f"at least {LEAST:g} mm",
            hints=("make the text shorter or its box smaller, or move what is beside it",),
            measure=distance,
            is_advice=True,
            box=span.box,
        )


def _small_elements(side: PieceSide) -> list[PlacedElement]:
    """Return the icons and small pictures beside text, besides icons that stand in a line of it."""

    def is_near(box: Box) -> bool:
        is_small = max(box[2] - box[0], box[3] - box[1]) <= _SMALL
        return is_small and any(_is_beside(text.box, box) for text in side.texts)

    return [element for element in read_elements(side.face, side.ground, is_near) if not element.in_text]


def _is_beside(text: Rect, box: Box) -> bool:
    left, top, right, bottom = box
    return (
        left < text.right + LEAST and text.x - LEAST < right and top < text.bottom + LEAST and text.y - LEAST < bottom
    )


def _nearest_edge(side: PieceSide, box: Rect, near: Sequence[FaceShape]) -> EdgeSpot | None:
    """Return the nearest edge of some shapes that is seen within the least distance of a box."""
    spots = [(spot, shape) for shape in near if (spot := shape.edge_near(box, LEAST - _TOLERANCE))]
    for spot, shape in sorted(spots, key=lambda each: each[0].distance):
        if _is_seen(side, spot, shape):
            return spot
    return None


def _is_seen(side: PieceSide, spot: EdgeSpot, shape: FaceShape) -> bool:
    """Return whether there are two colours at an edge, whatever is painted later."""
    if shape.stroke:
        places: list[Point] = [spot.point, *around(spot, shape.stroke / 2 + 0.08)]
        middle, *sides = side.ground.colors(side.painted, places)
        return any(_differ(middle, other) for other in sides)
    one, other = side.ground.colors(side.painted, list(around(spot, 0.08)))
    return _differ(one, other)


def _differ(one: tuple[tuple[float, ...], ...], other: tuple[tuple[float, ...], ...]) -> bool:
    return min(contrast(a, b) for a in one for b in other) >= _VISIBLE


def find_covered_text(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W413 for each text that something is painted over, and for texts that lie on each other."""
    for text in side.texts:
        covered = _covered(side, text)
        if covered:
            yield _covered_finding(f"text {text.words} is covered by what is drawn over it", covered.box)
    for one, other in _meeting(side.texts):
        if (box := _common(one, other)) and one.words != other.words:  # equal words: a shadow
            yield _covered_finding(f"texts {one.words} and {other.words} lie on each other", box)


def _meeting(texts: Sequence[FaceText]) -> Iterator[tuple[FaceText, FaceText]]:
    """Yield the first pairs of texts whose boxes meet, in the order of the texts."""
    for one, other in sorted(islice(_pairs([text.box for text in texts]), _PAIRS)):
        yield texts[one], texts[other]


def _pairs(boxes: Sequence[Rect]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of boxes that meet, from top to bottom, so that not each of hundreds is compared with all others."""
    open_ones: list[int] = []
    for number in sorted(range(len(boxes)), key=lambda number: boxes[number].y):
        box = boxes[number]
        open_ones = [other for other in open_ones if boxes[other].bottom > box.y]
        for other in open_ones:
            if boxes[other].x < box.right and box.x < boxes[other].right:
                yield min(number, other), max(number, other)
        open_ones.append(number)


def _covered_finding(message: str, box: Rect) -> FaceFinding:
    hints = ("move one of them, or make the text shorter",)
    return FaceFinding("W413", message, expected="nothing over text", hints=hints, box=box)


def _covered(side: PieceSide, text: FaceText) -> PlacedSpan | None:
    """Return the first span of a text that is covered somewhere."""
    near = side.ground.near(text.over, text.box)
    for one in text.spans if near else ():
        over = side.ground.near(near, one.box)
        if not over:
            continue
        places = [one.on_face(place) for place in _places(one.span, side.ink)]
        if any(side.ground.covers(over, places)):
            return one
    return None


def _places(span: TextSpan, ink: Ink) -> Iterator[Point]:
    """Yield places of the ink of a span, in the coordinates that it is set in, mm."""
    x = span.x
    for word in span.words:
        width, above = word.width * span.size + span.tracking * len(word.glyphs), ink(span.font, word)[0] * span.size
        steps = max(2, round(width / (_STEP * span.size)))
        yield from ((x + width * step / steps, span.y - above * part) for step in range(steps + 1) for part in _HEIGHTS)
        x += width + span.space


def _common(one: FaceText, other: FaceText) -> Rect | None:
    """Return a box that two texts have in common, of which the boxes meet; None if no words of them do."""
    near = [span.box for span in other.spans if common_box(one.box, span.box)]
    boxes = (common_box(span.box, box) for span in one.spans if common_box(span.box, other.box) for box in near)
    return next((box for box in boxes if box and min(box.width, box.height) > _OVERLAP), None)

"""Find the texts of a drawn face, where each stands on it, and what is painted before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from cardgen.geometry.units import MM_PER_POINT, Mm, Rect
from cardgen.model.drawing import Drawing, DrawingItem, Rotated, ShapedWord, TextSpan, View
from cardgen.preflight.ground import rotate
from cardgen.preflight.path_lines import Point
from cardgen.report.diagnostics import quoted

_TALL, _SMALL, _DEEP = 0.7, 0.48, 0.22  # em: capitals and ascenders, small letters, and descenders of usual text faces
_SMALL_LETTERS = frozenset("acemnorsuvwxzgpqy.,:;·•…-–—_")
_DEEP_LETTERS = frozenset("gjpqy,;QçÇ()[]{}|ßJ")

Ink = Callable[[str, ShapedWord], tuple[float, float]]
"""Returns how far the ink of a word in a font, by its key, reaches above the baseline and below it, em."""


def usual_ink(_font: str, word: ShapedWord) -> tuple[float, float]:
    """Return what the ink of a word takes in usual text faces, by what its letters are."""
    letters = word.text
    top = _SMALL if _SMALL_LETTERS.issuperset(letters) else _TALL
    return top, 0.0 if _DEEP_LETTERS.isdisjoint(letters) else _DEEP


class PlacedSpan(NamedTuple):
    """A span of text where it is seen.

    Attributes:
        span: The span, in the coordinates that it is set in.
        box: Box of its ink on the face, mm; of a slanted span, a box around it.
        turns: The rotations around it, the outermost first.
    """

    span: TextSpan
    box: Rect
    turns: tuple[Rotated, ...] = ()

    @property
    def is_upright(self) -> bool:
        """Whether its lines run along the sides of the face."""
        return sum(turn.degrees for turn in self.turns) % 90 == 0

    def on_face(self, point: Point) -> Point:
        """Return where a point of the span is on the face, mm."""
        for turn in reversed(self.turns):
            point = rotate(point, turn)
        return point


class FaceText(NamedTuple):
    """Spans of one colour and style that are painted one after the other.

    Attributes:
        under: What is painted before them, without other text.
        over: What is painted after them, without other text.
        box: A box around all of them, mm.
    """

    under: Sequence[DrawingItem]
    spans: Sequence[PlacedSpan]
    over: Sequence[DrawingItem]
    box: Rect

    @property
    def words(self) -> str:
        """The text in quotes, shortened."""
        return quoted(said([one.span for one in self.spans]))

    @property
    def extent(self) -> tuple[int, int]:
        """How many characters and lines it has."""
        return len(said([one.span for one in self.spans])), len({round(one.span.y, 2) for one in self.spans})

    @property
    def smallest(self) -> PlacedSpan:
        """The first of its smallest spans."""
        return min(self.spans, key=lambda one: one.span.size)

    @property
    def points(self) -> float:
        """The largest size in it, in points."""
        return max(one.span.size for one in self.spans) / MM_PER_POINT


def said(spans: Sequence[TextSpan]) -> str:
    """Return what spans say; Chinese characters and emoji have no space between them on a line."""
    ends = (" " if one.trailing_space or one.y != other.y else "" for one, other in pairwise(spans))
    parts = zip(spans, (*ends, ""), strict=True)
    return "".join(" ".join([word.text for word in span.words]) + end for span, end in parts)


def ink_width(span: TextSpan) -> Mm:
    """Return the width of a span, mm."""
    width = sum([word.width for word in span.words]) * span.size + span.space * (len(span.words) - 1)
    return width + span.tracking * sum([len(word.glyphs) for word in span.words]) if span.tracking else width


def ink_box(span: TextSpan, ink: Ink = usual_ink) -> Rect:
    """Return the box of a span's ink in the coordinates that it is set in, mm.

    Single accents and tails that reach farther than is usual are left out: what is beside them has no ink there.
    """
    usual = [usual_ink(span.font, word) for word in span.words]
    real = [ink(span.font, word) for word in span.words] if ink is not usual_ink else usual
    top = min(max([above for above, _ in usual]), max([above for above, _ in real])) * span.size
    deep = min(max([below for _, below in usual]), max([below for _, below in real])) * span.size
    return Rect(span.x, span.y - top, ink_width(span), top + deep)


def common_box(one: Rect, other: Rect) -> Rect | None:
    """Return the part that two boxes have in common; None if they are apart."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - x, min(one.bottom, other.bottom) - y
    return Rect(x, y, width, height) if width > 0 and height > 0 else None


def read_texts(face: Drawing, ink: Ink = usual_ink) -> Iterator[FaceText]:
    """Yield the texts of a face."""
    return _texts(face.items, (), (), (), ink)


def _texts(
    items: Sequence[DrawingItem],
    before: Sequence[DrawingItem],
    after: Sequence[DrawingItem],
    turns: tuple[Rotated, ...],
    ink: Ink,
) -> Iterator[FaceText]:
    """Yield the texts among some items.

    Args:
        before: What is painted before the items, and after them, in coordinates of the face.
    """
    painted, number = without_text(items), 0
    for kind, members in groupby(items, lambda one: (one.color, one.style) if isinstance(one, TextSpan) else None):
        if kind:
            spans = [_placed(item, turns, ink) for item in members if isinstance(item, TextSpan) and item.words]
            if spans:
                under = (*before, *_turned(painted[:number], turns))
                over = (*_turned(painted[number:], turns), *after)
                yield FaceText(under, spans, over, rect_around([span.box for span in spans]))
            continue
        for item in members:
            if isinstance(item, Rotated | View):
                inner = (*turns, item) if isinstance(item, Rotated) else turns
                yield from _texts(
                    _seen(item) if isinstance(item, View) else item.items,
                    (*before, *_turned(painted[:number], turns)),
                    (*_turned(painted[number + 1 :], turns), *after),
                    inner,
                    ink,
                )
            number += 1


def _seen(view: View) -> Sequence[DrawingItem]:
    """Return the items of a view without the lines of a text that are cut off at its window, as long as others are seen."""
    seen = [one for one in view.items if not isinstance(one, TextSpan) or _is_in_window(one, view.window)]
    return seen if any(isinstance(one, TextSpan) for one in seen) else view.items


def _is_in_window(span: TextSpan, window: Rect) -> bool:
    """Return whether the middle of a line's letters is in a window."""
    middle = ink_box(span)
    return window.y < middle.y + middle.height / 2 < window.bottom


def without_text(items: Sequence[DrawingItem]) -> list[DrawingItem]:
    """Return the items that are no text."""
    return [item for item in items if not isinstance(item, TextSpan)]


def _turned(items: Sequence[DrawingItem], turns: Sequence[Rotated]) -> Sequence[DrawingItem]:
    """Return items within rotations as they are seen."""
    for turn in reversed(turns):
        items = (Rotated(turn.degrees, turn.x, turn.y, tuple(items)),) if items else ()
    return items


def _placed(span: TextSpan, turns: tuple[Rotated, ...], measure: Ink) -> PlacedSpan:
    ink = ink_box(span, measure)
    placed = PlacedSpan(span, ink, turns)
    if not turns:
        return placed
    corners = [placed.on_face((x, y)) for x in (ink.x, ink.right) for y in (ink.y, ink.bottom)]
    return placed._replace(box=rect_around([Rect(x, y, 0, 0) for x, y in corners]))


def rect_around(boxes: Sequence[Rect]) -> Rect:
    """Return a box around some boxes."""
    x, y = min([box.x for box in boxes]), min([box.y for box in boxes])
    right, bottom = max([box.x + box.width for box in boxes]), max([box.y + box.height for box in boxes])
    return Rect(x, y, right - x, bottom - y)

"""Find text that is hard to read on what is drawn under it.

The contrast is measured on the face, at points of each text. Where the colour under a point is not certain, as in a gradient,
the better of the possible ones counts: a rule that is wrong now and then would not be read for long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cardgen.geometry.colors import Rgb, luminance
from cardgen.geometry.units import MM_PER_POINT
from cardgen.model.drawing import Drawing, DrawingItem, Rotated, TextSpan, View
from cardgen.preflight.finding import FaceFinding
from cardgen.preflight.ground import Ground, rotate
from cardgen.preflight.path_lines import Point
from cardgen.preflight.shapes import parse_color
from cardgen.report.diagnostics import quoted

LEAST, LEAST_OF_LARGE, LARGE = 2.3, 1.5, 18.0
"""Least contrast of text to what is under it, that of large text, and the points from which text is large.

WCAG 2.1, success criterion 1.4.3, asks 4.5:1 of small text and 3:1 of large text, which is what the colours of a deck are
held to (E320). On a face, colours of different hue are told apart with less, as gold on cream, so that only text which is
nearly invisible in print is found here.
"""
_SPANS, _ALONG = 4, (0.1, 0.9)  # spans of a text that are looked at, and places along each of them
_HEIGHT = 0.3  # em above the baseline: the middle of small letters


class _Text(NamedTuple):
    """Spans of one colour that are painted one after the other.

    Attributes:
        under: What is painted before them.
        spans: The spans, each with its points on the face.
    """

    under: Sequence[DrawingItem]
    spans: Sequence[tuple[TextSpan, Sequence[Point]]]


def find_low_contrast(face: Drawing, ground: Ground) -> Iterator[FaceFinding]:
    """Yield W412 for each text of a face of which most is hard to read.

    Args:
        ground: What is drawn under its text.
    """
    for text in _texts(face.items):
        step = max(1, -(-len(text.spans) // _SPANS))
        color = parse_color(text.spans[0][0].color)[:3]
        points = [point for _, points in text.spans[::step] for point in points]
        ratios = sorted(max(_contrast(color, seen) for seen in colors) for colors in ground.colors(text.under, points))
        middle = ratios[len(ratios) // 2]
        size = max(span.size for span, _ in text.spans) / MM_PER_POINT
        least = LEAST_OF_LARGE if size >= LARGE else LEAST
        if middle < least:
            words = quoted(" ".join(word.text for span, _ in text.spans for word in span.words))
            shown = f"{int(middle * 10) / 10}:1"
            yield FaceFinding(
                "W412",
                f"text {words} of {size:.3g} pt has a contrast of {shown} to what is under it",
                expected=f"at least {least:g}:1; 4.5:1 is read with ease",
                hints=("give the text another colour, or put a plate under it",),
                measure=middle,
            )


def _texts(items: Sequence[DrawingItem], before: Sequence[DrawingItem] = ()) -> Iterator[_Text]:
    """Yield the texts among some items."""
    numbered = enumerate(items)
    for color, group in groupby(numbered, lambda one: one[1].color if isinstance(one[1], TextSpan) else ""):
        members = list(group)
        if color:
            spans = [(item, _points(item)) for _, item in members if isinstance(item, TextSpan) and item.words]
            if spans:
                yield _Text((*before, *items[: members[0][0]]), spans)
            continue
        for number, item in members:
            if isinstance(item, Rotated):
                for text in _texts(item.items):
                    turned = [(span, [rotate(point, item) for point in points]) for span, points in text.spans]
                    own = Rotated(item.degrees, item.x, item.y, tuple(text.under))
                    yield _Text((*before, *items[:number], own), turned)
            elif isinstance(item, View):
                yield from _texts(item.items, (*before, *items[:number]))


def _points(span: TextSpan) -> list[Point]:
    """Return the places of a span that are looked at."""
    glyphs = sum(len(word.glyphs) for word in span.words)
    width = sum(word.width for word in span.words) * span.size + span.space * (len(span.words) - 1)
    width += span.tracking * glyphs
    return [(span.x + width * part, span.y - _HEIGHT * span.size) for part in _ALONG]


def _contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2.1 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)

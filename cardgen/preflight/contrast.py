"""Find text that is hard to read on what is drawn under it.

The contrast is measured on the face, at points of each text. Where the colour under a point is not certain, as in a gradient,
the better of the possible ones counts: a rule that is wrong now and then would not be read for long.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.geometry.colors import contrast
from cardgen.preflight.finding import FaceFinding
from cardgen.preflight.path_lines import Point
from cardgen.preflight.side import PieceSide
from cardgen.preflight.svg_shapes import parse_color
from cardgen.preflight.texts import PlacedSpan, ink_width

LARGE = 14.0
"""Points from which a text is large."""
LEAST, LEAST_OF_LARGE = 4.5, 3.0
"""Least contrast of text to what is under it, and that of large text.

Source:
    WCAG 2.1, success criterion 1.4.3.
"""
TOLD, TOLD_OF_LARGE = 2.3, 1.5
"""Contrasts under which a build warns: text is nearly invisible. Between these and the least, colours of different hue are told
apart, as gold on cream, so that it is advice.
"""
_SPANS, _ALONG = 4, (0.1, 0.9)  # spans of a text that are looked at, and places along each of them
_HEIGHT = 0.3  # em above the baseline: the middle of small letters


def find_low_contrast(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W412 for each text of a face of which most is hard to read."""
    for text in side.texts:
        step = max(1, -(-len(text.spans) // _SPANS))
        color, enough = parse_color(text.spans[0].span.color)[:3], LEAST if side.with_advice else TOLD
        looked = [(one, point) for one in text.spans[::step] for point in _points(one)]
        seen = side.ground.colors(text.under, [point for _, point in looked])
        if seen.count(seen[0]) == len(seen) and max(contrast(color, shade) for shade in seen[0]) >= enough:
            continue  # the usual case: all of it stands on one ground
        ratios = sorted(
            [(max(contrast(color, dark), contrast(color, light)), at) for at, (dark, light) in enumerate(seen)]
        )
        middle, at = ratios[len(ratios) // 2]
        if middle >= enough:
            continue
        least, told = (LEAST_OF_LARGE, TOLD_OF_LARGE) if text.points >= LARGE else (LEAST, TOLD)
        if middle < least:
            shown = f"{int(middle * 10) / 10}:1"
            yield FaceFinding(
                "W412",
                f"text {text.words} of {text.points:.3g} pt has a contrast of {shown} to what is under it",
                expected=f"at least {least:g}:1",
                hints=("give the text another colour, or put a plate under it",),
                measure=middle,
                is_advice=middle >= told,
                box=looked[at][0].box,
            )


def _points(one: PlacedSpan) -> list[Point]:
    """Return the places of a span that are looked at."""
    span, width = one.span, ink_width(one.span)
    return [one.on_face((span.x + width * part, span.y - _HEIGHT * span.size)) for part in _ALONG]

"""Find text that is hard to read on what is drawn under it, and icons that are not seen there.

The contrast is measured on the face, at points of each text or icon. Where the colour under a point is not certain, as in a
gradient, the better of the possible ones counts: a rule that is wrong now and then would not be read for long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.geometry.colors import contrast
from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import DrawingItem, PlacedArtwork, Rotated, View
from cardgen.preflight.finding import FaceFinding
from cardgen.preflight.ground import rotate
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
_ICON: Mm = 8.0  # longer side of an icon; a larger artwork may be an ornament that is meant to be faint
_SPANS, _ALONG = 4, (0.1, 0.9)  # spans of a text that are looked at, and places along each of them
_HEIGHT = 0.3  # em above the baseline: the middle of small letters


def find_low_contrast(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W412 for each text of a face with a line that is hard to read, and for each icon that is not seen."""
    for text in side.texts:
        step = max(1, -(-len(text.spans) // _SPANS))
        color, enough = parse_color(text.spans[0].span.color)[:3], LEAST if side.with_advice else TOLD
        looked = [(one, point) for one in text.spans[::step] for point in _points(one)]
        seen = side.ground.colors(text.under, [point for _, point in looked])
        if seen.count(seen[0]) == len(seen) and max(contrast(color, shade) for shade in seen[0]) >= enough:
            continue  # the usual case: all of it stands on one ground
        ratios = [max(contrast(color, dark), contrast(color, light)) for dark, light in seen]
        places = len(_ALONG)
        ratio, at = min((max(ratios[at : at + places]), at) for at in range(0, len(ratios), places))
        if ratio >= enough:
            continue
        least, told = (LEAST_OF_LARGE, TOLD_OF_LARGE) if text.points >= LARGE else (LEAST, TOLD)
        if ratio < least:
            shown = f"{int(ratio * 10) / 10}:1"
            yield FaceFinding(
                "W412",
                f"text {text.words} of {text.points:.3g} pt has a contrast of {shown} to what is under it",
                expected=f"at least {least:g}:1",
                hints=("give the text another colour, or put a plate under it",),
                measure=ratio,
                is_advice=ratio >= told,
                box=looked[at][0].box,
            )
    yield from _find_invisible_icons(side)


def _find_invisible_icons(side: PieceSide) -> Iterator[FaceFinding]:
    """Yield W412 for each icon whose most visible part hardly differs from what is under it."""
    for icon, under, (x, y) in _icons(side.painted, ()):
        most = 0.0
        for bare, seen in side.ground.colors_without(icon, under):  # the first is enough for nearly all icons
            most = max(most, *(contrast(a, b) for a in bare for b in seen))
            if most >= TOLD_OF_LARGE:
                break
        if 0 < most < TOLD_OF_LARGE:
            width, height = icon.box.width, icon.box.height
            yield FaceFinding(
                "W412",
                f"an icon of {max(width, height):.3g} mm has a contrast of {int(most * 10) / 10}:1 to what is under it",
                expected=f"at least {TOLD_OF_LARGE:g}:1",
                hints=("give the icon another colour, or put a plate under it",),
                measure=most,
                box=Rect(x - width / 2, y - height / 2, width, height),
            )


def _icons(
    items: Sequence[DrawingItem], below: Sequence[DrawingItem]
) -> Iterator[tuple[PlacedArtwork, Sequence[DrawingItem], Point]]:
    """Yield each icon with what is painted before it, in the coordinates that it is placed in, and its middle on the face."""
    for number, item in enumerate(items):
        if isinstance(item, PlacedArtwork) and max(item.box.width, item.box.height) <= _ICON:
            middle = item.box.x + item.box.width / 2, item.box.y + item.box.height / 2
            yield item, (*below, *items[:number]), middle
        elif isinstance(item, View):
            yield from _icons(item.items, (*below, *items[:number]))
        elif isinstance(item, Rotated):
            turned_back = replace(item, degrees=-item.degrees, items=(*below, *items[:number]))
            for icon, under, middle in _icons(item.items, (turned_back,)):
                yield icon, under, rotate(middle, item)


def _points(one: PlacedSpan) -> list[Point]:
    """Return the places of a span that are looked at."""
    span, width = one.span, ink_width(one.span)
    return [one.on_face((span.x + width * part, span.y - _HEIGHT * span.size)) for part in _ALONG]

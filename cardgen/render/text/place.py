"""Place broken lines: words are gathered into text spans, icons are centred on the capitals."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import Artwork, DrawingItem, PlacedArtwork, ShapedWord, TextSpan
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.lines import Line
from cardgen.render.text.rich import Icon
from cardgen.render.text.shaping import Segment
from cardgen.render.text.style import TextStyle

_MAX_STRETCH = 3.5  # times the natural gap; a line that would need more is left ragged

IconSource = Callable[[str, str], Artwork]
"""Returns an icon for a name and a colour; raises `UnlocatedError` (E408, E409)."""


class LineSetter:
    """Sets lines of one style at one size.

    Args:
        style: Text style.
        size: Font size, mm; fitting may have made it smaller than that of the style.
        fontbook: Fonts by key.
        icons: Returns an icon for a name and a colour.
    """

    def __init__(self, style: TextStyle, size: Mm, fontbook: FontBook, icons: IconSource) -> None:
        self._style = style
        self._size = size
        self._fontbook = fontbook
        self._icons = icons
        self._cap = fontbook.metrics(style.regular).cap_height * size

    def line(self, line: Line, x: Mm, y: Mm, width: Mm, align: str) -> list[DrawingItem]:
        """Set a line.

        Args:
            line: The line.
            x: Left end of the space available, mm.
            y: Baseline, mm.
            width: Width of the space available, mm.
            align: `left`, `center`, `right` or `justify`.
        """
        slack = width - line.width * self._size
        stretch = 1.0
        if align == "right":
            x += slack
        elif align == "center":
            x += (slack - self._bearings(line)) / 2
        elif align == "justify" and line.gaps and (not line.ends_paragraph or slack < 0):
            stretch += slack / (line.gaps * self._size)
            stretch = stretch if stretch <= _MAX_STRETCH else 1.0
        return self._items(line, x, y, stretch)

    def _bearings(self, line: Line) -> Mm:
        """Return how much wider the left bearing of the first glyph is than the right one of the last, mm.

        Centring corrects for it, so that the ink is centred and not the advance widths.
        """
        if not line.segments:
            return 0.0
        first, last = line.segments[0], line.segments[-1]
        left = self._fontbook.ink(first.font, first.content).left if isinstance(first.content, ShapedWord) else 0.0
        right = self._fontbook.ink(last.font, last.content).right if isinstance(last.content, ShapedWord) else 0.0
        return (left - right) * self._size

    def _items(self, line: Line, x: Mm, y: Mm, stretch: float) -> list[DrawingItem]:
        items: list[DrawingItem] = []
        words: list[ShapedWord] = []
        start, open_segment = x, None
        for number, segment in enumerate(line.segments):
            gap = segment.gap * self._size * stretch if number else 0.0
            if open_segment and not (gap and _has_same_look(segment, open_segment)):
                items.append(self._span(words, open_segment, start, y, stretch, gap > 0))
                words, open_segment = [], None
            x += gap
            if isinstance(segment.content, Icon):
                items.append(self._icon(segment.content, x, y, segment.width * self._size))
            else:
                if open_segment is None:
                    start, open_segment = x, segment
                words.append(segment.content)
            x += segment.width * self._size
        if open_segment:
            items.append(self._span(words, open_segment, start, y, stretch, False))
        return items

    def _span(
        self, words: list[ShapedWord], segment: Segment, x: Mm, y: Mm, stretch: float, space_follows: bool
    ) -> TextSpan:
        tracking = self._style.tracking
        space = (self._fontbook.space(segment.font) + tracking) * self._size * stretch
        return TextSpan(
            segment.font,
            self._size,
            segment.color,
            x,
            y,
            tuple(words),
            space,
            tracking * self._size,
            space_follows,
        )

    def _icon(self, icon: Icon, x: Mm, y: Mm, side: Mm) -> PlacedArtwork:
        """Place the artwork of an icon, scaled to fit a square that is centred on the capitals."""
        artwork = self._icons(icon.name, icon.color)
        scale = side / max(artwork.size.width, artwork.size.height)
        width, height = artwork.size.width * scale, artwork.size.height * scale
        return PlacedArtwork(artwork, Rect(x + (side - width) / 2, y - self._cap / 2 - height / 2, width, height))


def _has_same_look(segment: Segment, other: Segment) -> bool:
    return isinstance(segment.content, ShapedWord) and segment.font == other.font and segment.color == other.color

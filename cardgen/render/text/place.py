"""Place broken lines: words are gathered into text spans, icons are centred on the capitals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import Artwork, DrawingItem, PlacedArtwork, ShapedWord, TextSpan
from cardgen.render.text.bidi import visual_order
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.lines import Line
from cardgen.render.text.rich import Icon
from cardgen.render.text.shaping import Segment
from cardgen.render.text.style import TextStyle

_TOLERANCE = 1e-6
_MIRRORED = {"left": "right", "right": "left"}
_MAX_STRETCH = 3.5  # times the natural gap; a line that would need more is left ragged

IconSource = Callable[[str, str], Artwork]
"""Returns an icon for a name and a colour; raises `UnlocatedError` (E408, E409)."""


class LineSetter:
    """Sets lines of one style at one size.

    Args:
        size: Font size, mm; fitting may have made it smaller than that of the style.
    """

    def __init__(self, style: TextStyle, size: Mm, fontbook: FontBook, icons: IconSource) -> None:
        self._style = style
        self._size = size
        self._fontbook = fontbook
        self._icons = icons
        self._tracking = style.tracking
        self._spaces: dict[str, float] = {}  # width of the space of each font, em
        self._cap = fontbook.metrics(style.regular).cap_height * size

    def line(self, line: Line, x: Mm, y: Mm, width: Mm, align: str) -> list[DrawingItem]:
        """Set a line.

        Args:
            x: Left end of the space available, mm.
            y: Baseline, mm.
            width: Width of the space available, mm.
            align: `left`, `center`, `right` or `justify`; in a paragraph that runs from right to left, `left` is its
                start, on the right, and `right` its end.
        """
        slack = width - line.width * self._size
        stretch = 1.0
        self._tracking = self._style.tracking if line.segments and line.segments[0].is_tracked else 0.0
        if line.is_right_to_left:
            align = _MIRRORED.get(align, align)
        if align == "right":
            x += slack
        elif align == "center":
            x += (slack - self._bearings(line)) / 2
        elif align == "justify" and line.gaps and (not line.ends_paragraph or slack < 0):
            stretch += slack / (line.gaps * self._size)
            stretch = stretch if stretch <= _MAX_STRETCH else 1.0
        if align == "justify" and line.is_right_to_left and stretch == 1:
            x += slack
        return self._items(line, x, y, stretch)

    def _bearings(self, line: Line) -> Mm:
        """Return how much wider the left bearing of the first glyph is than the right one of the last, mm.

        Centring corrects for it, so that the ink is centred and not the advance widths.
        """
        if not line.segments:
            return 0.0
        order = in_visual_order(line.segments)
        first, last = order[0][1], order[-1][1]
        left = self._fontbook.ink(first.font, first.content).left if isinstance(first.content, ShapedWord) else 0.0
        right = self._fontbook.ink(last.font, last.content).right if isinstance(last.content, ShapedWord) else 0.0
        return (left - right) * self._size

    def _items(self, line: Line, x: Mm, y: Mm, stretch: float) -> list[DrawingItem]:
        items: list[DrawingItem] = []
        words: list[ShapedWord] = []
        start, open_segment = x, None
        for gap_em, segment, has_space in in_visual_order(line.segments, stretch):
            gap = gap_em * self._size
            if open_segment and not (gap and self._continues(segment, gap, open_segment, stretch)):
                items.append(self._span(words, open_segment, start, y, stretch, has_space))
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

    def _continues(self, segment: Segment, gap: Mm, before: Segment, stretch: float) -> bool:
        """Return whether a word continues a span: it looks alike, and stands at the distance of a space."""
        if not isinstance(segment.content, ShapedWord) or segment.font != before.font or segment.color != before.color:
            return False
        return abs(gap - self._space(segment, stretch)) < _TOLERANCE

    def _space(self, segment: Segment, stretch: float) -> Mm:
        space = self._spaces.get(segment.font)
        if space is None:
            space = self._spaces[segment.font] = self._fontbook.space(segment.font)
        return (space + self._tracking) * self._size * stretch

    def _span(
        self, words: list[ShapedWord], segment: Segment, x: Mm, y: Mm, stretch: float, space_follows: bool
    ) -> TextSpan:
        return TextSpan(
            segment.font,
            self._size,
            segment.color,
            x,
            y,
            tuple(words),
            self._space(segment, stretch),
            self._tracking * self._size,
            space_follows,
            self._style.name,
        )

    def _icon(self, icon: Icon, x: Mm, y: Mm, side: Mm) -> PlacedArtwork:
        """Place the artwork of an icon, scaled to fit a square that is centred on the capitals."""
        artwork = self._icons(icon.name, icon.color)
        scale = side / max(artwork.size.width, artwork.size.height)
        width, height = artwork.size.width * scale, artwork.size.height * scale
        box = Rect(x + (side - width) / 2, y - self._cap / 2 - height / 2, width, height)
        return PlacedArtwork(artwork, box, in_text=True)


def in_visual_order(segments: Sequence[Segment], stretch: float = 1.0) -> list[tuple[float, Segment, bool]]:
    """Return the segments of a line from left to right, each with the gap before it, em, and whether that is a space.

    Args:
        segments: Segments in reading order.
        stretch: Factor by which the gaps of justified text are wider.
    """
    if not segments or not segments[0].is_analyzed:
        gaps = [0.0, *(segment.gap * stretch for segment in segments[1:])]
        return [(gap, segment, gap > 0) for gap, segment in zip(gaps, segments, strict=False)]
    parts: list[tuple[float, Segment | bool]] = []  # gaps are parts of their own, which have levels too
    levels: list[int] = []
    for number, segment in enumerate(segments):
        gap = segment.gap * stretch + segment.elastic * (stretch - 1)
        if number and gap:
            between = min(segments[number - 1].level, segment.level)
            parts.append((gap, segment.gap > 0))
            levels.append(segment.gap_level if segment.gap else between)
        parts.append((0.0, segment))
        levels.append(segment.level)
    ordered: list[tuple[float, Segment, bool]] = []
    gap, has_space = 0.0, False
    for at in visual_order(levels):
        width, part = parts[at]
        if isinstance(part, Segment):
            ordered.append((gap, part, has_space))
            gap, has_space = 0.0, False
        else:
            gap, has_space = gap + width, has_space or part
    return ordered

"""A broken line put at its place: words gathered to spans, icons centred on the capitals."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import Artwork, Item, PlacedArtwork, TextSpan, Word
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.lines import Line
from cardgen.render.text.rich import Icon
from cardgen.render.text.shaping import Segment
from cardgen.render.text.style import TextStyle

_WIDEST_GAP = 3.5  # times the space; a line that would need more is left ragged

IconSource = Callable[[str, str], Artwork]


class LineSetter:
    """Sets lines of one style at one size.

    Args:
        style: The style.
        size: Height of the em, mm; that of the style may have been too large.
        fontbook: The fonts.
        icons: Gives an icon by name and colour.
    """

    def __init__(self, style: TextStyle, size: Mm, fontbook: FontBook, icons: IconSource) -> None:
        self._style = style
        self._size = size
        self._fontbook = fontbook
        self._icons = icons
        self._cap = fontbook.metrics(style.regular).cap_height * size

    def line(self, line: Line, x: Mm, y: Mm, width: Mm, align: str) -> list[Item]:
        """Set a line.

        Args:
            line: The line.
            x: Left end of the room for it, mm.
            y: Its baseline, mm.
            width: The room, mm.
            align: left, center, right or justify.
        """
        slack = width - line.width * self._size
        stretch = 1.0
        if align == "right":
            x += slack
        elif align == "center":
            x += (slack - self._bearings(line)) / 2
        elif align == "justify" and line.gaps and (not line.ends or slack < 0):
            stretch += slack / (line.gaps * self._size)
            stretch = stretch if stretch <= _WIDEST_GAP else 1.0
        return self._items(line, x, y, stretch)

    def _bearings(self, line: Line) -> Mm:
        """How much more air the first glyph has at its left than the last at its right: what is centred is the ink."""
        if not line.pieces:
            return 0.0
        first, last = line.pieces[0], line.pieces[-1]
        left = self._fontbook.ink(first.font, first.content).left if isinstance(first.content, Word) else 0.0
        right = self._fontbook.ink(last.font, last.content).right if isinstance(last.content, Word) else 0.0
        return (left - right) * self._size

    def _items(self, line: Line, x: Mm, y: Mm, stretch: float) -> list[Item]:
        items: list[Item] = []
        words: list[Word] = []
        start, open_piece = x, None
        for number, piece in enumerate(line.pieces):
            gap = piece.gap * self._size * stretch if number else 0.0
            if open_piece and not (gap and _alike(piece, open_piece)):
                items.append(self._span(words, open_piece, start, y, stretch, gap > 0))
                words, open_piece = [], None
            x += gap
            if isinstance(piece.content, Icon):
                items.append(self._icon(piece.content, x, y, piece.width * self._size))
            else:
                if open_piece is None:
                    start, open_piece = x, piece
                words.append(piece.content)
            x += piece.width * self._size
        if open_piece:
            items.append(self._span(words, open_piece, start, y, stretch, False))
        return items

    def _span(self, words: list[Word], piece: Segment, x: Mm, y: Mm, stretch: float, space_follows: bool) -> TextSpan:
        tracking = self._style.tracking
        space = (self._fontbook.space(piece.font) + tracking) * self._size * stretch
        return TextSpan(
            piece.font,
            self._size,
            piece.color,
            x,
            y,
            tuple(words),
            space,
            tracking * self._size,
            space_follows,
        )

    def _icon(self, icon: Icon, x: Mm, y: Mm, side: Mm) -> PlacedArtwork:
        """The artwork as large as fits a square that is centred on the capitals."""
        artwork = self._icons(icon.name, icon.color)
        scale = side / max(artwork.size.width, artwork.size.height)
        width, height = artwork.size.width * scale, artwork.size.height * scale
        return PlacedArtwork(artwork, Rect(x + (side - width) / 2, y - self._cap / 2 - height / 2, width, height))


def _alike(piece: Segment, other: Segment) -> bool:
    return isinstance(piece.content, Word) and piece.font == other.font and piece.color == other.color

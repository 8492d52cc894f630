"""What is to be drawn, laid out to the last glyph: mm, origin top left of the trim, y down.

Everything is decided here; drawing it takes no more than a change of units.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardgen.geometry.units import Mm, Rect, Size


@dataclass(frozen=True, slots=True)
class Artwork:
    """A complete SVG document with nothing outside it: no file, no script, no `card:` element.

    Equal artworks are converted once.

    Attributes:
        svg: The document; its root has a viewBox and its size in mm.
        size: The size that the root states.
    """

    svg: str
    size: Size


@dataclass(frozen=True, slots=True)
class PlacedArtwork:
    """An artwork scaled into a box."""

    artwork: Artwork
    box: Rect


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """A raster file scaled into a box, of which a window is seen.

    Attributes:
        path: PNG, JPEG or WebP file.
        box: Where the whole picture goes; may exceed the window.
        window: What is seen of it.
    """

    path: Path
    box: Rect
    window: Rect


@dataclass(frozen=True, slots=True)
class ShapedWord:
    """Shaped text without a space, at size 1, ready to be set at any size.

    Attributes:
        text: The characters, for whoever selects and copies.
        glyphs: (glyph id, the characters it stands for, how far the pen moves; in em) in visual order.
        width: Sum of the advances, em.
    """

    text: str
    glyphs: tuple[tuple[int, str, float], ...]
    width: float


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Words of one font on a baseline.

    Attributes:
        font: Key of the font: the stem of its file in `fonts/`.
        size: Height of the em, mm.
        color: `#rrggbb`.
        x, y: Start of the baseline, mm.
        words: The words, in order.
        space: Width of the gap between two words, mm.
        tracking: Extra width behind each glyph, mm.
        trailing_space: A space follows, before the next span of the line: kept for copying, has no ink.
    """

    font: str
    size: Mm
    color: str
    x: Mm
    y: Mm
    words: tuple[ShapedWord, ...]
    space: Mm
    tracking: Mm = 0.0
    trailing_space: bool = False


@dataclass(frozen=True, slots=True)
class Rotated:
    """Items turned clockwise about a point.

    Attributes:
        degrees: Clockwise as seen.
        x, y: The point that stays.
        items: What is turned.
    """

    degrees: float
    x: Mm
    y: Mm
    items: tuple[DrawingItem, ...]


DrawingItem = PlacedArtwork | PlacedImage | TextSpan | Rotated


@dataclass(frozen=True, eq=False, slots=True)
class Drawing:
    """One side of a piece, or a whole page. Compared by identity: equal sides share one object.

    Attributes:
        size: Trim size.
        bleed: How far ink may run past the trim.
        items: In painting order.
    """

    size: Size
    bleed: Mm
    items: tuple[DrawingItem, ...]

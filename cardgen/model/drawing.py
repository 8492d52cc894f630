"""Drawings that are laid out to the last glyph. Lengths in mm, origin at the top left of the trim, y downwards.

All decisions have been made when a drawing exists: the writer only converts its units.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Artwork:
    """A complete SVG document that refers to nothing outside itself: no file, no script, no `card:` element.

    Equal artworks are converted once.

    Attributes:
        svg: The document; its root states a viewBox, and a size in mm.
        size: The size that the root element states.
    """

    svg: str
    size: Size


@dataclass(frozen=True, slots=True)
class PlacedArtwork:
    """An artwork scaled into a box.

    Attributes:
        in_text: Whether it is an icon in a line of text, which belongs to the words beside it.
    """

    artwork: Artwork
    box: Rect
    in_text: bool = False


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """A raster file scaled into a box, of which a window is visible.

    Attributes:
        path: A PNG, JPEG or WebP file.
        box: Where the whole picture goes; it may exceed the window.
        window: The visible part.
    """

    path: Path
    box: Rect
    window: Rect


@dataclass(frozen=True, slots=True)
class ShapedWord:
    """Shaped text without spaces, at size 1, which can be set at any size.

    Attributes:
        text: The characters, for selecting and copying.
        glyphs: Glyph id, the characters it stands for, and its advance in em, in visual order.
        width: Sum of the advances, with the start, in em.
        start: Distance from the start of the word to the origin of its first glyph, in em.
        rises: Height of each glyph above the baseline, in em; empty for a word in which each glyph stands for characters
            of its own beside its neighbours, and not above them as vowel signs do.
    """

    text: str
    glyphs: tuple[tuple[int, str, float], ...]
    width: float
    start: float = 0.0
    rises: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Words of one font and size on a baseline.

    Attributes:
        font: Key of the font: the stem of its file in `fonts/`.
        size: Height of the em, in mm.
        color: `#rrggbb`.
        x: Start of the baseline, in mm.
        words: The words, in visual order.
        space: Width of the gap between two words, in mm.
        tracking: Extra width after each glyph, in mm.
        trailing_space: Whether a space follows before the next span of the line; it is kept for copying and has no ink.
        style: Name of its style in the theme; empty for text that has none, such as a label beside a cut.
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
    style: str = ""


@dataclass(frozen=True, slots=True)
class Rotated:
    """Items rotated about a point.

    Attributes:
        degrees: The rotation, clockwise as seen.
        x: The centre of rotation, in mm.
        y: The centre of rotation, in mm.
        items: The items, in painting order.
    """

    degrees: float
    x: Mm
    y: Mm
    items: tuple[DrawingItem, ...]

    def box_around(self, box: Rect) -> Rect:
        """Return the box around a box among the items as it is seen."""
        cos, sin = math.cos(math.radians(self.degrees)), math.sin(math.radians(self.degrees))
        around = [(x - self.x, y - self.y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        xs = [self.x + x * cos - y * sin for x, y in around]
        ys = [self.y + x * sin + y * cos for x, y in around]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


Ink = Literal["", "full", "pale"]


@dataclass(frozen=True, slots=True)
class View:
    """Items of which a window is visible: a part of a picture in some light, or a piece that a page shows.

    Attributes:
        items: The items, in painting order.
        is_ground: Whether it is a picture that other things stand on, or belongs to one.
        in_lines: Whether fine lines stand for a ground where ink is saved; it is left out there otherwise.
        ink: What becomes of fills where ink is saved: `full` keeps their colours, as that of a sample, `pale` lightens them as
            pictures are, as that of the ground of one; empty for outlines.
    """

    window: Rect
    items: tuple[DrawingItem, ...]
    is_ground: bool = False
    in_lines: bool = False
    ink: Ink = ""


DrawingItem = PlacedArtwork | PlacedImage | TextSpan | Rotated | View


Role = Literal["", "h1", "h2", "h3", "h4", "h5", "h6", "p", "label", "item", "th", "td", "figure"]
"""What a part of a page is: a heading, a paragraph, the marker and the text of an item of a list, a cell of a table, or a
figure; "" for decoration, which is not read out."""


class PageBlock(NamedTuple):
    """Items of a page that are read out together.

    Attributes:
        start: Index of the first item.
        stop: Index after the last item.
        begins: Whether they begin what they are, or a row of a table, and do not continue the block before.
        words: What a figure shows, in words.
        language: Language code of the text where it is not that of the document; else empty.
    """

    role: Role
    start: int
    stop: int
    begins: bool = True
    words: str = ""
    language: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Drawing:
    """One side of a piece, or a whole page. Drawings compare by identity: equal sides share one object.

    Attributes:
        size: The trim size.
        bleed: How far ink may run past the trim, in mm.
        items: The items, in painting order.
        words: What is written on it, a line for each text in reading order, with icons as `{name}`; or what its template says of
            it in `<desc>`. A line in a language of its own begins with it, see `spoken_in`.
        blocks: What the items of a page are, in reading order; items in none are decoration. Empty for a piece.
    """

    size: Size
    bleed: Mm
    items: tuple[DrawingItem, ...]
    words: str = ""
    blocks: tuple[PageBlock, ...] = ()


def spoken_in(language: str, words: str) -> str:
    """Return words behind the code of their language; without one or the other, as they are.

    Source:
        PDF 32000-1, 14.9.2.2: the code stands between two escape characters.
    """
    return f"\x1b{language}\x1b{words}" if language and words else words


def split_language(words: str) -> tuple[str, str]:
    """Return the language code with which words begin, or nothing, and the words without it."""
    if not words.startswith("\x1b"):
        return "", words
    language, _, rest = words[1:].partition("\x1b")
    return language, rest


def leaves(items: Iterable[DrawingItem]) -> Iterator[PlacedArtwork | PlacedImage | TextSpan]:
    """Yield all that some items draw, in painting order, each in the coordinates that it is set in."""
    for item in items:
        if isinstance(item, Rotated | View):
            yield from leaves(item.items)
        else:
            yield item


def text_spans(items: Iterable[DrawingItem]) -> Iterator[TextSpan]:
    """Yield all text among some items, as `leaves` does."""
    return (item for item in leaves(items) if isinstance(item, TextSpan))


def artworks_of(items: Iterable[DrawingItem]) -> list[Artwork]:
    """Return all artworks among some items, in painting order."""
    return [item.artwork for item in leaves(items) if isinstance(item, PlacedArtwork)]


def image_files_of(items: Iterable[DrawingItem]) -> list[Path]:
    """Return the files of all raster pictures among some items, in painting order."""
    return [item.path for item in leaves(items) if isinstance(item, PlacedImage)]


def with_fonts(items: Iterable[DrawingItem], names: Mapping[str, str]) -> tuple[DrawingItem, ...]:
    """Return items whose texts name their fonts otherwise.

    Args:
        names: Old keys of fonts to new ones; other fonts keep their keys.
    """
    return tuple(
        replace(item, items=with_fonts(item.items, names))
        if isinstance(item, Rotated | View)
        else replace(item, font=names[item.font])
        if isinstance(item, TextSpan) and item.font in names
        else item
        for item in items
    )

"""Compute fingerprints of what is drawn: equal for what looks the same on paper, on any machine at any time.

A fingerprint is made of outlines, colours, pixels and positions, never of names of files or fonts, of ids or of the
order of a deck. It errs on the safe side: what is drawn in another order, hidden, or made of other shapes counts as
different, which costs a card that is printed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from pathlib import Path
from typing import Any

import uharfbuzz as hb
from PIL import ImageOps

from cardgen.changes.digest import digest
from cardgen.geometry.units import Rect, Size
from cardgen.guard.files import PICTURE_LIMIT, open_file, read_bytes
from cardgen.guard.pixels import bands, opened, sample_count
from cardgen.model.drawing import (
    Artwork,
    Drawing,
    DrawingItem,
    PlacedArtwork,
    PlacedImage,
    Rotated,
    ShapedWord,
    TextSpan,
    View,
)
from cardgen.model.font_file import FONT_LIMIT, load_face
from cardgen.model.font_instance import regular_instance
from cardgen.model.piece import Piece
from cardgen.records import dataclass

VERSION = 2
"""Version of the way fingerprints are made; those of other versions cannot be compared."""

_INVISIBLE = {"kind", "id", "name", "copies", "sides", "side_names", "place", "path", "data", "edges"}
"""Attributes of a piece that cannot be seen on it, or are read from its sides."""


@dataclass(slots=True)
class ArtworkDigests:
    """Digests of the elements of artworks, keyed by a digest of their SVG and kept between runs."""

    before: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    used: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def get(self, artwork: Artwork, make: Callable[[Artwork], tuple[str, ...]]) -> tuple[str, ...]:
        """Return the digests of an artwork; they are computed if unknown, and always if it holds text."""
        if "<text" in artwork.svg:
            return make(artwork)
        key = digest(artwork.svg, repr(artwork.size))
        found = self.before.get(key)
        self.used[key] = make(artwork) if found is None else found
        return self.used[key]


class Fingerprints:
    """Computes fingerprints; what many drawings share is examined once.

    Args:
        fonts: Keys of fonts, as text spans state them, to their files.
        digests: Digests of artworks from an earlier run; None for none.
    """

    def __init__(self, fonts: Mapping[str, Path], digests: ArtworkDigests | None = None) -> None:
        self._digests = digests or ArtworkDigests()
        self._fonts = {key: _Outlines(path) for key, path in fonts.items()}
        # Keyed by identity, which avoids hashing whole values; the value is stored so that its identity stays unique.
        self._drawings: dict[int, tuple[Drawing, str]] = {}
        self._words: dict[tuple[str, int], tuple[ShapedWord, str]] = {}
        self._artworks: dict[Artwork, tuple[str, ...]] = {}
        self._placed: dict[tuple[int, Size], tuple[PlacedArtwork, list[str]]] = {}  # by identity, too
        self._images: dict[Path, str] = {}

    def of_piece(self, piece: Piece) -> str:
        """Return the fingerprint of a piece: face, back and whatever else is visible."""
        values = {field.name: getattr(piece, field.name) for field in fields(piece) if field.name not in _INVISIBLE}
        usual = {field.name: field.default for field in fields(piece)}
        # Values that every piece has unless its kind says otherwise are left out, so that new ones change no record.
        parts = [f"{name}: {self._value(value)}" for name, value in sorted(values.items()) if value != usual[name]]
        return digest(*parts)

    def of_pages(self, pages: Sequence[Drawing]) -> str:
        """Return the fingerprint of the pages of one leaf."""
        return digest(*map(self.of_drawing, pages))

    def of_drawing(self, drawing: Drawing) -> str:
        """Return the fingerprint of one side: its size and its content, without the bleed, which is cut off."""
        known = self._drawings.get(id(drawing))
        if known is None:
            size = f"{_mm(drawing.size.width)} x {_mm(drawing.size.height)}"
            found = digest("\n".join((size, *self._items(drawing.items, drawing))))
            known = self._drawings[id(drawing)] = drawing, found
        return known[1]

    def keep_only(self, drawings: Iterable[Drawing]) -> None:
        """Forget what belongs to other drawings, and what files held, for one who compares again after each edit.

        Args:
            drawings: Drawings that are likely to be examined again; they must not have changed by then.
        """
        kept = {id(drawing) for drawing in drawings}
        self._drawings = {key: known for key, known in self._drawings.items() if key in kept}
        for known in (self._words, self._artworks, self._placed, self._images):
            known.clear()

    def _value(self, value: object) -> str:
        return self.of_drawing(value) if isinstance(value, Drawing) else repr(value)

    def _items(self, items: Sequence[DrawingItem], drawing: Drawing) -> Iterator[str]:
        for item in items:
            yield from _PARTS[type(item)](self, item, drawing)

    def _artwork(self, item: PlacedArtwork, drawing: Drawing) -> Iterator[str]:
        key = id(item), drawing.size
        if key not in self._placed:
            self._placed[key] = item, self._artwork_lines(item, drawing.size)
        yield from self._placed[key][1]

    def _artwork_lines(self, item: PlacedArtwork, trim: Size) -> list[str]:
        if item.artwork not in self._artworks:
            self._artworks[item.artwork] = self._digests.get(item.artwork, self._elements)
        frame, *elements = self._artworks[item.artwork]
        box, size = item.box, item.artwork.size
        # Position of the origin and size of a unit instead of the box, whose bleed is not visible.
        left, top, per_width, per_height = map(float, frame.split())
        across, down = box.width / size.width * per_width, box.height / size.height * per_height
        place = f"{_mm(box.x - left * across)} {_mm(box.y - top * down)} {across:.6g} {down:.6g}"
        window = _window(box, trim)
        return [f"artwork {place} {window} {element}" for element in elements]

    def _elements(self, artwork: Artwork) -> tuple[str, ...]:
        """Return left and top of the viewBox and mm per unit, then a digest of each element."""
        from cardgen.changes.canonical_svg import canonical_elements, parse_document

        root = parse_document(artwork.svg)
        view = [float(number) for number in str(root.get("viewBox")).replace(",", " ").split()]
        left, top, width, height = view
        frame = f"{left:.6g} {top:.6g} {artwork.size.width / width:.9g} {artwork.size.height / height:.9g}"
        try:
            elements = canonical_elements(root, _trim(left, top, width, height))
        except RecursionError:  # thousands of nested references
            elements = (artwork.svg,)
        letters = self._files_named_in(artwork.svg) if "<text" in artwork.svg else ()
        return (frame, *(digest(element, str(root.get("preserveAspectRatio")), *letters) for element in elements))

    def _files_named_in(self, svg: str) -> list[str]:
        """Return digests of the fonts that a text in a picture may use."""
        squeezed = svg.replace(" ", "").lower()
        return [font.file for key, font in self._fonts.items() if key.split("-")[0].lower() in squeezed]

    def _image(self, item: PlacedImage, drawing: Drawing) -> Iterator[str]:
        if item.path not in self._images:
            self._images[item.path] = _pixels(item.path)
        box = " ".join(map(_mm, (item.box.x, item.box.y, item.box.width, item.box.height)))
        yield f"image {box} {_window(item.window, drawing.size)} {self._images[item.path]}"

    def _text(self, item: TextSpan, _drawing: Drawing) -> Iterator[str]:
        # Word by word, since the grouping of words into spans is not visible.
        x = item.x
        look = f"{_mm(item.y)} {_mm(item.size)} {_mm(item.tracking)} {item.color.lower()}"
        for word in item.words:
            yield f"text {_mm(x)} {look} {self._word(item.font, word)}"
            x += word.width * item.size + len(word.glyphs) * item.tracking + item.space

    def _word(self, font: str, word: ShapedWord) -> str:
        known = self._words.get((font, id(word)))
        if known is None:
            outlines = self._fonts[font]
            found = digest(
                "\n".join(f"{outlines[glyph]} {round(advance * 100_000)}" for glyph, _, advance in word.glyphs)
                + (f"\n{word.start:.5f} {word.rises}" if word.start or word.rises else "")
            )
            known = self._words[font, id(word)] = word, found
        return known[1]

    def _rotated(self, item: Rotated, drawing: Drawing) -> Iterator[str]:
        inside = digest(*self._items(item.items, drawing))
        yield f"turned {item.degrees:.6g} {_mm(item.x)} {_mm(item.y)} {inside}"

    def _view(self, item: View, drawing: Drawing) -> Iterator[str]:
        inside = digest(*self._items(item.items, drawing))
        inked = {"": "", "full": "inked ", "pale": "pale "}[item.ink]
        yield f"view {item.is_ground} {item.in_lines} {inked}{_window(item.window, drawing.size)} {inside}"


# Not in each object, which would refer to itself, so that its digests of a long list would stay in memory.
_PARTS: Mapping[type, Callable[[Fingerprints, Any, Drawing], Iterator[str]]] = {
    PlacedArtwork: Fingerprints._artwork,
    PlacedImage: Fingerprints._image,
    TextSpan: Fingerprints._text,
    Rotated: Fingerprints._rotated,
    View: Fingerprints._view,
}


class _Outlines:
    """Digests of the outlines of one font file, computed when first used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._font: hb.Font | None = None
        self._known: dict[int, str] = {}

    def __getitem__(self, glyph: int) -> str:
        if glyph not in self._known:
            if self._font is None:
                self._font = hb.Font(load_face(self._path))
                self._font.set_variations(regular_instance(self._font.face))
            pen = _Pen()
            self._font.draw_glyph_with_pen(glyph, pen)
            self._known[glyph] = digest(str(self._font.face.upem), *pen.lines)
        return self._known[glyph]

    @property
    def file(self) -> str:
        """Digest of the whole file; of nothing if it cannot be read, as the converter does without it then."""
        try:
            return digest(read_bytes(self._path, FONT_LIMIT))
        except (OSError, ValueError):
            return digest("")


class _Pen:
    """Records an outline; has the methods of a fontTools pen."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def _record(self, verb: str, *points: tuple[float, float]) -> None:
        self.lines.append(f"{verb} {points}")

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - the name that HarfBuzz calls
        self._record("move", point)

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._record("line", point)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._record("curve", *points)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._record("cubic", *points)

    def closePath(self) -> None:  # noqa: N802
        self._record("close")

    endPath = closePath  # noqa: N815


def _pixels(path: Path) -> str:
    """Return the digest of a raster picture as displayed, whatever its file name and compression."""
    with open_file(path, PICTURE_LIMIT) as stream, opened(stream) as image:
        profile = image.info.get("icc_profile") or b""
        ImageOps.exif_transpose(image, in_place=True)
        upright = image.convert("RGBA") if "transparency" in image.info or image.mode == "P" else image
        length = sample_count(upright)
        return digest(f"{upright.mode} {upright.size}", profile, pieces=bands(upright), length=length)


def _trim(left: float, top: float, width: float, height: float) -> Rect:
    """Return the viewBox without its bleed, which lies outside the origin, equal on all sides."""
    bleed = -left if left == top < 0 else 0.0
    return Rect(left + bleed, top + bleed, width - 2 * bleed, height - 2 * bleed)


def _window(box: Rect, trim: Size) -> str:
    """Return the part of the trim that a box covers, as text."""
    sides = max(box.x, 0.0), max(box.y, 0.0), min(box.right, trim.width), min(box.bottom, trim.height)
    return " ".join(map(_mm, sides))


def _mm(length: float) -> str:
    """Return a length in thousandths of a millimetre, as text."""
    return str(round(length * 1000))

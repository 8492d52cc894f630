"""Compute names of pictures from their content: a picture whose name is known is not drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from cardgen.guard.files import stamp_of
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated, TextSpan, View
from cardgen.model.sheet import Side

_BYTES = 12


def digest_of(*parts: str) -> str:
    """Return a name made of some texts."""
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()


class DrawingKeys:
    """Names of drawings and sides; what many of them share is read once.

    Equal drawings of one deck with the same fonts and ink have equal names, and different ones different names.

    Args:
        ink: How much ink the pictures take, as in `BuildOptions`.
    """

    def __init__(self, fonts: Mapping[str, Path], ink: str) -> None:
        self._salt = digest_of(ink, repr(sorted((name, str(path), stamp_of(path)) for name, path in fonts.items())))
        # By identity, which avoids hashing the values; the value is stored so that its identity stays unique.
        self._drawings: dict[int, tuple[Drawing, str]] = {}
        self._artworks: dict[int, tuple[Artwork, str]] = {}
        self._words: dict[int, tuple[Drawing, str]] = {}

    def of_drawing(self, drawing: Drawing) -> str:
        """Return the name of a drawing."""
        known = self._drawings.get(id(drawing))
        if known is None:
            name = digest_of(self._salt, repr((drawing.size, drawing.bleed)), *self._items(drawing.items))
            known = self._drawings[id(drawing)] = drawing, name
        return known[1]

    def words_of(self, drawing: Drawing) -> str:
        """Return the words of a drawing, in painting order."""
        known = self._words.get(id(drawing))
        if known is None:
            known = self._words[id(drawing)] = drawing, " ".join(words_of(drawing.items))
        return known[1]

    def of_side(self, side: Side | None, *more: object) -> str:
        """Return the name of a side of a sheet.

        Args:
            side: The side; None for a blank one.
            more: What else is visible, such as the size of the paper.
        """
        if side is None:
            return digest_of(self._salt, "blank", repr(more))
        placed = [
            f"{self.of_drawing(placement.drawing)} {placement.trim} {placement.bleed} {placement.turn} "
            f"{placement.origin} {placement.outline}"
            for placement in side.placements
        ]
        return digest_of(self._salt, repr(more), *placed, repr((side.marks, side.labels, side.cuts, side.registration)))

    def keep_only(self, drawings: Iterable[Drawing]) -> None:
        """Forget all but these drawings."""
        kept = {id(drawing) for drawing in drawings}
        self._drawings = {key: known for key, known in self._drawings.items() if key in kept}
        self._words = {key: known for key, known in self._words.items() if key in kept}
        self._artworks.clear()

    def _items(self, items: Iterable[DrawingItem]) -> Iterator[str]:
        for item in items:
            match item:
                case PlacedArtwork():
                    yield f"{self._artwork(item.artwork)} {item.box}"
                case PlacedImage():
                    yield repr((item, stamp_of(item.path)))
                case Rotated():
                    yield repr((item.degrees, item.x, item.y))
                    yield from self._items(item.items)
                    yield "end"
                case View():
                    yield repr((item.window, item.is_ground, item.in_lines, item.ink))
                    yield from self._items(item.items)
                    yield "end"
                case TextSpan():
                    yield repr(item)

    def _artwork(self, artwork: Artwork) -> str:
        known = self._artworks.get(id(artwork))
        if known is None:
            known = self._artworks[id(artwork)] = artwork, digest_of(artwork.svg, repr(artwork.size))
        return known[1]


def words_of(items: Iterable[DrawingItem]) -> Iterator[str]:
    """Yield the words among the items of a drawing, in painting order."""
    for item in items:
        if isinstance(item, TextSpan):
            yield from (word.text for word in item.words)
        elif isinstance(item, Rotated):
            yield from words_of(item.items)

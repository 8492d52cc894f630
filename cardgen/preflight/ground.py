"""Find the colours that are drawn under a point of a face: by geometry, and by the pixels of pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from cardgen.geometry.colors import Rgb, luminance
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated, View
from cardgen.model.piece import SideColors
from cardgen.preflight.face_shapes import FaceShape, placed_matrix
from cardgen.preflight.matrices import Matrix, apply
from cardgen.preflight.outlines import Box
from cardgen.preflight.path_lines import Point
from cardgen.preflight.shapes import ANYTHING, Paint, PaintedShape, PlacedPicture, ShapeIndex
from cardgen.preflight.svg_shapes import read_shapes

_PAPER: Rgb = (1.0, 1.0, 1.0)
_SAMPLE = 256  # pixels of the longer side of a picture as it is looked at
_VISIBLE = 0.4  # opacity of what hides the text under it
_KEPT = 64  # pictures that are kept, each of at most 200 kB
_ARTWORKS = 1_000  # artworks whose shapes are kept, of some 10 kB; each card may have one of its own

_Layers = list[Sequence[Paint]]


class Ground:
    """What is drawn under text, for all faces of a build, so that each artwork and picture is read once.

    Attributes:
        edges: Colours along the sides of faces of a size, by what is drawn there.
    """

    def __init__(self) -> None:
        # By identity, which avoids hashing long documents; the artwork is stored so that its identity stays unique.
        self._artworks: dict[int, ReadArtwork] = {}
        self._placed: dict[tuple[int, Rect], list[FaceShape]] = {}
        self._windows: dict[tuple[float, ...], Rect | None] = {}
        self._pictures: dict[Path, Any] = {}
        self.edges: dict[tuple[Size, tuple[DrawingItem, ...]], tuple[SideColors, ...]] = {}

    def colors(self, items: Sequence[DrawingItem], points: Sequence[Point]) -> list[tuple[Rgb, Rgb]]:
        """Return the darkest and the lightest colour that may be seen at each point; they are equal where it is certain.

        Args:
            items: What is painted, in painting order.
        """
        return [_seen(tuple(layers)) for layers in self._layers(items, points)]

    def colors_without(
        self, item: PlacedArtwork, under: Sequence[DrawingItem]
    ) -> Iterator[tuple[tuple[Rgb, Rgb], tuple[Rgb, Rgb]]]:
        """Yield the colours that may be seen at a few points without an artwork and with it, at some of each of its colours."""
        read = self.read(item.artwork)
        matrix = placed_matrix(read.units, item.box)
        for x, y, paints in read.finder.ink:
            (below,) = self._layers(under, [apply(matrix, x, y)])
            yield _seen(tuple(below)), _seen((*paints, *below))

    def shapes(self, face: Drawing) -> Iterator[FaceShape]:
        """Yield the shapes that a face lays out, in painting order: not those of pictures, icons and other pieces."""
        for item in face.items:
            if not isinstance(item, PlacedArtwork) or not is_laid_out(item, face.size):
                continue
            key = id(item.artwork), item.box
            if key not in self._placed:
                read = self.read(item.artwork)
                matrix = placed_matrix(read.units, item.box)
                self._placed[key] = [FaceShape(one, matrix) for one in read.shapes if isinstance(one, PaintedShape)]
            yield from self._placed[key]

    def covers(self, items: Sequence[DrawingItem], points: Sequence[Point]) -> list[bool]:
        """Return for each point whether something is certainly painted there.

        Args:
            items: What is painted, in painting order.
        """
        return [
            any(all(alpha > _VISIBLE for *_, alpha in paints) for paints in layers)
            for layers in self._layers(items, points)
        ]

    def _layers(self, items: Sequence[DrawingItem], points: Sequence[Point]) -> list[_Layers]:
        """Return what may be painted at each point, the topmost first, down to what certainly hides the rest."""
        layers: list[_Layers] = [[] for _ in points]
        if items:
            self._add(items, points, range(len(points)), layers)
        return layers

    def _add(
        self, items: Sequence[DrawingItem], points: Sequence[Point], open: Sequence[int], layers: list[_Layers]
    ) -> Sequence[int]:
        """Add what some items may paint, the topmost first.

        All points go through an item at once, so that what is far from all of them is skipped once.

        Args:
            points: The points in coordinates of the items.
            open: Numbers of the points at which nothing hides the items.
            layers: Receives what is painted, by the number of the point.

        Returns:
            The numbers of the points at which nothing hides what is below the items.
        """
        around = _around([points[number] for number in open])
        for item in reversed(items):
            if not open:
                break
            if isinstance(item, Rotated):
                turned = [rotate(point, item, back=True) for point in points]
                open = self._add(item.items, turned, open, layers)
                continue
            window = painted_window(item)
            if window and _meet(window, around) and isinstance(item, PlacedArtwork):
                window = self.ink_window(item)
            within = _within(window, points, open) if window and _meet(window, around) else ()
            if not within:
                continue
            if isinstance(item, PlacedArtwork):
                left = self._add_artwork(item, points, within, layers)
            elif isinstance(item, PlacedImage):
                left = self._add_picture(item, points, within, layers)
            elif isinstance(item, View):
                left = self._add(item.items, points, within, layers)
            else:
                continue
            if len(left) < len(within):
                hidden = set(within).difference(left)
                open = [number for number in open if number not in hidden]
        return open

    def _add_artwork(
        self, item: PlacedArtwork, points: Sequence[Point], open: Sequence[int], layers: list[_Layers]
    ) -> Sequence[int]:
        """Add what the shapes of an artwork may paint; see `_add`."""
        read = self.read(item.artwork)
        to_units = _to_units(item.box, read.units)
        left = []
        for number in open:
            _, paints, is_hiding = read.finder.paints(*to_units(points[number]))
            layers[number] += paints
            if not is_hiding:
                left.append(number)
        return left

    def near(self, items: Sequence[DrawingItem], box: Rect) -> list[DrawingItem]:
        """Return the items that may paint something in a box."""
        around = box.x, box.y, box.right, box.bottom
        return [item for item in items if self._is_near(item, around)]

    def _is_near(self, item: DrawingItem, box: Box) -> bool:
        window = painted_window(item)
        if window is None or not _meet(window, box):
            return isinstance(item, Rotated)  # its items decide, at each point
        if not isinstance(item, PlacedArtwork):
            return True
        read = self.read(item.artwork)
        to_units = _to_units(item.box, read.units)
        return any(True for _ in read.finder.find(*to_units(box[:2]), *to_units(box[2:])))

    def ink_window(self, item: PlacedArtwork) -> Rect | None:
        """Return the part of its box in which an artwork has shapes; None if it has none.

        Each element of a template is an artwork as large as the face, so most of them paint a small part of their boxes.
        """
        box = item.box
        key = id(item.artwork), box.x, box.y, box.width, box.height
        if key not in self._windows:
            read = self.read(item.artwork)
            around, matrix = read.finder.box(), placed_matrix(read.units, item.box)
            if around is None:
                self._windows[key] = None
            else:
                left, top = apply(matrix, *around[:2])
                right, bottom = apply(matrix, *around[2:])
                x, y = max(left, box.x), max(top, box.y)
                self._windows[key] = Rect(x, y, max(min(right, box.right) - x, 0), max(min(bottom, box.bottom) - y, 0))
        return self._windows[key]

    def read(self, artwork: Artwork) -> ReadArtwork:
        """Return the shapes of an artwork."""
        known = self._artworks.get(id(artwork))
        if known is None:
            if len(self._artworks) >= _ARTWORKS:
                for kept in (self._artworks, self._placed, self._windows, self.edges):
                    kept.clear()
            matrix, shapes = read_shapes(artwork.svg)
            known = self._artworks[id(artwork)] = ReadArtwork(artwork, matrix, shapes, ShapeIndex(shapes))
        return known

    def _add_picture(
        self, item: PlacedImage, points: Sequence[Point], open: Sequence[int], layers: list[_Layers]
    ) -> Sequence[int]:
        """Add the pixels of a picture; see `_add`."""
        picture = self._pictures.get(item.path)
        if picture is None:
            while len(self._pictures) >= _KEPT:
                self._pictures.pop(next(iter(self._pictures)))
            picture = self._pictures[item.path] = _small(item.path)
        left = []
        for number in open:
            paints = ANYTHING if isinstance(picture, str) else _pixel(picture, item.box, points[number])
            layers[number].append(paints)
            if any(alpha < 1 for *_, alpha in paints):
                left.append(number)
        return left


def is_laid_out(item: PlacedArtwork, size: Size) -> bool:
    """Return whether the shapes of an artwork are laid out over a face: they are elements of it, each for itself."""
    return item.box.x <= 0 and item.box.right >= size.width


class ReadArtwork(NamedTuple):
    """An artwork with its shapes.

    Attributes:
        units: Matrix from fractions of its box to its units.
        shapes: Its shapes, in painting order.
        finder: Finds those near a point.
    """

    artwork: Artwork
    units: Matrix
    shapes: Sequence[PaintedShape | PlacedPicture]
    finder: ShapeIndex


def _to_units(box: Rect, units: Matrix) -> Callable[[Point], Point]:
    """Return the function from a point, in mm, to units of an artwork that is placed in a box."""
    across, down = units[0] / box.width, units[3] / box.height
    left, top, x, y = box.x, box.y, units[4], units[5]
    return lambda point: (x + across * (point[0] - left), y + down * (point[1] - top))


def rotate(point: Point, by: Rotated, *, back: bool = False) -> Point:
    """Return a point of rotated items as it is seen.

    Args:
        back: Whether to turn the other way: from what is seen to the items.
    """
    angle = math.radians(-by.degrees if back else by.degrees)
    x, y = point[0] - by.x, point[1] - by.y
    return by.x + x * math.cos(angle) - y * math.sin(angle), by.y + x * math.sin(angle) + y * math.cos(angle)


def _small(path: Path) -> Any:
    """Return a picture in few pixels, with alpha; text if it cannot be read any more."""
    try:
        with Image.open(path) as picture:
            picture.draft("RGB", (_SAMPLE, _SAMPLE))  # of a JPEG, only as many pixels are decoded
            picture.thumbnail((_SAMPLE, _SAMPLE), Image.Resampling.BOX)
            return picture.convert("RGBA")
    except (OSError, ValueError) as error:
        return str(error)


def _pixel(picture: Any, box: Rect, point: Point) -> tuple[Paint]:
    """Return the colour of a picture at a point."""
    across, down = (point[0] - box.x) / box.width, (point[1] - box.y) / box.height
    x, y = int(across * picture.width), int(down * picture.height)
    if not (0 <= x < picture.width and 0 <= y < picture.height):
        return ((0, 0, 0, 0),)
    red, green, blue, alpha = picture.getpixel((x, y))
    return ((red / 255, green / 255, blue / 255, alpha / 255),)


@lru_cache(maxsize=4096)
def _seen(layers: tuple[Sequence[Paint], ...]) -> tuple[Rgb, Rgb]:
    """Return the darkest and the lightest colour of layers of paint, the topmost first, on paper."""
    dark = light = _PAPER
    for paints in reversed(layers):
        seen = [_blend(paint, below) for paint in paints for below in {dark, light}]
        dark, light = min(seen, key=luminance), max(seen, key=luminance)
    return dark, light


def _blend(paint: Paint, below: Rgb) -> Rgb:
    red, green, blue, alpha = paint
    return (
        red * alpha + below[0] * (1 - alpha),
        green * alpha + below[1] * (1 - alpha),
        blue * alpha + below[2] * (1 - alpha),
    )


def _within(box: Rect, points: Sequence[Point], numbers: Sequence[int]) -> Sequence[int]:
    """Return the numbers of the points that are in a box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return [n for n in numbers if left <= points[n][0] <= right and top <= points[n][1] <= bottom]


def painted_window(item: DrawingItem) -> Rect | None:
    """Return the box that an item paints in; None for text, and for rotated items, which paint anywhere."""
    if isinstance(item, PlacedArtwork):
        return item.box
    return item.window if isinstance(item, PlacedImage | View) else None


def _meet(window: Rect, box: Box) -> bool:
    return window.x <= box[2] and box[0] <= window.right and window.y <= box[3] and box[1] <= window.bottom


def _around(points: Collection[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)

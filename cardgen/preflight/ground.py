"""Find the colours that are drawn under a point of a face: by geometry, and by the pixels of pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from cardgen.geometry.colors import Rgb, luminance
from cardgen.geometry.units import Rect
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated, View
from cardgen.preflight.face_shapes import FaceShape, placed_matrix
from cardgen.preflight.matrices import Matrix
from cardgen.preflight.path_lines import Point
from cardgen.preflight.shapes import ANYTHING, Paint, PaintedShape, read_shapes

_PAPER: Rgb = (1.0, 1.0, 1.0)
_SAMPLE = 256  # pixels of the longer side of a picture as it is looked at
_VISIBLE = 0.4  # opacity of what hides the text under it
_KEPT = 64  # pictures that are kept, each of at most 200 kB


class Ground:
    """What is drawn under text, for all faces of a build, so that each artwork and picture is read once."""

    def __init__(self) -> None:
        # By identity, which avoids hashing long documents; the artwork is stored so that its identity stays unique.
        self._artworks: dict[int, tuple[Artwork, Matrix, list[PaintedShape]]] = {}
        self._placed: dict[tuple[int, Rect], list[FaceShape]] = {}
        self._pictures: dict[Path, Any] = {}

    def colors(self, items: Sequence[DrawingItem], points: Sequence[Point]) -> list[tuple[Rgb, Rgb]]:
        """Return the darkest and the lightest colour that may be seen at each point; they are equal where it is certain.

        Args:
            items: What is painted, in painting order.
            points: The points, mm.
        """
        near = _Near(points)
        return [self._color(items, number, near) for number in range(len(points))]

    def shapes(self, face: Drawing) -> Iterator[FaceShape]:
        """Yield the shapes that a face lays out, in painting order: not those of pictures, icons and other pieces."""
        for item in face.items:
            if not isinstance(item, PlacedArtwork) or item.box.x > 0 or item.box.right < face.size.width:
                continue
            key = id(item.artwork), item.box
            if key not in self._placed:
                units, shapes = self._read(item.artwork)
                matrix = placed_matrix(units, item.box)
                self._placed[key] = [FaceShape(shape, matrix) for shape in shapes if not shape.is_picture]
            yield from self._placed[key]

    def covers(self, items: Sequence[DrawingItem], points: Sequence[Point]) -> list[bool]:
        """Return for each point whether something is certainly painted there.

        Args:
            items: What is painted, in painting order.
            points: The points, mm.
        """
        near = _Near(points)
        return [
            any(all(alpha > _VISIBLE for *_, alpha in paints) for paints in self._paints(items, number, near))
            for number in range(len(points))
        ]

    def _color(self, items: Sequence[DrawingItem], number: int, near: _Near) -> tuple[Rgb, Rgb]:
        layers: list[Sequence[Paint]] = []
        for paints in self._paints(items, number, near):
            layers.append(paints)
            if all(alpha >= 1 for *_, alpha in paints):
                break
        dark = light = _PAPER
        for paints in reversed(layers):
            seen = [_blend(paint, below) for paint in paints for below in {dark, light}]
            dark, light = min(seen, key=luminance), max(seen, key=luminance)
        return dark, light

    def _paints(self, items: Sequence[DrawingItem], number: int, near: _Near) -> Iterator[Sequence[Paint]]:
        """Yield what may be painted at a point, the topmost first."""
        point = near.points[number]
        for item in reversed(items):
            if isinstance(item, PlacedArtwork):
                if _contains(item.box, point):
                    yield from self._of_artwork(item, number, near)
            elif isinstance(item, PlacedImage):
                if _contains(item.window, point):
                    yield self._of_picture(item, point)
            elif isinstance(item, View):
                if _contains(item.window, point):
                    yield from self._paints(item.items, number, near)
            elif isinstance(item, Rotated):
                turned = near.turned.get(id(item))
                if turned is None:
                    turned = near.turned[id(item)] = _Near([rotate(one, item, back=True) for one in near.points])
                yield from self._paints(item.items, number, turned)

    def _of_artwork(self, item: PlacedArtwork, number: int, near: _Near) -> Iterator[Sequence[Paint]]:
        found = near.shapes.get(id(item))
        if found is None:
            matrix, shapes = self._read(item.artwork)
            across, down = matrix[0] / item.box.width, matrix[3] / item.box.height
            places = [
                (matrix[4] + across * (x - item.box.x), matrix[5] + down * (y - item.box.y)) for x, y in near.points
            ]
            xs, ys = [x for x, _ in places], [y for _, y in places]
            box = min(xs), min(ys), max(xs), max(ys)
            found = near.shapes[id(item)] = places, [shape for shape in reversed(shapes) if shape.meets(*box)]
        places, shapes = found
        x, y = places[number]
        for shape in shapes:
            if shape.covers(x, y):
                yield shape.paints

    def _read(self, artwork: Artwork) -> tuple[Matrix, list[PaintedShape]]:
        known = self._artworks.get(id(artwork))
        if known is None:
            known = self._artworks[id(artwork)] = (artwork, *read_shapes(artwork.svg))
        return known[1:]

    def _of_picture(self, item: PlacedImage, point: Point) -> Sequence[Paint]:
        picture = self._pictures.get(item.path)
        if picture is None:
            while len(self._pictures) >= _KEPT:
                self._pictures.pop(next(iter(self._pictures)))
            picture = self._pictures[item.path] = _small(item.path)
        if isinstance(picture, str):
            return ANYTHING
        across, down = (point[0] - item.box.x) / item.box.width, (point[1] - item.box.y) / item.box.height
        x, y = int(across * picture.width), int(down * picture.height)
        if not (0 <= x < picture.width and 0 <= y < picture.height):
            return ((0, 0, 0, 0),)
        red, green, blue, alpha = picture.getpixel((x, y))
        return ((red / 255, green / 255, blue / 255, alpha / 255),)


class _Near:
    """The points of one text, and what lies near all of them.

    Args:
        points: The points, mm.

    Attributes:
        points: See `Args`.
        shapes: The points in the units of an artwork, and the shapes there, the topmost first, by the identity of the item.
        turned: The same for rotated items, in whose coordinates the points are others.
    """

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        self.shapes: dict[int, tuple[list[Point], list[PaintedShape]]] = {}
        self.turned: dict[int, _Near] = {}


def rotate(point: Point, by: Rotated, *, back: bool = False) -> Point:
    """Return a point of rotated items as it is seen.

    Args:
        point: The point, mm.
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


def _blend(paint: Paint, below: Rgb) -> Rgb:
    red, green, blue, alpha = paint
    return (
        red * alpha + below[0] * (1 - alpha),
        green * alpha + below[1] * (1 - alpha),
        blue * alpha + below[2] * (1 - alpha),
    )


def _contains(box: Rect, point: Point) -> bool:
    return box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom

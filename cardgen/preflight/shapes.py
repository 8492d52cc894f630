"""Answer which shapes of an artwork may paint in a box, and which paint at a point, with the colours that each may paint there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from cardgen.preflight.matrices import Matrix, apply, box_around, inverse, scale_of
from cardgen.preflight.outlines import Box, Inside, RectInside, StrokeInside
from cardgen.preflight.path_lines import Point

Paint = tuple[float, float, float, float]
"""Red, green, blue and alpha, from 0 to 1."""

ANYTHING: tuple[Paint, ...] = ((0, 0, 0, 0), (0, 0, 0, 1), (1, 1, 1, 1))
"""The colours of what geometry cannot say at all, such as a picture in the SVG: nothing, black or white."""

_GRID, _OF_COLOR = 6, 3  # places along each side of an artwork that are tried, and points of a colour
_SELDOM = 48
"""Points of an artwork that are looked at one by one before boxes around them are found, which only many points pay for."""


class PaintedShape:
    """The inside of a shape that is filled, or the stroke along its outline.

    Args:
        inside: Its inside, in its own coordinates.
        matrix: From its own coordinates to the units of the artwork.
        paints: Colours that it may paint, of which one is there.
        clips: Shapes of which each group must contain a point too.
        is_picture: Whether it belongs to a picture or an icon that is placed on the face.

    Attributes:
        paints: See `Args`, also for the next.
        is_picture: What such a shape consists of is not laid out by the face.
        is_opaque: Whether it hides what is below it.
    """

    __slots__ = ("_box", "_clips", "_inside", "_inverse", "_matrix", "is_opaque", "is_picture", "paints")

    def __init__(
        self,
        inside: Inside,
        matrix: Matrix,
        paints: tuple[Paint, ...],
        clips: tuple[tuple[PaintedShape, ...], ...] = (),
        *,
        is_picture: bool = False,
    ) -> None:
        self._inside, self._matrix, self._clips = inside, matrix, clips
        self.paints, self.is_picture = paints, is_picture
        self.is_opaque = all(alpha >= 1 for *_, alpha in paints)
        self._box: Box | None = None
        self._inverse: Matrix | None = None

    def box(self) -> Box:
        """Return a box around the shape, in units of the artwork."""
        if self._box is None:
            self._box = box_around(self._matrix, self._inside.box())
        return self._box

    def anything(self, clips: tuple[tuple[PaintedShape, ...], ...]) -> PaintedShape:
        """Return the same shape as a part of a picture of which nothing is known."""
        return PaintedShape(self._inside, self._matrix, ANYTHING, clips, is_picture=True)

    def lines(self) -> Iterator[Sequence[Point]]:
        """Yield the lines of its outline, or those along which its stroke runs, in units of the artwork."""
        for line in self._inside.lines():
            yield [apply(self._matrix, x, y) for x, y in line]

    @property
    def is_rectangle(self) -> bool:
        """Whether it is a filled rectangle that is not slanted."""
        return isinstance(self._inside, RectInside) and not self._matrix[1] and not self._matrix[2]

    @property
    def stroke(self) -> float:
        """Width of the stroke in units of the artwork; 0 for a fill."""
        if not isinstance(self._inside, StrokeInside):
            return 0.0
        return self._inside.width * scale_of(self._matrix)

    def meets(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether the shape may paint in a box, in units of the artwork."""
        box = self.box()
        return box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]

    def covers(self, x: float, y: float) -> bool:
        """Return whether the shape paints at a point of the artwork."""
        if not self.meets(x, y, x, y):
            return False
        if self._inverse is None:
            self._inverse = inverse(self._matrix)
        if not self._inside(*apply(self._inverse, x, y)):
            return False
        return not self._clips or all(any(shape.covers(x, y) for shape in clip) for clip in self._clips)

    @property
    def ink_box(self) -> Box | None:
        """A box around what it paints, within what clips it, in units of the artwork."""
        found: Box | None = self.box()
        for clip in self._clips:
            around = union([shape.box() for shape in clip])
            found = common(found, around) if found and around else None
        return found

    def sides(self) -> Iterator[Box]:
        """Yield boxes around all parts of its border and of what clips it, in units of the artwork."""
        for side in self._inside.sides():
            yield box_around(self._matrix, side)
        for clip in self._clips:
            for shape in clip:
                yield from shape.sides()


class PlacedPicture:
    """A picture or an icon within an artwork, which is read when something within its window is looked at: most are not."""

    is_picture = True

    def __init__(self, window: PaintedShape, read: Callable[[], list[PaintedShape | PlacedPicture]]) -> None:
        self._window, self._read = window, read

    def box(self) -> Box:
        """Return its window, in units of the artwork."""
        return self._window.box()

    @cached_property
    def content(self) -> ShapeIndex:
        """What is in it."""
        return ShapeIndex(self._read())

    @property
    def ink_box(self) -> Box | None:
        """See `PaintedShape`."""
        inner = self.content.ink_box
        return common(inner, self.box()) if inner else None


class EvenBox(NamedTuple):
    """A box in which an artwork paints the same at each point.

    Attributes:
        paints: The colours that each shape may paint there, the topmost first, down to one that hides the others.
        is_hiding: Whether there is one that does.
    """

    box: Box
    paints: Sequence[tuple[Paint, ...]]
    is_hiding: bool


class ShapeIndex:
    """Finds the shapes that may paint in a box, and what they paint at a point.

    Args:
        shapes: The shapes, in painting order.
    """

    def __init__(self, shapes: Sequence[PaintedShape | PlacedPicture]) -> None:
        self._rows = [(*shape.box(), shape) for shape in reversed(shapes)]
        self._even: list[EvenBox] = []
        self._asked = 0

    def box(self) -> Box | None:
        """Return a box around all shapes, in units of the artwork; None without shapes."""
        return union([row[:4] for row in self._rows])

    @cached_property
    def ink_box(self) -> Box | None:
        """A box around what all shapes paint, in units of the artwork; None if they paint nothing."""
        return union([box for *_, shape in self._rows if (box := shape.ink_box)])

    @cached_property
    def ink(self) -> list[tuple[float, float, Sequence[tuple[Paint, ...]]]]:
        """A few points at which something is painted, of each colour that is, and what each shape may paint there."""
        left, top, right, bottom = self.box() or (0.0, 0.0, 0.0, 0.0)
        parts = [(step + 0.5) / _GRID for step in range(_GRID)]
        found: dict[tuple[Paint, ...], list[tuple[float, float, Sequence[tuple[Paint, ...]]]]] = {}
        for across, down in product(parts, parts):
            x, y = left + (right - left) * across, top + (bottom - top) * down
            paints = self.paints(x, y).paints
            if paints:
                found.setdefault(paints[0], []).append((x, y, paints))
        return [point for points in found.values() for point in points[:: max(1, len(points) // _OF_COLOR)]]

    def find(self, left: float, top: float, right: float, bottom: float) -> Iterator[PaintedShape]:
        """Yield the shapes that may paint in a box, in units of the artwork, the topmost first."""
        for x1, y1, x2, y2, shape in self._rows:
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2:
                if isinstance(shape, PlacedPicture):
                    yield from shape.content.find(left, top, right, bottom)
                else:
                    yield shape

    def paints(self, x: float, y: float) -> EvenBox:
        """Return what is painted at a point, and in which box around it, in units of the artwork.

        The faces of a kind have their texts at the same places of the same artworks, so most points are in a box that is known.
        """
        for known in self._even:
            left, top, right, bottom = known.box
            if left < x < right and top < y < bottom:
                return known
        self._asked += 1
        paints, is_hiding = [], False
        for shape in self.find(x, y, x, y):
            if shape.covers(x, y):
                paints.append(shape.paints)
                if shape.is_opaque:
                    is_hiding = True
                    break
        found = EvenBox((x, y, x, y) if self._asked < _SELDOM else self._even_box(x, y), paints, is_hiding)
        if found.box[0] < found.box[2]:
            self._even.append(found)
        return found

    def _even_box(self, x: float, y: float) -> Box:
        """Return a box around a point in which no border of a shape is; only the point if one is too near.

        From the box of all shapes, each border in it cuts off the side on which that costs the least area.
        """
        x1, y1, x2, y2 = self.box() or (x, y, x, y)
        for left, top, right, bottom in self._borders(x, y):
            if left > x2 or right < x1 or top > y2 or bottom < y1:
                continue
            smaller = [
                *([(x1, y1, left, y2)] if x < left else []),
                *([(right, y1, x2, y2)] if right < x else []),
                *([(x1, y1, x2, top)] if y < top else []),
                *([(x1, bottom, x2, y2)] if bottom < y else []),
            ]
            if not smaller:
                return x, y, x, y
            x1, y1, x2, y2 = max(smaller, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
        return x1, y1, x2, y2

    def _borders(self, x: float, y: float) -> Iterator[Box]:
        """Yield boxes around all borders of shapes, and around shapes that are apart from a point."""
        for x1, y1, x2, y2, shape in self._rows:
            if isinstance(shape, PlacedPicture) or not (x1 <= x <= x2 and y1 <= y <= y2):
                yield x1, y1, x2, y2
            else:
                yield from shape.sides()


def union(boxes: Sequence[Box]) -> Box | None:
    """Return a box around some boxes; None without one."""
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def common(one: Box, other: Box) -> Box | None:
    """Return the part that two boxes have in common; None if they are apart."""
    left, top, right, bottom = (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
    return (left, top, right, bottom) if left < right and top < bottom else None

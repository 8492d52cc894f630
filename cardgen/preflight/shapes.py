"""Answer which shapes of an artwork may paint in a box, and which paint at a point, with the colours that each may paint there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from cardgen.preflight.matrices import Matrix, apply, box_around, inverse, scale_of
from cardgen.preflight.outlines import Box, Inside, RectInside, StrokeInside
from cardgen.preflight.path_lines import Point

Paint = tuple[float, float, float, float]
"""Red, green, blue and alpha, from 0 to 1."""

ANYTHING: tuple[Paint, ...] = ((0, 0, 0, 0), (0, 0, 0, 1), (1, 1, 1, 1))
"""The colours of what geometry cannot say at all, such as a picture in the SVG: nothing, black or white."""


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

    __slots__ = ("_box", "_clips", "_inside", "_inverse", "_is_box", "_matrix", "is_opaque", "is_picture", "paints")

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
        self._is_box = self.is_rectangle and not clips
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

    def fills(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether the shape is a plain rectangle that paints all of a box of the artwork; see `meets`."""
        if not self._is_box:
            return False
        box = self.box()
        return box[0] <= left and right <= box[2] and box[1] <= top and bottom <= box[3]


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


class ShapeIndex:
    """Finds the shapes that may paint in a box.

    Args:
        shapes: The shapes, in painting order.
    """

    def __init__(self, shapes: Sequence[PaintedShape | PlacedPicture]) -> None:
        self._rows = [(*shape.box(), shape) for shape in reversed(shapes)]

    def box(self) -> Box | None:
        """Return a box around all shapes, in units of the artwork; None without shapes."""
        if not self._rows:
            return None
        lefts, tops, rights, bottoms, _ = zip(*self._rows, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def find(self, left: float, top: float, right: float, bottom: float) -> Iterator[PaintedShape]:
        """Yield the shapes that may paint in a box, in units of the artwork, the topmost first."""
        for x1, y1, x2, y2, shape in self._rows:
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2:
                if isinstance(shape, PlacedPicture):
                    yield from shape.content.find(left, top, right, bottom)
                else:
                    yield shape

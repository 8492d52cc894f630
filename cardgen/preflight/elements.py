"""Find the icons, pictures and other small things that are placed on a face, and where their ink is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from cardgen.geometry.units import Mm
from cardgen.model.drawing import Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated
from cardgen.preflight.face_shapes import FaceShape, placed_matrix
from cardgen.preflight.ground import Ground, is_laid_out
from cardgen.preflight.matrices import IDENTITY, Matrix, box_around, multiply, read_matrix
from cardgen.preflight.outlines import Box, RectInside
from cardgen.preflight.path_lines import Point
from cardgen.preflight.shapes import ANYTHING, PaintedShape, PlacedPicture, ShapeIndex

_TOLERANCE: Mm = 0.01


class PlacedElement:
    """Something that is placed on a face as a whole.

    Args:
        ink: What it consists of; None for a picture in pixels.
        matrix: From units of its ink to mm of the face.
        in_text: Whether it is an icon in a line of text.

    Attributes:
        box: A box around its ink, mm.
        in_text: See `Args`.
    """

    stroke: Mm = 0.0

    def __init__(
        self,
        box: Box,
        ink: ShapeIndex | PlacedPicture | None = None,
        matrix: Matrix = IDENTITY,
        *,
        in_text: bool = False,
    ) -> None:
        self.box, self._ink, self._matrix, self.in_text = box, ink, matrix, in_text

    @cached_property
    def shapes(self) -> list[FaceShape]:
        """The shapes in it, of which parts may be outside of its box."""
        if self._ink is None:
            left, top, right, bottom = self.box
            inside = RectInside(left, top, right - left, bottom - top)
            return [FaceShape(PaintedShape(inside, IDENTITY, ANYTHING), IDENTITY)]
        index = self._ink.content if isinstance(self._ink, PlacedPicture) else self._ink
        found = index.find(-math.inf, -math.inf, math.inf, math.inf)
        return [FaceShape(shape, self._matrix) for shape in found]

    @cached_property
    def lines(self) -> list[list[Point]]:
        """The lines of all outlines in it, without what is outside of its box, mm."""
        left, top, right, bottom = self.box
        lines = (line for shape in self.shapes for line in shape.lines)
        return [[(x, y) for x, y in line if left <= x <= right and top <= y <= bottom] for line in lines]


def read_elements(face: Drawing, ground: Ground, is_near: Callable[[Box], bool]) -> Iterator[PlacedElement]:
    """Yield the elements of a face whose boxes are where they matter.

    Args:
        is_near: Whether a box, mm, is there; what is in a picture is read only if its window is.
    """
    return (one for one in _elements(face.items, face, ground, IDENTITY, is_near) if is_near(one.box))


def _elements(
    items: Sequence[DrawingItem], face: Drawing, ground: Ground, matrix: Matrix, is_near: Callable[[Box], bool]
) -> Iterator[PlacedElement]:
    """Yield the elements among some items, of which a matrix leads to mm of the face."""
    for item in items:
        if isinstance(item, Rotated):
            turn = read_matrix(f"rotate({item.degrees} {item.x} {item.y})")
            yield from _elements(item.items, face, ground, multiply(matrix, turn), is_near)
        elif isinstance(item, PlacedImage):
            left, top, right, bottom = item.window.x, item.window.y, item.window.right, item.window.bottom
            yield PlacedElement(box_around(matrix, (left, top, right, bottom)))
        elif isinstance(item, PlacedArtwork):
            read = ground.read(item.artwork)
            to_face = multiply(matrix, placed_matrix(read.units, item.box))
            pictures = [one for one in read.shapes if isinstance(one, PlacedPicture)]
            inks: Sequence[PlacedPicture | ShapeIndex] = pictures if is_laid_out(item, face.size) else [read.finder]
            for ink in inks:  # what is in a picture is read only where it may matter
                around = ink.box()
                window = box_around(to_face, around) if around else None
                if window and is_near(window) and (inner := ink.ink_box):
                    box = box_around(to_face, inner)
                    bled = _bled(box, window, face) if ink is not read.finder else box
                    yield PlacedElement(bled, ink, to_face, in_text=item.in_text)


def _bled(box: Box, window: Box, face: Drawing) -> Box:
    """Return a box of ink that runs past each side of the cut at whose bleed the window of its picture ends.

    Such a picture is ground there: the moon in a landscape may be near the cut.
    """
    left, top, right, bottom = -face.bleed, -face.bleed, face.size.width + face.bleed, face.size.height + face.bleed
    return (
        window[0] if window[0] <= left + _TOLERANCE else box[0],
        window[1] if window[1] <= top + _TOLERANCE else box[1],
        window[2] if window[2] >= right - _TOLERANCE else box[2],
        window[3] if window[3] >= bottom - _TOLERANCE else box[3],
    )

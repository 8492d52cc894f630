"""Find the icons, pictures and other small things that are placed on a face, and where their ink is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from cardgen.geometry.units import Mm
from cardgen.model.drawing import Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated
from cardgen.preflight.face_shapes import placed_matrix
from cardgen.preflight.ground import Ground, is_laid_out
from cardgen.preflight.matrices import IDENTITY, Matrix, apply, box_around, multiply, read_matrix
from cardgen.preflight.outlines import Box
from cardgen.preflight.path_lines import Point
from cardgen.preflight.shapes import PlacedPicture, ShapeIndex

_TOLERANCE: Mm = 0.01


class PlacedElement:
    """Something that is placed on a face as a whole.

    Args:
        ink: What it consists of; None for a picture in pixels.
        matrix: From units of its ink to mm of the face.

    Attributes:
        box: A box around its ink, mm.
    """

    stroke: Mm = 0.0

    def __init__(self, box: Box, ink: ShapeIndex | PlacedPicture | None = None, matrix: Matrix = IDENTITY) -> None:
        self.box, self._ink, self._matrix = box, ink, matrix

    @cached_property
    def lines(self) -> list[list[Point]]:
        """The lines of all outlines in it, without what is outside of its box, mm."""
        left, top, right, bottom = self.box
        if self._ink is None:
            return [[(x, y) for x in (left, right) for y in (top, bottom)]]
        index = self._ink.content if isinstance(self._ink, PlacedPicture) else self._ink
        shapes = index.find(-math.inf, -math.inf, math.inf, math.inf)
        lines = ([apply(self._matrix, x, y) for x, y in line] for shape in shapes for line in shape.lines())
        return [[(x, y) for x, y in line if left <= x <= right and top <= y <= bottom] for line in lines]


def read_elements(face: Drawing, ground: Ground, reach: Mm) -> Iterator[PlacedElement]:
    """Yield the elements of a face that are nearer to one of its sides than a distance, but not past all of them."""
    width, height = face.size.width, face.size.height

    def is_near(box: Box) -> bool:
        ends = box[0], box[1], width - box[2], height - box[3]
        return min(ends) < reach and max(ends) >= 0

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
                    yield PlacedElement(_bled(box, window, face) if ink is not read.finder else box, ink, to_face)


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

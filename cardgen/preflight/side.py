"""Describe a drawn side of a piece as the rules of the preflight see it."""

from __future__ import annotations

from functools import cached_property

from cardgen.geometry.outlines import RECTANGLE, Outline, PlacedOutline
from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import Drawing, DrawingItem
from cardgen.preflight.face_shapes import FaceShape
from cardgen.preflight.ground import Ground
from cardgen.preflight.path_lines import Point
from cardgen.preflight.texts import FaceText, Ink, read_texts, usual_ink, without_text


class PieceSide:
    """A side of a piece with what all rules need of it.

    Args:
        inset: Distance from the cut within which nothing but ground should be, mm.
        ink: Measures the ink of words, which rules ask too.
        with_advice: Whether to find advice too; a rule that finds nothing else does nothing without.
    """

    def __init__(
        self,
        face: Drawing,
        ground: Ground,
        outline: Outline = RECTANGLE,
        inset: Mm = 0.0,
        ink: Ink = usual_ink,
        *,
        with_advice: bool = True,
    ) -> None:
        self.face, self.ground, self.outline, self.inset = face, ground, outline, inset
        self.with_advice, self.ink = with_advice, ink

    @cached_property
    def texts(self) -> list[FaceText]:
        """Its texts."""
        return list(read_texts(self.face, self.ink))

    @cached_property
    def painted(self) -> list[DrawingItem]:
        """What is painted on it, without text, in painting order."""
        return without_text(self.face.items)

    @cached_property
    def shapes(self) -> list[FaceShape]:
        """The shapes that it lays out, in painting order, without those inside of pictures."""
        return list(self.ground.shapes(self.face))

    @cached_property
    def cut(self) -> list[Point]:
        """The corners of the line along which it is cut, mm."""
        size = self.face.size
        return PlacedOutline(self.outline, Rect(0, 0, size.width, size.height)).corners()

"""The correction for a printer that prints off-centre, askew or at the wrong scale. Lengths in mm, y downwards."""

from __future__ import annotations

from typing import Literal

from cardgen.geometry.units import Mm
from cardgen.records import dataclass

LandscapeTurn = Literal["left", "right"]
"""The direction in which a printer turns a landscape page to put it on portrait paper."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A transformation of everything on a page, so that it comes out in the right place.

    The page is moved by `dx` and `dy`, then rotated about its centre, then scaled about its centre. This is the inverse
    of a printer that scales what it draws on paper that lies askew and off-centre.

    Attributes:
        dx: To the right on the page as it is read, in mm.
        dy: Downwards on the page as it is read, in mm.
        angle: Rotation of the page as it is read, in degrees clockwise.
        scale_x: Factor for widths; 1.01 for a printer that prints them 1 % too small.
        scale_y: Factor for heights.
    """

    dx: Mm = 0.0
    dy: Mm = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def scale_only(self) -> Adjustment:
        """The adjustment without movement and rotation: the one for a recto, which has no face to lie behind."""
        return Adjustment(scale_x=self.scale_x, scale_y=self.scale_y)

    def for_landscape(self, turn: LandscapeTurn) -> Adjustment:
        """Return the same correction of the paper for a landscape page on it."""
        dx, dy = (-self.dy, self.dx) if turn == "left" else (self.dy, -self.dx)
        return Adjustment(dx, dy, self.angle, self.scale_y, self.scale_x)


NO_ADJUSTMENT = Adjustment()
"""The adjustment that leaves a page as it is."""

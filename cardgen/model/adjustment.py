"""What a printer does wrong with paper, as the correction of it. mm and degrees, y down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.geometry.units import Mm

LandscapeTurn = Literal["left", "right"]
"""Which way a printer turns a page that is wider than high to lay it on upright paper."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """How all that is on a page is moved so that it comes out where it belongs.

    A page is moved by `dx`, `dy`, then turned about its centre, then scaled about its centre: just the reverse of a
    printer that scales what it draws, on paper that lies askew and off.

    Attributes:
        dx: To the right on the page as it is read, mm.
        dy: Downwards on the page as it is read, mm.
        angle: Degrees clockwise as it is read.
        scale_x: Factor for widths; 1.01 if the printer prints them 1 % too small.
        scale_y: Factor for heights.
    """

    dx: Mm = 0.0
    dy: Mm = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def only_scale(self) -> Adjustment:
        """Without movement and turn: what a recto takes, as nothing is behind which it must lie."""
        return Adjustment(scale_x=self.scale_x, scale_y=self.scale_y)

    def lying(self, turned: LandscapeTurn) -> Adjustment:
        """The same correction of the same paper, for a page that lies on it turned by 90 degrees."""
        dx, dy = (-self.dy, self.dx) if turned == "left" else (self.dy, -self.dx)
        return Adjustment(dx, dy, self.angle, self.scale_y, self.scale_x)


NO_ADJUSTMENT = Adjustment()
"""Moves nothing."""

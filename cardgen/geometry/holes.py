"""Holes in a piece, such as that about which a dial turns. Lengths in mm, y down."""

from __future__ import annotations

from cardgen.geometry.units import Mm, Rect
from cardgen.records import dataclass

CROSS: Mm = 2.0
"""Half the length of the lines that cross in the middle of a hole, mm."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole, or a point that is only marked.

    Attributes:
        x: Distance of its centre from the left edge, as a share of the width of the piece.
        y: Distance of its centre from the upper edge, as a share of the height of the piece.
        diameter: Diameter, mm; 0 marks the point with a cross, for a needle or a paper fastener.

    Raises:
        ValueError: The centre lies outside of the piece, or the diameter is negative.
    """

    x: float
    y: float
    diameter: Mm = 0.0

    def __post_init__(self) -> None:
        if not (0 <= self.x <= 1 and 0 <= self.y <= 1 and self.diameter >= 0):
            raise ValueError(f"a hole at {self.x:g}, {self.y:g} is not inside the piece")

    def box(self, trim: Rect) -> Rect:
        """Return the box around the hole in a piece."""
        x, y, radius = trim.x + self.x * trim.width, trim.y + self.y * trim.height, self.diameter / 2
        return Rect(x - radius, y - radius, self.diameter, self.diameter)

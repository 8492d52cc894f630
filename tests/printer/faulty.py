"""A simulated printer with errors: where each point comes out on the paper, and the profile that corrects it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import hypothesis.strategies as st

from cardgen.geometry.units import Size
from cardgen.model.adjustment import LandscapeTurn
from cardgen.model.sheet import FlipEdge
from cardgen.printer.profiles import PrinterProfile

Point = tuple[float, float]


def turned(point: Point, degrees: float) -> Point:
    """Return the point rotated clockwise about the origin, with y downwards."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


@dataclass(frozen=True)
class Fault:
    """The error on one side: how the paper is moved and rotated, as seen on that side."""

    x: float = 0.0
    y: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True)
class FaultyPrinter:
    """A printer with a wrong scale whose paper lies askew and off-centre, and which rotates landscape pages."""

    recto: Fault
    verso: Fault
    wide: float
    high: float
    flip: FlipEdge
    landscape: LandscapeTurn = "left"

    def on_paper(self, point: Point, page: Size, *, verso: bool) -> Point:
        """Return where a point of a page comes out, from the centre of the portrait paper, as seen on the recto."""
        x, y = point[0] - page.width / 2, point[1] - page.height / 2
        if page.width > page.height:
            x, y = turned((x, y), -90 if self.landscape == "left" else 90)
        fault = self.verso if verso else self.recto
        x, y = turned((x * self.wide, y * self.high), fault.degrees)
        x, y = x + fault.x, y + fault.y
        if not verso:
            return x, y
        return (-x, y) if self.flip == "long" else (x, -y)

    @property
    def profile(self) -> PrinterProfile:
        """The profile that corrects the errors, computed algebraically."""
        recto, verso = self.recto, self.verso
        behind = (-recto.x, recto.y) if self.flip == "long" else (recto.x, -recto.y)
        dx, dy = turned((behind[0] - verso.x, behind[1] - verso.y), recto.degrees)
        return PrinterProfile(
            dx=dx,
            dy=dy,
            angle=-recto.degrees - verso.degrees,
            scale_x=1 / self.wide,
            scale_y=1 / self.high,
            flip="long-edge" if self.flip == "long" else "short-edge",
            landscape=self.landscape,
        )


def faults(mm: float, degrees: float) -> st.SearchStrategy[Fault]:
    off, askew = st.floats(-mm, mm), st.floats(-degrees, degrees)
    return st.builds(Fault, off, off, askew)


def faulty_printers(mm: float = 2.0, degrees: float = 0.8, scale: float = 0.02) -> st.SearchStrategy[FaultyPrinter]:
    factor, fault = st.floats(1 - scale, 1 + scale), faults(mm, degrees)
    edge = st.sampled_from(["long", "short"])
    return st.builds(FaultyPrinter, fault, fault, factor, factor, edge, st.sampled_from(["left", "right"]))

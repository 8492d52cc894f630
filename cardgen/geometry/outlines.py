"""Outlines of pieces that are not plain rectangles: what is cut, and what ink is clipped to. mm, y down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.geometry.units import Edges, Mm, Rect

Shape = Literal["rectangle", "circle", "hex"]
Point = tuple[Mm, Mm]
Curve = tuple[Point, ...]
"""Two points are a line, four are a cubic curve with its two handles in the middle."""

_HANDLE = 0.5522847498307936
"""4/3 (sqrt 2 - 1): the handle of a quarter circle of radius 1, off by 0.03 % at most."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of a piece.

    Attributes:
        shape: A circle in a box that is no square is an ellipse; a hex has two of its corners in the middle of the
            shorter sides of the box, so a wide one has a flat top.
        box: What it just fits in.
        corner: Radius of the rounded corners of a rectangle.
    """

    shape: Shape
    box: Rect
    corner: Mm = 0.0

    def grown(self, edges: Edges) -> Outline:
        """The same shape in a box with each side moved outwards."""
        return Outline(self.shape, self.box.grown(edges), self.corner)

    def curves(self) -> tuple[Curve, ...]:
        """The whole outline, clockwise as seen, each curve beginning where the one before ends."""
        if self.shape == "hex":
            return _closed(_hex(self.box))
        arcs = self.arcs()
        if self.shape == "circle":
            return arcs
        if not arcs:
            box = self.box
            return _closed(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)))
        return tuple(
            curve for arc, after in zip(arcs, (*arcs[1:], arcs[0]), strict=True) for curve in (arc, (arc[-1], after[0]))
        )

    def arcs(self) -> tuple[Curve, ...]:
        """Only what is round: four quarters from the top left one on; none of a hex or of sharp corners."""
        box = self.box
        rx, ry = (box.width / 2, box.height / 2) if self.shape == "circle" else (self.corner, self.corner)
        if self.shape == "hex" or not rx:
            return ()
        left, top, right, bottom = box.x + rx, box.y + ry, box.right - rx, box.bottom - ry
        return (
            _quarter((left, top), (-rx, 0), (0, -ry)),
            _quarter((right, top), (0, -ry), (rx, 0)),
            _quarter((right, bottom), (rx, 0), (0, ry)),
            _quarter((left, bottom), (0, ry), (-rx, 0)),
        )


def _closed(points: tuple[Point, ...]) -> tuple[Curve, ...]:
    """The lines from each point to the next, and back to the first."""
    return tuple(zip(points, (*points[1:], points[0]), strict=True))


def _quarter(center: Point, start: Point, end: Point) -> Curve:
    """The quarter of an ellipse between two half axes, given from its centre."""
    (x, y), (x1, y1), (x2, y2) = center, start, end
    return (
        (x + x1, y + y1),
        (x + x1 + _HANDLE * x2, y + y1 + _HANDLE * y2),
        (x + x2 + _HANDLE * x1, y + y2 + _HANDLE * y1),
        (x + x2, y + y2),
    )


def _hex(box: Rect) -> tuple[Point, ...]:
    middle_x, middle_y, x4, y4 = box.x + box.width / 2, box.y + box.height / 2, box.width / 4, box.height / 4
    if box.width >= box.height:
        tops = [(box.x + x4, box.y), (box.right - x4, box.y)]
        bottoms = [(box.right - x4, box.bottom), (box.x + x4, box.bottom)]
        return (*tops, (box.right, middle_y), *bottoms, (box.x, middle_y))
    rights = [(box.right, box.y + y4), (box.right, box.bottom - y4)]
    lefts = [(box.x, box.bottom - y4), (box.x, box.y + y4)]
    return ((middle_x, box.y), *rights, (middle_x, box.bottom), *lefts)

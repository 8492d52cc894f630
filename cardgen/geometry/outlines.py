"""Outlines: what is cut out of the trim of a piece, and where it lies on a sheet. Lengths in mm, y down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

from cardgen.geometry.paths import Curve, Point, parse_path
from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.records import dataclass

Axis = Literal["vertical", "horizontal"]
OutlineName = Literal["rectangle", "round", "hexagon", "path"]
OutlineUnit = Literal["fraction", "mm"]

_HANDLE = 0.5522847498307936
"""4/3 (sqrt 2 - 1): the handle of a quarter circle of radius 1, off by 0.03 % at most."""
STEPS = 16
"""Number of straight lines that replace a curve where only lines are possible: 0.03 mm off for a quarter circle of 25 mm."""
_TOLERANCE = 1e-6
_THINNEST = 1e-4  # area of the smallest outline, as a share of the box around it


@dataclass(frozen=True, slots=True)
class Outline:
    """The line along which a piece is cut out of its trim.

    Use `RECTANGLE`, `ROUND` and `HEXAGON`, or make one of any other form with `polygon` or `path`.

    Attributes:
        name: `rectangle`; `round`, a circle, or an ellipse in a trim that is not square; `hexagon`, with two corners in
            the middle of the shorter sides of the trim, so that a wide one has a flat top; `path`, any other line.
        line: Curves of a `path`, clockwise as seen, each starting where the one before ends; empty for other names.
        unit: Unit of `line`: fractions of the width and the height of the trim, or mm, both from its top left corner.
    """

    name: OutlineName
    line: tuple[Curve, ...] = ()
    unit: OutlineUnit = "fraction"

    @classmethod
    def polygon(cls, points: Sequence[Point], unit: OutlineUnit = "fraction") -> Outline:
        """Return the outline with these corners.

        Args:
            points: x, y of at least three corners, in either direction; the last is joined to the first.
            unit: Fractions of the trim from 0 to 1, or mm from its top left corner.

        Raises:
            ValueError: The points enclose no area, cross their own line, or lie outside the trim.
        """
        corners = [(float(x), float(y)) for x, y in points]
        return cls._checked(_closed(corners) if len(corners) > 1 else (), unit)

    @classmethod
    def path(cls, data: str, unit: OutlineUnit = "fraction") -> Outline:
        """Return the outline that the data of an SVG path describes.

        Args:
            data: One closed line; see `parse_path` for the commands.
            unit: Fractions of the trim from 0 to 1, or mm from its top left corner.

        Raises:
            ValueError: The data are malformed, or the line encloses no area, crosses itself, or leaves the trim.
        """
        return cls._checked(parse_path(data), unit)

    @classmethod
    def _checked(cls, line: tuple[Curve, ...], unit: OutlineUnit) -> Outline:
        points = _flattened(line)
        if not all(math.isfinite(number) for point in points for number in point):
            raise ValueError("the outline has a coordinate that is not a finite number")
        if len(points) < 3 or abs(_area(points)) < _THINNEST * _extent(points):
            raise ValueError("the outline encloses no area")
        if _crosses_itself(points):
            raise ValueError("the outline crosses itself")
        outline = cls("path", line if _area(points) > 0 else _reversed(line), unit)
        if unit == "fraction":
            outline.fitted(Size(1.0, 1.0))
        elif min(number for point in points for number in point) < -_TOLERANCE:
            raise ValueError("the outline leaves the trim: a coordinate is negative")
        return outline

    def fitted(self, trim: Size) -> Outline:
        """Return the same outline in fractions of a trim.

        Args:
            trim: Size of the piece, mm.

        Raises:
            ValueError: The outline is larger than the trim.
        """
        if self.name != "path":
            return self
        unit = trim if self.unit == "mm" else Size(1.0, 1.0)
        line = tuple(tuple((x / unit.width, y / unit.height) for x, y in curve) for curve in self.line)
        points = _flattened(line)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        if min(min(point) for point in points) < -_TOLERANCE or max(right, bottom) > 1 + _TOLERANCE:
            reach = f"it reaches {Size(right * unit.width, bottom * unit.height)} on a trim of {trim}"
            raise ValueError(
                f"the outline leaves the trim: {reach if self.unit == 'mm' else 'use fractions of 0 to 1'}"
            )
        return replace(self, line=line, unit="fraction")

    def mirrored(self, axis: Axis = "vertical") -> Outline:
        """Return the outline as seen from behind.

        Args:
            axis: Axis of the mirror: left and right change places about a vertical one, top and bottom about a
                horizontal one. The outline is in fractions of its trim.
        """
        if self.name != "path":
            return self
        flipped = tuple(
            tuple((1 - x, y) if axis == "vertical" else (x, 1 - y) for x, y in curve) for curve in self.line
        )
        return replace(self, line=_reversed(flipped))


RECTANGLE = Outline("rectangle")
ROUND = Outline("round")
HEXAGON = Outline("hexagon")


@dataclass(frozen=True, slots=True)
class PlacedOutline:
    """An outline with its place on a sheet.

    Attributes:
        outline: Form of the cut, in fractions of the trim.
        box: Trim of the piece on the sheet, mm.
        corner: Radius of the rounded corners of a rectangle, mm; 0 leaves them sharp.
    """

    outline: Outline
    box: Rect
    corner: Mm = 0.0

    def curves(self) -> tuple[Curve, ...]:
        """Return the whole outline, clockwise as seen, each curve starting where the one before ends."""
        box = self.box
        if self.outline.name == "path":
            return tuple(
                tuple((box.x + x * box.width, box.y + y * box.height) for x, y in curve) for curve in self.outline.line
            )
        if self.outline.name == "hexagon":
            return _closed(_hexagon(box))
        arcs = self.arcs()
        if self.outline.name == "round":
            return arcs
        if not arcs:
            return _closed(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)))
        return tuple(
            curve for arc, after in zip(arcs, (*arcs[1:], arcs[0]), strict=True) for curve in (arc, (arc[-1], after[0]))
        )

    def arcs(self) -> tuple[Curve, ...]:
        """Return the quarter circles of a round outline or of rounded corners, from the top left one on."""
        box = self.box
        is_round = self.outline.name == "round"
        rx, ry = (box.width / 2, box.height / 2) if is_round else (self.corner, self.corner)
        if not rx or self.outline.name not in {"round", "rectangle"}:
            return ()
        left, top, right, bottom = box.x + rx, box.y + ry, box.right - rx, box.bottom - ry
        return (
            _quarter((left, top), (-rx, 0), (0, -ry)),
            _quarter((right, top), (0, -ry), (rx, 0)),
            _quarter((right, bottom), (rx, 0), (0, ry)),
            _quarter((left, bottom), (0, ry), (-rx, 0)),
        )

    def corners(self, steps: int = STEPS) -> list[Point]:
        """Return the corners of the outline, with `steps` straight lines in place of each curve."""
        return _flattened(self.curves(), steps)

    def windows(self, bleed: Edges) -> tuple[tuple[Curve, ...], ...]:
        """Return closed lines that together enclose the piece and its bleed.

        Args:
            bleed: Distance that ink may run past each side, mm. A `path` gets the largest on all of its sides, so that
                a clip by it needs a clip by the box of the trim and its bleed, too.

        Returns:
            Lines that all run clockwise and may overlap: a point inside any of them is inside.
        """
        if self.outline.name != "path":
            return (replace(self, box=self.box.grown(bleed)).curves(),)
        curves = self.curves()
        reach = max(bleed.left, bleed.top, bleed.right, bleed.bottom)
        return (curves, *_rim(_flattened(curves), reach)) if reach > 0 else (curves,)


def _closed(points: Sequence[Point]) -> tuple[Curve, ...]:
    """Return the lines from each point to the next, and back to the first."""
    return tuple(zip(points, (*points[1:], points[0]), strict=True))


def _quarter(center: Point, start: Point, end: Point) -> Curve:
    """Return the quarter of an ellipse between two half axes, given from its centre."""
    (x, y), (x1, y1), (x2, y2) = center, start, end
    return (
        (x + x1, y + y1),
        (x + x1 + _HANDLE * x2, y + y1 + _HANDLE * y2),
        (x + x2 + _HANDLE * x1, y + y2 + _HANDLE * y1),
        (x + x2, y + y2),
    )


def _hexagon(box: Rect) -> tuple[Point, ...]:
    middle_x, middle_y, x4, y4 = box.x + box.width / 2, box.y + box.height / 2, box.width / 4, box.height / 4
    if box.width >= box.height:
        tops = [(box.x + x4, box.y), (box.right - x4, box.y)]
        bottoms = [(box.right - x4, box.bottom), (box.x + x4, box.bottom)]
        return (*tops, (box.right, middle_y), *bottoms, (box.x, middle_y))
    rights = [(box.right, box.y + y4), (box.right, box.bottom - y4)]
    lefts = [(box.x, box.bottom - y4), (box.x, box.y + y4)]
    return ((middle_x, box.y), *rights, (middle_x, box.bottom), *lefts)


def _reversed(line: tuple[Curve, ...]) -> tuple[Curve, ...]:
    """Return the same line, run through the other way."""
    return tuple(curve[::-1] for curve in reversed(line))


def _flattened(curves: Sequence[Curve], steps: int = STEPS) -> list[Point]:
    """Return the corners of a closed line, with straight lines in place of curves."""
    points: list[Point] = []
    for curve in curves:
        if len(curve) == 2:
            points.append(curve[0])
            continue
        for step in range(steps):
            t = step / steps
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1))
            points.append((x, y))
    return points


def _area(points: Sequence[Point]) -> float:
    """Return the area inside a closed line, positive if it runs clockwise as seen."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _closed(points)) / 2


def _extent(points: Sequence[Point]) -> float:
    """Return the area of the box around some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _crosses_itself(points: Sequence[Point]) -> bool:
    """Return whether any two sides of a closed line cross, or touch where they are not neighbours."""
    sides = _closed(points)
    last = len(sides) - 1
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(sides), 2):
        if j - i == 1 or (i == 0 and j == last):
            continue
        if _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0 and _boxes_meet(a, b, c, d):
            return True
    return False


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a number above 0 if the way from `a` over `b` to `c` turns clockwise as seen."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return turn if abs(turn) > 1e-12 else 0.0


def _boxes_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    return all(
        max(min(a[axis], b[axis]), min(c[axis], d[axis])) <= min(max(a[axis], b[axis]), max(c[axis], d[axis]))
        for axis in (0, 1)
    )


def _rim(points: Sequence[Point], reach: Mm) -> Iterator[tuple[Curve, ...]]:
    """Yield a box along the outside of each side of a closed line, and a wedge at each corner that sticks out."""
    normals = []
    for (x1, y1), (x2, y2) in _closed(points):
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        normals.append(((y2 - y1) / length * reach, (x1 - x2) / length * reach))
    for at, ((x1, y1), (x2, y2)) in enumerate(_closed(points)):
        dx, dy = normals[at]
        yield _closed(((x1, y1), (x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2, y2)))
        before_x, before_y = normals[at - 1]
        if before_x * dy - before_y * dx > 0:
            yield _closed(((x1, y1), (x1 + before_x, y1 + before_y), (x1 + dx, y1 + dy)))

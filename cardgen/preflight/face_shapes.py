"""Place the shapes of artworks on a face, and measure how near their edges are to a box."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from cardgen.geometry.units import Mm, Rect
from cardgen.preflight.matrices import Matrix, apply, box_around, scale_of
from cardgen.preflight.outlines import Box, distance, nearest
from cardgen.preflight.path_lines import Point
from cardgen.preflight.shapes import PaintedShape

_WIDEST: Mm = 1.5
"""Width of a stroke up to which it is a line; a wider one is an area such as a road on a map."""


class EdgeSpot(NamedTuple):
    """The place of an edge that is nearest to a box.

    Attributes:
        distance: Distance of the edge from the box, mm; 0 where it crosses it.
        across: The direction across the edge, of length 1.
    """

    distance: Mm
    point: Point
    across: Point


class FaceShape:
    """A shape of an artwork on a face.

    Args:
        shape: The shape, in units of its artwork.
        matrix: From units of its artwork to mm of the face.
    """

    def __init__(self, shape: PaintedShape, matrix: Matrix) -> None:
        self._shape, self._matrix = shape, matrix
        self.paints = shape.paints
        self.stroke: Mm = shape.stroke * scale_of(matrix)

    @cached_property
    def box(self) -> Box:
        """A box around it, mm."""
        return box_around(self._matrix, self._shape.box())

    @cached_property
    def lines(self) -> list[list[Point]]:
        """The lines of its outline, or those along which its stroke runs, mm."""
        return [[apply(self._matrix, x, y) for x, y in line] for line in self._shape.lines()]

    def edge_near(self, box: Rect, reach: Mm) -> EdgeSpot | None:
        """Return where its edge is nearest to a box; None if that is not nearer than a distance."""
        if self.stroke > _WIDEST:
            return None
        left, top, right, bottom = self.box
        if left > box.right + reach or right < box.x - reach or top > box.bottom + reach or bottom < box.y - reach:
            return None
        # The usual ground of a text is a rectangle far larger than its box: its sides need not be looked at.
        if not self.stroke and left <= box.x - reach and right >= box.right + reach and self._is_far(box, reach):
            return None
        half = self.stroke / 2  # the edge of a stroke is half of its width beside its line
        spots = (_spot(start, end, box, half, reach + half) for line in self.lines for start, end in pairwise(line))
        found = [spot for spot in spots if spot and spot.distance < reach]
        return min(found, key=lambda spot: spot.distance, default=None)

    def _is_far(self, box: Rect, reach: Mm) -> bool:
        """Return whether it is a rectangle whose sides are all farther from a box within it."""
        if not self._shape.is_rectangle or self._matrix[1] or self._matrix[2]:
            return False
        _, top, _, bottom = self.box
        return top <= box.y - reach and bottom >= box.bottom + reach


def _spot(start: Point, end: Point, box: Rect, half: Mm, reach: Mm) -> EdgeSpot | None:
    """Return where a straight line is nearest to a box; None if it is farther than a distance.

    A line that does not cross the box is nearest to it at one of its own ends or beside one of the four corners:

        +-------+            +-------+
        |  box  |  *         |  box  |
        +-------+ /          +-------*---    * is the point that is found
    """
    if (
        max(start[0], end[0]) < box.x - reach
        or min(start[0], end[0]) > box.right + reach
        or max(start[1], end[1]) < box.y - reach
        or min(start[1], end[1]) > box.bottom + reach
    ):
        return None
    length = math.dist(start, end)
    if not length:
        return None
    across = (start[1] - end[1]) / length, (end[0] - start[0]) / length
    inside = _clipped(start, end, box)
    if inside:
        middle = (inside[0][0] + inside[1][0]) / 2, (inside[0][1] + inside[1][1]) / 2
        return EdgeSpot(0.0, middle, across)
    near = [(point, _into(box, point)) for point in (start, end)]
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    near += [(nearest(start, end, corner), corner) for corner in corners]
    distance, point = min((math.dist(on_line, on_box), on_line) for on_line, on_box in near)
    return EdgeSpot(max(distance - half, 0.0), point, across)


def _into(box: Rect, point: Point) -> Point:
    return min(max(point[0], box.x), box.right), min(max(point[1], box.y), box.bottom)


def _clipped(start: Point, end: Point, box: Rect) -> tuple[Point, Point] | None:
    """Return the part of a straight line within a box.

    The line is `start + t * (end - start)` for t from 0 to 1. Towards each of the four sides it has some room and goes some
    way; where it comes from outside, it enters at `room / step`, else it leaves there. It is inside from the last entry to
    the first exit:

            left side          right side
        t=0 ----|-- first == last --|------ t=1

    Source:
        Liang and Barsky, A new concept and method for line clipping, 1984.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for step, room in (
        (-dx, start[0] - box.x),
        (dx, box.right - start[0]),
        (-dy, start[1] - box.y),
        (dy, box.bottom - start[1]),
    ):
        if not step:  # parallel to this side: outside for its whole length, or never
            if room < 0:
                return None
            continue
        if step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first > last:
        return None
    return (start[0] + first * dx, start[1] + first * dy), (start[0] + last * dx, start[1] + last * dy)


def placed_matrix(units: Matrix, box: Rect) -> Matrix:
    """Return the matrix from units of an artwork to mm of the face that it is placed on.

    Args:
        units: Matrix from fractions of the artwork's box to its units.
    """
    across, down = box.width / units[0], box.height / units[3]
    return (across, 0, 0, down, box.x - across * units[4], box.y - down * units[5])


def edge_distance(points: Sequence[Point], cut: Sequence[Point]) -> Mm:
    """Return the least distance of some points from a closed line, mm; -1 if one of them is outside of it.

    Args:
        cut: Corners of the line, mm.
    """
    sides = list(pairwise((*cut, cut[0])))
    least = math.inf
    for point in points:
        if not _is_inside(sides, point):
            return -1.0
        least = _nearer(sides, point, least)
    return least


def _is_inside(sides: Sequence[tuple[Point, Point]], point: Point) -> bool:
    """Return whether a point is inside a closed line.

    Even-odd rule: a way from a point outside to anywhere far off crosses the line an even number of times.
    """
    x, y = point
    is_inside = False
    for (x1, y1), (x2, y2) in sides:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            is_inside = not is_inside
    return is_inside


def _nearer(sides: Sequence[tuple[Point, Point]], point: Point, least: Mm) -> Mm:
    """Return the distance of a point from the nearest side, or the least one so far if all sides are farther off."""
    x, y = point
    left, right, top, bottom = x - least, x + least, y - least, y + least
    for start, end in sides:
        (x1, y1), (x2, y2) = start, end
        if (x1 <= left and x2 <= left) or (x1 >= right and x2 >= right):
            continue
        if (y1 <= top and y2 <= top) or (y1 >= bottom and y2 >= bottom):
            continue
        away = distance(start, end, point)
        if away < least:
            least, left, right, top, bottom = away, x - away, x + away, y - away, y + away
    return least


def around(spot: EdgeSpot, half: Mm) -> Iterator[Point]:
    """Yield places on both sides of an edge, mm.

    Args:
        half: Distance from the edge, mm.
    """
    for side in (-half, half):
        yield spot.point[0] + side * spot.across[0], spot.point[1] + side * spot.across[1]

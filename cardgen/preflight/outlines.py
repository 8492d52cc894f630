"""Tell whether a point lies within the outline of a rectangle, an ellipse or a path."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from cardgen.preflight.path_lines import Point, read_lines, read_numbers, read_parts

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

_STEPS = 32  # straight lines in place of an ellipse
_NEEDS_READING = re.compile("[a-yHVA]")  # commands that are relative, or take other numbers than pairs


class Inside(Protocol):
    """The inside of an outline."""

    def box(self) -> Box:
        """Return a box around it."""

    def lines(self) -> Iterator[Sequence[Point]]:
        """Yield the lines of the outline; the last point of a closed one is the first."""

    def sides(self) -> Iterator[Box]:
        """Yield boxes around all parts of its border: points between which there is none are in it, or none of them is."""

    def __call__(self, x: float, y: float) -> bool:
        """Return whether a point is in it."""


class RectInside(NamedTuple):
    """A rectangle; round corners are left out, as text keeps clear of them."""

    x: float
    y: float
    width: float
    height: float

    def box(self) -> Box:
        """See `Inside`."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    def lines(self) -> Iterator[Sequence[Point]]:
        """See `Inside`."""
        left, top, right, bottom = self.box()
        yield (left, top), (right, top), (right, bottom), (left, bottom), (left, top)

    def sides(self) -> Iterator[Box]:
        """See `Inside`."""
        return _sides(self.lines())

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


class EllipseInside(NamedTuple):
    """An ellipse."""

    cx: float
    cy: float
    rx: float
    ry: float

    def box(self) -> Box:
        """See `Inside`."""
        return self.cx - self.rx, self.cy - self.ry, self.cx + self.rx, self.cy + self.ry

    def lines(self) -> Iterator[Sequence[Point]]:
        """See `Inside`: straight lines in place of the ellipse."""
        angles = [math.tau * step / _STEPS for step in range(_STEPS)] + [0.0]
        yield [(self.cx + self.rx * math.cos(angle), self.cy + self.ry * math.sin(angle)) for angle in angles]

    def sides(self) -> Iterator[Box]:
        """See `Inside`."""
        return _sides(self.lines())  # no part of a quarter leaves the box around its ends

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        across, down = (x - self.cx) / self.rx, (y - self.cy) / self.ry
        return across * across + down * down <= 1  # a power would overflow with an error


class PathInside(NamedTuple):
    """The inside of some closed lines.

    Attributes:
        data: The data of an SVG path.
        is_even_odd: Whether what is enclosed twice is outside.
    """

    data: str
    is_even_odd: bool

    def box(self) -> Box:
        """See `Inside`: a curve lies within its handles."""
        if _NEEDS_READING.search(self.data):
            points = [point for start, parts in read_parts(self.data) for part in ((start,), *parts) for point in part]
            xs, ys = [x for x, _ in points], [y for _, y in points]
        else:  # pairs of coordinates; the half of all paths that reading in full would cost most
            numbers = read_numbers(self.data)
            xs, ys = numbers[::2], numbers[1::2]
        return (min(xs), min(ys), max(xs), max(ys)) if xs and ys else (math.inf, math.inf, math.inf, math.inf)

    def lines(self) -> Iterator[Sequence[Point]]:
        """See `Inside`."""
        is_closed = "z" in self.data or "Z" in self.data
        for line in read_lines(self.data):
            yield (*line, line[0]) if is_closed else line

    def sides(self) -> Iterator[Box]:
        """See `Inside`."""
        return _sides((*line, line[0]) for line in read_lines(self.data))

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        winding = 0
        for line in read_lines(self.data):
            x1, y1 = line[-1]
            for x2, y2 in line:
                if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                    winding += 1 if y2 > y1 else -1
                x1, y1 = x2, y2
        return bool(winding % 2) if self.is_even_odd else winding != 0


class StrokeInside(NamedTuple):
    """A stroke along an outline."""

    outline: Inside
    width: float

    def box(self) -> Box:
        """See `Inside`."""
        left, top, right, bottom = self.outline.box()
        half = self.width / 2
        return left - half, top - half, right + half, bottom + half

    def lines(self) -> Iterator[Sequence[Point]]:
        """Yield the lines along which it runs."""
        return self.outline.lines()

    def sides(self) -> Iterator[Box]:
        """See `Inside`."""
        return _sides(self.lines(), self.width / 2)

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        half = self.width / 2
        left, top, right, bottom = x - half, y - half, x + half, y + half
        for line in self.lines():
            for start, end in pairwise(line):
                (x1, y1), (x2, y2) = start, end
                if (x1 < left and x2 < left) or (x1 > right and x2 > right):
                    continue
                if (y1 < top and y2 < top) or (y1 > bottom and y2 > bottom):
                    continue
                if distance(start, end, (x, y)) <= half:
                    return True
        return False


def _sides(lines: Iterable[Sequence[Point]], reach: float = 0.0) -> Iterator[Box]:
    """Yield a box around each straight part of some lines, with what is nearer to it than a distance."""
    for line in lines:
        for (x1, y1), (x2, y2) in pairwise(line):
            yield min(x1, x2) - reach, min(y1, y2) - reach, max(x1, x2) + reach, max(y1, y2) + reach


def nearest(start: Point, end: Point, point: Point) -> Point:
    """Return the point of a straight line between two points that is nearest to another point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    along = min(max(along, 0.0), 1.0)
    return start[0] + along * dx, start[1] + along * dy


def distance(start: Point, end: Point, point: Point) -> float:
    """Return the distance of a point from a straight line between two points."""
    return math.dist(nearest(start, end, point), point)

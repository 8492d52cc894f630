"""Tell whether a point lies within the outline of a rectangle, an ellipse or a path."""

from __future__ import annotations

import math
import re
from typing import NamedTuple, Protocol

from cardgen.preflight.matrices import read_numbers
from cardgen.preflight.path_lines import read_lines, read_parts

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

_NEEDS_READING = re.compile("[a-yHVA]")  # commands that are relative, or take other numbers than pairs


class Inside(Protocol):
    """The inside of an outline."""

    def box(self) -> Box:
        """Return a box around it."""

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

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        return ((x - self.cx) / self.rx) ** 2 + ((y - self.cy) / self.ry) ** 2 <= 1


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

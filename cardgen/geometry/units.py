"""Lengths, sizes and boxes in millimetres, with the origin at the top left and y downwards.

Points exist only in `cardgen.write` and in the font sizes of a theme.
"""

from __future__ import annotations

import re
from math import inf

from cardgen.records import dataclass

Mm = float
MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72

_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*", re.ASCII)
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)?\s*[xX\u00d7]\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)?\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height, in mm."""

    width: Mm
    height: Mm

    @property
    def is_positive(self) -> bool:
        """Whether both lengths are finite numbers above 0."""
        return all(isinstance(length, int | float) and 0 < length < inf for length in (self.width, self.height))

    @property
    def turned(self) -> Size:
        """The same size with width and height exchanged."""
        return Size(self.height, self.width)

    def growth_from(self, other: Size) -> float:
        """Return by what factor something drawn for another size grows to hold this one; it never shrinks."""
        return max(1.0, self.width / other.width, self.height / other.height)

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


@dataclass(frozen=True, slots=True)
class Edges:
    """One length for each side of a box, in mm: margins, or how far ink runs past a cut."""

    left: Mm = 0.0
    top: Mm = 0.0
    right: Mm = 0.0
    bottom: Mm = 0.0

    @classmethod
    def all(cls, length: Mm) -> Edges:
        """Return edges with the same length on every side."""
        return cls(length, length, length, length)

    @property
    def mirrored(self) -> Edges:
        """The edges with left and right exchanged."""
        return Edges(self.right, self.top, self.left, self.bottom)

    @property
    def half_turned(self) -> Edges:
        """The edges of the box turned by 180 degrees."""
        return Edges(self.right, self.bottom, self.left, self.top)


@dataclass(frozen=True, slots=True)
class Rect:
    """A box, given by its top left corner and its size, in mm."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm

    @property
    def right(self) -> Mm:
        """The x of the right edge, in mm."""
        return self.x + self.width

    @property
    def bottom(self) -> Mm:
        """The y of the bottom edge, in mm."""
        return self.y + self.height

    @property
    def size(self) -> Size:
        """Width and height of the box."""
        return Size(self.width, self.height)

    def grown(self, edges: Edges) -> Rect:
        """Return the box with each side moved outwards by the given length; negative lengths move inwards."""
        return Rect(
            self.x - edges.left,
            self.y - edges.top,
            self.width + edges.left + edges.right,
            self.height + edges.top + edges.bottom,
        )


def parse_length(text: str) -> Mm:
    """Parse a length such as `3mm`, `0.5in` or `7pt`, and return it in mm.

    Raises:
        ValueError: The text is not a number followed by mm, cm, in or pt.
    """
    match = _LENGTH.fullmatch(text)
    if not match:
        raise ValueError(f"length '{text}' is not a number with mm, cm, in or pt")
    return float(match[1]) * _UNITS[match[2]]


def parse_size(text: str) -> Size:
    """Parse a size such as `40x53mm` or `2.5inx3.5in`; numbers without a unit are in mm.

    Raises:
        ValueError: The text is not two numbers joined by an x, or one of them is zero.
    """
    match = _SIZE.fullmatch(text)
    if not match:
        raise ValueError(f"size '{text}' is not WIDTHxHEIGHT with mm, cm, in or pt")
    last = match[4] or match[2] or "mm"
    size = Size(float(match[1]) * _UNITS[match[2] or last], float(match[3]) * _UNITS[last])
    if not (size.width and size.height):
        raise ValueError(f"size '{text}' has a side of zero")
    return size

"""The few PDF operators that cardgen writes by hand, and the change from millimetres (y down) to points (y up)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from cardgen.units import MM_PER_POINT, Mm, Rect

POINTS_PER_MM = 1 / MM_PER_POINT

Matrix = tuple[float, float, float, float, float, float]


def number(value: float) -> str:
    """Format a number to five decimals, never with an exponent, which PDF does not know."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(values: Sequence[float]) -> str:
    """Format numbers with spaces between them."""
    return " ".join(map(number, values))


@lru_cache(maxsize=1024)
def color(hexadecimal: str) -> str:
    """Turn `#rrggbb` into the three operands of `rg`."""
    return numbers([int(hexadecimal[start : start + 2], 16) / 255 for start in (1, 3, 5)])


def clip(box: Rect, height: Mm) -> str:
    """Let ink through inside a box only; `height` is that of the side on which the box lies, mm."""
    left, bottom = box.x * POINTS_PER_MM, (height - box.bottom) * POINTS_PER_MM
    return f"{numbers((left, bottom, box.width * POINTS_PER_MM, box.height * POINTS_PER_MM))} re W n"


def into_box(box: Rect, height: Mm) -> Matrix:
    """Map a unit square, or an image, onto a box; `height` is that of the side on which the box lies, mm."""
    return (
        box.width * POINTS_PER_MM,
        0.0,
        0.0,
        box.height * POINTS_PER_MM,
        box.x * POINTS_PER_MM,
        (height - box.bottom) * POINTS_PER_MM,
    )


def turned_about(x: float, y: float, degrees: float) -> Matrix:
    """Turn clockwise as seen about a point, which is in points with y up."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cosine, -sine, sine, cosine, x - cosine * x - sine * y, y + sine * x - cosine * y)

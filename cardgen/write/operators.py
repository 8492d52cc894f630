"""The few PDF operators that cardgen writes by hand, and the change from millimetres (y down) to points (y up)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from cardgen.geometry.units import MM_PER_POINT, Mm, Rect, Size
from cardgen.model.adjustment import Adjustment

POINTS_PER_MM = 1 / MM_PER_POINT

Matrix = tuple[float, float, float, float, float, float]


def format_number(value: float, decimals: int = 5) -> str:
    """Format a number, never with an exponent, which PDF does not know."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_numbers(values: Sequence[float], decimals: int = 5) -> str:
    """Format numbers with spaces between them."""
    return " ".join([format_number(value, decimals) for value in values])


@lru_cache(maxsize=1024)
def format_color(hexadecimal: str) -> str:
    """Turn `#rrggbb` into the three operands of `rg`."""
    return format_numbers([int(hexadecimal[start : start + 2], 16) / 255 for start in (1, 3, 5)])


def clip_to_box(box: Rect, height: Mm) -> str:
    """Let ink through inside a box only; `height` is that of the side on which the box lies, mm."""
    return f"{append_rectangle(box, height)} W n"


def append_rectangle(box: Rect, height: Mm) -> str:
    """Make a box the path; `height` is that of the side on which the box lies, mm."""
    left, bottom = box.x * POINTS_PER_MM, (height - box.bottom) * POINTS_PER_MM
    return f"{format_numbers((left, bottom, box.width * POINTS_PER_MM, box.height * POINTS_PER_MM))} re"


def map_unit_square(box: Rect, height: Mm) -> Matrix:
    """Map a unit square, or an image, onto a box; `height` is that of the side on which the box lies, mm."""
    return (
        box.width * POINTS_PER_MM,
        0.0,
        0.0,
        box.height * POINTS_PER_MM,
        box.x * POINTS_PER_MM,
        (height - box.bottom) * POINTS_PER_MM,
    )


def rotate_about(x: float, y: float, degrees: float) -> Matrix:
    """Turn clockwise as seen about a point, which is in points with y up."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cosine, -sine, sine, cosine, x - cosine * x - sine * y, y + sine * x - cosine * y)


def adjustment_matrix(adjustment: Adjustment, paper: Size) -> Matrix:
    """Move a page, then turn it clockwise as seen and scale it, both about its centre."""
    cosine, sine = math.cos(math.radians(adjustment.angle)), math.sin(math.radians(adjustment.angle))
    x, y = paper.width * POINTS_PER_MM / 2, paper.height * POINTS_PER_MM / 2
    right, up = adjustment.dx * POINTS_PER_MM - x, -adjustment.dy * POINTS_PER_MM - y
    wide, high = adjustment.scale_x, adjustment.scale_y
    return (
        wide * cosine,
        -high * sine,
        wide * sine,
        high * cosine,
        x + wide * (cosine * right + sine * up),
        y + high * (cosine * up - sine * right),
    )

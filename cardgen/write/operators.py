"""PDF operators as text, and matrices from mm with y downwards to points with y upwards.

ReportLab's canvas writes operators straight to a page, whereas the content of form XObjects has to be made as text;
pikepdf parses and rewrites complete streams only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.geometry.units import MM_PER_POINT, Mm, Rect, Size
from cardgen.model.adjustment import Adjustment

POINTS_PER_MM = 1 / MM_PER_POINT

Matrix = tuple[float, float, float, float, float, float]
"""The six operands a to f of the operator `cm` (PDF 32000-1, 8.3.4)."""

GROUND, LAND = "/Ground", "/Land"
"""Tags of the marked content that saving ink leaves out, and of that whose shapes become fine lines: what other things stand on."""

INKED = {"full": "/Inked", "pale": "/Pale"}
"""Tag of the marked content whose fills keep their colours where ink is saved."""


DRAWN = "/Drawn"
"""Tag of the marked content of a page whose colours are changed like those of forms; all else there are marks for cutting."""


def format_number(value: float) -> str:
    """Format a number with at most five decimals and without an exponent, which PDF does not allow."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_numbers(values: Sequence[float], decimals: int = 5) -> str:
    """Format numbers, separated by spaces.

    Args:
        decimals: Largest number of decimals; trailing zeros are left out.
    """
    written = []
    for value in values:  # without a call for each number, since a sheet has thousands
        text = f"{value:.{decimals}f}"
        if text[-1] == "0":
            text = text.rstrip("0").rstrip(".")
        written.append("0" if text == "-0" else text)
    return " ".join(written)


def format_color(hexadecimal: str) -> str:
    """Format `#rrggbb` as the three operands of `rg`."""
    return format_numbers([int(hexadecimal[start : start + 2], 16) / 255 for start in (1, 3, 5)])


def clip_to_box(box: Rect, height: Mm) -> str:
    """Format the operators that clip to a box.

    Args:
        box: The box, in mm with the origin at the top left.
        height: Height in mm of the side on which the box lies.
    """
    return f"{format_rectangle(box, height)} W n"


def format_rectangle(box: Rect, height: Mm) -> str:
    """Format the operator that appends a box to the path.

    Args:
        box: The box, in mm with the origin at the top left.
        height: Height in mm of the side on which the box lies.
    """
    left, bottom = box.x * POINTS_PER_MM, (height - box.bottom) * POINTS_PER_MM
    return f"{format_numbers((left, bottom, box.width * POINTS_PER_MM, box.height * POINTS_PER_MM))} re"


def map_unit_square(box: Rect, height: Mm) -> Matrix:
    """Return the matrix that maps the unit square, in which PDF draws an image, to a box.

    Args:
        box: The box, in mm with the origin at the top left.
        height: Height in mm of the side on which the box lies.
    """
    return (
        box.width * POINTS_PER_MM,
        0.0,
        0.0,
        box.height * POINTS_PER_MM,
        box.x * POINTS_PER_MM,
        (height - box.bottom) * POINTS_PER_MM,
    )


def rotate_about(x: float, y: float, degrees: float) -> Matrix:
    """Return the matrix of a rotation.

    Args:
        x: Centre of rotation, in points with y upwards.
        y: Centre of rotation, in points with y upwards.
    """
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cosine, -sine, sine, cosine, x - cosine * x - sine * y, y + sine * x - cosine * y)


def adjustment_matrix(adjustment: Adjustment, paper: Size) -> Matrix:
    """Return the matrix that adjusts a page to a printer.

    Args:
        adjustment: Movement, then rotation and scale about the centre of the page.
    """
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

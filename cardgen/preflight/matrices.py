"""Read the transformations of an SVG as matrices, and apply them to points."""

from __future__ import annotations

import math
import re

from cardgen.preflight.outlines import Box
from cardgen.preflight.path_lines import Point, read_numbers

Matrix = tuple[float, float, float, float, float, float]
"""The numbers a to f of an SVG matrix."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_TRANSFORM = re.compile(r"\b(\w+)\s*\(([^()]*)\)")


def read_matrix(text: str) -> Matrix:
    """Return the matrix of an attribute `transform`."""
    found = IDENTITY
    for name, arguments in _TRANSFORM.findall(text):
        n = read_numbers(arguments)
        found = multiply(found, _one_matrix(name, n)) if n else found
    return found


def _one_matrix(name: str, n: list[float]) -> Matrix:
    """Return the matrix of one transformation; that of an unknown one changes nothing."""
    second = n[1] if len(n) > 1 else None
    cos, sin, tan = (function(math.radians(n[0])) for function in (math.cos, math.sin, math.tan))
    x, y = n[1:3] if len(n) > 2 else (0.0, 0.0)
    known: dict[str, Matrix] = {
        "translate": (1, 0, 0, 1, n[0], second or 0),
        "scale": (n[0], 0, 0, n[0] if second is None else second, 0, 0),
        "rotate": (cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos),
        "skewX": (1, 0, tan, 1, 0, 0),
        "skewY": (1, tan, 0, 1, 0, 0),
    }
    if name == "matrix" and len(n) == 6:
        return (n[0], n[1], n[2], n[3], n[4], n[5])
    return known.get(name, IDENTITY)


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """Return the product, which applies `n` first."""
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def inverse(m: Matrix) -> Matrix:
    """Return the inverse; of a matrix that flattens, one that moves every point out of sight."""
    area = m[0] * m[3] - m[1] * m[2]
    if not area:  # flat: nothing is inside
        return (0, 0, 0, 0, math.inf, math.inf)
    a, b, c, d = m[3] / area, -m[1] / area, -m[2] / area, m[0] / area
    return (a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5]))


def scale_of(m: Matrix) -> float:
    """Return the factor of lengths; of a matrix that stretches, the mean factor of both directions."""
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def box_around(m: Matrix, box: Box) -> Box:
    """Return a box around what a matrix makes of a box."""
    left, top, right, bottom = box
    xs, ys = zip(*(apply(m, x, y) for x in (left, right) for y in (top, bottom)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def apply(m: Matrix, x: float, y: float) -> Point:
    """Return where a matrix moves a point."""
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]

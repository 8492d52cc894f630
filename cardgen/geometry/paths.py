"""Lines made of straight parts and cubic curves, and the data of SVG paths that describe them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.geometry.units import Mm, Rect

Point = tuple[Mm, Mm]
Curve = tuple[Point, ...]
"""Two points are a straight line, four are a cubic curve with its two handles in the middle."""

_TOKEN = re.compile(r"\s*,?\s*([A-Za-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


def parse_path(data: str) -> tuple[Curve, ...]:
    """Read the data of an SVG path that is one closed line.

    Args:
        data: Commands M, L, H, V, C, Q and Z, absolute or relative; the line is closed if Z is left out. Arcs (A) and
            smooth curves (S, T) are not known: convert them to curves.

    Returns:
        The curves, each starting where the one before ends; the last ends where the first starts.

    Raises:
        ValueError: The data are malformed, have an unknown command, or more than one line.
    """
    curves: list[Curve] = []
    at: Point = (0.0, 0.0)
    for position, (command, numbers) in enumerate(_commands(data)):
        if (command.upper() == "M") != (position == 0):
            raise ValueError("a path starts with M and has no other M: it is one line")
        x, y = at if command.islower() else (0.0, 0.0)
        match command.upper():
            case "M":
                at = (x + numbers[0], y + numbers[1])
                start = at
                continue
            case "Z":
                continue
            case "H":
                points: list[Point] = [(x + numbers[0], at[1])]
            case "V":
                points = [(at[0], y + numbers[0])]
            case _:
                points = [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
        if len(points) == 2:  # a quadratic curve, as the cubic one that it equals
            handle, end = points
            points = [_towards(at, handle), _towards(end, handle), end]
        if points[-1] != at or len(points) > 1:
            curves.append((at, *points))
        at = points[-1]
    if curves and at != start:
        curves.append((at, start))
    return tuple(curves)


def _towards(end: Point, handle: Point) -> Point:
    """Return the point two thirds of the way to the handle of a quadratic curve."""
    return end[0] + (handle[0] - end[0]) * 2 / 3, end[1] + (handle[1] - end[1]) * 2 / 3


def _commands(data: str) -> list[tuple[str, list[float]]]:
    """Return the commands in order, each with its numbers; a command that is repeated without its letter is given it."""
    found: list[tuple[str, list[float]]] = []
    place, command = 0, ""
    numbers: list[float] = []
    data = data.rstrip()
    while place < len(data):
        match = _TOKEN.match(data, place)
        if not match:
            raise ValueError(f"path has an unexpected character '{data[place : place + 10].strip()}'")
        place, token = match.end(), match[1]
        if token.isalpha():
            if numbers:
                raise ValueError(f"command {command} of a path lacks a number")
            if token.upper() not in _COUNTS:
                raise ValueError(f"unknown command '{token}' in a path, expected one of: {', '.join(_COUNTS)}")
            if found and found[-1][0].upper() == "Z":
                raise ValueError("a path ends with Z: it is one line")
            command = token
            if command.upper() == "Z":
                found.append((command, []))
            continue
        if not command or command.upper() == "Z":
            raise ValueError(f"number '{token}' of a path stands before a command")
        numbers.append(float(token))
        if len(numbers) == _COUNTS[command.upper()]:
            found.append((command, numbers))
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)
    if numbers:
        raise ValueError(f"command {command} of a path lacks a number")
    return found


def lines_inside(corners: Sequence[Point], box: Rect) -> tuple[Curve, ...]:
    """Return what of a closed line is inside a box, as straight lines.

    Args:
        corners: Corners of the line, mm.
        box: The box.

    Source:
        Y.-D. Liang, B. A. Barsky, "A new concept and method for line clipping", ACM Transactions on Graphics 3, 1984.
    """
    inside = []
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = x2 - x1, y2 - y1
        start, end = 0.0, 1.0
        for step, room in ((-dx, x1 - box.x), (dx, box.right - x1), (-dy, y1 - box.y), (dy, box.bottom - y1)):
            if step < 0:
                start = max(start, room / step)
            elif step > 0:
                end = min(end, room / step)
            elif room < 0:
                start, end = 1.0, 0.0
        if start < end:
            inside.append(((x1 + start * dx, y1 + start * dy), (x1 + end * dx, y1 + end * dy)))
    return tuple(inside)


def svg_path(curves: Sequence[Curve]) -> str:
    """Return curves that follow each other as the data of one closed SVG path."""
    parts = [f"M{_pair(curves[0][0])}"]
    for curve in curves:
        parts.append(("L" if len(curve) == 2 else "C") + " ".join(map(_pair, curve[1:])))
    return "".join(parts) + "Z"


def _pair(point: Point) -> str:
    return f"{point[0]:.4f} {point[1]:.4f}"

"""Lines made of straight parts and cubic curves, and the data of SVG paths that describe them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardgen.geometry.units import Mm, Rect

Point = tuple[Mm, Mm]
Curve = tuple[Point, ...]
"""Two points are a straight line, four are a cubic curve with its two handles in the middle."""

_COMMAND = re.compile(r"([A-DF-Za-df-z]?)([^A-DF-Za-df-z]*)")  # an e belongs to a number
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


def parse_path(data: str) -> tuple[Curve, ...]:
    """Read the data of an SVG path that is one closed line.

    Args:
        data: Commands M, L, H, V, C, Q and Z, absolute or relative; the line is closed if Z is left out. Arcs (A) and
            smooth curves (S, T) are not supported: convert them to curves.

    Returns:
        The curves, each starting where the one before ends; the last ends where the first starts.

    Raises:
        ValueError: The data are malformed, have an unknown command, or more than one line.
    """
    curves: list[Curve] = []
    at: Point = (0.0, 0.0)
    start = at
    for command, numbers in _commands(data):
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


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands in order, each with its numbers; the letter of a repeated command is filled in."""
    closed = False
    for place, (command, text) in enumerate(_COMMAND.findall(data)):
        if not command and not text.strip():
            continue
        if closed or not command:
            raise ValueError(f"a path is one closed line that starts with M, but it also has '{command}{text.strip()}'")
        count = _COUNTS.get(command.upper())
        if count is None:
            raise ValueError(f"unknown command '{command}' in a path, expected one of: {', '.join(_COUNTS)}")
        closed = command.upper() == "Z"
        numbers = [float(number) for number in _NUMBER.findall(text)]
        if _NUMBER.sub("", text).strip(" ,\t\r\n"):
            raise ValueError(f"command {command} of a path has something other than numbers: '{text.strip()}'")
        if len(numbers) % count if count else numbers:
            raise ValueError(f"command {command} of a path takes {count} numbers at a time, but has {len(numbers)}")
        if (command.upper() == "M") != (place == 0) or (count and not numbers):
            raise ValueError("a path is one line: it starts with M and two numbers, and has no other M")
        yield command, numbers[:count]
        for start in range(count, len(numbers), count or 1):
            yield {"M": "L", "m": "l"}.get(command, command), numbers[start : start + count]


def lines_inside(corners: Sequence[Point], box: Rect) -> tuple[Curve, ...]:
    """Return the parts of a closed line that are inside a box, as straight lines.

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

"""Read the data of an SVG path as closed lines with straight parts in place of curves and arcs.

A library that reads paths would take longer to import than a build has for all of its faces.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

Point = tuple[float, float]

_COMMAND = re.compile("([A-DF-Za-df-z])([^A-DF-Za-df-z]*)")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
_LARGEST = 1e9
"""A number beyond is taken for this one, so that nothing that is computed of it overflows."""
_STEPS = 6  # straight parts of a curve; the ground of a text is no finer


@lru_cache(maxsize=1024)
def read_lines(data: str) -> Sequence[Sequence[Point]]:
    """Return the lines of a path; as far as it can be read, if it is malformed.

    Args:
        data: The data, in which the two flags of an arc are apart from other numbers.
    """
    lines = []
    for start, parts in read_parts(data):
        line = [start]
        for part in parts:
            line += _curve((line[-1], *part)) if len(part) > 1 else part
        if len(line) > 1:
            lines.append(line)
    return lines


@lru_cache(maxsize=4096)
def read_parts(data: str) -> Sequence[tuple[Point, Sequence[Sequence[Point]]]]:
    """Return the start of each line, and its parts: the handles, if any, and the end of each; an arc is many straight parts."""
    lines: list[tuple[Point, list[Sequence[Point]]]] = []
    at = start = handle = (0.0, 0.0)
    before = "Z"
    for command, numbers in _commands(data):
        kind, (ox, oy) = command.upper(), at if command.islower() else (0.0, 0.0)
        if kind == "Z":
            at = start
        elif kind == "M":
            at = start = (ox + numbers[0], oy + numbers[1])
            lines.append((at, []))
        elif not lines:
            break
        else:
            if before == "Z":  # a line that begins where the one before was closed
                lines.append((at, []))
            mirrored = (2 * at[0] - handle[0], 2 * at[1] - handle[1]) if before in _SMOOTH.get(kind, "") else at
            handles, end = _parts(kind, numbers, (ox, oy), at, mirrored)
            lines[-1][1].extend([(point,) for point in _arc(at, numbers, end)] if kind == "A" else [(*handles, end)])
            handle, at = handles[-1] if handles else end, end
        before = kind
    return lines


def read_numbers(text: str) -> list[float]:
    """Return the numbers of an attribute, in order, within what can be computed with."""
    numbers = [float(number) for number in _NUMBER.findall(text)]
    if numbers and (max(numbers) > _LARGEST or min(numbers) < -_LARGEST):
        return [max(-_LARGEST, min(number, _LARGEST)) for number in numbers]
    return numbers


_SMOOTH = {"S": "CS", "T": "QT"}
"""Commands whose first handle mirrors the last one of a command before."""


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands, each with its numbers; the letter of a repeated command is filled in."""
    for command, text in _COMMAND.findall(data):
        count = _COUNTS.get(command.upper(), 0)
        if not count:
            if command in "Zz":
                yield command, []
            continue
        numbers = read_numbers(text)
        for start in range(0, len(numbers) - count + 1, count):
            again = {"M": "L", "m": "l"}.get(command, command) if start else command
            yield again, numbers[start : start + count]


def _parts(
    kind: str, numbers: Sequence[float], origin: Point, at: Point, mirrored: Point
) -> tuple[tuple[Point, ...], Point]:
    """Return the handles and the end of a command."""
    x, y = origin
    if kind == "H":
        return (), (x + numbers[0], at[1])
    if kind == "V":
        return (), (at[0], y + numbers[0])
    if kind == "A":
        return (), (x + numbers[5], y + numbers[6])
    points = [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
    first = (mirrored,) if kind in _SMOOTH else ()
    return (*first, *points[:-1]), points[-1]


def _curve(points: Sequence[Point]) -> Iterator[Point]:
    """Yield points along a Bézier curve."""
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        weights = (
            (u * u, 2 * u * t, t * t) if len(points) == 3 else (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        )
        yield (
            sum(weight * x for weight, (x, _) in zip(weights, points, strict=True)),
            sum(weight * y for weight, (_, y) in zip(weights, points, strict=True)),
        )


def _arc(start: Point, numbers: Sequence[float], end: Point) -> Iterator[Point]:
    r"""Yield points along an arc of an ellipse.

    Everything is computed in the frame of the ellipse: turned so that its axes lie along x and y, with the middle of the
    chord in the origin. There the arc begins at (x, y) and ends at (-x, -y), and its centre is one of two points on
    either side of the chord, for a large and a small arc in each direction:

               * centre               the other two arcs are the mirror images
              /|\
             / | \ radius
        start--0--end

    Args:
        numbers: Both radii, the rotation of the ellipse in degrees, the flags of a large arc and of one with growing angles.

    Source:
        SVG 1.1, appendix F.6.5: conversion from the endpoints of an arc to its centre; F.6.6: radii that are too small.
    """
    rx, ry, turn, (is_large, is_sweep) = abs(numbers[0]), abs(numbers[1]), math.radians(numbers[2]), numbers[3:5]
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    if min(rx, ry) < 1 / _LARGEST or not (x or y):  # flat, or without a length: a straight line
        yield end
        return
    # Radii that do not reach from end to end grow until they do: then the centre is the middle of the chord.
    scale = math.sqrt(max(1.0, (x / rx) * (x / rx) + (y / ry) * (y / ry)))
    rx, ry = rx * scale, ry * scale
    square = (rx * y) ** 2 + (ry * x) ** 2
    part = math.sqrt(max(0.0, (rx * ry) ** 2 / square - 1)) if square else 0.0
    part = -part if bool(is_large) == bool(is_sweep) else part
    cx, cy = part * rx * y / ry, -part * ry * x / rx
    first, last = math.atan2((y - cy) / ry, (x - cx) / rx), math.atan2((-y - cy) / ry, (-x - cx) / rx)
    sweep = (last - first) % math.tau if is_sweep else -((first - last) % math.tau)
    # Back into the frame of the path: turn by the rotation, then move by the middle of the chord.
    mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    for step in range(1, 2 * _STEPS + 1):
        angle = first + sweep * step / (2 * _STEPS)
        px, py = cx + rx * math.cos(angle), cy + ry * math.sin(angle)
        yield mx + cos * px - sin * py, my + sin * px + cos * py

"""Paths as closed lines: the area that they enclose, compared with geometry and with a library that reads paths."""

import math
from pathlib import Path
from random import Random

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.svgLib.path.parser import parse_path

from cardgen.preflight.matrices import inverse, read_matrix, scale_of
from cardgen.preflight.outlines import PathInside, StrokeInside
from cardgen.preflight.path_lines import read_lines
from tests.recorded import check_recorded


def area(data):
    return sum(
        (x1 * y2 - x2 * y1) / 2
        for line in read_lines(data)
        for (x1, y1), (x2, y2) in zip(line, [*line[1:], line[0]], strict=True)
    )


@pytest.mark.parametrize(
    "data",
    [
        "M0 0H10V10H0z", "m1 1h10v10h-10zm20 0 l5 0 0 5z", "M0,0 L10-5 20,0 1e1 1.5e1Z", "M0 0C0 10 10 10 10 0Z",
        "M0 0c0 10 10 10 10 0s10-10 10 0v9h-20z", "M0 0Q5 10 10 0T20 0V-9H0z",
        "M10 0A10 10 0 0 1 -10 0 A10 10 0 0 1 10 0Z", "M10 0a10 5 30 1 0 4 4z", "M0 0 5 0 5 5z l9 0 0 9z",
    ],
)  # fmt: skip
def test_a_path_encloses_the_area_that_a_library_finds(data):
    pen = AreaPen()
    parse_path(data, pen)
    assert area(data) == pytest.approx(pen.value, rel=0.06)


def test_a_circle_of_arcs_is_nearly_round():
    for x, y in read_lines("M10 0A10 10 0 0 1 -10 0A10 10 0 0 1 10 0Z")[0]:
        assert math.hypot(x, y) == pytest.approx(10)


@pytest.mark.parametrize("data", ["", "L5 5", "M", "M1 2 3", "hello", "M0 0A0 0 0 0 0 5 5 L9 0Z", "M0 0Z Z Z"])
def test_what_is_malformed_is_read_as_far_as_it_goes(data):
    assert all(len(line) > 2 for line in read_lines(data))


def test_an_arc_that_ends_where_it_begins_goes_nowhere():
    for data in ("M5 5A3 3 0 0 1 5 5L9 9", "M5 5a3 3 0 1 0 0 0L9 9", "M5 5A0 3 0 0 1 5 5L9 9"):
        assert read_lines(data) == [[(5, 5), (5, 5), (9, 9)]], data


def any_path(rng):
    """Data of a path of any commands, absolute and relative ones, some with too few numbers or without spaces."""
    data = "" if rng.random() < 0.1 else f"{rng.choice('Mm')}{rng.randint(-9, 9)} {rng.randint(-9, 9)}"
    for _ in range(rng.randint(1, 5)):
        command = rng.choice("MLHVCSQTAZmlhvcsqtaz")
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}[command.upper()]
        numbers = []
        for _ in range(rng.choice((1, 1, 1, 2))):
            values = [round(rng.uniform(-12, 12), rng.choice((0, 1, 2))) for _ in range(count)]
            if command in "Aa":
                values = [rng.choice((0, 4, 9, -6, 1.5)), rng.choice((3, 7, 12)), rng.choice((0, 30, -75)), rng.choice((0, 1)), rng.choice((0, 1)), *values[5:]]  # fmt: skip
            numbers += values
        if rng.random() < 0.1:
            numbers = numbers[:-1]
        data += command + rng.choice((" ", ",")).join(f"{number:g}" for number in numbers).replace(" -", "-")
    return data


def any_transform(rng):
    names = ("translate", "scale", "rotate", "skewX", "skewY", "matrix", "perspective")
    calls = []
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(names)
        count = 6 if name == "matrix" and rng.random() < 0.8 else rng.choice((0, 1, 1, 2, 3))
        calls.append(f"{name}{rng.choice(('', ' '))}({', '.join(f'{rng.uniform(-3, 3):.2g}' for _ in range(count))})")
    return rng.choice((" ", ",", "")).join(calls)


def test_paths_and_transformations_are_as_recorded():
    """A path in straight parts, the box around it, points in it, and what is left of it after a transformation and back."""

    def told():
        for seed in range(150):
            rng = Random(seed)
            data, transform = any_path(rng), any_transform(rng)
            yield f"== {seed} {data} {transform}"
            inside, matrix = PathInside(data, seed % 3 == 0), read_matrix(transform)
            for line in inside.lines():
                yield " ".join(f"{x:.2f},{y:.2f}" for x, y in line)
            places = [(x, y) for x in range(-11, 12, 5) for y in range(-11, 12, 5)]
            stroke = StrokeInside(inside, 2.5)
            yield "".join("o" if inside(*place) else "x" if stroke(*place) else "." for place in places)
            yield " ".join(f"{value:.2f}" for value in (*inside.box(), *stroke.box()))
            yield " ".join(f"{value:.3f}" for value in (*matrix, scale_of(matrix), *inverse(matrix)))

    check_recorded(Path(__file__).with_name("paths.txt"), told())

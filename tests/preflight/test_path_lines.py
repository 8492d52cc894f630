"""Paths as closed lines: the area that they enclose, compared with geometry and with a library that reads paths."""

import math

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.svgLib.path.parser import parse_path

from cardgen.preflight.path_lines import read_lines


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

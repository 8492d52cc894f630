import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.paths import lines_inside, parse_path, svg_path
from cardgen.geometry.units import Rect

numbers = st.floats(-50, 50).map(lambda value: round(value, 3))
points = st.tuples(numbers, numbers)


@given(st.lists(points, min_size=3, max_size=8, unique=True))
def test_a_path_is_read_as_it_was_written(corners):
    line = tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
    read = parse_path(svg_path(line))
    assert [number for curve in read for number in curve[0]] == pytest.approx([n for curve in line for n in curve[0]])
    assert read[-1][-1] == pytest.approx(read[0][0])


@pytest.mark.parametrize(
    ("data", "same"),
    [
        ("M0 0H10V10H0Z", "M0 0L10 0L10 10L0 10Z"),
        ("m1 1h9v9h-9z", "M1 1L10 1 10 10 1 10Z"),
        ("M0,0 10,0 10,10", "M0 0L10 0L10 10L0 0"),
        ("M0 0c1 0 2 1 2 2l-1e0-.5Z", "M0 0C1 0 2 1 2 2L1 1.5Z"),
        ("M0 0Q3 0 3 3Z", "M0 0C2 0 3 1 3 3Z"),
    ],
)
def test_shorthand_is_read_as_what_it_stands_for(data, same):
    assert parse_path(data) == parse_path(same)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("L0 0L1 1", "starts with M"),
        ("M0 0L1", "2 numbers at a time"),
        ("M0 0L1 x", "2 numbers at a time"),
        ("M0 0L1 0 1 1ZM5 5", "also has 'M5 5'"),
        ("M0 0L1 0M1 1", "no other M"),
        ("M0 0A1 1 0 0 1 2 2", "unknown command 'A'"),
        ("5 5M0 0", "also has '5 5'"),
        ("M0 0L1 0 # 1", "other than numbers"),
    ],
)
def test_what_is_no_single_line_is_refused(data, words):
    with pytest.raises(ValueError, match=words):
        parse_path(data)


@given(st.lists(points, min_size=3, max_size=8), numbers, numbers, st.floats(1, 60), st.floats(1, 60))
def test_what_is_kept_of_a_line_is_inside_the_box_and_on_the_line(corners, x, y, width, height):
    box = Rect(x, y, width, height)
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    for line in lines_inside(corners, box):
        for point in line:
            assert box.x - 1e-6 <= point[0] <= box.right + 1e-6
            assert box.y - 1e-6 <= point[1] <= box.bottom + 1e-6
            assert min(math.dist(a, point) + math.dist(point, b) - math.dist(a, b) for a, b in sides) < 1e-3

from __future__ import annotations

import math
import re

from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Rect
from cardgen.write.operators import POINTS_PER_MM, clip_to_box, format_color, format_number, rotate_about


@given(st.floats(-1e6, 1e6))
def test_number_is_plain_and_close(value: float) -> None:
    text = format_number(value)
    assert re.fullmatch(r"-?\d+(\.\d{1,5})?", text)
    assert math.isclose(float(text), value, abs_tol=0.5e-5 + 1e-9)


def test_number_drops_what_says_nothing() -> None:
    assert [format_number(value) for value in (1.50, 2.0, -1e-9, 100)] == ["1.5", "2", "0", "100"]


def test_color_counts_from_0_to_1() -> None:
    assert format_color("#ff0080") == "1 0 0.50196"


def test_clip_turns_y_upwards() -> None:
    numbers = clip_to_box(Rect(0, 0, 25.4, 12.7), 25.4)
    assert numbers == "0 36 72 36 re W n"


@given(st.floats(-360, 360), st.floats(-500, 500), st.floats(-500, 500))
def test_turning_leaves_its_point_where_it_is(degrees: float, x: float, y: float) -> None:
    a, b, c, d, e, f = rotate_about(x, y, degrees)
    assert math.isclose(a * x + c * y + e, x, abs_tol=1e-6)
    assert math.isclose(b * x + d * y + f, y, abs_tol=1e-6)


def test_turning_is_clockwise_as_seen() -> None:
    a, b, _, _, e, f = rotate_about(0, 0, 90)
    assert math.isclose(a + e, 0, abs_tol=1e-9)
    assert math.isclose(b + f, -1)  # what lay to the right now lies below: y is up in a PDF


def test_a_point_is_a_72nd_of_an_inch() -> None:
    assert math.isclose(25.4 * POINTS_PER_MM, 72)

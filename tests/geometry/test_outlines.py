import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, PlacedOutline
from cardgen.geometry.units import Edges, Rect

lengths = st.floats(1, 300).map(lambda value: round(value, 2))
boxes = st.builds(Rect, lengths, lengths, lengths, lengths)


@st.composite
def outlines(draw):
    box = draw(boxes)
    shape = draw(st.sampled_from([RECTANGLE, ROUND, HEXAGON]))
    corner = draw(st.sampled_from([0, 0.1, 0.5])) * min(box.width, box.height)
    return PlacedOutline(shape, box, corner if shape == RECTANGLE else 0)


def points_of(curve, steps=20):
    """Points on a line or a cubic curve."""
    for step in range(steps + 1):
        t = step / steps
        if len(curve) == 2:
            yield tuple(a + (b - a) * t for a, b in zip(*curve, strict=True))
        else:
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            yield tuple(sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))


@given(outlines())
def test_an_outline_is_closed_and_just_fits_its_box(outline):
    curves, box = outline.curves(), outline.box
    for curve, after in zip(curves, (*curves[1:], curves[0]), strict=True):
        assert curve[-1] == pytest.approx(after[0])
    xs, ys = zip(*[point for curve in curves for point in points_of(curve)], strict=True)
    assert (min(xs), max(xs)) == pytest.approx((box.x, box.right), abs=0.01)
    assert (min(ys), max(ys)) == pytest.approx((box.y, box.bottom), abs=0.01)


@given(outlines())
def test_an_outline_runs_clockwise(outline):
    points = [point for curve in outline.curves() for point in list(points_of(curve))[:-1]]
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True))
    assert area > 0  # y points down


def test_a_circle_is_round_to_a_hundredth_of_a_millimetre():
    for curve in PlacedOutline(ROUND, Rect(10, 20, 39, 39)).curves():
        for x, y in points_of(curve):
            assert math.hypot(x - 29.5, y - 39.5) == pytest.approx(19.5, abs=0.01)


@pytest.mark.parametrize("box", [Rect(0, 0, 40, 40 * math.sqrt(3) / 2), Rect(0, 0, 40 * math.sqrt(3) / 2, 40)])
def test_a_hex_in_the_right_box_is_regular(box):
    sides = [math.dist(*curve) for curve in PlacedOutline(HEXAGON, box).curves()]
    assert sides == pytest.approx([20] * 6)


def test_corners_are_quarters_at_the_four_corners():
    arcs = PlacedOutline(RECTANGLE, Rect(0, 0, 40, 53), 3).arcs()
    assert [(arc[0], arc[-1]) for arc in arcs] == [
        ((0, 3), (3, 0)),
        ((37, 0), (40, 3)),
        ((40, 50), (37, 53)),
        ((3, 53), (0, 50)),
    ]
    assert (
        PlacedOutline(RECTANGLE, Rect(0, 0, 40, 53)).arcs() == PlacedOutline(HEXAGON, Rect(0, 0, 40, 53)).arcs() == ()
    )


@given(outlines(), st.floats(0, 5))
def test_a_grown_outline_lies_outside(outline, by):
    (grown,) = outline.windows(Edges.all(by))
    assert grown == PlacedOutline(outline.outline, outline.box.grown(Edges.all(by)), outline.corner).curves()

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.holes import Hole
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline, PlacedOutline
from cardgen.geometry.units import Edges, Rect, Size

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


@st.composite
def stars(draw):
    """Polygons around the middle of a trim, with notches of any depth, in fractions or in mm."""
    count = draw(st.integers(3, 9))
    reaches = draw(st.lists(st.floats(0.1, 0.5), min_size=count, max_size=count))
    points = [
        (0.5 + reach * math.cos(2 * math.pi * at / count), 0.5 + reach * math.sin(2 * math.pi * at / count))
        for at, reach in enumerate(reaches)
    ]
    return points[:: draw(st.sampled_from([1, -1]))]


@given(stars(), boxes)
def test_a_polygon_is_cut_at_its_corners_clockwise_inside_its_trim(points, box):
    placed = PlacedOutline(Outline.polygon(points), box)
    corners = placed.corners()
    wanted = {(round(box.x + x * box.width, 6), round(box.y + y * box.height, 6)) for x, y in points}
    assert {(round(x, 6), round(y, 6)) for x, y in corners} == wanted
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    assert sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) > 0


@given(stars(), st.floats(10, 90), st.floats(10, 90))
def test_millimetres_and_fractions_say_the_same(points, width, height):
    in_mm = Outline.polygon([(x * width, y * height) for x, y in points], "mm").fitted(Size(width, height))
    fractions = Outline.polygon(points)
    assert in_mm.unit == "fraction"
    for one, other in zip(in_mm.line, fractions.line, strict=True):
        assert one[0] == pytest.approx(other[0])


@given(stars(), st.sampled_from(["vertical", "horizontal"]))
def test_an_outline_seen_from_behind_twice_is_as_it_was(points, axis):
    outline = Outline.polygon(points)
    assert outline.mirrored(axis) != outline or len(points) < 5
    again = outline.mirrored(axis).mirrored(axis)
    for one, other in zip(again.line, outline.line, strict=True):
        assert [*one[0], *one[1]] == pytest.approx([*other[0], *other[1]])
    assert all(named.mirrored(axis) == named for named in (RECTANGLE, ROUND, HEXAGON))


def winding(lines, x, y):
    """How often closed lines of straight parts run around a point, clockwise."""
    turns = 0
    for line in lines:
        for (x1, y1), (x2, y2) in line:
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                turns += 1 if y2 < y1 else -1
    return -turns


@given(stars(), st.floats(0.5, 6), st.floats(0, 1), st.integers(0, 8), st.floats(-1.5, 1.5))
def test_the_bleed_of_a_polygon_lies_along_all_of_its_sides(points, bleed, along, side, across):
    """Points within the bleed of a side are inside the windows, points farther from all sides are not."""
    placed = PlacedOutline(Outline.polygon(points), Rect(0, 0, 60, 60))
    corners = placed.corners()
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    (x1, y1), (x2, y2) = sides[side % len(sides)]
    length = math.hypot(x2 - x1, y2 - y1)
    away = across * bleed
    x = x1 + along * (x2 - x1) + away * (y2 - y1) / length
    y = y1 + along * (y2 - y1) - away * (x2 - x1) / length
    inside = winding(placed.windows(Edges.all(bleed)), x, y) > 0
    in_piece = winding([placed.curves()], x, y) > 0
    nearest = min(distance(x, y, *one, *two) for one, two in sides)
    if (in_piece and nearest > 0.01) or (0.01 < across < 0.99 and 0.01 < along < 0.99):
        assert inside
    elif not in_piece and nearest > bleed + 0.01:
        assert not inside


def distance(x, y, x1, y1, x2, y2):
    """From a point to a side."""
    length = math.hypot(x2 - x1, y2 - y1)
    share = max(0, min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
    return math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1))


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([], "no area"),
        ([(0, 0), (1, 1)], "no area"),
        ([(0, 0), (0.5, 0.5), (1, 1)], "no area"),
        ([(0, 0), (1, 1), (1, 0.2), (0, 0.7)], "crosses itself"),
        ([(0, 0), (1.2, 0), (0, 1)], "leaves the trim"),
        ([(0, 0), (float("nan"), 0), (0, 1)], "not a finite number"),
    ],
)
def test_a_polygon_that_cannot_be_cut_is_refused(points, words):
    with pytest.raises(ValueError, match=words):
        Outline.polygon(points)


def test_an_outline_in_mm_is_checked_against_its_trim():
    outline = Outline.polygon([(0, 0), (30, 0), (30, 40), (0, 40)], "mm")
    assert outline.fitted(Size(30, 40)).line[1][0] == (1, 0)
    with pytest.raises(ValueError, match="30 x 40 mm on a trim of 20 x 40 mm"):
        outline.fitted(Size(20, 40))
    with pytest.raises(ValueError, match="negative"):
        Outline.polygon([(-1, 0), (30, 0), (30, 40)], "mm")


def test_the_centre_of_a_hole_lies_in_its_piece():
    for x, y, diameter in ((0, 0, 0), (1, 1, 4), (0.25, 0.5, 3)):
        box = Hole(x, y, diameter).box(Rect(10, 20, 40, 60))
        assert box == Rect(10 + 40 * x - diameter / 2, 20 + 60 * y - diameter / 2, diameter, diameter)
    for x, y, diameter in ((-0.01, 0, 1), (1.01, 0, 1), (0, -0.01, 1), (0, 1.01, 1), (0.5, 0.5, -1)):
        with pytest.raises(ValueError, match=f"{x:g}, {y:g} is not inside"):
            Hole(x, y, diameter)


def test_an_outline_that_leaves_its_trim_on_any_side_is_refused():
    for x, y in ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)):
        shifted = [(a + x, b + y) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
        with pytest.raises(ValueError, match="leaves the trim"):
            Outline.polygon(shifted)
        in_mm = [(20 * a, 30 * b) for a, b in shifted]
        with pytest.raises(ValueError, match="leaves the trim"):
            Outline.polygon(in_mm, "mm").fitted(Size(20, 30))


def test_an_outline_is_as_wide_as_its_trim_but_no_wider_and_has_an_area():
    """A rounding error past the edge is none; the least area is a ten thousandth of the box."""
    over, past, thin = 1 + 1e-9, 1 + 1e-4, 1e-3
    for points, words in (
        (((0, 0), (over, 0), (over, over), (0, over)), ""), (((-1e-9, 0), (1, -1e-9), (1, 1)), ""),
        (((0, 0), (past, 0), (0, 1)), "leaves the trim"), (((0, 0), (1, 0), (0, past)), "leaves the trim"),
        (((-1e-4, 0), (1, 0), (0, 1)), "leaves the trim"), (((0, -1e-4), (1, 0), (0, 1)), "leaves the trim"),
        (((0, 0), (1, 1), (1 - thin, 1)), ""), (((0, 0), (1, 1), (1 - 1e-5, 1)), "no area"),
    ):  # fmt: skip
        for unit, side in (("fraction", 1), ("mm", 40)):
            scaled = [(side * x, side * y) for x, y in points]
            if not words:
                fitted = Outline.polygon(scaled, unit).fitted(Size(40, 40))
                assert fitted.unit == "fraction"
                assert [start for start, _ in fitted.line] == [pytest.approx(point) for point in points]
            else:
                with pytest.raises(ValueError, match=words):
                    Outline.polygon(scaled, unit).fitted(Size(40, 40))

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Edges, Rect, Size, parse_length, parse_size

lengths = st.floats(0.001, 5000).map(lambda value: round(value, 3))


@pytest.mark.parametrize(
    ("text", "mm"), [("3mm", 3), ("0.5in", 12.7), (" .5 cm ", 5), ("72pt", 25.4), ("7 pt", 7 * 25.4 / 72)]
)
def test_a_length_is_read_with_its_unit(text, mm):
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["", "3", "mm", "-3mm", "3 px", "1e3mm", "3mm3mm", "٣mm", "3.mm", "nanmm"])
def test_what_is_no_length_is_refused(text):
    with pytest.raises(ValueError, match="is not a number with mm, cm, in or pt"):
        parse_length(text)


@given(lengths, st.sampled_from(["mm", "cm", "in", "pt"]))
def test_a_length_that_was_written_is_read_again(value, unit):
    assert parse_length(f"{value:.3f}{unit}") == pytest.approx(value * parse_length(f"1{unit}"))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("40x53mm", Size(40, 53)),
        ("40 x 53", Size(40, 53)),
        ("40X53 mm", Size(40, 53)),
        ("4cm×53mm", Size(40, 53)),
        ("2.5inx3.5in", Size(63.5, 88.9)),
        ("2.5x3.5in", Size(63.5, 88.9)),
        ("2inx3", Size(50.8, 76.2)),
    ],
)
def test_a_size_is_read(text, size):
    read = parse_size(text)
    assert (read.width, read.height) == pytest.approx((size.width, size.height))


@pytest.mark.parametrize("text", ["", "40", "40x", "x53", "40x53x2", "40x-53", "a4", "40*53", "0x53", "40x0.0mm"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ValueError, match=r"is not WIDTHxHEIGHT|has a side of zero"):
        parse_size(text)


@given(lengths, lengths)
def test_a_size_that_was_shown_is_read_again(width, height):
    read = parse_size(str(Size(width, height)))
    assert (read.width, read.height) == pytest.approx((width, height), rel=1e-5)


def test_a_size_turned_twice_is_itself():
    assert Size(2, 3).turned == Size(3, 2)
    assert Size(2, 3).turned.turned == Size(2, 3)


@pytest.mark.parametrize(
    ("size", "factor"),
    [(Size(20, 30), 1), (Size(10, 15), 1), (Size(30, 30), 1.5), (Size(20, 60), 2), (Size(40, 45), 2)],
)
def test_what_is_drawn_for_a_size_grows_to_hold_a_larger_one(size, factor):
    assert size.growth_from(Size(20, 30)) == factor


@given(st.builds(Edges, lengths, lengths, lengths, lengths))
def test_edges_mirrored_or_turned_twice_are_themselves(edges):
    assert edges.mirrored.mirrored == edges
    assert edges.half_turned.half_turned == edges
    assert Edges.all(3) == Edges(3, 3, 3, 3)


def test_edges_are_mirrored_from_left_to_right_and_turned_from_top_to_bottom_too():
    edges = Edges(1, 2, 3, 4)
    assert (edges.mirrored, edges.half_turned) == (Edges(3, 2, 1, 4), Edges(3, 4, 1, 2))


def test_a_box_grows_on_each_side_by_its_own_length():
    box = Rect(10, 20, 30, 40).grown(Edges(1, 2, 3, 4))
    assert box == Rect(9, 18, 34, 46)
    assert (box.right, box.bottom, box.size) == (43, 64, Size(34, 46))


def test_a_size_is_positive_only_if_both_sides_are_finite_numbers_above_zero():
    assert Size(1, 0.5).is_positive
    for wrong in (0, -1, float("inf"), float("nan"), "3", None):
        assert not Size(wrong, 2).is_positive and not Size(2, wrong).is_positive, wrong

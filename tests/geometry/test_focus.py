"""The point of a picture that stays in view."""

import pytest

from cardgen.geometry.focus import parse_focus


@pytest.mark.parametrize(
    ("value", "point"),
    [
        ("top", (0.5, 0)),
        ("bottom", (0.5, 1)),
        ("left", (0, 0.5)),
        ("right", (1, 0.5)),
        ("center", (0.5, 0.5)),
        ("center center", (0.5, 0.5)),
        (" Top  Left ", (0, 0)),
        ("right bottom", (1, 1)),
        ("center top", (0.5, 0)),
        ("0.5 0.2", (0.5, 0.2)),
        ("0.5, 0.2", (0.5, 0.2)),
        ((0.5, 1), (0.5, 1)),
        ([0, 0.25], (0, 0.25)),
    ],
)
def test_words_and_numbers_are_points(value, point):
    assert parse_focus(value) == point
    assert parse_focus(str(parse_focus(value))) == point


@pytest.mark.parametrize(
    "value",
    [
        *[
            "",
            "tpo",
            "top bottom",
            "left right",
            "top left right",
            "top left center",
            "center tpo",
            "center center center",
            "0.5",
            "0.5 2",
            "-0.1 0",
            "nan nan",
            "nan",
            "0.5 nan",
            "0.5 top",
        ],
        *[None, 1, [1], [True, False], [0.5, 2], ["a", 1], {"x": 1}, "inf 0"],
    ],
)
def test_anything_else_is_refused(value):
    with pytest.raises((ValueError, TypeError)):
        parse_focus(value)


def test_a_focus_has_one_word_for_each_direction_and_any_usual_mark_between_two_numbers():
    for text in ("0.2 0.3", "0.2,0.3", "0.2;0.3", " 0.2 ; 0.3 "):
        assert parse_focus(text) == (0.2, 0.3), text
    for text in ("top bottom", "left right", "top top", "center top left", "0.2;0.3;0.4"):
        with pytest.raises(ValueError, match="focus"):
            parse_focus(text)

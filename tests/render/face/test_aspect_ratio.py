import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Rect, Size
from cardgen.render.face.aspect_ratio import picture_box
from cardgen.report.errors import UnlocatedError

WINDOW = Rect(10, 20, 40, 20)
sides = st.floats(0.5, 500)


@pytest.mark.parametrize(
    ("natural", "preserve", "box"),
    [
        (Size(10, 10), "none", WINDOW),
        (Size(10, 10), "none slice", WINDOW),
        (Size(10, 10), "xMidYMid meet", Rect(20, 20, 20, 20)),
        (Size(10, 10), "xMidYMid", Rect(20, 20, 20, 20)),
        (Size(10, 10), "xMinYMin meet", Rect(10, 20, 20, 20)),
        (Size(10, 10), "xMaxYMax  meet ", Rect(30, 20, 20, 20)),
        (Size(10, 10), "xMidYMid slice", Rect(10, 10, 40, 40)),
        (Size(10, 10), "xMinYMin slice", Rect(10, 20, 40, 40)),
        (Size(10, 10), "xMaxYMax slice", Rect(10, 0, 40, 40)),
        (Size(80, 20), "xMidYMid slice", Rect(-10, 20, 80, 20)),
    ],
)
def test_a_picture_goes_where_svg_puts_it(natural, preserve, box):
    assert picture_box(WINDOW, natural, preserve) == box


@pytest.mark.parametrize(
    ("focus", "box"),
    [
        ("0.5 0.5", Rect(10, 10, 40, 40)),
        ("0.5 0", Rect(10, 20, 40, 40)),
        ("0.5 1", Rect(10, 0, 40, 40)),
        ("0.5 0.6", Rect(10, 6, 40, 40)),
    ],
)
def test_the_focus_is_kept_as_near_the_middle_as_the_edges_allow(focus, box):
    assert picture_box(WINDOW, Size(10, 10), "xMidYMid slice", focus) == box


@pytest.mark.parametrize(("focus", "x"), [("0 0", 30), ("0.5 0.5", 20), ("0.6 0", 18), ("1 1", 10)])
def test_a_picture_that_meets_moves_within_its_window_towards_its_focus(focus, x):
    assert picture_box(WINDOW, Size(10, 10), "xMidYMid meet", focus) == Rect(x, 20, 20, 20)


@given(sides, sides, st.floats(0, 1), st.floats(0, 1))
def test_a_sliced_picture_covers_its_window_and_keeps_its_shape(width, height, x, y):
    box = picture_box(WINDOW, Size(width, height), "xMidYMid slice", f"{x} {y}")
    slack = 1e-9 * max(box.width, box.height)
    assert box.x <= WINDOW.x + slack and box.right >= WINDOW.right - slack
    assert box.y <= WINDOW.y + slack and box.bottom >= WINDOW.bottom - slack
    assert box.width / box.height == pytest.approx(width / height)


@given(sides, sides)
def test_a_picture_that_meets_stays_inside(width, height):
    box = picture_box(WINDOW, Size(width, height), "xMidYMid meet")
    assert min(box.x - WINDOW.x, box.y - WINDOW.y, WINDOW.right - box.right, WINDOW.bottom - box.bottom) > -1e-9


@pytest.mark.parametrize("preserve", ["", "slice", "xMidYMid cover", "xMidYmid", "xmidymid slice", "xMidYMidslice"])
def test_another_preserve_is_an_error(preserve):
    with pytest.raises(UnlocatedError) as caught:
        picture_box(WINDOW, Size(1, 1), preserve)
    assert caught.value.code == "E405"


@pytest.mark.parametrize("focus", ["0.5", "a b", "nan nan", "0 1.5", "-1 0", "0 0 0"])
def test_another_focus_is_an_error(focus):
    with pytest.raises(UnlocatedError) as caught:
        picture_box(WINDOW, Size(1, 1), "xMidYMid slice", focus)
    assert caught.value.code == "E405"

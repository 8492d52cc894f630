import pytest

from cardgen.geometry.units import Rect
from cardgen.model.adjustment import Adjustment
from cardgen.model.sheet import Label, Mark, Placement, Side
from cardgen.write.page import Page

from .samples import SMALL, drawing, filled, ink_box, pdf_of

BLACK = drawing(filled("#000000", Rect(0, 0, 10, 10)), size=SMALL)


def box_of(adjustment, side=None):
    side = side or Side((Placement(BLACK, Rect(20, 15, 10, 10)),))
    box = ink_box(pdf_of(Page(side, SMALL, adjustment=adjustment)))
    return box.x, box.y, box.right, box.bottom


def test_a_page_is_moved_to_the_right_and_down():
    assert box_of(Adjustment(dx=2, dy=3)) == pytest.approx((22, 18, 32, 28), abs=0.11)


def test_a_page_is_scaled_about_its_centre():
    assert box_of(Adjustment(scale_x=1.1, scale_y=0.9)) == pytest.approx((17, 16.5, 28, 25.5), abs=0.11)


def test_a_page_is_turned_clockwise_about_its_centre():
    assert box_of(Adjustment(angle=90)) == pytest.approx((55, 0, 65, 10), abs=0.11)


def test_a_page_is_moved_before_it_is_turned_and_scaled():
    assert box_of(Adjustment(dx=2, angle=90, scale_y=0.5)) == pytest.approx((55, 16, 65, 21), abs=0.11)


def test_guides_and_labels_move_with_the_cards():
    marks = Side(marks=(Mark("crop", 50, 5, 50, 10),), labels=(Label("A", 80, 40),))
    plain, moved = box_of(Adjustment(), marks), box_of(Adjustment(dx=1, dy=2), marks)
    assert moved == pytest.approx([side + by for side, by in zip(plain, (1, 2, 1, 2), strict=True)], abs=0.11)


def test_without_an_adjustment_the_bytes_are_those_of_before():
    page = Page(Side((Placement(BLACK, Rect(20, 15, 10, 10)),)), SMALL)
    assert pdf_of(page) == pdf_of(Page(page.side, SMALL, adjustment=Adjustment()))


def test_registration_marks_are_scaled_but_not_moved():
    marks = Side(registration=(Rect(10, 10, 5, 5),))
    assert box_of(Adjustment(dx=2, dy=3, angle=1), marks) == pytest.approx((10, 10, 15, 15), abs=0.11)
    assert box_of(Adjustment(dx=2, scale_x=1.1), marks) == pytest.approx((6, 10, 11.5, 15), abs=0.11)

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Rect
from cardgen.impose.marks import crop_marks, page_box

from .shapes import A4, lengths


def spans(block, bleed=3.0):
    """Distances (start, end) from the block of the marks of one upright cut, above and below."""
    marks = crop_marks([block.x], [], block, page_box(A4), bleed)
    return [
        sorted(abs(y - edge) for y in (mark.y1, mark.y2))
        for mark, edge in zip(marks, (block.y, block.bottom), strict=bool(marks))
    ]


def test_marks_are_outside_the_bleed_in_it_or_up_to_the_edge_as_the_margin_is_wide_or_tiny():
    for margin, marks in ((30, [3, 7]), (5, [0.5, 2]), (3, [0.5, 3])):
        assert spans(Rect(20, margin, 170, 297 - 2 * margin)) == [marks, marks], margin


def test_no_margin_has_no_marks():
    block = Rect(0, 0, 210, 297)
    assert crop_marks([0, 210], [0, 297], block, page_box(A4), 3) == ()


def test_a_mark_keeps_off_the_rim_and_the_bleed_as_soon_as_1_25_mm_remain():
    for bleed, more in product([quarters / 4 for quarters in range(21)], (-0.01, 0, 0.01, 9)):
        for room in (0.5 + 1.25 + more, 3 + 0.5 + 1.25 + more, bleed + 1.25 + more, 3 + bleed + 1.25 + more):
            marks = spans(Rect(20, room, 170, 297 - 2 * room), bleed)
            reach = room - 3 if room >= 3 + 0.5 + 1.25 else room
            start = max(bleed, 0.5) if reach >= bleed + 1.25 else 0.5
            expected = pytest.approx([start, min(start + 4, reach)])
            assert marks == ([expected] * 2 if room >= 0.5 + 1.25 else []), (room, bleed)


@given(st.tuples(*[lengths(0, 40)] * 4), lengths(0, 5))
def test_marks_lie_on_the_paper_beside_the_block(edges, bleed):
    left, top, right, bottom = edges
    block = Rect(left, top, 210 - left - right, 297 - top - bottom)
    for mark in crop_marks([block.x, block.right], [block.y, block.bottom], block, page_box(A4), bleed):
        xs, ys = sorted((mark.x1, mark.x2)), sorted((mark.y1, mark.y2))
        assert 0 <= xs[0] <= xs[1] <= 210.000001
        assert 0 <= ys[0] <= ys[1] <= 297.000001
        assert (
            xs[1] <= block.x - 0.4
            or xs[0] >= block.right + 0.4
            or ys[1] <= block.y - 0.4
            or ys[0] >= block.bottom + 0.4
        )
        assert max(xs[1] - xs[0], ys[1] - ys[0]) > 1.2


@pytest.mark.parametrize("room", [5, 6, 8, 20])
def test_marks_keep_off_the_unprintable_rim(room):
    block = Rect(room, room, 210 - 2 * room, 297 - 2 * room)
    marks = crop_marks([block.x], [block.y], block, page_box(A4), 3)
    assert len(marks) == 4
    for mark in marks:
        assert all(3 <= x <= 207 for x in (mark.x1, mark.x2))
        assert all(3 <= y <= 294 for y in (mark.y1, mark.y2))

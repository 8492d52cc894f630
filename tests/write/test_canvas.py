from __future__ import annotations

import pikepdf
import pytest

from cardgen.geometry.units import Edges, Rect, Size
from cardgen.model.drawing import Rotated
from cardgen.model.sheet import Label, Mark, Placement, Side
from cardgen.write.page import Page

from .samples import (
    A4,
    SMALL,
    colors_of,
    drawing,
    filled,
    ink_box,
    opened,
    pdf_of,
    picture_of,
    placed,
    text,
    text_of,
    whole,
)

WHITE, RED, BLUE = "#ffffff", "#ff0000", "#0000ff"
CARD = Size(20, 30)
# Red fills trim and bleed, a blue square lies in the top left corner of the trim.
FACE = drawing(filled(RED, Rect(-3, -3, 26, 36)), filled(BLUE, Rect(0, 0, 5, 5)), size=CARD, bleed=3)


def test_a_drawing_lies_where_it_is_placed() -> None:
    data = pdf_of(placed(Placement(FACE, Rect(40, 20, 20, 30))))
    assert colors_of(data, (41, 21), (59, 21), (41, 49), (39.5, 30), (60.5, 30)) == [BLUE, RED, RED, WHITE, WHITE]


def test_half_a_turn_brings_top_left_to_bottom_right() -> None:
    data = pdf_of(placed(Placement(FACE, Rect(40, 20, 20, 30), turn=180)))
    assert colors_of(data, (59, 49), (41, 21), (39.5, 30), (60.5, 30)) == [BLUE, RED, WHITE, WHITE]


@pytest.mark.parametrize("turn", [0, 180])
def test_ink_runs_as_far_as_the_bleed_of_each_side(turn: int) -> None:
    bleed = Edges(left=1, top=2, right=3, bottom=0)
    data = pdf_of(placed(Placement(FACE, Rect(40, 20, 20, 30), bleed, turn)))
    box = ink_box(data)
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((39, 18, 63, 50), abs=0.11)


def test_ink_ends_with_the_bleed_of_the_drawing() -> None:
    data = pdf_of(
        placed(
            Placement(
                drawing(filled(RED, Rect(-9, -9, 38, 48)), size=CARD, bleed=2), Rect(40, 15, 20, 30), Edges.all(8)
            )
        )
    )
    box = ink_box(data)
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((38, 13, 62, 47), abs=0.11)


@pytest.mark.parametrize(("turn", "corner"), [(0, (40.5, 20.5)), (180, (49.5, 34.5))])
def test_a_tile_shows_its_part(turn: int, corner: tuple[float, float]) -> None:
    board = drawing(filled(RED, Rect(0, 0, 20, 30)), filled(BLUE, Rect(10, 15, 1, 1)), size=CARD)
    data = pdf_of(placed(Placement(board, Rect(40, 20, 10, 15), turn=turn, origin=(10, 15))))
    assert colors_of(data, corner, (45, 27), (39.5, 27), (50.5, 27), (45, 35.5)) == [BLUE, RED, WHITE, WHITE, WHITE]


def test_copies_share_one_form() -> None:
    side = Side(tuple(Placement(FACE, Rect(25 * column, 5, 20, 30)) for column in range(4)))
    one = len(list(opened(pdf_of(placed(Placement(FACE, Rect(0, 5, 20, 30))))).objects))
    assert len(list(opened(pdf_of(Page(side, SMALL))).objects)) == one


def test_an_empty_drawing_draws_nothing() -> None:
    data = pdf_of(placed(Placement(drawing(), Rect(0, 0, 100, 60))))
    assert colors_of(data, (25, 30), (50, 20)) == [WHITE, WHITE]


def test_items_are_painted_in_their_order() -> None:
    box = Rect(10, 10, 20, 20)
    assert colors_of(pdf_of(whole(filled(RED, box), filled(BLUE, box))), (20, 20)) == [BLUE]


def test_turned_items_turn_clockwise_about_their_point() -> None:
    data = pdf_of(whole(Rotated(90, 50, 30, (filled(RED, Rect(50, 25, 20, 5)),))))
    box = ink_box(data)
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((50, 30, 55, 50), abs=0.11)


def test_turned_items_turn_within_turned_items() -> None:
    inner = Rotated(45, 50, 30, (filled(RED, Rect(50, 25, 20, 5)),))
    data = pdf_of(whole(Rotated(45, 50, 30, (inner,))))
    box = ink_box(data)
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((50, 30, 55, 50), abs=0.11)


def test_crop_marks_show_on_dark_and_on_light() -> None:
    data = pdf_of(whole(filled("#000000", Rect(0, 0, 100, 30)), marks=(Mark("crop", 50, 0, 50, 60),)))
    picture = picture_of(data, dots_per_mm=40)
    dark, light = ([picture.getpixel((x, 40 * y))[0] for x in range(1980, 2021)] for y in (15, 45))
    assert max(dark) > 200
    assert min(dark[19:22]) < 50
    assert min(light) < 50


def test_fold_lines_are_broken_and_crop_lines_are_not() -> None:
    def gaps(style: str) -> int:
        data = pdf_of(whole(marks=(Mark(style, 10, 30, 90, 30),)))
        return colors_of(data, *((x / 4, 30) for x in range(60, 340))).count(WHITE)

    assert gaps("crop") == 0
    assert gaps("fold") > 20
    assert gaps("overlap") > 20


@pytest.mark.parametrize(("turn", "expected"), [(0, (50, 28)), (90, (50, 30)), (270, (48, 17))])
def test_labels_start_at_their_point_and_turn_about_it(turn: int, expected: tuple[float, float]) -> None:
    box = ink_box(pdf_of(whole(labels=(Label("HHHHHHHH", 50, 30, turn),))))
    assert (box.x, box.y) == pytest.approx(expected, abs=1.5)
    assert (box.width > box.height) == (turn == 0)


def test_labels_can_be_copied() -> None:
    assert text_of(pdf_of(whole(labels=(Label("Folha 3 \u00b7 verso", 50, 30),)))) == "Folha 3 \u00b7 verso"


def test_colour_of_text_is_the_stated_one() -> None:
    span = text("HHHH", size=30)
    data = pdf_of(whole(type(span)(span.font, span.size, "#9e1b1f", span.x, 40, span.words, span.space)))
    box = ink_box(data)
    row = colors_of(data, *((box.x + x / 8, 35) for x in range(int(box.width * 8))))
    assert "#9e1b1f" in row


def test_forms_hold_nothing_of_a_type_that_readers_do_not_know() -> None:
    pdf = opened(pdf_of(placed(Placement(FACE, Rect(40, 20, 20, 30)), A4)))
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
            assert set(item.Resources.keys()) <= {
                "/Font", "/XObject", "/ProcSet", "/ColorSpace", "/ExtGState", "/Pattern",
            }  # fmt: skip
            assert len(item.BBox) == 4

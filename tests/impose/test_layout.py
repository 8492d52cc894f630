from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND
from cardgen.geometry.units import Edges, Size
from cardgen.impose.grid import best_grid
from cardgen.impose.layout import LONGEST, Layout, read_length, read_margins
from cardgen.impose.leaves import impose_leaves
from cardgen.impose.pieces import impose_pieces
from cardgen.report.errors import UnlocatedError

from .shapes import A4, is_behind, make_drawing, make_piece

KINDS = sorted(LONGEST)


@pytest.mark.parametrize(
    ("text", "mm"), [("3mm", 3), ("3", 3), (" 0.5 ", 0.5), (" 3mm ", 3), ("0", 0), ("0.125in", 3.175), ("1cm", 10)]
)
def test_a_length_is_read(text, mm):
    assert read_length("gap", text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["-3mm", "-3", "x", "", "3 px", "nan", "inf", "1e9", "3,5", "9999mm", "--3"])
@pytest.mark.parametrize("what", KINDS)
def test_a_length_that_is_none_or_absurd_is_a_fault(what, text):
    with pytest.raises(UnlocatedError) as caught:
        read_length(what, text)
    assert caught.value.code == "E506"
    assert what in caught.value.message
    assert f"0 to {LONGEST[what]:g} mm" in caught.value.expected


def test_a_negative_length_is_called_so():
    with pytest.raises(UnlocatedError, match="gap '-3mm' is negative"):
        read_length("gap", "-3mm")
    with pytest.raises(UnlocatedError, match=r"gap ' ?-3' is negative"):
        read_length("gap", " -3")


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("8mm", Edges.all(8)),
        ("10mm,5", Edges(left=5, top=10, right=5, bottom=10)),
        ("1,2,3,4", Edges(left=4, top=1, right=2, bottom=3)),
    ],
)
def test_margins_are_read_as_style_sheets_have_them(text, edges):
    assert read_margins(text) == edges


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2,3,4,5", "1,,2", "1,-2"])
def test_margins_that_are_none_are_a_fault(text):
    with pytest.raises(UnlocatedError) as caught:
        read_margins(text)
    assert caught.value.code == "E506"


@given(st.sampled_from(KINDS), st.text(max_size=30))
def test_any_text_gives_a_length_in_range_or_a_fault(what, text):
    try:
        assert 0 <= read_length(what, text) <= LONGEST[what]
    except UnlocatedError as fault:
        assert fault.code == "E506"
        assert len(fault.message) < 300  # each character may be shown by its number


@pytest.mark.parametrize("what", KINDS)
def test_the_longest_length_is_one(what):
    assert read_length(what, f"{LONGEST[what]:g}") == LONGEST[what]
    for text in (f"{LONGEST[what]:g}.01", "9" * 400):
        with pytest.raises(UnlocatedError, match="is out of range"):
            read_length(what, text)


@pytest.mark.parametrize("duplex", ["fold", "none"])
@pytest.mark.parametrize(
    ("option", "more"),
    [
        ("--split", {"split": True}),
        ("--evens reversed", {"evens": "reversed"}),
        ("--split", {"split": True, "evens": "reversed"}),
    ],
)
def test_what_needs_two_sides_is_refused_with_one(duplex, option, more):
    with pytest.raises(UnlocatedError) as caught:
        Layout(A4, duplex=duplex, **more).checked()
    assert caught.value.code == "E508"
    why = "prints face and back on one side" if duplex == "fold" else "prints no backs"
    assert caught.value.message == (f"{option} needs backs on the other side of the paper, but --duplex {duplex} {why}")


@pytest.mark.parametrize(
    ("choice", "flip"),
    [
        ({}, "long"),
        ({"duplex": "short-edge"}, "short"),
        ({"duplex": "manual"}, "long"),
        ({"duplex": "manual", "hand_flip": "short"}, "short"),
        ({"hand_flip": "short"}, "long"),
    ],
)
def test_the_paper_turns_as_printer_or_person_turn_it(choice, flip):
    layout = Layout(A4, **choice).checked()
    assert layout.flip == flip
    (sheet,) = impose_pieces([make_piece(copies=3)], layout, kind="c", title="C")
    for front, back in zip(sheet.recto.placements, sheet.verso.placements, strict=True):
        assert is_behind(front, back, sheet.paper, flip)


def test_without_backs_no_sheet_has_a_verso():
    sheets = impose_pieces([make_piece(copies=30)], Layout(A4, duplex="none"), kind="c", title="C")
    assert [sheet.verso for sheet in sheets] == [None, None]


def test_a_gap_that_leaves_a_sheet_to_each_piece_is_a_fault_with_both_sizes():
    with pytest.raises(UnlocatedError) as caught:
        impose_pieces([make_piece(Size(63, 88), copies=2)], Layout(A4, gap=170), kind="c", title="C")
    assert caught.value.code == "E507"
    message = caught.value.message
    assert "170 mm" in message and "63 x 88 mm" in message and "210 x 297 mm" in message and "9 fit" in message
    assert caught.value.expected.startswith("at most 161 mm")
    assert best_grid(Size(63, 88), A4, 2, gutter=161).capacity == 2


def test_a_gap_beside_pieces_that_fill_the_sheet_is_none():
    assert best_grid(Size(150, 200), A4, 2, gutter=170).capacity == 1


def test_the_gap_of_the_layout_goes_before_that_of_the_kind():
    def gap(**choice):
        (sheet,) = impose_pieces([make_piece(copies=2)], Layout(A4, **choice), kind="c", title="C", gutter=4)
        first, second = sheet.recto.placements
        return second.trim.x - first.trim.right

    assert gap() == pytest.approx(4)
    assert gap(gap=0.0) == pytest.approx(0)
    assert gap(gap=9) == pytest.approx(9)


def test_corners_may_be_as_large_as_half_of_the_piece():
    (sheet,) = impose_pieces([make_piece()], Layout(A4, corners=20), kind="c", title="C")
    assert [outline.corner for outline in sheet.outlines] == [20]


def test_corners_fit_each_piece_of_a_sheet():
    pieces = make_piece(), make_piece(size=Size(20, 60)), make_piece(size=Size(60, 80))
    for some in permutations(pieces):
        with pytest.raises(UnlocatedError, match="does not fit a piece of 20 x 60 mm") as caught:
            impose_pieces(some, Layout(A4, corners=15), kind="c", title="C", cut="outline")
        assert caught.value.code == "E509" and caught.value.expected.startswith("at most 10 mm")


@pytest.mark.parametrize("radius", [20.01, 21, 50])
def test_corners_larger_than_the_piece_are_a_fault(radius):
    with pytest.raises(UnlocatedError) as caught:
        impose_pieces([make_piece()], Layout(A4, corners=radius), kind="c", title="C")
    assert caught.value.code == "E509"
    assert f"{radius} mm" in caught.value.message and "40 x 53 mm" in caught.value.message


@pytest.mark.parametrize(
    ("outline", "marks", "corners", "crop", "curves"),
    [
        (RECTANGLE, "crop", 0, True, 0),
        (RECTANGLE, "crop", 3, True, 4),
        (RECTANGLE, "lines", 0, False, 4),
        (RECTANGLE, "lines", 3, False, 8),
        (RECTANGLE, "none", 0, False, 0),
        (RECTANGLE, "none", 3, False, 4),
        (ROUND, "crop", 3, False, 4),
        (ROUND, "lines", 0, False, 4),
        (ROUND, "none", 3, False, 0),
        (HEXAGON, "crop", 0, False, 6),
        (HEXAGON, "none", 3, False, 0),
    ],
)
def test_how_cuts_are_shown(outline, marks, corners, crop, curves):
    layout = Layout(A4, marks=marks, corners=corners)
    (sheet,) = impose_pieces([make_piece(outline=outline, copies=2)], layout, kind="c", title="C", gutter=4)
    assert bool(sheet.recto.marks) == crop
    assert len(sheet.recto.cuts) == 2 * curves
    assert {placement.outline for placement in (*sheet.recto.placements, *sheet.verso.placements)} == {outline}
    assert (sheet.verso.marks, sheet.verso.cuts) == ((), ())


def test_pages_share_their_paper_only_where_both_sides_are_printed():
    pages = [make_drawing(A4, 0) for _ in range(3)]
    both = impose_leaves(pages, Layout(A4), kind="rules", title="Rules")
    assert [(sheet.title, bool(sheet.verso)) for sheet in both] == [("Rules (1/2)", True), ("Rules (2/2)", False)]
    one = impose_leaves(pages, Layout(A4, duplex="none"), kind="rules", title="Rules")
    assert [sheet.recto.placements[0].drawing for sheet in one] == pages
    assert all(sheet.verso is None for sheet in one)
    assert impose_leaves([], Layout(A4), kind="rules", title="Rules") == []


def test_the_room_of_a_paper_is_what_its_own_margins_leave():
    assert Layout(A4, margins=Edges(10, 20, 30, 40)).room == Size(170, 237)
    assert Layout(A4).room == Size(200, 287)


def test_each_leaf_has_the_paper_of_its_own_page():
    pages = [make_drawing(size) for size in (A4, A4.turned, Size(100, 150))]
    sheets = impose_leaves(pages, Layout(A4, duplex="none"), kind="rules", title="Rules")
    assert [(sheet.paper, sheet.recto.placements[0].trim.size) for sheet in sheets] == [
        (page.size,) * 2 for page in pages
    ]

"""Pieces of different sizes that share sheets."""

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.outlines import ROUND
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.layout import Layout
from cardgen.impose.paper import MARGINS, TOLERANCE
from cardgen.impose.pieces import impose_pieces
from cardgen.impose.shelves import fill_shelves
from cardgen.report.errors import UnlocatedError

from .shapes import A4, make_piece, overlap, sizes

slots = st.lists(sizes(8, 90), min_size=1, max_size=40)


@given(slots, st.sampled_from([0.0, 2.0, 6.0]))
def test_each_slot_has_its_place_inside_the_margins(some, gutter):
    sheets = fill_shelves(some, A4, gutter=gutter)
    assert sorted(index for sheet in sheets for index in sheet.order) == list(range(len(some)))
    for sheet in sheets:
        page = sheet.paper
        room = Rect(MARGINS.left, MARGINS.top, page.width - 2 * MARGINS.left, page.height - 2 * MARGINS.top)
        for slot, index in zip(sheet.slots, sheet.order, strict=True):
            assert Size(slot.width, slot.height) == some[index]
            assert slot.x > room.x - 1e-3
            assert slot.y > room.y - 1e-3
            assert slot.right < room.right + 1e-3
            assert slot.bottom < room.bottom + 1e-3
        for one, other in combinations(sheet.slots, 2):
            grown = Rect(one.x, one.y, one.width + gutter - 1e-3, one.height + gutter - 1e-3)
            assert not overlap(grown, other)


@given(slots)
def test_bleed_of_neighbours_does_not_meet(some):
    for sheet in fill_shelves(some, A4, gutter=6.0):
        grown = [slot.grown(sheet.room(index, len(sheet.slots))) for index, slot in enumerate(sheet.slots)]
        for one, other in combinations(grown, 2):
            assert not overlap(one, Rect(other.x + 1e-3, other.y + 1e-3, other.width - 2e-3, other.height - 2e-3))


def test_bleed_runs_into_the_margins_and_no_further_than_half_of_the_gap():
    (sheet,) = fill_shelves([Size(200, 100), Size(90, 287 - 104)], A4, gutter=4.0)
    assert [sheet.room(index, 2) for index in (0, 1)] == [Edges.all(2.0)] * 2
    (sheet,) = fill_shelves([A4], A4, Edges.all(0), gutter=4.0)
    assert sheet.room(0, 1) == Edges.all(0)


@given(st.lists(st.integers(80, 600), min_size=2, max_size=6), st.integers(0, 60))
def test_slots_that_fill_a_row_or_a_column_to_the_last_bit_share_a_sheet(tenths, gap):
    """Widths and gaps in tenths of a millimetre, whose sums as floating-point numbers are a little more or less."""
    gutter, length = gap / 10, (sum(tenths) + gap * (len(tenths) - 1)) / 10
    for paper, some in (
        (Size(length, 60), [Size(each / 10, 60) for each in tenths]),
        (Size(60, length), [Size(60, each / 10) for each in tenths]),
    ):
        assert len(fill_shelves(some, paper, Edges.all(0), gutter)) == 1, paper


def test_a_slot_as_large_as_the_paper_fits_but_for_the_last_bit():
    paper, more = Size(50, 60), TOLERANCE / 2
    for width, height in ((50, 60), (50 + more, 60), (50, 60 + more), (50 + more, 60 + more)):
        assert [sheet.order for sheet in fill_shelves([Size(10, 10), Size(width, height)], paper, Edges.all(0))] == [
            (1,),
            (0,),
        ]
    (lying,) = fill_shelves([Size(50.001, 20)], paper, Edges.all(0))
    assert lying.paper.width == 60
    with pytest.raises(UnlocatedError):
        fill_shelves([Size(20, 60.001)], paper, Edges.all(0))


def test_high_and_low_figures_share_a_sheet():
    some = [Size(26, 88)] * 6 + [Size(22, 72)] * 8 + [Size(44, 80)] * 2
    assert len(fill_shelves(some, A4, gutter=6.0)) == 1


def test_the_highest_come_first_and_among_these_the_widest_and_equals_stay_in_order():
    some = [Size(20, 30), Size(40, 30), Size(20, 30), Size(30, 40), Size(40, 30)]
    assert [sheet.order for sheet in fill_shelves(some, A4)] == [(3, 1, 4, 0, 2)]


def test_what_fits_only_lying_and_only_upright_paper_is_on_sheets_of_its_own():
    sheets = fill_shelves([Size(280, 150), Size(150, 280)], A4)
    assert sorted(sheet.paper.width for sheet in sheets) == [210, 297]
    sheets = fill_shelves([Size(280, 150), Size(150, 280)] * 2, A4)
    assert sorted((sheet.paper.width, sheet.order) for sheet in sheets) == [
        (210, (1,)),
        (210, (3,)),
        (297, (0,)),
        (297, (2,)),
    ]


def test_piece_larger_than_the_paper_is_refused():
    with pytest.raises(UnlocatedError) as caught:
        fill_shelves([Size(20, 20), Size(400, 20)], A4)
    assert caught.value.code == "E501"


@given(st.lists(st.tuples(sizes(10, 60), st.integers(1, 5), st.booleans()), min_size=2, max_size=6))
def test_backs_lie_behind_their_faces(some):
    pieces = [make_piece(size, copies=copies, back=back, outline=ROUND) for size, copies, back in some]
    assume(len({piece.face.size for piece in pieces}) > 1)
    sheets = impose_pieces(pieces, Layout(A4), kind="coins", title="Coins", gutter=6, cut="outline")
    assert sum(sheet.piece_count for sheet in sheets) == sum(piece.copies for piece in pieces)
    for sheet in sheets:
        assert (sheet.cut_way, sheet.cut) == ("outline", True)
        wide = sheet.paper.width > sheet.paper.height
        for back in sheet.verso.placements if sheet.verso else ():
            mirrored = (
                Rect(back.trim.x, sheet.paper.height - back.trim.bottom, back.trim.width, back.trim.height)
                if wide
                else Rect(sheet.paper.width - back.trim.right, back.trim.y, back.trim.width, back.trim.height)
            )
            faces = [face.trim for face in sheet.recto.placements]
            assert any(abs(mirrored.x - face.x) + abs(mirrored.y - face.y) < 1e-6 for face in faces)


def test_a_row_is_opened_on_the_first_sheet_that_has_room_for_it():
    heights = (150, 150, 140, 130, 130)
    sheets = fill_shelves([Size(190, height) for height in heights], A4)
    assert [sheet.order for sheet in sheets] == [(0, 3), (1, 4), (2,)]
    assert all(
        slot.height == heights[at] for sheet in sheets for slot, at in zip(sheet.slots, sheet.order, strict=True)
    )


def test_of_folded_paper_what_is_too_high_for_one_half_goes_onto_another():
    """150 x 130 mm fit the upper half of upright paper only, and 90 x 250 mm the half on its left."""
    some = [Size(150, 130), Size(90, 250)]
    for order in (some, some[::-1]):
        sheets = fill_shelves(order, A4, fold=True)
        assert sorted((order[index].width, sheet.place.fold) for sheet in sheets for index in sheet.order) == [
            (90, "vertical"), (150, "horizontal"),
        ]  # fmt: skip

import math
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.grid import best_grid
from cardgen.impose.layout import Layout
from cardgen.impose.paper import find_card, find_paper
from cardgen.impose.pieces import impose_pieces
from cardgen.model.sheet import Mark
from cardgen.report.errors import UnlocatedError

from .shapes import A4, CARD, few, flips, inside, is_behind, layout, lengths, make_piece, margins, overlap, sizes

LETTER = Size(215.9, 279.4)
MANY = 10**9  # the fewest sheets for so many have the most slots


def fits_table():
    """(card, paper, upright (columns, rows), number at 6 mm, the same lying), as computed before this code was."""
    for line in (Path(__file__).parent / "fits.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        card, *cells = (cell.strip() for cell in line.split("|"))
        for paper, upright, lying in zip(("a4", "a3", "letter", "legal"), cells[::2], cells[1::2], strict=True):
            yield card, paper, upright, lying


@pytest.mark.parametrize(("card", "paper", "upright", "lying"), list(fits_table()))
def test_best_grid_agrees_with_the_table(card, paper, upright, lying):
    def read(cell):
        shape, _, spaced = cell.partition(" ")
        columns, rows = map(int, shape.split("x"))
        return columns, rows, int(spaced.strip("()"))

    choices = [(*read(upright), True), (*read(lying), False)]
    columns, rows, _, is_upright = max(choices, key=lambda choice: choice[0] * choice[1])
    grid = best_grid(find_card(card), find_paper(paper), MANY)
    assert (grid.columns, grid.rows, grid.paper.width < grid.paper.height) == (columns, rows, is_upright)
    spaced = best_grid(find_card(card), find_paper(paper), MANY, gutter=6)
    assert spaced.capacity == max(choice[2] for choice in choices)


@pytest.mark.parametrize("paper", [A4, A4.turned, LETTER])
def test_attack_the_tower_has_25_cards_a_sheet(paper):
    grid = best_grid(CARD, paper, 25)
    assert (grid.columns, grid.rows) == (5, 5)
    assert grid.paper.width < grid.paper.height


def test_exact_fit_counts():
    assert best_grid(Size(200, 287), A4, MANY).capacity == 1
    assert best_grid(Size(66.6, 95.6), A4, MANY, gutter=0.1).capacity == 9
    assert best_grid(Size(21, 29.7), A4, MANY, Edges()).capacity == 100


def test_one_piece_needs_no_gap():
    assert best_grid(Size(20, 20), A4, 1, gutter=500).capacity == 1
    with pytest.raises(UnlocatedError, match="gap"):
        best_grid(Size(20, 20), A4, 2, gutter=500)


def test_a_gap_wider_than_a_piece_that_leaves_room_for_one_is_told_with_the_widest_that_leaves_room_for_two():
    piece, paper, none = Size(20, 28), Size(50, 58), Edges()
    assert [best_grid(piece, paper, 2, none, gutter).capacity for gutter in (18, 18.1, 20)] == [2, 1, 1]
    with pytest.raises(UnlocatedError) as caught:
        best_grid(piece, paper, 2, none, 20.1)
    message = "gap of 20.1 mm leaves room for one piece of 20 x 28 mm on paper of 50 x 58 mm; without it 4 fit"
    assert (caught.value.code, caught.value.message) == ("E507", message)
    assert caught.value.expected == "at most 18 mm, which leaves room for two"
    assert best_grid(piece, Size(30, 38), 2, none, 25).capacity == 1, "a sheet has room for one whatever the gap"


def test_tie_is_upright():
    assert best_grid(Size(150, 150), A4.turned, 1).paper == A4


def test_grid_is_in_the_middle_of_the_printable_area():
    grid = best_grid(CARD, A4, 25, Edges(left=10, top=20))
    assert grid.block == Rect(10, 20 + (277 - 265) / 2, 200, 265)


def test_one_player_aid_lies_upright_in_the_middle_of_the_paper():
    aid = Size(120, 170)
    assert best_grid(aid, A4, 2).capacity == 2
    (sheet,) = impose_pieces([make_piece(aid)], Layout(A4), kind="aid", title="Aid")
    assert sheet.paper == A4
    assert sheet.recto.placements[0].trim == Rect(45, 63.5, 120, 170)
    assert len(sheet.recto.marks) == 8


@pytest.mark.parametrize(
    ("count", "shape"), [(1, (1, 1)), (5, (5, 1)), (7, (4, 2)), (10, (5, 2)), (24, (5, 5)), (25, (5, 5)), (26, (5, 5))]
)
def test_only_sheet_has_no_more_rows_and_columns_than_it_needs(count, shape):
    grid = best_grid(CARD, A4, count)
    assert (grid.columns, grid.rows) == shape


@few
@given(sizes(12, 120), sizes(60, 450), st.integers(1, 300), margins, st.sampled_from([0.0, 0.3, 6.0]))
def test_grid_takes_the_fewest_sheets_and_upright_paper_among_equals(piece, paper, count, around, gutter):
    def sheets(of, capacity):
        return math.ceil(of / capacity) if capacity else math.inf

    def capacity(page):
        width, height = page.width - around.left - around.right, page.height - around.top - around.bottom
        if min(width, height) <= 0:
            return 0
        tiny = 1e-6
        columns = (width + gutter + tiny) // (piece.width + gutter)
        return int(columns * ((height + gutter + tiny) // (piece.height + gutter)))

    upright = paper if paper.width <= paper.height else paper.turned
    needed = [sheets(count, capacity(page)) for page in (upright, upright.turned)]
    assume(min(needed) < math.inf)
    grid = best_grid(piece, paper, count, around, gutter)
    best = upright if needed[0] <= needed[1] else upright.turned
    assert grid.paper == best
    assert sheets(count, grid.capacity) == min(needed)
    if min(needed) > 1:
        assert grid.capacity == capacity(best)
    else:
        assert count <= grid.capacity < count + grid.rows
        assert (grid.rows - 1) * grid.columns < count
    block = grid.block
    assert math.isclose(block.x - around.left, best.width - around.right - block.right, abs_tol=1e-6)
    assert math.isclose(block.y - around.top, best.height - around.bottom - block.bottom, abs_tol=1e-6)


@few
@given(st.integers(26, 120))
def test_all_of_several_sheets_have_the_same_slots(count):
    full, *rest = cards(count)
    for sheet in rest:
        assert sheet.paper == full.paper
        slots = [placement.trim for placement in full.recto.placements]
        assert [placement.trim for placement in sheet.recto.placements] == slots[: len(sheet.recto.placements)]


def test_piece_that_does_not_fit_is_a_fault_with_both_sizes():
    with pytest.raises(UnlocatedError) as caught:
        best_grid(Size(201, 288), A4, 1)
    assert caught.value.code == "E501"
    assert caught.value.message == "piece of 201 x 288 mm does not fit paper of 210 x 297 mm"
    assert "200 x 287 mm or 287 x 200 mm" in caught.value.expected
    assert caught.value.hints == ("it fits paper 'legal'",)
    with pytest.raises(UnlocatedError) as caught:
        best_grid(Size(201, 288), Size(200, 200), 1)
    assert caught.value.expected == "at most 190 x 190 mm, which is what the margins leave", "either way round"


def test_paper_within_its_margins_is_a_fault():
    with pytest.raises(UnlocatedError) as caught:
        best_grid(CARD, A4, 1, Edges.all(150))
    assert caught.value.code == "E503"


@st.composite
def jobs(draw):
    """Pieces, some with a back, and the sheets they come to."""
    size, paper = draw(sizes(12, 120)), draw(sizes(60, 450))
    pieces = [
        make_piece(size, copies=copies, back=back, bleed=draw(lengths(0, 4)), name=str(i))
        for i, (copies, back) in enumerate(
            draw(st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=6))
        )
    ]
    flip = draw(flips)
    around, gutter = draw(margins), draw(st.sampled_from([0.0, 0.3, 2.0, 6.0]))
    try:
        sheets = impose_pieces(pieces, layout(paper, flip, margins=around), kind="cards", title="Cards", gutter=gutter)
    except UnlocatedError:
        assume(False)
    return pieces, sheets, around, gutter, flip


@few
@given(jobs())
def test_every_copy_has_one_slot_in_order(job):
    pieces, sheets, *_ = job
    faces = [placement.drawing for sheet in sheets for placement in sheet.recto.placements]
    assert faces == [piece.face for piece in pieces for _ in range(piece.copies)]
    assert Counter(map(id, faces)) == {id(piece.face): piece.copies for piece in pieces}
    assert [sheet.piece_count for sheet in sheets] == [len(sheet.recto.placements) for sheet in sheets]


@few
@given(jobs())
def test_pieces_lie_apart_inside_the_margins(job):
    _, sheets, around, gutter, _ = job
    for sheet in sheets:
        area = Rect(
            around.left,
            around.top,
            sheet.paper.width - around.left - around.right,
            sheet.paper.height - around.top - around.bottom,
        )
        trims = [placement.trim for placement in sheet.recto.placements]
        assert all(inside(trim, area) for trim in trims)
        spaced = [trim.grown(Edges.all(gutter / 2)) for trim in trims[:40]]
        assert not any(overlap(a, b) for a, b in combinations(spaced, 2))


@few
@given(jobs())
def test_each_back_lies_behind_its_face(job):
    pieces, sheets, _, _, flip = job
    backs = {id(piece.face): piece.back for piece in pieces}
    for sheet in sheets:
        with_back = [p for p in sheet.recto.placements if backs[id(p.drawing)]]
        if not with_back:
            assert sheet.verso is None
            continue
        for front, behind in zip(with_back, sheet.verso.placements, strict=True):
            assert behind.drawing is backs[id(front.drawing)]
            assert is_behind(front, behind, sheet.paper, flip)


@few
@given(jobs())
def test_bleed_stays_on_the_paper_and_off_other_pieces(job):
    _, sheets, *_ = job
    for sheet in sheets:
        page = Rect(0, 0, sheet.paper.width, sheet.paper.height)
        for side in (sheet.recto, sheet.verso):
            placements = side.placements[:40] if side else ()
            for placement in placements:
                inked = placement.trim.grown(placement.bleed)
                assert inside(inked, page)
                assert inside(inked, placement.trim.grown(Edges.all(placement.drawing.bleed)))
                assert not any(overlap(inked, other.trim) for other in placements if other is not placement)


@few
@given(jobs())
def test_marks_meet_the_trims_and_touch_no_piece(job):
    _, sheets, *_ = job
    for sheet in sheets:
        trims = [placement.trim for placement in sheet.recto.placements]
        xs, ys = (
            {round(x, 4) for t in trims for x in (t.x, t.right)},
            {round(y, 4) for t in trims for y in (t.y, t.bottom)},
        )
        assert all(is_beside(mark, trim) for mark in sheet.recto.marks for trim in trims)
        upright = {round(mark.x1, 4) for mark in sheet.recto.marks if mark.x1 == mark.x2}
        level = {round(mark.y1, 4) for mark in sheet.recto.marks if mark.y1 == mark.y2}
        assert all(near(x, xs) for x in upright)
        assert all(near(y, ys) for y in level)
        assert not upright or all(near(x, upright) for x in xs)
        assert not level or all(near(y, level) for y in ys)
        assert sheet.verso is None or sheet.verso.marks == ()


def near(value, values):
    return any(abs(value - other) < 0.001 for other in values)


def is_beside(mark: Mark, trim: Rect) -> bool:
    """Whether a mark has no point in a trim."""
    return (
        max(mark.x1, mark.x2) < trim.x
        or min(mark.x1, mark.x2) > trim.right
        or max(mark.y1, mark.y2) < trim.y
        or min(mark.y1, mark.y2) > trim.bottom
    )


def cards(count, **options):
    return impose_pieces([make_piece(copies=count, **options)], Layout(A4), kind="cards", title="Cards")


def test_shared_cuts_have_one_mark_at_each_end():
    (sheet,) = cards(25)
    assert len(sheet.recto.marks) == 2 * (6 + 6)
    assert len({(mark.x1, mark.y1, mark.x2, mark.y2) for mark in sheet.recto.marks}) == 24


@pytest.mark.parametrize("bleeds", [(1.0, 4.0), (4.0, 1.0)])
def test_marks_begin_outside_of_the_widest_bleed_of_all_pieces(bleeds):
    pieces = [make_piece(bleed=bleed, name=str(bleed)) for bleed in bleeds]
    (sheet,) = impose_pieces(pieces, Layout(A4), kind="cards", title="Cards")
    top = min(placement.trim.y for placement in sheet.recto.placements)
    assert max(mark.y1 for mark in sheet.recto.marks if mark.y1 < top) == pytest.approx(top - 4)


def test_cuts_beside_a_gutter_have_their_own_marks():
    (sheet,) = impose_pieces([make_piece(copies=20)], Layout(A4), kind="cards", title="Cards", gutter=5)
    grid = best_grid(CARD, A4, 20, gutter=5)
    assert (grid.columns, grid.rows) == (4, 5) or (grid.columns, grid.rows) == (6, 3)
    assert len(sheet.recto.marks) == 2 * (2 * grid.columns + 2 * grid.rows)


def test_last_sheet_marks_only_its_cuts_at_the_full_block():
    _, rest = cards(32)
    upright = [mark for mark in rest.recto.marks if mark.x1 == mark.x2]
    level = [mark for mark in rest.recto.marks if mark.y1 == mark.y2]
    assert (len(upright), len(level)) == (2 * 6, 2 * 3)
    assert max(mark.y2 for mark in upright) > 16 + 265


def test_part_filled_sheet_is_mirrored_as_a_full_one():
    full, rest = cards(27)
    assert [p.trim for p in rest.recto.placements] == [p.trim for p in full.recto.placements[:2]]
    assert [p.trim for p in rest.verso.placements] == [p.trim for p in full.verso.placements[:2]]
    assert rest.verso.placements[0].trim.x == 165
    assert (full.title, rest.title, rest.piece_count) == ("Cards (1/2)", "Cards (2/2)", 2)


def test_bleed_is_full_outside_and_where_there_is_no_neighbour():
    _, rest = cards(32)
    first, last = rest.recto.placements[0], rest.recto.placements[6]
    assert first.bleed == Edges(left=3, top=3, right=0, bottom=0)
    assert last.bleed == Edges(left=0, top=0, right=3, bottom=3)
    assert rest.verso.placements[0].bleed == Edges(left=0, top=3, right=3, bottom=0)


def test_bleed_is_half_the_gutter_inside():
    (sheet,) = impose_pieces([make_piece(copies=4)], Layout(Size(100, 130)), kind="c", title="C", gutter=4)
    assert sheet.recto.placements[0].bleed == Edges(left=3, top=3, right=2, bottom=2)


def test_bleed_ends_at_the_edge_of_the_paper():
    (sheet,) = impose_pieces([make_piece(Size(209, 297))], Layout(A4, margins=Edges()), kind="c", title="C")
    assert sheet.recto.placements[0].bleed == Edges(left=0.5, top=0, right=0.5, bottom=0)


def test_pieces_have_their_own_backs():
    pieces = [make_piece(name="a"), make_piece(name="b", back=False), make_piece(name="c")]
    (sheet,) = impose_pieces(pieces, Layout(A4), kind="cards", title="Cards")
    assert [p.drawing for p in sheet.verso.placements] == [pieces[0].back, pieces[2].back]
    assert [p.trim.x for p in sheet.verso.placements] == [125, 45]


def test_sheet_without_backs_has_no_verso():
    (sheet,) = cards(3, back=False)
    assert sheet.verso is None
    assert sheet.cut


def test_no_pieces_make_no_sheet():
    assert impose_pieces([], Layout(A4), kind="cards", title="Cards") == []


def test_pieces_of_different_sizes_are_refused():
    with pytest.raises(ValueError, match="differ in size"):
        impose_pieces([make_piece(), make_piece(Size(41, 53))], Layout(A4), kind="cards", title="Cards")

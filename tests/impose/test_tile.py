import math
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.layout import Layout
from cardgen.impose.marks import UNPRINTABLE
from cardgen.impose.tile import LABEL_GAP, best_tiling, impose_tiles, tile_name
from cardgen.model.sheet import LABEL_SIZE
from cardgen.report.errors import UnlocatedError

from .shapes import A4, few, flips, inside, is_behind, layout, lengths, make_piece, margins, overlap, sizes

LETTER = Size(215.9, 279.4)


def inches(width, height):
    return Size(width * 25.4, height * 25.4)


@pytest.mark.parametrize(
    ("board", "paper", "count"),
    [  # with 5 mm margins and 10 mm overlap, computed by hand
        (inches(18, 18), A4, 6),
        (inches(18, 18), LETTER, 6),
        (inches(20, 20), A4, 6),
        (inches(27, 18), A4, 8),
        (inches(10, 10), A4, 2),
        (inches(8, 8), A4, 2),
        (inches(8, 8), LETTER, 1),
        (Size(250, 240), A4, 2),
        (Size(250, 240), LETTER, 2),
        (Size(200, 287), A4, 1),
        (Size(390, 287), A4, 2),  # two tiles that fill their sheets
    ],
)
def test_number_of_sheets(board, paper, count):
    assert best_tiling(board, paper).count == count
    assert best_tiling(board, paper.turned).count == count


@st.composite
def boards(draw):
    piece = make_piece(draw(sizes(20, 900)), copies=draw(st.integers(1, 2)), back=draw(st.booleans()))
    paper, around, flip = draw(sizes(60, 450)), draw(margins), draw(flips)
    strip = draw(st.sampled_from([0.0, 10.0, 15.0]))
    seams = draw(st.tuples(*[st.dictionaries(lengths(0, 900), st.integers(0, 100), max_size=4)] * 2))
    try:
        sheets = impose_tiles(piece, layout(paper, flip, margins=around), title="Board", overlap=strip, seams=seams)
    except UnlocatedError as fault:
        assert fault.code == "E503"
        assume(False)
    return piece, sheets, around, strip, flip


@few
@given(boards())
def test_tiles_cover_the_board_and_overlap(job):
    piece, sheets, _, strip, _ = job
    board = sheets[: len(sheets) // piece.copies]
    assert sum(sheet.piece_count for sheet in sheets) == piece.copies
    for axis, whole in ((0, piece.face.size.width), (1, piece.face.size.height)):
        spans = sorted({(p.origin[axis], p.origin[axis] + (p.trim.width, p.trim.height)[axis]) for p in rectos(board)})
        assert spans[0][0] == 0
        assert math.isclose(spans[-1][1], whole, abs_tol=1e-6)
        for (_, end), (start, _) in pairwise(spans):
            assert math.isclose(end - start, strip, abs_tol=1e-6)
    columns, rows = (max(sheet.tile[i] for sheet in board) if len(board) > 1 else 1 for i in (0, 1))
    assert len({p.origin for p in rectos(board)}) == len(board) == columns * rows


def rectos(sheets):
    return [sheet.recto.placements[0] for sheet in sheets]


@few
@given(boards())
def test_tiles_are_in_the_middle_of_what_the_margins_leave(job):
    _, sheets, around, *_ = job
    assert len({sheet.paper for sheet in sheets}) == 1
    paper = sheets[0].paper
    area = Rect(
        around.left, around.top, paper.width - around.left - around.right, paper.height - around.top - around.bottom
    )
    for placement in rectos(sheets):
        trim = placement.trim
        assert inside(trim, area)
        assert math.isclose(trim.x - area.x, area.right - trim.right, abs_tol=1e-6)
        assert math.isclose(trim.y - area.y, area.bottom - trim.bottom, abs_tol=1e-6)


@few
@given(boards())
def test_visible_seam_is_the_edge_of_the_later_tile_and_the_earlier_one_goes_on_below_it(job):
    _, sheets, _, strip, _ = job
    at = {sheet.tile[:2]: sheet.recto.placements[0] for sheet in sheets if sheet.tile}
    for (column, row), tile in at.items():
        right, below = at.get((column + 1, row)), at.get((column, row + 1))
        if right:
            assert math.isclose(tile.origin[0] + tile.trim.width - right.origin[0], strip, abs_tol=1e-6)
            assert tile.bleed.right == 0
        if below:
            assert math.isclose(tile.origin[1] + tile.trim.height - below.origin[1], strip, abs_tol=1e-6)
            assert tile.bleed.bottom == 0


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_orientation_that_cuts_at_a_seam_is_taken(paper):
    board = Size(250, 240)
    upright, lying = (best_tiling(board, paper, seams=seams) for seams in (({150: 0}, {}), ({}, {150: 0})))
    assert (upright.paper, upright.xs, upright.ys) == (paper, (0, 150), (0,))
    assert (lying.paper, lying.xs, lying.ys) == (paper.turned, (0,), (0, 150))


def test_more_even_orientation_is_taken_when_both_cut_at_seams():
    assert best_tiling(Size(250, 240), A4, seams=({150: 0}, {120: 0})).paper == A4.turned
    assert best_tiling(Size(250, 250), A4, seams=({120: 0}, {120: 0})).paper == A4


def test_seam_saves_no_sheet_and_costs_none():
    tiling = best_tiling(Size(390, 287), A4, seams=({120: 0, 270: 0}, {}))
    assert (tiling.count, tiling.xs) == (2, (0, 190))


@few
@given(boards())
def test_back_of_a_tile_is_the_part_behind_it(job):
    piece, sheets, _, _, flip = job
    for sheet in sheets:
        if piece.back is None:
            assert sheet.verso is None
        else:
            (behind,) = sheet.verso.placements
            assert behind.drawing is piece.back
            assert is_behind(sheet.recto.placements[0], behind, sheet.paper, flip)


@few
@given(boards())
def test_ink_and_marks_stay_on_the_paper(job):
    _, sheets, *_ = job
    for sheet in sheets:
        page = Rect(0, 0, sheet.paper.width, sheet.paper.height)
        (placement,) = sheet.recto.placements
        assert inside(placement.trim.grown(placement.bleed), page)
        for mark in sheet.recto.marks:
            for x, y in ((mark.x1, mark.y1), (mark.x2, mark.y2)):
                assert inside(Rect(x, y, 0, 0), page)
                assert mark.style == "overlap" or not inside(Rect(x, y, 0, 0), placement.trim)


@few
@given(boards())
def test_overlap_lines_show_where_the_neighbours_edges_lie(job):
    _, sheets, *_ = job
    at = {sheet.tile[:2]: sheet.recto.placements[0] for sheet in sheets if sheet.tile}
    for sheet in sheets:
        lines = [mark for mark in sheet.recto.marks if mark.style == "overlap"]
        if sheet.tile is None:
            assert (lines, sheet.recto.labels) == ([], ())
            continue
        column, row, columns, rows = sheet.tile
        (placement,) = sheet.recto.placements
        expected = []
        if column < columns:
            expected.append(placement.trim.x + at[column + 1, row].origin[0] - placement.origin[0])
        if row < rows:
            expected.append(placement.trim.y + at[column, row + 1].origin[1] - placement.origin[1])
        found = [mark.x1 if mark.x1 == mark.x2 else mark.y1 for mark in lines]
        assert len(found) == len(expected)
        assert all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip(found, expected, strict=True))


@few
@given(boards())
def test_label_is_on_the_paper_beside_all_ink(job):
    _, sheets, *_ = job
    for sheet in sheets:
        page = Rect(0, 0, sheet.paper.width, sheet.paper.height)
        (placement,) = sheet.recto.placements
        inked = placement.trim.grown(placement.bleed)
        for label in sheet.recto.labels:
            assert label.text == sheet.title
            start = label_start(label)
            assert inside(start, page)
            assert not overlap(start, inked)


def label_start(label):
    """Room of its first letters: an em is a quarter below the baseline."""
    below, above = LABEL_SIZE / 4, LABEL_SIZE * 3 / 4
    if label.turn == 90:
        return Rect(label.x - below, label.y, LABEL_SIZE, 2)
    return Rect(label.x, label.y - above, 2, LABEL_SIZE)


@few
@given(sizes(210, 900), lengths(3, 20))
def test_label_keeps_off_the_rim_that_printers_leave_white_unless_ink_leaves_it_no_other_place(board, margin):
    for sheet in impose_tiles(make_piece(board), Layout(A4, margins=Edges.all(margin)), title="Board"):
        (placement,) = sheet.recto.placements
        inked = placement.trim.grown(placement.bleed)
        for label in sheet.recto.labels:
            start = label_start(label)
            rim = sheet.paper.width - start.right if label.turn else sheet.paper.height - start.bottom
            gap = start.x - inked.right if label.turn else start.y - inked.bottom
            assert rim >= UNPRINTABLE - 1e-6 or gap == pytest.approx(LABEL_GAP)


@few
@given(sizes(210, 900), lengths(3, 20))
def test_tile_that_another_one_covers_has_a_label_also_in_narrow_margins(board, margin):
    for sheet in impose_tiles(make_piece(board), Layout(A4, margins=Edges.all(margin)), title="Board"):
        column, row, columns, rows = sheet.tile or (1, 1, 1, 1)
        assert (column == columns and row == rows) or len(sheet.recto.labels) == 1


def test_tile_that_fills_its_sheet_has_no_label_but_its_neighbours_have():
    sheets = impose_tiles(make_piece(Size(390, 564)), Layout(A4), title="Board")
    assert sheets[-1].recto.placements[0].trim == Rect(5, 5, 200, 287)
    labels = [label for sheet in sheets for label in sheet.recto.labels]
    assert [label.text for label in labels] == ["Board A1", "Board A2", "Board B1"]
    # Margins of A1 are alike; below B1 the edge of the board bleeds into the margin.
    assert [label.turn for label in labels] == [0, 0, 90]


def test_board_of_two_sheets():
    left, right = impose_tiles(make_piece(Size(250, 240), back=False), Layout(A4), title="Board")
    assert (left.title, left.tile, left.piece_count) == ("Board A1", (1, 1, 2, 1), 1)
    assert (right.title, right.tile, right.piece_count) == ("Board A2", (2, 1, 2, 1), 0)
    assert left.recto.placements[0].trim == Rect(40, 28.5, 130, 240)
    assert right.recto.placements[0].origin == (120, 0)
    assert left.recto.placements[0].bleed == Edges(left=3, top=3, right=0, bottom=3)
    assert right.recto.placements[0].bleed == Edges.all(3)
    assert [label.text for sheet in (left, right) for label in sheet.recto.labels] == ["Board A1", "Board A2"]
    (line,) = [mark for mark in left.recto.marks if mark.style == "overlap"]
    assert (line.x1, line.y1, line.x2, line.y2) == (160, 25.5, 160, 271.5)


def test_tile_is_cut_where_the_board_ends_and_where_it_covers_another():
    left, right = impose_tiles(make_piece(Size(250, 240)), Layout(A4), title="Board")
    for sheet, cuts in ((left, {40}), (right, {40, 170})):
        upright = {mark.x1 for mark in sheet.recto.marks if mark.style == "crop" and mark.x1 == mark.x2}
        level = {mark.y1 for mark in sheet.recto.marks if mark.style == "crop" and mark.y1 == mark.y2}
        assert (upright, level) == (cuts, {28.5, 268.5})


def test_board_that_fits_is_one_sheet_in_the_middle():
    (sheet,) = impose_tiles(make_piece(Size(280, 190)), Layout(A4), title="Board")
    assert sheet.paper == A4.turned
    assert sheet.recto.placements[0].trim == Rect(8.5, 10, 280, 190)
    assert (sheet.title, sheet.tile, sheet.recto.labels) == ("Board", None, ())
    assert len(sheet.recto.marks) == 8


def test_copies_repeat_the_whole_board():
    sheets = impose_tiles(make_piece(Size(250, 240), copies=2), Layout(A4), title="Board")
    assert [sheet.tile[:2] for sheet in sheets] == [(1, 1), (2, 1), (1, 1), (2, 1)]


def test_back_that_cannot_be_folded_behind_is_a_sheet_of_its_own():
    board = make_piece(Size(250, 240))
    sheets = impose_tiles(board, Layout(A4, duplex="fold"), title="Board", back_title="Back")
    assert [sheet.title for sheet in sheets] == ["Board A1", "Back A1", "Board A2", "Back A2"]
    assert all(sheet.verso is None for sheet in sheets)
    fronts, backs = rectos(sheets[::2]), rectos(sheets[1::2])
    assert all(is_behind(front, back, A4, "long") for front, back in zip(fronts, backs, strict=True))
    assert sum(sheet.piece_count for sheet in sheets) == 1
    untitled = impose_tiles(board, Layout(A4, duplex="fold"), title="Board")
    assert [sheet.title for sheet in untitled] == ["Board A1", "Board A1", "Board A2", "Board A2"]


def test_board_without_backs_has_none():
    sheets = impose_tiles(make_piece(Size(250, 240)), Layout(A4, duplex="none"), title="Board")
    assert [sheet.verso for sheet in sheets] == [None, None]


def test_lines_are_on_the_sides_that_are_cut():
    left, right = impose_tiles(make_piece(Size(250, 240)), Layout(A4, marks="lines"), title="Board")
    assert {mark.style for mark in left.recto.marks} == {"overlap"}
    assert {curve[0][0] for curve in left.recto.cuts if curve[0][0] == curve[1][0]} == {40}
    assert {curve[0][0] for curve in right.recto.cuts if curve[0][0] == curve[1][0]} == {40, 170}


@pytest.mark.parametrize(
    ("column", "row", "name"),
    [(0, 0, "A1"), (1, 0, "A2"), (0, 1, "B1"), (11, 25, "Z12"), (0, 26, "AA1"), (0, 52, "BA1")],
)
def test_tile_name(column, row, name):
    assert tile_name(column, row) == name


def test_paper_that_the_overlap_eats_is_a_fault():
    with pytest.raises(UnlocatedError) as caught:
        impose_tiles(make_piece(Size(250, 240)), Layout(Size(29, 29)), title="Board")
    assert caught.value.code == "E503"
    assert "29 x 29 mm" in caught.value.message
    assert "10 mm" in caught.value.message


def test_paper_that_has_room_in_one_direction_alone_is_a_fault():
    for paper in (Size(20, 300), Size(300, 20)):
        with pytest.raises(UnlocatedError, match="too small for tiles"):
            best_tiling(Size(250, 250), paper, Edges.all(0), 12)
        assert best_tiling(Size(15, 500), paper, Edges.all(0), 12).count == 2

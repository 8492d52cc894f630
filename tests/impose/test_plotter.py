import dataclasses

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.holes import Hole
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.layout import Layout
from cardgen.impose.paper import find_card
from cardgen.impose.pieces import impose_pieces
from cardgen.impose.plotter import BLEED, PLOTTERS, Plotter, cut_plans, find_plotter
from cardgen.impose.tile import impose_tiles
from cardgen.report.errors import UnlocatedError

from .shapes import A4, few, flips, is_behind, layout, make_piece, overlap, sizes

plotters = st.builds(
    Plotter,
    inset=st.floats(3, 20),
    square=st.floats(0.5, 8),
    arm=st.floats(0.5, 25),
    line=st.floats(0.2, 1.5),
    gap=st.floats(0, 5),
)


def kept_free(plotter: Plotter, page: Size) -> tuple[Rect, ...]:
    """The corners where nothing but the marks may be printed or cut."""
    side = max(plotter.arm, plotter.square)
    right, bottom = page.width - plotter.inset - side, page.height - plotter.inset - side
    corners = ((plotter.inset, plotter.inset), (right, plotter.inset), (plotter.inset, bottom))
    return tuple(Rect(x, y, side, side) for x, y in corners)


def test_marks_are_where_the_software_of_the_plotter_looks_for_them():
    square, *arms = Plotter().marks(A4)
    assert (square.x, square.y, square.width, square.height) == (10, 10, 5, 5)
    across, down, foot, side = arms
    assert (across.right, across.width, across.height) == pytest.approx((200.15, 20.15, 0.3))
    assert (down.x + down.width / 2, down.bottom) == pytest.approx((200, 30))
    assert (foot.x, foot.y + foot.height / 2) == pytest.approx((9.85, 287))
    assert (side.y, side.bottom) == pytest.approx((267, 287.15))


@given(plotters, st.floats(0, 30))
def test_margins_keep_away_from_the_lines_of_the_marks(plotter, margin):
    ink = plotter.inset + plotter.line / 2 + 1  # where ink may begin, which runs past the pieces
    for edges in plotter.margins(Edges.all(margin)):
        assert min(edges.left, edges.top, edges.right, edges.bottom) >= max(margin, ink + BLEED)


def test_holes_are_cut_before_the_piece_is_free():
    piece = dataclasses.replace(make_piece(copies=2), holes=(Hole(0.5, 0.5, 4.0),))
    (plan,) = cut_plans(impose_pieces([piece], Layout(A4, plotter=Plotter()), kind="c", title="C"))
    assert [round(outline.box.width) for outline in plan.outlines[:2]] == [4, 4]
    assert len(plan.outlines) == 4


def test_sheets_of_one_kind_are_cut_alike_if_their_paper_is_the_same():
    (sheet,) = impose_pieces([make_piece(copies=2)], Layout(A4, plotter=Plotter()), kind="c", title="C")
    larger = dataclasses.replace(sheet, paper=Size(sheet.paper.width + 10, sheet.paper.height))
    other = dataclasses.replace(sheet, kind="d")
    plans = [(plan.kind, plan.paper, plan.sheets) for plan in cut_plans([sheet, larger, sheet, larger, other])]
    assert plans == [("c", sheet.paper, (0, 2)), ("c", larger.paper, (1, 3)), ("d", sheet.paper, (4,))]


def test_a4_takes_eight_cards_between_short_marks():
    cards = [make_piece(find_card("euro-poker"), copies=8)]
    (sheet,) = impose_pieces(cards, Layout(A4, plotter=PLOTTERS["scm"]), kind="cards", title="Cards")
    assert sheet.paper == A4.turned
    assert sheet.piece_count == 8


@few
@given(sizes(15, 90), sizes(120, 450), st.integers(1, 60), flips, plotters, st.floats(0, 3))
def test_nothing_printed_touches_a_mark_and_nothing_cut_comes_near_one(piece, paper, count, flip, plotter, bleed):
    asked = dataclasses.replace(layout(paper, flip), plotter=plotter)
    try:
        sheets = impose_pieces([make_piece(piece, copies=count, bleed=bleed)], asked, kind="cards", title="Cards")
    except UnlocatedError:
        assume(False)
    for sheet in sheets:
        marks = plotter.marks(sheet.paper)
        assert sheet.recto.registration == marks
        assert not sheet.verso.registration
        assert not sheet.recto.marks
        for face, back in zip(sheet.recto.placements, sheet.verso.placements, strict=True):
            printed = face.trim.grown(face.bleed)
            assert not any(overlap(printed, mark) for mark in marks)
            assert not any(overlap(printed, corner) for corner in kept_free(plotter, sheet.paper))
            assert is_behind(face, back, sheet.paper, flip)


@few
@given(sizes(15, 60), st.integers(1, 80), plotters)
def test_every_piece_is_cut_once_where_it_is_printed(piece, count, plotter):
    asked = Layout(A4, plotter=plotter, corners=2.0)
    try:
        sheets = impose_pieces([make_piece(piece, copies=count)], asked, kind="cards", title="Cards")
    except UnlocatedError:
        assume(False)
    plans = list(cut_plans(sheets))
    assert sorted(at for plan in plans for at in plan.sheets) == list(range(len(sheets)))
    assert len(plans) <= 2  # full sheets, and the last one
    for plan in plans:
        for at in plan.sheets:
            assert [outline.box for outline in plan.outlines] == [
                placement.trim for placement in sheets[at].recto.placements
            ]
            assert plan.paper == sheets[at].paper
        assert all(outline.corner == 2.0 for outline in plan.outlines)


def test_pieces_are_cut_by_themselves_unless_the_user_wants_shared_cuts():
    def gap(gutter=0.0, **more):
        pieces = [make_piece(copies=2)]
        (sheet,) = impose_pieces(pieces, Layout(A4, **more), kind="cards", title="Cards", gutter=gutter)
        first, second = (placement.trim for placement in sheet.recto.placements)
        return second.x - first.right

    assert gap(plotter=Plotter()) == pytest.approx(1.25)
    assert gap(plotter=Plotter(), gap=0.0) == pytest.approx(0)
    assert [gap(plotter=Plotter(), gutter=wide) for wide in (1, 3)] == pytest.approx([1.25, 3])
    assert gap() == pytest.approx(0)


def test_sheets_of_other_things_are_not_for_the_plotter():
    board = impose_tiles(make_piece(Size(300, 300), back=False), Layout(A4, plotter=Plotter()), title="Board")
    assert not list(cut_plans(board))


def test_wide_margins_are_kept():
    (sheet,) = impose_pieces(
        [make_piece()], Layout(A4, margins=Edges.all(40), plotter=Plotter()), kind="cards", title="Cards"
    )
    assert sheet.recto.placements[0].trim.y >= 40


def test_unknown_plotter_is_told():
    with pytest.raises(UnlocatedError) as caught:
        find_plotter("siluette")
    assert caught.value.code == "E532"
    assert "silhouette" in caught.value.hints[0]


def test_own_plotter_comes_first():
    mine = Plotter(inset=12)
    assert find_plotter("silhouette", {"silhouette": mine}) is mine


def test_folded_sheets_are_not_for_a_plotter():
    with pytest.raises(UnlocatedError) as caught:
        Layout(A4, duplex="fold", plotter=Plotter()).checked()
    assert caught.value.code == "E508"
    assert caught.value.expected == "--duplex long-edge, short-edge, manual or none with it"


def test_paper_without_room_between_the_marks_is_told():
    with pytest.raises(UnlocatedError) as caught:
        impose_pieces([make_piece()], Layout(Size(50, 50), plotter=Plotter()), kind="cards", title="Cards")
    assert caught.value.code in {"E501", "E503"}


def test_each_margin_is_at_least_what_the_marks_take_there():
    near, far = 10 + 0.15 + 1 + BLEED, 10 + 20 + BLEED
    for margins in (Edges(1, 2, 50, 60), Edges(50, 60, 1, 2)):
        wide, high = Plotter().margins(margins)
        for found, across, along in ((wide, far, near), (high, near, far)):
            wanted = (
                max(margins.left, across),
                max(margins.top, along),
                max(margins.right, across),
                max(margins.bottom, along),
            )
            assert (found.left, found.top, found.right, found.bottom) == pytest.approx(wanted)

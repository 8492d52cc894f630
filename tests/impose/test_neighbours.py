"""Neighbours with unlike edges are kept apart where that costs nothing."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.geometry.units import Edges, Size
from cardgen.impose.grid import best_grid
from cardgen.impose.layout import Layout
from cardgen.impose.neighbours import LEAST_GAP, count_unlike, free_gap, sort_alike
from cardgen.impose.pieces import impose_pieces
from cardgen.impose.plotter import Plotter
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece

A4 = Size(210, 297)
POKER, SMALL = Size(63, 88), Size(40, 53)
DARK, PALE = ((0,) * 6,) * 4, ((240,) * 6,) * 4


def piece(name, edges, size=POKER, copies=1):
    return Piece("cards", name, name, Drawing(size, 3.0, ()), None, copies, edges=edges)


pieces_of = st.lists(st.tuples(st.sampled_from([DARK, PALE]), st.integers(1, 7)), min_size=1, max_size=9)
sizes = st.sampled_from([POKER, SMALL, Size(44, 68), Size(70, 120)])


def sheets_of(pieces, **how):
    return impose_pieces(pieces, Layout(A4, **how), kind="cards", title="Cards")


def trims(sheet):
    return [placement.trim for placement in sheet.recto.placements]


@given(pieces_of, sizes)
def test_it_costs_no_sheet_and_loses_no_piece(states, size):
    pieces = [piece(str(number), edges, size, copies) for number, (edges, copies) in enumerate(states)]
    sheets = sheets_of(pieces)
    plain = sheets_of([piece(one.id, (), size, one.copies) for one in pieces])
    assert [len(trims(sheet)) for sheet in sheets] == [len(trims(sheet)) for sheet in plain]
    placed = Counter(id(placement.drawing) for sheet in sheets for placement in sheet.recto.placements)
    assert placed == {id(one.face): one.copies for one in pieces}
    area = best_grid(size, A4, sum(one.copies for one in pieces)).place.area
    for box in (box for sheet in sheets for box in trims(sheet)):
        assert box.x >= area.x - 1e-6
        assert box.y >= area.y - 1e-6
        assert box.right <= area.right + 1e-6
        assert box.bottom <= area.bottom + 1e-6


@given(pieces_of, sizes)
def test_like_edges_share_their_cuts_as_before(states, size):
    like = [piece(str(number), DARK, size, copies) for number, (_, copies) in enumerate(states)]
    plain = [piece(one.id, (), size, one.copies) for one in like]
    assert [trims(sheet) for sheet in sheets_of(like)] == [trims(sheet) for sheet in sheets_of(plain)]


@given(pieces_of)
def test_a_full_sheet_is_sorted_so_that_fewer_unlike_edges_meet(states):
    """25 cards of 40 x 53 mm fill the width of A4."""
    copies = [piece(str(n), edges, SMALL) for n, (edges, count) in enumerate(states) for _ in range(count)]
    grid = best_grid(SMALL, A4, 25)
    assert free_gap(grid, 3.0) == 0
    ordered = sort_alike(copies)
    assert Counter(one.id for one in ordered) == Counter(one.id for one in copies)
    order = [one.edges is DARK for one in ordered]
    assert sum(a != b for a, b in pairwise(order)) <= 1
    whole = [piece(str(number), edges, SMALL) for number, edges in enumerate([DARK, PALE] * 12 + [DARK])]
    assert count_unlike(sort_alike(whole), grid) < count_unlike(whole, grid) / 3


def test_an_order_that_is_as_good_as_another_stays():
    """A column of dark cards meets five others, and so does a row of them."""
    copies = [piece(str(number), PALE if number % 5 else DARK, SMALL) for number in range(25)]
    grid = best_grid(SMALL, A4, 25)
    assert count_unlike(copies, grid) == count_unlike(sort_alike(copies), grid) == 5
    (sheet,) = sheets_of(copies)
    assert [placement.drawing for placement in sheet.recto.placements] == [one.face for one in copies]


def test_a_gap_costs_nothing_where_there_is_one_column_or_one_row():
    """Twice the bleed where both are, and else what the other direction leaves."""

    def gap(width, height, paper):
        grid = best_grid(Size(width, height), paper, 99, Edges.all(5))
        return grid.columns, grid.rows, free_gap(grid, 3.0)

    assert gap(150, 60, Size(210, 297)) == (1, 4, 6.0)
    assert gap(150, 70, Size(210, 297)) == (1, 4, 2.3)
    assert gap(95, 250, Size(210, 297)) == (2, 1, 6.0)
    assert gap(99, 250, Size(210, 297)) == (2, 1, 2.0)
    assert gap(150, 250, Size(210, 297)) == (1, 1, 6.0)


def test_unlike_neighbours_get_a_gap_of_at_most_twice_the_bleed():
    def gap(first, second, **how):
        (sheet,) = sheets_of([piece("a", first, copies=4), piece("b", second, copies=5)], **how)
        left, right = trims(sheet)[:2]
        return round(right.x - left.right, 1)

    assert gap(DARK, DARK) == 0
    assert gap(DARK, PALE) == 5.5  # 3 columns of 63 mm in 200 mm
    assert gap(DARK, PALE, margins=Edges.all(0)) == 6.0
    assert gap(DARK, PALE, margins=Edges.all(9.8)) == 0  # 0.7 mm is no help
    assert gap(DARK, PALE, margins=Edges.all(9.5)) == LEAST_GAP
    assert gap(DARK, PALE, gap=2.0) == 2.0  # as was asked for
    assert gap(DARK, PALE, gap=0.0) == 0
    assert LEAST_GAP > 0.7


def test_a_gap_is_no_wider_than_the_ink_of_any_two_pieces_fills():
    """Kinds that share a sheet may have different bleeds."""
    little = replace(piece("a", DARK, copies=4), face=Drawing(POKER, 1.5, ()))
    for pieces in ([little, piece("b", PALE)], [piece("b", PALE), little]):
        (sheet,) = sheets_of(pieces)
        left, right = trims(sheet)[:2]
        assert right.x - left.right == pytest.approx(3.0)


@given(
    st.sampled_from([POKER, SMALL, Size(70, 120), Size(95, 60)]), st.integers(1, 60), st.sampled_from([1.0, 3.0, 9.0])
)
def test_a_gap_costs_no_row_and_no_column(size, count, bleed):
    grid = best_grid(size, A4, count)
    if gap := free_gap(grid, bleed):
        wider = best_grid(size, A4, count, gutter=gap)
        assert (wider.columns, wider.rows, wider.paper) == (grid.columns, grid.rows, grid.paper)


def test_unlike_edges_move_nothing_where_pieces_are_apart_folded_plotted_or_cut_out():
    size = Size(44, 68)  # of which four beside each other have room for a gap
    backs = Drawing(size, 3.0, ())
    for layout, outline in (
        (Layout(A4, gap=0), RECTANGLE),
        (Layout(A4, gap=2), RECTANGLE),
        (Layout(A4, duplex="fold"), RECTANGLE),
        (Layout(A4, plotter=Plotter(gap=0)), RECTANGLE),
        (Layout(A4), ROUND),
    ):
        unlike = [
            replace(piece(name, edges * 2, size, 3), back=backs, outline=outline)
            for name, edges in (("a", DARK), ("b", PALE), ("c", DARK))
        ]
        alike = [replace(one, edges=()) for one in unlike]
        found = [impose_pieces(some, layout, kind="cards", title="Cards") for some in (unlike, alike)]
        assert found[0] == found[1], layout
        assert {sheet.folded for sheet in found[0]} == {"sheet" if layout.duplex == "fold" else ""}


@given(st.lists(st.booleans(), max_size=40), st.integers(1, 25))
def test_neighbours_lie_beside_or_below_each_other_on_one_sheet(are_dark, capacity):
    copies = [piece(str(number), DARK if is_dark else PALE, SMALL) for number, is_dark in enumerate(are_dark)]
    grid = best_grid(SMALL, A4, capacity)
    at = [(number // grid.capacity, *divmod(number % grid.capacity, grid.columns)) for number in range(len(copies))]
    beside = {
        (one, other)
        for one, (sheet, row, column) in enumerate(at)
        for other, place in enumerate(at)
        if place in ((sheet, row, column + 1), (sheet, row + 1, column))
    }
    assert count_unlike(copies, grid) == sum(are_dark[one] != are_dark[other] for one, other in beside)


def test_edges_of_which_one_channel_differs_are_unlike():
    grid = best_grid(POKER, A4, 2)
    for at in range(6):
        other = tuple(100 + 25 * (number == at) for number in range(6))
        near = tuple(100 + 24 * (number == at) for number in range(6))
        one, unlike, like = (piece("a", (colors,) * 4) for colors in ((100,) * 6, other, near))
        assert (count_unlike([one, unlike], grid), count_unlike([one, like], grid)) == (1, 0)
        assert sort_alike([one, unlike, like]) == [one, like, unlike]


def test_a_group_is_of_edges_that_are_like_its_first():
    first, near, far, other = (piece(str(level), ((level,) * 6,) * 4) for level in (100, 120, 140, 0))
    assert sort_alike([first, other, near, far]) == [first, near, other, far]


def test_backs_meet_mirrored():
    back = Drawing(POKER, 3.0, ())

    def both(name, edges):
        return Piece("cards", name, name, Drawing(POKER, 3.0, ()), back, 1, edges=(*DARK, *edges))

    grid = best_grid(POKER, A4, 2)
    for one in product((0, 200), repeat=4):
        a, b = (((left,) * 6, (9,) * 6, (right,) * 6, (9,) * 6) for left, right in (one[:2], one[2:]))
        assert count_unlike([both("a", a), both("b", b)], grid) == (one[:2] != one[:1:-1]), one
    bare = piece("bare", DARK)  # its side of the sheet behind stays white
    assert count_unlike([both("a", DARK), bare], grid) == count_unlike([bare, both("a", PALE)], grid) == 0
    assert count_unlike([both("a", DARK), piece("bare", PALE)], grid) == 1
    unknown = piece("unknown", ())
    assert count_unlike([both("a", DARK), unknown], grid) == count_unlike([unknown, both("a", DARK)], grid) == 0


def test_a_piece_with_one_printed_side_is_of_no_group_with_two():
    pieces = [piece("a", DARK), piece("b", PALE), piece("c", DARK * 2), piece("d", DARK)]
    assert [one.id for one in sort_alike(pieces)] == ["a", "d", "b", "c"]

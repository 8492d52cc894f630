from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.units import Edges, Size
from cardgen.impose.fits import BLEED_GAP, best_fit, count_folded_pairs, find_fits
from cardgen.impose.grid import best_grid
from cardgen.impose.paper import TOLERANCE, find_card, find_paper

from .shapes import A4, few, sizes

PAPERS = ("a4", "a3", "letter", "legal")
LINES = [
    [cell.strip() for cell in line.split("|")]
    for line in (Path(__file__).parent / "fits.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_what_fits_agrees_with_the_table(line):
    card, *cells = line
    for paper, upright, lying in zip(PAPERS, cells[::2], cells[1::2], strict=True):
        shown = [f"{way.columns}x{way.rows} ({way.spaced})" for way in find_fits(find_card(card), find_paper(paper))]
        assert shown == [upright, lying]


@pytest.mark.parametrize(
    ("card", "paper", "gaps"),
    [("poker", "a4", (4.75, 11.0)), ("poker", "letter", (1.35, 5.13)), ("bridge", "a4", (10.15, 0.31))],
)
def test_the_widest_gap_is_that_of_the_table(card, paper, gaps):
    found = [way.largest_gap for way in find_fits(find_card(card), find_paper(paper))]
    assert found == pytest.approx(gaps, abs=0.01)


@few
@given(sizes(12, 120), sizes(60, 450))
def test_the_widest_gap_keeps_as_many_and_no_wider_one_does(piece, paper):
    assume(paper.width != paper.height)
    for way in find_fits(piece, paper):
        if way.largest_gap is None:
            assert way.count <= 1
            continue
        (same,) = [other for other in find_fits(piece, paper, gap=way.largest_gap) if other.lying == way.lying]
        (wider,) = [other for other in find_fits(piece, paper, gap=way.largest_gap + 0.01) if other.lying == way.lying]
        assert same.count == way.count > wider.count


@few
@given(sizes(12, 120), sizes(60, 450), st.sampled_from([0.0, 3.0]))
def test_the_best_way_is_that_of_the_grid(piece, paper, gap):
    best = best_fit(find_fits(piece, paper, gap=gap))
    if best:
        assert best_grid(piece, paper, 10**9, gutter=gap).capacity == best.count


@pytest.mark.parametrize("gap", [0.0, 3.0, 6.0, 9.0])
def test_pieces_with_their_own_bleed_fit_with_the_wider_of_two_gaps(gap):
    for card in ("poker", "mini-american"):
        spaced = find_fits(find_card(card), A4, gap=max(gap, BLEED_GAP))
        assert [way.spaced for way in find_fits(find_card(card), A4, gap=gap)] == [way.count for way in spaced]


def test_what_cannot_fit_is_none():
    assert best_fit(find_fits(Size(300, 300), A4)) is None
    assert find_fits(Size(30, 30), A4, Edges.all(150)) == []
    assert count_folded_pairs(Size(200, 200), A4) == 0
    assert count_folded_pairs(Size(20, 20), A4, Edges.all(150)) == 0


@pytest.mark.parametrize("columns", range(2, 8))
def test_no_gap_is_below_nothing_where_pieces_fill_the_paper_to_the_last_bit(columns):
    ways = find_fits(Size(200 / columns + TOLERANCE / 20, 290), Size(200, 300), Edges.all(0))
    assert [(way.columns, way.rows, way.largest_gap) for way in ways[:1]] == [(columns, 1, 0.0)]

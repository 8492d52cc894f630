"""Candidates: what is one change, and what a group of numbers allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.balancing.space import Matchup, Number, Space, combined, of_deck

COPIES = Space(
    (
        Number(0, "a", 3, -2, 3, group=0),
        Number(0, "b", 3, -2, 3, group=0),
        Number(0, "c", 3, -2, 3, group=0),
        Number(0, "power", 20, -1, 1, step=2),
        Number(1, "other", 1, 0, 3),
    ),
    (Matchup(0, 1, 0),),
)


@pytest.mark.parametrize(
    ("candidate", "count", "size"),
    [
        ((), 0, 0),
        (((3, 1),), 1, 1),
        (((0, 1), (1, -1)), 1, 1),
        (((0, 2), (1, -1), (2, -1)), 2, 2),
        (((0, 1), (1, -1), (4, 2)), 2, 3),
    ],
)
def test_copies_that_move_are_one_change(candidate, count, size):
    assert (COPIES.change_count(candidate), COPIES.size(candidate)) == (count, size)


@pytest.mark.parametrize("candidate", [((0, 1),), ((0, 4), (1, -4)), ((3, 2),), ((4, -1),)])
def test_sums_and_ranges_are_kept(candidate):
    assert not COPIES.is_inside(candidate)


def test_every_move_is_one_legal_change():
    moves = list(COPIES.moves())
    assert len(moves) == len(set(moves)) == 3 * 4 + 2 + 3  # three pairs of copies by -2 to 2, power, other
    assert all(COPIES.is_inside(move) and COPIES.change_count(move) == 1 for move in moves)


@given(st.lists(st.sampled_from(sorted(COPIES.moves())), max_size=6))
def test_moves_in_any_order_are_the_same_candidate(moves):
    there, back = (), ()
    for move in moves:
        there = combined(there, move)
    for move in reversed(moves):
        back = combined(back, move)
    assert there == back
    assert sum(steps for index, steps in there if index < 3) == 0
    assert of_deck(COPIES.numbers, there, 0) + of_deck(COPIES.numbers, there, 1) == there


def test_values_go_by_steps():
    assert COPIES.numbers[3].after(-1) == 18

"""Candidates: what is one change, and what a group of numbers allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.balancing.space import Matchup, Number, Space, combined, of_deck, unique

COPIES = Space(
    (
        Number(0, "a", 3, -2, 3, group=0),
        Number(0, "b", 3, -2, 3, group=0),
        Number(0, "c", 3, -2, 3, group=0),
        Number(0, "power", 20, -1, 1, step=2),
        Number(1, "other", 1, 0, 3),
        *(Number(1, name, 3, -2, 3, group=1) for name in "de"),
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
        (((0, -3), (1, 1), (2, 2)), 2, 3),
        (((3, -1), (4, 2)), 2, 3),
        (((0, 1), (1, -1), (4, 2)), 2, 3),
        (((0, 2), (1, -1), (2, -1), (5, 1), (6, -1)), 3, 3),
    ],
)
def test_copies_that_move_are_one_change(candidate, count, size):
    assert (COPIES.change_count(candidate), COPIES.size(candidate)) == (count, size)


@pytest.mark.parametrize("candidate", [((0, 1),), ((0, 4), (1, -4)), ((3, 2),), ((4, -1),)])
def test_sums_and_ranges_are_kept(candidate):
    assert not COPIES.is_inside(candidate)


def test_every_move_is_one_legal_change():
    moves = list(COPIES.moves())
    assert len(moves) == len(set(moves)) == 4 * 4 + 2 + 3  # four pairs of copies by -2 to 2, power, other
    assert all(COPIES.is_inside(move) and COPIES.change_count(move) == 1 for move in moves)
    assert [move for move in moves if len(move) == 1] == [((3, -1),), ((3, 1),), ((4, 1),), ((4, 2),), ((4, 3),)]
    uneven = Space((Number(0, "a", 3, -1, 3, group=0), Number(0, "b", 3, -2, 0, group=0)), ())
    assert list(uneven.moves()) == [((0, 1), (1, -1)), ((0, 2), (1, -2))]
    for one, other in (((-1, 3), (-2, 1)), ((-2, 1), (-1, 3)), ((-3, 2), (-3, 4)), ((0, 2), (0, 2))):
        pair = Space((Number(0, "a", 3, *one, group=0), Number(0, "b", 3, *other, group=0)), ())
        every = [((0, steps), (1, -steps)) for steps in range(-5, 6) if steps]
        assert list(pair.moves()) == [move for move in every if pair.is_inside(move)]
    assert list(Space((uneven.numbers[0], Number(0, "b", 3, -2, 0, group=1)), ()).moves()) == []


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


def test_an_outlier_is_back_from_half_of_the_way_to_all_of_it():
    for back in (4, -4, 5, -5, 1):
        number = Number(0, "a", 9, -9, 9, back=back)
        found = {steps for steps in range(-9, 10) if number.is_back(steps)}
        assert found == {steps * (1 if back > 0 else -1) for steps in range((abs(back) + 1) // 2, abs(back) + 1)}
    assert not any(Number(0, "a", 9, -9, 9).is_back(steps) for steps in range(-9, 10))


def test_outliers_come_back_together_and_then_each_alone_from_the_farthest():
    backs = (0, 1, -5, 2, 4, 9)
    numbers = tuple(Number(0, str(at), 5, -9, 9, back=back) for at, back in enumerate(backs))
    space = Space((*numbers, Number(0, "in a group", 5, -9, 9, group=0, back=9)), ())
    assert list(space.outliers()) == [((2, -5), (4, 4), (5, 9)), ((5, 9),), ((2, -5),), ((4, 4),)]
    assert list(Space(numbers[:2], ()).outliers()) == [((1, 1),)]
    assert space.brought_back(((0, 1), (1, 1), (2, -2), (3, 1), (4, -4))) == ((1, 1), (3, 1))


def test_a_candidate_touches_the_matchups_of_its_decks():
    space = Space(COPIES.numbers, (Matchup(0, 1, 0), Matchup(2, 1, 0), Matchup(0, 2, 0), Matchup(2, 3, 0)))
    touched = [[at for at in range(4) if space.is_touched(at, one)] for one in ((), ((3, 1),), ((4, 1),))]
    assert touched == [[], [0, 2], [0, 1]]
    assert of_deck(COPIES.numbers, ((3, 1), (4, 1)), 1) == ((4, 1),)
    assert unique([((4, 1),), ((3, 1),), ((4, 1),)]) == [((4, 1),), ((3, 1),)]

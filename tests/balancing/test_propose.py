"""The proposer finds what trying everything finds; what a change must be worth."""

from itertools import product

import pytest

from cardgen.balancing import propose
from cardgen.balancing.propose import BEAM, Costs, Proposer, distance
from cardgen.balancing.rates import RateBook
from cardgen.balancing.result import BalanceSetup
from cardgen.balancing.search import Found
from cardgen.balancing.space import UNCHANGED, Matchup, Number, Space
from cardgen.balancing.surrogate import Linear, Surrogate, sigmoid

FREE = tuple(Number(at % 2, f"n{at}", 5, -1, 1, back=(0, 1, 0)[at]) for at in range(3))
PAIRED = (*(Number(0, f"c{at}", 5, -1, 1, group=0) for at in range(3)), FREE[1])
MATCHUPS = (Matchup(0, 1, 0, 0.55), Matchup(1, 2, 0), Matchup(2, 0, 0))
PAIRS = {0: {0: -0.07, 1: 0.11, 2: 0.3}, 1: {1: 0.2}, 2: {2: -0.2}}
"""What two steps do together; those of unlike decks are none of the model's, and tell whether a pair is used at all."""
OWN = {((0, 1),): [0.4, 0.0, -0.3], ((0, -1), (2, 1)): [-0.9, 0.0, 0.7]}


def model_of(space):
    numbers = space.numbers
    signs = [[(one.deck == match.first) - (one.deck == match.second) for match in space.matchups] for one in numbers]
    effects = [[(0.3 - 0.17 * at) * sign for sign in own] for at, own in enumerate(signs)]
    own = {one: effects for one, effects in OWN.items() if space.is_inside(one)}
    return Linear([0.7, -0.2, 0.1], effects, own, PAIRS, signs)


def expected_logits(model, candidate):
    """The same in plain sums."""
    steps, found = dict(candidate), []
    for at, base in enumerate(model.base):
        total = base + sum(model.effects[index][at] * count for index, count in steps.items())
        for first, others in model.pairs.items():
            for second, value in others.items():
                total += value * steps.get(first, 0) * steps.get(second, 0) * model.signs[first][at]
        found.append(total + model.own.get(candidate, [0.0] * 3)[at])
    return found


@pytest.mark.parametrize("numbers", [FREE, PAIRED], ids=["free", "paired"])
def test_the_best_of_each_number_of_changes_are_found(numbers):
    space = Space(numbers, MATCHUPS)
    model, costs = model_of(space), Costs(most_changes=2)
    proposer = Proposer(space, costs, lambda one: (1, 1) not in one)
    every = [
        tuple((index, steps) for index, steps in enumerate(found) if steps)
        for found in product((-1, 0, 1), repeat=len(numbers))
    ]
    legal = [one for one in every if space.is_inside(one) and (1, 1) not in one]

    def value(candidate):
        return distance(space, expected_logits(model, candidate)) + costs.of(space, candidate)

    best = {
        count: sorted((one for one in legal if space.change_count(one) == count), key=value)[:BEAM]
        for count in (0, 1, 2)
    }
    assert {count: list(some) for count, some in proposer.best(model, 2).items()} == best
    assert list(proposer.ranked(model, 2)) == sorted([one for some in best.values() for one in some], key=value)
    for one in legal:
        assert model.logits(one) == pytest.approx(expected_logits(model, one))
        assert proposer.value(model, one) == pytest.approx(value(one))


def test_nothing_follows_where_nothing_is_legal():
    space = Space(FREE, MATCHUPS)
    proposer = Proposer(space, Costs(), lambda one: len(one) != 1)
    assert proposer.best(model_of(space), 3) == {0: [UNCHANGED]}


def test_of_many_changes_those_that_do_the_most_are_tried(monkeypatch):
    monkeypatch.setattr(propose, "MOST_MOVES", 4)
    space = Space(FREE, MATCHUPS)
    proposer = Proposer(space, Costs(most_changes=1), lambda _: True)
    model = Linear([0.0] * 3, [[0.1, 0, 0], [-0.5, 0, 0], [0, 0.3, 0.3]])
    assert set(proposer.best(model, 1)[1]) == {((1, -1),), ((1, 1),), ((2, -1),), ((2, 1),)}
    monkeypatch.setattr(propose, "MOST_MOVES", 6)
    assert len(proposer.best(model, 1)[1]) == 6


def test_a_change_costs_its_steps_and_an_outlier_that_comes_back_is_a_gain():
    space = Space((Number(0, "far", 9, -5, 5, back=-4), *FREE), MATCHUPS)
    for candidate, cost in (
        ((), 0),
        (((1, -1),), 0.5),
        (((1, 1), (3, -1)), 1.0),
        (((0, -4),), -0.4),
        (((0, -2), (1, 1)), 0.1),
        (((0, 3),), 0.7),
    ):
        assert Costs().of(space, candidate) == pytest.approx(cost), candidate
    assert distance(space, [0.0, 0.0, 0.0]) == pytest.approx(100 * (0.05**2 / 3) ** 0.5)


SETUP = BalanceSetup(("a", "b", "c"), ("a",), ("script",), (), 400, 0, 0.05, 3, 6, "0")


@pytest.mark.parametrize(
    ("target", "before", "after", "is_better"),
    [
        (0.5, 0.7, 0.55, True),
        (0.5, 0.3, 0.45, True),
        (0.5, 0.55, 0.7, False),
        (0.5, 0.7, 0.69, False),
        (0.6, 0.6, 0.8, False),
        (0.6, 0.6, 0.4, False),
        (0.5, 0.8, 0.2, False),  # as far on the other side
        (0.5, 0.9, 0.45, True),
    ],
)
def test_a_candidate_is_better_that_is_nearer_to_the_target(target, before, after, is_better):
    space = Space(FREE, (Matchup(0, 1, 0, target), Matchup(1, 2, 0)))
    candidate, count = ((0, 1),), 200

    def scores(share):
        return {seed: float(seed < round(share * count)) for seed in range(count)}

    retest = {(UNCHANGED, 0): scores(before), (candidate, 0): scores(after), (UNCHANGED, 1): scores(0.9)}
    found = Found(Surrogate(space), None, retest=retest)
    found.evidence = type("Evidence", (), {"blocks": []})
    book = RateBook(SETUP, space, found)
    assert book.is_better(candidate) == is_better
    assert book.rates(candidate) == [], "without a model nothing is known"


def test_a_measured_score_and_its_interval_are_between_0_and_1():
    for score in (0.0, 1.0):
        for rounds in (3, 29, 30, 400):
            found = RateBook.tested([score] * rounds)
            assert 0 <= found.low <= found.estimate == score <= found.high <= 1 and found.low < found.high


def test_the_slope_of_a_win_rate_is_its_derivative():
    for logit in (-2.0, 0.0, 0.7):
        assert RateBook.slope(logit) == pytest.approx((sigmoid(logit + 1e-6) - sigmoid(logit - 1e-6)) / 2e-6)

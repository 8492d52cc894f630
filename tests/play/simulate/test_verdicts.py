"""What can be said of two decks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.play.simulate.intervals import Interval, wilson
from cardgen.play.simulate.report import DeckScore
from cardgen.play.simulate.tally import _needed
from cardgen.play.simulate.verdicts import games_needed, over_levels, verdict_of, verdict_of_deck

BALANCED, NONE, ONE, OTHER = "balanced", "not enough games", "favours a", "favours b"


@pytest.mark.parametrize(
    ("verdicts", "verdict"),
    [
        ([BALANCED], BALANCED),
        ([NONE], NONE),
        ([BALANCED, BALANCED], BALANCED),
        ([ONE, ONE], ONE),
        ([ONE, OTHER], "levels disagree"),
        ([ONE, BALANCED], "levels disagree"),
        ([ONE, BALANCED, NONE], "levels disagree"),
        ([ONE, NONE], NONE),
        ([BALANCED, NONE], NONE),
    ],
)
def test_a_verdict_must_hold_at_all_levels(verdicts, verdict):
    assert over_levels(verdicts) == over_levels(verdicts[::-1]) == verdict


@given(st.integers(0, 400), st.integers(20, 400))
def test_so_many_games_as_are_said_to_be_needed_allow_a_verdict(won, games):
    rate = min(won / games, 1.0)
    needed = games_needed(wilson(rate, games), games)
    if needed is not None and verdict_of(wilson(rate, games), "a", "b") == NONE:
        assert needed > 0
        assert verdict_of(wilson(rate, 1.3 * needed), "a", "b") != NONE
        assert verdict_of(wilson(rate, 0.5 * needed), "a", "b") == NONE


def test_a_score_on_the_limit_is_never_settled():
    assert games_needed(Interval(0.5, 0.55, 0.6), 400) is None
    assert games_needed(Interval(0.0, 0.5, 1.0), 0) is None


def test_games_needed_are_told_in_two_digits_and_rounded_up():
    """An interval narrows with the square root of the games: to half its width by four times as many."""
    needed = {99.5: 100, 104: 110, 195: 200, 1234: 1300, 98_500: 99_000, 99_500: 100_000, 100_500: None, 7.5: 8, 0.3: 1}
    for count, told in needed.items():
        assert games_needed(around(0.5, 0.05 * (count / 400) ** 0.5), 400) == told
    assert games_needed(around(0.25, 0.0499), 100, 0.25) == 400
    assert games_needed(around(0.3, 0.0499), 100, 0.25) == 400  # the nearer limit is 0.275


def around(score, width):
    return Interval(score - width, score, score + width)


def needed_by(*scores):
    """The games that a line-up of four needs, and those that each of its decks needs, after a hundred."""
    found = [(DeckScore("a", around(one, 0.1), "not enough games"), around(one, 0.12)) for one in scores]
    unfair = [not 0.225 <= one <= 0.275 for one in scores]
    intervals = [wide if is_unfair else one.score for (one, wide), is_unfair in zip(found, unfair, strict=True)]
    return _needed(found, 100, 0.25), [games_needed(one, 100, 0.25) for one in intervals]


def test_a_line_up_needs_what_settles_one_unfair_deck_or_all_fair_ones():
    for scores, chosen in (
        ((0.3, 0.4, 0.25), 1),  # one of the unfair ones, the cheapest
        ((0.1, 0.2, 0.25), 0),
        ((0.27501, 0.4), 1),  # of the first nobody knows
        ((0.26, 0.25, 0.24), 0),  # all of the fair ones
        ((0.25, 0.26), 1),
        ((0.25, 0.27499), 1),  # nobody knows of the second, so neither of all
        ((0.27501,), 0),
    ):
        needed, each = needed_by(*scores)
        assert needed == each[chosen], scores
    fair = DeckScore("a", around(0.25, 0.01), "fair")
    assert _needed([(fair, around(0.25, 0.012))], 100, 0.25) is None


def test_an_even_score_needs_what_the_books_say():
    assert games_needed(wilson(0.5, 100), 100) == pytest.approx(385, rel=0.05)  # (1.96 * 0.5 / 0.05) ** 2


@pytest.mark.parametrize(
    ("low", "high", "pairing", "deck"),
    [
        (0.45, 0.55, BALANCED, "fair"),
        (0.449, 0.55, NONE, NONE),
        (0.45, 0.551, NONE, NONE),
        (0.55, 0.6, NONE, NONE),
        (0.551, 0.6, ONE, "too strong"),
        (0.4, 0.45, NONE, NONE),
        (0.4, 0.449, OTHER, "too weak"),
    ],
)
def test_the_whole_interval_must_lie_on_one_side_of_a_limit(low, high, pairing, deck):
    score = Interval(low, (low + high) / 2, high)
    assert (verdict_of(score, "a", "b"), verdict_of_deck(score, score, 0.5)) == (pairing, deck)
    assert verdict_of(score, "a", "a") == "mirror"

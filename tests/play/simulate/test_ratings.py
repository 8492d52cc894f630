from math import log10

import pytest

from cardgen.play.simulate.intervals import of_rounds
from cardgen.play.simulate.ratings import PRIOR, expected, fit, ratings


def test_two_decks_differ_by_their_odds():
    one, other = fit({(0, 1): 3000, (1, 0): 1000}, 2)
    assert one - other == pytest.approx(400 * log10(3), abs=1)
    assert one + other == pytest.approx(0)
    assert expected(one, other) == pytest.approx(0.75, abs=0.001)
    assert expected(other, one) == pytest.approx(0.25, abs=0.001)


def test_ratings_explain_pairings_that_were_not_played():
    low, middle, high = fit({(0, 1): 200, (1, 0): 800, (1, 2): 200, (2, 1): 800}, 3)
    assert high - middle == pytest.approx(middle - low, abs=1)
    assert high - low == pytest.approx(2 * 400 * log10(4), rel=0.02)


def test_who_never_lost_has_a_finite_rating():
    one, other = fit({(0, 1): 20, (1, 0): 0}, 2)
    assert PRIOR > 0
    assert 200 < one - other < 1500


def test_intervals_hold_the_rating_and_narrow_with_games():
    few = ratings({(0, 1): [0.5, 1.0, 0.0, 0.5, 1.0] * 3}, 2)
    many = ratings({(0, 1): [0.5, 1.0, 0.0, 0.5, 1.0] * 60}, 2)
    for rating in few + many:
        assert rating.low <= rating.estimate <= rating.high
    assert many[0].half_width < few[0].half_width


def test_a_single_deck_and_no_games_have_no_rating():
    assert [rating.estimate for rating in ratings({}, 1)] == [0.0]
    assert [rating.estimate for rating in ratings({(0, 1): []}, 2)] == [0.0, 0.0]


def test_a_pairing_that_was_not_played_says_nothing():
    played = {(0, 1): [1.0, 0.5], (1, 2): [0.0, 1.0]}
    assert ratings({(0, 2): [], **played}, 3) == ratings(played, 3)


@pytest.mark.parametrize("scores", [[0.5] * 10, [0.5] * 100, [1.0, 0.0] * 5, [0.0, 0.5, 1.0, 1.0] * 5])
def test_a_rating_is_no_surer_than_the_score_it_is_made_of(scores):
    score = of_rounds(scores, 2 * len(scores))
    implied = 200 * (log10(score.high / (1 - score.high)) - log10(score.low / (1 - score.low)))
    for rating in ratings({(0, 1): scores}, 2):
        assert rating.high - rating.low > 0.999 * implied


def test_whoever_lost_all_games_or_none_is_not_known_to_the_point():
    for rating in ratings({(0, 1): [1.0] * 10}, 2):
        assert rating.high - rating.low > 150


def test_ratings_are_the_same_each_time():
    pairs = {(0, 1): [0.5] * 10, (1, 2): [1.0, 0.5] * 5}
    assert ratings(pairs, 3, 7) == ratings(pairs, 3, 7)


RATED = [(-19.90, 102.35, 236.07), (-154.83, -32.77, 87.83), (-191.71, -69.58, 47.48)]
"""Low end, estimate and high end of each deck, as the bootstrap of seed 7 gives them."""


def test_ratings_of_three_decks_are_as_computed_before():
    pairs = {(0, 1): [1.0, 0.5, 1.0, 0.5], (0, 2): [0.5, 0.5, 1.0], (1, 2): [0.0, 0.5, 1.0, 1.0, 0.5]}
    found = [(one.low, one.estimate, one.high) for one in ratings(pairs, 3, 7)]
    assert found == [pytest.approx(one, abs=0.01) for one in RATED]


def test_a_rating_is_no_surer_than_those_that_it_is_measured_by():
    """Two decks are known to be even, but not by how much they are better than the third, as bootstraps of seed 7 show."""
    pairs = {(0, 1): [0.5] * 100 + [1.0, 0.0] * 50, (1, 2): [1.0, 0.0, 1.0, 1.0, 0.5, 1.0]}
    found = [(one.low, one.estimate, one.high) for one in ratings(pairs, 3, 7)]
    assert found[0] == pytest.approx((-19.36, 58.63, 187.69), abs=0.01)
    assert found[1] == pytest.approx((-22.27, 58.80, 188.74), abs=0.01)

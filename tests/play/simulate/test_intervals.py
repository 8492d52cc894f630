import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.play.simulate.intervals import UNKNOWN, holm, of_rounds, paired_difference, paired_p, wilson

RATES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_is_as_published(won, games, low, high):
    """The last row: Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    interval = wilson(won / games, games)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-4)


@given(RATES, st.integers(1, 10_000))
def test_wilson_holds_the_estimate(rate, games):
    interval = wilson(rate, games)
    assert 0 <= interval.low <= rate + 1e-9
    assert rate - 1e-9 <= interval.high <= 1


@given(RATES)
def test_more_games_narrow_it(rate):
    assert wilson(rate, 400).half_width < wilson(rate, 100).half_width


def test_of_nothing_nothing_is_known():
    assert wilson(0.3, 0) == of_rounds([], 0) == UNKNOWN


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60))
def test_pairs_are_never_surer_than_independent_games(scores):
    games = 2 * len(scores)
    interval, free = of_rounds(scores, games), wilson(sum(scores) / len(scores), games)
    assert interval.low <= free.low + 1e-9
    assert interval.high >= free.high - 1e-9


def test_luck_that_decides_both_games_of_a_pair_counts_once():
    assert of_rounds([0.0, 1.0] * 50, 200).half_width == pytest.approx(wilson(0.5, 100).half_width, rel=0.02)


def test_paired_difference_sees_what_is_the_same_everywhere():
    before = [0.0, 0.5, 1.0, 0.5] * 20
    assert paired_difference(before, before).low < 0 < paired_difference(before, before).high
    better = [min(value + 0.5, 1.0) for value in before]
    assert paired_difference(before, better).low > 0
    assert paired_difference(before, better).estimate == pytest.approx(0.375)


def test_one_pair_tells_nothing_of_a_difference():
    assert paired_difference([0.0], [1.0]).low == -1.0


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=2, max_size=60))
def test_a_difference_is_no_chance_just_if_its_interval_leaves_out_zero(changes):
    zeros = [0.0] * len(changes)
    interval, chance = paired_difference(zeros, changes), paired_p(zeros, changes)
    assert 0 <= chance <= 1
    assert -1 <= interval.low <= interval.estimate <= interval.high <= 1
    if abs(chance - 0.05) > 1e-9 and interval.low > -1 and interval.high < 1:
        assert (chance < 0.05) == (interval.low > 0 or interval.high < 0)


def test_of_one_difference_nothing_is_known():
    assert paired_p([0.0], [1.0]) == 1


def test_holm_takes_the_smallest_first():
    """The limits of four are 0.05 / 4, / 3, / 2 and / 1; the first that is too large ends it."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert holm([0.012, 0.016, 0.024, 0.049]) == [True] * 4
    assert holm([0.013, 0.014]) == [True, True]
    assert holm([0.03, 0.03]) == [False, False]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=20))
def test_holm_lies_between_bonferroni_and_no_correction(chances):
    for chance, named in zip(chances, holm(chances), strict=True):
        assert named or chance > 0.05 / len(chances)
        assert not named or chance <= 0.05


@given(st.integers(0, 300), st.integers(1, 300))
def test_wilson_is_that_of_scipy(won, more):
    stats = pytest.importorskip("scipy.stats", reason="scipy comes with OpenSpiel only")
    theirs = stats.binomtest(won, won + more).proportion_ci(method="wilson")
    ours = wilson(won / (won + more), won + more)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_a_paired_difference_is_that_of_a_paired_test():
    """Apart from the one change more, which keeps intervals of equal pairs open."""
    stats = pytest.importorskip("scipy.stats", reason="scipy comes with OpenSpiel only")
    before = [0.0, 0.5, 1.0, 0.5, 0.0] * 200
    after = [0.5, 0.5, 1.0, 0.0, 0.5] * 200
    theirs = stats.ttest_rel(after, before)
    assert paired_p(before, after) == pytest.approx(theirs.pvalue, rel=0.05)
    ends = theirs.confidence_interval(0.95)
    ours = paired_difference(before, after)
    assert (ours.low, ours.high) == pytest.approx((ends.low, ends.high), abs=0.002)

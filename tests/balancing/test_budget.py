"""How many games are played within a time."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.balancing import budget
from cardgen.balancing.budget import in_time, planned_games, told_need
from cardgen.balancing.games import GameTrials
from cardgen.balancing.result import BalanceSetup, PairingRate, Proposal
from cardgen.balancing.space import Matchup, Space
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.pace import Pace
from cardgen.play.simulate.run import InProcessExecutor
from cardgen.play.simulate.stage import PlaytestRun

SETUP = BalanceSetup(("a", "b"), ("a",), ("script", "greedy"), ("random",), 4000, 0, 0.05, 3, 2, "0")
SPACE = Space((), (Matchup(0, 1, 0), Matchup(0, 1, 1)))
SECONDS = {("script",) * 2: 0.05, ("greedy",) * 2: 0.2, ("random",) * 2: 0.1}


@pytest.fixture
def trials(monkeypatch):
    """Trials whose clock stands still at 40 seconds."""

    def seconds_of_games(contests, _workers):
        assert contests.keys() == SECONDS.keys(), "also those that are held out"
        return SECONDS

    monkeypatch.setattr(budget, "seconds_of_games", seconds_of_games)
    rules = SimpleNamespace(contest=lambda *_: None, shares_deck=False)
    freedom = SimpleNamespace(sources=[SimpleNamespace(data=None)] * 2)
    run = PlaytestRun(InProcessExecutor(), None, Pace(clock=lambda: 40.0))
    return GameTrials(rules, freedom, SPACE, SETUP.levels, {}, run)


def seconds_of(setup):
    return sum(count * SECONDS[level, level] for level, count in planned_games(setup, 1).items())


def test_more_pairings_share_the_games_of_a_held_out_level():
    planned = [planned_games(SETUP, pairings) for pairings in (1, 2, 4)]
    assert planned[0] == planned[1] == planned[2]
    slow = [planned_games(replace(SETUP, held_out=("search-8",)), pairings)["search-8"] for pairings in (1, 2, 4)]
    assert slow == [slow[0], 2 * slow[0], 4 * slow[0]], "few enough to be played as they are"


def test_without_a_time_all_games_are_played(trials):
    assert in_time(SETUP, trials) is SETUP
    assert (trials.late_after, trials.run.pace.expected) == (None, {})
    trials.run.progress = print
    assert in_time(SETUP, trials) is SETUP
    assert (trials.late_after, trials.run.pace.expected) == (None, SECONDS), "whoever waits is told how long"


def test_as_many_games_as_there_is_time_for(trials):
    """What is left of the time leaves room for a wrong estimate, and the search leaves time for the test."""
    trials.run.pace.deadline = 340.0
    setup = in_time(SETUP, trials)
    assert 0.7 * 300 < seconds_of(setup) <= 0.75 * 300
    assert setup == replace(SETUP, games=setup.games)
    assert trials.late_after == pytest.approx(40 + 0.45 * 300)


def test_much_time_does_not_mean_more_games(trials):
    trials.run.pace.deadline = 40.0 + 24 * 3600
    assert in_time(SETUP, trials) == SETUP
    trials.run.pace.deadline = 41.0
    assert in_time(SETUP, trials).games == 100  # the deadline ends what there is no time for
    assert trials.run.pace.planned == Counter()


def test_a_time_that_is_over_leaves_the_fewest_games(trials):
    trials.run.pace.deadline = 30.0
    assert in_time(SETUP, trials).games == 100
    assert trials.late_after == 30.0


def test_games_that_take_no_time_are_all_played(trials, monkeypatch):
    monkeypatch.setattr(budget, "seconds_of_games", lambda *_: dict.fromkeys(SECONDS, 0.0))
    trials.run.pace.deadline = 41.0
    assert in_time(SETUP, trials) == SETUP


def test_what_a_score_needs_is_told_as_far_as_games_can_tell_it_soon():
    """The games needed grow with the square of the interval; the score that needs the most counts."""

    def told(*scores):
        rates = tuple(
            PairingRate("a", "b", "script", 0.5, None, Interval(score - half, score, score + half), 200)
            for score, half in scores
        )
        return told_need(SETUP, Proposal((), 1, 1, rates, (), True, False))

    far = "A score is too near to the limit for more games to tell soon."
    assert [told(), told((0.5, 0.049)), told((0.5, 0.04), (0.6, 0.02))] == ["", "", ""]
    assert told((0.47, 0.022)) == "About --games 4,900 would tell, 1.2 times as many."
    assert told((0.47, 0.06), (0.5, 0.07)) == "About --games 36,000 would tell, 9 times as many."
    assert told((0.58, 0.06)) == told((0.47, 0.04)) == "About --games 16,000 would tell, 4 times as many."
    assert told((0.54, 0.099)) == "About --games 400,000 would tell, 98 times as many."
    assert [told((0.54, 0.101)), told((0.54, 0.13)), told((0.55, 0.02))] == [far, far, far]

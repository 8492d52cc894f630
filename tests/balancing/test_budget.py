"""How many games are played within a time."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.balancing import budget
from cardgen.balancing.budget import in_time, planned_games
from cardgen.balancing.games import GameTrials
from cardgen.balancing.result import BalanceSetup
from cardgen.balancing.space import Matchup, Space
from cardgen.play.simulate.pace import Pace
from cardgen.play.simulate.run import InProcessExecutor
from cardgen.play.simulate.stage import PlaytestRun

SETUP = BalanceSetup(("a", "b"), ("a",), ("script", "greedy"), ("random",), 4000, 0, 0.05, 3, 2, "0")
SPACE = Space((), (Matchup(0, 1, 0), Matchup(0, 1, 1)))
SECONDS = {("script",) * 2: 0.05, ("greedy",) * 2: 0.2, ("random",) * 2: 0.1}


@pytest.fixture
def trials(monkeypatch):
    """Trials whose clock stands still at 40 seconds."""
    monkeypatch.setattr(budget, "seconds_of_games", lambda _contests, _workers: SECONDS)
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

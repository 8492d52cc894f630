"""What cards do for their decks, against the same games played one by one."""

from collections import Counter

import pytest

from cardgen.play.simulate.agents import RandomAgent
from cardgen.play.simulate.impact import ImpactTrials, impacts_of
from cardgen.play.simulate.intervals import mean
from cardgen.play.simulate.match import play_round
from cardgen.play.simulate.pace import Pace
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.run import InProcessExecutor
from cardgen.play.simulate.stage import PlaytestRun

from .coins import CoinContest, CoinRules

DECKS = [3, 2, 1]
KEYS = [(0, 1), (0, 2), (1, 2)]


def trials(decks=DECKS, keys=KEYS, impact=40):
    setup = Setup(tuple("abc"[: len(decks)]), ("random",), 20, 5, "0", impact=impact)
    return ImpactTrials(
        CoinRules(), decks, setup, {key: CoinContest([decks[number] for number in key]) for key in keys}
    )


def impacts(played=0, **options):
    found = trials(**options)
    session = PlaytestRun(InProcessExecutor(), None, Pace(Counter({found.blanks.levels: found.games})))
    agents = [RandomAgent(), RandomAgent()]
    pairings = {
        key: {seed: play_round(contest, agents, seed) for seed in range(5, 5 + played)}
        for key, contest in found.plain.contests.items()
    }
    found.play(session, pairings)
    return impacts_of([found]), session


def score(first, second, seed):
    """Of the first deck, in both seats."""
    return mean(
        [result.scores[0] for result in play_round(CoinContest([first, second]), [RandomAgent(), RandomAgent()], seed)]
    )


def test_it_is_the_difference_of_the_same_games_against_all_other_decks():
    found, _ = impacts()
    for deck, most in enumerate(DECKS):
        gains = []
        for other, theirs in enumerate(DECKS):
            for seed in range(5, 15):  # 40 games: ten pairs against each of two decks
                if other > deck:
                    gains.append(score(most, theirs, seed) - score(1, theirs, seed))
                elif other < deck:
                    gains.append(score(theirs, 1, seed) - score(theirs, most, seed))
        assert found[deck, "coins/all"].gain.estimate == pytest.approx(mean(gains))
        assert found[deck, "coins/all"].games == 40


def test_a_blank_for_a_blank_is_worth_nothing():
    impact = impacts()[0][2, "coins/all"]
    assert (impact.gain.estimate, impact.p, impact.significant) == (0, 1, False)
    assert impact.gain.low < 0 < impact.gain.high  # what has never happened may still happen


@pytest.mark.parametrize(("played", "more"), [(0, 60), (4, 36), (10, 0), (30, 0)])
def test_games_that_were_played_are_not_played_again(played, more):
    found, session = impacts(played)
    assert session.done == session.most == 3 * 40 + more
    assert found == impacts()[0]


def test_a_single_deck_is_tried_against_itself():
    found, session = impacts(decks=[3], keys=[(0, 0)], impact=10)
    assert set(found) == {(0, "coins/all")}
    assert session.done == 20


def test_nothing_is_known_of_a_card_that_is_never_drawn():
    from dataclasses import replace

    found = trials(impact=4)
    found.play(PlaytestRun(InProcessExecutor()), {key: {} for key in KEYS})

    def undrawn(result):
        return replace(result, summary=replace(result.summary, drawn=(frozenset(), frozenset())))

    for stage in (found.plain, found.blanks):
        for pairs in stage.played.values():
            for seed, pair in pairs.items():
                pairs[seed] = tuple(undrawn(result) for result in pair)
    assert impacts_of([found]) == {}

"""What cards do for their decks, against the same games played one by one."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.play.simulate.agents import RandomAgent
from cardgen.play.simulate.impact import ImpactTrials, impacts_of
from cardgen.play.simulate.intervals import mean, paired_difference
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


def test_cards_are_judged_by_the_strongest_players_in_whole_rounds():
    """Two games a round against each of two decks: 41 games are eleven rounds of both."""
    found = trials(impact=41)
    assert (found.rounds, [*found.seeds()], found.games) == (11, [*range(5, 16)], 3 * 44)
    setup = replace(found.setup, levels=("random", "script"))
    levels = ImpactTrials(CoinRules(), DECKS, setup, found.plain.contests)
    assert levels.blanks.levels == levels.plain.levels == ("script", "script")


class SeveralRules(CoinRules):
    """A blank is another kind of deck, which tells where it is."""

    def contest(self, decks, settings=None, players=None):
        return SimpleNamespace(**vars(CoinContest(decks[:2])), decks=decks, settings=settings, players=players)

    def blank(self, deck, card):
        return f"{deck} without {card}"


class Table(CoinContest):
    player_count, teams = 3, (0, 1, 2)


def test_of_several_copies_of_a_deck_the_first_one_has_the_blank():
    setup = Setup(("a", "b"), ("random",), 20, 5, "0", impact=12, rules={"x": "y"}, teams=(0, 1, 2))
    contests = {key: Table([3, 2, 2]) for key in ((0, 0, 1), (0, 1, 1))}
    found = ImpactTrials(SeveralRules(), [3, 2], setup, contests).blanks.contests
    blank = {0: "3 without coins/all", 1: "2 without coins/all"}
    assert [(trial.deck, trial.key, trial.player, contest.decks) for trial, contest in found.items()] == [
        (0, (0, 0, 1), 0, [blank[0], 3, 2]),
        (0, (0, 1, 1), 0, [blank[0], 2, 2]),
        (1, (0, 0, 1), 2, [3, 3, blank[1]]),
        (1, (0, 1, 1), 1, [3, blank[1], 2]),
    ]
    assert {(str(one.settings), one.players) for one in found.values()} == {("{'x': 'y'}", 3)}


def test_games_of_all_tables_count_together_and_what_was_never_met_does_not():
    one, other = trials(impact=4), trials(impact=4)
    for at, found in enumerate((one, other)):
        found.setup = replace(found.setup, seed=5 + at)
        found.play(PlaytestRun(InProcessExecutor()), {key: {} for key in KEYS})
    alone, both = impacts_of([one]), impacts_of([one, other])
    for part, impact in both.items():
        pairs = [found.pairs()[part] for found in (one, other)]
        assert impact.games == sum(pair.games for pair in pairs) == 2 * alone[part].games
        whole, without = ([score for pair in pairs for score in getattr(pair, name)] for name in ("whole", "without"))
        assert impact.gain == paired_difference(without, whole)


def test_a_card_counts_if_it_was_met_with_or_without_the_blank():
    """A card that was drawn only in the games in which it is a blank was met too."""
    for met in ("plain", "blanks", "neither"):
        found = trials(impact=4)
        found.play(PlaytestRun(InProcessExecutor()), {key: {} for key in KEYS})
        for name in {"plain", "blanks"} - {met}:
            for pairs in getattr(found, name).played.values():
                for seed, pair in pairs.items():
                    pairs[seed] = tuple(undrawn(result) for result in pair)
        assert len(found.pairs()) == (0 if met == "neither" else 3)


def undrawn(result):
    return replace(result, summary=replace(result.summary, drawn=(frozenset(), frozenset())))


def test_a_single_deck_is_tried_against_itself():
    found, session = impacts(decks=[3], keys=[(0, 0)], impact=10)
    assert set(found) == {(0, "coins/all")}
    assert session.done == 20

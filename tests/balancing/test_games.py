"""Candidates are played as games: which decks, at which level, with which seeds, and what their scores are."""

from types import SimpleNamespace

import pytest

from cardgen.balancing.games import GameTrials, PlayedPair
from cardgen.balancing.space import UNCHANGED, Matchup, Number, Space
from cardgen.play.simulate.intervals import mean
from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import play_round
from cardgen.play.simulate.run import InProcessExecutor, WorkersLostError
from cardgen.play.simulate.stage import PlaytestRun
from cardgen.report.errors import UnlocatedError
from tests.play.simulate.coins import CoinContest, CoinRules

MOST = [2, 3, 4]
"""How many coins each deck may take."""
SPACE = Space(
    (Number(0, "a", 2, -1, 2), Number(1, "b", 3, -1, 2)),
    (Matchup(0, 1, 0), Matchup(0, 2, 1), Matchup(1, 2, 1), Matchup(0, 1, 1)),
)
LEVELS = ("random", "script")
FIRST, OTHER = ((0, 2),), ((0, -1), (1, 1))
SEEDS = [range(5, 8), range(2), range(1), range(9, 10)]


class Backwards(InProcessExecutor):
    """Yields the rounds in another order, and fails after some of them."""

    def __init__(self, after=None, error=None):
        self.after, self.error = after, error

    def play(self, plan, tasks):
        for done, task in enumerate(reversed(tasks)):
            if done == self.after:
                raise self.error
            yield from super().play(plan, [task])


def trials(executor=None, rules=None):
    sources = [SimpleNamespace(data=most, changed=lambda steps, most=most: most + steps) for most in MOST]
    freedom = SimpleNamespace(sources=sources, overrides=lambda part: sum(steps for _, steps in part))
    told = []
    run = PlaytestRun(executor or InProcessExecutor(), lambda *news: told.append(news))
    return GameTrials(rules or CoinRules(), freedom, SPACE, LEVELS, {}, run), told


def expected(most, level, seeds):
    agents = [agent_of(LEVELS[level])] * 2
    return {seed: mean([one.scores[0] for one in play_round(CoinContest(most), agents, seed)]) for seed in seeds}


def test_each_candidate_is_played_in_its_matchup_with_the_seeds_of_the_matchup():
    cells = [(UNCHANGED, 0), (UNCHANGED, 2), (FIRST, 0), (FIRST, 1), (OTHER, 3), (OTHER, 1)]
    for executor in (InProcessExecutor(), Backwards()):
        playing, told = trials(executor)
        found = playing.play(cells, SEEDS, "why")
        assert found == {
            (UNCHANGED, 0): expected([2, 3], 0, SEEDS[0]),
            (UNCHANGED, 2): expected([3, 4], 1, SEEDS[2]),
            (FIRST, 0): expected([4, 3], 0, SEEDS[0]),
            (FIRST, 1): expected([4, 4], 1, SEEDS[1]),
            (OTHER, 3): expected([1, 4], 1, SEEDS[3]),
            (OTHER, 1): expected([1, 4], 1, SEEDS[1]),
        }
        assert all(list(scores) == list(SEEDS[at]) for (_, at), scores in found.items()), "in the order of the seeds"
        assert [games for games, _, _ in told] == list(range(2, 2 * 12 + 1, 2))
        assert [text.split(";")[0].split(",")[:2] for *_, text in told] == [
            ["why", f" {LEVELS[at]}"] for at in [0] * 6 + [1] * 6
        ]


def test_a_card_is_replaced_by_a_blank_in_its_own_deck_alone():
    playing, _ = trials()
    game = PlayedPair(FIRST, 0, 1, blank=(1, "coins/all"))
    assert playing.play_at("script", {game: range(3)}, "") == {game: expected([4, 1], 1, range(3))}
    game = PlayedPair(FIRST, 0, 1, blank=(0, "coins/all"))
    assert playing.play_at("script", {game: range(3)}, "") == {game: expected([1, 3], 1, range(3))}
    assert playing.play_at("script", {}, "") == {}


class SharedRules(CoinRules):
    shares_deck = True

    def contest(self, decks, settings=None, players=None):
        assert len(decks) == 1 and players == 2
        return CoinContest(decks * 2)


def test_the_score_of_a_shared_deck_is_that_of_the_player_who_begins():
    playing, _ = trials(rules=SharedRules())
    game = PlayedPair(FIRST, 0, 1)
    found = playing.play_at("script", {game: range(4)}, "")
    assert found == {game: {seed: float(seed % 2 == 0) for seed in range(4)}}, "13 coins and more, one at a time"


@pytest.mark.parametrize(
    ("error", "after", "is_raised"),
    [
        (KeyboardInterrupt(), 0, False),
        (KeyboardInterrupt(), 2, False),
        (UnlocatedError("E713", "it cannot begin"), 0, True),
        (UnlocatedError("E713", "it stops"), 2, False),
        (WorkersLostError("E714", "they died"), 0, False),
    ],
)
def test_what_was_played_is_kept_if_the_games_end_early(error, after, is_raised):
    playing, _ = trials(Backwards(after, error))
    cells = [(UNCHANGED, 0), (FIRST, 0)]
    if is_raised:
        with pytest.raises(UnlocatedError):
            playing.play(cells, SEEDS, "")
        return
    found = playing.play(cells, SEEDS, "")
    assert found == (
        {cell: expected(most, 0, [7]) for cell, most in zip(cells, ([2, 3], [4, 3]), strict=True)} if after else {}
    )
    assert (playing.is_stopped, playing.error) == (True, None if isinstance(error, KeyboardInterrupt) else error)
    assert playing.play(cells, SEEDS, "") == {}, "nothing is played after that"


def test_it_is_late_from_its_moment_on():
    playing, _ = trials()
    for now, is_late in ((9.9, False), (10, True), (11, True)):
        playing.run.pace.clock = lambda now=now: now
        playing.late_after = None
        assert not playing.is_late
        playing.late_after = 10.0
        assert playing.is_late == is_late

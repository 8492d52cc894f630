"""The default evaluation, which is learned from random games, makes agents better than random ones."""

from __future__ import annotations

from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import play_round
from tests.plugin.rules.described.oracles import ORACLES, goofspiel


def share_of_wins(contest, level: str, rounds: int) -> float:
    """Return the mean score of a player of a level among random ones."""
    agents = [agent_of(level), *(agent_of("random") for _ in range(contest.player_count - 1))]
    results = [result for seed in range(rounds) for result in play_round(contest, agents, seed)]
    return sum(result.scores[0] for result in results) / len(results)


def test_greedy_beats_random_without_a_word_from_the_designer():
    assert share_of_wins(ORACLES["leduc_poker"].contest(), "greedy", 60) > 0.58
    assert share_of_wins(goofspiel(8), "greedy", 30) > 0.6
    assert share_of_wins(ORACLES["crazy_eights"].contest(), "greedy", 8) > 0.4, "a fair share of four is 0.25"


def test_the_same_contest_learns_the_same():
    contest = goofspiel(5)
    first = contest.evaluation
    again = type(contest)(contest.tables).evaluation
    assert again == first

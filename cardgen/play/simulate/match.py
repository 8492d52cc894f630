"""One game, and a pair of games with the same luck and swapped seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.agents import Agent, View
from cardgen.plugin.rules.contest import Contest, GameSummary
from cardgen.plugin.rules.state import CHANCE

FAR_BEHIND = 0.2
"""Who has won although his chance was as low as this has come back."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What became of a game.

    Attributes:
        first: Player who began.
        score: Of player 0: 1 won, 0 lost, 0.5 undecided.
        decisions: How often anybody had a choice.
        lowest: The lowest chance of each player at the start of a turn.
        summary: What happened in it.
    """

    first: int
    score: float
    decisions: int
    lowest: tuple[float, float]
    summary: GameSummary

    @property
    def is_comeback(self) -> bool:
        """Whether the winner was far behind."""
        return (self.score == 1 and self.lowest[0] <= FAR_BEHIND) or (self.score == 0 and self.lowest[1] <= FAR_BEHIND)


Pair = tuple[GameResult, GameResult]


def play_game(contest: Contest, agents: Sequence[Agent], seed: int, first: int) -> GameResult:
    """Play a game to its end.

    Args:
        contest: The decks.
        agents: Of player 0 and 1.
        seed: Decides the shuffles, and what the agents do by lot, each in a stream of its own.
        first: Who has the first seat.
    """
    state, chance = contest.start(seed, first), Random(f"chance {seed}")
    minds = [Random(f"agent {seed} {player ^ first}") for player in (0, 1)]
    decisions, turn, lowest = 0, -1, 1.0
    highest = 0.0
    while not state.is_terminal():
        mover = state.current_player()
        if contest.turn(state) != turn:
            turn = contest.turn(state)
            hope = contest.evaluate(state, 0)
            lowest, highest = min(lowest, hope), max(highest, hope)
        if mover == CHANCE:
            state.apply_action(sample_chance(state, chance))
            continue
        decisions += 1
        state.apply_action(agents[mover].choose(View(contest, state, mover), minds[mover]))
    score = (state.returns()[0] + 1) / 2
    return GameResult(first, score, decisions, (lowest, 1 - highest), contest.summary(state, seed, first))


def play_pair(contest: Contest, agents: Sequence[Agent], seed: int) -> Pair:
    """The same luck twice: each deck has each seat once."""
    return play_game(contest, agents, seed, 0), play_game(contest, agents, seed, 1)

"""Offer the agents as bots of OpenSpiel, with an evaluator and a resampler for its tree search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pyspiel

from cardgen.play.openspiel.game import DeckState
from cardgen.play.simulate.agents import rollout
from cardgen.play.simulate.levels import agent_of, level_of
from cardgen.play.simulate.player_view import PlayerView
from cardgen.play.simulate.search import MCTS_TURNS, team_values


class LevelBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """An agent of one of the levels, such as `greedy` or `mcts-200`."""

    def __init__(self, level: str, seed: int = 0) -> None:
        """Make a bot.

        Args:
            level: Level as `cardgen playtest --level` takes it.

        Raises:
            UnlocatedError: E704, unknown level.
        """
        super().__init__()
        self._agent = agent_of(level_of(level))
        self._rng = Random(seed)

    def step(self, state: DeckState) -> int:
        """Return an action, using only what the current player can know."""
        game = state.get_game()
        view = PlayerView(game.tree.contest, state.inner, state.current_player())
        return int(game.number(self._agent.choose(view, self._rng)))


class RolloutEvaluator:
    """An evaluator of states for OpenSpiel's searches: some turns by rules of thumb, then the game's evaluation.

    The searches of `mcts-N` do the same. OpenSpiel's own evaluator plays at random to the end.
    """

    def __init__(self, seed: int = 0, turns: int = MCTS_TURNS) -> None:
        """Make an evaluator."""
        self._rng = Random(seed)
        self._turns = turns

    def evaluate(self, state: DeckState) -> Sequence[float]:
        """Return the value of a state for each player, -1 to 1."""
        contest, end = state.get_game().tree.contest, state.inner.clone()
        value = rollout(contest, end, 0, self._rng, self._turns)
        values = {team: 2 * found - 1 for team, found in team_values(contest, end, 0, value).items()}
        if len(set(contest.teams)) == 2:
            values = {team: 2 * value - 1 if team == contest.teams[0] else 1 - 2 * value for team in values}
        return [values[team] for team in contest.teams]

    def prior(self, state: DeckState) -> list[tuple[int, float]]:
        """Return every legal action with the same probability."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def resampler(seed: int) -> Callable[[DeckState, int], DeckState]:
    """Return a resampler for `ISMCTSBot.set_resampler` whose worlds depend on a seed, not on the clock."""
    rng = Random(seed)
    return lambda state, player: state.resample_from_infostate(player, rng.random)

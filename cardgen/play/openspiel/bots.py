"""Our players as bots of OpenSpiel, and what its tree search needs to play as ours does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pyspiel

from cardgen.play.openspiel.game import DeckState
from cardgen.play.simulate.agents import PlayerView
from cardgen.play.simulate.levels import agent_of, level_of
from cardgen.play.simulate.search import MCTS_TURNS, rollout


class LevelBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """A player of one of the levels, such as `greedy` or `mcts-200`."""

    def __init__(self, level: str, seed: int = 0) -> None:
        """Make a bot.

        Args:
            level: As `cardgen playtest --level` takes it.
            seed: Of what he does by lot.

        Raises:
            UnlocatedError: E704, there is no such level.
        """
        super().__init__()
        self._agent = agent_of(level_of(level))
        self._rng = Random(seed)

    def step(self, state: DeckState) -> int:
        """What he does, knowing what the player whose turn it is can know."""
        game = state.get_game()
        view = PlayerView(game.tree.contest, state.inner, state.current_player())
        return int(game.number(self._agent.choose(view, self._rng)))


class RolloutEvaluator:
    """Judges a state for OpenSpiel's searches as `mcts-N` judges it: rules of thumb for some turns, then a look.

    OpenSpiel's own evaluator plays at random to the end.
    """

    def __init__(self, seed: int = 0, turns: int = MCTS_TURNS) -> None:
        """Make an evaluator.

        Args:
            seed: Of the rollouts.
            turns: Length of each.
        """
        self._rng = Random(seed)
        self._turns = turns

    def evaluate(self, state: DeckState) -> Sequence[float]:
        """What each player can expect, -1 to 1."""
        contest = state.get_game().tree.contest
        value = rollout(contest, state.inner.clone(), 0, self._rng, self._turns)
        return [2 * value - 1, 1 - 2 * value]

    def prior(self, state: DeckState) -> list[tuple[int, float]]:
        """Every legal action is as likely as any other."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def resampler(seed: int) -> Callable[[DeckState, int], DeckState]:
    """What `ISMCTSBot.set_resampler` takes, so that the worlds it thinks of depend on a seed, not on the clock."""
    rng = Random(seed)
    return lambda state, player: state.resample_from_infostate(player, rng.random)

"""Choose actions as agents do, from random play to a look ahead to the end of the turn.

An agent is given a `PlayerView`, never the state, so that it cannot use what its player does not see.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, Protocol

from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.departures import choose_departure
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.contest import Contest, SuggestsActions
from cardgen.plugin.rules.state import CHANCE, TERMINAL

MOST_PLIES = 200  # limit of actions in a turn: a card that returns itself for ever must not hang a simulation


class Agent(Protocol):
    """A way to play; it remembers nothing between decisions."""

    def choose(self, view: PlayerView, rng: Random) -> int:
        """Return one of the legal actions."""


class RandomAgent:
    """An agent that takes each legal action with the same probability."""

    def choose(self, view: PlayerView, rng: Random) -> int:
        """See `Agent.choose`."""
        legal = view.legal_actions()
        return legal[int(rng.random() * len(legal))]


class ScriptedAgent:
    """An agent that follows the game's rules of thumb."""

    def choose(self, view: PlayerView, rng: Random) -> int:
        """See `Agent.choose`."""
        return view.script(rng)


class GreedyAgent:
    """An agent that tries each action, finishes the turn by rules of thumb, and takes the best outcome for its team.

    By the evaluation alone it would never attack, since nothing has been won right after the declaration. If the game
    suggests actions, it keeps to the rules of thumb unless another action is clearly better.

    Attributes:
        worlds: Number of ways to deal what is hidden; 0: as many as the game suggests, or one. All actions are tried in
            the same worlds, with the same random numbers afterwards, so that only the actions make their values differ.
    """

    def __init__(self, worlds: int = 0) -> None:
        self.worlds = worlds

    def choose(self, view: PlayerView, rng: Random) -> int:
        """See `Agent.choose`."""
        tried, contest, player = view.candidates(rng), view.contest, view.player
        if len(tried) == 1:
            return tried[0]
        if isinstance(contest, SuggestsActions):
            rollouts = (self.worlds or contest.luck_samples) * len(tried)
            return choose_departure(view, tried, rng, rollouts, partial(_value_after_turn, contest, player))
        values = dict.fromkeys(tried, 0.0)
        for _ in range(self.worlds or 1):
            world = view.sample(rng)
            seed = rng.getrandbits(64)
            for action in tried:
                state = world.clone()
                state.apply_action(action)
                finish_turn(contest, state, Random(seed))
                values[action] += contest.evaluate(state, player)
        return max(tried, key=lambda action: values[action])


def _value_after_turn(contest: Contest, player: int, state: Any, rng: Random) -> float:
    finish_turn(contest, state, rng)
    return contest.evaluate(state, player)


def finish_turn(contest: Contest, state: Any, rng: Random) -> None:
    """Play on by the rules of thumb until another turn begins or the game ends.

    Args:
        state: State to play from; it is changed.
    """
    turn = contest.turn(state)
    for _ in range(MOST_PLIES):
        mover = state.current_player()
        if mover == TERMINAL or contest.turn(state) != turn:
            return
        state.apply_action(sample_chance(state, rng) if mover == CHANCE else contest.script(state, mover, rng))

"""Choose actions as agents do, from random play to a look ahead to the end of the turn.

An agent is given a `PlayerView`, never the state, so that it cannot use what its player does not see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol

from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.departures import choose_departure
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.contest import Contest, StatesDepth, SuggestsActions
from cardgen.plugin.rules.state import CHANCE, TERMINAL

WORLDS_TO_THE_SCORE = 8
"""Worlds in which an action is tried where the next score, and not the end of the turn, says what it was worth."""
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
    suggests actions, it keeps to the rules of thumb unless another action is clearly better. Where the game says that only
    the end of a part tells what was gained, such as a hand of tricks that are compared with a bid, it plays on to that.

    Attributes:
        worlds: Number of ways to deal what is hidden; 0: as many as the game suggests, or
            `WORLDS_TO_THE_SCORE` if it plays on to the end of a part, or one. All actions are tried in
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
        values, world = dict.fromkeys(tried, 0.0), view.sample(rng)
        worlds: int = self.worlds or 1
        depth: tuple[Any, ...] = (1,)
        if isinstance(contest, StatesDepth) and contest.part(world) is not None:
            worlds, depth = self.worlds or WORLDS_TO_THE_SCORE, (contest.rollout_turns, contest.part)
        for at in range(worlds):
            world = view.sample(rng) if at else world
            seed = rng.getrandbits(64)
            for action in tried:
                state = world.clone()
                state.apply_action(action)
                values[action] += rollout(contest, state, player, Random(seed), *depth)
        return max(tried, key=lambda action: values[action])


def rollout(
    contest: Contest,
    state: Any,
    player: int,
    rng: Random,
    turns: int,
    part: Callable[[Any], object] = lambda _: None,
) -> float:
    """Play on by the game's rules of thumb and evaluate the result.

    Args:
        state: State to play from; it is changed.
        turns: Number of turns to play, the present one included.
        part: See `StatesDepth.part`.

    Returns:
        The value for the player's team, 0 to 1.
    """
    begun = part(state)
    for _ in range(turns):
        finish_turn(contest, state, rng)
        if state.current_player() == TERMINAL or part(state) != begun:
            break
    return contest.evaluate(state, player)


def _value_after_turn(contest: Contest, player: int, state: Any, rng: Random) -> float:
    return rollout(contest, state, player, rng, 1)


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

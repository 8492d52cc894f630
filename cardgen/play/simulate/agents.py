"""Those who play: one protocol, from random play to a look one turn ahead.

An agent is given a `View`, never the state: it cannot see what its player does not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from cardgen.play.random_play import sample_chance
from cardgen.plugin.rules.contest import Contest
from cardgen.plugin.rules.state import CHANCE, TERMINAL, State

MOST_PLIES = 200  # of the end of one turn: a card that brings itself back must not hang a simulation


class View:
    """A game as one player sees it, when he has a choice.

    Attributes:
        contest: The decks, with what the game says of positions.
        player: Who sees it.
    """

    __slots__ = ("_first", "_state", "contest", "player")

    def __init__(self, contest: Contest, state: State, player: int) -> None:
        self.contest = contest
        self.player = player
        self._state = state
        self._first: Any = None

    def legal_actions(self) -> Sequence[int]:
        """What the player may do."""
        return self._state.legal_actions()

    def sample(self, rng: Random) -> Any:
        """A state that the player cannot tell from the true one; a copy of one's own."""
        if self._first is None:
            self._first = self._state.resample_from_infostate(self.player, rng)
            return self._first.clone()
        return self._first.resample_from_infostate(self.player, rng)  # its past is hidden already, which takes a while

    def script(self, rng: Random) -> int:
        """What the game's rules of thumb say, which look at nothing hidden."""
        return self.contest.script(self._state, self.player, rng)


class Agent(Protocol):
    """A way to play; holds no memory of a game."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the legal actions."""


class RandomAgent:
    """Any legal action is as good as any other."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the legal actions."""
        legal = view.legal_actions()
        return legal[int(rng.random() * len(legal))]


class ScriptedAgent:
    """The game's rules of thumb."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the legal actions."""
        return view.script(rng)


class GreedyAgent:
    """Tries each action, lets the rules of thumb finish the turn, and takes what then stands best.

    The evaluation alone would never attack: right after the declaration nothing is won yet.

    Attributes:
        worlds: How many ways of dealing what is hidden each action is tried in; the same for all actions.
    """

    def __init__(self, worlds: int = 1) -> None:
        self.worlds = worlds

    def choose(self, view: View, rng: Random) -> int:
        """One of the legal actions."""
        legal, contest, player = view.legal_actions(), view.contest, view.player
        values = dict.fromkeys(legal, 0.0)
        for _ in range(self.worlds):
            world = view.sample(rng)
            seed = rng.getrandbits(64)
            for action in legal:
                state = world.clone()
                state.apply_action(action)
                finish_turn(contest, state, Random(seed))
                values[action] += contest.evaluate(state, player)
        return max(legal, key=lambda action: values[action])


def finish_turn(contest: Contest, state: Any, rng: Random) -> None:
    """Play on by the rules of thumb until another turn begins."""
    turn = contest.turn(state)
    for _ in range(MOST_PLIES):
        mover = state.current_player()
        if mover == TERMINAL or contest.turn(state) != turn:
            return
        state.apply_action(sample_chance(state, rng) if mover == CHANCE else contest.script(state, mover, rng))

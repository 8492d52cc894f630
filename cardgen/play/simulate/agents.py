"""Agents that play games, from random play to a look ahead to the end of the turn.

An agent is given a `PlayerView`, never the state, so that it cannot use what its player does not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from cardgen.play.random_play import sample_chance
from cardgen.plugin.rules.contest import Contest, SuggestsActions
from cardgen.plugin.rules.state import CHANCE, TERMINAL, State

MOST_PLIES = 200  # limit of actions in a turn: a card that returns itself for ever must not hang a simulation


class PlayerView:
    """A game as the player who has to decide sees it.

    Attributes:
        contest: The contest, which evaluates states.
        player: The player who decides, from 0.
    """

    __slots__ = ("_candidates", "_first", "_state", "contest", "player")

    def __init__(self, contest: Contest, state: State, player: int) -> None:
        self.contest = contest
        self.player = player
        self._state = state
        self._first: Any = None
        self._candidates: Sequence[int] | None = None

    def legal_actions(self) -> Sequence[int]:
        """Return the actions that the player may take."""
        return self._state.legal_actions()

    def candidates(self, rng: Random) -> Sequence[int]:
        """Return the actions to try: those that the game suggests, or all that are legal; always the same ones."""
        if self._candidates is None:
            contest = self.contest
            if isinstance(contest, SuggestsActions):
                self._candidates = contest.suggestions(self._state, self.player, rng)
            else:
                self._candidates = self._state.legal_actions()
        return self._candidates

    def sample(self, rng: Random) -> Any:
        """Return a random state that the player cannot tell from the true one, as a copy that the caller may change."""
        if self._first is None:
            self._first = self._state.resample_from_infostate(self.player, rng)
            return self._first.clone()
        return self._first.resample_from_infostate(self.player, rng)  # cheaper, and the past is hidden already

    def script(self, rng: Random) -> int:
        """Return the action of the game's rules of thumb, which use nothing hidden."""
        return self.contest.script(self._state, self.player, rng)


class Agent(Protocol):
    """A way to play; it remembers nothing between decisions."""

    def choose(self, view: PlayerView, rng: Random) -> int:
        """Return one of the legal actions.

        Args:
            view: The game as the player sees it.
            rng: Source of all random choices.
        """


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

    By the evaluation alone it would never attack, since nothing has been won right after the declaration.

    Attributes:
        worlds: Number of ways to deal what is hidden; 0: as many as the game suggests, or one. All actions are tried in the same worlds, with the same random
            numbers afterwards, so that only the actions make their values differ.
    """

    def __init__(self, worlds: int = 0) -> None:
        self.worlds = worlds

    def choose(self, view: PlayerView, rng: Random) -> int:
        """See `Agent.choose`."""
        tried, contest, player = view.candidates(rng), view.contest, view.player
        if len(tried) == 1:
            return tried[0]
        values = dict.fromkeys(tried, 0.0)
        for _ in range(self.worlds or samples_of_luck(contest)):
            world = view.sample(rng)
            seed = rng.getrandbits(64)
            for action in tried:
                state = world.clone()
                state.apply_action(action)
                finish_turn(contest, state, Random(seed))
                values[action] += contest.evaluate(state, player)
        return max(tried, key=lambda action: values[action])


def samples_of_luck(contest: Contest) -> int:
    """Return in how many ways of luck an agent tries each action: one, unless the game says otherwise."""
    return contest.luck_samples if isinstance(contest, SuggestsActions) else 1


def finish_turn(contest: Contest, state: Any, rng: Random) -> None:
    """Play on by the rules of thumb until another turn begins or the game ends.

    Args:
        contest: The contest.
        state: State to play from; it is changed.
        rng: Source of chance and of the players' random choices.
    """
    turn = contest.turn(state)
    for _ in range(MOST_PLIES):
        mover = state.current_player()
        if mover == TERMINAL or contest.turn(state) != turn:
            return
        state.apply_action(sample_chance(state, rng) if mover == CHANCE else contest.script(state, mover, rng))

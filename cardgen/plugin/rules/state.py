"""The protocol of a game in play: OpenSpiel's names and meaning."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

CHANCE = -1
TERMINAL = -4

AnyState = TypeVar("AnyState", bound="State")


class State(Protocol):
    """A position of a game. Players count from 0; actions are numbers that have a text each."""

    def current_player(self) -> int:
        """Who moves: a player, CHANCE (-1) or TERMINAL (-4)."""

    def legal_actions(self) -> Sequence[int]:
        """What the current player (or chance) may do; empty at the end. Never change it."""

    def apply_action(self, action: int) -> None:
        """Do an action of `legal_actions()`.

        Raises:
            InvalidActionError: It is no action of this game.
            IllegalActionError: It is not allowed now; the state is unchanged.
        """

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def returns(self) -> list[float]:
        """For each player 1 won, -1 lost, 0 undecided or not over yet."""

    def clone(self: AnyState) -> AnyState:
        """An independent copy."""

    def observation_string(self, player: int) -> str:
        """What a player sees now."""

    def information_state_string(self, player: int) -> str:
        """What a player sees now and all that he has seen."""

    def resample_from_infostate(self: AnyState, player: int, rng: Random) -> AnyState:
        """A random state that this player cannot tell from this one."""

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Actions of chance with their probabilities, where CHANCE moves."""

    def action_to_string(self, action: int) -> str:
        """The text of an action, the same for everybody and reversible."""

    def string_to_action(self, text: str) -> int:
        """The action that a text names.

        Raises:
            InvalidActionError: It names none.
        """

    def to_text(self) -> str:
        """The whole state, hidden things included, as canonical text."""

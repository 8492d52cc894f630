"""The contract of a state of a game, with OpenSpiel's names and meanings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

CHANCE = -1
TERMINAL = -4

AnyState = TypeVar("AnyState", bound="State")


class State(Protocol):
    """A position of a game with any number of players, who are counted from 0.

    Actions are numbers, and each number has a text. A decision that players make at the same time is a sequence of
    decisions, each hidden from the players who have yet to decide.
    """

    def current_player(self) -> int:
        """Return the player who decides, or CHANCE (-1), or TERMINAL (-4)."""

    def legal_actions(self) -> Sequence[int]:
        """Return the actions that the current player (or chance) may take; none at the end. Never change the result."""

    def apply_action(self, action: int) -> None:
        """Take one of `legal_actions()`.

        Raises:
            InvalidActionError: The number is not an action of this game.
            IllegalActionError: The action is not allowed now; the state is unchanged.
        """

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def returns(self) -> list[float]:
        """Return the result of each player, from -1 to 1.

        1 is a win, -1 a loss and 0 undecided or not over yet. Players of a team have the same result. In a contest of
        several teams the teams with the highest result share the win.
        """

    def clone(self: AnyState) -> AnyState:
        """Return an independent copy."""

    def observation_string(self, player: int) -> str:
        """Return what a player sees now."""

    def information_state_string(self, player: int) -> str:
        """Return what a player sees now and has seen before."""

    def resample_from_infostate(self: AnyState, player: int, rng: Random) -> AnyState:
        """Return a random state that a player cannot tell from this one.

        Args:
            player: Player whose knowledge is kept, from 0.
            rng: Source of what the player cannot see.
        """

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the actions of chance with their probabilities, where CHANCE decides."""

    def action_to_string(self, action: int) -> str:
        """Return the text of an action, the same for all players; `string_to_action` reads it back."""

    def string_to_action(self, text: str) -> int:
        """Return the action with a text.

        Raises:
            InvalidActionError: No action has this text.
        """

    def to_text(self) -> str:
        """Return the whole state, hidden parts included, as canonical text."""

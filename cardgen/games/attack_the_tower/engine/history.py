"""Keep every moment of a game, so that what happened between two decisions can be narrated."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.engine.text.notation import read_position, refuse_what_cannot_continue

NO_ACTION = -1


class Moment(NamedTuple):
    """A position within a game, and what happens next.

    Attributes:
        state: The position; never changed.
        mover: Player who acts now; CHANCE for a random choice.
        action: The action; NO_ACTION if something happens by itself.
    """

    state: AttackState
    mover: int = 0
    action: int = NO_ACTION


class RecordedState(AttackState):
    """A slower `AttackState` that keeps its moments. Copies do not, so that agents lose no time.

    Attributes:
        moments: All moments so far, the oldest first; the last one is the present.
    """

    __slots__ = ("moments",)

    moments: list[Moment]

    def __init__(self, match: Match, rng: int) -> None:
        super().__init__(match, rng)
        self.moments = []

    @classmethod
    def from_partial_text(cls, match: Match, text: str, seed: int) -> RecordedState:
        """Return the state that a text describes; the text may leave out much, see `notation.read_position`.

        Args:
            seed: Decides the order of the piles that the text leaves out.

        Raises:
            LogError: E703, the text contradicts itself or the rules, or belongs to other armies.
        """
        state = cls(match, 0)
        state.clear()
        with refuse_what_cannot_continue(text):
            read_position(state, text, seed)
            state._advance()
        return state

    def _apply(self, action: int, forced: int = 0) -> None:
        mover = self.player if self.decision is None else self.decision[1]
        self.moments.append(Moment(self.clone(), mover, action))
        super()._apply(action, forced)

    def _advance(self, observe: Callable[[], None] | None = None) -> None:  # noqa: ARG002, signature of AttackState
        super()._advance(self._record_moment)
        self._record_moment()

    def _record_moment(self) -> None:
        self.moments.append(Moment(self.clone()))

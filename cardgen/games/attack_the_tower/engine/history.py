"""A game that keeps each of its moments, so that what happened between two decisions can be told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import Match
from cardgen.games.attack_the_tower.engine.text import notation
from cardgen.plugin.rules.errors import LogError

NO_ACTION = -1


class Moment(NamedTuple):
    """A position within a game.

    Attributes:
        state: The position; never changed.
        mover: Who does something now; CHANCE if a lot is drawn.
        action: What he does; NO_ACTION if something happens by itself.
    """

    state: AttackState
    mover: int = 0
    action: int = NO_ACTION


class RecordedState(AttackState):
    """As `AttackState`, only slower. Copies are plain, so that agents lose nothing.

    Attributes:
        moments: All so far, the oldest first; the last one is the present.
    """

    __slots__ = ("moments",)

    moments: list[Moment]

    def __init__(self, match: Match, rng: int) -> None:
        super().__init__(match, rng)
        self.moments = []

    @classmethod
    def from_partial_text(cls, match: Match, text: str, seed: int) -> RecordedState:
        """The state that a text says, also if it leaves out much; see `notation.read`.

        Raises:
            LogError: The text contradicts itself or the rules, or is of other armies.
        """
        state = cls(match, 0)
        state.clear()
        try:
            notation.read(state, text, seed)
            state._advance()
        except LogError:
            raise
        except (IndexError, KeyError, TypeError, ValueError, AssertionError) as error:
            raise LogError(
                "the game cannot go on from this position",
                "no ask, stack, mods, delays or fight that you have not seen there",
                _first_of(text, ("ask", "stack", "mods", "delays", "fight", "phase")),
            ) from error
        return state

    def _do(self, action: int, forced: int = 0) -> None:
        mover = self.player if self.ask is None else self.ask[1]
        self.moments.append(Moment(self.clone(), mover, action))
        super()._do(action, forced)

    def _advance(self, look: Callable[[], None] | None = None) -> None:  # noqa: ARG002, as in AttackState
        super()._advance(self._look)
        self._look()

    def _look(self) -> None:
        self.moments.append(Moment(self.clone()))


def _first_of(text: str, keys: Sequence[str]) -> int:
    """The number of the line of the first of these keys that says anything; 0 if none does."""
    lines = {line.partition(":")[0]: (number, line) for number, line in enumerate(text.splitlines(), 1)}
    return next((lines[key][0] for key in keys if key in lines and lines[key][1].partition(":")[2].strip()), 0)

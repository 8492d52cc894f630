"""Keep every moment of a game, so that what happened between two decisions can be narrated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.engine.text.notation import read_position
from cardgen.plugin.rules.errors import LogError

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
        try:
            read_position(state, text, seed)
            state._advance()
        except LogError:
            raise
        except (IndexError, KeyError, TypeError, ValueError, AssertionError) as error:
            raise LogError(
                "the game cannot continue from this position",
                "the lines ask, stack, mods, delays and fight to be empty, or copied from a position of the game",
                _first_filled_line(text, ("ask", "stack", "mods", "delays", "fight", "phase")),
            ) from error
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


def _first_filled_line(text: str, keys: Sequence[str]) -> int:
    """Return the number of the line of the first of some keys that has a value; 0 if none has."""
    lines = {line.partition(":")[0]: (number, line) for number, line in enumerate(text.splitlines(), 1)}
    return next((lines[key][0] for key in keys if key in lines and lines[key][1].partition(":")[2].strip()), 0)

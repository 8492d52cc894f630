"""Play described games with chance as a player: each card that is drawn and each die is an action of chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Self

from cardgen.plugin.rules.described.state import DescribedState
from cardgen.plugin.rules.described.tables import GameTables
from cardgen.plugin.rules.errors import IllegalActionError
from cardgen.plugin.rules.state import CHANCE

MOST_OUTCOMES = 200
"""Most outcomes of a die or of a pick that draws no piece."""
_BEGIN, _SET_UP = -2, -1


class OpenPickError(BaseException):
    """A pick that has not been decided yet; no `except Exception` catches it.

    Args:
        outcomes: Numbers of its outcomes, each with its weight.
    """

    def __init__(self, outcomes: list[tuple[int, int]]) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class DecidedLuck:
    """Luck by outcomes that were decided before; the first pick after them is open.

    Args:
        pieces: Number of pieces: the outcome of a draw is a piece, that of another pick its number plus this.
    """

    def __init__(self, outcomes: Sequence[int], pieces: int) -> None:
        self._outcomes = iter(outcomes)
        self._pieces = pieces

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count - 1`."""
        if count <= 1:
            return 0
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise OpenPickError([(self._pieces + number, 1) for number in range(count)])
        return outcome - self._pieces

    def draw(self, pieces: list[int], count: int) -> int:
        """Return the place of the piece that is drawn from the first `count` ones."""
        different = {*pieces[:count]}
        if len(different) == 1:
            return count - 1
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise OpenPickError([(piece, pieces[:count].count(piece)) for piece in sorted(different)])
        return pieces.index(outcome)

    def shuffle(self, pieces: list[int]) -> None:
        """Shuffle a list in place."""
        for at in range(len(pieces) - 1, 0, -1):
            other = self.draw(pieces, at + 1)
            pieces[at], pieces[other] = pieces[other], pieces[at]


class TreeState(DescribedState):
    """Base of the generated class in a tree: zones that are only drawn from are shuffled piece by piece."""

    __slots__ = ("_loose",)

    def start(self, luck: Any, first: int) -> None:
        """See `DescribedState.start`."""
        super().start(luck, first)
        self._loose: dict[int, int] = {}

    def copy_to(self, other: DescribedState) -> None:
        """See `DescribedState.copy_to`."""
        super().copy_to(other)
        other._loose = dict(self._loose)  # type: ignore[attr-defined]

    def loosen(self, zone: int, pieces: list[int]) -> None:
        """Shuffle a zone: the order of its pieces is decided when they are drawn."""
        self._loose[zone] = len(pieces)

    def draw(self, zone: int, pieces: list[int]) -> int:
        """Take the top piece of a zone.

        Args:
            pieces: Its pieces, at least one.
        """
        if self._loose.get(zone) == len(pieces):
            place = self.luck.draw(pieces, len(pieces))
            pieces[place], pieces[-1] = pieces[-1], pieces[place]
            self._loose[zone] -= 1
        return pieces.pop()


class TreePosition:
    """A position in the tree of a described game; see `cardgen.plugin.rules.state.State`.

    What follows from an action is tried on a copy until it meets a pick that is not decided. The outcomes of that pick
    are then the actions of chance; after one is taken, the action is tried again.

    Args:
        make: Makes the state, from its luck and from who begins.
    """

    def __init__(self, make: Callable[[Any, int], Any], tables: GameTables) -> None:
        self._make = make
        self._tables = tables
        self._state: Any = None
        self._first = 0
        self._step = _BEGIN
        self._outcomes: tuple[int, ...] = ()
        self._open: list[tuple[int, int]] = []
        self._try()

    @property
    def state(self) -> Any:
        """The state before what chance is deciding; None before it is known who begins."""
        return self._state

    @property
    def _chance(self) -> int:
        """Number of the first action of chance."""
        return len(self._tables.texts)

    def _try(self) -> None:
        """Do the present step with the outcomes decided so far."""
        luck = DecidedLuck(self._outcomes, len(self._tables.ids))
        step = self._step
        try:
            if step == _BEGIN:
                self._first = luck.pick(self._tables.players)
            elif step == _SET_UP:
                self._state = self._make(luck, self._first)
            else:
                state = self._state.clone()
                state.luck = luck
                state.apply_action(step)
                self._state = state
        except OpenPickError as pick:
            self._open = pick.outcomes
            return
        self._outcomes, self._open = (), []
        if step == _BEGIN:
            self._step = _SET_UP
            self._try()

    def current_player(self) -> int:
        """See `State.current_player`."""
        return CHANCE if self._open else int(self._state.current_player())

    def legal_actions(self) -> Sequence[int]:
        """See `State.legal_actions`."""
        if self._open:
            return [self._chance + outcome for outcome, _ in self._open]
        return self._state.legal_actions()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """See `State.chance_outcomes`."""
        total = sum(weight for _, weight in self._open)
        return [(self._chance + outcome, weight / total) for outcome, weight in self._open]

    def apply_action(self, action: int) -> None:
        """See `State.apply_action`."""
        if self._open:
            if action not in self.legal_actions():
                raise IllegalActionError(f"{self.action_to_string(action)!r} is not allowed now")
            self._outcomes = (*self._outcomes, action - self._chance)
        else:
            if action not in self._state.legal_actions():
                self.action_to_string(action)
                self._state.refuse(action)
            self._step = action
        self._try()

    def is_terminal(self) -> bool:
        """See `State.is_terminal`."""
        return not self._open and self._state.is_terminal()

    def returns(self) -> list[float]:
        """See `State.returns`."""
        return [0.0] * self._tables.players if self._open else self._state.returns()

    def clone(self) -> Self:
        """See `State.clone`."""
        other = type(self).__new__(type(self))
        other._make, other._tables, other._state = self._make, self._tables, self._state
        other._first, other._step, other._outcomes, other._open = self._first, self._step, self._outcomes, self._open
        return other

    def observation_string(self, player: int) -> str:
        """See `State.observation_string`."""
        return "" if self._state is None else str(self._state.observation_string(player))

    def information_state_string(self, player: int) -> str:
        """See `State.information_state_string`."""
        return "" if self._state is None else str(self._state.information_state_string(player))

    def resample_from_infostate(self, player: int, rng: Random) -> Self:
        """See `State.resample_from_infostate`."""
        other = self.clone()
        if self._state is not None and not self._open:
            other._state = self._state.resample_from_infostate(player, rng)
        return other

    def action_to_string(self, action: int) -> str:
        """See `State.action_to_string`."""
        if isinstance(action, int) and action >= self._chance:
            outcome = action - self._chance
            pieces = len(self._tables.ids)
            if outcome < pieces:
                return f"draw: {self._tables.ids[outcome]}"
            if outcome < pieces + MOST_OUTCOMES:
                return f"outcome: {outcome - pieces + 1}"
        return self._tables.text_of(action)

    def string_to_action(self, text: str) -> int:
        """See `State.string_to_action`."""
        head, _, rest = text.partition(": ")
        if head == "draw" and rest in self._tables.ids:
            return self._chance + self._tables.ids.index(rest)
        if head == "outcome" and rest.isdecimal() and 1 <= int(rest) <= MOST_OUTCOMES:
            return self._chance + len(self._tables.ids) + int(rest) - 1
        return self._tables.action_of(text)

    def to_text(self) -> str:
        """See `State.to_text`."""
        pending = [f"step: {self._step} {[*self._outcomes]}"] if self._open else []
        return "\n".join([*([self._state.to_text()] if self._state is not None else []), *pending])

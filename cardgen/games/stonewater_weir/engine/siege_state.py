"""A game of Stonewater Weir as a state of the common protocol (`cardgen.plugin.rules.state.State`)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.phases.phase_table import STEPS
from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.asking import GameEnded, Unanswered, new_luck
from cardgen.games.stonewater_weir.engine.state.places import Cause
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.engine.text import notation
from cardgen.games.stonewater_weir.engine.text.invariants import problems
from cardgen.games.stonewater_weir.engine.text.notation import read_position
from cardgen.plugin.rules.errors import IllegalActionError, LogError
from cardgen.plugin.rules.state import CHANCE, TERMINAL

_SHOWN_ACTIONS = 12

_SILENT = frozenset({SiegePhase.NEXT_TURN, SiegePhase.RUNNER_CHECK})
"""Steps in which nobody is asked anything, neither players nor chance."""

Log = Any
"""`(log before, player or CHANCE, action)` or None; a recursive tuple."""


class SiegeState:
    """A game of Stonewater Weir.

    The rules count seats; player `first` has seat 0, the next player seat 1, and so on. A decision with only one legal
    action is made at once.

    Attributes:
        position: The table now. Read only.
        first: Player in the first seat.
        log: Decisions of players, and of chance if it is a player.
    """

    __slots__ = ("_begin", "_legal", "first", "log", "position")

    def __init__(self, position: SiegePosition, first: int = 0) -> None:
        self.position = position
        self.first = first
        self.log: Log = None
        self._begin = position
        self._legal: tuple[int, ...] = ()

    @classmethod
    def new(cls, tables: SiegeTables, seed: int = 0, *, first: int = 0, telling: bool = False) -> SiegeState:
        """Return the start of a game.

        Args:
            telling: Whether the game keeps its story (`state.story`).
        """
        position = SiegePosition(tables)
        position.clear()
        position.luck = new_luck(Random(f"stonewater {seed}"))
        position.telling = telling
        state = cls(position, first)
        state._advance()
        return state

    @classmethod
    def from_text(cls, tables: SiegeTables, text: str, seed: int = 0, *, telling: bool = False) -> SiegeState:
        """Return the game that a text describes.

        Args:
            text: The text, as `to_text` returns it.
            seed: Decides the luck to come, if the text leaves it out.

        Raises:
            LogError: E703, the text is not a position of this game, or contradicts itself.
        """
        position, first = read_position(tables, text, seed)
        for problem in problems(position):
            raise LogError(problem)
        if position.phase == SiegePhase.OVER:
            return cls(position, first)
        position.checking, position.telling = True, telling
        state = cls(position, first)
        state._rerun(position.copy(), position.tape[:])
        if len(state.position.tape) != len(position.tape) or state._begin.phase != position.phase:
            raise LogError("the answers do not belong to the step")
        state._begin.checking = state.position.checking = False
        return state

    def current_player(self) -> int:
        """Return the player who decides, or CHANCE, or TERMINAL."""
        if not self._legal:
            return TERMINAL
        seat = self.position.chooser
        return seat if seat == CHANCE else (seat + self.first) % self.position.tables.players

    def legal_actions(self) -> Sequence[int]:
        """Return the actions that the current player (or chance) may take; none at the end."""
        return self._legal

    def apply_action(self, action: int) -> None:
        """Take a legal action, and do everything that follows until somebody has a choice.

        Raises:
            InvalidActionError: E701, the number is not an action of this game.
            IllegalActionError: E702, the action is not allowed now.
        """
        if action not in self._legal:
            self._refuse(action)
        self.log = (self.log, self.current_player(), action)
        position = self.position
        position.tape.append(action)
        if position.phase == SiegePhase.TURN and len(position.tape) == 1:  # nothing was done before the question
            position.cursor = 0
            if self._run_step(self._begin):
                self._advance()
        else:
            self._rerun(self._begin, position.tape)

    def _rerun(self, begin: SiegePosition, tape: list[int]) -> None:
        """Run the current step again from its beginning, with the answers so far, and go on.

        Outcomes of chance are on the tape, so the random numbers go on where they are.
        """
        luck = self.position.luck
        position = self.position = begin.copy()
        position.luck, position.tape, position.cursor = luck, tape, 0
        if self._run_step(begin):
            self._advance()

    def _advance(self) -> None:
        """Do everything that happens by itself, until somebody has a choice or the game is over."""
        while self.position.phase != SiegePhase.OVER:
            begin = self.position if self.position.phase in _SILENT else self.position.copy()
            self.position.tape, self.position.cursor = [], 0
            if not self._run_step(begin):
                return
        self._legal = ()

    def _run_step(self, begin: SiegePosition) -> bool:
        """Run the current step; return whether it came to its end, otherwise somebody decides."""
        position = self.position
        try:
            STEPS[position.phase](position)
        except Unanswered:
            self._begin, self._legal = begin, position.options
            return False
        except GameEnded:
            position.phase = SiegePhase.OVER
            tell(position, Event.ENDED, position.cause)
        position.tape, position.cursor, position.options = [], 0, ()
        return True

    def _refuse(self, action: int) -> None:
        text = self.action_to_string(action)
        if self.is_terminal():
            raise IllegalActionError(f"illegal action '{text}': the game is over")
        allowed = [self.action_to_string(other) for other in self._legal]
        more = f" and {len(allowed) - _SHOWN_ACTIONS} more" if len(allowed) > _SHOWN_ACTIONS else ""
        mover = self.current_player()
        raise IllegalActionError(
            f"illegal action '{text}' of {'chance' if mover == CHANCE else f'player {mover + 1}'}"
            f" in round {self.position.round}",
            "one of: " + ", ".join(allowed[:_SHOWN_ACTIONS]) + more,
        )

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self._legal

    def returns(self) -> list[float]:
        """Return 1 for all players if the Runner is home, -1 if the game is lost, 0 while it goes on."""
        cause = self.position.cause
        result = 0.0 if cause == Cause.NONE else 1.0 if cause == Cause.HOME else -1.0
        return [result] * self.position.tables.players

    def clone(self) -> SiegeState:
        """Return an independent copy."""
        other = SiegeState(self.position.copy(), self.first)
        other.log, other._begin, other._legal = self.log, self._begin, self._legal
        return other

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the actions of chance with their probabilities; only with the setting `chance: explicit`."""
        if self.current_player() != CHANCE:
            return ()
        weights = self.position.weights
        return [(action, weight / sum(weights)) for action, weight in zip(self._legal, weights, strict=True)]

    def history(self) -> list[int]:
        """Return the actions that `apply_action` was given, from the start."""
        found = []
        log = self.log
        while log is not None:
            log, _, action = log
            found.append(action)
        return found[::-1]

    def observation_string(self, player: int) -> str:
        """Return what a player sees, which is the same for all: everything but the order of decks."""
        return f"player {player + 1}\n" + notation.observe(
            self._begin if self._legal else self.position, self.position, self.first
        )

    def information_state_string(self, player: int) -> str:
        """Return what a player sees now and has seen before."""
        moves = [self.action_to_string(action) for action in self.history()]
        return "\n".join([self.observation_string(player), *moves])

    def resample_from_infostate(self, player: int, rng: Random) -> SiegeState:
        """Return a random state that a player cannot tell from this one: other luck to come.

        Nobody knows the order of a deck, so a deck has none: a card is picked when it is drawn. What was looked at lies
        apart, and what was rolled and drawn in the current step is on its tape; both stay.
        """
        del player
        other = self.clone()
        other.position.luck = new_luck(rng)
        return other

    def action_to_string(self, action: int) -> str:
        """Return the text of an action."""
        return actions.to_text(self.position.tables, action)

    def string_to_action(self, text: str) -> int:
        """Return the action with a text."""
        return actions.from_text(self.position.tables, text)

    def to_text(self) -> str:
        """Return the whole state, hidden parts included, as canonical text."""
        return notation.write(self._begin if self._legal else self.position, self.position, self.first)

    def __str__(self) -> str:
        return self.to_text()

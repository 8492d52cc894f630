"""A game that people play: what was done, taking it back, and its record, from which it can go on."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

from cardgen.play.playthrough import actions_of, record, replay
from cardgen.plugin.rules.errors import LogError, OtherGameError
from cardgen.plugin.rules.tabletop import Tabletop
from cardgen.report.errors import UnlocatedError
from cardgen.version import __version__

FORMAT = "cardgen play, format 1"
_KEYS = ("cardgen", "game", "deck 1", "deck 2", "rules", "start")


class GameSession:
    """A game from its start to now.

    Attributes:
        table: The decks.
        seed: Of shuffles and lots.
        first: Who has the first seat.
        state: The game now.
        actions: All that was done, in order.
    """

    def __init__(self, table: Tabletop, seed: int, first: int, position: str | None = None) -> None:
        """A new game.

        Args:
            table: The decks.
            seed: Of shuffles and lots.
            first: Who has the first seat.
            position: Text of the position to begin from; None: an ordinary start.

        Raises:
            LogError: The position is none.
        """
        self.table = table
        self.seed = seed
        self.first = first
        # In full: piles that the text leaves out are shuffled once.
        self._position = "" if position is None else table.from_text(position, seed).to_text()
        self.actions: list[int] = []
        self._deciders: list[int] = []
        self.state = self.begin()

    def begin(self) -> Any:
        """The first state, made anew."""
        if self._position:
            return self.table.from_text(self._position)
        return self.table.start(self.seed, self.first)

    def apply(self, action: int) -> None:
        """Do an action."""
        self._deciders.append(self.state.current_player())
        self.state.apply_action(action)
        self.actions.append(action)

    def undo(self, player: int) -> int:
        """Take back everything from the last decision of a player on.

        Returns:
            How many actions were taken back; 0 if he has not decided anything.
        """
        last = max((at for at, decider in enumerate(self._deciders) if decider == player), default=-1)
        if last < 0:
            return 0
        actions = self.actions
        self.actions, self._deciders, self.state = [], [], self.begin()
        for action in actions[:last]:
            self.apply(action)
        return len(actions) - last

    def record(self) -> str:
        """The whole game until now as text."""
        start = f"seed {self.seed}, player {self.first + 1} begins"
        if self._position:
            start = f"seed {self.seed}, from the position below"
        header = [FORMAT, f"cardgen: {__version__}", *_identity(self.table), f"start: {start}"]
        return record(header, self.begin(), self.actions)


def _identity(table: Tabletop) -> list[str]:
    """The lines that must be those of the decks at hand."""
    decks = [f"deck {number}: {deck}" for number, deck in enumerate(table.decks, 1)]
    return [f"game: {table.game}", *decks, f"rules: {' '.join(table.settings) or 'as printed'}"]


def resumed(table: Tabletop, text: str, to: int | None = None) -> GameSession:
    """The game of a record.

    Args:
        table: The decks it was played with.
        text: The record.
        to: Go on after so many actions; None: at the end of the record.

    Raises:
        LogError: The text is no record, or another game than the decks and the rules give; `OtherGameError`: it says
            itself that it was played with other decks or rules.
        UnlocatedError: E734, it has not so many actions.
    """
    words = _header(text)
    for line in _identity(table):
        key, _, right = line.partition(": ")
        if words[key] != right:
            number = _KEYS.index(key) + 2
            raise OtherGameError(f"the record is of {key} '{words[key]}'", f"'{right}', as here", number)
    actions = actions_of(text)
    if to is not None and not 0 <= to <= len(actions):
        raise UnlocatedError("E734", f"the record has no move {to}", expected=f"a number from 0 to {len(actions)}")
    session = _started(table, text, words["start"])
    replay(text, lambda _: session.begin(), to)
    for action in actions[:to]:
        session.apply(session.state.string_to_action(action))
    return session


def _header(text: str) -> dict[str, str]:
    """The header of a record, by key.

    Raises:
        LogError: There is none.
    """
    lines = text.splitlines()
    if lines[:1] != [f"# {FORMAT}"]:
        raise LogError("this is no recorded game", repr(f"# {FORMAT}"), 1)
    words = {}
    for number, key in enumerate(_KEYS, 2):
        line = lines[number - 1] if number <= len(lines) else ""
        if not line.startswith(f"# {key}: "):
            raise LogError(f"{line[:60]!r} is no line of the header here", f"'# {key}: ...'", number)
        words[key] = line.removeprefix(f"# {key}: ")
    return words


def _started(table: Tabletop, text: str, start: str) -> GameSession:
    """A game that begins as the header says."""
    found = re.fullmatch(r"seed (-?\d{1,4300}), (?:player ([12]) begins|from the position below)", start)
    if not found:
        expected = "'seed NUMBER, player 1 begins', player 2, or 'seed NUMBER, from the position below'"
        raise LogError(f"the game cannot start by {start[:60]!r}", expected, len(_KEYS) + 1)
    if found[2]:
        return GameSession(table, int(found[1]), int(found[2]) - 1)
    first, *rest = [*text.splitlines()[len(_KEYS) + 1 :], ""]
    shown = [first[2:], *(line[2:] for line in takewhile(lambda line: line.startswith("| ") and line != first, rest))]
    try:
        return GameSession(table, int(found[1]), 0, "\n".join(shown))
    except LogError as error:
        line = error.line + len(_KEYS) + 1 if error.line else 0
        raise LogError(error.message, error.expected, line) from error

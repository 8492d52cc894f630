"""Run a game that people play: take its actions, take them back, and record them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile, takewhile
from typing import Any

from cardgen.play.playthrough import actions_of, record, replay
from cardgen.plugin.rules.errors import LogError, OtherGameError
from cardgen.plugin.rules.tabletop import Tabletop
from cardgen.report.errors import UnlocatedError
from cardgen.version import __version__

FORMAT = "cardgen play, format 2"
FORMAT_OF_TWO = "cardgen play, format 1"
"""First line of older records, which had two players with a deck each and no line `players`."""


class GameSession:
    """A game from its start to the present.

    Attributes:
        first: Player in the first seat, from 0.
        actions: All actions so far, in order.
        deciders: The player who took each of them; CHANCE (-1) for chance.
    """

    def __init__(self, table: Tabletop, seed: int, first: int, position: str | None = None) -> None:
        """Begin a game.

        Args:
            first: Player in the first seat, from 0.
            position: Text of the position to begin from; None: the start of the game.

        Raises:
            LogError: The text is not a position of this game.
        """
        self.table = table
        self.seed = seed
        self.first = first
        # The complete text, so that piles that the given text leaves out are shuffled only once.
        self._position = "" if position is None else table.from_text(position, seed).to_text()
        self.actions: list[int] = []
        self.deciders: list[int] = []
        self.state = self.begin()

    def begin(self) -> Any:
        """Return the first state."""
        if self._position:
            return self.table.from_text(self._position)
        return self.table.start(self.seed, self.first)

    def apply(self, action: int) -> None:
        """Take an action."""
        self.deciders.append(self.state.current_player())
        self.state.apply_action(action)
        self.actions.append(action)

    def restart(self) -> None:
        """Take back all actions."""
        self.actions, self.deciders, self.state = [], [], self.begin()

    def undo(self, player: int) -> int:
        """Take back everything from the last decision of a player on.

        Returns:
            The number of actions taken back; 0 if the player has not decided anything yet.
        """
        last = max((at for at, decider in enumerate(self.deciders) if decider == player), default=-1)
        if last < 0:
            return 0
        actions = self.actions
        self.restart()
        for action in actions[:last]:
            self.apply(action)
        return len(actions) - last

    def record(self, notes: Iterable[str] = ()) -> str:
        """Return the game so far as text.

        Args:
            notes: Further lines of the header, which `resume` does not look at.
        """
        start = f"seed {self.seed}, player {self.first + 1} begins"
        if self._position:
            start = f"seed {self.seed}, from the position below"
        header = [FORMAT, f"cardgen: {__version__}", *identity_of(self.table), f"start: {start}", *notes]
        return record(header, self.begin(), self.actions)


def identity_of(table: Tabletop) -> list[str]:
    """Return the lines of a record that must match the contest: the game, its players, decks and rules."""
    decks = [f"deck {number}: {deck}" for number, deck in enumerate(table.decks, 1)]
    rules = f"rules: {' '.join(table.settings) or 'as printed'}"
    return [f"game: {table.game}", f"players: {len(table.players)}", *decks, rules]


def resume(table: Tabletop, text: str, to: int | None = None) -> GameSession:
    """Return the game of a record, to be continued.

    Args:
        to: Number of actions after which to continue; None: at the end of the record.

    Raises:
        LogError: The text is not a record, or it differs from the game that follows from the decks and rules.
        OtherGameError: The header names other decks, players or rules.
        UnlocatedError: E734, the record has fewer actions.
    """
    identity = identity_of(table)
    if text.startswith(f"# {FORMAT_OF_TWO}\n"):
        identity = [line for line in identity if not line.startswith("players: ")]
    words = _header(text, [line.partition(": ")[0] for line in identity])
    for number, line in enumerate(identity, 3):
        key, _, right = line.partition(": ")
        if words[key] != right:
            raise OtherGameError(f"the record is of {key} '{words[key]}'", f"'{right}', as here", number)
    actions = actions_of(text)
    if to is not None and not 0 <= to <= len(actions):
        raise UnlocatedError("E734", f"the record has no move {to}", expected=f"a number from 0 to {len(actions)}")
    session = _started(table, text, words["start"], len(identity) + 3)
    replay(text, lambda _: session.begin(), to)
    for action in actions[:to]:
        session.apply(session.state.string_to_action(action))
    return session


def _header(text: str, keys: Sequence[str]) -> dict[str, str]:
    """Return the header of a record by its keys: `cardgen`, the given ones, and `start`.

    Raises:
        LogError: The text has no such header.
    """
    lines = text.splitlines()
    if lines[:1] not in ([f"# {FORMAT}"], [f"# {FORMAT_OF_TWO}"]):
        raise LogError("this is not a recorded game", repr(f"# {FORMAT}"), 1)
    words = {}
    for number, key in enumerate(("cardgen", *keys, "start"), 2):
        line = lines[number - 1] if number <= len(lines) else ""
        if not line.startswith(f"# {key}: "):
            raise LogError(f"unexpected header line {line[:60]!r}", f"'# {key}: ...'", number)
        words[key] = line.removeprefix(f"# {key}: ")
    return words


def _started(table: Tabletop, text: str, start: str, line: int) -> GameSession:
    """Return a game that begins as the header says in a line."""
    found = re.fullmatch(r"seed (-?\d{1,4300}), (?:player (\d{1,4}) begins|from the position below)", start)
    if not found or (found[2] and not 0 < int(found[2]) <= len(table.players)):
        players = f"player 1 to {len(table.players)}"
        expected = f"'seed NUMBER, player 1 begins' ({players}), or 'seed NUMBER, from the position below'"
        raise LogError(f"the game cannot start from {start[:60]!r}", expected, line)
    if found[2]:
        return GameSession(table, int(found[1]), int(found[2]) - 1)
    first, *rest = [*dropwhile(lambda one: one.startswith("# "), text.splitlines()[line:]), ""]
    shown = [first[2:], *(line[2:] for line in takewhile(lambda line: line.startswith("| ") and line != first, rest))]
    try:
        return GameSession(table, int(found[1]), 0, "\n".join(shown))
    except LogError as error:
        raise LogError(error.message, error.expected, error.line + line if error.line else 0) from error

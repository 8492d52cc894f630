"""Run the games that people play with one deck, by their names, in a separate process."""

from __future__ import annotations

import contextlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.geometry.units import Size
from cardgen.pipeline.author_help.generated_texts import generated_texts
from cardgen.pipeline.options import BuildOptions
from cardgen.play.matches import open_contest
from cardgen.play.players import check_people
from cardgen.play.simulate.levels import agent_of, level_of
from cardgen.preview.session.snapshot import shown_problem
from cardgen.preview.tryit.offers import Offer, offer
from cardgen.preview.tryit.requests import NewGame, Viewing
from cardgen.preview.tryit.saved import SavedGame, SavedGames
from cardgen.preview.tryit.table import GameTable
from cardgen.report.errors import CardgenError, UnlocatedError

MOST_GAMES = 8
"""Games of a deck that are kept; the one that was played least recently ends."""


def serve_games(connection: Connection, deck: Path, saved: Path | None = None) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: Receives requests; sends the number of each with its answer.
        saved: Folder of saved games; None saves none.
    """
    games = KeptGames(deck, SavedGames(saved))
    with contextlib.suppress(EOFError, OSError):  # the server has ended
        while True:
            number, name, arguments = connection.recv()
            answer: Callable[..., Any] = getattr(games, name)
            connection.send((number, answer(*arguments)))


class KeptGames:
    """The games of a deck. Answers are views, `{"problems": ...}` after an error, and None for a game that is not kept.

    Args:
        saved: Games that outlive this process.
    """

    def __init__(self, deck: Path, saved: SavedGames) -> None:
        self._deck = deck
        self._saved = saved
        self._games: OrderedDict[str, _Kept] = OrderedDict()

    def offer(self, others: Mapping[str, Path]) -> Offer:
        """Return what can be played with the deck, given all decks of the preview by their names."""
        return offer(self._deck, others)

    def texts(self, language: str) -> dict[str, Any]:
        """Return the texts that effects generate, by kind and id of their pieces; none of a deck with errors.

        Returns:
            Of each piece `generated` and `stated`, as in `PieceTexts`.
        """
        found = generated_texts(self._deck, BuildOptions(language=language))
        return {f"{one.kind}/{one.id}": {"generated": dict(one.generated), "stated": dict(one.stated)} for one in found}

    def begin(self, wanted: NewGame, viewing: Viewing) -> dict[str, Any]:
        """Begin a game and return its view, with its name as `game`."""
        try:
            kept = _opened(wanted, viewing.language)
        except (CardgenError, UnlocatedError) as error:
            return _problems(error)
        name = secrets.token_hex(8)
        self._keep(name, kept)
        kept.table.play_on()
        return self._shown(name, viewing)

    def view(self, name: str, viewing: Viewing) -> dict[str, Any] | None:
        """Return the view of a game, after agents have played for a moment if it is their turn."""
        return self._done(name, viewing, GameTable.play_on)

    def take(self, name: str, viewing: Viewing, move: int, choice: int) -> dict[str, Any] | None:
        """Take a choice; see `GameTable.take`.

        Args:
            move: Number of actions before it.
        """

        def act(table: GameTable) -> None:
            table.take(move, choice)
            table.play_on()

        return self._done(name, viewing, act)

    def undo(self, name: str, viewing: Viewing) -> dict[str, Any] | None:
        """Take back the last decision of the person at the screen."""
        return self._done(name, viewing, GameTable.undo)

    def look(self, name: str, viewing: Viewing) -> dict[str, Any] | None:
        """Show the screen to the person who decides."""
        return self._done(name, viewing, GameTable.look)

    def record(self, name: str) -> str | None:
        """Return the game so far as text."""
        kept = self._kept(name)
        return kept.table.record() if kept else None

    def _done(self, name: str, viewing: Viewing, act: Callable[[GameTable], None]) -> dict[str, Any] | None:
        kept = self._kept(name)
        if kept is None:
            return None
        act(kept.table)
        return self._shown(name, viewing)

    def _kept(self, name: str) -> _Kept | None:
        """Return a game, also one that another process has saved; None if it cannot go on."""
        if name not in self._games:
            saved = self._saved.find(name)
            kept = _resumed(saved) if saved else None
            if kept is None:
                return None
            self._keep(name, kept)
        self._games.move_to_end(name)
        return self._games[name]

    def _keep(self, name: str, kept: _Kept) -> None:
        self._games[name] = kept
        while len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)

    def _shown(self, name: str, viewing: Viewing) -> dict[str, Any]:
        """Save a game, and return its view."""
        kept = self._games[name]
        if kept.saved != kept.table.progress:
            kept.saved = kept.table.progress
            actions, viewer, since = kept.saved
            saved = SavedGame(kept.wanted, kept.language, kept.table.identity, actions, viewer, since)
            self._saved.save(name, saved)
        card = Size(*viewing.card)
        try:
            view = kept.table.view(viewing.language or kept.usual, card)
        except UnlocatedError:  # the game does not have this language
            view = kept.table.view(kept.usual, card)
        return {"game": name, **view}


@dataclass(slots=True)
class _Kept:
    """A game that is played.

    Attributes:
        table: The game.
        wanted: How it began.
        language: Language in which it began.
        usual: Language of its words if none is asked for.
        saved: What was saved of it last.
    """

    table: GameTable
    wanted: NewGame
    language: str
    usual: str
    saved: object = None


def _opened(wanted: NewGame, language: str) -> _Kept:
    """Return a game at its start.

    Raises:
        CardgenError: A deck cannot be read.
        UnlocatedError: The game cannot be played like that.
    """
    agent = agent_of(level_of(wanted.level))
    contest, game = open_contest(wanted.decks, (), wanted.players, wanted.difficulty)
    if not 0 <= wanted.first < contest.player_count:
        raise UnlocatedError("E735", f"there is no player {wanted.first + 1}")
    people = len(check_people(contest, max(wanted.people, 1)))
    language = language if language in game.languages else game.languages[0]
    table = GameTable(contest, agent, people, wanted.seed, wanted.first, language)
    return _Kept(table, wanted, language, game.languages[0])


def _resumed(saved: SavedGame) -> _Kept | None:
    """Return a game that was saved; None if its decks or the rules have changed since."""
    with contextlib.suppress(CardgenError, UnlocatedError, ValueError, TypeError):
        kept = _opened(saved.wanted, saved.language)
        if kept.table.identity == saved.identity:
            kept.table.go_to(saved.actions, saved.viewer, saved.since)
            return kept
    return None


def _problems(error: CardgenError | UnlocatedError) -> dict[str, Sequence[Any]]:
    found = error.diagnostics if isinstance(error, CardgenError) else (error.at(None),)
    return {"problems": [asdict(shown_problem(item)) for item in found if item.is_error]}

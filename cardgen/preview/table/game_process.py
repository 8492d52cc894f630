"""Compute views and moves of the games of a room in a separate process, from their actions.

A process holds nothing that the server does not store: each request carries the game as far as it was played, so that a process
that was lost is simply started again.
"""

from __future__ import annotations

import contextlib
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.pipeline.author_help.generated_texts import generated_texts
from cardgen.pipeline.options import BuildOptions
from cardgen.play.matches import open_contest
from cardgen.play.session import identity_of
from cardgen.plugin.rules.errors import RulesError
from cardgen.preview.table.hosted_game import HostedGame, OtherCodeError, packed, unpacked
from cardgen.preview.table.offers import Offer, offer, settings_of
from cardgen.preview.table.outlook import Outlook
from cardgen.preview.table.requests import OUTLOOKS, GameRef, Looker, Wanted
from cardgen.preview.table.seat_view import SeatView
from cardgen.report.errors import CardgenError, UnlocatedError

PRIORITY = 10
"""How far the process of outlooks stands back behind the others."""
MOST_GAMES = 64
"""Games whose states are kept; another one is played again from its first action."""

Played = tuple[tuple[int, ...], list[int], dict[str, Any]]
"""All actions of a game, the player who took each, and `HostedGame.facts`."""


def serve_games(connection: Connection, subject: str) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: Receives requests; sends the number of each with its answer.
        subject: What the process is for; see `GameWorker`.
    """
    if subject == OUTLOOKS:
        with contextlib.suppress(AttributeError, OSError):  # not on Windows
            os.nice(PRIORITY)
    games = Games()
    with contextlib.suppress(EOFError, OSError):  # the server has ended
        while True:
            number, name, arguments = connection.recv()
            answer: Callable[..., Any] = getattr(games, name)
            connection.send((number, answer(*arguments)))


class Games:
    """The games that were asked for last."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, tuple[GameRef, HostedGame]] = OrderedDict()

    def offer(self, deck: Path, others: Mapping[str, Path]) -> Offer:
        """Return what can be played with a deck, given all decks of the server by their names."""
        return offer(deck, others)

    def settings(self, deck: Path, language: str) -> list[dict[str, Any]]:
        """Return the settings of the rules of a deck, see `settings_of`; none of one that cannot be played."""
        with contextlib.suppress(CardgenError, UnlocatedError):
            return settings_of(deck, language)
        return []

    def texts(self, deck: Path, language: str) -> dict[str, Any]:
        """Return the texts that effects generate, by kind and id of their pieces; none of a deck with errors.

        Returns:
            Of each piece `generated` and `stated`, as in `PieceTexts`.
        """
        found = generated_texts(deck, BuildOptions(language=language))
        return {f"{one.kind}/{one.id}": {"generated": dict(one.generated), "stated": dict(one.stated)} for one in found}

    def contest(self, wanted: Wanted) -> dict[str, Any]:
        """Read the decks, and return the contest as `data`, its `identity`, `players`, `languages` and `hides_hands`.

        Returns:
            After errors, only `problems`, as sentences.
        """
        try:
            contest, game = open_contest(wanted.decks, wanted.rules, wanted.players, wanted.difficulty)
        except (CardgenError, UnlocatedError) as error:
            found = error.diagnostics if isinstance(error, CardgenError) else (error.at(None),)
            return {"problems": [item.message for item in found if item.is_error]}
        table = contest.tabletop(game.languages[0])
        return {
            "data": packed(contest, game.languages),
            "identity": identity_of(table),
            "players": list(table.players),
            "languages": list(game.languages),
            "hides_hands": table.hides_hands,
        }

    def reopened(self, ref: GameRef, wanted: Wanted | None, identity: Sequence[str]) -> bytes | None:
        """Return the contest with which a stored game goes on: its own, or if other code has stored that, the decks as they are now.

        Args:
            wanted: Its decks and settings; None if the server does not have its decks.
            identity: Its `identity` from `contest`.

        Returns:
            None if the decks or settings are others now, or if the rules do not allow all moves.
        """
        with contextlib.suppress(OtherCodeError):
            unpacked(ref.contest)
            return ref.contest
        found = self.contest(wanted) if wanted else {}
        if found.get("identity") == identity:
            with contextlib.suppress(RulesError):
                HostedGame(replace(ref, contest=found["data"])).go_to(ref.actions)
                data: bytes = found["data"]
                return data
        return None

    def settle(self, ref: GameRef) -> Played:
        """Return a game after all that chance does next."""
        game = self._game(ref)
        game.draw_lots()
        return _played(game)

    def look(self, ref: GameRef, lookers: Sequence[Looker]) -> dict[Looker, SeatView]:
        """Return what some people see of a game."""
        game = self._game(ref)
        return {looker: game.view(looker) for looker in lookers}

    def outlooks(self, ref: GameRef, looker: Looker, first: int) -> dict[int, Outlook]:
        """Return what the choices of a player would change, from one of them on."""
        return self._game(ref).outlooks(looker, first)

    def take(self, ref: GameRef, player: int, choice: int) -> Played | None:
        """Take a choice of a player by its number; return None if there is no such choice."""
        game = self._game(ref)
        return _played(game) if game.take(player, choice) else None

    def think(self, ref: GameRef, levels: Mapping[int, str]) -> Played:
        """Let agents play for a moment."""
        game = self._game(ref)
        game.think(levels)
        return _played(game)

    def record(self, ref: GameRef, notes: Sequence[str]) -> str:
        """Return the game so far as text."""
        return self._game(ref).record(notes)

    def moved(self, ref: GameRef, data: bytes) -> str | None:
        """Return the position of a game as another contest reads it; None if its rules or decks do not allow it."""
        game = self._game(ref)
        contest, languages = unpacked(data)
        table = contest.tabletop(languages[0])
        with contextlib.suppress(CardgenError, UnlocatedError, ValueError, KeyError):
            text: str = table.from_text(game.position(), ref.seed).to_text()
            return text
        return None

    def _game(self, ref: GameRef) -> HostedGame:
        known = self._games.get(ref.id)
        if known is None or not _is_same(known[0], ref):
            self._games[ref.id] = known = ref, HostedGame(ref)
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(ref.id)
        known[1].go_to(ref.actions)
        return known[1]


def _is_same(one: GameRef, other: GameRef) -> bool:
    """Return whether two games begin alike."""
    return (one.contest, one.seed, one.first, one.position) == (other.contest, other.seed, other.first, other.position)


def _played(game: HostedGame) -> Played:
    return tuple(game.actions), list(game.deciders), game.facts()

"""Find the game that a person names on the command line: by its id, its folder, or one of its decks."""

from __future__ import annotations

from pathlib import Path

from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.open.game_files import FILE, game_ids
from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.plugin.game import Game
from cardgen.report.diagnostics import Collector, one_of, quoted
from cardgen.report.errors import CardgenError


def game_named(game: str, folder: Path) -> Game:
    """Return a game.

    Args:
        game: Id of the game, as decks name it; the folder of a `game.yaml`; a deck file, for the game of that deck.
            Empty for the game that lies in `folder`, or else for the only game that is installed.

    Raises:
        CardgenError: E504, there is no such game, or there are several and none is named; E210 to E234, the game cannot
            be used.
    """
    if (folder / game).is_file():
        return _game_of(folder / game)
    games = game_ids(folder)
    if not game and (folder / FILE).is_file():
        return game_in_folder(folder)
    if not game and len(games) == 1:
        (game,) = games
    if "/" in game or game == "." or (folder / game / FILE).is_file():
        return game_in_folder(folder / game)
    known = find_game(game, folder)
    if known is None:
        found = Collector()
        message = f"unknown game {quoted(game)}" if game else "no game is named"
        found.add("E504", message, **one_of(game, games))
        raise CardgenError(found.items)
    return known


def _game_of(deck: Path) -> Game:
    """Return the game of a deck file, whatever else is wrong with the deck.

    Raises:
        CardgenError: The file cannot be read, or its game cannot be used.
    """
    found = Collector()
    _, game = read_deck(deck, found)
    if game is None:
        raise CardgenError(found.items)
    return game

"""Make the JSON schemas of decks and of `game.yaml`, with which an editor completes and checks these files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.open.game_files import FILE, game_ids
from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.plugin.game import Game
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import CardgenError, as_cardgen_error
from cardgen.report.json_text import format_json
from cardgen.validate.schema import editor_schema
from cardgen.write.files import replace_file


def schema_json(game: str, folder: Path) -> str:
    """Return the JSON schema of the decks of a game, or of the file `game.yaml` itself.

    Args:
        game: Id of the game, as decks name it; the folder of a `game.yaml`; a deck file, for the game of that deck; or
            `game.yaml` for the schema of that file. Empty for the game that lies in `folder`, or else for the only game that is installed.
        folder: Folder whose own games are known too.

    Raises:
        CardgenError: E504, there is no such game, or there are several and none is named; E210 to E228, the game cannot
            be used.
    """
    if Path(game).name == FILE:
        return _text(_schema_of_file())
    if (folder / game).is_file():
        return _text(editor_schema(_game_of(folder / game)))
    games = game_ids(folder)
    if not game and (folder / FILE).is_file():
        return _text(editor_schema(game_in_folder(folder)))
    if not game and len(games) == 1:
        (game,) = games
    if "/" in game or game == ".":
        return _text(editor_schema(game_in_folder(folder / game)))
    known = find_game(game, folder)
    if known is None:
        found = Collector()
        expected = f"one of: {', '.join(games)}"
        message = f"unknown game {quoted(game)}" if game else "no game is named"
        found.add("E504", message, expected=expected, hints=did_you_mean(game, games))
        raise CardgenError(found.items)
    return _text(editor_schema(known))


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


def _schema_of_file() -> dict[str, Any]:
    from cardgen.plugin.description.schema import GameDescription

    schema = GameDescription.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema | {"title": FILE}


def _text(schema: Mapping[str, Any]) -> str:
    return format_json(schema)


def write_schema(game: str, folder: Path, target: Path) -> None:
    """Write the JSON schema of the decks of a game, or of the file `game.yaml` itself.

    Args:
        game: The game, as for `schema_json`.
        folder: Folder whose own games are known too.
        target: The file; an older one stays whole if anything fails.

    Raises:
        CardgenError: See `schema_json`; E601, the file cannot be written.
    """
    with as_cardgen_error():
        replace_file(target, f"{schema_json(game, folder)}\n".encode())

"""The JSON schema of a game's decks, which lets an editor complete and check them."""

from __future__ import annotations

import json
from pathlib import Path

from cardgen.pipeline.games import find_game, game_ids
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import CardgenError, as_cardgen_error
from cardgen.validate.schema import editor_schema
from cardgen.write.files import replace_file


def schema_json(game_id: str) -> str:
    """Return the JSON schema of the decks of a game.

    Args:
        game_id: Id of the game, as decks name it; empty for the only game that is installed.

    Raises:
        CardgenError: E504, there is no such game, or several are installed and none is named; E210 to E213, the
            game cannot be used.
    """
    games = game_ids()
    if not game_id and len(games) == 1:
        (game_id,) = games
    game = find_game(game_id)
    if game is None:
        found = Collector()
        expected = f"one of: {', '.join(games)}"
        message = f"unknown game {quoted(game_id)}" if game_id else "no game is named"
        found.add("E504", message, expected=expected, hints=did_you_mean(game_id, games))
        raise CardgenError(found.items)
    return json.dumps(editor_schema(game), indent=2, ensure_ascii=False)


def write_schema(game_id: str, target: Path) -> None:
    """Write the JSON schema of the decks of a game.

    Args:
        game_id: Id of the game, as for `schema_json`.
        target: The file; an older one stays whole if anything fails.

    Raises:
        CardgenError: See `schema_json`; E601, the file cannot be written.
    """
    with as_cardgen_error():
        replace_file(target, f"{schema_json(game_id)}\n".encode())

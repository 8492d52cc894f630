"""The JSON schema of a game's decks, which lets an editor complete and check them."""

from __future__ import annotations

import json

from cardgen.plugin.registry import find_game, game_ids
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import CardgenError
from cardgen.validate.schema import editor_schema


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

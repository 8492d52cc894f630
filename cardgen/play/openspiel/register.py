"""Tell OpenSpiel of every installed game that can be played."""

from __future__ import annotations

import pyspiel

from cardgen.play.openspiel.game import DeckGame, game_type, short_name
from cardgen.plugin.registry import all_games


def register_games() -> None:
    """Register them.

    OpenSpiel lets go of what makes a game when Python has ended already. A class stands that, a closure does not.
    """
    for game in all_games().values():
        if game.rules is not None:
            kind = game_type(game)
            pyspiel.register_game(kind, type(short_name(game), (DeckGame,), {"game": game, "kind": kind}))

"""Register every installed game that has rules with OpenSpiel, and one game that loads any deck."""

from __future__ import annotations

from functools import partial

import pyspiel

from cardgen.pipeline.open.games import all_games
from cardgen.play.openspiel.game import ANY_GAME, DeckGame, game_type, load_any_tree, load_tree, short_name
from cardgen.plugin.hooks import game_rules
from cardgen.report.errors import CardgenError


def register_games() -> None:
    """Register all games with rules, and one that is the game of whatever decks are named.

    OpenSpiel releases the function that makes a game only after Python has ended. A class survives that, a closure does
    not.
    """
    attributes = {
        "title": "A game of cardgen",
        "name": ANY_GAME,
        "load_rules": staticmethod(lambda: None),
        "load_tree": staticmethod(load_any_tree),
    }
    pyspiel.register_game(game_type(ANY_GAME, "A game of cardgen", None), type(ANY_GAME, (DeckGame,), attributes))
    for game in all_games().values():
        if game.rules is None:
            continue
        try:
            kind = game_type(short_name(game), game.name, game_rules(game))
        except CardgenError:  # reported when somebody plays its decks; the other games are not affected
            continue
        attributes = {
            "title": game.name,
            "name": short_name(game),
            "load_rules": staticmethod(game.rules),
            "load_tree": staticmethod(partial(load_tree, game)),
        }
        pyspiel.register_game(kind, type(short_name(game), (DeckGame,), attributes))

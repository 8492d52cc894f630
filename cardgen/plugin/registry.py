"""Find games by their entry point (`cardgen.games`); never imports one by name."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from cardgen.plugin.game import Game

_added: dict[str, Game] = {}


def add_game(game: Game) -> None:
    """Make a game known for this process, as an entry point would."""
    _added[game.id] = game


@cache
def _installed() -> dict[str, Game]:
    games = (point.load() for point in entry_points(group="cardgen.games"))
    return {game.id: game for game in games}


def all_games() -> dict[str, Game]:
    """All games by id."""
    return _installed() | _added


def find_game(game_id: str) -> Game | None:
    """The game of that id, or None."""
    return all_games().get(game_id)

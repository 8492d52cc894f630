"""Register games by id: those of installed packages, and those added in this process.

A package names its games as entry points of the group `cardgen.games`. A game is imported when it is first needed,
so a package that is broken harms only the decks of its own game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from cardgen.plugin.code import GameCode
from cardgen.plugin.conformance import contract_problems
from cardgen.plugin.failure import place_of, summary_of
from cardgen.plugin.game import Game
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.errors import CardgenError

GROUP = "cardgen.games"

_added: dict[str, Game] = {}


def add_game(game: Game) -> None:
    """Make a game known to this process, as an installed package would.

    Raises:
        CardgenError: E212, the game breaks the contract.
    """
    problems = contract_problems(game)
    if problems:
        raise CardgenError(problems)
    _added[game.id] = game


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, sorted, without importing any of them."""
    return tuple(sorted({*_entry_points(), *_added}))


def find_game(game_id: str) -> Game | GameCode | None:
    """Return the game of an id, or the code of one that a `game.yaml` describes; None if there is no such game.

    Raises:
        CardgenError: E210 to E213, the game cannot be used.
    """
    if game_id in _added:
        return _added[game_id]
    loaded = _loaded(game_id) if game_id in _entry_points() else None
    if isinstance(loaded, tuple):
        raise CardgenError(loaded)
    return loaded


def all_games() -> dict[str, Game | GameCode]:
    """Return every game that can be imported, by id; `broken_games` has the others."""
    installed = {name: game for name in _entry_points() if isinstance(game := _loaded(name), Game | GameCode)}
    return installed | _added


def broken_games() -> dict[str, tuple[Diagnostic, ...]]:
    """Return what is wrong (E210 to E213) with each game that cannot be used, by id."""
    found = {name: loaded for name in _entry_points() if isinstance(loaded := _loaded(name), tuple)}
    return {name: problems for name, problems in found.items() if name not in _added}


@cache
def _entry_points() -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of all installed packages by name."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=GROUP):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


@cache
def _loaded(name: str) -> Game | GameCode | tuple[Diagnostic, ...]:
    """Return the game of an entry point, or what is wrong with it."""
    point, *others = _entry_points()[name]
    if others:
        sources = " and ".join(_source(each) for each in (point, *others))
        hint = "uninstall all but one of them"
        return (Diagnostic("E213", f"several packages provide a game {quoted(name)}: {sources}", hints=(hint,)),)
    try:
        game = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # modules in Rust raise panics that are no Exception
        message = f"game {quoted(name)} of {_source(point)} cannot be imported: {summary_of(error)}"
        return (Diagnostic("E210", message, place_of(error), hints=("update the package, or uninstall it",)),)
    if not isinstance(game, Game | GameCode):
        message = f"game {quoted(name)} of {_source(point)} is of type {quoted(type(game).__name__)}"
        return (Diagnostic("E211", message, expected=f"a Game or a GameCode, in {point.value}"),)
    if isinstance(game, Game) and (problems := contract_problems(game)):
        return tuple(problems)
    if isinstance(game, Game) and game.id != name:
        message = f"entry point {quoted(name)} of {_source(point)} is a game with the id {quoted(game.id)}"
        return (Diagnostic("E212", message, expected="the id of the game as the name of its entry point"),)
    return game


def _source(point: EntryPoint) -> str:
    """Return the package of an entry point, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value

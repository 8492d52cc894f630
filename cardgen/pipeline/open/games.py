"""Find the game of a deck: beside the deck, below its folder, among those that ship, or in an installed package."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from cardgen.guard.files import confine, is_file
from cardgen.model.deck import LocalizedText
from cardgen.pipeline.open.game_files import (
    FILE,
    GAMES,
    code_of,
    game_file_below,
    game_ids,
    shipped_games,
    stated_id,
)
from cardgen.pipeline.open.game_reader import ReadGame, game_tools, read_game, usable
from cardgen.plugin import registry
from cardgen.plugin.game import Game
from cardgen.read.files import is_below
from cardgen.report.diagnostics import Collector, Diagnostic, did_you_mean, quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Node


def find_game(game_id: str, folder: Path | None = None) -> Game | None:
    """Return the game of an id; None if there is no such game.

    Args:
        folder: Folder of a deck, where games are looked for first; None for those that ship or are installed.

    Raises:
        CardgenError: E210 to E228, the game cannot be used.
    """
    if folder is not None:
        return _named(game_id, folder, Collector()) if game_id else None
    found = registry.find_game(game_id)
    if isinstance(found, Game):
        return found
    file = found.file if found else shipped_games().get(game_id)
    return usable(read_game(file, found)) if file else None


@cache
def game_with_kinds(game_id: str, kinds: tuple[tuple[str, str], ...]) -> Game:
    """Return a game that ships with one kind, with several kinds like it.

    Args:
        game_id: Id of the game, which is described by a `game.yaml` alone.

    Raises:
        CardgenError: E210 to E228, the game cannot be used.
    """
    from cardgen.plugin.description.compile import compile_game

    read = read_game(shipped_games()[game_id], None)
    usable(read)
    assert read.layers
    own = read.layers.own
    (kind,) = own.kinds.values()
    several = {name: kind.model_copy(update={"title": LocalizedText({"": title})}) for name, title in kinds}
    layer = replace(own, description=own.description.model_copy(update={"kinds": several}))
    return compile_game(replace(read.layers, files=(*read.layers.files[:-1], layer)), game_tools())


def all_games() -> dict[str, Game]:
    """Return every game that ships or is installed and can be used, by id."""
    games = {}
    for game_id in game_ids():
        try:
            game = find_game(game_id)
        except CardgenError:
            continue
        if game:
            games[game_id] = game
    return games


def game_in_folder(folder: Path) -> Game:
    """Return the game that lies in a folder.

    Args:
        folder: A folder with a `game.yaml`.

    Raises:
        CardgenError: E101, there is none; E210 to E228, the game cannot be used.
    """
    confine(folder)
    if not (folder / FILE).is_file():
        raise CardgenError([Diagnostic("E101", f"there is no {FILE} in {quoted(folder)}")])
    return usable(read_game(folder / FILE, code_of(folder / FILE)))


def game_of_deck(node: Node, folder: Path, found: Collector) -> Game | None:
    """Return the game of a deck; None after an error, which may be an error of the game itself."""
    stated = node.value.get("game") if isinstance(node.value, dict) else None
    if stated is None:
        return _game_beside(node, folder, found)
    if isinstance(stated.value, list | dict) or stated.value is None:
        found.add("E201", "unknown game 'a list or a mapping'", stated.span, expected=_known(folder))
        return None
    name = str(stated.value)
    try:
        game = _named(name, folder, found)
    except CardgenError as error:
        note = ("the deck names this game", stated.span)
        found.items += (replace(item, notes=(*item.notes, note)) for item in error.diagnostics)
        return None
    except UnlocatedError as error:
        found.items.append(error.at(stated.span))
        return None
    if game is None:
        hints = did_you_mean(name, game_ids(folder))
        found.add("E201", f"unknown game {quoted(name)}", stated.span, expected=_known(folder), hints=hints)
    return game


def _known(folder: Path) -> str:
    return f"one of: {', '.join(game_ids(folder))}"


def _game_beside(node: Node, folder: Path, found: Collector) -> Game | None:
    """Return the game beside a deck that names none."""
    if not (folder / FILE).is_file():
        hint = "write 'game: cards' for cards of your own; 'cardgen new' starts a game of your own"
        found.add("E202", "the deck has no key 'game'", node.span, expected=f"game: {_known(folder)}", hints=[hint])
        return None
    read = read_game(folder / FILE, code_of(folder / FILE))
    found.items += (item for item in read.problems if item not in found.items)
    return read.game


def _named(name: str, folder: Path, found: Collector) -> Game | None:
    """Return the game that a deck names, by its id or by its folder.

    Raises:
        CardgenError: The game cannot be used.
        UnlocatedError: E216, the name is a path that leaves the folder of the deck, or leads nowhere.
    """
    if "/" in name or "\\" in name or name.startswith("."):
        file = game_file_below(folder, name)
        return _warned(read_game(file, code_of(file)), found)
    beside = folder / FILE
    if beside.is_file() and stated_id(beside) in (name, ""):
        read = read_game(beside, code_of(beside))
        if read.game is None and stated_id(beside) == "":  # it may be another game, which a fault in it must not harm
            other = _elsewhere(name, folder, found)
            if other is not None:
                return other
        if read.game is None or read.game.id == name:
            return _warned(read, found)
    return _elsewhere(name, folder, found)


def _elsewhere(name: str, folder: Path, found: Collector) -> Game | None:
    below = folder / GAMES / name / FILE
    if name.isprintable() and is_file(below) and is_below(below, folder):
        return _warned(read_game(below, code_of(below)), found)
    return find_game(name)


def _warned(read: ReadGame, found: Collector) -> Game:
    game = usable(read)
    found.items += (item for item in read.problems if item not in found.items)
    return game

"""Find the files `game.yaml` of games, and read their ids and values."""

from __future__ import annotations

from pathlib import Path

from cardgen.guard.files import is_file
from cardgen.plugin import registry
from cardgen.plugin.code import GameCode
from cardgen.plugin.resources import resources
from cardgen.read.files import is_below
from cardgen.read.yaml import parsed_file
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import CardgenError, UnlocatedError

FILE = "game.yaml"
GAMES = "games"
"""Name of the folder below that of a deck in which games lie, each in a folder with its id as its name."""


def game_file_below(folder: Path, name: str) -> Path:
    """Return the `game.yaml` that a path names, which is never outside of a folder.

    Args:
        name: Path as written, of a folder or of the file itself.

    Raises:
        UnlocatedError: E216, the path leaves the folder, or there is no file.
    """
    expected = "the path of a folder with a game.yaml, such as ./games/harbour"
    if "\\" in name:
        raise UnlocatedError("E216", f"game {quoted(name)} has a backslash", expected=expected, hints=("write '/'",))
    target = folder / name
    file = target if target.name.endswith(".yaml") else target / FILE
    if ".." in Path(name).parts or Path(name).is_absolute() or not name.isprintable():
        raise UnlocatedError("E216", f"game {quoted(name)} leaves the folder of the file", expected=expected)
    if not is_below(file, folder):
        raise UnlocatedError("E216", f"game {quoted(name)} is a link out of its folder", expected=expected)
    if not is_file(file):
        raise UnlocatedError("E216", f"game {quoted(name)} does not exist", expected=expected)
    return file


def shipped_games() -> dict[str, Path]:
    """Return the files of the games that ship, by id: the name of their folder."""
    return {file.parent.name: file for file in sorted(resources().templates.glob(f"*/{FILE}"))}


def code_of(file: Path) -> GameCode | None:
    """Return the code of an installed game with the id that a file states; None without."""
    stated = stated_id(file)
    try:
        found = registry.find_game(stated) if stated else None
    except CardgenError:  # told to decks that name the installed game
        return None
    return found if isinstance(found, GameCode) else None


def stated_id(file: Path) -> str | None:
    """Return the id that a file states; empty if it cannot be read, None if there is no such file."""
    if not file.is_file():
        return None
    node = parsed_file(file, Collector())
    stated = node.value.get("id") if node and isinstance(node.value, dict) else None
    return stated.value if stated and isinstance(stated.value, str) else ""


def game_ids(folder: Path | None = None) -> tuple[str, ...]:
    """Return the ids of all games, sorted, without reading any of them.

    Args:
        folder: Folder of a deck, whose own games are listed too; None for those that ship and those that are installed.
    """
    own: list[str] = []
    if folder is not None:
        own = [path.parent.name for path in sorted((folder / GAMES).glob(f"*/{FILE}"))]
        beside = stated_id(folder / FILE)
        own += [beside] if beside else []
    return tuple(sorted({*registry.game_ids(), *shipped_games(), *own}))

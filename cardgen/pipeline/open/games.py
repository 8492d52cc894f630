"""Find the game of a deck: beside the deck, below its folder, among those that ship, or in an installed package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.guard.files import confine, stamp_of
from cardgen.model.deck import LocalizedText
from cardgen.pipeline.open.game_files import (
    FILE,
    GAMES,
    code_of,
    game_file_below,
    parsed_file,
    shipped_games,
    stated_id,
)
from cardgen.plugin import registry
from cardgen.plugin.code import GameCode
from cardgen.plugin.game import Game
from cardgen.plugin.resources import resources
from cardgen.read.files import is_below
from cardgen.report.diagnostics import Collector, Diagnostic, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import GameFileNode, Node, Span

if TYPE_CHECKING:  # pydantic is imported only where a game.yaml is read
    from cardgen.plugin.description.compile import Tools
    from cardgen.plugin.description.layers import Layer, Layers


@dataclass(frozen=True, slots=True)
class _Read:
    """A game.yaml that has been read: the game, or what is wrong with it.

    Attributes:
        game: The game; None after errors.
        layers: The files of the game and those that it extends; None after errors.
        problems: Errors and warnings.
        stamps: State of each file that was read.
    """

    game: Game | None
    layers: Layers | None
    problems: tuple[Diagnostic, ...]
    stamps: Mapping[Path, object]


_read: dict[tuple[Path, int], _Read] = {}


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


def find_game(game_id: str) -> Game | None:
    """Return a game that ships or is installed; None if there is no such game.

    Raises:
        CardgenError: E210 to E228, the game cannot be used.
    """
    found = registry.find_game(game_id)
    if isinstance(found, Game):
        return found
    file = found.file if found else shipped_games().get(game_id)
    return _usable(_game_in(file, found)) if file else None


@cache
def game_with_kinds(game_id: str, kinds: tuple[tuple[str, str], ...]) -> Game:
    """Return a game that ships with one kind, with several kinds like it.

    Args:
        game_id: Id of the game, which is described by a `game.yaml` alone.
        kinds: Name and title of each kind.

    Raises:
        CardgenError: E210 to E228, the game cannot be used.
    """
    from cardgen.plugin.description.compile import compile_game

    read = _game_in(shipped_games()[game_id], None)
    _usable(read)
    assert read.layers
    own = read.layers.own
    (kind,) = own.kinds.values()
    several = {name: kind.model_copy(update={"title": LocalizedText({"": title})}) for name, title in kinds}
    layer = replace(own, description=own.description.model_copy(update={"kinds": several}))
    return compile_game(replace(read.layers, files=(*read.layers.files[:-1], layer)), _tools())


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


def find_own_game(game_id: str, folder: Path) -> Game | None:
    """Return a game as a deck in a folder would find it by its id; None if there is no such game.

    Args:
        folder: Folder in which games are looked for first.

    Raises:
        CardgenError: E210 to E228, the game cannot be used.
    """
    return _named(game_id, folder, Collector()) if game_id and "/" not in game_id else None


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
    return _usable(_game_in(folder / FILE, code_of(folder / FILE)))


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
    read = _game_in(folder / FILE, code_of(folder / FILE))
    found.items += (item for item in read.problems if item not in found.items)
    return read.game


def _named(name: str, folder: Path, found: Collector) -> Game | None:
    """Return the game that a deck names, by its id or by its folder.

    Raises:
        CardgenError: The game cannot be used.
        UnlocatedError: E216, the name is a path that leaves the folder of the deck, or leads nowhere.
    """
    if "/" in name or "\\" in name or name.startswith("."):
        file = game_file_below(folder, name, "game")
        return _warned(_game_in(file, code_of(file)), found)
    beside = folder / FILE
    if beside.is_file() and stated_id(beside) in (name, ""):
        read = _game_in(beside, code_of(beside))
        if read.game is None and stated_id(beside) == "":  # it may be another game, which a fault in it must not harm
            other = _elsewhere(name, folder, found)
            if other is not None:
                return other
        if read.game is None or read.game.id == name:
            return _warned(read, found)
    return _elsewhere(name, folder, found)


def _elsewhere(name: str, folder: Path, found: Collector) -> Game | None:
    below = folder / GAMES / name / FILE
    if name.isprintable() and below.is_file() and is_below(below, folder):
        return _warned(_game_in(below, code_of(below)), found)
    return find_game(name)


def _warned(read: _Read, found: Collector) -> Game:
    game = _usable(read)
    found.items += (item for item in read.problems if item not in found.items)
    return game


def _usable(read: _Read) -> Game:
    if read.game is None:
        raise CardgenError(sort_diagnostics(read.problems))
    return read.game


def _game_in(file: Path, code: GameCode | None, chain: tuple[Path, ...] = ()) -> _Read:
    """Return the game of a file; it is read again only after a change.

    Args:
        file: A `game.yaml`.
        code: Python code that belongs to it; None without.
        chain: Files of the games that extend it, by way of which it is read.
    """
    key = file.resolve(), id(code)
    kept = _read.get(key)
    if kept is None or any(stamp_of(path) != stamp for path, stamp in kept.stamps.items()):
        kept = _Reader(file, code, chain).read()
        if not chain and kept.game:  # what is wrong may be mended in another file, such as a template that is missing
            _read[key] = kept
    return kept


class _Reader:
    """Reads one game.yaml and the games that it extends."""

    def __init__(self, file: Path, code: GameCode | None, chain: tuple[Path, ...]) -> None:
        self.file = file
        self.code = code
        self.chain = (*chain, file.resolve())
        self.found = Collector()
        self.stamps: dict[Path, object] = {file: stamp_of(file)}

    def read(self) -> _Read:
        """Return the game, or what is wrong with it."""
        layers = self._layers()
        game = self._compiled(layers) if layers and not self.found.has_errors else None
        return _Read(game, layers if game else None, tuple(self.found.items), self.stamps)

    def _layers(self) -> Layers | None:
        from cardgen.plugin.description.layers import Layer, Layers
        from cardgen.plugin.description.schema import GameDescription
        from cardgen.validate.schema import validate_as

        node, problems = parsed_file(self.file)
        self.found.items += problems
        node = GameFileNode(node.value, node.span) if node else None
        description = validate_as(node, GameDescription, self.found) if node else None
        if node is None or description is None:
            return None
        own = Layer(description, node, self.file.parent, self.code)
        if description.extends is None:
            return Layers((own,))
        span = node.value["extends"].span if isinstance(node.value, dict) else node.span
        return self._extended(own, description.extends, span)

    def _extended(self, own: Layer, name: str, span: Span) -> Layers | None:
        from cardgen.plugin.description.layers import Layers

        try:
            parent, below = self._parent(name)
        except UnlocatedError as error:
            self.found.items.append(error.at(span))
            return None
        except CardgenError as error:
            note = ("the game is extended", span)
            self.found.items += (replace(item, notes=(*item.notes, note)) for item in error.diagnostics)
            return None
        return Layers((*(below.files if below else ()), own), parent)

    def _parent(self, name: str) -> tuple[Game, Layers | None]:
        """Return the game that this one extends, with its files if it has any.

        Raises:
            UnlocatedError: E216 or E217, there is no such game; E218, it extends this one.
            CardgenError: It cannot be used.
        """
        file, code = self._file_of_parent(name)
        if file is None:
            game = registry.find_game(name)
            own = stated_id(self.file)
            if name == own:
                expected = "a game that does not extend this one"
                raise UnlocatedError("E218", f"the game extends itself: {quoted(name)}", expected=expected)
            if not isinstance(game, Game):
                ids = [each for each in game_ids(self.file.parent) if each != own]
                hints = did_you_mean(name, ids)
                raise UnlocatedError(
                    "E217", f"unknown game {quoted(name)}", expected=f"one of: {', '.join(ids)}", hints=hints
                )
            return game, None
        if file.resolve() in self.chain:
            ways = [*self.chain[self.chain.index(file.resolve()) :], file.resolve()]
            steps = " -> ".join(quoted(path.parent.name) for path in ways)
            raise UnlocatedError(
                "E218", f"the game extends itself: {steps}", expected="a game that does not extend this one"
            )
        read = _game_in(file, code, self.chain)
        self.stamps |= read.stamps
        game = _usable(read)
        self.found.items += (item for item in read.problems if item not in self.found.items)
        return game, read.layers

    def _file_of_parent(self, name: str) -> tuple[Path | None, GameCode | None]:
        folder = self.file.parent
        if "/" in name or "\\" in name or name.startswith("."):
            file = game_file_below(folder, name, "game")
            return file, code_of(file)
        siblings = [folder.parent / name / FILE] if folder.parent.name == GAMES else []
        for file in (folder / name / FILE, folder / GAMES / name / FILE, *siblings):
            if file.is_file() and is_below(file, folder.parent):
                return file, code_of(file)
        found = registry.find_game(name)
        if isinstance(found, GameCode):
            return found.file, found
        return (None if found else shipped_games().get(name)), None

    def _compiled(self, layers: Layers) -> Game | None:
        from cardgen.plugin.conformance import contract_problems
        from cardgen.plugin.description.compile import compile_game
        from cardgen.plugin.description.faults import faults, missing_files

        tools = _tools()
        missing = missing_files(layers, _template_folders(layers))
        for fault in (*faults(layers, tools), *missing):
            span = fault.span or layers.own.node.nearest(fault.path, key=fault.on_key)
            self.found.add(fault.code, fault.message, span, expected=fault.expected, hints=fault.hints)
        if self.found.has_errors:
            return None
        game = compile_game(layers, tools)
        problems = contract_problems(game)
        self.found.items += (replace(item, span=layers.own.node.span) for item in problems)
        return None if problems else game


def _template_folders(layers: Layers) -> list[Path]:
    """Return the folders in which templates of a game are looked for, with those of decks that use it."""
    own = layers.own.folder
    decks = [own.parent.parent if own.parent.name == GAMES else own.parent] if own.name else []
    inherited = layers.parent.folders if layers.parent else ()
    shipped = resources().templates / "common"
    return [own / "templates", own, *inherited, shipped, *(folder / "templates" for folder in decks)]


def _tools() -> Tools:
    from cardgen.impose.paper import find_card
    from cardgen.plugin.description.compile import Tools

    return Tools(find_card, _make_evaluator)


def _make_evaluator(rules: Any) -> Any:
    from cardgen.render.expressions.evaluation import make_evaluator

    return make_evaluator(rules)

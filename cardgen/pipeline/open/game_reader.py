"""Read a `game.yaml` and the games that it extends, and compile them to a `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.guard.files import stamp_of
from cardgen.pipeline.open.game_files import (
    FILE,
    GAMES,
    code_of,
    game_file_below,
    game_ids,
    shipped_games,
    stated_id,
)
from cardgen.plugin import registry
from cardgen.plugin.code import GameCode
from cardgen.plugin.game import Game
from cardgen.plugin.resources import resources
from cardgen.read.files import is_below
from cardgen.read.yaml import parsed_file
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, Diagnostic, one_of, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import GameFileNode, Span

if TYPE_CHECKING:  # pydantic is imported only where a game.yaml is read
    from cardgen.plugin.description.compile import Tools
    from cardgen.plugin.description.layers import Layer, Layers


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game.yaml that has been read: the game, or what is wrong with it.

    Attributes:
        game: The game; None after errors.
        layers: The files of the game and those that it extends; None after errors.
        stamps: State of each file that was read.
    """

    game: Game | None
    layers: Layers | None
    problems: tuple[Diagnostic, ...]
    stamps: Mapping[Path, object]


_read: dict[tuple[Path, int], ReadGame] = {}


def usable(read: ReadGame) -> Game:
    """Return a game that was read.

    Raises:
        CardgenError: It has errors.
    """
    if read.game is None:
        raise CardgenError(sort_diagnostics(read.problems))
    return read.game


def read_game(file: Path, code: GameCode | None, chain: tuple[Path, ...] = ()) -> ReadGame:
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

    def read(self) -> ReadGame:
        """Return the game, or what is wrong with it."""
        layers = self._layers()
        game = self._compiled(layers) if layers and not self.found.has_errors else None
        return ReadGame(game, layers if game else None, tuple(self.found.items), self.stamps)

    def _layers(self) -> Layers | None:
        from cardgen.plugin.description.layers import Layer, Layers
        from cardgen.plugin.description.schema import GameDescription
        from cardgen.validate.schema import validate_as

        node = parsed_file(self.file, self.found)
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
                raise UnlocatedError("E217", f"unknown game {quoted(name)}", **one_of(name, ids))
            return game, None
        if file.resolve() in self.chain:
            ways = [*self.chain[self.chain.index(file.resolve()) :], file.resolve()]
            steps = " -> ".join(quoted(path.parent.name) for path in ways)
            raise UnlocatedError(
                "E218", f"the game extends itself: {steps}", expected="a game that does not extend this one"
            )
        read = read_game(file, code, self.chain)
        self.stamps |= read.stamps
        game = usable(read)
        self.found.items += (item for item in read.problems if item not in self.found.items)
        return game, read.layers

    def _file_of_parent(self, name: str) -> tuple[Path | None, GameCode | None]:
        folder = self.file.parent
        if "/" in name or "\\" in name or name.startswith("."):
            file = game_file_below(folder, name)
            return file, code_of(file)
        siblings = [folder.parent / name / FILE] if folder.parent.name == GAMES else []
        for file in (folder / name / FILE, folder / GAMES / name / FILE, *siblings):
            if file.is_file() and is_below(file, folder.parent if siblings else folder):
                return file, code_of(file)
        found = registry.find_game(name)
        if isinstance(found, GameCode):
            return found.file, found
        return (None if found else shipped_games().get(name)), None

    def _compiled(self, layers: Layers) -> Game | None:
        from cardgen.plugin.conformance import contract_problems
        from cardgen.plugin.description.compile import compile_game
        from cardgen.plugin.description.faults import faults, missing_files

        tools = game_tools()
        missing = missing_files(layers, _template_folders(layers))
        for fault in (*faults(layers, tools), *missing):
            span = fault.span or layers.own.node.nearest(fault.path, key=fault.on_key)
            span = layers.own.node.at(fault.path).part(fault.part) if fault.part else span
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
    beside = own.parent.parent if own.parent.name == GAMES else own.parent
    inherited = layers.parent.folders if layers.parent else ()
    shipped = resources().templates / "common"
    return [own / "templates", own, *inherited, shipped, beside / "templates"]


def game_tools() -> Tools:
    """Return what compiling a game needs from other packages: card sizes by name, and the evaluator of expressions."""
    from cardgen.impose.paper import find_card
    from cardgen.plugin.description.compile import Tools

    return Tools(find_card, _make_evaluator)


def _make_evaluator(rules: Any) -> Any:
    from cardgen.render.expressions.evaluation import make_evaluator

    return make_evaluator(rules)

"""List the templates that draw a deck or a game, and copy them for changes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import meta

from cardgen.guard.files import read_bytes
from cardgen.model.language import suitable_keys
from cardgen.pipeline.face_files import SUFFIX, face_template
from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.open.deck_names import DECK_SUFFIXES
from cardgen.pipeline.open.folders import LookFolders, look_folders
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.pipeline.open.project import open_deck
from cardgen.plugin.components import Document, PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import piece_entries
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Collector, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import display_path

FOLDER = "templates"
_FIGURE = re.compile(r"!\[[^\]]*\]\(([^()\s]+\.j2)\)")
_SUFFIXES = (".j2", SUFFIX, ".md")
_LARGEST = 2**20  # bytes of a file; a template may have fewer


@dataclass(frozen=True, slots=True)
class TemplateUse:
    """A template, and what it is for.

    Attributes:
        name: Name, as a game and other templates refer to it.
        file: Path of the file that is used; empty if there is none.
        owner: Whose file it is: `yours`, `game ID` or `cardgen`.
        draws: What it draws, such as `face of ships`, or what chooses it, such as `frame: brass`; empty if other templates
            use it.
        needs: Names of the templates that it takes macros from or includes.
    """

    name: str
    file: str
    owner: str
    draws: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CopiedTemplate:
    """A template that was copied.

    Attributes:
        use: The original.
        file: Path of the copy.
    """

    use: TemplateUse
    file: str


@dataclass(frozen=True, slots=True)
class Target:
    """What templates are looked up for.

    Attributes:
        folder: Folder of the deck, or the current one for a game.
        deck: The deck file; None for a game.
        draws: Name of each template that a piece or a document uses, and what it draws, in the order of the game; then
            those that a deck can choose, and what chooses them.
    """

    game: Game
    folder: Path
    deck: Path | None
    draws: dict[str, tuple[str, ...]]

    @property
    def folders(self) -> LookFolders:
        """The folders that it is drawn from."""
        return look_folders(self.folder, self.game)


def open_target(name: str) -> Target:
    """Return what templates are looked up for.

    Args:
        name: A deck file, a folder with a `game.yaml`, or the id of a game.

    Raises:
        CardgenError: The deck or the game cannot be read; E201, there is no such game.
    """
    path = Path(name)
    if path.is_dir() and (path / "game.yaml").is_file():
        return _target(game_in_folder(path), path, None)
    if path.suffix.lower() in DECK_SUFFIXES or path.exists():
        return _of_deck(path)
    game = find_game(name)
    if game is None:
        known = game_ids()
        expected = f"a deck file, or one of: {', '.join(known)}"
        error = UnlocatedError(
            "E201", f"unknown game {quoted(name)}", expected=expected, hints=did_you_mean(name, known)
        )
        raise CardgenError([error.at(None)])
    return _target(game, Path(), None)


def list_templates(target: Target) -> tuple[TemplateUse, ...]:
    """Return the templates of a deck or a game: those that draw something, those that it can choose, those that these need.

    Args:
        target: What `open_target` returned.
    """
    folders = target.folders
    names = list(target.draws)
    uses = []
    for name in names:  # grows while what is needed is added
        use = _use(name, target, folders)
        uses.append(use)
        names += [needed for needed in use.needs if needed not in names]
    return tuple(uses)


def copy_templates(target: Target, names: Sequence[str]) -> tuple[CopiedTemplate, ...]:
    """Copy originals of templates into the folder `templates` beside the deck, to change them there.

    Args:
        target: What `open_target` returned.
        names: Names of templates, with or without `.svg.j2` or `.face.yaml`.

    Returns:
        The copies, in the order of the names.

    Raises:
        CardgenError: E419, there is no such template; E418, the copy exists already. Nothing is copied then.
    """
    found = Collector()
    folders = target.folders
    copies = {}  # by their paths, since a template has several names
    for name in dict.fromkeys(names):
        whole = _whole_name(name, folders)
        if whole is None:
            known = [use.name for use in list_templates(target)]
            expected = f"one of: {', '.join(known)}"
            short = (known_name.removesuffix(".svg.j2").removesuffix(SUFFIX) for known_name in known)
            hints = did_you_mean(name, [*known, *short])
            found.add("E419", f"unknown template {quoted(name)}", expected=expected, hints=hints)
            continue
        use = _use(whole, target, folders)
        copy = target.folder / FOLDER / whole
        if os.path.lexists(copy) or use.owner == "yours":
            shown = display_path(str(copy)) if os.path.lexists(copy) else use.file
            hint = "change this file; without it, the original is used again"
            found.add("E418", f"template {quoted(shown)} exists already", hints=(hint,))
            continue
        copies[copy] = use
    if found.items:
        raise CardgenError(found.items)
    return tuple(CopiedTemplate(use, _copied(use, copy)) for copy, use in copies.items())


def _of_deck(path: Path) -> Target:
    """Return a deck; one whose values have errors is looked at by its game alone."""
    found = Collector()
    opened = open_deck(path, found)
    if opened is None:
        node, game = read_deck(path, Collector())
        if node is None or game is None:
            raise CardgenError(sort_diagnostics(found.items))
        return _target(game, path.parent, None)
    deck, game = opened
    target = _target(game, path.parent, path, deck.data)
    kinds = [component for component in game.components if isinstance(component, PieceKind)]
    for kind in kinds:
        for entry in piece_entries(game.id, kind, deck.data):
            for side, name in (("face", entry.face), ("back", entry.back)):
                what = f"{side} of some {kind.name}"
                if name and what not in target.draws.setdefault(name, ()):
                    target.draws[name] += (what,)
    return target


def _target(game: Game, folder: Path, deck: Path | None, data: Any = None) -> Target:
    draws: dict[str, tuple[str, ...]] = {}

    def add(name: str, what: str) -> None:
        draws[name] = (*draws.get(name, ()), what)

    def add_document(document: Document, what: str) -> None:
        texts = [document.text.replace("{lang}", key) for code in game.languages for key in suitable_keys(code) if key]
        for name in dict.fromkeys(text for text in texts if folders.library.find_template(text)):
            add(name, f"text of {what}")
        add(document.page, f"pages of {what}")

    folders = look_folders(folder, game)
    for component in game.components:
        if isinstance(component, Document):
            add_document(component, component.name)
            continue
        add(component.face, f"face of {component.name}")
        if component.back:
            add(component.back, f"back of {component.name}")
        if component.large_print:
            add_document(component.large_print, f"{component.name} in large print")
    for name, what in game.choices(data).items():
        add(name, what)
    return Target(game, folder, deck, draws)


def _whole_name(name: str, folders: LookFolders) -> str | None:
    """Return the name of a template that a person may have written without its suffix; None if there is none."""
    try:
        names = (name, f"{name}.svg.j2", f"{name}{SUFFIX}", f"{name}.j2")
        return next(
            (whole for whole in names if whole.endswith(_SUFFIXES) and folders.library.find_template(whole)), None
        )
    except UnlocatedError:
        return None


def _use(name: str, target: Target, folders: LookFolders) -> TemplateUse:
    file = folders.library.find_template(name)
    if file is None:
        return TemplateUse(name, "", "missing", target.draws.get(name, ()))
    needs = tuple(dict.fromkeys(_needs(file)))
    return TemplateUse(name, display_path(str(file)), _owner(file, target), target.draws.get(name, ()), needs)


def _needs(file: Path) -> Iterator[str]:
    """Yield the templates that a template states by name."""
    try:
        tree = jinja2.Environment(autoescape=True).parse(face_template(file.name, file, _source(file)))
    except (jinja2.TemplateSyntaxError, CardgenError, OSError, ValueError):  # a build reports it
        return
    yield from (name for name in meta.find_referenced_templates(tree) if name)
    if file.suffix == ".md":
        yield from _FIGURE.findall(_source(file))


def _source(file: Path) -> str:
    return read_bytes(file, _LARGEST).decode("utf-8-sig")


def _owner(file: Path, target: Target) -> str:
    """Return whose a file is, as `TemplateUse` says it."""
    home = file.resolve()
    if home.is_relative_to((resources().templates / "common").resolve()):
        return "cardgen"
    for game in _line_of(target.game):
        if any(home.is_relative_to(folder.resolve()) for folder in _own_folders(game)):
            is_beside = any(folder.resolve() == target.folder.resolve() for folder in _own_folders(game))
            if not is_beside:
                return f"game {game.id}"
    return "yours"


def _line_of(game: Game | None) -> Iterable[Game]:
    while game:
        yield game
        game = game.extends


def _own_folders(game: Game) -> Sequence[Path]:
    inherited = game.extends.folders if game.extends else ()
    return [folder for folder in game.folders if folder not in inherited]


def _copied(use: TemplateUse, copy: Path) -> str:
    """Copy a template, and return the path of the copy.

    Raises:
        CardgenError: E601, the copy cannot be written.
    """
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with copy.open("xb") as file:
            file.write(read_bytes(Path(use.file), _LARGEST))
    except OSError as error:
        message = f"template {quoted(display_path(str(copy)))} cannot be written: {(error.strerror or '').lower()}"
        raise CardgenError([UnlocatedError("E601", message).at(None)]) from error
    return display_path(str(copy))

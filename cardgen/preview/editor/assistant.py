"""Answer requests for help with the files of a deck, in a separate process so that no text can block the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.guard.files import Stamp, read_bytes, stamp_of
from cardgen.model.deck import SPREADSHEETS, is_spreadsheet, split_sheet
from cardgen.pipeline.author_help.template_guide import style_rows, template_rows
from cardgen.pipeline.author_help.templates import open_target
from cardgen.pipeline.face_files import SUFFIX
from cardgen.pipeline.open.deck_file import list_models
from cardgen.pipeline.open.folders import look_folders
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.pipeline.open.project import Project, open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.components import PieceKind
from cardgen.plugin.description.schema import GameDescription
from cardgen.plugin.game import Game
from cardgen.plugin.theme import Theme
from cardgen.preview.arrange.answers import ArrangeAnswers
from cardgen.preview.editor.picture_edit import name_pictures
from cardgen.preview.editor.schemas import SchemaTree
from cardgen.preview.editor.suggestions import Suggestions, WordHelp
from cardgen.preview.editor.template_help import TemplateWords, explain_in_template, suggest_in_template
from cardgen.preview.editor.yaml_help import Vocabulary, explain, suggest
from cardgen.preview.grid.answers import GridFacts, read_table_grid, read_workbook_grid, read_yaml_grid
from cardgen.preview.grid.pasted import pasted_headings
from cardgen.preview.text_edit import TextEdit
from cardgen.preview.watch import folders_below
from cardgen.read.files import is_below
from cardgen.read.picture_names import PICTURES
from cardgen.read.strings import load_strings, string_files
from cardgen.render.boxes.description import face_schema
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.validate.schema import editor_schema

_GAME = re.compile(r"^game:[ \t]*[\"']?([\w.-]+)", re.MULTILINE)
_MOST_NAMES = 2000
_LARGEST_ICON, _LARGEST_DECK = 2 * 2**20, 32 * 2**20


class Assistant:
    """Help for the files of one deck; what it reads of the deck is read again when that changes.

    Args:
        deck: The deck file, as the user wrote it.
    """

    def __init__(self, deck: Path) -> None:
        self._deck = deck
        self._file = deck.parent / split_sheet(deck.name)[0]
        self._known: _Known | None = None
        self._arranging: ArrangeAnswers | None = None

    def arrange(self, what: str, *arguments: Any) -> Any:
        """Return the answer of a method of `ArrangeAnswers`."""
        self._arranging = self._arranging or ArrangeAnswers(self._deck)
        return getattr(self._arranging, what)(*arguments)

    def grid(self, name: str, text: str, delimiter: str, key: str) -> dict[str, Any]:
        """Return the cards of a list as a grid; `refused` says why there is none.

        Args:
            name: Name of the file, from the folder of the deck.
            text: Its text, which need not be saved; empty for a workbook.
            delimiter: What parts the cells of a table of text; empty for other files.
            key: Key of the list, or name of the worksheet; empty for the first.
        """
        facts = self._knowledge(name, text).grid_facts
        try:
            if is_spreadsheet(name) and not delimiter:
                return read_workbook_grid(self._deck.parent / name, name, key, facts)
            return read_table_grid(text, name, delimiter, facts) if delimiter else read_yaml_grid(text, key, facts)
        except UnlocatedError as error:
            return {"refused": str(error)}

    def pasted_headings(self, text: str, kind: str, columns: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
        """Return what the columns of a table mean that is pasted into a list; see `pasted.pasted_headings`."""
        return pasted_headings(text, kind, columns, self._knowledge("", "").grid_facts)

    def suggest(self, name: str, text: str, offset: int) -> Suggestions:
        """Return what may be written at a cursor.

        Args:
            name: Name of the file, from the folder of the deck.
            text: Its text, which need not be saved.
            offset: Number of characters before the cursor.
        """
        known = self._knowledge(name, text)
        if name.endswith(".j2"):
            return suggest_in_template(text, offset, known.template_words(Path(name).name))
        tree = known.tree(Path(name).name)
        return suggest(text, offset, tree, known.vocabulary) if tree else Suggestions(offset)

    def explain(self, name: str, text: str, offset: int) -> WordHelp | None:
        """Return what is written at a place; None if nothing is known about it.

        Args:
            name: Name of the file, from the folder of the deck.
            text: Its text, which need not be saved.
            offset: Number of characters before the place.
        """
        known = self._knowledge(name, text)
        if name.endswith(".j2"):
            return explain_in_template(text, offset, known.template_words(Path(name).name))
        tree = known.tree(Path(name).name)
        return explain(text, offset, tree) if tree else None

    def name_pictures(self, text: str, pictures: Sequence[tuple[int, str]]) -> list[TextEdit | None]:
        """Return the edits that give cards of the deck file other pictures; see `picture_edit.name_pictures`."""
        tree = self._knowledge(self._file.name, text).deck_schema
        return name_pictures(text, pictures, tree) if tree else [None] * len(pictures)

    def icon(self, name: str) -> bytes | None:
        """Return the SVG of an icon; None if there is none of this name."""
        known = self._knowledge("", "")
        if name not in known.vocabulary.icons or known.game is None:
            return None
        try:
            path = look_folders(known.folder, known.game).library.find_template(f"icons/{name}.svg")
            return read_bytes(path, _LARGEST_ICON) if path else None
        except (OSError, UnlocatedError):
            return None

    def _knowledge(self, name: str, text: str) -> _Known:
        """Return what is known about the deck, with the game that its text names."""
        if name != self._file.name or is_spreadsheet(name):
            try:
                text = (
                    ""
                    if is_spreadsheet(self._file.name)
                    else read_bytes(self._file, _LARGEST_DECK).decode("utf-8", "replace")
                )
            except OSError:
                text = ""
        named = _GAME.search(text)
        game = named[1] if named else ""
        stamps = tuple(stamp_of(self._file.parent / file) for file in ("game.yaml", "theme.yaml", self._file.name))
        if self._known is None or (self._known.name, self._known.stamps) != (game, stamps):
            self._known = _Known(self._file, game, stamps)
        return self._known


class _Known:
    """What is known about a deck and its game, each part read when it is first asked for.

    Args:
        name: Id of the game that it names; empty if it names none.
    """

    def __init__(self, deck: Path, name: str, stamps: tuple[Stamp | None, ...]) -> None:
        self.name = name
        self.stamps = stamps
        self.folder = deck.parent
        self._deck = deck
        self._trees: dict[str, SchemaTree | None] = {}
        self._templates: dict[str, TemplateWords] = {}

    @cached_property
    def game(self) -> Game | None:
        """The game; None if it is unknown or cannot be used."""
        try:
            if not self.name and (self.folder / "game.yaml").is_file():
                return game_in_folder(self.folder)
            return find_game(self.name or "cards", self.folder)
        except (CardgenError, UnlocatedError):
            return None

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Words that depend on the files of the deck."""
        languages = tuple(self.game.languages) if self.game else ()
        icons: tuple[str, ...] = ()
        if self.game:
            icons = look_folders(self.folder, self.game).library.file_names("icons", ".svg")
        return Vocabulary(icons, tuple(self._files()), languages, game_ids(self.folder))

    @property
    def grid_facts(self) -> GridFacts:
        """What is known of the lists of the deck."""
        game = self.game
        kinds = [kind for kind in (game.components if game else ()) if isinstance(kind, PieceKind)]
        pictures = [path for path in self.vocabulary.files if path.lower().endswith(PICTURES)]
        lies_beside = (
            game is not None
            and (self.folder / "game.yaml").is_file()
            and self.folder.resolve() in map(Path.resolve, game.folders)  # and not another game of the same id
        )
        return GridFacts(
            self.deck_schema,
            list_models(game) if game else {},
            {kind.name: {field.name: field.type for field in kind.fields} for kind in kinds},
            game.languages if game else ("en",),
            self.vocabulary.icons,
            pictures,
            [kind.name for kind in kinds] if lies_beside else [],
        )

    @cached_property
    def deck_schema(self) -> SchemaTree | None:
        """Schema of a deck; None if the game is unknown."""
        return SchemaTree(editor_schema(self.game)) if self.game else None

    def tree(self, name: str) -> SchemaTree | None:
        """Return the schema of a file by its name; None if it has none."""
        if name not in self._trees:
            try:
                schema = self._schema(name)
            except (CardgenError, UnlocatedError):
                schema = None
            self._trees[name] = None if schema is None else SchemaTree(schema)
        return self._trees[name]

    def template_words(self, name: str) -> TemplateWords:
        """Return what a template sees."""
        if name not in self._templates:
            try:
                self._templates[name] = self._template_words(name)
            except (CardgenError, UnlocatedError):
                self._templates[name] = TemplateWords({}, {}, {}, self.vocabulary.icons)
        return self._templates[name]

    def _schema(self, name: str) -> Mapping[str, Any] | None:
        if name == "game.yaml":
            return GameDescription.model_json_schema()
        if name == "theme.yaml":
            return Theme.model_json_schema()
        if name.endswith(SUFFIX):
            return face_schema()
        if name.startswith("strings.") and name.endswith(".yaml"):
            return self._strings_schema(of_all=name == "strings.yaml")
        if name == self._deck.name:
            return editor_schema(self.game) if self.game else {}  # the name of its game may not be whole yet
        return None

    def _strings_schema(self, *, of_all: bool) -> Mapping[str, Any]:
        """Return a schema of the fixed strings: each that the game has, with its English words.

        Args:
            of_all: Whether the file may hold words of several languages.
        """
        if self.game is None:
            return {}
        files = look_folders(self.folder, self.game).library.find_templates(*string_files("en", self.game.languages[0]))
        known = load_strings(reversed(files), "en", Collector())
        text = {"type": "string"}
        by_language = {"type": "object", "patternProperties": {"^[a-z]{2,3}": text}}
        entry = {"anyOf": [by_language, text]} if of_all else text
        properties = {key: {**entry, "description": f"In English: {words}"} for key, words in known.items()}
        return {"type": "object", "properties": properties}

    def _template_words(self, name: str) -> TemplateWords:
        target = open_target(str(self._deck))
        kinds = [part for part in target.game.components if isinstance(part, PieceKind)]
        used = [kind for kind in kinds if name in {kind.face, kind.back}]
        project = self._project()
        rows = template_rows(target, used or kinds, project)
        variables = {row: (type_, example) for row, type_, example in rows if not row.endswith("...")}
        if project is None:
            return TemplateWords(variables, {}, {}, self.vocabulary.icons)
        styles = {style: size for style, size, _ in style_rows(project)}
        return TemplateWords(variables, styles, project.renderer.styles.colors(), self.vocabulary.icons)

    def _project(self) -> Project | None:
        try:
            return open_project(self._deck, DeckOptions(), Collector())
        except (CardgenError, UnlocatedError):
            return None

    def _files(self) -> Iterator[str]:
        count = 0
        for folder in folders_below([self.folder]):
            for path in sorted(folder.iterdir()):
                if path.suffix.lower() in (*PICTURES, *SPREADSHEETS) and is_below(path, self.folder):
                    yield path.relative_to(self.folder).as_posix()
                    count += 1
                    if count == _MOST_NAMES:
                        return


def serve_assistant(connection: Connection, deck: Path) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: Receives the number of a request, the name of a method of `Assistant` and its arguments; sends the number
            with the answer, or with None if the method failed.
    """
    assistant = Assistant(deck)
    try:
        while True:
            number, name, arguments = connection.recv()
            method: Callable[..., Any] = getattr(assistant, name)
            try:
                answer = method(*arguments)
            except Exception:  # help that fails is no help; the deck itself is checked elsewhere
                answer = None
            connection.send((number, answer))
    except (EOFError, OSError):  # the server has ended
        return

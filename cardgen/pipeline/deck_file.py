"""Read a deck from what the user names: a YAML file, whose lists may be in other files, or a list alone.

A list without a deck file, such as a spreadsheet, is a deck of the game beside it, or of the game `cards`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from cardgen.guard.files import confine
from cardgen.model.deck import STANDARD_INPUT, is_spreadsheet, split_sheet
from cardgen.pipeline.deck_names import refusal
from cardgen.pipeline.game_files import FILE as GAME_FILE
from cardgen.pipeline.games import game_ids, game_of_deck
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model
from cardgen.plugin.schema import yaml_key
from cardgen.read.search_path import SearchPath
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, RowNode, Span, display_path

if TYPE_CHECKING:  # only decks that use a spreadsheet, and previews, pay for the import
    from cardgen.read.tables.files import Spreadsheet
    from cardgen.read.yaml_edit import EditedYaml

SPREADSHEET_GAME = "cards"
"""Game of a spreadsheet that is built without a deck file; its one kind has the same name."""
_FILE_NAME = re.compile(r"[\w./-]+\.[A-Za-z]{2,5}")  # also with a suffix that is misspelt
PULL = "pull"
"""Key of a deck under which it names the addresses of its spreadsheets; no game sees it."""
KEEP = "keep"
"""Key of a deck under which its designer names the numbers that `cardgen balance` must not change; no game sees it."""


def read_deck(
    path: Path, found: Collector, kept: list[Node] | None = None, edited: EditedYaml | None = None
) -> tuple[Node | None, Game | None]:
    """Return the values of a deck and its game, each None after an error.

    Args:
        path: A YAML file, or a list in any format, with `#worksheet` after its name to choose one; `-` is a list from
            standard input.
        found: Receives every error and warning.
        kept: Receives what the deck states under `keep`; None: nobody asks.
        edited: The deck file as it was read before the last edit; None reads it whole.
    """
    confine(path.parent)
    if refused := refusal(path):
        found.items.append(refused)
        return None, None
    if is_spreadsheet(path.name) and not _is_deck_in_json(path):
        return _spreadsheet_deck(path, found)
    node = (edited.read if edited else load_yaml)(path, found, display_path(str(path)), lists=True)
    if node and _is_list(node, path.parent):
        return _spreadsheet_deck(path, found, node)
    game = game_of_deck(node, path.parent, found) if node else None
    if node is None or game is None:
        return node, game
    is_whole = True
    assert isinstance(node.value, dict)
    in_files = {key: item for key, item in node.value.items() if named_files(item)}
    lists = list_models(game) if in_files else {}
    languages = deck_languages(node, game)
    pulled = node.value[PULL].value if PULL in node.value else {}
    fetched = frozenset(pulled) if isinstance(pulled, dict) else frozenset[str]()
    for key, item in in_files.items():
        if key in lists:
            reader = _ListReader(path.parent, key, lists[key], languages, found, fetched)
            is_whole &= reader.replace_files(item)
    if PULL not in deck_model(game).model_fields:
        node.value.pop(PULL, None)
    if KEEP not in deck_model(game).model_fields and (names := node.value.pop(KEEP, None)) and kept is not None:
        kept.append(names)
    return (node if is_whole else None), game


def list_models(game: Game) -> dict[str, type[BaseModel]]:
    """Return the lists of a deck that may come from spreadsheets: the model of their values by key.

    Raises:
        CardgenError: E215, the game's `schema` fails.
    """
    from cardgen.read.tables.shapes import shape_of

    model = deck_model(game)
    model.model_rebuild()
    shapes = {
        field.alias or yaml_key(name): shape_of(field.annotation, field.metadata)
        for name, field in model.model_fields.items()
    }
    return {key: shape.item.models[0] for key, shape in shapes.items() if shape.item and shape.item.models}


def _is_list(root: Node, folder: Path) -> bool:
    """Return whether a YAML file holds nothing but a list of cards, or lists by their names, and is no deck of a game."""
    if isinstance(root.value, list):
        return True
    assert isinstance(root.value, dict)
    values = [node.value for node in root.value.values()]
    return "game" not in root.value and not (folder / GAME_FILE).is_file() and all(isinstance(v, list) for v in values)


def _is_deck_in_json(path: Path) -> bool:
    """Return whether a JSON file is a deck: it names a game that exists, or lies beside one."""
    from cardgen.read.json_text import read_json
    from cardgen.read.yaml import read_yaml_text

    if path.suffix.lower() != ".json":
        return False
    text = read_yaml_text(path, Collector(), "")
    root = read_json(text, "", Collector()) if text else None
    if root is None or not isinstance(root.value, dict):
        return False
    stated = root.value.get("game")
    if stated is None:
        return (path.parent / GAME_FILE).is_file()
    name = str(stated.value)
    return name.startswith(".") or name in game_ids(path.parent)


def _spreadsheet_deck(path: Path, found: Collector, values: Node | None = None) -> tuple[Node | None, Game | None]:
    """Return a deck whose lists are those of a file, and its game.

    Args:
        path: The file, with `#worksheet` after its name to choose one list.
        found: Receives every error and warning.
        values: What the file holds, if it has been read; None reads it.
    """
    span = Span(split_sheet(_shown_name(path))[0])
    has_game = (path.parent / GAME_FILE).is_file()
    root = Node({} if has_game else {"game": Node(SPREADSHEET_GAME, span)}, span)
    game = game_of_deck(root, path.parent, found)
    if game is None:
        return None, None
    assert isinstance(root.value, dict)
    root.value["game"] = Node(game.id, span)
    lists = list_models(game)
    if not lists:
        hint = "decks of this game are YAML files"
        found.add("E137", f"the table has no list to give: game {quoted(game.id)} has none", span, hints=[hint])
        return None, game
    file, sheet = split_sheet(str(path))
    spreadsheet = _opened(Path(file), values, found)
    if spreadsheet is None:
        return None, game
    # each list that is named like one of the game gives that list
    sheets = [sheet] if sheet else [each for each in spreadsheet.sheets if each and _key_like(each, lists)] or [""]
    languages = deck_languages(root, game)
    is_whole = True
    for each in sheets:
        key = _key_like(each, lists) or _key_like(Path(file).stem, lists) or next(iter(lists))
        reader = _ListReader(path.parent, key, lists[key], languages, found)
        rows = reader.rows(spreadsheet, each)
        is_whole &= rows is not None
        root.value[key] = Node(list(rows or ()), root.span)
    return (root if is_whole else None), game


def _shown_name(path: Path) -> str:
    return "standard input" if str(path) == STANDARD_INPUT else display_path(str(path))


def _opened(path: Path, values: Node | None, found: Collector) -> Spreadsheet | None:
    """Return the lists of a file, or of the values that it holds; None after an error."""
    from cardgen.read.tables.files import Spreadsheet, open_spreadsheet
    from cardgen.read.tables.records import read_lists
    from cardgen.read.tables.table import TableSet

    name = _shown_name(path)
    if values is None:
        return open_spreadsheet(path, name, found)
    tables = read_lists(values, name, found)
    return Spreadsheet(name, TableSet(tables)) if tables else None


@dataclass(slots=True)
class _ListReader:
    """Reads the files that one list of a deck is in.

    Attributes:
        folder: Folder of the deck.
        key: Key of the list.
        model: Model of its values.
        languages: Languages of the deck.
        found: Receives every error and warning.
        fetched: Files that `cardgen pull` fetches.
    """

    folder: Path
    key: str
    model: type[BaseModel]
    languages: Sequence[str]
    found: Collector = field(repr=False)
    fetched: frozenset[str] = frozenset()

    def replace_files(self, node: Node) -> bool:
        """Put the rows of the files that a list names into it, and return whether all files could be read."""
        is_whole = True
        values: list[Node] = []
        for part in [node] if named_file(node) else _items(node):
            name = named_file(part)
            if not name:
                values.append(part)
                continue
            rows = self._named_rows(name, part.span)
            is_whole &= rows is not None
            values += rows or ()
        node.value = values
        return is_whole

    def rows(self, spreadsheet: Spreadsheet, sheet: str) -> Sequence[RowNode] | None:
        """Return the rows of a spreadsheet, or None if it cannot be read.

        Args:
            spreadsheet: The spreadsheet.
            sheet: Its worksheet; empty for the one that is named like the list, or else the first that is a table.
        """
        from cardgen.read.tables.context import ListContext
        from cardgen.read.tables.rows import read_rows

        table = spreadsheet.table(chosen_sheet(spreadsheet, sheet, self.key, self.model, self.found), self.found)
        if table is None:
            return None
        before = len(self.found.items)
        rows = read_rows(table, self.model, ListContext(self.languages), self.found)
        return rows if rows or not any(item.is_error for item in self.found.items[before:]) else None

    def _named_rows(self, name: str, span: Span) -> Sequence[RowNode] | None:
        file, sheet = split_sheet(name)
        try:
            path = SearchPath(self.folder, ()).find_spreadsheet(file)
        except UnlocatedError as error:
            item = error.at(span)
            is_fetched = error.code == "E130" and file in self.fetched
            self.found.items.append(replace(item, hints=("fetch it with cardgen pull",)) if is_fetched else item)
            return None
        shown = self.folder / file  # not the target of a symbolic link
        spreadsheet = _opened(shown if shown.exists() else path, None, self.found)
        return self.rows(spreadsheet, sheet) if spreadsheet else None


def chosen_sheet(spreadsheet: Spreadsheet, sheet: str, key: str, model: type[BaseModel], found: Collector) -> str:
    """Return the worksheet that a list takes its values from; empty for a CSV file.

    Args:
        spreadsheet: The spreadsheet.
        sheet: The worksheet that the deck names; empty for the one that is named like the list, or else the first that
            is a table.
        key: Key of the list.
        model: Model of its values.
        found: Receives W150 if there are several tables.
    """
    if sheet or len(spreadsheet.sheets) < 2:
        return sheet or spreadsheet.first
    if named := next((name for name in spreadsheet.sheets if _key_like(name, [key])), ""):
        return named
    from cardgen.read.tables.headers import is_table

    tables = [name for name in spreadsheet.sheets if is_table(spreadsheet.table(name, Collector()), model)]
    if len(tables) > 1:
        taken, *others = tables
        message = f"worksheet {quoted(taken)} was taken; other tables: {', '.join(map(quoted, others))}"
        hint = f"name the worksheet: {Path(spreadsheet.name).name}#{taken}"
        found.add("W150", message, Span(spreadsheet.name, sheet=taken), hints=[hint])
    return tables[0] if tables else spreadsheet.first


def named_files(node: Node) -> list[Node]:
    """Return the values that name spreadsheets: a list of a deck itself, or some of its items."""
    return [part for part in (node, *_items(node)) if named_file(part)]


def named_file(node: Node) -> str:
    """Return the spreadsheet that a value names; empty if it names none."""
    value = node.value
    return value if isinstance(value, str) and (is_spreadsheet(value) or _FILE_NAME.fullmatch(value)) else ""


def _items(node: Node) -> Sequence[Node]:
    return node.value if isinstance(node.value, list) else ()


def _key_like(name: str, keys: Iterable[str]) -> str:
    """Return the key that a worksheet or a file is named like; empty if it is named like none."""
    from cardgen.plugin.headings import normalized

    return next((key for key in keys if name and normalized(key) == normalized(name)), "")


def deck_languages(node: Node, game: Game) -> Sequence[str]:
    """Return the languages of a deck as far as its file states them, else those of its game.

    Args:
        node: Root of the file.
        game: The game.
    """
    stated = node.value.get("languages") if isinstance(node.value, dict) else None
    parts = (stated, *_items(stated)) if stated else ()
    return [part.value for part in parts if isinstance(part.value, str)] or game.languages

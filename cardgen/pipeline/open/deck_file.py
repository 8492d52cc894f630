"""Read a deck from what the user names: a YAML file, whose lists may be in other files, or a list alone.

A list without a deck file, such as a spreadsheet, is a deck of the game beside it, or of the game `cards`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from cardgen.guard.files import confine
from cardgen.model.deck import is_spreadsheet, split_sheet
from cardgen.pipeline.open.deck_names import refusal
from cardgen.pipeline.open.deck_settings import DeckSettings, take_settings
from cardgen.pipeline.open.folders import look_folders
from cardgen.pipeline.open.game_files import FILE as GAME_FILE
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.open.games import game_of_deck, game_with_kinds
from cardgen.pipeline.open.list_files import (
    ListReader,
    key_like,
    list_items,
    list_sheets,
    named_files,
    open_lists,
    shown_name,
)
from cardgen.pipeline.open.look import looks_of
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model
from cardgen.plugin.schema import yaml_key
from cardgen.processes.command_limits import now_reading
from cardgen.read.search_path import SearchPath
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, quoted, quoted_yaml
from cardgen.report.source import DeckNode, Node, Span, display_path

if TYPE_CHECKING:  # only decks that use a spreadsheet, and previews, pay for the import
    from cardgen.read.tables.files import Spreadsheet
    from cardgen.read.yaml_edit import EditedYaml

SPREADSHEET_GAME = "cards"
"""Game of a spreadsheet that is built without a deck file; its one kind has the same name."""
PULL = "pull"
"""Key of a deck under which it names the addresses of its spreadsheets; no game sees it."""
STRICT = "strict"
"""Key of a deck under which it asks for warnings to be errors; no game sees it."""
KEEP = "keep"
"""Key of a deck under which its designer names the numbers that `cardgen balance` must not change; no game sees it."""


def read_deck(
    path: Path,
    found: Collector,
    kept: list[Node] | None = None,
    edited: EditedYaml | None = None,
    options: DeckSettings | None = None,
) -> tuple[Node | None, Game | None]:
    """Return the values of a deck and its game, each None after an error.

    Args:
        path: A YAML file, or a list in any format, with `#worksheet` after its name to choose one; `-` is a list from
            standard input.
        kept: Receives what the deck states under `keep`; None: nobody asks.
        edited: The deck file as it was read before the last edit; None reads it whole.
        options: What the command line states of columns and folders of pictures; None for nothing.
    """
    options = options or DeckSettings()
    now_reading(display_path(str(path)))
    confine(path.parent)
    if refused := refusal(path):
        found.items.append(refused)
        return None, None
    if is_spreadsheet(path.name) and not _is_deck_in_json(path):
        return _spreadsheet_deck(path, found, options)
    node = (edited.read if edited else load_yaml)(path, found, display_path(str(path)), lists=True)
    if node and _is_list(node, path.parent):
        return _spreadsheet_deck(path, found, options, node)
    game = game_of_deck(node, path.parent, found) if node else None
    if node is None or game is None:
        return node, game
    is_whole = True
    assert isinstance(node.value, dict)
    settings = take_settings(node, deck_model(game).model_fields, options, path.parent, found)
    in_files = {key: item for key, item in node.value.items() if named_files(item)}
    lists = list_models(game) if in_files else {}
    languages = deck_languages(node, game)
    pulled = node.value[PULL].value if PULL in node.value else {}
    fetched = frozenset(pulled) if isinstance(pulled, dict) else frozenset[str]()
    for key, item in in_files.items():
        if key in lists:
            icons = _icons(path.parent, game)
            reader = ListReader(path.parent, key, lists[key], languages, found, settings, icons, fetched)
            is_whole &= reader.replace_files(item)
    if STRICT not in deck_model(game).model_fields and (stated := node.value.pop(STRICT, None)):
        _take_strict(stated, found)
    if PULL not in deck_model(game).model_fields:
        node.value.pop(PULL, None)
    if KEEP not in deck_model(game).model_fields and (names := node.value.pop(KEEP, None)) and kept is not None:
        kept.append(names)
    return (DeckNode(node.value, node.span, images=settings.images) if is_whole else None), game


def _take_strict(stated: Node, found: Collector) -> None:
    """Note whether a deck asks for warnings to be errors."""
    if isinstance(stated.value, bool):
        found.is_strict = stated.value
    else:
        found.add("E204", f"{STRICT} is {quoted_yaml(stated.plain())}", stated.span, expected="true or false")


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


def _spreadsheet_deck(
    path: Path, found: Collector, options: DeckSettings, values: Node | None = None
) -> tuple[Node | None, Game | None]:
    """Return a deck whose lists are those of a file, and its game.

    Args:
        path: The file, with `#worksheet` after its name to choose one list.
        options: What the command line states of columns and folders of pictures.
        values: What the file holds, if it has been read; None reads it.
    """
    span = Span(split_sheet(shown_name(path))[0])
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
    spreadsheet = open_lists(Path(file), values, found)
    if spreadsheet is None:
        return None, game
    settings = take_settings(root, (), options, path.parent, found)
    sheets, game = _sheets(spreadsheet, sheet, game, has_own=has_game, found=found)
    lists, languages, icons = list_models(game), deck_languages(root, game), _icons(path.parent, game)
    is_whole = True
    for each, named in sheets.items():
        key = named or key_like(each, lists) or key_like(Path(file).stem, lists) or next(iter(lists))
        reader = ListReader(path.parent, key, lists[key], languages, found, settings, icons)
        rows = reader.rows(spreadsheet, each)
        is_whole &= rows is not None
        root.value[key] = Node(list(rows or ()), root.span)
    _set_guessed_look(root, lists, game, look_folders(path.parent, game, settings.images).library)
    return (DeckNode(root.value, root.span, images=settings.images) if is_whole else None), game


def _set_guessed_look(root: Node, lists: Iterable[str], game: Game, pictures: SearchPath) -> None:
    """Put the look that suits the columns of a list into its deck, unless the game has looks of its own."""
    from cardgen.pipeline.open.guess_look import DEFAULT, guess_look
    from cardgen.read.pictures import size_of_picture

    assert isinstance(root.value, dict)
    rows = [row for key in lists if key in root.value for row in list_items(root.value[key])]
    looks = looks_of(game)
    if not looks or looks[0] != DEFAULT:
        return
    guessed = guess_look(rows, lambda name: size_of_picture(pictures, name)).look
    if guessed in looks and guessed != DEFAULT:
        root.value["look"] = Node(guessed, root.span)


def _sheets(
    spreadsheet: Spreadsheet, sheet: str, game: Game, *, has_own: bool, found: Collector
) -> tuple[dict[str, str], Game]:
    """Return the lists of a file that are taken, each with its kind, or with an empty text for the usual one; and the game.

    Each list that is named like a kind of the game gives that kind. Without a game of one's own, each of several lists is
    a kind.
    """
    lists = list_models(game)
    if sheet:
        return {sheet: ""}, game
    if has_own:
        return {each: "" for each in spreadsheet.sheets if each and key_like(each, lists)} or {"": ""}, game
    tables = list_sheets(spreadsheet, lists[SPREADSHEET_GAME]) if len(spreadsheet.sheets) > 1 else []
    if len(tables) < 2:
        return {next(iter(tables), ""): ""}, game
    names = kind_names(tables)
    left_out = [each for each in spreadsheet.sheets if each not in tables]
    more = f"; left out, since they hold no list: {', '.join(map(quoted, left_out))}" if left_out else ""
    message = f"each of {len(tables)} lists is a kind of card: {', '.join(map(quoted, tables))}{more}"
    hint = f"build one of them: {spreadsheet.name}#{tables[0]}"
    found.add("W168", message, Span(spreadsheet.name), hints=[hint])
    return dict(zip(tables, names, strict=True)), game_with_kinds(
        SPREADSHEET_GAME, tuple(zip(names, tables, strict=True))
    )


def kind_names(lists: Sequence[str]) -> list[str]:
    """Return names of kinds for lists: lower-case letters and digits, no two the same."""
    from cardgen.plugin.description.values import NOT_KINDS, slug

    found: list[str] = []
    for number, name in enumerate(lists, 1):
        words = re.findall("[a-z0-9]+", slug(name))
        own = (
            "-".join(words)
            if words and words[0][0].isalpha()
            else "-".join(["list", *words] if words else [f"list-{number}"])
        )
        own = f"{own}-cards" if own in NOT_KINDS else own
        found.append(own if own not in found else f"{own}-{number}")
    return found


def _icons(folder: Path, game: Game) -> Callable[[str], bool]:
    """Return a function that tells whether a game has an icon of a name."""

    @cache
    def names() -> frozenset[str]:
        return frozenset(look_folders(folder, game).library.file_names("icons", ".svg"))

    return lambda name: name in names()


def deck_languages(node: Node, game: Game) -> Sequence[str]:
    """Return the languages of a deck as far as its file states them, else those of its game."""
    stated = node.value.get("languages") if isinstance(node.value, dict) else None
    parts = (stated, *list_items(stated)) if stated else ()
    return [part.value for part in parts if isinstance(part.value, str)] or game.languages

"""Make new games and decks, in a separate process so that no file that is dropped can stop the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.importing.project import import_project
from cardgen.model.deck import SPREADSHEETS, deck_name
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.start.new_game import looks, make_new
from cardgen.pipeline.start.plan import NewOptions
from cardgen.pipeline.start.words import word_in
from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError

_LISTS = (*SPREADSHEETS, ".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".md", ".markdown")
_OF_PROJECTS = ('"CustomDeck"', '"ObjectStates"', '"formatName"')
"""Keys of a save of Tabletop Simulator, and of an export of Cider."""


class Starter:
    """Makes folders of games and decks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def offers(self) -> dict[str, Any]:
        """Return the looks, the games and the decks that a new one can begin with."""
        decks = (_shipped(file) for file in sorted(resources().decks.glob("*.yaml")))
        return {"looks": looks(), "games": game_ids(), "examples": [deck for deck in decks if deck]}

    def make(self, name: str, options: NewOptions) -> dict[str, Any]:
        """Make a game or a deck; return its file, or what is wrong."""
        return _told(lambda: make_new(self._folder / _as_folder(name), options).deck)

    def take(self, name: str, file: Path, options: NewOptions) -> dict[str, Any]:
        """Make a deck of a file that was dropped: a list of cards, or a project of another tool, which may be a folder.

        Args:
            options: Options of a new game, of which its source is replaced.
        """
        folder = self._folder / _as_folder(name)
        if file.suffix.lower() in _LISTS and not _is_project(file):
            return _told(lambda: make_new(folder, replace(options, source=file)).deck)
        return _told(lambda: import_project(file, folder).deck)


def _is_project(file: Path) -> bool:
    """Return whether a JSON file is of another tool, and no list of cards."""
    text = file.read_text("utf-8", errors="replace") if file.suffix.lower() == ".json" else ""
    return any(key in text for key in _OF_PROJECTS)


def _as_folder(name: str) -> str:
    """Return a name as one of a folder, which never leads to another place."""
    return re.sub(r"[\\/:*?\"<>|\0]", "-", name).strip(" .") or "."


def _told(make: Callable[[], Path]) -> dict[str, Any]:
    """Return the file of a deck that is made, or the problems."""
    try:
        return {"deck": str(make())}
    except CardgenError as error:
        return {"problems": [_sentence(item) for item in error.diagnostics]}


def _sentence(item: Diagnostic) -> str:
    return item.message + (f"; expected {item.expected}" if item.expected else "")


def _shipped(file: Path) -> dict[str, str] | None:
    """Return what is shown of a deck that ships."""
    node = load_yaml(file, Collector())
    values: Any = node.plain() if node else None
    if not isinstance(values, dict):
        return None
    return {"id": deck_name(file), "game": str(values["game"]), **_words(values)}


def _words(values: dict[str, Any]) -> dict[str, str]:
    """Return the title and the subtitle in English; a deck without a title has the name of its first part."""
    if "title" not in values:
        named = (part for part in values.values() if isinstance(part, dict) and "name" in part)
        values = {"title": next(named, {}).get("name"), **values}
    shown = {key: values.get(key) or "" for key in ("title", "subtitle")}
    return {key: word_in(text, "en") if isinstance(text, dict) else str(text) for key, text in shown.items()}


def serve_starter(connection: Connection, folder: Path) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: Receives the number of a request, the name of a method of `Starter` and its arguments; sends the number
            with the answer.
    """
    starter = Starter(folder)
    try:
        while True:
            number, name, arguments = connection.recv()
            try:
                answer = getattr(starter, name)(*arguments)
            except Exception as error:  # a bug must not end the page, which tells it
                answer = {"problems": [f"this is a bug in cardgen: {type(error).__name__}: {error}"]}
            connection.send((number, answer))
    except (EOFError, OSError):
        return

"""Answer what the page asks of a face: its boxes on a card, what they may state, and the edits that gestures stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cardgen.model.deck import split_sheet
from cardgen.pipeline.author_help.templates import copy_templates, open_target
from cardgen.pipeline.options import BuildOptions
from cardgen.preview.arrange.edits import BoxChange, BoxFile
from cardgen.preview.arrange.layout import Arranger, NoBoxesError, ShownValue, problem_words
from cardgen.preview.arrange.value_edit import edit_table, edit_yaml
from cardgen.preview.editor.picture_edit import TextEdit
from cardgen.read.files import is_below
from cardgen.read.yaml_composer import Composer
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError

Answer = dict[str, Any]
"""Plain data; `refused` says why there is nothing else."""


class ArrangeAnswers:
    """Answers about the cards of one deck.

    Args:
        deck: The deck file, as the user wrote it.
    """

    def __init__(self, deck: Path) -> None:
        self._deck = deck
        self._folder = (deck.parent / split_sheet(deck.name)[0]).parent
        self._arranger = Arranger(deck)

    def boxes(self, options: BuildOptions, face: str, name: str, text: str) -> Answer:
        """Return the boxes of a card; see `Arranger.arrange`."""
        try:
            found = self._arranger.arrange(options, face, name, text)
        except NoBoxesError as error:
            return {"refused": "no boxes", "template": error.template}
        except CardgenError as error:
            return {"refused": "; ".join(problem_words(error.diagnostics)[:3])}
        root = Composer(found.text, "", Collector()).read()
        stated = root.value["boxes"] if root and isinstance(root.value, dict) else None
        own = is_below(found.path, self._folder)
        return {
            **asdict(found),
            "path": found.path.absolute().relative_to(self._folder.absolute()).as_posix() if own else "",
            "stated": stated.plain() if stated else [],
            "lines": [item.span.line for item in stated.value] if stated and isinstance(stated.value, list) else [],
        }

    def svg(self, options: BuildOptions, face: str) -> str | None:
        """Return a card as one document; None if it is not described by boxes."""
        try:
            return self._arranger.document(options, face)
        except (NoBoxesError, CardgenError):
            return None

    def worst(self, options: BuildOptions, face: str, box: Mapping[str, Any]) -> str:
        """Return the id of the card that is hardest on a box; see `Arranger.worst`."""
        try:
            return self._arranger.worst(options, face, box)
        except (NoBoxesError, CardgenError):
            return ""

    def value(self, options: BuildOptions, face: str, box: Mapping[str, Any], item: int) -> Answer:
        """Return the value that a box shows; see `Arranger.value`."""
        try:
            return asdict(self._arranger.value(options, face, box, item))
        except (NoBoxesError, CardgenError):
            return asdict(ShownValue())

    def choices(self, options: BuildOptions, face: str) -> Answer:
        """Return what the boxes of a card may state: fields, styles, colours and icons."""
        try:
            return self._arranger.choices(options, face)
        except (NoBoxesError, CardgenError):
            return {"fields": [], "styles": [], "colors": {}, "icons": [], "deck": {"looks": [], "palettes": {}}}

    def copy(self, name: str) -> Answer:
        """Copy a file of boxes beside the deck, to change it there; return its path from the folder of the deck."""
        try:
            (copied,) = copy_templates(open_target(str(self._deck)), [name])
        except CardgenError as error:
            return {"refused": "; ".join(problem_words(error.diagnostics))}
        path = self._folder / Path("templates") / copied.use.name
        return {"path": path.relative_to(self._folder).as_posix()}


def value_edit_of(text: str, value: Mapping[str, Any], words: Any, delimiter: str) -> TextEdit:
    """Return the edit that gives a card another value.

    Args:
        text: The text of the file that states it.
        value: What `ArrangeAnswers.value` said of it.
        words: The new value: words, a number, or a picture with its focus.
        delimiter: What parts the cells of a table; empty for YAML.

    Raises:
        UnlocatedError: The file has no such card, or the value is none.
    """
    try:
        if delimiter:
            return edit_table(text, delimiter, int(value["line"]), int(value["column"]), str(words))
        return edit_yaml(text, tuple(value["path"]), words)
    except (TypeError, ValueError, KeyError):
        raise UnlocatedError("E109", "the page asks for an edit that there is not") from None


def edit_of(text: str, gesture: Mapping[str, Any]) -> TextEdit:
    """Return the edit that a gesture stands for.

    Args:
        text: The text of the file.
        gesture: `do` says what it is: `move`, `state`, `add`, `remove` or `reorder`; the others are the arguments of the
            method of `BoxFile`.

    Raises:
        UnlocatedError: The file is written in a way that cannot be edited, or the gesture is none.
    """
    file = BoxFile(text)
    try:
        match gesture:
            case {"do": "move", "changes": changes}:
                return file.move({path: BoxChange(**change) for path, change in changes.items()})
            case {"do": "state", "path": path, "values": values}:
                return file.state(path, values)
            case {"do": "add", "values": values}:
                return file.add(values)
            case {"do": "remove", "paths": paths}:
                return file.remove(paths)
            case {"do": "reorder", "path": path, "by": by}:
                return file.reorder(path, by)
    except (TypeError, ValueError, KeyError, AttributeError):
        pass
    raise UnlocatedError("E109", "the page asks for an edit that there is not")

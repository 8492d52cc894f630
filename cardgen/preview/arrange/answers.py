"""Answer what the page asks of a face: its boxes on a card, what they may state, and the edits that gestures stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cardgen.model.deck import split_sheet
from cardgen.pipeline.author_help.templates import copy_templates, open_target
from cardgen.pipeline.options import BuildOptions
from cardgen.preview.arrange.edits import BoxChange, BoxFile
from cardgen.preview.arrange.layout import Arranger, NoBoxesError, ShownValue, problem_words
from cardgen.preview.arrange.value_edit import edit_table, edit_yaml
from cardgen.preview.text_edit import TextEdit
from cardgen.preview.workbooks.changes import CellChange
from cardgen.read.files import is_below
from cardgen.read.tables.table import COLUMN_LIMIT, ROW_LIMIT
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

    def style_sample(self, options: BuildOptions, name: str, words: str) -> str | None:
        """Return words in a style as a document; None if they cannot be set."""
        try:
            return self._arranger.style_sample(options, name, words)
        except (UnlocatedError, CardgenError):
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
            deck = {"file": "", "texts": [], "looks": [], "palettes": {}, "look": "", "palette": ""}
            return {"fields": [], "styles": [], "fonts": [], "colors": {}, "icons": [], "deck": deck}

    def copy(self, name: str) -> Answer:
        """Copy a file of boxes beside the deck, to change it there; return its path from the folder of the deck."""
        try:
            (copied,) = copy_templates(open_target(str(self._deck)), [name])
        except CardgenError as error:
            return {"refused": "; ".join(problem_words(error.diagnostics))}
        path = self._folder / Path("templates") / copied.use.name
        return {"path": path.relative_to(self._folder).as_posix()}


def value_edits_of(text: str, changes: Iterable[Mapping[str, Any]], delimiter: str) -> list[TextEdit]:
    """Return the edits that give cards other values, in the order of the text.

    Args:
        changes: Each with `value`, what `ArrangeAnswers.value` said of it, and `words`, the new value: words, a number, or a
            picture with its focus.
        delimiter: What parts the cells of a table; empty for YAML.

    Raises:
        UnlocatedError: The file has no such card, or a value is none.
    """
    try:
        if delimiter:
            cells = [cell for one in changes for cell in cells_of(one["value"], one["words"])]
            return edit_table(text, delimiter, [(line, column, _shown(words)) for line, column, words in cells])
        return edit_yaml(text, [(tuple(one["value"]["path"]), one["words"]) for one in changes])
    except (TypeError, LookupError):
        raise UnlocatedError("E109", "the page asks for an edit that there is not") from None


def cells_of(value: Mapping[str, Any], words: Any) -> list[CellChange]:
    """Return the cells of a table that give a card another value: two for a picture with its focus.

    Raises:
        UnlocatedError: E109, the table has no column for it.
        TypeError, KeyError: The value is none.
    """
    line, column = _number(value["line"]), _number(value["column"])
    cells = [CellChange(line, column, words)]
    if isinstance(words, dict):
        focus = _number(value["focus_column"])
        if not focus:
            hint = f"add a column {value['field']}.focus"
            raise UnlocatedError("E109", "the table has no column for the focus of the picture", hints=[hint])
        cells = [CellChange(line, column, words["file"]), CellChange(line, focus, words["focus"])]
    if not all(0 < cell.line <= ROW_LIMIT and 0 < cell.column <= COLUMN_LIMIT for cell in cells):
        raise UnlocatedError("E109", f"the table has no column {value['field']}")
    if not all(cell.value is None or isinstance(cell.value, str | int | float) for cell in cells):
        raise TypeError
    return cells


def _number(value: Any) -> int:
    """Return a number that the page states; 0 if it is no whole one.

    Raises:
        TypeError: It is no number.
    """
    if not isinstance(value, int | float):
        raise TypeError
    return int(value) if isinstance(value, int) or value.is_integer() else 0


def _shown(words: Any) -> str:
    """Return a value as a cell of text states it."""
    return f"{words:g}" if isinstance(words, float) and words.is_integer() else "" if words is None else str(words)


def edit_of(text: str, gesture: Mapping[str, Any], basis: str = "") -> TextEdit:
    """Return the edit that a gesture stands for.

    Args:
        gesture: `do` says what it is: `move`, `state`, `add`, `remove` or `reorder`; the others are the arguments of the
            method of `BoxFile`.
        basis: Text whose boxes the paths of the gesture number, if it is another one.

    Raises:
        UnlocatedError: The file is written in a way that cannot be edited, it lacks a box of the gesture, or the gesture is none.
    """
    file = BoxFile(text)
    names = {path: name for name, path in BoxFile(basis).paths().items()} if basis else {}
    known = file.paths() if basis else {}

    def here(path: str) -> str:
        """Return the path of a box in this text."""
        if not basis:
            return path
        name = names[path]
        if name not in known:
            raise UnlocatedError("E109", f"the box {name[-1]} was removed or renamed meanwhile")
        return known[name]

    try:
        match gesture:
            case {"do": "move", "changes": changes}:
                return file.move({here(path): BoxChange(**change) for path, change in changes.items()})
            case {"do": "state", "path": path, "values": values}:
                return file.state(here(path), values)
            case {"do": "add", "values": values}:
                return file.add(values)
            case {"do": "remove", "paths": paths}:
                return file.remove(map(here, paths))
            case {"do": "reorder", "path": path, "by": by}:
                return file.reorder(here(path), by)
    except (TypeError, ValueError, LookupError, AttributeError):
        pass
    raise UnlocatedError("E109", "the page asks for an edit that there is not")

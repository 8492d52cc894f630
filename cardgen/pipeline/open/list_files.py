"""Read the lists of a deck from their files, and choose the worksheets that they come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from cardgen.model.deck import STANDARD_INPUT, is_spreadsheet, split_sheet
from cardgen.pipeline.open.deck_settings import DeckSettings
from cardgen.read.search_path import SearchPath
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, RowNode, Span, display_path

if TYPE_CHECKING:  # only decks that use a spreadsheet pay for the import
    from cardgen.read.tables.files import Spreadsheet

_FILE_NAME = re.compile(r"[\w./-]+\.[A-Za-z]{2,5}")  # also with a suffix that is misspelt
_LONGEST_HEADING = 60  # characters of a heading in a table that has none that is known


def shown_name(path: Path) -> str:
    """Return the name of a list in messages."""
    return "standard input" if str(path) == STANDARD_INPUT else display_path(str(path))


def open_lists(path: Path, values: Node | None, found: Collector) -> Spreadsheet | None:
    """Return the lists of a file, or of the values that it holds; None after an error.

    Args:
        values: What it holds, if it has been read; None reads it.
    """
    from cardgen.read.tables.files import Spreadsheet, open_spreadsheet
    from cardgen.read.tables.records import read_lists
    from cardgen.read.tables.table import TableSet

    name = shown_name(path)
    if values is None:
        return open_spreadsheet(path, name, found)
    tables = read_lists(values, name, found)
    return Spreadsheet(name, TableSet(tables)) if tables else None


@dataclass(slots=True)
class ListReader:
    """Reads the files that one list of a deck is in.

    Attributes:
        settings: How the deck or the command line wants lists to be read.
        is_icon: Returns whether the game has an icon of a name; None if nobody knows.
        fetched: Files that `cardgen pull` fetches.
    """

    folder: Path
    key: str
    model: type[BaseModel]
    languages: Sequence[str]
    found: Collector = field(repr=False)
    settings: DeckSettings = field(default_factory=DeckSettings)
    is_icon: Callable[[str], bool] | None = None
    fetched: frozenset[str] = frozenset()

    def replace_files(self, node: Node) -> bool:
        """Put the rows of the files that a list names into it, and return whether all files could be read."""
        is_whole = True
        values: list[Node] = []
        for part in [node] if named_file(node) else list_items(node):
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
            sheet: Its worksheet; empty for the one that is named like the list, or else the first that is a table.
        """
        from cardgen.read.tables.context import ListContext
        from cardgen.read.tables.defines import read_defines
        from cardgen.read.tables.rows import read_rows

        table = spreadsheet.table(chosen_sheet(spreadsheet, sheet, self.key, self.model, self.found), self.found)
        if table is None:
            return None
        pictures = SearchPath(self.folder, (), self.settings.folders(self.folder))
        file = Path(spreadsheet.name)  # which is no file for standard input
        defines = read_defines(file) if file.is_file() else {}
        context = ListContext(self.languages, self.settings.columns, _finds(pictures), self.is_icon, defines)
        return read_rows(table, self.model, context, self.found) or None

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
        spreadsheet = open_lists(shown if shown.exists() else path, None, self.found)
        return self.rows(spreadsheet, sheet) if spreadsheet else None


def chosen_sheet(spreadsheet: Spreadsheet, sheet: str, key: str, model: type[BaseModel], found: Collector) -> str:
    """Return the worksheet that a list takes its values from; empty for a CSV file.

    Args:
        sheet: The worksheet that the deck names; empty for the one that is named like the list, or else the first that
            is a table.
        found: Receives W150 if there are several tables.
    """
    if sheet or len(spreadsheet.sheets) < 2:
        return sheet or spreadsheet.first
    if named := next((name for name in spreadsheet.sheets if key_like(name, [key])), ""):
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
    return [part for part in (node, *list_items(node)) if named_file(part)]


def named_file(node: Node) -> str:
    """Return the spreadsheet that a value names; empty if it names none."""
    value = node.value
    return value if isinstance(value, str) and (is_spreadsheet(value) or _FILE_NAME.fullmatch(value)) else ""


def list_items(node: Node) -> Sequence[Node]:
    """Return the items of a list; none of any other value."""
    return node.value if isinstance(node.value, list) else ()


def key_like(name: str, keys: Iterable[str]) -> str:
    """Return the key that a worksheet or a file is named like; empty if it is named like none."""
    from cardgen.plugin.headings import normalized

    return next((key for key in keys if name and normalized(key) == normalized(name)), "")


def list_sheets(spreadsheet: Spreadsheet, model: type[BaseModel]) -> list[str]:
    """Return the worksheets of a workbook that hold lists of cards; hidden ones and those that begin with `#` are none."""
    from cardgen.read.tables.headers import find_header_row, is_header, is_table

    found = []
    for name in spreadsheet.sheets:
        table = None if name.startswith("#") else spreadsheet.table(name, Collector())
        if table is None or len(table.rows) < 2:
            continue
        head = [cell for cell in table.rows[find_header_row(table, model)].cells if cell is not None]
        looks_so = len(head) > 1 and all(is_header(cell) and len(cell) <= _LONGEST_HEADING for cell in head)
        if is_table(table, model) or (looks_so and len(set(head)) == len(head)):
            found.append(name)
    return found


def _finds(pictures: SearchPath) -> Callable[[str], bool]:
    """Return a function that tells whether a text names a picture that exists."""

    def finds(name: str) -> bool:
        try:
            pictures.find_picture(name)
        except UnlocatedError:
            return False
        return True

    return finds

"""Guess the fields of a game from a list of cards: which columns it has, and of which type their cells are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.model.language import LANGUAGE_CODE
from cardgen.pipeline.open.deck_file import SPREADSHEET_GAME, list_models
from cardgen.pipeline.open.games import find_game
from cardgen.plugin.description.values import STANDARD_FIELDS, slug
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.files import open_spreadsheet
from cardgen.read.tables.headers import Column, find_header_row, read_headers
from cardgen.read.tables.model_names import split_language
from cardgen.read.tables.table import Cell, Table
from cardgen.report.diagnostics import Collector, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.report.source import display_path

_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?", re.ASCII)
_INTEGER = re.compile(r"[-+]?\d+(?:\.0+)?", re.ASCII)
_COLOR = re.compile("#[0-9a-fA-F]{6}")
_PICTURE = re.compile(r"[^:*?]+\.(?:svg|png|jpe?g|webp)", re.IGNORECASE)
_WORD_OF_CHOICE = re.compile(r"[^\W_](?:[\w '-]*[^\W_])?")
_YES_NO = {"yes", "no", "true", "false"}
_LONG = 60  # characters; longer cells are sentences, which may have bold words
_MOST_CHOICES, _LONGEST_CHOICE, _ROWS_PER_CHOICE = 8, 24, 3


@dataclass(frozen=True, slots=True)
class GuessedField:
    """A column of a list, as a field of a game.

    Attributes:
        is_optional: Whether some cells are empty.
        choices: The words of a `choice`, sorted; empty for other types.
        is_known: Whether the game `cards` has a field of this meaning and type already.
    """

    name: str
    type: str
    is_optional: bool
    choices: tuple[str, ...] = ()
    header: str = ""
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class GuessedList:
    """A list of cards, as a kind of piece.

    Attributes:
        sheet: Name of its worksheet or, in a file of several lists, its name; empty for a CSV file.
        fields: Its fields in the order of the columns, without those that all values have.
        languages: Languages that its headers name, in their order.
        first: Id of the value in the first row; empty if it has neither an id nor a name.
    """

    sheet: str
    fields: tuple[GuessedField, ...]
    languages: tuple[str, ...]
    first: str


def guess_lists(path: Path) -> list[GuessedList]:
    """Return the lists of a spreadsheet: one for each worksheet that is not empty.

    Args:
        path: A CSV file or a workbook.

    Raises:
        CardgenError: E130 to E138, the file cannot be read; or it has no row below its headers (E137).
    """
    found = Collector()
    spreadsheet = open_spreadsheet(path, display_path(str(path)), found)
    tables = [spreadsheet.table(sheet, found) for sheet in spreadsheet.sheets] if spreadsheet else []
    lists = [_guess(table) for table in tables if table and len(table.rows) > 1]
    if found.has_errors or not lists:
        if not found.has_errors:
            found.add("E569", f"list {quoted(path.name)} has no rows", expected="headers, and a row for each card")
        raise CardgenError(sort_diagnostics(found.items))
    return lists


def _guess(table: Table) -> GuessedList:
    game = find_game(SPREADSHEET_GAME)
    assert game
    model = list_models(game)[SPREADSHEET_GAME]
    head = find_header_row(table, model)
    row = table.rows[head]
    languages = list(_languages(row.cells))
    columns = read_headers(table, row, model, ListContext(languages), Collector())
    cells = {
        column.index: [
            row.cells[column.index] if column.index < len(row.cells) else None for row in table.rows[head + 1 :]
        ]
        for column in columns
    }
    fields: dict[str, GuessedField] = {}
    for column in columns:
        name = column.path[0]
        if name not in STANDARD_FIELDS and name not in fields and name != "notes":
            fields[name] = _field(column, cells[column.index])
    if (
        languages
        and "en" not in languages
        and any(column.path == ("name",) and not column.language for column in columns)
    ):
        languages.insert(0, "en")  # columns without a language are in one that the others are not in
    return GuessedList(
        table.sheet or table.list_name, tuple(fields.values()), tuple(languages), _first_id(columns, cells)
    )


def _first_id(columns: Sequence[Column], cells: Mapping[int, Sequence[Cell]]) -> str:
    """Return the id of the first value, which is stated or made from its name."""
    first = {column.path: next(iter(cells[column.index]), None) for column in reversed(columns)}
    stated, name = first.get(("id",)), first.get(("name",))
    return slug(_text(name)) if stated is None and name is not None else _text(stated) if stated is not None else ""


def _languages(headers: Sequence[Cell]) -> Iterator[str]:
    """Yield the languages that headers name, as in `name.pt`; a language needs two columns, or one that is called name."""
    named: Counter[str] = Counter()
    for header in headers:
        _, code = split_language(str(header).strip()) if header is not None else ("", "")
        if LANGUAGE_CODE.fullmatch(code):
            named[code] += 2 if str(header).casefold().startswith(("name", "title")) else 1
    yield from (code for code, count in named.items() if count > 1)


def _field(column: Column, cells: Sequence[Cell]) -> GuessedField:
    """Return a column as a field, of the narrowest type that all of its cells have."""
    name = column.path[0]
    stated = [cell for cell in cells if cell is not None]
    texts = [_text(cell) for cell in stated]
    is_optional = len(stated) < len(cells)
    if column.shape is not None:
        known = {"text": "rich", "flavor": "rich", "art": "picture", "icon": "icon", "type": "text"}
        return GuessedField(name, known.get(name, "text"), True, (), column.header, is_known=True)
    kind = _type_of(texts)
    choices = tuple(sorted(set(texts))) if kind == "choice" else ()
    return GuessedField(name, kind, is_optional or kind == "picture", choices, column.header)


def _type_of(texts: Sequence[str]) -> str:
    """Return the name of the narrowest type that some cells have, by their texts; `True` is one of a worksheet."""
    if not texts:
        return "text"
    tests: dict[str, Callable[[str], object]] = {
        "boolean": lambda text: text.casefold() in _YES_NO,
        "integer": _INTEGER.fullmatch,
        "number": _NUMBER.fullmatch,
        "color": _COLOR.fullmatch,
        "picture": _PICTURE.fullmatch,
    }
    for name, test in tests.items():
        if all(test(text) for text in texts):
            return name
    words = set(texts)
    if any(len(text) > _LONG or "**" in text or "{" in text or "\n" in text for text in texts):
        return "rich"
    few = len(words) <= _MOST_CHOICES and len(texts) >= _ROWS_PER_CHOICE * len(words)
    short = all(len(word) <= _LONGEST_CHOICE and _WORD_OF_CHOICE.fullmatch(word) for word in words)
    return "choice" if few and short and len(words) > 1 else "text"


def _text(cell: Cell) -> str:
    whole = isinstance(cell, float) and cell.is_integer()
    return str(int(cell)) if whole and isinstance(cell, float) else str(cell).strip()

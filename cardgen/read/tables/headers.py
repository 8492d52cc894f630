"""Understand the headings of a table: which row they are in, and which key of the deck each column gives."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from pydantic import BaseModel

from cardgen.plugin.headings import normalized, usual_headings
from cardgen.plugin.schema import yaml_key
from cardgen.read.tables.column_values import samples, suits, usual_key
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.model_names import Meaning, ModelNames, model_names, other_field, other_headers, split_language
from cardgen.read.tables.shapes import Shape
from cardgen.read.tables.table import Cell, Table, TableRow
from cardgen.read.tables.typing_errors import nearest_field
from cardgen.report.diagnostics import Collector, did_you_mean, one_of, quoted
from cardgen.report.source import Span

_LONGEST_HEADER = 200  # characters; a longer one is a text in the wrong place
_LONGEST_WORDS = 60  # characters of a heading that nobody knows; a longer text is that of a card
_LISTED = 8  # other headings that a message names
_RENAME = "rename one of them, or begin its header with '#' to make it a remark"
_MARKUP = frozenset("*{}\\<>")  # in a heading that is no title as it stands
_ABBREVIATION = 3  # letters of capitals that are one, as HP; a longer one has no vowels
_VOWELS = frozenset("aeiouy")
_HEADER_SEARCH = 12  # rows above the table that may hold a title or remarks


@dataclass(frozen=True, slots=True)
class Column:
    """A column with a meaning.

    Attributes:
        index: Its place in the rows, from 0.
        path: Keys from the value of the row inwards: `("attack", "power")`.
        language: Language of its texts; empty if the heading names none.
        shape: What its cells must be; None for a column that only a model with other fields accepts.
        is_mapped: Whether the user stated what it means.
        is_chosen: Whether it gives the names for want of another one.
    """

    index: int
    header: str
    path: tuple[str, ...]
    language: str
    shape: Shape | None
    is_mapped: bool = False
    is_chosen: bool = False


def find_header_row(table: Table, model: type[BaseModel]) -> int:
    """Return the index of the row that holds the headings.

    It is the first row, unless a later one near the top holds headings that are known and the first one holds none.

    Args:
        table: A table with at least one row.
    """
    names = model_names(model)

    def count_known(row: TableRow) -> int:
        return len({meaning.path for cell in row.cells if is_header(cell) and (meaning := _sure(cell, names))})

    for index, row in enumerate(table.rows[:_HEADER_SEARCH]):
        above = table.rows[:index]
        is_titled = all(sum(cell is not None for cell in other.cells) <= 1 for other in above)
        if count_known(row) >= (1 if is_titled else 2):
            return index
    return 0


def is_headless(table: Table, model: type[BaseModel]) -> bool:
    """Return whether a table has no headings: its first row is a card, since it holds a sentence and nothing that is known.

    Args:
        table: A table with at least one row.
    """
    names = model_names(model)
    cells = [cell for cell in table.rows[0].cells if cell is not None]
    known = any(names.meaning(cell) for cell in cells if is_header(cell))
    return names.is_open and not known and any(isinstance(cell, str) and len(cell) > _LONGEST_WORDS for cell in cells)


def _sure(header: str, names: ModelNames) -> Meaning | None:
    """Return what a heading means, unless its word means something else as often."""
    meaning = names.meaning(header)
    return meaning if meaning and not meaning.is_doubtful else None


def is_header(cell: Cell) -> TypeGuard[str]:
    """Return whether a cell may be a heading, by its type and length."""
    return isinstance(cell, str) and len(cell) <= _LONGEST_HEADER


def is_table(table: Table | None, model: type[BaseModel]) -> bool:
    """Return whether a table has rows below headings that a model knows.

    Args:
        table: The table; None if it could not be read.
    """
    if table is None or len(table.rows) < 2:
        return False
    names, head = model_names(model), table.rows[find_header_row(table, model)]
    return any(names.meaning(cell) for cell in head.cells if is_header(cell))


def read_headers(
    table: Table, row: TableRow, model: type[BaseModel], context: ListContext, diagnostics: Collector
) -> list[Column]:
    """Return the columns that have a meaning, in order; those without a heading and remarks (`#`) are left out.

    Args:
        diagnostics: Receives E139 for a heading that is there twice, E140 for an unknown column, E169 for a mapped one that is
            not there, and in a model with other fields the warnings W161 to W164.
    """
    return _HeadingReader(table, row, model, context, diagnostics).read()


class _HeadingReader:
    """Reads the headings of one table."""

    def __init__(
        self, table: Table, row: TableRow, model: type[BaseModel], context: ListContext, diagnostics: Collector
    ) -> None:
        self.table = table
        self.row = row
        self.names = model_names(model)
        self.context = context
        self.diagnostics = diagnostics
        self.body = table.rows[next(at for at, other in enumerate(table.rows) if other is row) + 1 :]
        self.headers = [(index, words_of(cell)) for index, cell in enumerate(row.cells) if cell is not None]
        self.exact = {normalized(header) for _, header in self.headers} if self.names.is_open else set[str]()
        self.mapped = self._mapped()
        self.columns: dict[tuple[tuple[str, ...], str], Column] = {}

    def read(self) -> list[Column]:
        """Return the columns, in order."""
        left_out: list[str] = []
        ordered = [*(item for item in self.headers if item[0] in self.mapped), *self.headers]  # those come first
        first: dict[str, int] = {}
        for index, header in dict(ordered).items():
            earlier = first.setdefault(normalized(header), index)
            if earlier != index and not header.startswith("#"):
                self._note_twice(header, index, earlier)
            elif index in self.mapped:
                self._add(Column(index, header, *self.mapped[index][:3], is_mapped=True))
            elif normalized(header) in _technical() and self.names.is_open:
                left_out.append(quoted(header))
            elif not header.startswith("#") or self.names.meaning(header):
                self._read(index, header)
        if left_out:
            message = f"left out, since another tool draws by it: {', '.join(left_out)}"
            self.diagnostics.add("W164", message, self.table.span(self.row.line))
        return sorted(self.columns.values(), key=lambda column: column.index)

    def _read(self, index: int, header: str) -> None:
        is_readable = len(header) <= _LONGEST_HEADER
        meanings = list(self.names.meanings(header, self.exact)) if is_readable else []
        cells = samples(self.body, index)
        is_one = len({meaning.path for meaning in meanings}) == 1
        suitable = [meaning for meaning in meanings if self._suits(meaning, cells, is_one=is_one)]
        if suitable:
            self._add(Column(index, header, *suitable[0][:3]))
        elif self.names.is_open:
            if meanings and meanings[0].path[0] not in ("face", "back", "id") and not meanings[0].is_doubtful:
                self._note_unsuitable(index, header, meanings[0])
            elif not meanings and not usual_key(header, cells):
                self._note_near(index, header)
            if meanings and meanings[0].path == ("id",):
                self._note_ids(index, header, cells)
            else:
                self._add_other(index, header)
        elif meanings:
            self._add(Column(index, header, *meanings[0][:3]))
        else:
            self._note_unknown(index, header)

    def _suits(self, meaning: Meaning, cells: Sequence[Cell], *, is_one: bool) -> bool:
        if meaning.shape is None or len(meaning.path) > 1:
            return True
        is_doubtful = meaning.is_doubtful or not is_one
        return suits(meaning.path[0], meaning.shape, cells, self.context, is_doubtful=is_doubtful)

    def _add(self, column: Column) -> None:
        """Add a column, or what becomes of it if an earlier one gives the same key."""
        earlier = self.columns.setdefault((column.path, column.language), column)
        if earlier is column:
            return
        place = self._place(column.index)
        notes = [("first column", self._place(earlier.index))]
        both = f"columns {quoted(earlier.header)} and {quoted(column.header)} both give {quoted('.'.join(column.path))}"
        if self.names.is_open:
            if column.shape is not None:
                hint = f"map the other one: --column {column.path[0]}={quoted(column.header)}"
                self.diagnostics.add("W162", f"{both}; the second is shown by itself", place, hints=[hint], notes=notes)
            self._add_other(column.index, column.header)
            return
        self.diagnostics.add("E139", both, place, hints=[_RENAME], notes=notes)

    def _note_twice(self, header: str, index: int, earlier: int) -> None:
        notes = [("first column", self._place(earlier))]
        message = f"column {quoted(header)} is there twice"
        self.diagnostics.add("E139", message, self._place(index), hints=[_RENAME], notes=notes)

    def _add_other(self, index: int, header: str) -> None:
        """Add a column as a field of its own, under a key that nothing else has."""
        meaning = other_field(header, self.context.languages)
        reserved = {key for key, _ in self.names.fields.values()}
        usual = usual_key(header, samples(self.body, index))
        key = usual if usual and usual not in reserved else meaning.path[0]
        keys = (
            f"{key}_" if key in reserved else key,
            *(f"{key}_{number}" for number in range(2, len(self.headers) + 2)),
        )
        free = next(each for each in keys if each not in reserved and ((each,), meaning.language) not in self.columns)
        self._add(Column(index, header, (free,), meaning.language, None))

    def _mapped(self) -> dict[int, Meaning]:
        """Return what the columns mean that the user maps, by index."""
        found: dict[int, Meaning] = {}
        for field, (heading, span) in self.context.columns.items():
            index = next((index for index, header in self.headers if normalized(header) == normalized(heading)), None)
            meaning = self.names.meaning(field) or (
                other_field(field, self.context.languages) if self.names.is_open else None
            )
            if meaning is None:
                known = self.names.titles
                message, expected = (
                    f"there is no field {quoted(field)} to map a column to",
                    f"one of: {', '.join(known)}",
                )
                self.diagnostics.add("E169", message, span, expected=expected, hints=did_you_mean(field, known))
            elif index is None:
                known = [header for _, header in self.headers]
                message = f"there is no column {quoted(heading)} for {quoted(field)} in {self.table.name}"
                self.diagnostics.add("E169", message, span or self.table.span(), **one_of(heading, known))
            else:
                found[index] = meaning
        return found

    def _place(self, index: int) -> Span:
        return self.table.place(self.row, index)

    def _note_unknown(self, index: int, header: str) -> None:
        known = self.names.titles
        self.diagnostics.add(
            "E140",
            f"unknown column {quoted(header)}",
            self._place(index),
            expected=f"one of: {', '.join(known)}; or a remark, whose header begins with '#'",
            hints=did_you_mean(
                header.casefold(), [*known, *(key for keys in self.names.aliases.values() for key in keys)]
            ),
        )

    def _note_near(self, index: int, header: str) -> None:
        """Warn of a heading that is probably a known one with a typing error."""
        given = {path[0] for path, _ in self.columns} | self.exact
        near = nearest_field(header, self.names, given)
        if near:
            message = f"column {quoted(header)} is no known field, and is shown by itself"
            self.diagnostics.add("W161", message, self._place(index), hints=[f"did you mean '{near}'?"])

    def _note_unsuitable(self, index: int, header: str, meaning: Meaning) -> None:
        what = "numbers of copies" if meaning.path == ("copies",) else f"values of {quoted(meaning.path[0])}"
        if meaning.shape and (meaning.shape.is_picture or meaning.shape.is_icon):
            what = "pictures" if meaning.shape.is_picture else "icons of the game"
        message = f"column {quoted(header)} holds no {what}, and is shown by itself"
        self.diagnostics.add("W163", message, self._place(index))

    def _note_ids(self, index: int, header: str, cells: Sequence[Cell]) -> None:
        texts = [str(cell).strip() for cell in cells]
        twice = next(text for text in texts if texts.count(text) > 1)
        message = f"column {quoted(header)} is left out, since it holds {quoted(twice)} twice; ids are made from names"
        self.diagnostics.add("W164", message, self._place(index))


def column_titles(columns: Collection[Column]) -> dict[Column, str]:
    """Return the titles of columns that no field of the model gives: their headings, in which words keep their capitals.

    A list whose headings are all in capitals has them as its style: only abbreviations keep theirs.
    """
    is_style = all(column.header.isupper() for column in columns)
    found: dict[Column, str] = {}
    for column in columns:
        text = split_language(column.header)[0] if column.language else column.header
        text = text.replace("_", " ").strip(" :")
        if column.shape is None and text and not _MARKUP & {*text}:
            text = _without_capitals(text) if is_style else text
            is_plain = text.partition(" ")[0].islower()  # unlike iOS
            found[column] = text[:1].upper() + text[1:] if is_plain else text
    return found


def _without_capitals(title: str) -> str:
    """Return a title of capitals in small letters but for the first one, and for words that are abbreviations."""
    words = title.split(" ")
    is_short = all(len(word) <= _ABBREVIATION for word in words)
    is_kept = [is_short or (word.isascii() and not _VOWELS & {*word.casefold()}) for word in words]
    shown = [word if kept else word.lower() for word, kept in zip(words, is_kept, strict=True)]
    return " ".join(shown)


def _technical() -> Collection[str]:
    """Return the headings, normalized, by which other tools draw."""
    return frozenset(map(normalized, usual_headings()["left_out"].words))


def note_missing(
    table: Table,
    row: TableRow,
    columns: Sequence[Column],
    model: type[BaseModel],
    diagnostics: Collector,
    *,
    numbered: bool = False,
) -> None:
    """Note E142 for each field that every value needs and for which there is no column.

    Args:
        diagnostics: Receives the errors, in the words of those that the model would cause.
    """
    given = {column.path[0] for column in columns} | ({"name"} if numbered else set())
    headers = [words_of(cell) for cell in row.cells if cell is not None]
    for name, field in model.model_fields.items():
        key = yaml_key(name)
        if field.is_required() and key not in given:
            others = [header for header in other_headers(model, key) if normalized(header) != normalized(key)]
            expected = f"a column with this header{', or one of: ' if others else ''}{', '.join(others[:_LISTED])}"
            meant = next(iter(did_you_mean(key, [header.casefold() for header in headers])), "")
            hints = [f"is it the column {meant.removeprefix('did you mean ').rstrip('?')}?"] if meant else []
            free = next((column.header for column in columns if column.shape is None), "") or (headers or [key])[0]
            hints.append(
                f"say which column it is: --column {key}={quoted(free)}, or 'columns: {{{key}: ...}}' in a deck"
            )
            diagnostics.add(
                "E142", f"there is no column {quoted(key)}", table.span(row.line), expected=expected, hints=hints
            )


def words_of(cell: object) -> str:
    """Return the text of a heading with single spaces."""
    return " ".join(str(cell).split())

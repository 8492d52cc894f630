"""Understand the headers of a table: which row they are in, and which key of the deck each column gives."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeGuard

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from cardgen.model.language import LANGUAGE_CODE
from cardgen.plugin.schema import Headers, yaml_key
from cardgen.read.tables.shapes import Shape, marks_in, shape_of
from cardgen.read.tables.table import Cell, Table, TableRow
from cardgen.report.diagnostics import Collector, did_you_mean, quoted

_Meaning = tuple[tuple[str, ...], str, Shape | None]
"""Path, language and shape of a column; see `Column`."""

_LONGEST_HEADER = 200  # characters; a longer one is a text in the wrong place
_LISTED = 3  # other headers that a message names
_HEADER_SEARCH = 12  # rows above the table that may hold a title or remarks

# Words that other tools and people use for fields that most games have; what only one game has, its `columns` state.
# Within a group, each word stands for the first field of the group that the model has.
_ALIASES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("copies",),
        "count, qty, quantity, amount, number of copies, number, num, no of copies, copias, cópias, quantidade, qtd, "
        "cantidad, exemplaires, quantité, nombre, anzahl, stück, stückzahl",
    ),
    (("name", "title"), "card, card name, card title, nome, nombre, nom, titel, título, titre, kartenname"),
    (("art", "image", "picture"), "illustration, artwork, img, imagem, ilustração, imagen, bild, image file, art file"),
    (("flavor", "flavour"), "flavor text, flavour text, flavortext, quote, ambientação"),
    (
        ("text", "rules", "effect", "description", "body"),
        "rules text, card text, rule text, effect text, desc, texto, regras, texte, regeltext",
    ),
    (("type", "kind"), "card type, tipo, typ"),
    (("cost", "price"), "card cost, custo, coste, coût, kosten"),
    (("back",), "back image, card back, back art, verso"),
    (("face",), "template, layout"),
)

_LANGUAGE_SUFFIX = re.compile(
    r"(.+?)\s*(?:\.\s*([a-z]{2}(?:[-_][a-z]{2})?)|[\[(]\s*([a-z]{2}(?:[-_][a-z]{2})?)\s*[\])])", re.I
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column with a meaning.

    Attributes:
        index: Its place in the rows, from 0.
        header: Its header as written.
        path: Keys from the value of the row inwards: `("attack", "power")`.
        language: Language of its texts; empty if the header names none.
        shape: What its cells must be; None for a column that only a model with other fields accepts.
    """

    index: int
    header: str
    path: tuple[str, ...]
    language: str
    shape: Shape | None


def normalized(header: str) -> str:
    """Return what two headers must have in common to be the same, whatever their case, spaces, hyphens or underscores."""
    return re.sub(r"[\s\-_\u2010-\u2015]+", "", header).strip(":*").casefold()


def find_header_row(table: Table, model: type[BaseModel]) -> int:
    """Return the index of the row that holds the headers.

    It is the first row, unless a later one near the top holds headers that are known and the first one holds none.

    Args:
        table: A table with at least one row.
        model: Model of the rows.
    """
    names = _names(model)

    def count_known(row: TableRow) -> int:
        return sum(_find_field(cell, names, ()) is not None for cell in row.cells if _is_header(cell))

    if count_known(table.rows[0]):
        return 0
    for index, row in enumerate(table.rows[:_HEADER_SEARCH]):
        above = table.rows[:index]
        is_titled = all(sum(cell is not None for cell in other.cells) <= 1 for other in above)
        if count_known(row) >= (1 if is_titled else 2):
            return index
    return 0


def _is_header(cell: Cell) -> TypeGuard[str]:
    """Return whether a cell may be a header, by its type and length."""
    return isinstance(cell, str) and len(cell) <= _LONGEST_HEADER


def is_table(table: Table | None, model: type[BaseModel]) -> bool:
    """Return whether a table has rows below headers that a model knows.

    Args:
        table: The table; None if it could not be read.
        model: Model of the rows.
    """
    if table is None or len(table.rows) < 2:
        return False
    names, head = _names(model), table.rows[find_header_row(table, model)]
    return any(_find_field(cell, names, ()) for cell in head.cells if _is_header(cell))


def read_headers(
    table: Table, row: TableRow, model: type[BaseModel], languages: Collection[str], diagnostics: Collector
) -> list[Column]:
    """Return the columns that have a meaning, in order; those without a header and remarks (`#`) are left out.

    Args:
        table: The table.
        row: Its row of headers.
        model: Model of the rows.
        languages: Codes of the languages of the deck, which mark columns of other fields as well.
        diagnostics: Receives E139 for a key that two columns give, and E140 for an unknown column.
    """
    names = _names(model)
    accepts_others = model.model_config.get("extra") == "allow"
    headers = [(index, _words(cell)) for index, cell in enumerate(row.cells) if cell is not None]
    exact = {normalized(header) for _, header in headers}
    columns: list[Column] = []
    for index, header in headers:
        if header.startswith("#"):
            continue
        is_readable = len(header) <= _LONGEST_HEADER
        found: _Meaning | None = _find_field(header, names, exact if accepts_others else ()) if is_readable else None
        if found is None and accepts_others and is_readable:
            found = _other_field(header, languages)
        if found is None:
            known = [title for title in names.titles if title]
            diagnostics.add(
                "E140",
                f"unknown column {quoted(header)}",
                table.place(row, index),
                expected=f"one of: {', '.join(known)}; or a remark, whose header begins with '#'",
                hints=did_you_mean(header.casefold(), [*known, *names.aliases.values()]),
            )
            continue
        columns.append(Column(index, header, *found))
    return _without_doubles(table, row, columns, diagnostics)


def note_missing(
    table: Table, row: TableRow, columns: Sequence[Column], model: type[BaseModel], diagnostics: Collector
) -> None:
    """Note E142 for each field that every value needs and for which there is no column.

    Args:
        table: The table.
        row: Its row of headers.
        columns: Its columns.
        model: Model of the rows.
        diagnostics: Receives the errors, in the words of those that the model would cause.
    """
    given = {column.path[0] for column in columns}
    headers = [_words(cell) for cell in row.cells if cell is not None]
    for name, field in model.model_fields.items():
        key = yaml_key(name)
        if field.is_required() and key not in given:
            others = [header for header in _other_headers(model, key) if normalized(header) != normalized(key)]
            expected = f"a column with this header{', or one of: ' if others else ''}{', '.join(others[:_LISTED])}"
            meant = next(iter(did_you_mean(key, [header.casefold() for header in headers])), "")
            hints = [f"is it the column {meant.removeprefix('did you mean ').rstrip('?')}?"] if meant else []
            diagnostics.add(
                "E142", f"there is no column {quoted(key)}", table.span(row.line), expected=expected, hints=hints
            )


def _other_headers(model: type[BaseModel], key: str) -> Iterator[str]:
    """Yield the other headers that stand for a field."""
    for name, field in model.model_fields.items():
        if yaml_key(name) == key:
            yield from _stated_headers(field)
    for keys, words in _ALIASES:
        if key in keys:
            yield from words.split(", ")


def _words(cell: object) -> str:
    return " ".join(str(cell).split())


def _without_doubles(table: Table, row: TableRow, columns: Iterable[Column], diagnostics: Collector) -> list[Column]:
    """Return the columns without those whose key an earlier one gives (E139)."""
    first: dict[tuple[tuple[str, ...], str], Column] = {}
    for column in columns:
        earlier = first.setdefault((column.path, column.language), column)
        if earlier is not column:
            same = normalized(earlier.header) == normalized(column.header)
            key = ".".join(column.path)
            message = (
                f"column {quoted(column.header)} is there twice"
                if same
                else f"columns {quoted(earlier.header)} and {quoted(column.header)} both give {quoted(key)}"
            )
            diagnostics.add(
                "E139",
                message,
                table.place(row, column.index),
                hints=["rename one of them, or begin its header with '#' to make it a remark"],
                notes=[("first column", table.place(row, earlier.index))],
            )
    return list(first.values())


@dataclass(frozen=True, slots=True)
class _Names:
    """The headers that a model knows.

    Attributes:
        fields: Key and shape of each field, by normalized key.
        aliases: Key that another header stands for, by normalized header: those that the game states, and usual words.
        titles: The keys, for messages.
    """

    fields: Mapping[str, tuple[str, Shape]]
    aliases: Mapping[str, str]
    titles: Sequence[str]


@cache
def _names(model: type[BaseModel]) -> _Names:
    """Return the headers that a model knows."""
    model.model_rebuild()
    fields: dict[str, tuple[str, Shape]] = {}
    for name, field in model.model_fields.items():
        shape = shape_of(field.annotation, field.metadata)
        fields[normalized(yaml_key(name))] = (yaml_key(name), shape)
    aliases: dict[str, str] = {}
    for name, field in model.model_fields.items():
        for other in _stated_headers(field):
            if normalized(other) not in fields:
                aliases.setdefault(normalized(other), yaml_key(name))
    for keys, words in _ALIASES:
        target = next((fields[key][0] for key in keys if key in fields), None)
        for word in (*keys, *words.split(", ")):
            if target and normalized(word) not in fields:
                aliases.setdefault(normalized(word), target)
    return _Names(fields, aliases, [yaml_key(name) for name in model.model_fields])


def _stated_headers(field: FieldInfo) -> Iterator[str]:
    """Yield the other headers that a game states for a field."""
    for mark in (*field.metadata, *marks_in(field.annotation)):
        if isinstance(mark, Headers):
            yield from mark.words


def _find_field(header: str, names: _Names, taken: Collection[str]) -> tuple[tuple[str, ...], str, Shape] | None:
    """Return path, language and shape of the field that a header means; None if the model has no such field.

    Args:
        header: The header.
        names: The headers that the model knows.
        taken: Normalized headers of the table; a usual word does not stand for a field that has its own column.
    """
    key = normalized(header)
    if key in names.fields:
        name, shape = names.fields[key]
        return (name,), "", shape
    alias = names.aliases.get(key)
    if alias and normalized(alias) not in taken:
        return (alias,), "", names.fields[normalized(alias)][1]
    if "." in header:
        first, _, rest = header.partition(".")
        outer = _find_field(first.strip(), names, taken)
        for model in outer[2].models if outer else ():
            inner = _find_field(rest.strip(), _names(model), ())
            if outer and inner:
                return (*outer[0], *inner[0]), inner[1], inner[2]
    text, language = split_language(header)
    if language:
        outer = _find_field(text, names, taken)
        if outer and outer[2].is_localized and not outer[1]:
            return outer[0], language, outer[2]
    if key == "focus":  # the point of the picture that stays in view
        picture = next((name for name in ("art", "image", "picture") if name in names.fields), None)
        return _find_field(f"{picture}.focus", names, taken) if picture else None
    return None


def _other_field(header: str, languages: Collection[str]) -> tuple[tuple[str, ...], str, None] | None:
    """Return path and language of a column that becomes another field; None if its header has no letters or digits."""
    text, language = split_language(header)
    if language in languages:
        header = text
    else:
        language = ""
    key = re.sub(r"\W+", "_", header.casefold()).strip("_")
    if not key:
        return None
    return (key if not key[0].isdigit() else f"n{key}",), language, None


def split_language(header: str) -> tuple[str, str]:
    """Return a header such as `name.pt` or `name (pt)` without its language, and the code; empty if it names none."""
    match = _LANGUAGE_SUFFIX.fullmatch(header)
    return (match[1], _language_code(match[2] or match[3])) if match else (header, "")


def _language_code(text: str) -> str:
    """Return a language code in its usual form, such as `pt-BR` for `PT_br`."""
    language, _, country = text.replace("_", "-").partition("-")
    code = f"{language.lower()}-{country.upper()}" if country else language.lower()
    return code if LANGUAGE_CODE.fullmatch(code) else text

"""Give names to the rows of a list without names: the texts of its first short column, or else its ids, or numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel

from cardgen.plugin.headings import normalized, usual_headings
from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.schema import yaml_key
from cardgen.read.tables.column_values import can_name, is_text, samples
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.headers import Column
from cardgen.read.tables.model_names import model_names, split_language
from cardgen.read.tables.table import Table, TableRow
from cardgen.read.tables.typing_errors import nearest_field
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Node, RowNode

NAME = "name"
_NO_NAMES = frozenset({"copies", "face", "back", "flavor", "suit", "rank"})
_WORDS = Path(__file__).parent
"""Folder of `strings.LANGUAGE.yaml`, the words of cards without names."""
_MOST_EMPTY = 4  # of so many rows, more than one without a name is no slip


def needs_names(model: type[BaseModel]) -> bool:
    """Return whether the values of a list must have a name, and may have other fields than those of the model."""
    names = model_names(model)
    key = next(
        (name for name, field in model.model_fields.items() if yaml_key(name) == NAME and field.is_required()), ""
    )
    return names.is_open and bool(key) and names.fields[NAME][1].is_localized


def with_names(
    table: Table,
    head: TableRow,
    body: Sequence[TableRow],
    columns: Sequence[Column],
    model: type[BaseModel],
    diagnostics: Collector,
) -> list[Column]:
    """Return the columns, one of which gives the names if none did.

    Args:
        diagnostics: Receives W160.
    """
    if not needs_names(model) or any(column.path[0] == NAME for column in columns):
        return [*columns]
    chosen, spoken = _naming_column(body, columns, model)
    hint = "choose a column: --column name=HEADING, or 'columns: {name: HEADING}' in a deck"
    if chosen is None:
        beside = f" beside {quoted(spoken.header)}, which is the text" if spoken else ""
        message = f"{table.name} has no column of names{beside}, so the cards are numbered: 'Card 1' and so on"
        diagnostics.add("W160", message, table.span(head.line), hints=[hint])
        return [*columns]
    message = f"{table.name} has no column 'name', so column {quoted(chosen.header)} gives the names"
    diagnostics.add("W160", message, table.place(head, chosen.index), hints=[hint])
    shape = model_names(model).fields[NAME][1]
    return [
        replace(column, path=(NAME,), shape=shape, is_chosen=True) if column is chosen else column for column in columns
    ]


def _naming_column(
    body: Sequence[TableRow], columns: Sequence[Column], model: type[BaseModel]
) -> tuple[Column | None, Column | None]:
    """Return the column whose texts can be names: one that is probably meant, or else the first short one.

    Where there is none because all other texts answer the questions of one column, the second is the column of the questions.
    """
    free = [
        column
        for column in columns
        if len(column.path) == 1
        and not column.is_mapped
        and column.path[0] not in _NO_NAMES
        and not (column.shape and (column.shape.is_picture or column.shape.is_icon))
    ]
    cells = {column.index: samples(body, column.index) for column in free}
    texts = [column for column in free if is_text(cells[column.index])]
    texts.sort(key=lambda column: column.path[0] == "id")  # words for files and references are names for want of others
    names = model_names(model)
    if meant := next((column for column in texts if nearest_field(column.header, names, ()) == NAME), None):
        return meant, None
    is_only = len(texts) == 1
    spoken = next((column for column in columns if _is_spoken(column)), None)
    if spoken and not (is_only and spoken in texts):
        return None, spoken
    return next((column for column in texts if can_name(cells[column.index], of_any_length=is_only)), None), None


def _is_spoken(column: Column) -> bool:
    """Return whether a column holds what a card asks: it is the text, and is called a question or a prompt."""
    heading, _ = split_language(column.header)
    return column.path[0] == "text" and normalized(heading) in usual_headings()["text"].spoken


def number_nameless(
    rows: Sequence[RowNode], columns: Sequence[Column], context: ListContext, diagnostics: Collector
) -> None:
    """Give numbers to rows without a name, unless a few are without one in a list of names, which is a slip (E202).

    Args:
        diagnostics: Receives W160.
    """
    nameless = [(number, row) for number, row in enumerate(rows, 1) if NAME not in _values(row)]
    named = next((column for column in columns if column.path[0] == NAME), None)
    is_stated = named is not None and not named.is_chosen
    if not nameless or (is_stated and (len(nameless) < 2 or _MOST_EMPTY * len(nameless) < len(rows))):
        return
    if named:
        number, first = nameless[0]
        count = "1 row has" if len(nameless) == 1 else f"{len(nameless)} rows have"
        message = f"{count} no name in column {quoted(named.header)}: numbered, as in 'Card {number}'"
        diagnostics.add("W160", message, first.cell_span(NAME))
    known = read_language_files(_WORDS)
    words = {language: known[language]["numbered_card"] for language in context.languages if language in known}
    for number, row in nameless:
        if words and len(words) == len(context.languages):
            texts = {language: Node(text.format(number=number), row.span) for language, text in words.items()}
            _values(row)[NAME] = Node(texts, row.span)
        else:
            _values(row)[NAME] = Node(known["en"]["numbered_card"].format(number=number), row.span)


def _values(row: RowNode) -> dict[str, Node]:
    assert isinstance(row.value, dict)
    return row.value

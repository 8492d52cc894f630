"""Understand the headings of a table that is pasted into a grid, as a build understands those of a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from cardgen.plugin.headings import normalized
from cardgen.preview.grid.answers import GridFacts, guessed_type
from cardgen.read.tables.column_values import samples
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.csv_text import read_csv
from cardgen.read.tables.headers import is_header, read_headers, words_of
from cardgen.read.tables.model_names import ModelNames, model_names, other_field
from cardgen.read.tables.table import Table
from cardgen.report.diagnostics import Collector

_LONGEST = 60
"""Characters of a heading; a longer text is that of a card."""

_Column = Mapping[str, str]
"""A column of the list that is open: its `key`, its `title` and the `field` that it gives."""


class _Heading(NamedTuple):
    """A heading of the pasted table.

    Attributes:
        key: The field, with the language of its texts.
        is_known: Whether the game has the field.
        has_meaning: Whether a build reads the column.
    """

    title: str
    field: str
    key: str
    is_known: bool
    has_meaning: bool


def pasted_headings(text: str, kind: str, columns: Sequence[_Column], facts: GridFacts) -> list[dict[str, Any]]:
    """Return what the columns of a pasted table mean; nothing if its first row is no row of headings.

    It is one if at least a half of its cells, and two of them, name columns of the list or fields of its cards. In a table that
    is wider than the list, as many as half of the columns of the list are enough, since the others are new.

    Args:
        text: Cells with tabs between them, as spreadsheets put them on the clipboard.
        kind: Key of the list of cards.
        columns: Those that the list has.

    Returns:
        For each column with a meaning its number `at`, from 0, its `title`, the `field` and the `key` of its values,
        which names the language too, their `type`, whether the game has the field, as `known`, whether cards may state it,
        as `usable`, and the key of the `column` of the list into which its cells go; empty if the list has none.
    """
    model = facts.models.get(kind)
    table = read_csv(text, "pasted", Collector(), is_tabbed=True)
    if model is None or table is None or len(table.rows) < 2:
        return []
    if any(not is_header(cell) or len(cell) > _LONGEST for cell in table.rows[0].cells if cell is not None):
        return []
    names, headings = model_names(model), _read(table, model, tuple(facts.languages))
    own: dict[int, str] = {}
    _find(own, headings, columns, lambda heading, column: normalized(heading.title) == normalized(column["title"]))
    _find(own, headings, columns, lambda heading, column: heading.key == column["key"])
    if _count_known(table, headings, names, own) < max(2, min(len(headings), len(columns) or len(headings)) / 2):
        return []
    _find(own, headings, columns, lambda heading, column: heading.key == heading.field == column["field"])
    found = []
    for at, (title, field, key, is_known, has_meaning) in headings.items():
        if at not in own and not has_meaning and (names.is_open or title.startswith("#")):
            continue
        words = [str(one) for one in samples(table.rows[1:], at)]
        found.append(
            {
                "at": at,
                "title": title,
                "field": field,
                "key": key,
                "type": "integer" if all(map(str.isdecimal, words)) and words else guessed_type(words) or "rich",
                "known": is_known,
                "usable": is_known or names.is_open,
                "column": own.get(at, ""),
            }
        )
    return found


def _read(table: Table, model: type[BaseModel], languages: tuple[str, ...]) -> dict[int, _Heading]:
    """Return the headings in the first row, by the numbers of their columns."""
    head = table.rows[0]
    columns = {
        column.index: (column.path, column.language, column.shape is not None)
        for column in read_headers(table, head, model, ListContext(languages), Collector())
    }
    found = {}
    for at, cell in enumerate(head.cells):
        if cell is not None:
            other = other_field(words_of(cell), languages)
            path, language, is_known = columns.get(at, (other.path, other.language, False))
            key = ".".join((*path, *filter(None, [language])))
            found[at] = _Heading(words_of(cell), path[0], key, is_known, at in columns)
    return found


def _find(
    found: dict[int, str],
    headings: Mapping[int, _Heading],
    columns: Sequence[_Column],
    is_same: Callable[[_Heading, _Column], bool],
) -> None:
    """Find the columns of the list that headings mean, which are not found yet; each is that of one heading.

    Args:
        found: Receives their keys, by the numbers of the pasted columns.
    """
    for at, heading in headings.items():
        taken = {*found.values()}
        keys = (column["key"] for column in columns if column["key"] not in taken and is_same(heading, column))
        if at not in found and (key := next(keys, "")):
            found[at] = key


def _count_known(table: Table, headings: Mapping[int, _Heading], names: ModelNames, own: Mapping[int, str]) -> int:
    """Return how many columns and fields the first row of a table names; a word that cards below have as well is a value.

    Args:
        own: Keys of the columns of the list that are named.
    """
    values = {cell for row in table.rows[1:] for cell in row.cells}
    known = set[object]()
    for at, heading in headings.items():
        meaning = names.meaning(heading.title)
        if table.rows[0].cells[at] in values:
            continue
        if at in own:
            known.add(own[at])
        elif meaning and not meaning.is_doubtful:
            known.add(meaning.path)
    return len(known)

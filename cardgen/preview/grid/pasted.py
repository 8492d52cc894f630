"""Understand the headings of a table that is pasted into a grid, as a build understands those of a spreadsheet."""

from __future__ import annotations

from typing import Any

from cardgen.preview.grid.answers import GridFacts, guessed_type
from cardgen.read.tables.column_values import samples
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.csv_text import read_csv
from cardgen.read.tables.headers import is_header, read_headers, words_of
from cardgen.read.tables.model_names import model_names, other_field
from cardgen.report.diagnostics import Collector

_LONGEST = 60
"""Characters of a heading; a longer text is that of a card."""


def pasted_headings(text: str, kind: str, facts: GridFacts) -> list[dict[str, Any]]:
    """Return what the columns of a pasted table mean; nothing if its first row is no row of headings.

    It is one if at least a half of its cells, and two of them, name fields of the cards.

    Args:
        text: Cells with tabs between them, as spreadsheets put them on the clipboard.
        kind: Key of the list of cards.

    Returns:
        For each column with a meaning its number `at`, from 0, its `title`, the `field` and the `key` of its values,
        which names the language too, their `type`, whether the game has the field, as `known`, and whether cards may state it,
        as `usable`.
    """
    model = facts.models.get(kind)
    table = read_csv(text, "pasted", Collector(), is_tabbed=True)
    if model is None or table is None or len(table.rows) < 2:
        return []
    head, names = table.rows[0], model_names(model)
    cells = [cell for cell in head.cells if cell is not None]
    meanings = [names.meaning(cell) for cell in cells if is_header(cell) and len(cell) <= _LONGEST]
    known = {meaning.path for meaning in meanings if meaning and not meaning.is_doubtful}
    if len(meanings) < len(cells) or len(known) < max(2, len(cells) / 2):
        return []
    languages = tuple(facts.languages)
    columns = {
        column.index: (column.path, column.language, column.shape is not None)
        for column in read_headers(table, head, model, ListContext(languages), Collector())
    }
    found = []
    for at, cell in enumerate(head.cells):
        if cell is None or (at not in columns and (names.is_open or str(cell).startswith("#"))):
            continue
        own = other_field(words_of(cell), languages)
        path, language, is_known = columns.get(at, (own.path, own.language, False))
        words = [str(one) for one in samples(table.rows[1:], at)]
        found.append(
            {
                "at": at,
                "title": words_of(cell),
                "field": path[0],
                "key": ".".join((*path, *filter(None, [language]))),
                "type": "integer" if all(map(str.isdecimal, words)) and words else guessed_type(words) or "rich",
                "known": is_known,
                "usable": is_known or names.is_open,
            }
        )
    return found

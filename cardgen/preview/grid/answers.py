"""Answer what the page asks of a grid: the cards of a list with the types of their columns, and the edits of gestures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel

from cardgen.preview.editor.schemas import SchemaTree
from cardgen.preview.grid.csv_list import CsvList
from cardgen.preview.grid.rows import CardList, GridRow
from cardgen.preview.grid.yaml_list import YamlList, columns_of, list_keys
from cardgen.preview.grid.yaml_values import Plain, child_of, compose, set_values
from cardgen.preview.text_edit import TextEdit
from cardgen.read.picture_names import PICTURES
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.csv_text import read_csv
from cardgen.read.tables.files import open_spreadsheet
from cardgen.read.tables.headers import find_header_row, read_headers
from cardgen.read.tables.table import Table
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError

Answer = dict[str, Any]
_MOST_ROWS = 10_000
_SAMPLE = 200
"""Rows that say what a column holds."""
_PICTURE = "FocusedPicture"
_NUMBERS = ("integer", "number")


@dataclass(frozen=True, slots=True)
class GridFacts:
    """What is known of the lists of a deck.

    Attributes:
        schema: Schema of a deck; None if its game is unknown.
        fields: Types of the fields that the game states, by list and name.
        pictures: Files of pictures, from the folder of the deck.
        described: Kinds whose fields are stated in the `game.yaml` beside the deck.
    """

    schema: SchemaTree | None
    models: Mapping[str, type[BaseModel]]
    fields: Mapping[str, Mapping[str, str]]
    languages: Sequence[str]
    icons: Sequence[str]
    pictures: Sequence[str]
    described: Sequence[str]


def read_yaml_grid(text: str, key: str, facts: GridFacts) -> Answer:
    """Return a list of cards in YAML as plain data; without lists, `lists` is empty.

    Args:
        key: Key of the list; the first one is taken for one that there is not.

    Raises:
        UnlocatedError: E109, the text cannot be read.
    """
    root = compose(text)
    if root is None:
        raise UnlocatedError("E109", "the file cannot be read as YAML; the problems say where")
    lists = list_keys(root)
    if not lists:
        return {"lists": []}
    key = key if key in lists else lists[0]
    stated = child_of(root, "languages")
    languages = [one.value for one in stated.value] if isinstance(stated, yaml.SequenceNode) else [*facts.languages]
    kind = key or next(iter(facts.models), "")
    known = _known_types(kind, facts)
    types = {name: found[0] for name, found in known.items()}
    cards = YamlList(text, key, languages, types, root)
    source = {"key": key, "languages": languages, "types": types, "end": cards.end}
    rows = cards.rows()
    columns = {name: (name, name.partition(".")[0]) for name in columns_of(rows)}
    return {"lists": lists, "source": source, **_grid(columns, rows, kind, known, facts)}


def read_table_grid(text: str, name: str, delimiter: str, facts: GridFacts) -> Answer:
    """Return a table of text as plain data."""
    kind, model = _kind_of(name, facts)
    table = read_csv(text, name, Collector(), is_tabbed=delimiter == "\t")
    head = find_header_row(table, model) if table and table.rows and model else 0
    cards = CsvList(text, delimiter, head)
    columns = _with_fields(cards.titles(), table, head, model, facts)
    known = _known_types(kind, facts)
    source = {"key": "", "head": head, "line": _line_of(table, head)}
    return {"lists": [""], "source": source, **_grid(columns, cards.rows(), kind, known, facts)}


def read_workbook_grid(path: Path, name: str, sheet: str, facts: GridFacts) -> Answer:
    """Return a worksheet as plain data.

    Args:
        sheet: Name of the worksheet; the first one is taken for one that there is not.
    """
    found = Collector()
    book = open_spreadsheet(path, name, found)
    if book is None:
        raise UnlocatedError("E133", "; ".join(item.message for item in found.items) or "the workbook cannot be read")
    sheets = [*book.sheets]
    sheet = sheet if sheet in sheets else sheets[0]
    table = book.table(sheet, found) or Table(name)
    kind, model = _kind_of(sheet, facts)
    head = find_header_row(table, model) if table.rows and model else 0
    cells = table.rows[head].cells if table.rows else ()
    titles = {str(at): f"Column {at}" if cell is None else str(cell) for at, cell in enumerate(cells, 1)}
    columns = _with_fields(titles, table, head, model, facts)
    rows = [
        GridRow(row.line, {str(at): str(cell) for at, cell in enumerate(row.cells, 1) if cell is not None})
        for row in table.rows[head + 1 :]
    ]
    source = {"key": sheet, "head": head, "line": _line_of(table, head)}
    return {"lists": sheets, "source": source, **_grid(columns, rows, kind, _known_types(kind, facts), facts)}


def _line_of(table: Table | None, head: int) -> int:
    """Return the line of the headings, from 1."""
    return table.rows[head].line if table and table.rows else 1


def _with_fields(
    titles: Mapping[str, str], table: Table | None, head: int, model: type[BaseModel] | None, facts: GridFacts
) -> dict[str, tuple[str, str]]:
    """Return the titles of columns with the fields that they give, as a build understands them: `Effect` with `text`."""
    found = {}
    if table and table.rows and model:
        columns = read_headers(table, table.rows[head], model, ListContext(tuple(facts.languages)), Collector())
        found = {str(column.index + 1): column.path[0] for column in columns}
    return {key: (title, found.get(key, title.strip().lower().partition(".")[0])) for key, title in titles.items()}


def _kind_of(name: str, facts: GridFacts) -> tuple[str, type[BaseModel] | None]:
    """Return the list of a deck that a file or a worksheet is likely to give, with the model of its cards."""
    stem = Path(name).stem.lower()
    kind = next((key for key in facts.models if key == stem), next(iter(facts.models), ""))
    return kind, facts.models.get(kind)


def _known_types(kind: str, facts: GridFacts) -> dict[str, tuple[str, Sequence[str]]]:
    """Return the types of the fields of a list that the game knows, with the words that they accept."""
    own, schema = facts.fields.get(kind, {}), facts.schema
    found: dict[str, tuple[str, Sequence[str]]] = {}
    for item in schema.at((kind, 0)) if schema else ():
        for name in item.get("properties", ()):
            alternatives = schema.at((kind, 0, name)) if schema else ()
            words = [str(word) for one in alternatives for word in one.get("enum", ())]
            types = {str(one.get("type")) for one in alternatives}
            usual = next((one for one in (*_NUMBERS, "boolean") if one in types), "text")
            usual = "list" if "array" in types else usual
            if any(one.get("x-name") == _PICTURE for one in alternatives):
                usual = "picture"
            elif "string" in types:
                usual = "choice" if words else "icon" if name == "icon" else "text"
            found.setdefault(name, (own.get(name, usual), words))
    return found


def _grid(
    columns: Mapping[str, tuple[str, str]],
    rows: Sequence[GridRow],
    kind: str,
    known: Mapping[str, tuple[str, Sequence[str]]],
    facts: GridFacts,
) -> Answer:
    """Return what all grids say.

    Args:
        columns: Title and name of the field of each column, by its key.
    """
    shown = []
    for key, (title, field) in columns.items():
        stated = [row.cells[key] for row in rows[:_SAMPLE] if row.cells.get(key)]
        type_, words = known.get(field, (guessed_type(stated), ()))
        type_ = "text" if title.partition(".")[2] == "focus" else type_
        shown.append({"key": key, "title": title, "field": field, "type": type_, "choices": [*words]})
    used = {field for _, field in columns.values()}
    keys = [*columns]
    return {
        "columns": shown,
        "unused": [
            {"name": name, "type": type_, "choices": [*words]}
            for name, (type_, words) in known.items()
            if name not in used
        ],
        "choices": {"boolean": ["true", "false"], "icon": [*facts.icons], "picture": [*facts.pictures]},
        "rows": [_plain(row, keys) for row in rows[:_MOST_ROWS]],
        "more": max(0, len(rows) - _MOST_ROWS),
        "kind": kind,
        "described": kind in facts.described,
    }


def guessed_type(words: Sequence[str]) -> str:
    """Return the type of a column that the game does not know, by what its cells hold."""
    if words and all(one.lower().endswith(PICTURES) for one in words):
        return "picture"
    return "number" if words and all(one.replace(".", "", 1).removeprefix("-").isdecimal() for one in words) else ""


def _plain(row: GridRow, keys: Sequence[str]) -> Answer:
    found: Answer = {"line": row.line, "cells": [row.cells.get(key, "") for key in keys]}
    if row.places:
        found["places"] = [place for key in keys for place in row.places.get(key, (0, 0))]
    if row.locked:
        found["locked"] = [keys.index(key) for key in row.locked]
    return found


def grid_edits(text: str, source: Mapping[str, Any], delimiter: str, gesture: Mapping[str, Any]) -> list[TextEdit]:
    """Return the edits that a gesture stands for, of which none overlap.

    Args:
        delimiter: What parts the cells of a table; empty for YAML.
        gesture: `cells`, with rows, keys and texts, and `insert` with `at` and `rows`; or one of `duplicate` and `remove`
            with rows, `column` with a title, and `field` with `kind`, `name` and what `game.yaml` says of it.

    Raises:
        UnlocatedError: The file is written in a way that cannot be edited, or the gesture is none.
    """
    try:
        if "field" in gesture:
            return _new_field(text, gesture["field"])
        cards: CardList = (
            CsvList(text, delimiter, int(source["head"]))
            if delimiter
            else YamlList(text, str(source["key"]), [*source["languages"]], source["types"])
        )
        match gesture:
            case {"duplicate": [*rows]}:
                return cards.duplicate(rows)
            case {"remove": [*rows]}:
                return cards.remove(rows)
            case {"column": str(title)} if isinstance(cards, CsvList):
                return cards.add_column(title)
        edits = cards.set_cells((int(row), str(key), str(words)) for row, key, words in gesture["cells"])
        if "insert" in gesture:
            edits += cards.insert(int(gesture["insert"]["at"]), gesture["insert"]["rows"])
        return edits
    except (TypeError, ValueError, LookupError, AttributeError):
        raise UnlocatedError("E109", "the page asks for an edit that there is not") from None


def _new_field(text: str, field: Mapping[str, Any]) -> list[TextEdit]:
    """Return the edits that add a field to a kind in a `game.yaml`; cards may leave it out."""
    choices = [str(one) for one in field.get("choices") or ()]
    value = {"type": str(field["type"]), **({"of": choices} if choices else {}), "optional": Plain("yes")}
    kind = child_of(child_of(compose(text), "kinds"), str(field["kind"]))
    fields = child_of(kind, "fields")
    if isinstance(fields, yaml.MappingNode):
        return set_values(text, fields, {str(field["name"]): value})
    if isinstance(kind, yaml.MappingNode):
        return set_values(text, kind, {"fields": {str(field["name"]): value}})
    raise UnlocatedError("E109", "game.yaml states no fields of this kind; add the field there as text")

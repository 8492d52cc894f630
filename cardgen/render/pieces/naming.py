"""Name pieces and kinds: what templates see of them, what messages call them, and where they lie on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardgen.model.deck import Deck
from cardgen.model.piece import Place
from cardgen.plugin.components import ROLES, Entry, FieldInfo, PieceKind
from cardgen.render.context import Subject
from cardgen.render.pieces.values import DeckValues, PieceValue
from cardgen.render.renderer import Renderer
from cardgen.render.templates.card_parts import FACT, PROSE, column_type, is_number, is_text
from cardgen.render.templates.localization import localized
from cardgen.report.source import Node, RowNode, Span
from cardgen.report.written import WrittenWords

_ROWS = 1_000  # cards of a kind whose columns are looked at


def described_kind(kind: PieceKind, renderer: Renderer) -> dict[str, Any]:
    """Return what templates see as `kind`."""
    title = localized(kind.title, renderer.language) or renderer.shared["t"].get(kind.name, kind.name)
    return {
        "name": kind.name,
        "title": title,
        "role": kind.role,
        "shape": kind.outline.name,
        "numbers": _numbers(kind, renderer),
    }


def _numbers(kind: PieceKind, renderer: Renderer) -> list[str]:
    """Return the names of the numbers of a kind, among its fields and the other columns of its cards."""
    found = {field.name: field.type in {"integer", "number"} for field in kind.fields}
    rows = renderer.shared.get("deck", {}).get(kind.name)
    for row in rows[:_ROWS] if isinstance(rows, Sequence) else ():
        for name, value in row.items() if isinstance(row, Mapping) else ():
            if name not in found and value is not None:
                found[name] = is_number(value) and name != "copies"
    return [name for name, holds_numbers in found.items() if holds_numbers]


def shared_variables(kind: PieceKind, values: DeckValues) -> dict[str, Any]:
    """Return what the templates of all pieces of a kind see: `fields`, `kind`, and `holes` if it has any."""
    renderer = values.renderer
    holes = {"holes": localized(kind.holes, renderer.language)} if kind.holes else {}
    fields = localized(shown_fields(kind, values.deck), renderer.language)
    return {"fields": fields, "kind": described_kind(kind, renderer), **holes}


def shown_fields(kind: PieceKind, deck: Deck) -> tuple[FieldInfo, ...]:
    """Return the fields of a kind, and behind them the columns of its lists that are none, titled as their headings are."""
    node = deck.node.value.get(kind.name) if isinstance(deck.node.value, dict) else None
    rows = node.value[:_ROWS] if node and isinstance(node.value, list) else ()
    lists = {id(row.columns): row.columns for row in rows if isinstance(row, RowNode)}
    known = {field.name for field in kind.fields}
    titles = {
        key: column.title
        for columns in lists.values()
        for key, column in sorted(columns.items(), key=lambda item: item[1].number)
        if column.title and key not in known and "." not in key
    }
    types = {key: _type_in(rows, key) for key in titles}
    has_text = any(is_text(key) for row in rows if isinstance(row.value, dict) for key in row.value)
    text = "" if has_text else next((key for key, type in types.items() if type == PROSE), "")
    facts = {key: FACT for key, type in types.items() if type == PROSE and key != text}
    return (*kind.fields, *(FieldInfo(key, title, facts.get(key, types[key])) for key, title in titles.items()))


def _type_in(rows: Iterable[Node], key: str) -> str:
    values = [row.value[key].value for row in rows if isinstance(row.value, dict) and key in row.value]
    return column_type(key, [value for value in values if value is not None])


def titled_value(
    kind: PieceKind, value: PieceValue, values: DeckValues, title: str
) -> tuple[dict[str, Any], str, Subject]:
    """Return what templates see as `card`, the name of the piece for people, and how messages call it.

    Args:
        title: Title of the kind, which is the name of an only piece without one.
    """
    data, name = value.data, name_of(kind, value, title)
    if _is_only(kind, value):
        data = {**data, "name": title}
    place = _places(values.deck, value.entry, values.renderer.language)
    wrong = _wrong(values.deck, value.entry)
    return data, name, Subject(kind.called(name), place, _role(kind), wrong=wrong)


def _is_only(kind: PieceKind, value: PieceValue) -> bool:
    """Return whether a value is the only piece of its kind, and has no name of its own."""
    return value.entry.id == kind.name and value.data.get("name", ...) is None


def name_of(kind: PieceKind, value: PieceValue, title: str) -> str:
    """Return the name of a piece for people."""
    return str((title if _is_only(kind, value) else value.data.get("name")) or value.entry.id)


def place_of(kind: PieceKind, value: PieceValue) -> Place | None:
    """Return the place of a piece on the table: its own, that of its variant, or that of its kind."""
    own = value.data.get("place") if kind.place and all(field.name != "place" for field in kind.fields) else None
    if isinstance(own, Mapping):
        return Place(own["x"], own["z"], own["turn"])
    return value.variant.place or kind.place


def _role(kind: PieceKind) -> str:
    """Return what the pieces of a kind are, in messages."""
    return kind.role if kind.role in ROLES else "piece"


def _places(deck: Deck, entry: Entry, language: str) -> Callable[[str], Span | None]:
    """Return a function that finds where the deck states a field in the language of the build."""

    def place(field: str) -> Span:
        return deck.node.nearest((*entry.path, field, language) if field else entry.path)

    return place


def _wrong(deck: Deck, entry: Entry) -> Callable[[str, str], Span | None]:
    """Return a function that finds where a piece states a text, or the words that have one of some characters."""

    def find(text: str, characters: str) -> Span | None:
        words = WrittenWords(deck.node.at(entry.path))
        return words.find(text, characters, parted=True) if characters else words.find(text, whole=True)

    return find

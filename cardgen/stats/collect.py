"""Collect the values of a deck as its templates would see them, and summarize them kind by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardgen.model.deck import Deck, PictureReference, deck_name
from cardgen.pipeline.open.deck_file import list_models
from cardgen.pipeline.open.project import open_deck
from cardgen.plugin.components import Entry, PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import completed_deck, deck_identity, piece_entries
from cardgen.plugin.schema import yaml_key
from cardgen.read.strings import readable
from cardgen.read.tables.shapes import shape_of
from cardgen.render.templates.localization import localized, titled
from cardgen.report.diagnostics import Collector, Diagnostic, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.stats.results import KindSummary
from cardgen.stats.summary import (
    CHOICE,
    NUMBER,
    TEXT,
    Value,
    Values,
    overview,
    summarize,
)

_TYPES = {
    "text": "",  # a text may be one of few words, so it is looked at
    "rich": TEXT,
    "integer": NUMBER,
    "number": NUMBER,
    "boolean": CHOICE,
    "choice": CHOICE,
    "reference": CHOICE,
    "icon": CHOICE,
}
_LEFT_OUT = ("picture", "color")
_NOT_COUNTED = frozenset({"id", "name", "copies", "face", "back", "turn", "plan", "focus"})
"""Fields that identify a piece or say how it looks."""
_OF_FEW_WORDS = frozenset({"type", "kind", "suit", "rarity", "color", "colour", "class", "set", "category", "element"})
"""Fields whose texts are choices by custom, also where few cards share them."""
_LONGEST_ITEM = 24  # characters of an item in a text that lists items
_DEPTH = 2  # levels of nested values that become fields of their own, such as `attack.power`


@dataclass(frozen=True, slots=True)
class DeckSummary:
    """All about a deck.

    Attributes:
        kinds: Summaries of its kinds of piece that have values.
    """

    deck: str
    title: str
    game: str
    language: str
    kinds: tuple[KindSummary, ...]


@dataclass(frozen=True, slots=True)
class StatsResult:
    """The summary of a deck, and what is wrong with it.

    Attributes:
        problems: Warnings, and breaches of the rules of its game, which a summary does not mind.
    """

    summary: DeckSummary
    problems: tuple[Diagnostic, ...]


def deck_stats(
    path: Path, by: Sequence[tuple[str, ...]] | None = (), only: Sequence[str] = (), language: str = ""
) -> StatsResult:
    """Summarize a deck.

    Args:
        by: Fields to group by, one or two at a time; None for those that show most, kind by kind.
        only: Names of the kinds of piece; empty for all.
        language: Language of the texts; empty for the first one of the deck.

    Raises:
        CardgenError: The deck cannot be read, or its shape is wrong; E149, no kind has a field to group by; E504, a
            language or a kind of piece is unknown.
    """
    found = Collector()
    opened = open_deck(path, found)
    if opened is None:
        raise CardgenError(sort_diagnostics(found.items))
    deck, game = opened
    identity = deck_identity(game, deck.data)
    languages = tuple(identity.languages or game.languages)
    kinds = [kind for kind in game.components if isinstance(kind, PieceKind)]
    _check_names(language, languages, "E504", "language")
    for name in only:
        _check_names(name, [kind.name for kind in kinds], "E504", "component")
    language = language or languages[0]
    data = completed_deck(game, localized(deck.data, language), found)
    title = localized(identity.title, language)
    summaries, known = [], set[str]()
    for kind in kinds:
        if only and kind.name not in only:
            continue
        values = _values(kind, game, deck, data, language)
        known |= set(values.names)
        if values.values:
            name = localized(kind.title, language) or kind.name.replace("-", " ").capitalize()
            summaries.append(summarize(kind.name, str(name), kind.role, values, overview(values) if by is None else by))
    for names in by or ():
        for field in names:
            _check_names(field, sorted(known), "E149", "field")
    summary = DeckSummary(str(path), str(title) or readable(deck_name(path)), game.name, language, tuple(summaries))
    return StatsResult(summary, tuple(sort_diagnostics(found.items)))


def _check_names(name: str, known: Sequence[str], code: str, noun: str) -> None:
    """Raise an error unless a name is known; an empty one is.

    Raises:
        CardgenError: It is unknown.
    """
    if name and name not in known:
        expected = f"one of: {', '.join(known)}" if known else f"a deck with a {noun}"
        message = f"unknown {noun} {quoted(name)}"
        raise CardgenError([Diagnostic(code, message, None, expected, did_you_mean(name, known))])


def _values(kind: PieceKind, game: Game, deck: Deck, data: Mapping[str, Any], language: str) -> Values:
    """Return the values of a kind, with what the game says about their fields."""
    titles = {info.name: str(localized(info.title, language)) for info in kind.fields}
    types = {
        **_types_of_model(kind, game),
        **{info.name: _TYPES.get(info.item or info.type, "") for info in kind.fields},
    }
    left_out = _NOT_COUNTED | {info.name for info in kind.fields if (info.item or info.type) in _LEFT_OUT}
    values = []
    for entry in piece_entries(game.id, kind, deck.data):
        held = _held(entry, data, language)
        fields = {key: titled(value) for key, value in _flat(held) if key.partition(".")[0] not in left_out}
        values.append(Value(entry.id, str(held.get("name") or entry.id), entry.copies, fields))
    values = _with_items(values)
    of_few_words = {name: CHOICE for value in values for name in value.fields if name in _OF_FEW_WORDS}
    return Values(values, titles, {**of_few_words, **{name: kind_of for name, kind_of in types.items() if kind_of}})


def _with_items(values: list[Value]) -> list[Value]:
    """Return the values with texts such as `ice; fire` as lists, in fields of which all texts are made of short words."""
    texts: dict[str, list[Any]] = {}
    for value in values:
        for name, held in value.fields.items():
            texts.setdefault(name, []).append(held)
    lists = {
        name
        for name, held in texts.items()
        if all(isinstance(text, str) and "\n" not in text for text in held)
        and any(";" in text for text in held)
        and all(len(part) <= _LONGEST_ITEM for text in held for part in text.split(";"))
    }
    if not lists:
        return values
    return [
        replace(value, fields={name: _split(held) if name in lists else held for name, held in value.fields.items()})
        for value in values
    ]


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";") if part.strip())


def _types_of_model(kind: PieceKind, game: Game) -> dict[str, str]:
    """Return what the model of the decks says about the fields of a kind."""
    model = list_models(game).get(kind.name)
    types = {}
    for name, field in model.model_fields.items() if model else ():
        shape = shape_of(field.annotation, field.metadata)
        held = shape.item or shape
        if held.words or held.scalars == {bool}:
            types[yaml_key(name)] = CHOICE
    return types


def _held(entry: Entry, data: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """Return what templates see as `card`."""
    if entry.data is not None:
        held: Mapping[str, Any] = localized(entry.data, language)
        return held
    value: Any = data
    for part in entry.path:
        value = value[part]
    return value if isinstance(value, Mapping) else {}


def _flat(held: Mapping[str, Any], depth: int = _DEPTH) -> Iterator[tuple[str, Any]]:
    """Yield the plain values of a mapping, those of nested mappings under names with dots."""
    for key, whole in held.items():
        value = _named(whole)
        if isinstance(value, Mapping):
            if depth > 1:
                yield from ((f"{key}.{inner}", item) for inner, item in _flat(value, depth - 1))
        elif isinstance(value, tuple | list):
            items = tuple(map(_named, value))
            if items and all(map(_is_plain, items)):
                yield key, items
        elif _is_plain(value):
            yield key, value


def _named(value: Any) -> Any:
    """Return the name of another value of the deck, and anything else as it is."""
    is_other = isinstance(value, Mapping) and isinstance(value.get("id"), str) and value.get("name")
    return str(value["name"]) if is_other else value


def _is_plain(value: Any) -> bool:
    """Return whether a value is a number, a truth value or a text that is not empty, and no picture."""
    if isinstance(value, PictureReference) or value == "":
        return False
    return isinstance(value, str | int | float)

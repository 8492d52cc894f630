"""Leave out of a deck what its schema refuses, so that all else can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError, create_model

from cardgen.model.deck import Deck
from cardgen.plugin.description.values import DataValue
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model
from cardgen.report.source import Node, Span
from cardgen.validate.schema import plain_values

_Wrong = dict[str, dict[int, list[list[int | str]]]]  # paths within entries, from tags of unions on


def faultless_part(node: Node, path: Path, game: Game) -> tuple[Deck, frozenset[Span]] | None:
    """Return a deck without its wrong fields, and without the entries that cannot do without them.

    Entries of kinds that a file describes can do without any field, as with optional ones. The code of a game need not expect
    that a field lacks which its model requires. The checks of the game are left out, since they would count what is missing.

    Returns:
        The deck, and where the entries start that are left out or lack a field; None if its lists are not what is wrong.
    """
    model, faulty = deck_model(game), set[Span]()
    for drops_entry in (False, True, True):
        try:
            return Deck(path, game.id, model.model_validate(plain_values(node)), node), frozenset(faulty)
        except ValidationError as errors:
            places = [error["loc"] for error in errors.errors(include_url=False, include_context=False)]
        wrong = _in_entries(places)
        if not wrong:
            return None
        node = _without(node, wrong, faulty, drops_entry=drops_entry)
        model = model if drops_entry else _lenient(model)
    return None


def _lenient(model: type[BaseModel]) -> type[BaseModel]:
    """Return a model of decks in which entries of kinds that a file describes may lack all fields."""
    lists: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        entry, *_ = (*get_args(field.annotation), None)
        if not (isinstance(entry, type) and issubclass(entry, DataValue)):
            continue
        lacking: dict[str, Any] = {}
        for key, required in entry.model_fields.items():
            if required.is_required():
                lacking[key] = required.annotation, (optional := copy(required))
                optional.default = None
        lists[name] = tuple[create_model(entry.__name__, __base__=entry, **lacking), ...], field  # type: ignore[misc]
    return create_model(model.__name__, __base__=model, **lists)


def _in_entries(places: Iterable[tuple[int | str, ...]]) -> _Wrong:
    """Return what is wrong, by list and number of the entry; empty if something else is wrong too."""
    found: _Wrong = {}
    for place in places:
        match place:
            case (str(kind), int(number), *rest):
                found.setdefault(kind, {}).setdefault(number, []).append(rest)
            case (str(kind),) if kind in found:  # a list that is too short without its wrong entries
                continue
            case _:
                return {}
    return found


def _without(node: Node, wrong: _Wrong, faulty: set[Span], *, drops_entry: bool) -> Node:
    """Return a deck without wrong fields or entries, and note where these start."""
    assert isinstance(node.value, dict)
    values = dict(node.value)
    for kind, numbers in wrong.items():
        entries = values[kind].value
        kept: list[Node] = []
        for number, entry in enumerate(entries if isinstance(entries, list) else []):
            if number not in numbers:
                kept.append(entry)
                continue
            faulty.add(entry.span)
            if isinstance(entry.value, dict) and not drops_entry:
                named = [next((part for part in place if part in entry.value), None) for place in numbers[number]]
                fields = {key: value for key, value in entry.value.items() if key not in named}
                kept.append(replace(entry, value=fields))
        values[kind] = replace(values[kind], value=kept)
    return replace(node, value=values)

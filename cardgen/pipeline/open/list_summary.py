"""Say in one line how a list without a deck file was understood: its columns, how they are shown, and the look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.model.deck import Deck
from cardgen.pipeline.open.guess_look import DEFAULT, GuessedLook, guess_look, texts_by_key, type_of
from cardgen.pipeline.open.look import looks_of
from cardgen.plugin.components import PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.headings import normalized, usual_headings
from cardgen.render.pieces.naming import shown_fields
from cardgen.render.templates.card_parts import sort_parts
from cardgen.render.templates.localization import localized
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.source import Node

_SAMPLE = 100  # rows whose parts are looked at
_NOT_PRINTED = ("notes", "plan", "alt")
_KNOWN = {key for usual in usual_headings().values() for key in usual.fields[:1]} | {"id", "copies", "notes", "alt"}
"""Columns that a list has a usual name for; others are told by their headings."""
_TOLD_TYPES = {"number": "number", "picture": "picture", "color": "colour"}


def summarize(
    deck: Deck, game: Game, language: str, count: int, warnings: Sequence[Diagnostic], *, is_chosen: bool = False
) -> str:
    """Return a line about a list that was built without a deck file; empty for a list without rows.

    Args:
        count: Number of cards, copies included.
        is_chosen: Whether an option chose the look.
    """
    assert isinstance(deck.node.value, dict)
    kinds = {one.name: one for one in game.components if isinstance(one, PieceKind)}
    lists = {key: node.value for key, node in deck.node.value.items() if key in kinds and isinstance(node.value, list)}
    rows = [row for own in lists.values() for row in own]
    if not rows:
        return ""
    look = str(getattr(deck.data, "look", None) or DEFAULT)
    looks = looks_of(game)
    headers = _headers(rows)
    fields = {key: localized(shown_fields(kinds[key], deck), language) for key in lists}
    shown = _shown(lists, fields, headers, is_playing=look == "playing")
    of_rows = "" if count == len(rows) else f"{_count(len(rows), 'row')} with "
    told = (
        f"{_count(count, 'card')} from {of_rows}{_count(len(headers), 'column')}: {', '.join(_columns(rows, headers))}"
    )
    told += "".join(f"; {how}: {', '.join(names)}" for how, names in shown.items() if names) + "."
    if looks:
        told += f" Look: {_look(look, looks, GuessedLook(look) if is_chosen else guess_look(rows))}."
    things = len({item.code for item in warnings})
    return told + (f" {_count(things, 'thing')} to look at:" if things else "")


def _look(look: str, looks: Sequence[str], guessed: GuessedLook) -> str:
    """Return the name of the look, the reason for it if it was guessed, and how to choose another."""
    others = [name for name in looks if name != look]
    why = f", {guessed.reason}" if guessed.reason and guessed.look == look else ""
    return f"{look}{why} (for another: --look {', '.join(others)})" if others else look


def _headers(rows: Iterable[Node]) -> dict[str, str]:
    """Return the heading of each column by its key, in their order; a text in languages has the first of its columns."""
    found: dict[str, str] = {}
    for row in rows:
        columns = getattr(row, "columns", {})
        assert isinstance(row.value, dict)
        first = {columns[key].number: key for key in reversed(columns)}
        for key in [first[number] for number in sorted(first)] or row.value:
            found.setdefault(key, columns[key].header if key in columns else key)
    return found


def _columns(rows: Sequence[Node], headers: Mapping[str, str]) -> Iterator[str]:
    """Yield each column with the heading that was understood as it, and its type if it is none of words."""
    texts = texts_by_key(rows)
    for key, header in headers.items():
        is_known = key in _KNOWN
        name = key if is_known else header
        notes = [f"'{header}'"] if is_known and normalized(header) != normalized(key) else []
        type = _TOLD_TYPES.get(type_of(texts[key]) if key in texts else "", "")
        if type and key not in ("copies", "id", "rank"):
            notes.append(type)
        elif key.partition(".")[0] not in texts:
            notes.append("empty")
        yield f"{name} ({', '.join(notes)})" if notes else name


def _shown(
    lists: Mapping[str, Sequence[Node]],
    fields: Mapping[str, Iterable[Mapping[str, Any]]],
    headers: Mapping[str, str],
    *,
    is_playing: bool,
) -> dict[str, list[str]]:
    """Return the columns that have no place of their own on a card, by how they are shown."""
    found: dict[str, dict[str, None]] = {"shown as plates": {}, "shown with their titles": {}, "not printed": {}}
    for key, rows in lists.items():
        for row in rows[:_SAMPLE]:
            card = _plain(row)
            parts = sort_parts(card, fields[key], lambda _name: False, suits=is_playing, playing=is_playing)
            stats = "shown with their titles" if is_playing else "shown as plates"
            found[stats] |= dict.fromkeys(item["name"] for item in parts["stats"])
            titled = [*parts["details"], *parts["texts"]]
            found["shown with their titles"] |= dict.fromkeys(item["name"] for item in titled)
            found["not printed"] |= dict.fromkeys(name for name in _NOT_PRINTED if name in card)
    return {how: [key if key in _KNOWN else headers.get(key, key) for key in keys] for how, keys in found.items()}


def _plain(node: Node) -> dict[str, Any]:
    """Return a row as a mapping of plain values; of a text in several languages, the first."""
    assert isinstance(node.value, dict)
    return {key: _value(inner) for key, inner in node.value.items()}


def _value(node: Node) -> Any:
    if isinstance(node.value, dict):
        return next((_value(inner) for inner in node.value.values()), None)
    return [_value(inner) for inner in node.value] if isinstance(node.value, list) else node.value


def _count(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

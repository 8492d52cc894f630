"""Compare two versions of a list of values, by the id of each value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Status = Literal["added", "removed", "changed"]
Values = Mapping[str, object]
"""A value as plain data: its keys and what they hold."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One key of a value that differs.

    Attributes:
        before: What it held; None if it was not stated.
        after: What it holds; None if it is not stated.
    """

    key: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class RowChange:
    """One value that was added, removed or changed.

    Attributes:
        list_name: Key of its list in the deck.
        name: Its name for people; may be empty.
        fields: The keys that differ; empty for a value that was added or removed.
    """

    status: Status
    list_name: str
    id: str
    name: str
    fields: tuple[FieldChange, ...] = ()


def compare_rows(list_name: str, before: Sequence[Values], after: Sequence[Values]) -> tuple[RowChange, ...]:
    """Return what differs between two versions of a list; its order does not matter.

    Args:
        before: The values of the older version, each with an `id`.

    Returns:
        Changes and additions in the order of the newer version, then removals.
    """
    old = {str(value["id"]): value for value in before}
    new = {str(value["id"]): value for value in after}
    changes = []
    for key, value in new.items():
        if key not in old:
            changes.append(RowChange("added", list_name, key, _name(value)))
        elif fields := _field_changes(old[key], value):
            changes.append(RowChange("changed", list_name, key, _name(value), fields))
    gone = (RowChange("removed", list_name, key, _name(value)) for key, value in old.items() if key not in new)
    return (*changes, *gone)


def _field_changes(before: Values, after: Values) -> tuple[FieldChange, ...]:
    keys = dict.fromkeys([*after, *before])
    pairs = (FieldChange(key, before.get(key), after.get(key)) for key in keys if key != "id")
    return tuple(pair for pair in pairs if pair.before != pair.after)


def _name(value: Values) -> str:
    name = value.get("name", "")
    if isinstance(name, Mapping):
        name = next(iter(name.values()), "")
    return str(name)

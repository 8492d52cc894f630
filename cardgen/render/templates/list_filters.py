"""Filters over lists of cards: sums, counts, and the least and the greatest value of a field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from jinja2 import Environment, pass_environment
from jinja2.filters import do_max, do_min, do_unique


def _values(environment: Environment, items: Iterable[Any], field: Any) -> list[Any]:
    """Return one field of each item; the items themselves without a field."""
    listed = [*items]
    return [environment.getitem(item, field) for item in listed] if isinstance(field, str) else listed


@pass_environment
def sum_of(environment: Environment, items: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
    """Return the sum of a field, of the items that have a number there; `ships | sum('cost')`.

    Args:
        attribute: Name of the field; None adds up the items themselves.
    """
    values = _values(environment, items, attribute)
    return sum((value for value in values if value is not None), start)


def _extreme(builtin: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter for the least or greatest value, which also takes the name of a field: `ships | max('cost')`."""

    @pass_environment
    def extreme(environment: Environment, items: Iterable[Any], field: Any = False, attribute: Any = None) -> Any:
        values = [value for value in _values(environment, items, field) if value is not None]
        return builtin(environment, values, False if isinstance(field, str) else field, attribute)

    return extreme


@pass_environment
def unique(environment: Environment, items: Iterable[Any], field: Any = False, attribute: Any = None) -> list[Any]:
    """Return each different value once, of a field if one is named.

    Args:
        field: Name of the field, or whether capitals differ from small letters.
        attribute: Name of a field by which items are told apart.
    """
    values = _values(environment, items, field)
    return [*do_unique(environment, values, False if isinstance(field, str) else field, attribute)]


@pass_environment
def counts(environment: Environment, items: Iterable[Any], field: str) -> dict[Any, int]:
    """Return the number of copies that have each value of a field.

    Args:
        items: Cards; each counts as often as it has copies, or once.
        field: Name of the field; each item of a list counts.
    """
    found: dict[Any, int] = {}
    for item in items:
        value = environment.getitem(item, field)
        copies = item.get("copies", 1) if isinstance(item, dict) else 1
        for one in value if isinstance(value, list) else [value]:
            key = one.get("id") if isinstance(one, dict) else one
            found[key] = found.get(key, 0) + copies
    return found


@pass_environment
def groups(environment: Environment, items: Iterable[Any], field: str) -> dict[Any, list[Any]]:
    """Return the cards that have each value of a field, in the order of the first of each."""
    found: dict[Any, list[Any]] = {}
    for item in items:
        value = environment.getitem(item, field)
        found.setdefault(value.get("id") if isinstance(value, dict) else value, []).append(item)
    return found


LIST_FILTERS: dict[str, Callable[..., Any]] = {
    "sum": sum_of,
    "max": _extreme(do_max),
    "min": _extreme(do_min),
    "unique": unique,
    "counts": counts,
    "groups": groups,
}

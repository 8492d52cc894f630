"""Guard filters of Jinja that could fill the memory or run for long, by a look at their arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from cardgen.render.templates.budget import check_length, check_value


def _replace(function: Callable[..., Any]) -> Callable[..., Any]:
    """Guard the filter `replace`, which could make a text of a million times a million characters."""

    @functools.wraps(function)
    def replace(context: Any, text: Any, old: Any, new: Any, *count: int) -> Any:
        text, old, new = (value if isinstance(value, str) else str(value) for value in (text, old, new))
        check_length(len(text) + text.count(old) * len(new))
        return function(context, text, old, new, *count)

    return replace


def _join(function: Callable[..., Any]) -> Callable[..., Any]:
    """Guard the filter `join`, whose parts may be the same long text many times."""

    @functools.wraps(function)
    def join(context: Any, values: Iterable[Any], between: Any = "") -> Any:
        parts = check_value([*values])
        check_length(len(str(between)) * len(parts))
        return function(context, parts, between)

    return join


def _round(function: Callable[..., Any]) -> Callable[..., Any]:
    """Guard the filter `round`, which computes powers of ten."""

    @functools.wraps(function)
    def round_(value: Any, precision: int = 0, *method: str) -> Any:
        return function(value, max(-20, min(20, precision)), *method)

    return round_


GUARDED = {"replace": _replace, "join": _join, "round": _round}
"""Functions that guard a filter of Jinja, by its name."""

"""Read the build options that a page chooses from its address; the deck stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException

from cardgen.pipeline.options import BuildOptions

OPTIONS: Mapping[str, str] = {
    "lang": "language",
    **{name: name for name in ("card", "paper", "look", "palette", "only", "players", "printer", "duplex", "evens")},
    **{name: name for name in ("margins", "gap", "bleed", "marks", "corners", "plotter", "ink", "draft", "strict")},
}
"""Names of options in addresses, and their names in `BuildOptions`."""


def read_options(base: BuildOptions, query: Mapping[str, str]) -> BuildOptions:
    """Return the options that an address states.

    Args:
        base: Options that it does not state.
        query: Values by the names of `OPTIONS`; an empty one stands for the default of the option.

    Raises:
        HTTPException: 400, there is no such option, or it has no such value.
    """
    values: dict[str, Any] = {}
    for name, text in query.items():
        if name not in OPTIONS:
            raise HTTPException(400, f"unknown option {name!r}")
        field = OPTIONS[name]
        usual = getattr(BuildOptions(), field)
        try:
            if not text:
                values[field] = usual
            elif isinstance(usual, bool):
                values[field] = {"0": False, "1": True}[text]
            elif isinstance(usual, int):
                values[field] = max(0, int(text))
            elif isinstance(usual, tuple):
                values[field] = tuple(part.strip() for part in text.split(",") if part.strip())
            else:
                values[field] = text
        except (KeyError, ValueError):
            raise HTTPException(400, f"{name} has no value {text!r}") from None
    try:
        return replace(base, **values)
    except ValueError as error:
        raise HTTPException(400, str(error)) from None

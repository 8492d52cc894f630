"""Read the build options that a page chooses from its address; the deck stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException

from cardgen.pipeline.options import OPTIONS as DECLARED
from cardgen.pipeline.options import BuildOptions, flag_of, options_of

OPTIONS: Mapping[str, str] = {
    flag_of(name).removeprefix("--"): name for name in options_of("deck", "layout") if not DECLARED[name].is_repeated
}
"""Names of options in addresses, which are those of the command line, and their names in `BuildOptions`."""


def panel_options() -> list[dict[str, Any]]:
    """Return what the print panel shows of each option, in its order."""
    return [
        {"name": name, "label": info.label, "words": [*info.words.items()], "hint": info.hint, "rare": info.is_rare}
        for name, info in ((name, DECLARED[field]) for name, field in OPTIONS.items())
        if info.label
    ]


def read_options(base: BuildOptions, query: Mapping[str, str]) -> BuildOptions:
    """Return the options that an address states.

    Args:
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

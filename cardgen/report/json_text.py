"""JSON of files and requests that anybody may have written, and JSON for scripts and files that anybody may show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from cardgen.report.visible import escape_json

OMIT_DEFAULT = {"json": "omit default"}
"""Metadata of an attribute of a record that is left out of its JSON while it has its default."""
_DECIMALS = 6


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: It is not JSON, or nested more deeply than can be read.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None


def format_json(value: object, *, indent: int | None = 2) -> str:
    """Return a value as JSON in which letters of all scripts stay readable, and what controls a screen is escaped.

    Args:
        value: Made of dicts, lists and scalars.
        indent: Spaces for each level; None for one line.
    """
    return escape_json(json.dumps(value, ensure_ascii=False, indent=indent))


def to_json(value: object) -> str:
    """Return records, or what is made of them, as JSON; see `plain`."""
    return format_json(plain(value))


def plain(value: object) -> Any:
    """Return records as dicts, lists and scalars: each is an object with the names of its attributes.

    Args:
        value: Made of dataclasses, mappings, lists, tuples and scalars. Numbers are rounded to six decimals.
    """
    if is_dataclass(value):
        return {
            one.name: plain(found)
            for one in fields(value)
            if (found := getattr(value, one.name)) != one.default or one.metadata != OMIT_DEFAULT
        }
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return round(value, _DECIMALS) if isinstance(value, float) else value

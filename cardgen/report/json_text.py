"""JSON of files and requests that anybody may have written, and JSON for files that anybody may show."""

from __future__ import annotations

import json
from typing import Any

from cardgen.report.visible import escape_json


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Args:
        text: The text, or its bytes.

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

"""Read the layout files of Squib: boxes by name in YAML, which may extend each other and have units.

Source: Squib documentation, "Layouts are Squib's Best Feature" and "Unit Conversion".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardgen.read.yaml import read_value
from cardgen.report.diagnostics import Collector

Layout = Mapping[str, Mapping[str, object]]
"""Attributes of boxes by the name of the box."""

_TAG = re.compile(r"!ruby/\w+\s+:?")
_MEASURE = re.compile(r"([+-]?\d+(?:\.\d*)?|[+-]?\.\d+)\s*(px|in|inch|inches|mm|cm|pt|)", re.IGNORECASE)
_RELATIVE = re.compile(r"([+*/-]?)=\s*(.+)")
_DEEPEST = 20


def read_layout(text: str, found: Collector, name: str) -> Layout:
    """Return the boxes of a layout file, with what they take from those that they extend."""
    root = read_value(_TAG.sub("", text), found, name)
    boxes: dict[str, dict[str, object]] = {}
    if root is not None and isinstance(root.value, dict):
        boxes = {key: node.plain() for key, node in root.value.items() if isinstance(node.value, dict)}  # type: ignore[misc]
    return {key: _extended(key, boxes, 0) for key in boxes}


def _extended(key: str, boxes: Mapping[str, Mapping[str, object]], depth: int) -> dict[str, object]:
    """Return the attributes of a box, with those of the boxes that it extends; `y: += 75` is added to theirs."""
    own = boxes.get(key, {})
    parents = own.get("extends", ())
    found: dict[str, object] = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        if isinstance(parent, str) and parent in boxes and depth < _DEEPEST:
            found |= _extended(parent, boxes, depth + 1)
    for name, value in own.items():
        if name != "extends":
            found[name] = _relative(value, found.get(name, 0))
    return found


def _relative(value: object, base: object) -> object:
    match = _RELATIVE.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        return value
    before, change = pixels(base, 300), pixels(match[2], 300)
    if before is None or change is None:
        return base
    if match[1] == "*":
        return before * change
    if match[1] == "/":
        return before / change if change else before
    return before - change if match[1] == "-" else before + change


def pixels(value: object, dpi: float) -> float | None:
    """Return a length in pixels; None if it cannot be read.

    Args:
        value: A number of pixels, or a text such as `0.5in`.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    match = _MEASURE.fullmatch(str(value).strip().strip("'\""))
    if not match:
        return None
    scale = {"mm": dpi / 25.4, "cm": dpi / 2.54, "pt": dpi / 72, "px": 1.0, "": 1.0}.get(match[2].lower(), dpi)
    return float(match[1]) * scale

"""Count the processor time that single parts of a command take in sum, such as all formulas or all workbooks of its decks."""

from __future__ import annotations

_used: dict[str, float] = {}


def begin() -> None:
    """Count from zero, where a process does the work of several commands."""
    _used.clear()


def left(part: str, most: float) -> float:
    """Return the seconds that a part may still take; 0 if there are none."""
    return max(0.0, most - _used.get(part, 0.0))


def spend(part: str, seconds: float) -> None:
    """Count time that a part has taken."""
    _used[part] = _used.get(part, 0.0) + seconds

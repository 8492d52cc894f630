"""Locate the cursor in a YAML text that may be incomplete: the path of keys, and what has been typed.

A text that is being written is seldom valid. So only what stands before the cursor is parsed, with a mark for what is still to
come; libyaml reports what it has read before it stumbles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from cardgen.yaml_loader import LOADER

_MARK = "\ue000"  # of the private use area: no text has it
_ENDINGS = (":", "", '"', "'")  # a key, a plain value, a value whose quote is not closed yet

Step = str | int


@dataclass(frozen=True, slots=True)
class CursorPlace:
    """A place for a key or a value.

    Attributes:
        path: Keys and indices from the root to the value that the place is in, or is.
        is_key: Whether a key of the mapping at `path` stands there, or else the value at `path` itself.
        typed: What has been typed of it.
        stated: For each mapping on the way, from the root: its scalars so far by key.
    """

    path: tuple[Step, ...]
    is_key: bool
    typed: str
    stated: tuple[dict[str, str], ...] = ()


@dataclass(slots=True)
class _Level:
    """A collection that is open: a mapping with its current key, or a list with its current index."""

    is_mapping: bool
    key: str | None = None
    index: int = 0
    stated: dict[str, str] = field(default_factory=dict)

    @property
    def step(self) -> Step:
        return (self.key or "") if self.is_mapping else self.index

    def next(self, value: str | None) -> None:
        """Go on behind a key or a value; a collection has the value None."""
        if not self.is_mapping:
            self.index += 1
        elif self.key is None:
            self.key = value or ""
        else:
            self.stated[self.key] = value or ""
            self.key = None


def places_at(text: str, offset: int) -> list[CursorPlace]:
    """Return what may stand at a cursor: a key, a value, or either; nothing in a comment.

    Args:
        offset: The number of characters before the cursor.
    """
    found: dict[tuple[tuple[Step, ...], bool], CursorPlace] = {}
    for ending in _ENDINGS:
        place = _place(f"{text[:offset]}{_MARK}{ending}")
        if place is not None:
            found.setdefault((place.path, place.is_key), place)
    return [*found.values()]


def _place(text: str) -> CursorPlace | None:
    levels: list[_Level] = []
    for event in _events(text):
        match event:
            case yaml.MappingStartEvent():
                levels.append(_Level(is_mapping=True))
            case yaml.SequenceStartEvent():
                levels.append(_Level(is_mapping=False))
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                levels.pop()
                if levels:
                    levels[-1].next(None)
            case yaml.ScalarEvent() if _MARK in event.value:
                return _found(levels, event.value.partition(_MARK)[0])
            case yaml.ScalarEvent() | yaml.AliasEvent():
                if levels:
                    levels[-1].next(getattr(event, "value", None))
            case _:
                pass
    return None


def _found(levels: list[_Level], typed: str) -> CursorPlace:
    is_key = bool(levels) and levels[-1].is_mapping and levels[-1].key is None
    steps = [level.step for level in (levels[:-1] if is_key else levels)]
    return CursorPlace(tuple(steps), is_key, typed, tuple(level.stated for level in levels))


def _events(text: str) -> Iterator[Any]:
    """Yield what a parser finds, up to the first mistake."""
    try:
        yield from yaml.parse(text, LOADER)
    except (yaml.YAMLError, ValueError):  # ValueError: half of a surrogate pair
        return

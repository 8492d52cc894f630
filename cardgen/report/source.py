"""A value and the place where it was written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass

Scalar = str | int | float | bool | None
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a file; line and column count from 1, 0 means unknown. `end` is the column behind the last character on that line."""

    file: str
    line: int = 0
    column: int = 0
    end: int = 0

    def __str__(self) -> str:
        return ":".join([self.file, *(str(part) for part in (self.line, self.column) if part)])


@dataclass(slots=True)
class Node:
    """A YAML value with its place.

    Attributes:
        value: A scalar, a list of nodes, or a dict from key to node (in the order of the file).
        span: Where the value starts.
        key_span: Where its key starts, if it is the value of a key.
    """

    value: Scalar | list[Node] | dict[str, Node]
    span: Span
    key_span: Span | None = None

    def plain(self) -> object:
        """The value without places, made of dict, list and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def nearest(self, path: Iterable[str | int], *, key: bool = False) -> Span:
        """The place of the value at `path`, or of the last part of it that the file holds.

        Path parts that the file does not hold are skipped (pydantic puts the tag of a union into its path).

        Args:
            path: Keys and indexes from this node down.
            key: Give the place of the key instead of that of the value.
        """
        node = self
        for part in path:
            value = node.value
            if isinstance(value, dict) and isinstance(part, str):
                node = value.get(part, node)
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                node = value[part]
        return node.key_span if key and node.key_span else node.span


def display_path(path: str) -> str:
    """A path as short as it can be said from here: relative if it lies below the current folder."""
    try:
        relative = os.path.relpath(path)
    except (ValueError, OSError):  # another drive; a current folder that is gone
        return path
    return path if relative.startswith("..") or sys.platform == "win32" else relative

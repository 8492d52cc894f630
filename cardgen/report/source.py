"""Values read from a file, together with the position at which each was written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass

Scalar = str | int | float | bool | None
Path = tuple[str | int, ...]
"""Keys and indexes that lead from a node to a value inside it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A position in a file.

    Attributes:
        file: The path as the user wrote it, or as short as possible.
        line: The line, from 1; 0 if unknown.
        column: The first column, from 1; 0 if unknown.
        end: The column after the last character on that line; 0 if unknown.
    """

    file: str
    line: int = 0
    column: int = 0
    end: int = 0

    def __str__(self) -> str:
        return ":".join([self.file, *(str(part) for part in (self.line, self.column) if part)])


@dataclass(slots=True)
class Node:
    """A YAML value with its position.

    Attributes:
        value: A scalar, a list of nodes, or a dict of nodes by key, in the order of the file.
        span: Where the value starts.
        key_span: Where the key of the value starts; None if the value has no key.
    """

    value: Scalar | list[Node] | dict[str, Node]
    span: Span
    key_span: Span | None = None

    def plain(self) -> object:
        """Return the value without positions, made of dicts, lists and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def nearest(self, path: Iterable[str | int], *, key: bool = False) -> Span:
        """Return the position of the value at `path`, or of the innermost value on the way that exists.

        Parts of the path that the file does not have are skipped, as Pydantic puts the tag of a union into its paths.

        Args:
            path: Keys and indexes from this node inwards.
            key: Whether to return the position of the key instead of the value.
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
    """Return the path relative to the current folder if the file is inside it, or else unchanged."""
    try:
        relative = os.path.relpath(path)
    except (ValueError, OSError):  # a path on another drive, or a current folder that was deleted
        return path
    return path if relative.startswith("..") or sys.platform == "win32" else relative

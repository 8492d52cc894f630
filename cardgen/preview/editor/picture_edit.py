"""Name a picture in a card of a deck file, as the edit of its text that does so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import yaml

from cardgen.preview.editor.schemas import SchemaTree
from cardgen.read.yaml_composer import Composer
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node
from cardgen.yaml_loader import LOADER

_PICTURE = "FocusedPicture"
_USUAL = ("art", "picture", "image")
_PLAIN = re.compile(r"[\w./-]+")


class TextEdit(NamedTuple):
    """A part of a text that is replaced: the characters from `start` to `end`, counted from 0, become `insert`."""

    start: int
    end: int
    insert: str


def name_pictures(text: str, pictures: Sequence[tuple[int, str]], tree: SchemaTree) -> list[TextEdit | None]:
    """Return the edits that give cards other pictures; None for a card that has no field for one, or cannot be found.

    Args:
        pictures: For each card the line on which it begins, from 1, and the path of the picture from the folder of the deck.
    """
    root = Composer(text, "", Collector()).read()
    cards = {node.span.line: (path, node) for path, node in _mappings(root)} if root else {}
    return [_name(text, *cards[line], picture, tree) if line in cards else None for line, picture in pictures]


def _name(text: str, path: tuple[str | int, ...], node: Node, picture: str, tree: SchemaTree) -> TextEdit | None:
    assert isinstance(node.value, dict)
    key = _picture_key(path, tree)
    word = picture if _PLAIN.fullmatch(picture) else f'"{picture}"'
    if not key:
        return None
    if stated := node.value.get(key):
        file = stated.value.get("file") if isinstance(stated.value, dict) else stated
        return _replacement(text, file, word) if file else None
    first = next(iter(node.value.values()))
    start = _offset(text, node.span.line, node.span.column)
    if text[start : start + 1] == "{":
        return TextEdit(start + 1, start + 1, f"{key}: {word}, ")
    column = first.key_span.column if first.key_span else node.span.column
    return TextEdit(start, start, f"{key}: {word}\n{' ' * (column - 1)}")


def _replacement(text: str, stated: Node, word: str) -> TextEdit | None:
    start = _offset(text, stated.span.line, stated.span.column)
    end = start + stated.span.end - stated.span.column
    if not _states(text[start:end], str(stated.value)):
        return None  # it has more lines than one, or none
    return TextEdit(start, end, word)


def _states(written: str, words: str) -> bool:
    """Return whether a part of a line is all of a text."""
    try:
        node = yaml.compose(written, LOADER)
    except yaml.YAMLError:
        return False
    return isinstance(node, yaml.ScalarNode) and node.value == words


def _picture_key(path: tuple[str | int, ...], tree: SchemaTree) -> str:
    """Return the field of a card that is its picture: one with a usual name, or the first of the schema."""
    keys = [
        key
        for schema in tree.at(path)
        for key in schema.get("properties", {})
        if any(one.get("x-name") == _PICTURE for one in tree.at((*path, key)))
    ]
    return next((key for key in _USUAL if key in keys), next((key for key in keys if key != "back"), ""))


def _mappings(node: Node, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Node]]:
    """Yield the mappings that are items of lists, with their paths."""
    if isinstance(node.value, list):
        for index, item in enumerate(node.value):
            if isinstance(item.value, dict) and item.value:
                yield (*path, index), item
    elif isinstance(node.value, dict):
        for key, item in node.value.items():
            yield from _mappings(item, (*path, key))


def _offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at + column - 1

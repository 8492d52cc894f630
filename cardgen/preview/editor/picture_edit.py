"""Name a picture in a card of a deck file, as the edit of its text that does so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import yaml

from cardgen.preview.editor.schemas import SchemaTree
from cardgen.preview.grid.yaml_values import child_of, compose, set_values
from cardgen.preview.text_edit import TextEdit

_PICTURE = "FocusedPicture"
_USUAL = ("art", "picture", "image")


def name_pictures(text: str, pictures: Sequence[tuple[int, str]], tree: SchemaTree) -> list[TextEdit | None]:
    """Return the edits that give cards other pictures; None for a card that has no field for one, or cannot be found.

    Args:
        pictures: For each card the line on which it begins, from 1, and the path of the picture from the folder of the deck.
    """
    cards = {card.start_mark.line + 1: (path, card) for path, card in _cards(compose(text))}
    return [_name(text, *cards[line], picture, tree) if line in cards else None for line, picture in pictures]


def _name(
    text: str, path: tuple[str | int, ...], card: yaml.MappingNode, picture: str, tree: SchemaTree
) -> TextEdit | None:
    key = _picture_key(path, tree)
    if not key:
        return None
    stated = child_of(card, key)
    holder, key = (stated, "file") if isinstance(stated, yaml.MappingNode) else (card, key)
    (edit,) = set_values(text, holder, {key: picture})
    return edit


def _picture_key(path: tuple[str | int, ...], tree: SchemaTree) -> str:
    """Return the field of a card that is its picture: one with a usual name, or the first of the schema."""
    keys = [
        key
        for schema in tree.at(path)
        for key in schema.get("properties", {})
        if any(one.get("x-name") == _PICTURE for one in tree.at((*path, key)))
    ]
    return next((key for key in _USUAL if key in keys), next((key for key in keys if key != "back"), ""))


def _cards(
    node: yaml.Node | None, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], yaml.MappingNode]]:
    """Yield the mappings that are items of lists, with their paths."""
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            if isinstance(item, yaml.MappingNode) and item.value:
                yield (*path, index), item
    elif isinstance(node, yaml.MappingNode):
        for key, item in node.value:
            yield from _cards(item, (*path, key.value))

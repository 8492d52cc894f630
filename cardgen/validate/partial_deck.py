"""Texts and pictures of a deck whose shape is wrong, so that their faults are told with the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from cardgen.model.deck import Deck, LocalizedText, PictureReference
from cardgen.plugin.game import Game
from cardgen.plugin.schema import IS_PICTURE, IS_TEXT, models_in, yaml_key
from cardgen.report.source import Node


def partial_deck(node: Node, path: Path, game: Game) -> Deck:
    """What can be read of a deck for checks of its texts and pictures; good for nothing else.

    Args:
        node: The file as read.
        path: The file, as the user named it.
        game: The game that the deck names.
    """
    return Deck(path, game.id, _of(node, game.schema()), node)


def _of(node: Node, model: type[BaseModel]) -> object:
    """Dicts and tuples as the file has them, with nothing in them but texts and pictures."""
    if isinstance(node.value, list):
        return tuple(_of(item, model) for item in node.value)
    if not isinstance(node.value, dict):
        return None
    found = {}
    for name, field in model.model_fields.items():
        item, key = node.value.get(yaml_key(name)), yaml_key(name)
        if item is not None:
            marks = (*field.metadata, *_marks(field.annotation))
            found[key] = _value(item, marks) or next((_of(item, inner) for inner in models_in(field.annotation)), None)
    return found


def _marks(annotation: Any) -> Iterator[Any]:
    """Everything that an annotation is made of."""
    for part in get_args(annotation):
        yield part
        yield from _marks(part)


def _value(node: Node, marks: tuple[Any, ...]) -> LocalizedText | PictureReference | None:
    if IS_PICTURE in marks and isinstance(node.value, str) and node.value:
        return PictureReference(node.value)
    if IS_TEXT not in marks:
        return None
    languages = node.value if isinstance(node.value, dict) else {"": node}
    return LocalizedText({key: item.value for key, item in languages.items() if isinstance(item.value, str)})

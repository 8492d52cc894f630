"""Collect texts and pictures of a deck with schema errors, so that they can be checked all the same."""

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
    """Return the texts and pictures of a file as a deck, for the checks of texts and pictures only."""
    return Deck(path, game.id, _texts_and_pictures(node, game.schema()), node)


def _texts_and_pictures(node: Node, model: type[BaseModel]) -> object:
    """Return dicts and tuples in the shape of the file that hold nothing but texts and pictures."""
    if isinstance(node.value, list):
        return tuple(_texts_and_pictures(item, model) for item in node.value)
    if not isinstance(node.value, dict):
        return None
    found = {}
    for name, field in model.model_fields.items():
        item, key = node.value.get(yaml_key(name)), yaml_key(name)
        if item is not None:
            metadata = (*field.metadata, *annotation_parts(field.annotation))
            found[key] = _value(item, metadata) or next(
                (_texts_and_pictures(item, inner) for inner in models_in(field.annotation)), None
            )
    return found


def annotation_parts(annotation: Any) -> Iterator[Any]:
    """Yield all parts of an annotation."""
    for part in get_args(annotation):
        yield part
        yield from annotation_parts(part)


def _value(node: Node, metadata: tuple[Any, ...]) -> LocalizedText | PictureReference | None:
    if IS_PICTURE in metadata:
        file = node.value.get("file") if isinstance(node.value, dict) else node
        if file and isinstance(file.value, str) and file.value:
            return PictureReference(file.value)
    if IS_TEXT not in metadata:
        return None
    languages = node.value if isinstance(node.value, dict) else {"": node}
    return LocalizedText({key: item.value for key, item in languages.items() if isinstance(item.value, str)})

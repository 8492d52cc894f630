"""Make a first deck from the schema of a game: a value for each required key, one entry in each list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from cardgen.model.deck import PLACEHOLDER, LocalizedText
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model
from cardgen.plugin.schema import IS_PICTURE, yaml_key

_ID = "first"
_COLORS = {"paper": "#f4efe3", "accent": "#d9a441", "ink": "#1c2529", "dark": "#12303f"}
_COLOR = "#1f5673"


def sample_deck(game: Game, title: str) -> str:
    """Return the text of a deck file, with the description of each key as a comment.

    Raises:
        CardgenError: E215, the game's `schema` fails.
    """
    model = deck_model(game)
    model.model_rebuild()
    lines = [
        f"# A deck of {game.name}. Each key is explained behind it; `cardgen schema` writes the schema for editors.",
        "",
    ]
    for name, field in model.model_fields.items():
        key = yaml_key(name)
        if key == "game":
            lines.append(f"game: {game.id}")
        elif key in {"title", "name"}:
            lines.append(f"{key}: {json.dumps(title, ensure_ascii=False)}")
        elif field.is_required() or _is_list_of_models(field.annotation):
            lines += _entry(key, _value(field.annotation, field.metadata, key), field.description or "")
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Any, description: str) -> Iterator[str]:
    """Yield the lines of a key of the deck."""
    comment = f" # {' '.join(description.split())}" if description else ""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        yield f"{key}:{comment}"
        for item in value:
            yield f"  - {_flow(item)}"
    elif isinstance(value, dict) and value:
        yield f"{key}:{comment}"
        for inner, item in value.items():
            yield f"  {inner}: {_flow(item)}"
    else:
        yield f"{key}: {_flow(value)}{comment}"


def _flow(value: Any) -> str:
    """Return a value as YAML writes it on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return value if isinstance(value, str) and value.isidentifier() else json.dumps(value, ensure_ascii=False)


def _is_list_of_models(annotation: Any) -> bool:
    inner = _plain(annotation)[0]
    return (
        get_origin(inner) is tuple and isinstance(_plain(get_args(inner)[0])[0], type) and _is_model(get_args(inner)[0])
    )


def _is_model(annotation: Any) -> bool:
    inner = _plain(annotation)[0]
    return isinstance(inner, type) and issubclass(inner, BaseModel)


def _plain(annotation: Any, metadata: tuple[Any, ...] = ()) -> tuple[Any, tuple[Any, ...]]:
    """Return an annotation without its marks and without None, and its marks."""
    while True:
        parts = get_args(annotation)
        if get_origin(annotation) is Annotated:
            annotation, metadata = parts[0], (*metadata, *parts[1:])
        elif parts and get_origin(annotation) not in {tuple, list, dict, Literal}:  # a union
            annotation = next(part for part in parts if part is not NoneType)
        else:
            return annotation, metadata


def _value(annotation: Any, metadata: Any, key: str) -> Any:
    """Return some value of a type."""
    inner, marks = _plain(annotation, tuple(metadata))
    origin = get_origin(inner)
    if origin is Literal:
        return get_args(inner)[0]
    if origin is tuple:
        items = [part for part in get_args(inner) if part is not ...]
        return [_value(item, (), key) for item in items]
    if _is_model(inner):
        fields: dict[str, FieldInfo] = inner.model_fields
        stated = {
            yaml_key(name): field for name, field in fields.items() if field.is_required() or yaml_key(name) == "name"
        }
        return {name: _value(field.annotation, field.metadata, name) for name, field in stated.items()}
    return _scalar(inner, marks, key)


def _scalar(inner: Any, marks: tuple[Any, ...], key: str) -> Any:
    """Return some text or number; a mapping without keys for a type that is neither."""
    if inner in {str, LocalizedText}:
        return _text(marks, key) if inner is str else key.replace("_", " ").capitalize()
    numbers = {bool: False, int: 1, float: 1.0}
    least = next((mark.ge for mark in marks if getattr(mark, "ge", None) is not None), None)
    number: Any = numbers.get(inner, {})
    return number if least is None or number == {} else max(least, number)


def _text(marks: tuple[Any, ...], key: str) -> str:
    """Return some text that has the form of a field."""
    if IS_PICTURE in marks:
        return f"{PLACEHOLDER}{_ID}"
    pattern = next((mark.pattern for mark in marks if getattr(mark, "pattern", None)), "")
    return _COLORS.get(key, _COLOR) if "#" in str(pattern) else _ID if pattern else key.replace("_", " ").capitalize()

"""What the cells of a column must be, as the annotation of a field in a pydantic model states it."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from cardgen.model.deck import LocalizedText
from cardgen.plugin.schema import IS_ICON, IS_PICTURE, IS_TEXT
from cardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """The values that a field accepts.

    Attributes:
        is_localized: Whether it is text that may be in several languages.
        scalars: Plain types among `str`, `int`, `float` and `bool`.
        words: Words and numbers of a closed list; empty without one.
        item: Shape of the items, if it is a list.
        models: Models of the mappings that it accepts.
        is_mapping: Whether it accepts mappings, with or without a model.
        is_picture: Whether it is the path of a picture.
    """

    is_localized: bool = False
    scalars: frozenset[type] = frozenset()
    words: tuple[str | int, ...] = ()
    item: Shape | None = None
    models: tuple[type[BaseModel], ...] = ()
    is_mapping: bool = False
    is_picture: bool = False
    is_icon: bool = False

    @property
    def is_text(self) -> bool:
        """Whether any text is accepted as it is."""
        return self.is_localized or str in self.scalars

    @property
    def is_nested(self) -> bool:
        """Whether mappings, or lists of mappings or lists, are accepted."""
        return self.is_mapping or (self.item is not None and (self.item.is_nested or self.item.item is not None))


def shape_of(annotation: Any, metadata: Sequence[Any] = ()) -> Shape:
    """Return the shape that an annotation states.

    Args:
        metadata: What pydantic took out of an outer `Annotated`.
    """
    if IS_TEXT in metadata or annotation is LocalizedText:
        return Shape(is_localized=True)
    if IS_PICTURE in metadata or IS_ICON in metadata:
        return replace(shape_of(annotation), is_picture=IS_PICTURE in metadata, is_icon=IS_ICON in metadata)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return shape_of(arguments[0], arguments[1:])
    if origin in (Union, types.UnionType, tuple, list, set, frozenset):
        parts = _union(shape_of(part) for part in arguments if part not in (type(None), Ellipsis))
        return parts if origin in (Union, types.UnionType) else Shape(item=parts)
    if origin is Literal:
        return Shape(words=tuple(word for word in arguments if isinstance(word, str | int)))
    return Shape(is_mapping=True) if dict in (origin, annotation) else _plain_shape(annotation)


def marks_in(annotation: Any) -> Iterator[Any]:
    """Yield what the `Annotated` parts of an annotation carry, outside of its lists."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from arguments[1:]
        yield from marks_in(arguments[0])
    elif origin in (Union, types.UnionType):
        for part in arguments:
            yield from marks_in(part)


def _plain_shape(annotation: Any) -> Shape:
    """Return the shape of an annotation without parts; anything is accepted by one that is not a type."""
    if isinstance(annotation, type) and annotation is not Any:  # `Any` is a class
        if issubclass(annotation, BaseModel):
            return Shape(models=(annotation,), is_mapping=True)
        plain = next((plain for plain in (bool, int, float) if issubclass(annotation, plain)), str)
        return Shape(scalars=frozenset({plain}))
    value = getattr(annotation, "__value__", None)  # a type alias
    return shape_of(value) if value is not None else Shape(scalars=frozenset({str, int, float, bool}), is_mapping=True)


def _union(shapes: Iterable[Shape]) -> Shape:
    """Return the shape of values that one of several shapes accepts."""
    parts = list(shapes)
    items = [part.item for part in parts if part.item]
    return Shape(
        is_localized=any(part.is_localized for part in parts),
        scalars=frozenset(kind for part in parts for kind in part.scalars),
        words=tuple(_unique(word for part in parts for word in part.words)),
        item=_union(items) if items else None,
        models=tuple(_unique(model for part in parts for model in part.models)),
        is_mapping=any(part.is_mapping for part in parts),
        is_picture=any(part.is_picture for part in parts),
        is_icon=any(part.is_icon for part in parts),
    )


def _unique(values: Iterable[Any]) -> Iterator[Any]:
    yield from dict.fromkeys(values)

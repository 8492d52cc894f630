"""Deck values as templates see them: one language, plain containers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.render.budget import check_length


def localized(value: Any, language: str) -> Any:
    """The value with every `LocalizedText` replaced by its words in that language, models by dicts."""
    if isinstance(value, LocalizedText):
        return value.words(language)
    if isinstance(value, Mapping):
        return {key: localized(item, language) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [localized(item, language) for item in value]
    if hasattr(value, "model_fields_set"):
        return {name: localized(getattr(value, name), language) for name in type(value).model_fields}
    if hasattr(value, "__dataclass_fields__"):
        return {name: localized(getattr(value, name), language) for name in value.__dataclass_fields__}
    return value


def fill_placeholders(text: str, **values: object) -> str:
    """Replace `{name}` of the given names; others, such as icons, stay.

    Raises:
        OverBudgetError: A template asks for a text that is huge.
    """
    for name, value in values.items():
        mark, words = f"{{{name}}}", str(value)
        check_length(len(text) + text.count(mark) * len(words))
        text = text.replace(mark, words)
    return text

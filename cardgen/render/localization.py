"""Prepare the values of a deck for templates: texts in one language, models as plain containers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.render.budget import check_length


def localized(value: Any, language: str) -> Any:
    """Return a value with each `LocalizedText` replaced by its words in a language, and models by dicts.

    Args:
        value: Any value of a deck.
        language: Language code.
    """
    if isinstance(value, LocalizedText):
        return value.in_language(language)
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
    """Replace `{name}` by the value of that name; other braces, such as icons, are kept.

    Args:
        text: Text with placeholders.
        **values: Values by name.

    Raises:
        OverBudgetError: The result would be huge.
    """
    for name, value in values.items():
        placeholder, words = f"{{{name}}}", str(value)
        check_length(len(text) + text.count(placeholder) * len(words))
        text = text.replace(placeholder, words)
    return text

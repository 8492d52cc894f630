"""Prepare the values of a deck for templates: texts in one language, models as plain containers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.model.deck import ChoiceWord, LocalizedText
from cardgen.render.templates.budget import check_length


class LocalizedString(str):
    """A text in the language of the build that remembers its words in the other languages."""

    __slots__ = ("language", "source")
    source: LocalizedText
    language: str

    def __new__(cls, source: LocalizedText, language: str) -> LocalizedString:
        """Return the words for a reader of a language."""
        made = super().__new__(cls, source.in_language(language))
        made.source, made.language = source, language
        return made

    def __getnewargs__(self) -> tuple[LocalizedText, str]:  # type: ignore[override]
        """Return what a copy is made from."""
        return self.source, self.language

    def __repr__(self) -> str:
        """Return the words in every language: a template may show any of them, so a change of one makes a new drawing."""
        return f"{super().__repr__()}{dict(self.source.languages)}"


def in_language(text: object, language: str) -> str:
    """Return a text of the deck in another language than that of the build, as `LocalizedText.in_language` does.

    Args:
        text: A text that `localized` has made; any other value is returned as text.
    """
    if isinstance(text, ChoiceWord):
        return text.titles.in_language(language)
    return text.source.in_language(language) if isinstance(text, LocalizedString) else str(text)


def titled(value: object) -> Any:
    """Return the title of a word of a closed list, in the language of the build, or of a list the titles of its words.

    Args:
        value: A value of a deck that `localized` has made; what has no title is returned as it is.
    """
    if isinstance(value, (list, tuple)):
        found = [titled(item) for item in value]
        return tuple(found) if isinstance(value, tuple) else found
    return value.shown if isinstance(value, ChoiceWord) else value


def _localized_words(value: LocalizedText | ChoiceWord, language: str) -> str:
    if isinstance(value, ChoiceWord):
        return ChoiceWord(value, value.titles, language)
    is_plain = type(value) is LocalizedText and len(value.languages) == 1
    return value.in_language(language) if is_plain else LocalizedString(value, language)


_PLAIN = frozenset({str, int, float, bool, type(None)})


def localized(value: Any, language: str) -> Any:
    """Return a value with each `LocalizedText` replaced by its words in a language, and models by dicts."""
    if type(value) in _PLAIN:  # as most values are
        return value
    if isinstance(value, (LocalizedText, ChoiceWord)):
        return _localized_words(value, language)
    if isinstance(value, Mapping):
        return {key: localized(item, language) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [localized(item, language) for item in value]
    if hasattr(value, "model_fields_set"):
        stated = {name.rstrip("_"): getattr(value, name) for name in type(value).model_fields}
        return {key: localized(item, language) for key, item in (stated | (value.model_extra or {})).items()}
    names = getattr(value, "__dataclass_fields__", None)
    return value if names is None else {name: localized(getattr(value, name), language) for name in names}


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]")


def fill_placeholders(text: str, **values: object) -> str:
    """Replace `{name}` by the value of that name; other braces, such as icons, are kept.

    A value in Arabic or Hebrew is isolated in a text of another script, so that it does not turn the words around it.

    Raises:
        OverBudgetError: The result would be huge.
    """
    for name, value in values.items():
        placeholder, words = f"{{{name}}}", str(value)
        if _RIGHT_TO_LEFT.search(words) and not _RIGHT_TO_LEFT.search(text):
            words = f"\u2068{words}\u2069"
        check_length(len(text) + text.count(placeholder) * len(words))
        text = text.replace(placeholder, words)
    return text

"""Suggest and explain names in templates, from the descriptions of `cardgen templates --describe`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from cardgen.preview.editor.suggestions import Suggestion, Suggestions, WordHelp, WordType
from cardgen.render.templates.reference import DESCRIPTIONS, ELEMENTS, JINJA_FILTERS, OWN_FILTERS

_FILTER = re.compile(r"\|\s*(\w*)$")
_VARIABLE = re.compile(r"(?<![\w.])([A-Za-z_][\w.]*|)$")
_VALUE = re.compile(r"(?<![\w-])([\w-]+)=(?:\"([^\"]*)|'([^']*))$")
_OPEN_ELEMENT = re.compile(r"<card:(\w+)((?:[^<>\"']|\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z))*)$")
_ELEMENT = re.compile(r"<(card:\w*|\w*)$")
_NAME = re.compile(r"(?<![\w.:-])[\w.:-]*$")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COLOR_KEYS = frozenset({"color", "fill"})


@dataclass(frozen=True, slots=True)
class TemplateWords:
    """What a template of a deck sees.

    Attributes:
        variables: For each variable, such as `card.name`: its type, and an example or a meaning.
        styles: Names of the styles of text, with their sizes.
        colors: Named colours, as `#rrggbb`.
    """

    variables: Mapping[str, tuple[str, str]]
    styles: Mapping[str, str]
    colors: Mapping[str, str]
    icons: tuple[str, ...] = ()


def suggest_in_template(text: str, offset: int, words: TemplateWords) -> Suggestions:
    """Return what may be written at a cursor in a template.

    Args:
        offset: Number of characters before the cursor.
    """
    head = text[:offset]
    if _is_in_jinja(head):
        return _in_jinja(head, words)
    inside = _OPEN_ELEMENT.search(head)
    if inside and inside[1] in DESCRIPTIONS:
        return _in_element(head, inside[1], inside[2], words)
    if element := _ELEMENT.search(head):
        start = offset - len(element[1])
        items = (
            Suggestion(f"card:{name}", "element", f"card:{name} ", about=_plain(about))
            for name, about in ELEMENTS.items()
        )
        return Suggestions(start, tuple(items))
    return Suggestions(offset)


def explain_in_template(text: str, offset: int, words: TemplateWords) -> WordHelp | None:
    """Return what is written at a place of a template; None if nothing is known about it.

    Args:
        offset: Number of characters before the place.
    """
    before = _NAME.search(text[:offset])
    start = before.start() if before else offset
    after = re.compile(r"[\w:-]*").match(text, offset)
    end = after.end() if after else offset
    word = text[start:end]
    if not word:
        return None
    head = text[:start]
    found = _of_jinja(head, word, words) if _is_in_jinja(head) else _of_markup(head, word, text[end : end + 1], words)
    return WordHelp(start, end, word, *found) if found else None


def _of_jinja(head: str, word: str, words: TemplateWords) -> tuple[str, str] | None:
    """Return what a word of an expression is, and what it means."""
    filters = {**OWN_FILTERS, **JINJA_FILTERS}
    if head.rstrip().endswith("|") and word in filters:
        return "filter", f"{_plain(filters[word].meaning)} {filters[word].example}"
    return words.variables.get(word)


def _of_markup(head: str, word: str, following: str, words: TemplateWords) -> tuple[str, str] | None:
    """Return what a word among elements and attributes is, and what it means."""
    if word.startswith("card:") and word[5:] in ELEMENTS:
        return "element", _plain(ELEMENTS[word[5:]])
    if word in words.styles and re.search(r"style=[\"']$", head):
        return "style", words.styles[word]
    inside = _OPEN_ELEMENT.search(head)
    if inside and following == "=" and word in DESCRIPTIONS.get(inside[1], {}):
        return f"attribute of card:{inside[1]}", _plain(DESCRIPTIONS[inside[1]][word])
    return None


def _in_jinja(head: str, words: TemplateWords) -> Suggestions:
    if called := _FILTER.search(head):
        filters = {**OWN_FILTERS, **JINJA_FILTERS}
        items = [
            Suggestion(
                name, "filter", name, about=f"{_plain(known.meaning)} {known.example}", rank=int(name in OWN_FILTERS)
            )
            for name, known in filters.items()
        ]
        return Suggestions(len(head) - len(called[1]), tuple(items))
    if named := _color_or_icon(head, words):
        return named
    variable = _VARIABLE.search(head)
    if variable is None:
        return Suggestions(len(head))
    found = [Suggestion(name, "variable", name, type_, example) for name, (type_, example) in words.variables.items()]
    return Suggestions(variable.start(1), tuple(found))


def _color_or_icon(head: str, words: TemplateWords) -> Suggestions | None:
    """Return names for a text in quotes within an expression, such as `'accent' | color`."""
    quoted = re.search(r"['\"]([\w-]*)$", head)
    opened = max(head.rfind("{{"), head.rfind("{%"))
    if not quoted or len(re.findall(r"['\"]", head[opened:])) % 2 == 0:
        return None
    return Suggestions(len(head) - len(quoted[1]), (*_colors(words), *_styles(words)))


def _in_element(head: str, element: str, inside: str, words: TemplateWords) -> Suggestions:
    known = DESCRIPTIONS[element]
    if value := _VALUE.search(inside):
        typed = value[2] if value[2] is not None else value[3]
        return Suggestions(len(head) - len(typed), tuple(_attribute_values(element, value[1], words)))
    name = _NAME.search(head)
    start = name.start() if name else len(head)
    stated = set(re.findall(r"(?<![\w-])([\w-]+)=", inside))
    items = [
        Suggestion(key, "attribute", f'{key}=""', about=_plain(about), rank=-int(key == "id"))
        for key, about in known.items()
        if key not in stated
    ]
    return Suggestions(start, tuple(items))


def _attribute_values(element: str, key: str, words: TemplateWords) -> Iterator[Suggestion]:
    if key == "style":
        yield from _styles(words)
    elif key in _COLOR_KEYS:
        yield from _colors(words)
    elif key == "name" and element == "icon":
        yield from (Suggestion(name, "icon", name, picture=f"icons/{quote(name)}") for name in words.icons)
    else:
        named: WordType = "value"
        text = DESCRIPTIONS[element].get(key, "").partition("Default")[0]
        yield from (
            Suggestion(word, named, word)
            for word in re.findall(r"`([a-z]+)`", text)
            if key in {"align", "valign", "fit"}
        )


def _styles(words: TemplateWords) -> Iterator[Suggestion]:
    yield from (Suggestion(name, "style", name, detail) for name, detail in words.styles.items())


def _colors(words: TemplateWords) -> Iterator[Suggestion]:
    yield from (Suggestion(name, "color", name, value, color=value) for name, value in words.colors.items())


def _is_in_jinja(head: str) -> bool:
    """Return whether a text ends within an expression or a statement of Jinja."""
    opened = max(head.rfind("{{"), head.rfind("{%"))
    return opened >= 0 and opened > max(head.rfind("}}"), head.rfind("%}"))


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", text)

"""Find the fields of a model that a heading may mean: by its key, by headings that the game states, by usual words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from cardgen.model.language import LANGUAGE_CODE
from cardgen.plugin.headings import normalized, usual_headings
from cardgen.plugin.schema import Headers, yaml_key
from cardgen.read.tables.shapes import Shape, marks_in, shape_of

_LANGUAGE_SUFFIX = re.compile(
    r"(.+?)\s*(?:\.\s*([a-z]{2}(?:[-_][a-z]{2})?)|[\[(]\s*([a-z]{2}(?:[-_][a-z]{2})?)\s*[\])])", re.I
)
_JOINERS = "\u200d\ufe0f"  # parts of emoji
_LONGEST_KEY = 60  # characters


class Meaning(NamedTuple):
    """What a heading may mean.

    Attributes:
        path: Keys from the value of the row inwards: `("attack", "power")`.
        language: Language of the texts; empty if the heading names none.
        shape: What the cells must be; None for a field that only a model with other fields accepts.
        is_doubtful: Whether the word means something else as often.
    """

    path: tuple[str, ...]
    language: str = ""
    shape: Shape | None = None
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class ModelNames:
    """The headings that a model knows.

    Attributes:
        fields: Key and shape of each field, by normalized key.
        aliases: Keys that another heading stands for, by normalized heading: those that the game states, and usual words.
        doubtful: Usual words that mean something else as often, normalized.
    """

    fields: Mapping[str, tuple[str, Shape]]
    aliases: Mapping[str, Sequence[str]]
    doubtful: Collection[str]
    titles: Sequence[str]
    is_open: bool

    def meanings(self, header: str, taken: Collection[str] = ()) -> Iterator[Meaning]:
        """Yield the fields that a heading may mean, the likeliest first.

        Args:
            taken: Normalized headings of the table; a usual word does not stand for a field that has its own column.
        """
        key = normalized(header)
        if key in self.fields:
            name, shape = self.fields[key]
            yield Meaning((name,), "", shape)
        for alias in self.aliases.get(key, ()):
            if normalized(alias) not in taken:
                yield Meaning((alias,), "", self.fields[normalized(alias)][1], key in self.doubtful)
        if "." in header:
            yield from self._inner(header, taken)
        text, language = split_language(header)
        if language:
            for outer in self.meanings(text, taken):
                if outer.shape and outer.shape.is_localized and not outer.language:
                    yield outer._replace(language=language)
        if key == "focus":  # the point of the picture that stays in view
            picture = next((name for name in ("art", "image", "picture") if name in self.fields), None)
            yield from self.meanings(f"{picture}.focus", taken) if picture else ()

    def meaning(self, header: str, taken: Collection[str] = ()) -> Meaning | None:
        """Return the likeliest field that a heading means; None if the model has no such field."""
        return next(self.meanings(header, taken), None)

    def _inner(self, header: str, taken: Collection[str]) -> Iterator[Meaning]:
        """Yield the fields of nested values that a heading with a dot means."""
        first, _, rest = header.partition(".")
        outer = self.meaning(first.strip(), taken)
        for model in outer.shape.models if outer and outer.shape else ():
            inner = model_names(model).meaning(rest.strip())
            if outer and inner:
                yield inner._replace(path=(*outer.path, *inner.path))


@cache
def model_names(model: type[BaseModel]) -> ModelNames:
    """Return the headings that a model knows."""
    model.model_rebuild()
    fields: dict[str, tuple[str, Shape]] = {}
    for name, field in model.model_fields.items():
        shape = shape_of(field.annotation, field.metadata)
        fields[normalized(yaml_key(name))] = (yaml_key(name), shape)
    aliases: dict[str, list[str]] = {}
    for name, field in model.model_fields.items():
        for other in stated_headers(field):
            _add(aliases, other, yaml_key(name))
    doubtful = set[str]()
    for usual in usual_headings().values():
        target = next((fields[key][0] for key in usual.fields if key in fields), None)
        for word in (*usual.fields, *usual.words):
            if target:
                _add(aliases, word, target)
        doubtful |= usual.doubtful if target else set()
    is_open = model.model_config.get("extra") == "allow"
    return ModelNames(fields, aliases, doubtful, [yaml_key(name) for name in model.model_fields], is_open)


def _add(aliases: dict[str, list[str]], word: str, key: str) -> None:
    if normalized(word) != normalized(key):
        aliases.setdefault(normalized(word), []).append(key)


def other_headers(model: type[BaseModel], key: str) -> Iterator[str]:
    """Yield the other headings that stand for a field."""
    for name, field in model.model_fields.items():
        if yaml_key(name) == key:
            yield from stated_headers(field)
    for usual in usual_headings().values():
        if key in usual.fields:
            yield from usual.words


def stated_headers(field: FieldInfo) -> Iterator[str]:
    """Yield the other headings that a game states for a field."""
    for mark in (*field.metadata, *marks_in(field.annotation)):
        if isinstance(mark, Headers):
            yield from mark.words


def other_field(header: str, languages: Collection[str]) -> Meaning:
    """Return what a column means that no field of the model has: a field of its own, named like its heading.

    Args:
        header: The heading, with at least one character.
        languages: Codes of the languages of the deck, which a heading may end in.
    """
    text, language = split_language(header)
    if language in languages:
        header = text
    else:
        language = ""
    kept = "".join(char if _is_kept(char) else "_" for char in unicodedata.normalize("NFC", header.casefold()))
    key = re.sub("_+", "_", kept).strip("_")[:_LONGEST_KEY] or header[:_LONGEST_KEY]
    return Meaning((key if not key[0].isdigit() else f"n{key}",), language)


def _is_kept(char: str) -> bool:
    """Return whether a character of a heading is part of a key: letters, digits, and signs such as emoji."""
    if char.isalnum():
        return True
    return not char.isascii() and (char in _JOINERS or unicodedata.category(char) in ("So", "Sc", "Mn", "Mc", "Me"))


def split_language(header: str) -> tuple[str, str]:
    """Return a heading such as `name.pt` or `name (pt)` without its language, and the code; empty if it names none."""
    match = _LANGUAGE_SUFFIX.fullmatch(header)
    return (match[1], _language_code(match[2] or match[3])) if match else (header, "")


def _language_code(text: str) -> str:
    """Return a language code in its usual form, such as `pt-BR` for `PT_br`."""
    language, _, country = text.replace("_", "-").partition("-")
    code = f"{language.lower()}-{country.upper()}" if country else language.lower()
    return code if LANGUAGE_CODE.fullmatch(code) else text

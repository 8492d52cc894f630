"""Closed lists of words: what a deck may write for each of them, and the titles that people see."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from cardgen.model.deck import ChoiceWord, LocalizedText
from cardgen.plugin.description.fields import ChoiceField
from cardgen.plugin.schema import broken_rule
from cardgen.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class _ChoiceMark:
    """Marks a `Literal` whose words a deck may also write in other letter case, or as one of their titles.

    Attributes:
        titles: Titles by word, of those that have any.
    """

    words: Sequence[str | int]
    titles: Mapping[str, LocalizedText]

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        stated = [title for text in self.titles.values() for title in text.languages.values()]
        written = core_schema.literal_schema([*dict.fromkeys((*self.words, *stated))])
        return core_schema.no_info_plain_validator_function(
            partial(
                self._meant, exact={(type(word), word) for word in self.words}, folded=meanings(self.words, self.titles)
            ),
            json_schema_input_schema=written,
            serialization=core_schema.plain_serializer_function_ser_schema(lambda word: word),
        )

    def _meant(self, value: Any, *, exact: Collection[tuple[type, Any]], folded: Mapping[str, str | int]) -> str | int:
        """Return the word that a value of the deck means.

        Args:
            folded: Words by what else a deck may write for them.

        Raises:
            PydanticCustomError: E204, it is neither a word of the list nor a title.
        """
        is_exact = isinstance(value, str | int) and (type(value), value) in exact
        word = value if is_exact else folded.get(_folded(value))
        if word is None:
            known = [*map(str, self.words), *(title for _, title in _titles(self.titles))]
            raise broken_rule("E204", "", f"one of: {', '.join(map(self._described, self.words))}", known)
        return ChoiceWord(word, self.titles[word]) if isinstance(word, str) and word in self.titles else word

    def _described(self, word: str | int) -> str:
        titles = dict.fromkeys(
            title for of, title in _titles(self.titles) if of == word and _folded(title) != _folded(word)
        )
        return f"{word} ({', '.join(titles)})" if titles else str(word)


def choice(spec: ChoiceField) -> Any:
    """Return the annotation of the values of a choice."""
    words: Any = Literal.__getitem__(spec.words)
    return Annotated[words, _ChoiceMark(spec.words, spec.titles)]


def meanings(words: Sequence[str | int], titles: Mapping[str, LocalizedText]) -> dict[str, str | int]:
    """Return the words by what a deck may write for them, in lower case: itself before its titles.

    What could be two words is left out, unless it is the word itself.
    """
    found: dict[str, str | int] = {}
    for stated in ([(word, str(word)) for word in words], [*_titles(titles)]):
        several: dict[str, set[str | int]] = {}
        for word, text in stated:
            several.setdefault(_folded(text), set()).add(word)
        found = {key: next(iter(of)) for key, of in several.items() if len(of) == 1 and key} | found
    return found


def shared_titles(spec: ChoiceField) -> Iterator[tuple[str, str, str | int]]:
    """Yield each title that is also another word, or a title of another word: its word, the title, and the other word."""
    others: dict[str, str | int] = {_folded(word): word for word in spec.words}
    for word, title in _titles(spec.titles):
        other = others.setdefault(_folded(title), word)
        if other != word:
            yield word, title, other


def _titles(titles: Mapping[str, LocalizedText]) -> Iterator[tuple[str, str]]:
    """Yield words, each with one of its titles."""
    yield from ((word, title) for word, text in titles.items() for title in text.languages.values())


def _folded(value: object) -> str:
    """Return what is compared of a word; nothing of a value that is neither text nor a whole number."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return re.sub(r"[\s_-]+", " ", str(value).casefold()).strip()

"""Collect the texts of a deck or a game that can be translated, each with its place in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.model.language import ANY_LANGUAGE, is_language
from cardgen.pipeline.open.load import written_languages
from cardgen.pipeline.open.project import open_deck
from cardgen.plugin.schema import values_within
from cardgen.read.search_path import SearchPath
from cardgen.read.strings import is_strings_file, stated_strings
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.report.source import Node, Span, display_path
from cardgen.report.source import Path as DataPath

_GAME = "game.yaml"


@dataclass(frozen=True, slots=True)
class TranslatableText:
    """A text in the languages that it has.

    Attributes:
        context: Its place by ids, such as `bases/dojo/name`; no other text of the file has it.
        words: Words by language code; the key "" holds words for all languages.
        key: Key of a fixed string, whose words are in a file for each language; "" for another text.
    """

    context: str
    words: dict[str, str]
    span: Span
    key: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """What can be translated of a deck or a game."""

    texts: tuple[TranslatableText, ...]
    source: str

    def source_words(self, text: TranslatableText) -> str:
        """Return the words of a text that are translated."""
        words = text.words
        return next(words[code] for code in (self.source, ANY_LANGUAGE, "en", *words) if code in words)


def texts_of(path: Path) -> Texts:
    """Return the texts of a deck file, of a `game.yaml`, or of the folder of a game, with the fixed strings beside it.

    Raises:
        CardgenError: The file cannot be read, or the deck has errors.
    """
    found = Collector()
    folder = path if path.is_dir() else path.parent
    strings = list(_fixed_strings(folder, found))
    if path.is_dir() or path.name == _GAME or is_strings_file(path.name):
        game = folder / _GAME
        node = None
        if path.name == _GAME or (path.is_dir() and (game.is_file() or not strings)):
            node = load_yaml(game, found, display_path(str(game)))
        source, texts = "en", [*_localized(node, ())] if node else []
    else:
        source, texts = _texts_of_deck(path)
    if found.has_errors:
        raise CardgenError(sort_diagnostics(found.items))
    return Texts(tuple(_unique([*texts, *strings])), source)


def _texts_of_deck(path: Path) -> tuple[str, list[TranslatableText]]:
    """Return the language that a deck is translated from, and its texts; it may break rules of its game."""
    found = Collector()
    opened = open_deck(path, found)
    if opened is None:
        raise CardgenError(sort_diagnostics(found.items))
    deck, game = opened
    texts = [
        TranslatableText(_context(place, deck.data), dict(value.languages), deck.node.at(place).span)
        for place, value in values_within(deck.data)
        if isinstance(value, LocalizedText) and _states(deck.node.at(place), value.languages)
    ]
    return written_languages(deck, game)[0], texts


def _fixed_strings(folder: Path, found: Collector) -> Iterator[TranslatableText]:
    """Yield the fixed strings of a folder and of its templates; words in the file of a language go before others."""
    for place in (folder, folder / "templates"):
        library = SearchPath(folder, [place])
        names = [name for name in library.file_names("", ".yaml", keep=True) if is_strings_file(name)]
        names.sort(key=lambda name: (name != "strings.yaml", name != "strings.en.yaml", name))
        texts: dict[str, TranslatableText] = {}
        for file in library.find_templates(*names):
            node = load_yaml(file, found, display_path(str(file)))
            for key, stated in stated_strings(node, file, found):
                text = texts.setdefault(key, TranslatableText(key, {}, stated.span or Span(str(file)), key))
                text.words.update(stated.words)
        yield from texts.values()


def _localized(node: Node, path: DataPath) -> Iterator[TranslatableText]:
    """Yield the texts of a description of a game: a value is a text if all of its keys are languages."""
    if isinstance(node.value, dict):
        words = {code: inner.value for code, inner in node.value.items() if isinstance(inner.value, str)}
        if words and len(words) == len(node.value) and all(is_language(code) for code in words):
            yield TranslatableText("/".join(map(str, path)), words, node.span)
            return
        for key, inner in node.value.items():
            yield from _localized(inner, (*path, key))
    elif isinstance(node.value, list):
        for index, inner in enumerate(node.value):
            yield from _localized(inner, (*path, _name(inner.plain(), index)))


def _states(node: Node, words: Mapping[str, str]) -> bool:
    """Return whether a node states exactly these words, and no code of the game made them."""
    if isinstance(node.value, str):
        return [*words.values()] == [node.value]
    return isinstance(node.value, dict) and {key: one.value for key, one in node.value.items()} == words


def _unique(texts: Iterable[TranslatableText]) -> Iterator[TranslatableText]:
    """Yield texts whose contexts are all different; those that are alike get a number."""
    seen: dict[str, int] = {}
    for text in texts:
        seen[text.context] = seen.get(text.context, 0) + 1
        number = f" ({seen[text.context]})" if seen[text.context] > 1 else ""
        if any(text.words.values()):
            yield replace(text, context=text.context + number)


def _context(path: DataPath, data: Any) -> str:
    """Return a path with ids in the place of indexes, so that it stays the same when entries change places."""
    parts: list[str] = []
    value = data
    for part in path:
        if isinstance(part, int):
            value = value[part]
            parts.append(_name(value, part))
        else:
            value = value.get(part) if isinstance(value, dict) else getattr(value, part, None)
            parts.append(part)
    return "/".join(parts)


def _name(value: Any, index: int) -> str:
    name = value.get("id") if isinstance(value, dict) else getattr(value, "id", None)
    return name if isinstance(name, str) else str(index + 1)

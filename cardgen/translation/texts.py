"""Collect the texts of a deck or a game that can be translated, each with its place in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.model.language import ANY_LANGUAGE, is_language
from cardgen.pipeline.open.load import written_languages
from cardgen.pipeline.open.project import open_deck
from cardgen.plugin.schema import values_within
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.report.source import Node, Span, display_path
from cardgen.report.source import Path as DataPath

_GAME_FILES = ("game.yaml", "strings.yaml")


@dataclass(frozen=True, slots=True)
class TranslatableText:
    """A text in the languages that it has.

    Attributes:
        context: Its place by ids, such as `bases/dojo/name`; no other text of the file has it.
        words: NewWords by language code; the key "" holds words for all languages.
        span: Where it stands.
    """

    context: str
    words: dict[str, str]
    span: Span


@dataclass(frozen=True, slots=True)
class Texts:
    """What can be translated of a deck or a game.

    Attributes:
        texts: The texts, in the order of the files.
        source: Code of the language that is translated from.
    """

    texts: tuple[TranslatableText, ...]
    source: str

    def source_words(self, text: TranslatableText) -> str:
        """Return the words of a text that are translated."""
        words = text.words
        return next(words[code] for code in (self.source, ANY_LANGUAGE, "en", *words) if code in words)


def texts_of(path: Path) -> Texts:
    """Return the texts of a deck file, of a `game.yaml`, or of the folder of a game.

    Raises:
        CardgenError: The file cannot be read, or the deck has errors.
    """
    if path.is_dir():
        return _texts_of_game([path / name for name in _GAME_FILES if (path / name).is_file()] or [path / "game.yaml"])
    if path.name in _GAME_FILES:
        return _texts_of_game([path, *(path.parent / name for name in _GAME_FILES[1:] if path.name != name)])
    found = Collector()
    opened = open_deck(path, found)
    if opened is None:
        raise CardgenError(sort_diagnostics(found.items))
    deck, game = opened
    places = [
        (_context(place, deck.data), dict(value.languages), deck.node.at(place))
        for place, value in values_within(deck.data)
        if isinstance(value, LocalizedText)
    ]
    source = written_languages(deck, game)[0]
    return Texts(tuple(_unique(place for place in places if _states(place[2], place[1]))), source)


def _texts_of_game(files: Iterable[Path]) -> Texts:
    """Return the texts of files that state words by language: a value is a text if all of its keys are languages."""
    found = Collector()
    places: list[tuple[str, dict[str, str], Node]] = []
    for file in files:
        node = load_yaml(file, found, display_path(str(file))) if file.is_file() or file.name == "game.yaml" else None
        places += _localized(node, ()) if node else []
    if found.has_errors:
        raise CardgenError(sort_diagnostics(found.items))
    return Texts(tuple(_unique(places)), "en")


def _localized(node: Node, path: DataPath) -> Iterator[tuple[str, dict[str, str], Node]]:
    if isinstance(node.value, dict):
        words = {code: inner.value for code, inner in node.value.items() if isinstance(inner.value, str)}
        if words and len(words) == len(node.value) and all(is_language(code) for code in words):
            yield "/".join(map(str, path)), words, node
            return
        for key, inner in node.value.items():
            yield from _localized(inner, (*path, key))
    elif isinstance(node.value, list):
        for index, inner in enumerate(node.value):
            yield from _localized(inner, (*path, _name(inner.plain(), index)))


def _states(node: Node, words: dict[str, str]) -> bool:
    """Return whether a node states exactly these words, and no code of the game made them."""
    if isinstance(node.value, str):
        return [*words.values()] == [node.value]
    return isinstance(node.value, dict) and {key: one.value for key, one in node.value.items()} == words


def _unique(places: Iterable[tuple[str, dict[str, str], Node]]) -> Iterator[TranslatableText]:
    """Yield texts whose contexts are all different; those that are alike get a number."""
    seen: dict[str, int] = {}
    for context, words, node in places:
        seen[context] = seen.get(context, 0) + 1
        number = f" ({seen[context]})" if seen[context] > 1 else ""
        if any(words.values()):
            yield TranslatableText(context + number, words, node.span)


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
    return name if isinstance(name, str) and name else str(index + 1)

"""Find the numbers in a deck file with their places, and make decks with other numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cardgen.guard.files import read_bytes
from cardgen.model.deck import Deck, deck_name
from cardgen.pipeline.open.deck_file import KEEP, read_deck
from cardgen.plugin.game import Finding, Game
from cardgen.plugin.hooks import deck_findings, deck_model
from cardgen.read.files import decode
from cardgen.read.yaml import YAML_FILE
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from cardgen.report.source import Node, Scalar, Span
from cardgen.report.source import Path as DataPath
from cardgen.validate.schema import validate

_INTEGER = re.compile(r"[+-]?\d+")

Overrides = Mapping[int, Scalar]
"""New values of nodes, by the id of the node."""


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A whole number that a deck file states.

    Attributes:
        node: Its value and position. Several paths lead to one node where the file repeats values by an alias.
        card: The entry of the deck that it belongs to, such as `ships/ferry`; a key of the deck, for what is in no entry.
        name: Name for people, such as `copies of Ferry`.
        words: The words on its path, which `keep` and `--may` name.
        is_in_file: Whether the number stands in the deck file as it is, so that it can be replaced there.
    """

    path: DataPath
    node: Node
    card: str
    name: str
    words: tuple[str, ...]
    is_in_file: bool


@dataclass(slots=True)
class DeckSource:
    """A deck file with its values and their positions.

    Attributes:
        name: Name of the deck, unique among those that play.
        text: The file as it is written; empty for a spreadsheet.
        keep: What the designer keeps.
    """

    path: Path
    name: str
    game: Game
    node: Node
    data: Any
    text: str
    keep: tuple[str, ...]
    warnings: frozenset[tuple[str, DataPath]]
    numbers: tuple[StatedNumber, ...] = field(default=())

    def values(self, overrides: Overrides) -> object:
        """Return the values of the deck with some replaced, as models validate them."""
        return _plain(self.node, overrides)

    def has_written(self, span: Span) -> bool:
        """Return whether a position is in the text of the file, and not in another file with its cards."""
        return bool(self.text) and span.file == self.node.span.file

    def written_at(self, span: Span) -> str:
        """Return what the file has at a position; empty for a position in another file."""
        if not self.has_written(span):
            return ""
        return self.text.splitlines()[span.line - 1][span.column - 1 : span.end - 1]

    def changed(self, overrides: Overrides) -> Any:
        """Return the game's model of the deck with some values replaced; None if its schema does not allow them."""
        try:
            return deck_model(self.game).model_validate(self.values(overrides))
        except ValidationError:
            return None

    def new_findings(self, data: Any) -> list[Finding]:
        """Return the errors, and the warnings that the deck does not have as it is.

        Args:
            data: A changed deck, as the game's model.
        """
        found = deck_findings(self.game, data)
        return [one for one in found if one.code[0] == "E" or (one.code, one.path) not in self.warnings]

    def is_about_text(self, finding: Finding) -> bool:
        """Return whether a finding is about a text, which can be written anew, and no number."""
        value = self.node.at(finding.path).value
        parts = value.values() if isinstance(value, dict) else [Node(value, self.node.span)]
        return finding.code[0] == "W" and all(isinstance(part.value, str) for part in parts)

    def is_legal(self, overrides: Overrides) -> bool:
        """Return whether the game allows the deck with some values replaced, and it has no new warning but about texts."""
        data = self.changed(overrides)
        return data is not None and all(self.is_about_text(one) for one in self.new_findings(data))


def open_source(path: Path, name: str) -> DeckSource:
    """Read a deck with the positions of its values.

    Raises:
        CardgenError: The deck has errors.
    """
    found, kept = Collector(), list[Node]()
    node, game = read_deck(path, found, kept)
    deck: Deck | None = validate(node, path, game, found) if node and game else None
    if node is None or game is None or deck is None or found.has_errors:
        raise CardgenError(found.items)
    text = decode(read_bytes(path, YAML_FILE.limit)) if path.suffix.lower() in {".yaml", ".yml"} else ""
    warnings = frozenset((one.code, one.path) for one in deck_findings(game, deck.data))
    source = DeckSource(path, name or deck_name(path), game, node, deck.data, text, _names(kept), warnings)
    source.numbers = tuple(_numbers(source))
    return source


def _names(kept: Sequence[Node]) -> tuple[str, ...]:
    """Return the names under `keep`.

    Raises:
        CardgenError: E204, it is something else.
    """
    found, names = Collector(), list[str]()
    for node in kept:
        for part in node.value if isinstance(node.value, list) else [node]:
            if isinstance(part.value, str):
                names.append(part.value)
            else:
                expected = "names of cards or numbers, such as [ferry, storm/copies]"
                found.add("E204", f"{KEEP} has a value that is no name", part.span, expected=expected)
    if found.has_errors:
        raise CardgenError(found.items)
    return tuple(names)


def _plain(node: Node, overrides: Overrides) -> object:
    if isinstance(node.value, dict):
        return {key: _plain(item, overrides) for key, item in node.value.items()}
    if isinstance(node.value, list):
        return tuple(_plain(item, overrides) for item in node.value)
    return overrides.get(id(node), node.value)


def _numbers(source: DeckSource) -> Iterator[StatedNumber]:
    found: dict[int, tuple[DataPath, Node]] = {}
    for path, node in walk_nodes(source.node):
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            found.setdefault(id(node), (path, node))
    rests = [_entry(source.node, path) for path, _ in found.values()]
    plain = [(card, _without_indexes(rest)) for card, _, rest in rests]
    for (path, node), (card, title, rest), short in zip(found.values(), rests, plain, strict=True):
        key = short[1] if plain.count(short) == 1 else _with_indexes(rest)
        words = (*card.split("/"), *(str(part) for part in rest if isinstance(part, str)))
        name = f"{key} of {title}" if title else key
        yield StatedNumber(path, node, card, name, words, _is_written_as_number(source, node))


def walk_nodes(node: Node, path: DataPath = ()) -> Iterator[tuple[DataPath, Node]]:
    """Yield all values of a file with their paths, in the order of the file."""
    yield path, node
    if isinstance(node.value, dict):
        for key, item in node.value.items():
            yield from walk_nodes(item, (*path, key))
    elif isinstance(node.value, list):
        for index, item in enumerate(node.value):
            yield from walk_nodes(item, (*path, index))


def _entry(root: Node, path: DataPath) -> tuple[str, str, DataPath]:
    """Return the entry that a value belongs to, its name for people, and the path inside it."""
    if len(path) > 2 and isinstance(path[1], int):
        entry = root.at(path[:2])
        known = entry.value if isinstance(entry.value, dict) else {}
        name = (
            _word(known.get("name"))
            or _word(known.get("title"))
            or _word(known.get("id"))
            or f"{path[0]} {path[1] + 1}"
        )
        return f"{path[0]}/{_word(known.get('id')) or name}", name, path[2:]
    return str(path[0]), "" if len(path) == 1 else str(path[0]), path[1:] or path


def _word(node: Node | None) -> str:
    """Return a text in its first language; empty for anything else."""
    value = node.value if node else ""
    if isinstance(value, dict):
        value = next((part.value for part in value.values()), "")
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def _without_indexes(rest: DataPath) -> str:
    return ".".join(part for part in rest if isinstance(part, str))


def _with_indexes(rest: DataPath) -> str:
    shown = ""
    for part in rest:
        shown += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if shown else part
    return shown


def _is_written_as_number(source: DeckSource, node: Node) -> bool:
    """Return whether the text at the position of a value is its number; that of a spreadsheet or an alias is another one."""
    text = source.written_at(node.span)
    return bool(_INTEGER.fullmatch(text)) and int(text) == node.value


def matches(pattern: str, words: Sequence[str]) -> bool:
    """Return whether a name as `--may` and `keep` take it means a number.

    Args:
        pattern: Words joined by `/`; each may contain `*`. They must occur on the path of the number, in this order.
    """
    from fnmatch import fnmatchcase

    left = iter(words)
    return all(
        any(fnmatchcase(word.lower(), part) for word in left) for part in re.split(r"[/.]", pattern.strip().lower())
    )

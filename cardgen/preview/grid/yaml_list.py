"""Read and edit the cards of a list in YAML: comments, order and what is not edited stay as they are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import yaml

from cardgen.preview.grid.rows import GridRow, other_id
from cardgen.preview.grid.yaml_values import (
    Plain,
    Value,
    child_of,
    compose,
    end_of,
    line_end,
    replaced,
    set_values,
    written_lines,
    written_value,
)
from cardgen.preview.text_edit import TextEdit
from cardgen.report.errors import UnlocatedError

_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
_DASH = re.compile(r" *- +")
_FILE = "file"
"""Key of a picture beside that of the point that stays in view: the column of the picture is that of its file."""
_TAGS = "tag:yaml.org,2002:"


def list_keys(root: yaml.Node | None) -> list[str]:
    """Return the keys of the lists of cards in the tree of a YAML text; an empty one for a text that is a list."""
    if isinstance(root, yaml.SequenceNode):
        return [""]
    pairs = root.value if isinstance(root, yaml.MappingNode) else ()
    return [key.value for key, node in pairs if _is_list(node)]


def _is_list(node: yaml.Node) -> bool:
    return isinstance(node, yaml.SequenceNode) and all(isinstance(item, yaml.MappingNode) for item in node.value)


class YamlList:
    """The cards of a list in YAML; the key of a column is that of a value, or `name.pt` for one inside a value.

    Args:
        key: Key of the list; empty for a file that is a list.
        languages: Languages of the deck; a text without a language is one of the first.
        types: Types of the columns, as a game states them, by their keys.
        root: The tree of the text, if it has been read already.

    Raises:
        UnlocatedError: E109, the text cannot be read, or has no such list.
    """

    def __init__(
        self,
        text: str,
        key: str,
        languages: Sequence[str],
        types: Mapping[str, str],
        root: yaml.Node | None = None,
    ) -> None:
        self.text = text
        root = root or compose(text)
        node = root if not key else child_of(root, key)
        if not isinstance(node, yaml.SequenceNode):
            raise UnlocatedError("E109", "the file cannot be read as a list of cards; edit it as text")
        self._list = node
        self._languages = languages
        self._types = types
        first = node.start_mark.index  # the anchor of an alias stands before the list, or in it
        counted = Counter(map(id, node.value))
        self._are_own = [item.start_mark.index >= first and counted[id(item)] == 1 for item in node.value]

    @property
    def end(self) -> int:
        """The last line of the list, from 1."""
        return self.text.count("\n", 0, end_of(self.text, self._list)) + 1

    def rows(self) -> Sequence[GridRow]:
        """See `CardList`."""
        return [self._row(row) for row in range(len(self._list.value))]

    @cached_property
    def _split(self) -> frozenset[str]:
        """The keys whose values are texts by language in some of the cards."""
        cards = [item for item in self._list.value if isinstance(item, yaml.MappingNode)]
        return frozenset(
            key.value
            for card in cards
            for key, node in card.value
            if isinstance(node, yaml.MappingNode) and any(inside.value in self._languages for inside, _ in node.value)
        )

    def _row(self, row: int) -> GridRow:
        item, is_own = self._list.value[row], self._are_own[row]
        cells: dict[str, str] = {}
        places: dict[str, tuple[int, int]] = {}
        locked = []
        pairs = item.value if isinstance(item, yaml.MappingNode) else ()
        for key, outer in pairs:
            mark = key.start_mark
            for name, node, place in self._leaves(key, outer):
                cells[name] = self._shown(node)
                places[name] = (place or mark).line + 1, (place or mark).column + 1
                if not is_own or not self._is_simple(node) or not self._is_inside(item, node):
                    locked.append(name)
        return GridRow(item.start_mark.line + 1, cells, places, locked)

    def _leaves(self, key: yaml.ScalarNode, node: yaml.Node) -> Iterator[tuple[str, yaml.Node, Any]]:
        """Yield the values that have a column of their own, with its key and the place of their own key."""
        name = str(key.value)
        if not isinstance(node, yaml.MappingNode) or not all(isinstance(one, yaml.ScalarNode) for _, one in node.value):
            yield self._name(name) if isinstance(node, yaml.ScalarNode) else name, node, None
            return
        for number, (inside, value) in enumerate(node.value):
            yield (
                name if inside.value == _FILE else f"{name}.{inside.value}",
                value,
                inside.start_mark if number else None,
            )

    def _name(self, key: str) -> str:
        return f"{key}.{self._languages[0]}" if key in self._split else key

    def _is_inside(self, item: yaml.Node, node: yaml.Node) -> bool:
        """Return whether a value is written in its card, and not elsewhere under an anchor."""
        return bool(item.start_mark.index <= node.start_mark.index <= node.end_mark.index <= item.end_mark.index)

    def _is_simple(self, node: yaml.Node) -> bool:
        if isinstance(node, yaml.SequenceNode):
            return all(isinstance(one, yaml.ScalarNode) and "," not in one.value for one in node.value)
        return isinstance(node, yaml.ScalarNode)

    def _shown(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode):
            return "" if node.tag == f"{_TAGS}null" else str(node.value)
        if self._is_simple(node):
            return ", ".join(one.value for one in node.value)
        return " ".join(self.text[node.start_mark.index : end_of(self.text, node)].split())

    def set_cells(self, cells: Iterable[tuple[int, str, str]]) -> list[TextEdit]:
        """See `CardList`."""
        by_row: dict[int, dict[str, str]] = {}
        for row, key, words in cells:
            if key in self._at(row).locked:
                raise UnlocatedError("E109", f"{key} of row {row + 1} holds more than a text; edit it as text")
            by_row.setdefault(row, {})[key] = words
        found = []
        for row, texts in by_row.items():
            item = self._list.value[row]
            if not isinstance(item, yaml.MappingNode):
                raise UnlocatedError("E109", f"row {row + 1} is no card; edit it as text")
            found += self._set(item, texts)
        return found

    def _set(self, item: yaml.MappingNode, texts: Mapping[str, str]) -> list[TextEdit]:
        """Return the edits of one card."""
        values: dict[str, Value] = {}
        found: list[TextEdit] = []
        for key, inside in _by_key(texts).items():
            node = child_of(item, key)
            if isinstance(node, yaml.MappingNode):
                own = {name or _FILE: words for name, words in inside.items()}
                if _states_nothing(node, own):
                    values[key] = None
                    continue
                nodes = {name: child_of(node, name) for name in own}
                found += set_values(self.text, node, self._changed(key, nodes, own))
            elif [*inside] == [""]:
                values |= self._changed(key, {key: node}, {key: inside[""]})
            else:
                values |= self._with_inside(key, node, inside)
        return [*found, *set_values(self.text, item, values)]

    def _with_inside(self, key: str, node: yaml.Node | None, inside: Mapping[str, str]) -> dict[str, Value]:
        """Return the value of a key that gets values inside, such as texts in languages, beside the one that it has."""
        usual = _FILE if "focus" in inside else self._languages[0] if self._languages else _FILE
        before = {usual: node.value} if isinstance(node, yaml.ScalarNode) and node.value else {}
        given = {name or usual: words for name, words in inside.items()}
        after = {name: words for name, words in {**before, **given}.items() if words}
        if after == before:
            return {}
        if not after:
            return {key: None}
        is_plain = [*after] == [usual] and node is not None
        return {key: after[usual] if is_plain else dict(after)}

    def _value(self, key: str, node: yaml.Node | None, words: str) -> Value:
        """Return a text as a value of the kind that the column or the cell has."""
        kind = self._types.get(key, "")
        if kind == "list" or isinstance(node, yaml.SequenceNode):
            return [one.strip() for one in words.split(",") if one.strip()]
        is_text = kind in ("text", "rich") or (not kind and node is not None and node.tag == f"{_TAGS}str")
        if not is_text and (_NUMBER.fullmatch(words) or (kind in ("", "boolean") and words in ("true", "false"))):
            return Plain(words)
        return words

    def _changed(self, key: str, nodes: Mapping[str, yaml.Node | None], texts: Mapping[str, str]) -> dict[str, Value]:
        """Return the values of those texts that are other ones than before; None for an empty one."""
        found: dict[str, Value] = {}
        for name, words in texts.items():
            node = nodes[name]
            before = str(node.value) if isinstance(node, yaml.ScalarNode) and node.tag != f"{_TAGS}null" else ""
            if words and words != before:
                found[name] = self._value(key, node, words)
            elif node is not None and not words:
                found[name] = None
        return found

    def insert(self, at: int, rows: Sequence[Mapping[str, str]]) -> list[TextEdit]:
        """See `CardList`."""
        return self._added(at, [self._item_text(at, row) for row in rows])

    def duplicate(self, rows: Sequence[int]) -> list[TextEdit]:
        """See `CardList`."""
        taken = {str(found.value) for item in self._list.value if (found := child_of(item, "id")) is not None}
        copies = []
        for row in sorted(rows):
            self._at(row)
            item = self._list.value[row]
            start, own = int(item.start_mark.index), child_of(item, "id")
            copy = self.text[start : end_of(self.text, item)]
            if isinstance(own, yaml.ScalarNode):
                edit = replaced(self.text, own, other_id(taken, str(own.value)), in_braces=bool(item.flow_style))
                copy = copy[: edit.start - start] + edit.insert + copy[edit.end - start :]
            copies.append(copy)
        return self._added(max(rows) + 1, copies)

    def remove(self, rows: Sequence[int]) -> list[TextEdit]:
        """See `CardList`."""
        for row in rows:
            self._at(row)
        items = self._list.value
        if len({*rows}) == len(items):
            return self._emptied()
        gone = [number in rows for number in range(len(items))]
        found = []
        for number in sorted({*rows}):
            start, end = int(items[number].start_mark.index), end_of(self.text, items[number])
            if not self._list.flow_style:
                found.append(TextEdit(self._line_start(number), min(line_end(self.text, end) + 1, len(self.text)), ""))
            elif all(gone[:number]):
                found.append(TextEdit(start, int(items[number + 1].start_mark.index), ""))
            else:
                found.append(TextEdit(end_of(self.text, items[number - 1]), end, ""))
        return found

    def _at(self, row: int) -> GridRow:
        if not 0 <= row < len(self._list.value) or not self._are_own[row]:
            raise UnlocatedError("E109", "the card cannot be found in the list; edit it as text")
        return self._row(row)

    def _emptied(self) -> list[TextEdit]:
        items = self._list.value
        if self._list.flow_style:
            return [TextEdit(int(items[0].start_mark.index), end_of(self.text, items[-1]), "")]
        first = self._line_start(0)
        above = first + len(self.text[:first].rstrip()) - len(self.text[:first])
        lines = [
            TextEdit(self._line_start(at), min(line_end(self.text, end_of(self.text, item)) + 1, len(self.text)), "")
            for at, item in enumerate(items)
        ]
        return [TextEdit(above, above, " []"), *lines] if self.text[above - 1 : above] == ":" else lines

    def _line_start(self, row: int) -> int:
        """Return where the line of a card begins, on which nothing but a dash stands before it."""
        at = int(self._list.value[row].start_mark.index)
        start = self.text.rfind("\n", 0, at) + 1
        if not _DASH.fullmatch(self.text[start:at]):
            raise UnlocatedError("E109", "the cards are not written one below the other; edit them as text")
        return start

    def _item_text(self, at: int, row: Mapping[str, str]) -> str:
        """Return a new card, written as its neighbour is: in braces, or on lines of their own."""
        values: dict[str, Value] = {}
        for key, inside in _by_key(row).items():
            if [*inside] == [""]:
                values |= {key: self._value(key, None, inside[""])} if inside[""] else {}
            else:
                values |= self._with_inside(key, None, inside)
        items = self._list.value
        neighbour = items[min(max(at - 1, 0), len(items) - 1)] if items else None
        if self._list.flow_style or neighbour is None or getattr(neighbour, "flow_style", True):
            return written_value(values, in_braces=True)
        return written_lines(values, neighbour.start_mark.column)

    def _added(self, at: int, cards: Sequence[str]) -> list[TextEdit]:
        """Return the edit that writes cards before one, or behind the last one."""
        items = self._list.value
        if not items:
            start, end = int(self._list.start_mark.index), int(self._list.end_mark.index)
            return [TextEdit(start, end, f"[{', '.join(cards)}]")]
        if self._list.flow_style:
            if at < len(items):
                start = int(items[at].start_mark.index)
                return [TextEdit(start, start, "".join(f"{card}, " for card in cards))]
            end = end_of(self.text, items[-1])
            return [TextEdit(end, end, "".join(f", {card}" for card in cards))]
        before = (
            min(at, len(items)) - 1
        )  # behind which the new ones stand, so that comments above the next one stay there
        start = self._line_start(max(before, 0))
        dash = self.text[start : items[max(before, 0)].start_mark.index]
        if before < 0:
            return [TextEdit(start, start, "".join(f"{dash}{card}\n" for card in cards))]
        end = line_end(self.text, end_of(self.text, items[before]))
        return [TextEdit(end, end, "".join(f"\n{dash}{card}" for card in cards))]


def columns_of(rows: Sequence[GridRow]) -> list[str]:
    """Return the keys of the columns of some cards: in the order of the file, with the languages of a text side by side."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        for key in row.cells:
            found.setdefault(key.partition(".")[0], {})[key] = None
    return [key for keys in found.values() for key in keys]


def _by_key(texts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return texts by the key of their value and the key inside it; the second is empty for the value itself."""
    found: dict[str, dict[str, str]] = {}
    for key, words in texts.items():
        outer, _, inner = key.partition(".")
        found.setdefault(outer, {})[inner] = words
    return found


def _states_nothing(node: yaml.MappingNode, texts: Mapping[str, str]) -> bool:
    """Return whether a mapping is left without values."""
    return all(key.value in texts and not texts[key.value] for key, _ in node.value) and not any(texts.values())

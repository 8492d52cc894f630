"""Make the smallest edit of a file of boxes that a gesture stands for: comments, order and the way values are written stay.

Each function takes the text of the file and returns the part that is replaced, or raises `UnlocatedError` where the file is
written in a way that it cannot edit.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml

from cardgen.preview.grid.yaml_values import compose, end_of
from cardgen.preview.text_edit import TextEdit
from cardgen.read.yaml_composer import Composer
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Span

Value = str | float | bool | None
"""What a key is to state; None takes the key away."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_OFFSET = re.compile(r"(.*\S) ([+-]) (\d+(?:\.\d+)?)", re.DOTALL)
_LOOSE = re.compile(r"\b(if|else|and|or|not|in|is)\b|[<>=]")
_PLAIN = re.compile(r"[\w(=][\w ./()+*=-]*(?<! )")
_WORDS = frozenset({"true", "false", "yes", "no", "null", "on", "off", "y", "n"})


@dataclass(frozen=True, slots=True)
class BoxChange:
    """How a box grows and moves.

    Attributes:
        left: How far its left edge moves to the right, in units of the face.
        right: How far its right edge moves to the right.
        top: How far its upper edge moves down.
        bottom: How far its lower edge moves down.
    """

    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0


class BoxFile:
    """The text of a file of boxes.

    Raises:
        UnlocatedError: E109, it cannot be read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        root = Composer(text, "", Collector()).read()
        boxes = root.value.get("boxes") if root and isinstance(root.value, dict) else None
        if boxes is None or not isinstance(boxes.value, list):
            raise _refused("the file cannot be read")
        self._boxes = boxes
        self._ends = dict(_ends_of(text, compose(text)))

    def box(self, path: str) -> Node:
        """Return a box by its path."""
        node = self._boxes
        for number, step in enumerate(path.split(".")):
            items = node.value.get("boxes") if number and isinstance(node.value, dict) else node
            if items is None or not isinstance(items.value, list) or not 0 <= int(step) < len(items.value):
                raise _refused(f"there is no box {path}")
            node = items.value[int(step)]
        if not isinstance(node.value, dict):
            raise _refused(f"there is no box {path}")
        return node

    def paths(self) -> dict[tuple[str, ...], str]:
        """Return the paths of all boxes by their names; behind the name of the box around them, if there is one."""
        return dict(_paths(self._boxes))

    def move(self, changes: Mapping[str, BoxChange]) -> TextEdit:
        """Return the edit that moves and sizes boxes."""
        edits: list[TextEdit] = []
        for path, change in changes.items():
            box = self.box(path)
            edits += self._moved(box, ("left", "right", "center", "width"), change.left, change.right)
            edits += self._moved(box, ("top", "bottom", "middle", "height"), change.top, change.bottom)
        return self._one(edits)

    def state(self, path: str, values: Mapping[str, Value]) -> TextEdit:
        """Return the edit that lets a box state other values.

        Args:
            values: Values by key; the key of None is taken away.
        """
        box = self.box(path)
        assert isinstance(box.value, dict)
        edits, added = [], []
        gone = {key for key, value in values.items() if value is None}
        for key, value in values.items():
            stated = box.value.get(key)
            if value is None:
                edits += [self._without(box, key, gone)] if stated else []
            elif stated is not None:
                edits.append(self._replaced(stated, written(value, in_braces=self._is_flow(box))))
            else:
                added.append(f"{key}: {written(value, in_braces=self._is_flow(box))}")
        edits += [self._with(box, added)] if added else []
        return self._one(edits)

    def add(self, values: Mapping[str, Value]) -> TextEdit:
        """Return the edit that adds a box above all others."""
        inside = ", ".join(f"{key}: {written(value, in_braces=True)}" for key, value in values.items())
        items = self._items()
        at = self._lines_of(items, len(items) - 1)[1]
        indent = " " * (items[0].span.column - 3)
        return self._inserted(at, f"{indent}- {{{inside}}}\n")

    def remove(self, paths: Iterable[str]) -> TextEdit:
        """Return the edit that takes boxes away."""
        items = self._items()
        numbers = sorted(int(path) for path in paths)
        if len(numbers) == len(items):
            raise _refused("a face has at least one box")
        return self._one([TextEdit(*self._lines_of(items, number), "") for number in numbers])

    def reorder(self, path: str, by: int) -> TextEdit:
        """Return the edit that lets a box pass others.

        Args:
            by: Number of boxes that it passes, upwards if positive.
        """
        items = self._items()
        index = int(path)
        target = min(max(index + by, 0), len(items) - 1)
        if target == index:
            return TextEdit(0, 0, "")
        start, end = self._lines_of(items, index)
        block = self.text[start:end]
        block = block if block.endswith("\n") else f"{block}\n"
        other = self._lines_of(items, target)[1 if target > index else 0]
        return self._one([TextEdit(start, end, ""), self._inserted(other, block)])

    # Values

    def _moved(self, box: Node, keys: tuple[str, str, str, str], start: float, end: float) -> list[TextEdit]:
        """Return the edits of one axis, by the distances that its edges move."""
        assert isinstance(box.value, dict)
        by = dict(zip(keys, (start, -end, (start + end) / 2, end - start), strict=True))
        return [
            self._replaced(node, shifted(node.value, by[key], in_braces=self._is_flow(box)))
            for key, node in box.value.items()
            if key in by and round(by[key], 4) and isinstance(node.value, (int, float, str))
        ]

    def _replaced(self, node: Node, word: str) -> TextEdit:
        start = self._offset(node.span)
        end = self._ends.get(start, start)
        if end == start:
            raise _refused("the value is a list below its key, or left out")
        return TextEdit(start, end, word)

    def _is_flow(self, box: Node) -> bool:
        return self.text[self._offset(box.span)] == "{"

    def _with(self, box: Node, added: Sequence[str]) -> TextEdit:
        """Return the edit that adds keys behind the last one."""
        assert isinstance(box.value, dict)
        if self._is_flow(box):
            *_, last = box.value.values()
            end = self._replaced(last, "").end
            return TextEdit(end, end, f", {', '.join(added)}")
        first = next(iter(box.value.values()))
        own = [node for key, node in box.value.items() if key != "boxes"]
        at = self._line_end(max(self._last_line(node) for node in own))
        column = first.key_span.column if first.key_span else box.span.column
        return TextEdit(at, at, "".join(f"\n{' ' * (column - 1)}{words}" for words in added))

    def _without(self, box: Node, key: str, gone: set[str]) -> TextEdit:
        """Return the edit that takes a key away, of several that go."""
        assert isinstance(box.value, dict)
        node = box.value[key]
        assert node.key_span is not None
        start, keys = self._offset(node.key_span), [*box.value]
        end = self._replaced(node, "").end
        index = keys.index(key)
        is_first = gone.issuperset(keys[:index])
        if self._is_flow(box):
            if is_first:
                end += len(re.match(r"\s*,?\s*", self.text[end:])[0])  # type: ignore[index]  # it matches anything
                return TextEdit(start, end, "")
            before = re.search(r",\s*$", self.text[:start])
            return TextEdit(before.start() if before else start, end, "")
        if is_first:
            if index + 1 == len(keys):
                raise _refused("the box would state nothing")
            return TextEdit(start, self._offset(box.value[keys[index + 1]].key_span or node.span), "")
        return TextEdit(self._starts[node.key_span.line - 1], self._line_end(self._last_line(node)) + 1, "")

    # Lines

    def _inserted(self, at: int, lines: str) -> TextEdit:
        """Return the edit that writes lines; the last line of a file may lack its end."""
        return TextEdit(at, at, lines if self.text[at - 1] == "\n" else f"\n{lines}")

    def _items(self) -> list[Node]:
        items = self._boxes.value
        assert isinstance(items, list)
        lines = [item.span.line for item in items]
        if len({*lines}) < len(lines) or self.text[self._offset(self._boxes.span)] == "[":
            raise _refused("the boxes are not written one below the other")
        return items

    def _lines_of(self, items: Sequence[Node], index: int) -> tuple[int, int]:
        """Return where the lines of an item begin and end; what stands between two items is of neither."""
        start = self._starts[items[index].span.line - 1]
        end = self._line_end(self._last_line(items[index]))
        return start, min(end + 1, len(self.text))

    def _last_line(self, node: Node) -> int:
        """Return the line on which a value ends."""
        inside = (
            node.value.values() if isinstance(node.value, dict) else node.value if isinstance(node.value, list) else ()
        )
        own = bisect_right(self._starts, self._ends.get(self._offset(node.span), 0))
        return max([node.span.line, own, *map(self._last_line, inside)])

    def _line_end(self, line: int) -> int:
        return self._starts[line] - 1 if line < len(self._starts) else len(self.text)

    def _offset(self, span: Span) -> int:
        return self._starts[span.line - 1] + span.column - 1

    def _one(self, edits: Sequence[TextEdit]) -> TextEdit:
        """Return several edits as one, which is undone in one step."""
        if not edits:
            return TextEdit(0, 0, "")
        ordered = sorted(edits)
        start, at = ordered[0].start, ordered[0].start
        found, end = "", ordered[-1].end
        for edit in ordered:
            found += self.text[at : edit.start] + edit.insert
            at = edit.end
        return TextEdit(start, end, found + self.text[at:end])


def _ends_of(text: str, node: yaml.Node | None) -> Iterator[tuple[int, int]]:
    """Yield where values begin and end, of texts and of collections in brackets."""
    if isinstance(node, yaml.ScalarNode) or (isinstance(node, yaml.CollectionNode) and node.flow_style):
        yield int(node.start_mark.index), end_of(text, node)
    for inner in node.value if isinstance(node, yaml.CollectionNode) else ():
        yield from _ends_of(text, inner[1] if isinstance(node, yaml.MappingNode) else inner)


def _paths(boxes: Node, around: tuple[str, ...] = (), start: str = "") -> Iterator[tuple[tuple[str, ...], str]]:
    for number, box in enumerate(boxes.value if isinstance(boxes.value, list) else ()):
        stated = box.value if isinstance(box.value, dict) else {}
        names = (*around, str(stated["name"].value) if "name" in stated else str(number))
        yield names, f"{start}{number}"
        if "boxes" in stated:
            yield from _paths(stated["boxes"], names, f"{start}{number}.")


def shifted(value: Value, by: float, *, in_braces: bool) -> str:
    """Return a length as it is written after a distance was added; an expression keeps its form."""
    if isinstance(value, (int, float)):
        return written(round(value + by, 2), in_braces=in_braces)
    text = str(value)
    known = _OFFSET.fullmatch(text)
    if known and not _is_loose(known[1]):
        text, by = known[1], by + float(known[2] + known[3])
    elif _is_loose(text):
        text = f"({text})"
    by = round(by, 2)
    if not by:
        return written(text, in_braces=in_braces)
    return written(f"{text} {'-' if by < 0 else '+'} {abs(by):.10g}", in_braces=in_braces)


def written(value: Value, *, in_braces: bool) -> str:
    """Return a value as YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{round(value, 4):.10g}"
    text = str(value)
    if re.fullmatch(r"\[[-\w., ]*\]", text):
        return text
    is_plain = _PLAIN.fullmatch(text) or (not in_braces and re.fullmatch(r"[\w(=][^:#\n\"']*(?<! )", text))
    if is_plain and text.lower() not in _WORDS and not _NUMBER.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _is_loose(text: str) -> bool:
    """Return whether an expression needs brackets before a distance is added: unless one pair holds all of it."""
    depth = 0
    for at, sign in enumerate(text, 1):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return at < len(text) and _LOOSE.search(text) is not None
    return True


def _refused(why: str) -> UnlocatedError:
    return UnlocatedError("E109", f"{why}, so it is edited as text")

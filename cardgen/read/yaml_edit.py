"""A YAML file that is read again after each edit: of an edit within one value, only that value is read.

The value of a key at the top of a file, and an entry of a list there, begin with the key, or with a dash at some column, and
all other lines are indented further. So what they mean depends on nothing around them but anchors, and they can be read alone,
at their place. Whatever is not as simple as that is read whole: an edit that adds or removes lines, files with anchors, and
files with any fault.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardgen.read.yaml import read_yaml_text
from cardgen.read.yaml_composer import Composer
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node

MOST = 64 * 1024
"""Characters of a value that is read alone, so that its values hardly change how many there are in the file."""
_DASH = re.compile(r" *- +(?=[^\s#])")
_OTHER_BREAKS = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class _FilePart:
    """The value of a key at the top of a file, or an entry of a list that is one.

    Attributes:
        first: Its first line, from 0.
        end: The line after the last that can be of it.
        index: Index of the entry; None for the whole value.
    """

    first: int
    end: int
    key: str
    index: int | None = None


class EditedYaml:
    """A YAML file as it was read last."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._lines: Sequence[str] = ()
        self._root: Node | None = None
        self._parts: Sequence[Sequence[_FilePart]] = ()  # entries of lists, and values that are none

    def read(self, path: Path, diagnostics: Collector, shown_path: str, *, lists: bool = False) -> Node | None:
        """Read the file, as `load_yaml` does.

        Returns:
            The root, which may be changed, also its lists; the values inside those are the same objects until an edit.
        """
        text = read_yaml_text(path, diagnostics, shown_path)
        if text is None:
            return None
        lines = text.split("\n")
        root = self._read_edit(lines, shown_path) if path == self._path else None
        if root is None:
            count = len(diagnostics.items)
            composer = Composer(text, shown_path, diagnostics)
            root = composer.read(lists=lists)
            if (
                not root
                or isinstance(root.value, list)
                or composer.anchors
                or len(diagnostics.items) > count
                or _OTHER_BREAKS.search(text)
            ):
                self._path = None
                return root
            values = _values(root, len(lines))
            assert isinstance(root.value, dict)
            alone = [value for value in values if not isinstance(root.value[value.key].value, list)]
            self._parts = _entries(root, values, lines), alone
        self._path, self._lines, self._root = path, lines, root
        return _copied(root)

    def _read_edit(self, lines: Sequence[str], name: str) -> Node | None:
        """Return the root after an edit; None if the file has to be read whole."""
        root, before = self._root, self._lines
        if root is None or len(lines) != len(before):
            return None
        changed = [at for at, (old, new) in enumerate(zip(before, lines, strict=True)) if old != new]
        if not changed:
            return root
        for parts in self._parts:
            place = bisect_right([part.first for part in parts], changed[0]) - 1
            if place >= 0 and changed[-1] < parts[place].end:
                read = _read_alone(lines, parts[place], before[parts[place].first], name)
                if read:
                    return _with_part(root, parts[place], read)
        return None


def _with_part(root: Node, part: _FilePart, read: Node) -> Node:
    """Return a root with another value in the place of a part.

    Args:
        read: A mapping with the key alone, or a list with the entry alone.
    """
    assert isinstance(root.value, dict)
    if part.index is None:
        assert isinstance(read.value, dict)
        return replace(root, value={**root.value, **read.value})
    old = root.value[part.key]
    assert isinstance(old.value, list) and isinstance(read.value, list)
    items = [*old.value]
    items[part.index] = read.value[0]
    span = read.span if part.index == 0 else old.span
    return replace(root, value={**root.value, part.key: Node(items, span, old.key_span)})


def _read_alone(lines: Sequence[str], part: _FilePart, before: str, name: str) -> Node | None:
    """Return a part as the only one of its mapping or list, with its positions in the file; None if it could mean something else."""
    indent = len(before) - len(before.lstrip(" "))
    end = part.end
    for at in range(part.end - 1, part.first, -1):  # comments behind it belong to what follows
        line = lines[at].lstrip(" ")
        if line.startswith("#") and len(lines[at]) - len(line) <= indent:
            end = at
        elif line:
            break
    own = lines[part.first : end]
    if part.index is not None:
        dash = _DASH.match(own[0])
        if not dash or dash[0].index("-") != indent:
            return None
    if sum(map(len, own)) > MOST or any(
        line.strip(" ") and not line.startswith(" " * (indent + 1)) for line in own[1:]
    ):
        return None
    text = "\n" * part.first + "\n".join(own) + "\n"
    if _OTHER_BREAKS.search(text):
        return None
    found = Collector()
    composer = Composer(text, name, found)
    if not composer.compose() or found.items or composer.anchors:
        return None
    root = composer.root
    return root if root is not None and _is_alone(root, part) else None


def _is_alone(root: Node, part: _FilePart) -> bool:
    """Return whether a root has one value, which can take the place of a part."""
    if part.index is not None:
        return isinstance(root.value, list) and len(root.value) == 1
    if not isinstance(root.value, dict) or [*root.value] != [part.key]:
        return False
    value = root.value[part.key]
    begins_line = value.key_span is not None and value.key_span.column == 1
    return begins_line and not isinstance(value.value, list)  # the entries of a list would be parts of their own


def _values(root: Node, count: int) -> list[_FilePart]:
    """Return the values of the keys at the top of a file that stand below each other; none of a mapping in braces."""
    assert isinstance(root.value, dict)
    keys = [(item.key_span, key) for key, item in root.value.items() if item.key_span]
    starts = [span.line - 1 for span, _ in keys]
    if len(keys) < len(root.value) or starts != sorted(set(starts)) or any(span.column != 1 for span, _ in keys):
        return []
    return [_FilePart(start, end, key) for start, end, (_, key) in zip(starts, [*starts[1:], count], keys, strict=True)]


def _entries(root: Node, values: Sequence[_FilePart], lines: Sequence[str]) -> list[_FilePart]:
    """Return the entries of the lists among the values at the top of a file, in the order of their lines."""
    assert isinstance(root.value, dict)
    found: list[_FilePart] = []
    for value in values:
        items = root.value[value.key].value
        if not isinstance(items, list):
            continue
        starts = [node.span.line - 1 for node in items]
        if starts != sorted(set(starts)) or not all(map(_begins_entry, items, (lines[at] for at in starts))):
            continue
        ends = [*starts[1:], value.end]
        found += [_FilePart(*place, value.key, index) for index, place in enumerate(zip(starts, ends, strict=True))]
    return found


def _begins_entry(node: Node, line: str) -> bool:
    """Return whether a value stands behind the first dash of its line."""
    dash = _DASH.match(line)
    return dash is not None and dash.end() == node.span.column - 1


def _copied(root: Node) -> Node:
    """Return a root that can be changed, with its lists."""
    assert isinstance(root.value, dict)
    return replace(
        root,
        value={
            key: replace(item, value=[*item.value] if isinstance(item.value, list) else item.value)
            for key, item in root.value.items()
        },
    )

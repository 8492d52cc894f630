"""A YAML file that is read again after each edit: of an edit within one entry of a list, only that entry is read.

An entry of a list at the top of a file begins with a dash at some column, and all its other lines are indented further. So
what it means depends on nothing around it but anchors, and it can be read alone, at its place. Whatever is not as simple as
that is read whole: an edit that adds or removes lines, files with anchors, and files with any fault.
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
"""Characters of an entry that is read alone, so that its values hardly change how many there are in the file."""
_DASH = re.compile(r" *- +(?=[^\s#])")
_OTHER_BREAKS = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class _ListEntry:
    """An entry of a list.

    Attributes:
        first: Its first line, from 0.
        end: The line after the last that can be of it.
        key: Key of its list.
        index: Its index in the list.
    """

    first: int
    end: int
    key: str
    index: int


class EditedYaml:
    """A YAML file as it was read last."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._lines: Sequence[str] = ()
        self._root: Node | None = None
        self._entries: Sequence[_ListEntry] = ()

    def read(self, path: Path, diagnostics: Collector, shown_path: str) -> Node | None:
        """Read the file, as `load_yaml` does.

        Args:
            path: Path of the file.
            diagnostics: Collects the errors.
            shown_path: Name of the file in messages.

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
            root = composer.read()
            if root is None or composer.anchors or len(diagnostics.items) > count or _OTHER_BREAKS.search(text):
                self._path = None
                return root
            self._entries = _entries(root, lines)
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
        place = bisect_right([entry.first for entry in self._entries], changed[0]) - 1
        if place < 0 or changed[-1] >= self._entries[place].end:
            return None
        entry = self._entries[place]
        read = _read_alone(lines, entry, len(before[entry.first]) - len(before[entry.first].lstrip(" ")), name)
        if read is None:
            return None
        assert isinstance(root.value, dict) and isinstance(read.value, list)
        old = root.value[entry.key]
        assert isinstance(old.value, list)
        items = [*old.value]
        items[entry.index] = read.value[0]
        span = read.span if entry.index == 0 else old.span
        return replace(root, value={**root.value, entry.key: Node(items, span, old.key_span)})


def _read_alone(lines: Sequence[str], entry: _ListEntry, indent: int, name: str) -> Node | None:
    """Return a list of one entry with its positions in the file; None if it could mean something else there."""
    end = entry.end
    for at in range(entry.end - 1, entry.first, -1):  # comments behind it belong to what follows
        line = lines[at].lstrip(" ")
        if line.startswith("#") and len(lines[at]) - len(line) <= indent:
            end = at
        elif line:
            break
    own = lines[entry.first : end]
    dash = _DASH.match(own[0])
    if not dash or dash[0].index("-") != indent or sum(map(len, own)) > MOST:
        return None
    if any(line.strip(" ") and not line.startswith(" " * (indent + 1)) for line in own[1:]):
        return None
    text = "\n" * entry.first + "\n".join(own) + "\n"
    if _OTHER_BREAKS.search(text):
        return None
    found = Collector()
    composer = Composer(text, name, found)
    if not composer.compose() or found.items or composer.anchors or not composer.faults.is_trusted:
        return None
    root = composer.root
    return root if root is not None and isinstance(root.value, list) and len(root.value) == 1 else None


def _entries(root: Node, lines: Sequence[str]) -> list[_ListEntry]:
    """Return the entries of the lists at the top of a file, in the order of their lines."""
    assert isinstance(root.value, dict)
    following = sorted(item.key_span.line - 1 for item in root.value.values() if item.key_span)
    found = []
    for key, item in root.value.items():
        if not isinstance(item.value, list) or item.key_span is None:
            continue
        starts = [node.span.line - 1 for node in item.value]
        if starts != sorted(set(starts)) or not all(map(_begins_entry, item.value, (lines[at] for at in starts))):
            continue
        place = bisect_right(following, item.key_span.line - 1)
        last = following[place] if place < len(following) else len(lines)
        ends = [*starts[1:], last]
        found += [_ListEntry(*place, key, index) for index, place in enumerate(zip(starts, ends, strict=True))]
    return sorted(found, key=lambda entry: entry.first)


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

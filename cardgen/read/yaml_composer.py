"""Compose the events of PyYAML's parser (libyaml) into a tree of values with their positions.

No value becomes an object of YAML's choosing. Only a subset of YAML 1.2 without surprises is accepted: `no`, `on` and
dates are text, only `true` and `false` are booleans, and tags are rejected, as are keys that are not text; a whole number
as a key is read as text. Of YAML 1.1 merge keys are accepted, `<<: *anchor`. No loader of PyYAML or ruamel.yaml reports all
these errors with positions within a budget for aliases. A mistake whose meaning is plain, such as a missing dash, is
reported and read as it was meant, so that it causes no other errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import yaml

from cardgen.read.yaml_faults import YamlFaults
from cardgen.read.yaml_lines import DEPTH_LIMIT, NESTED, ODD_SPACE, TOO_DEEP, odd_space
from cardgen.read.yaml_open import OpenNode, begin_merge, first_of, is_new_item, merge
from cardgen.read.yaml_plain import read_plain_key, read_plain_value, read_quoted
from cardgen.read.yaml_scalars import plain_value
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Span
from cardgen.yaml_loader import LOADER

NODE_LIMIT = 300_000
"""Keys and values of a file; 20,000 cards with seven fields each. Each may have a fault, which takes a kilobyte."""


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A value that aliases can stand for, with its number of nodes and its levels of nesting."""

    node: Node
    count: int
    height: int


class Composer:
    """Composes the events of one file without recursion."""

    def __init__(self, text: str, name: str, diagnostics: Collector) -> None:
        self.text = text
        self.diagnostics = diagnostics
        self.faults = YamlFaults(text, name, diagnostics)
        self.root: Node | None = None
        self.count = 0
        self.documents = 0
        self.open: list[OpenNode] = []
        self.anchors: dict[str, _Anchor | None] = {}  # None while the value is open
        self.used: set[str] = set()  # names of anchors
        self.handlers: dict[type[yaml.Event], Callable[[Any], None]] = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: lambda event: self._start(event, {}),
            yaml.SequenceStartEvent: lambda event: self._start(event, []),
            yaml.MappingEndEvent: self._end,
            yaml.SequenceEndEvent: self._end,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }

    def read(self, *, lists: bool = False) -> Node | None:
        """Return the root of the tree, or None after errors.

        Args:
            lists: Whether the root may be a list.
        """
        return self._checked_root(lists) if self.compose() else None

    def compose(self) -> bool:
        """Compose the tree, and return whether that went to the end of the text."""
        event = None
        try:
            events: Iterable[yaml.Event] = yaml.parse(self.text, Loader=LOADER)
            for event in events:
                if handler := self.handlers.get(type(event)):
                    handler(event)
        except UnlocatedError as error:
            self.diagnostics.items.append(error.at(self.faults.span(event)))
            return False
        except yaml.YAMLError as error:
            from cardgen.read.yaml_errors import explain  # most files have no such error

            self.faults.add_cause(explain(error, self.text, self.faults.lines, self.faults.name))
            return False
        return True

    def _checked_root(self, lists: bool) -> Node | None:
        if self.root is None or self.root.value is None:
            self.diagnostics.add("E109", "file is empty", Span(self.faults.name), expected="keys and values")
            return None
        if lists and isinstance(self.root.value, list):
            return self.root if self.faults.is_trusted else None
        if not isinstance(self.root.value, dict):
            if odd := ODD_SPACE.search(str(self.root.value)):
                self.faults.add(odd_space(self.root.span, odd[0]))
                return None
            is_list = isinstance(self.root.value, list)
            what = "a list" if is_list else f"one value, {quoted(self.root.value)}"
            message = f"file contains {what} instead of keys and values"
            hints = ["write the key of the list on a line of its own above it, such as 'cards:'"] if is_list else []
            self.diagnostics.add("E109", message, self.root.span, expected="lines such as 'key: value'", hints=hints)
            return None
        for key in [key for key in self.root.value if key.startswith("x-")]:
            del self.root.value[key]
        self._report_unused_anchors()
        return self.root if self.faults.is_trusted else None

    def _report_unused_anchors(self) -> None:
        """Warn (W250) of texts whose beginning was read as the name of an anchor."""
        for name, anchor in self.anchors.items():
            if anchor and name not in self.used and isinstance(anchor.node.value, str):
                span, start = anchor.node.span, "&" + name
                line = self.faults.lines[span.line - 1]
                if line[span.column - 1 :].startswith(start) and line[span.column - 1 + len(start) :].strip():
                    message = f"{quoted(start)} is read as the name of the text {quoted(anchor.node.value)}"
                    self.diagnostics.add("W250", message, span, hints=["put text that begins with '&' in quotes"])

    # Events

    def _document(self, _event: yaml.DocumentStartEvent) -> None:
        self.documents += 1
        if self.documents > 1:
            raise UnlocatedError(
                "E110", "file contains a second document, after '---'", expected="one document in a file"
            )

    def _scalar(self, event: Any) -> None:
        if event.tag is not None:
            self._reject_tag(event)
        text, is_plain, span = event.value, event.implicit[0], self.faults.span(event)
        if is_plain and self._expects_key():
            self._put_plain_key(text, span, event)
            return
        if is_plain:
            of_key = bool(self.open) and isinstance(self.open[-1].value, dict)
            node = Node(read_plain_value(text, span, self.faults, of_key=of_key), span)
        else:
            node = Node(read_quoted(text, span, self.faults), span)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchor(node, 1, 0)
        self._put(node)

    def _put_plain_key(self, text: str, span: Span, event: Any) -> None:
        """Add a key without quotes, read as it was meant after a mistake that is reported."""
        top = self.open[-1]
        if text == "<<":
            self.count += 1
            begin_merge(top, span, self.faults)
            return
        text, top.glued = read_plain_key(text, span, self.faults, in_brackets=top.start.flow_style)
        node = Node(plain_value(text), span)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchor(node, 1, 0)
        self._put(node)

    def _start(self, event: Any, value: list[Node] | dict[str, Node]) -> None:
        if event.tag is not None:
            self._reject_tag(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self._check_depth(1)
        self.open.append(OpenNode(value, event, self.count))

    def _end(self, event: Any) -> None:
        done = self.open.pop()
        if done.merged is not None and isinstance(done.value, dict):
            merge(done.value, done.merged, self.faults)
        node = Node(done.value, self.faults.span(done.start, event.end_mark))
        if done.earlier:
            items = self.open[-1].value
            assert isinstance(items, list)  # `is_new_item` begins another mapping nowhere else
            node = first_of(done, node, items, self.faults)
        self._put(node, height=done.height)
        if done.start.anchor is not None:
            self.anchors[done.start.anchor] = _Anchor(node, self.count - done.count, done.height)

    def _alias(self, event: Any) -> None:
        name: str = event.anchor
        if name not in self.anchors:
            hints = did_you_mean(name, self.anchors) or ["put text that begins with '*' in quotes"]
            raise UnlocatedError(
                "E105", f"alias {quoted('*' + name)} has no anchor {quoted('&' + name)} before it", hints=hints
            )
        anchor = self.anchors[name]
        if anchor is None:
            raise UnlocatedError("E108", f"alias {quoted('*' + name)} is inside the value it refers to")
        self._check_depth(anchor.height)
        self.used.add(name)
        self._put(Node(anchor.node.value, self.faults.span(event)), anchor.count, anchor.height)

    # Tree

    def _check_depth(self, height: int) -> None:
        if len(self.open) + height > DEPTH_LIMIT:
            raise UnlocatedError(TOO_DEEP, NESTED)

    def _expects_key(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].value, dict) and self.open[-1].key_span is None

    def _put(self, node: Node, count: int = 1, height: int = 0) -> None:
        """Add a finished node to the innermost open one.

        Args:
            count: Number of nodes that this adds to the tree; for an alias, all that it stands for.
        """
        self.count += count
        if self.count > NODE_LIMIT:
            if count > 1:
                raise UnlocatedError("E108", f"aliases expand this file to more than {NODE_LIMIT:,} values")
            raise UnlocatedError("E103", f"file contains more than {NODE_LIMIT:,} values")
        if not self.open:
            self.root = node
            return
        top = self.open[-1]
        if height >= top.height:
            top.height = height + 1
        if isinstance(top.value, list):
            top.value.append(node)
        elif top.key_span is None:
            top.key, top.key_span = self._key(node, top), node.span
        else:
            if top.glued is not None and node.value is None:
                node = top.glued
            if top.key is not None:
                node.key_span = top.key_span
                top.value[top.key] = node
            elif top.merged is not None and top.merged.value is None and top.key_span is top.merged.key_span:
                top.merged = Node(node.value, node.span, top.key_span)
            top.key_span = top.glued = None

    def _key(self, node: Node, top: OpenNode) -> str | None:
        key, siblings = node.value, top.value
        assert isinstance(siblings, dict)
        if type(key) is int and key >= 0 and self.faults.written(node.span) == quoted(str(key)):
            key = str(key)  # as in a table of numbers of players
        if not isinstance(key, str):
            what = (
                "a list or mapping" if isinstance(key, (list, dict)) else f"not text: {self.faults.written(node.span)}"
            )
            self.faults.reject(f"key is {what}", node.span, "put the key in quotes")
            return None
        if key in siblings and is_new_item(key, self.open):
            top.earlier.append(siblings)
            top.value = {}
            return key
        if key in siblings:
            note = ("first defined", siblings[key].key_span)
            self.faults.error("E106", f"key {quoted(key)} is defined twice", node.span, notes=[note])
            return None
        return key

    def _reject_tag(self, event: Any) -> None:
        tag = event.tag.replace("tag:yaml.org,2002:", "!!")
        self.faults.reject(
            f"tag {quoted(tag)} is not supported", self.faults.span(event), "leave it out, or put the text in quotes"
        )

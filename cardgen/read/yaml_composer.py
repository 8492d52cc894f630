"""Compose the events of PyYAML's parser (libyaml) into a tree of values with their positions.

No value becomes an object of YAML's choosing. Only a subset of YAML 1.2 without surprises is accepted: `no`, `on` and
dates are text, only `true` and `false` are booleans, and tags are rejected, as are keys that are not text; a whole number
as a key is read as text. Of YAML 1.1 merge keys are accepted, `<<: *anchor`. No loader of PyYAML or ruamel.yaml reports all
these errors with positions within a budget for aliases. A mistake whose meaning is plain, such as a missing dash, is
reported and read as it was meant, so that it causes no other errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml

from cardgen.read.yaml_lines import (
    COLOR,
    DASH_MISSING,
    GLUED,
    ODD_SPACE,
    SMART_QUOTES,
    color_as_comment,
    missing_space,
    odd_space,
    smart_quotes,
)
from cardgen.read.yaml_loader import LOADER
from cardgen.read.yaml_scalars import CONTROL_CHARACTER, plain_value
from cardgen.report.diagnostics import Collector, Diagnostic, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Scalar, Span

DEPTH_LIMIT = 60
NODE_LIMIT = 1_000_000
ERROR_LIMIT = 100  # reported errors that do not stop the reading; more would not help the author


@dataclass(slots=True)
class _OpenNode:
    """A list or mapping whose end has not been reached.

    Attributes:
        value: Content so far.
        start: Event that opened it.
        count: Number of nodes in the tree before it.
        height: Levels of nesting so far, its own included.
        key: Key whose value comes next; None if that value is to be dropped.
        key_span: Position of the key; None if a key comes next.
        glued: Value that is written to its key without a space, `{copies:7}`, as a node; None without such a value.
        merged: Values of the merge key `<<`; None for a list or without the key.
        earlier: Mappings that were begun before this one in the same item of a list, where a dash is missing between
            them.
    """

    value: list[Node] | dict[str, Node]
    start: Any
    count: int
    height: int = 1
    key: str | None = None
    key_span: Span | None = None
    glued: Node | None = None
    merged: Node | None = None
    earlier: list[dict[str, Node]] = field(default_factory=list)


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
        self.lines = text.splitlines()
        self.name = name
        self.diagnostics = diagnostics
        self.root: Node | None = None
        self.is_trusted = True
        self.error_count = 0
        self.count = 0
        self.documents = 0
        self.open: list[_OpenNode] = []
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

    def read(self) -> Node | None:
        """Return the root of the tree, or None after errors."""
        return self._checked_root() if self.compose() else None

    def compose(self) -> bool:
        """Compose the tree, and return whether that went to the end of the text."""
        event = None
        try:
            events: Iterable[yaml.Event] = yaml.parse(self.text, Loader=LOADER)
            for event in events:
                if handler := self.handlers.get(type(event)):
                    handler(event)
        except UnlocatedError as error:
            self.diagnostics.items.append(error.at(self._span(event)))
            return False
        except yaml.YAMLError as error:
            from cardgen.read.yaml_errors import explain  # most files have no such error

            self._add_cause(explain(error, self.text, self.lines, self.name))
            return False
        return True

    def _checked_root(self) -> Node | None:
        if self.root is None or self.root.value is None:
            self.diagnostics.add("E109", "file is empty", Span(self.name), expected="keys and values")
            return None
        if not isinstance(self.root.value, dict):
            if odd := ODD_SPACE.search(str(self.root.value)):
                self._add(odd_space(self.root.span, odd[0]))
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
        return self.root if self.is_trusted else None

    def _report_unused_anchors(self) -> None:
        """Warn (W250) of texts whose beginning was read as the name of an anchor."""
        for name, anchor in self.anchors.items():
            if anchor and name not in self.used and isinstance(anchor.node.value, str):
                span, start = anchor.node.span, "&" + name
                line = self.lines[span.line - 1]
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
        text, is_plain, span = event.value, event.implicit[0], self._span(event)
        if is_plain and self._expects_key():
            self._put_plain_key(text, span, event)
            return
        if not is_plain and (match := CONTROL_CHARACTER.search(text)):  # written as an escape, such as "\a"
            message = f"text contains the control character U+{ord(match[0]):04X}"
            hint = "delete it; write \\n for a new line, paths with '/', and \\\\ for a backslash"
            self._error("E104", message, span, hints=[hint])
            text = CONTROL_CHARACTER.sub("", text)
        node = Node(self._value_of(text, span) if is_plain else text, span)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchor(node, 1, 0)
        self._put(node)

    def _value_of(self, text: str, span: Span) -> Scalar:
        """Return the value of a scalar without quotes, read as it was meant after a mistake that is reported."""
        if not text:
            rest = self.lines[span.line - 1][span.column - 1 :] if span.line <= len(self.lines) else ""
            color = COLOR.match(rest.lstrip())
            if color and self.open and isinstance(self.open[-1].value, dict) and rest != rest.lstrip():
                at = span.column + len(rest) - len(rest.lstrip())
                place = Span(self.name, span.line, at, at + len(color[0]))
                self._add(color_as_comment(place, color[0]))
                return color[0]
        elif not text.isascii() and (stripped := text.strip()) != text and not isinstance(plain_value(stripped), str):
            odd = ODD_SPACE.search(text)
            if odd:
                self._add(odd_space(span, odd[0]))
                return plain_value(stripped)
        return plain_value(text)

    def _put_plain_key(self, text: str, span: Span, event: Any) -> None:
        """Add a key without quotes, read as it was meant after a mistake that is reported."""
        top = self.open[-1]
        if text == "<<":
            self._put_merge_key(top, span)
            return
        if top.start.flow_style and (glued := GLUED.fullmatch(text)):
            self._add(missing_space(span, f"{glued['key']}:", glued["value"]))
            at = span.column + len(glued["key"]) + 1
            value = Span(self.name, span.line, at, span.end)
            top.glued = Node(plain_value(glued["value"]), value)
            text = glued["key"]
        elif odd := ODD_SPACE.match(text):
            self._add(odd_space(span, odd[0]))
            text, self.is_trusted = text.strip(), False
        elif text[-1:] and text[-1] in SMART_QUOTES:
            self._add(smart_quotes(span, text[-1]))
            self.is_trusted = False
        elif not top.start.flow_style and re.match("-[^-0-9\\s]", text):
            self._add(missing_space(span, "-", text[1:] + ":"))
            self.is_trusted = False
        node = Node(plain_value(text), span)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchor(node, 1, 0)
        self._put(node)

    def _put_merge_key(self, top: _OpenNode, span: Span) -> None:
        """Expect the value of a merge key next."""
        self.count += 1
        top.key, top.key_span = None, span
        if top.merged is not None:
            note = ("first used", top.merged.key_span)
            hints = ["merge several values with one list: '<<: [*a, *b]'"]
            self._error("E106", "merge key '<<' is used twice", span, hints=hints, notes=[note])
            return
        top.merged = Node(None, span, span)

    def _start(self, event: Any, value: list[Node] | dict[str, Node]) -> None:
        if event.tag is not None:
            self._reject_tag(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self._check_depth(1)
        self.open.append(_OpenNode(value, event, self.count))

    def _end(self, event: Any) -> None:
        done = self.open.pop()
        if done.merged is not None and isinstance(done.value, dict):
            self._merge(done.value, done.merged)
        node = Node(done.value, self._span(done.start, event.end_mark))
        self._put(self._first_of(done, node), height=done.height)
        if done.start.anchor is not None:
            self.anchors[done.start.anchor] = _Anchor(node, self.count - done.count, done.height)

    def _first_of(self, done: _OpenNode, last: Node) -> Node:
        """Return the last of the mappings of one item of a list, after adding those before it to the list.

        A key that comes again begins another mapping. If that has several keys, a dash is missing before it (E111);
        otherwise the key is simply given twice (E106).
        """
        if not done.earlier or not isinstance(done.value, dict):
            return last
        items = self.open[-1].value
        assert isinstance(items, list)  # `_is_new_item` begins another mapping nowhere else
        mappings = [*done.earlier, done.value]
        kept = mappings[:1]
        for mapping in mappings[1:]:
            key, node = next(iter(mapping.items()))
            span = node.key_span or node.span
            if len(mapping) > 1:
                hints = [f"begin each value of the list with '- ': write '- {key}: ...', indented as the ones before"]
                note = ("the value before begins", kept[-1][key].key_span)
                self._error(DASH_MISSING, f"'- ' is missing before {quoted(key)}", span, hints=hints, notes=[note])
                kept.append(mapping)
            else:
                note = ("first defined", kept[-1][key].key_span)
                self._error("E106", f"key {quoted(key)} is defined twice", span, notes=[note])
        nodes = [Node(mapping, next(iter(mapping.values())).key_span or last.span) for mapping in kept]
        nodes[0].span = last.span
        items += nodes[:-1]
        return nodes[-1]

    def _merge(self, value: dict[str, Node], merged: Node) -> None:
        """Add the keys of other mappings that a mapping does not have itself; of several, the first one counts.

        Source:
            YAML 1.1, merge key language-independent type.
        """
        sources = merged.value if isinstance(merged.value, list) else [merged]
        for source in sources:
            if not isinstance(source.value, dict):
                hint = "write '<<: *name' with the name of a mapping, '&name', above"
                self._reject("merge key '<<' needs a mapping, or a list of mappings", source.span, hint)
                continue
            for key, node in source.value.items():
                value.setdefault(key, node)

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
        self._put(Node(anchor.node.value, self._span(event)), anchor.count, anchor.height)

    # Tree

    def _check_depth(self, height: int) -> None:
        if len(self.open) + height > DEPTH_LIMIT:
            raise UnlocatedError("E107", f"values are nested more than {DEPTH_LIMIT} deep")

    def _expects_key(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].value, dict) and self.open[-1].key_span is None

    def _put(self, node: Node, count: int = 1, height: int = 0) -> None:
        """Add a finished node to the innermost open one.

        Args:
            node: Node to add.
            count: Number of nodes that this adds to the tree; for an alias, all that it stands for.
            height: Levels of lists and mappings in the node.
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

    def _key(self, node: Node, top: _OpenNode) -> str | None:
        key, siblings = node.value, top.value
        assert isinstance(siblings, dict)
        if type(key) is int and key >= 0 and self._written(node.span) == quoted(str(key)):
            key = str(key)  # as in a table of numbers of players
        if not isinstance(key, str):
            what = "a list or mapping" if isinstance(key, (list, dict)) else f"not text: {self._written(node.span)}"
            self._reject(f"key is {what}", node.span, "put the key in quotes")
            return None
        if key in siblings and self._is_new_item(key, top):
            top.earlier.append(siblings)
            top.value = {}
            return key
        if key in siblings:
            note = ("first defined", siblings[key].key_span)
            self._error("E106", f"key {quoted(key)} is defined twice", node.span, notes=[note])
            return None
        return key

    def _is_new_item(self, key: str, top: _OpenNode) -> bool:
        """Return whether a key that comes again may begin the next item of a list whose dash is missing."""
        is_item = len(self.open) > 1 and isinstance(self.open[-2].value, list) and not top.start.flow_style
        return is_item and isinstance(top.value, dict) and key == next(iter(top.value))

    # Positions and errors

    def _span(self, event: Any, end: Any = None) -> Span:
        """Return the position of an event, up to its end or the end of its line."""
        start = event.start_mark
        end = end or event.end_mark
        line, column = start.line, start.column + 1
        if end.line == line:
            return Span(self.name, line + 1, column, end.column + 1)
        rest = self.lines[line].rstrip() if line < len(self.lines) else ""
        return Span(self.name, line + 1, column, max(column, len(rest) + 1))

    def _written(self, span: Span) -> str:
        return quoted(self.lines[span.line - 1][span.column - 1 : span.end - 1] if span.line <= len(self.lines) else "")

    def _error(self, code: str, message: str, span: Span, **more: Any) -> None:
        self.error_count += 1
        if self.error_count <= ERROR_LIMIT:
            self.diagnostics.add(code, message, span, **more)

    def _add_cause(self, diagnostic: Diagnostic) -> None:
        """Add what stopped the parser, unless the same mistake has been reported on its way there."""
        known = ((item.code, item.span and (item.span.file, item.span.line)) for item in self.diagnostics.items)
        if (diagnostic.code, diagnostic.span and (diagnostic.span.file, diagnostic.span.line)) not in known:
            self.diagnostics.items.append(diagnostic)

    def _add(self, diagnostic: Diagnostic) -> None:
        self.error_count += 1
        if self.error_count <= ERROR_LIMIT:
            self.diagnostics.items.append(diagnostic)

    def _reject(self, message: str, span: Span, hint: str) -> None:
        self.is_trusted = False
        self._error("E110", message, span, hints=[hint])

    def _reject_tag(self, event: Any) -> None:
        tag = event.tag.replace("tag:yaml.org,2002:", "!!")
        self._reject(
            f"tag {quoted(tag)} is not supported", self._span(event), "leave it out, or put the text in quotes"
        )

"""Read a YAML file into a tree of values with their positions.

The events of PyYAML's parser (libyaml) are composed here: no value becomes an object of YAML's choosing, and each
keeps its line and column. Only a subset of YAML 1.2 without surprises is accepted: `no`, `on` and dates are text,
only `true` and `false` are booleans, and tags, merge keys and keys that are not text are rejected. No loader of
PyYAML or ruamel.yaml reports all these errors with positions within a budget for aliases.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cardgen.read.files import FileKind, decode, line_and_column, read_file
from cardgen.report.diagnostics import QUOTE_HINT, Collector, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Scalar, Span

DEPTH_LIMIT = 60
NODE_LIMIT = 1_000_000
ERROR_LIMIT = 100  # reported errors that do not stop the reading; more would not help the author
YAML_FILE = FileKind("file", missing="E101", unreadable="E102", too_large="E103", limit=32 * 2**20)

_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CONTROL_CHARACTER = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # YAML 1.2, section 5.1
_INTEGER = re.compile(r"[-+]?(?:0|[1-9]\d{0,17})", re.ASCII)
_DECIMAL = re.compile(r"[-+]?\d{0,17}\.\d{1,17}(?:[eE][-+]?\d{1,3})?", re.ASCII)
_NUMBER_STARTS = frozenset("0123456789+-.")
_WORDS: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}

# Messages of the parser, and what they mean for the author of the file.
_EXPLANATIONS = (
    (("tab character",), "a tab is used for indentation", "indent with spaces"),
    (("cannot start any token",), "{char} cannot start a value", "put the text in quotes"),
    (
        ("mapping values are not allowed",),
        "a ':' where no key is possible",
        "put text with ': ' in quotes; otherwise check the indentation of this line and the one before",
    ),
    (
        ("expected key", "block end"),
        "this is neither a new key nor part of the value before",
        "align it with the keys next to it, or put the whole value in quotes",
    ),
    (("expected '-' indicator",), "this is not an item of the list before", "start it with '- ', or indent it less"),
    (("expected ',' or ']'",), "a list in [ ] is not closed, or a comma is missing", ""),
    (("expected ',' or '}'",), "a mapping in { } is not closed, or a comma is missing", ""),
    (("could not find expected ':'",), "a key is not followed by ':'", ""),
    (("unexpected end of stream",), "a quote is never closed", ""),
    (
        ("unknown escape",),
        "an escape in double quotes is unknown",
        "write '\\\\' for a backslash, or use single quotes",
    ),
    (("undefined tag handle",), "a tag is not supported", "put text that starts with '!' in quotes"),
)


def load_yaml(path: Path, diagnostics: Collector, shown_path: str | None = None) -> Node | None:
    """Read a YAML file whose root is a mapping.

    Args:
        path: Path of the file.
        diagnostics: Collects the errors, E101 to E110.
        shown_path: Name of the file in messages; None for the path itself.

    Returns:
        The root, or None if the tree cannot be trusted. Of a key that is given twice (E106) the first value is kept
        and the tree is returned, so that the rest can be checked too. An alias becomes a node at its own position
        that shares the value of its anchor.
    """
    name = str(path) if shown_path is None else shown_path
    try:
        data = read_file(path, YAML_FILE)
    except UnlocatedError as error:
        diagnostics.items.append(error.at(Span(name)))
        return None
    text = _text(data, name, diagnostics)
    return None if text is None else _Composer(text, name, diagnostics).read()


def _text(data: bytes, name: str, diagnostics: Collector) -> str | None:
    """Return the content of the file as text that a YAML parser accepts; None after E104."""
    try:
        text = decode(data)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace").removeprefix("\ufeff")
        span = _at(name, *line_and_column(before, len(before)))
        message = f"file is not UTF-8 text; it looks like {error.reason}"
        diagnostics.add("E104", message, span, expected="UTF-8", hints=["save it with the encoding UTF-8"])
        return None
    if match := _CONTROL_CHARACTER.search(text):
        span = _at(name, *line_and_column(text, match.start()))
        diagnostics.add("E104", f"file contains the control character U+{ord(match[0]):04X}", span, hints=["delete it"])
        return None
    return text


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
    """

    value: list[Node] | dict[str, Node]
    start: Any
    count: int
    height: int = 1
    key: str | None = None
    key_span: Span | None = None


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A value that aliases can stand for, with its number of nodes and its levels of nesting."""

    node: Node
    count: int
    height: int


class _Composer:
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
        event = None
        try:
            events: Iterable[yaml.Event] = yaml.parse(self.text, Loader=_PARSER)
            for event in events:
                if handler := self.handlers.get(type(event)):
                    handler(event)
        except UnlocatedError as error:
            self.diagnostics.items.append(error.at(self._span(event)))
            return None
        except yaml.YAMLError as error:
            self._syntax(error)
            return None
        return self._checked_root()

    def _checked_root(self) -> Node | None:
        if self.root is None or self.root.value is None:
            self.diagnostics.add("E109", "file is empty", Span(self.name), expected="keys and values")
            return None
        if not isinstance(self.root.value, dict):
            what = "a list" if isinstance(self.root.value, list) else f"one value, {quoted(self.root.value)}"
            message = f"file contains {what} instead of keys and values"
            self.diagnostics.add("E109", message, self.root.span, expected="lines such as 'key: value'")
            return None
        return self.root if self.is_trusted else None

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
        text, is_plain = event.value, event.implicit[0]
        if is_plain and text == "<<" and self._expects_key():
            self._reject("merge key '<<' is not supported", self._span(event), "write the keys out")
        elif not is_plain and (match := _CONTROL_CHARACTER.search(text)):  # written as an escape, such as "\a"
            message = f"text contains the control character U+{ord(match[0]):04X}"
            self._error("E104", message, self._span(event), hints=["delete it; for a new line write \\n"])
            text = _CONTROL_CHARACTER.sub("", text)
        node = Node(_plain_value(text) if is_plain else text, self._span(event))
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchor(node, 1, 0)
        self._put(node)

    def _start(self, event: Any, value: list[Node] | dict[str, Node]) -> None:
        if event.tag is not None:
            self._reject_tag(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self._check_depth(1)
        self.open.append(_OpenNode(value, event, self.count))

    def _end(self, event: Any) -> None:
        done = self.open.pop()
        node = Node(done.value, self._span(done.start, event.end_mark))
        self._put(node, height=done.height)
        if done.start.anchor is not None:
            self.anchors[done.start.anchor] = _Anchor(node, self.count - done.count, done.height)

    def _alias(self, event: Any) -> None:
        name: str = event.anchor
        if name not in self.anchors:
            hints = did_you_mean(name, self.anchors)
            raise UnlocatedError(
                "E105", f"alias {quoted('*' + name)} has no anchor {quoted('&' + name)} before it", hints=hints
            )
        anchor = self.anchors[name]
        if anchor is None:
            raise UnlocatedError("E108", f"alias {quoted('*' + name)} is inside the value it refers to")
        self._check_depth(anchor.height)
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
            top.key, top.key_span = self._key(node, top.value), node.span
        else:
            if top.key is not None:
                node.key_span = top.key_span
                top.value[top.key] = node
            top.key_span = None

    def _key(self, node: Node, siblings: dict[str, Node]) -> str | None:
        key = node.value
        if not isinstance(key, str):
            what = "a list or mapping" if isinstance(key, (list, dict)) else f"not text: {self._written(node.span)}"
            self._reject(f"key is {what}", node.span, "put the key in quotes")
            return None
        if key in siblings:
            note = ("first defined", siblings[key].key_span)
            self._error("E106", f"key {quoted(key)} is defined twice", node.span, notes=[note])
            return None
        return key

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

    def _reject(self, message: str, span: Span, hint: str) -> None:
        self.is_trusted = False
        self._error("E110", message, span, hints=[hint])

    def _reject_tag(self, event: Any) -> None:
        tag = event.tag.replace("tag:yaml.org,2002:", "!!")
        self._reject(
            f"tag {quoted(tag)} is not supported", self._span(event), "leave it out, or put the text in quotes"
        )

    def _syntax(self, error: yaml.YAMLError) -> None:
        """Report an error of the parser in plain words."""
        problem = str(getattr(error, "problem", None) or "the file cannot be parsed")
        mark = getattr(error, "problem_mark", None)
        context_mark = getattr(error, "context_mark", None)
        message, hint = next(
            (words[1:] for words in _EXPLANATIONS if any(w in problem for w in words[0])), (problem, "")
        )
        if "unexpected end of stream" in problem:
            mark = context_mark or mark
        span = _at(self.name, mark.line + 1, mark.column + 1) if mark else Span(self.name)
        char = self.lines[mark.line][mark.column : mark.column + 1] if mark and mark.line < len(self.lines) else ""
        if "{char}" in message and char == "\t":
            message, hint = _EXPLANATIONS[0][1:]
        notes = []
        if context_mark and mark and context_mark.line != mark.line:
            context = (
                str(getattr(error, "context", "") or "it")
                .removeprefix("while parsing ")
                .removeprefix("while scanning ")
            )
            notes.append((f"{context} starts", _at(self.name, context_mark.line + 1, context_mark.column + 1)))
        if char == ":" and not hint and not notes:  # a note means that a bracket is missing further up
            hint = QUOTE_HINT
        self.diagnostics.add(
            "E105", message.replace("{char}", quoted(char)), span, hints=[hint] if hint else [], notes=notes
        )


def _plain_value(text: str) -> Scalar:
    """Return the value of a scalar without quotes.

    Numbers that a person would not write as such (`007`, `1_000`, `0x1f`, `1e5`, more than 18 digits) stay text.

    Source:
        YAML 1.2.2, section 10.2 (JSON schema), with a leading `+` or `.` allowed too.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_STARTS:
        if _INTEGER.fullmatch(text):
            return int(text)
        if _DECIMAL.fullmatch(text) and math.isfinite(number := float(text)):
            return number
    return text


def _at(name: str, line: int, column: int) -> Span:
    return Span(name, line, column, column + 1)

"""Write values of a mapping in YAML by the smallest edits: comments, order and the way other values are written stay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, takewhile
from typing import Any

import yaml

from cardgen.preview.text_edit import TextEdit
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER

_WORDS = frozenset({"true", "false", "yes", "no", "null", "on", "off", "y", "n"})
_PLAIN = re.compile(r"[^\W\d][\w ,.;!?'()/+-]*(?<! )|[\d.]+( [\d.]+)+")
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")  # the anchor and the tag of a value
_UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")  # breaks of lines to YAML, and what it does not accept


class Plain(str):
    """A number, or another word that is no text, as it is written."""

    __slots__ = ()


Value = str | float | list[str] | dict[str, Any] | None
"""What a key is to state; None takes the key away."""


def compose(text: str) -> yaml.Node | None:
    """Return the tree of a YAML text; None if it cannot be read."""
    try:
        node: yaml.Node | None = yaml.compose(text, LOADER)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return node


def child_of(node: yaml.Node | None, step: str | int) -> Any:
    """Return the value of a key, or an item of a list; None if there is none."""
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step]
    return None


def end_of(text: str, node: yaml.Node) -> int:
    """Return where a value ends, without the lines and comments behind it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(text, last[1]) if isinstance(node, yaml.MappingNode) else end_of(text, last)
    start = int(node.start_mark.index)
    return start + len(text[start : node.end_mark.index].rstrip())


def line_end(text: str, at: int) -> int:
    """Return where the line of a place ends, before its line feed."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def written_value(value: Value, *, in_braces: bool, style: str | None = None) -> str:
    """Return a value as YAML.

    Args:
        style: How the value before was quoted; None if it was not.
    """
    if isinstance(value, dict):
        return "{" + ", ".join(_pair(key, one, in_braces=True) for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written_value(one, in_braces=True) for one in value) + "]"
    words = str(value)
    if not isinstance(value, str) or isinstance(value, Plain):
        return words
    if style == "'" and words.isprintable():
        return "'" + words.replace("'", "''") + "'"
    is_plain = style != '"' and _PLAIN.fullmatch(words) and words.lower() not in _WORDS
    if is_plain and not (in_braces and {",", "?"} & {*words}):
        return words
    return _UNSEEN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(words, ensure_ascii=False))


def _pair(key: str, value: Value, *, in_braces: bool) -> str:
    return f"{written_value(key, in_braces=True)}: {written_value(value, in_braces=in_braces)}"


def written_lines(values: Mapping[str, Value], indent: int) -> str:
    """Return a mapping as YAML with a line for each key."""
    return f"\n{' ' * indent}".join(_pair(key, value, in_braces=False) for key, value in values.items()) or "{}"


def set_values(text: str, holder: yaml.MappingNode, values: Mapping[str, Value]) -> list[TextEdit]:
    """Return the edits that let a mapping state other values, of which none overlap.

    Args:
        values: Values by their keys, of which the mapping may have none yet.

    Raises:
        UnlocatedError: E109, a value is written elsewhere, so that it can only be edited as text.
    """
    known = {key.value for key, _ in holder.value}
    added = {key: value for key, value in values.items() if key not in known and value is not None}
    gone = [key.value in values and values[key.value] is None for key, _ in holder.value]
    if all(gone) and holder.value:
        start, end = holder.value[0][0].start_mark.index, end_of(text, holder.value[-1][1])
        inside = written_value(added, in_braces=True)
        return [TextEdit(start, end, inside[1:-1] if holder.flow_style else inside)]
    edits = [
        replaced(text, node, values[key.value], in_braces=bool(holder.flow_style))
        for number, (key, node) in enumerate(holder.value)
        if key.value in values and not gone[number]
    ]
    numbers = [number for number, is_gone in enumerate(gone) if is_gone]
    for first, last in _runs(numbers) if holder.flow_style else zip(numbers, numbers, strict=True):
        if holder.flow_style and added and last == len(gone) - 1:
            inside = written_value(added, in_braces=True)[1:-1]
            start, end = holder.value[first][0].start_mark.index, end_of(text, holder.value[last][1])
            return [*edits, TextEdit(start, end, inside)]
        edits.append(_without(text, holder, first, last, is_first=all(gone[:first])))
    return [*edits, _with(text, holder, added)] if added else edits


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of numbers that follow each other."""
    for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]


def replaced(text: str, node: yaml.Node, value: Value, *, in_braces: bool) -> TextEdit:
    """Return the edit that writes another value in the place of one; its anchor stays, since aliases may name it."""
    start, end = int(node.start_mark.index), end_of(text, node)
    start += len(_PROPERTIES.match(text[start:end])[0])  # type: ignore[index]  # it matches anything
    style = node.style if isinstance(node, yaml.ScalarNode) else None
    if style in ("|", ">") and isinstance(value, str) and node.value.strip():
        return _block(text, start, end, style, value)
    words = written_value(value, in_braces=in_braces, style=style)
    return TextEdit(start, end, words if start < end or text[start - 1 : start] == " " else f" {words}")


def _with(text: str, holder: yaml.MappingNode, added: Mapping[str, Value]) -> TextEdit:
    """Return the edit that adds keys behind the last one of a mapping, or of those above its lists of cards."""
    words = [_pair(key, value, in_braces=bool(holder.flow_style)) for key, value in added.items()]
    if holder.flow_style:
        if not holder.value:
            at = int(holder.start_mark.index) + 1
            return TextEdit(at, at, ", ".join(words))
        at = end_of(text, holder.value[-1][1])
        return TextEdit(at, at, "".join(f", {one}" for one in words))
    if not holder.value:
        raise UnlocatedError("E109", "the card states nothing yet; edit it as text")
    pairs = holder.value
    if any(
        isinstance(node, yaml.SequenceNode) and isinstance(child_of(node, 0), yaml.MappingNode) for _, node in pairs
    ):
        pairs = [*takewhile(lambda pair: isinstance(pair[1], yaml.ScalarNode), pairs)] or pairs
    at = line_end(text, end_of(text, pairs[-1][1]))
    indent = " " * holder.value[0][0].start_mark.column
    return TextEdit(at, at, "".join(f"\n{indent}{one}" for one in words))


def _without(text: str, holder: yaml.MappingNode, first: int, last: int, *, is_first: bool) -> TextEdit:
    """Return the edit that takes keys away that follow each other, while another one stays."""
    start, end = int(holder.value[first][0].start_mark.index), end_of(text, holder.value[last][1])
    following = int(holder.value[last + 1][0].start_mark.index) if last + 1 < len(holder.value) else end
    if is_first:
        has_comment = "#" in text[end:following] and not holder.flow_style
        return TextEdit(start, end if has_comment else following, "")
    before = end_of(text, holder.value[first - 1][1])
    if holder.flow_style:  # with a comment behind the comma before it, it goes with the comma behind it
        return TextEdit(start, following, "") if "#" in text[before:start] else TextEdit(before, end, "")
    behind = line_end(text, end)
    if text[end:behind].strip():  # a comment behind it
        return TextEdit(start, end, "")
    return TextEdit(text.rfind("\n", 0, start), behind, "")


def _block(text: str, start: int, end: int, style: str, words: str) -> TextEdit:
    """Return the edit of a value that is written on the lines below its key."""
    head = text[start : line_end(text, start) + 1]
    body = text[start + len(head) : end]
    indent = re.search(r"^ *(?=[^ \n])", body, re.MULTILINE)[0]  # type: ignore[index]  # it has words
    lines = words.split("\n") if style == "|" else re.sub(r"\n", "\n\n", words).split("\n")
    return TextEdit(start + len(head), end, "\n".join(f"{indent}{line}".rstrip() for line in lines).rstrip())

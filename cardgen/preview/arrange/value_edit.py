"""Write one value of a card where the deck states it, in YAML or in a table of text, and leave all else as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

import yaml

from cardgen.preview.arrange.edits import written
from cardgen.preview.editor.picture_edit import TextEdit
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Path

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS = frozenset({"true", "false", "yes", "no", "null", "on", "off", "y", "n"})
Value = str | float | dict[str, Any]


def edit_yaml(text: str, changes: Iterable[tuple[Path, Value]]) -> list[TextEdit]:
    """Return the edits that give the values at some paths others, in the order of the text.

    Args:
        changes: Keys and indices from the root, of which the last key may be new, each with its value.

    Raises:
        UnlocatedError: E109, the text cannot be read, or has no such value.
    """
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError):
        root = None
    return sorted((_value_edit(text, root, path, value) for path, value in changes), key=lambda edit: edit.start)


def _value_edit(text: str, root: Any, path: Path, value: Value) -> TextEdit:
    holder, node = None, root
    for step in path:
        holder, node = node, _child(node, step)
    if isinstance(holder, yaml.MappingNode) and node is None:
        return _added(text, holder, str(path[-1]), value)
    if node is None or holder is None:
        raise UnlocatedError("E109", "the card cannot be found in the file; save it first")
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return _block(text, start, end, node.style, str(value))
    end = start + len(text[start:end].rstrip())
    return TextEdit(start, end, _scalar(value, isinstance(holder, yaml.CollectionNode) and bool(holder.flow_style)))


def edit_table(text: str, delimiter: str, changes: Iterable[tuple[int, int, str]]) -> list[TextEdit]:
    """Return the edits that give cells of a table other words, in the order of the text.

    Args:
        delimiter: What parts the cells.
        changes: The line on which the row begins and the number of the column, from 1, each with the words.

    Raises:
        UnlocatedError: E109, the table has no such row.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    edits, ends = [], dict[int, int]()  # the last column of a row that was made longer, by its line
    for line, column, words in sorted(changes):
        if line > len(starts):
            raise UnlocatedError("E109", "the row cannot be found in the file; save it first")
        at, number = starts[line - 1], 1
        while (end := _cell_end(text, at, delimiter)) >= 0 and number < column and text[end : end + 1] == delimiter:
            at, number = end + 1, number + 1
        if number == column:
            edits.append(TextEdit(at, end, _cell(words, delimiter)))
        else:
            edits.append(TextEdit(end, end, delimiter * (column - ends.get(line, number)) + _cell(words, delimiter)))
            ends[line] = column
    return edits


def _child(node: Any, step: str | int) -> Any:
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step]
    return None


def _added(text: str, holder: yaml.MappingNode, key: str, value: Value) -> TextEdit:
    """Return the edit that adds a key behind the last one of a mapping."""
    words = f"{key}: {_scalar(value, bool(holder.flow_style))}"
    if not holder.value:
        raise UnlocatedError("E109", "the card states nothing yet; edit it as text")
    if holder.flow_style:
        end = holder.end_mark.index - 1
        at = holder.start_mark.index + len(text[holder.start_mark.index : end].rstrip().rstrip(","))
        return TextEdit(at, at, f", {words}")
    leading = list(takewhile(lambda pair: isinstance(pair[1], yaml.ScalarNode), holder.value))  # above lists of cards
    first, last = holder.value[0][0], (leading or holder.value)[-1][1]
    end = last.start_mark.index + len(text[last.start_mark.index : last.end_mark.index].rstrip())
    line_end = text.find("\n", end)
    at = len(text) if line_end < 0 else line_end
    return TextEdit(at, at, f"\n{' ' * first.start_mark.column}{words}")


def _scalar(value: Value, in_braces: bool) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_scalar(one, in_braces=True)}" for key, one in value.items()) + "}"
    words = str(value)
    is_plain = isinstance(value, str) and re.fullmatch(r"[^\W\d][\w ,.;!?'()-]*(?<! )", words)
    if is_plain and words.lower() not in _WORDS and not (in_braces and {",", "?"} & {*words}):
        return words
    return written(value, in_braces=True)


def _block(text: str, start: int, end: int, style: str, words: str) -> TextEdit:
    """Return the edit of a value that is written on the lines below its key."""
    head = text[start : text.index("\n", start) + 1]
    body = text[start + len(head) : end]
    indent = re.match(r"\s*", body)[0].replace("\n", "") or "  "  # type: ignore[index]  # it matches anything
    lines = words.split("\n") if style == "|" else re.sub(r"\n", "\n\n", words).split("\n")
    made = "".join(f"{indent}{line}".rstrip() + "\n" for line in lines)
    tail = "" if body.endswith("\n") else "\n"
    return TextEdit(start + len(head), end, made.removesuffix(tail) if tail else made)


def _cell_end(text: str, start: int, delimiter: str) -> int:
    at = start
    if text[at : at + 1] == '"':
        at += 1
        while at < len(text):
            if text[at] == '"' and text[at + 1 : at + 2] == '"':
                at += 2
                continue
            at += 1
            if text[at - 1] == '"':
                break
    while at < len(text) and text[at] not in ("\n", delimiter):
        at += 1
    return at


def _cell(words: str, delimiter: str) -> str:
    if any(sign in words for sign in ('"', "\n", delimiter)) or words != words.strip():
        return '"' + words.replace('"', '""') + '"'
    return words


def shown_value(node_value: object, language: str, languages: Sequence[str]) -> tuple[str, str]:
    """Return the words of a value as the deck states them, and the key of the language that they are in; empty for all.

    Args:
        node_value: The value, as plain data.
        language: Language that is shown.
        languages: Languages of the deck, the first of which stands in for a missing one.
    """
    if isinstance(node_value, dict):
        key = next((key for key in (language, *languages) if key in node_value), next(iter(node_value), ""))
        return shown_value(node_value.get(key, ""), language, languages)[0], str(key)
    if node_value is None:
        return "", ""
    return f"{node_value:g}" if isinstance(node_value, float) else str(node_value), ""

"""Write words of one more language into YAML files; all other characters stay as they are.

Fixed strings go into the file of the language, `strings.fr.yaml`, all others beside the words of the other languages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from cardgen.guard.files import read_bytes
from cardgen.model.language import ANY_LANGUAGE
from cardgen.read.yaml import YAML_FILE
from cardgen.translation.texts import TranslatableText
from cardgen.yaml_loader import LOADER

_WORD = re.compile(r"[A-Za-z][\w-]*")
_BYTE_ORDER_MARK = "\ufeff"
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")

Edit = tuple[int, int, str]
"""Start and end of a part of a text, and what replaces it."""


@dataclass(frozen=True, slots=True)
class NewWords:
    """New words of a text."""

    text: TranslatableText
    language: str
    words: str
    source: str


def changed_files(wanted: Iterable[NewWords]) -> tuple[dict[Path, str], list[TranslatableText]]:
    """Return the YAML files with new words, some of them new, and the texts of other files, such as spreadsheets."""
    files: dict[Path, list[NewWords]] = {}
    left = []
    for one in wanted:
        path = Path(one.text.span.file)
        if one.text.key:
            path = path.with_name(f"strings.{one.language}.yaml")
        if path.suffix.lower() not in (".yaml", ".yml"):
            left.append(one.text)
        else:
            files.setdefault(path, []).append(one)
    changed = {}
    for path, words in files.items():
        written = read_bytes(path, YAML_FILE.limit).decode() if path.exists() else ""
        text = written.removeprefix(_BYTE_ORDER_MARK)
        is_of_windows = 0 < text.count("\n") == text.count("\r\n")
        text = text.replace("\r\n", "\n") if is_of_windows else text
        made, not_found = with_strings(text, words) if words[0].text.key else with_words(text, words)
        left += not_found
        if made != text:
            made = made.replace("\n", "\r\n") if is_of_windows else made
            changed[path] = f"{_BYTE_ORDER_MARK if written.startswith(_BYTE_ORDER_MARK) else ''}{made}"
    return changed, left


def with_words(text: str, wanted: Iterable[NewWords]) -> tuple[str, list[TranslatableText]]:
    """Return a YAML text with new words, and the texts that stand in no place of it that can be changed."""
    nodes = _nodes_by_place(text)
    edits: list[Edit] = []
    left = []
    for one in wanted:
        span = one.text.span
        is_plain = ANY_LANGUAGE in one.text.words
        node = nodes.get((span.line - 1, span.column - 1, yaml.ScalarNode if is_plain else yaml.MappingNode))
        edit = _edit(text, node, one) if node is not None else None
        if edit is None:
            left.append(one.text)
        else:
            edits.append(edit)
    return _edited(text, edits), left


def with_strings(text: str, wanted: Iterable[NewWords]) -> tuple[str, list[TranslatableText]]:
    """Return a file of fixed strings of one language with new words, and the texts that it cannot take.

    New keys come to its end.
    """
    root = yaml.compose(text, Loader=LOADER)
    if root is not None and (not isinstance(root, yaml.MappingNode) or root.flow_style):
        return text, [one.text for one in wanted]
    stated = {key.value: value for key, value in root.value} if root else {}
    edits, added, left = [], [], []
    for one in wanted:
        node = stated.get(one.text.key)
        if node is None:
            added.append(f"{_quoted_key(one.text.key)}: {quote(one.words)}\n")
        elif isinstance(node, yaml.ScalarNode):
            edits.append(_replacement(node, one.words))
        else:
            left.append(one.text)
    text = _edited(text, edits)
    return text + "\n" * bool(added and text and not text.endswith("\n")) + "".join(added), left


def _edited(text: str, edits: Iterable[Edit]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _replacement(node: yaml.ScalarNode, words: str) -> Edit:
    ending = "\n" if node.style in ("|", ">") else ""
    return node.start_mark.index, node.end_mark.index, quote(words) + ending


def _quoted_key(key: str) -> str:
    """Return a key as YAML reads it back: in quotes unless it is a plain word, and none such as `no`."""
    is_plain = _WORD.fullmatch(key) and isinstance(yaml.load(key, Loader=LOADER), str)
    return key if is_plain else quote(key)


def _nodes_by_place(text: str) -> Mapping[tuple[int, int, type], yaml.Node]:
    """Return the nodes of a file by line, column and kind, both from 0; a block mapping begins where its first key does."""
    found: dict[tuple[int, int, type], yaml.Node] = {}
    root = yaml.compose(text, Loader=LOADER)
    for node in _walk(root) if root else ():
        found.setdefault((node.start_mark.line, node.start_mark.column, type(node)), node)
    return found


def _walk(node: yaml.Node) -> Iterator[yaml.Node]:
    yield node
    if isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            yield from _walk(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _walk(value)


def _edit(text: str, node: yaml.Node, wanted: NewWords) -> Edit | None:
    """Return the edit that adds or replaces words; None where the text is written in a way that it cannot keep."""
    quoted = quote(wanted.words)
    if isinstance(node, yaml.ScalarNode):
        start, end = node.start_mark.index, node.end_mark.index
        ending = "\n" if node.style in ("|", ">") else ""
        both = f"{{{wanted.source}: {quote(node.value)}, {wanted.language}: {quoted}}}"
        return start, end, both + ending
    assert isinstance(node, yaml.MappingNode)
    for key, value in node.value:
        if key.value == wanted.language and isinstance(value, yaml.ScalarNode):
            return _replacement(value, wanted.words)
    key, last = node.value[-1]
    if node.flow_style:
        end = last.end_mark.index
        return end, end, f", {wanted.language}: {quoted}"
    end = last.end_mark.index
    if not (isinstance(last, yaml.ScalarNode) and last.style in ("|", ">")):
        line_end = text.find("\n", end)
        end = len(text) if line_end < 0 else line_end + 1
    before = "" if text[:end].endswith("\n") else "\n"
    return end, end, f"{before}{' ' * key.start_mark.column}{wanted.language}: {quoted}\n"


def quote(words: str) -> str:
    """Return a text in double quotes, as YAML reads it back."""
    return _UNSAFE.sub(lambda char: f"\\u{ord(char[0]):04x}", json.dumps(words, ensure_ascii=False))

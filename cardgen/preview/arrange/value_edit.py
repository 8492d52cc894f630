"""Write one value of a card where the deck states it, in YAML or in a table of text, and leave all else as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import yaml

from cardgen.preview.grid.csv_list import read_records, set_record
from cardgen.preview.grid.yaml_values import Value, child_of, compose, replaced, set_values
from cardgen.preview.text_edit import TextEdit
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Path


def edit_yaml(text: str, changes: Iterable[tuple[Path, Value]]) -> list[TextEdit]:
    """Return the edits that give the values at some paths others, in the order of the text.

    Args:
        changes: Keys and indices from the root, of which the last key may be new, each with its value; None removes the key,
            and with its last key a mapping, such as the title in its only language.

    Raises:
        UnlocatedError: E109, the text cannot be read, or has no such value.
    """
    root, edits = compose(text), list[TextEdit]()
    by_holder: dict[Path, dict[str | int, Value]] = {}
    for path, value in changes:
        by_holder.setdefault(path[:-1], {})[path[-1]] = value
    for path, values in [*by_holder.items()]:
        if path and isinstance(path[-1], str) and _is_emptied(_node_at(root, path), values):
            del by_holder[path]
            by_holder.setdefault(path[:-1], {})[path[-1]] = None
    for path, values in by_holder.items():
        holder = _node_at(root, path)
        if isinstance(holder, yaml.MappingNode):
            edits += set_values(text, holder, {str(key): value for key, value in values.items()})
            continue
        for step, value in values.items():
            node = child_of(holder, step)
            if node is None:
                raise UnlocatedError("E109", "the card cannot be found in the file; save it first")
            edits.append(replaced(text, node, value, in_braces=bool(holder.flow_style)))
    return sorted(edits, key=lambda edit: edit.start)


def _node_at(root: yaml.Node | None, path: Path) -> Any:
    for step in path:
        root = child_of(root, step)
    return root


def _is_emptied(holder: Any, values: dict[str | int, Value]) -> bool:
    """Return whether a mapping, such as a text by languages, would have no value left."""
    keys = [key.value for key, _ in holder.value] if isinstance(holder, yaml.MappingNode) else []
    return bool(keys) and all(key in values for key in keys) and not any(value is not None for value in values.values())


def edit_table(text: str, delimiter: str, changes: Iterable[tuple[int, int, str]]) -> list[TextEdit]:
    """Return the edits that give cells of a table other words, in the order of the text.

    Args:
        changes: The line on which the row begins and the number of the column, from 1, each with the words.

    Raises:
        UnlocatedError: E109, the table has no such row.
    """
    by_line: dict[int, dict[int, str]] = {}
    for line, column, words in changes:
        by_line.setdefault(line, {})[column] = words
    records = {record.line: record for record in read_records(text, delimiter)}
    if not by_line.keys() <= records.keys():
        raise UnlocatedError("E109", "the row cannot be found in the file; save it first")
    found = [edit for line, cells in by_line.items() for edit in set_record(text, records[line], delimiter, cells)]
    return sorted(found, key=lambda edit: edit.start)


def shown_value(node_value: object, language: str, languages: Sequence[str]) -> tuple[str, str]:
    """Return the words of a value as the deck states them, and the key of the language that they are in; empty for all.

    Args:
        languages: Languages of the deck, the first of which stands in for a missing one.
    """
    if isinstance(node_value, dict):
        key = next((key for key in (language, *languages) if key in node_value), next(iter(node_value), ""))
        return shown_value(node_value.get(key, ""), language, languages)[0], str(key)
    if node_value is None:
        return "", ""
    return f"{node_value:g}" if isinstance(node_value, float) else str(node_value), ""

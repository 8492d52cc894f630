"""List the formats in which text can hold lists of cards, and recognise them by suffix or by content."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cardgen.read.tables.table import Table, Tables, TableSet
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node

Reader = Callable[[str, str, Collector], Tables | None]
"""Reads the text of a file, with its name for messages; None after an error."""

_JSON_START = re.compile(r"\s*(?:\[\s*(?:[\[{\"\]]|-?\d)|\{\s*[\"}])")
_YAML_LINE = re.compile(r"(?:- |[\w ]{1,40}:\s*$)")
_MARKDOWN = re.compile(r"\|.*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[ \t|:-]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Format:
    """A format of lists.

    Attributes:
        is_content: Returns whether a text without a known suffix is in this format.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Reader
    is_content: Callable[[str], bool]


def _set(tables: Mapping[str, Table]) -> TableSet | None:
    return TableSet(tables) if tables else None


def _read_json(text: str, name: str, found: Collector) -> Tables | None:
    from cardgen.read.tables.records import read_lists

    root = json_root(text, name, found)
    return _set(read_lists(root, name, found)) if root else None


def json_root(text: str, name: str, found: Collector) -> Node | None:
    """Return the value of a JSON file; what only YAML accepts, such as a last comma, is read as YAML with a warning (W156).

    Args:
        found: Receives the errors of `read_json`, and W156.
    """
    from cardgen.read.json_text import read_json
    from cardgen.read.yaml import read_value

    strict = Collector()
    root = read_json(text, name, strict)
    if root is None and [item.code for item in strict.items] == ["E155"]:
        lenient = Collector()
        root = read_value(text, lenient, name)
        if root is not None and isinstance(root.value, list | dict) and not lenient.items:
            (error,) = strict.items
            found.add("W156", f"{error.message}; the file was read as YAML", error.span, hints=error.hints)
            return root
        root = None
    found.items += strict.items
    return root


def _read_yaml(text: str, name: str, found: Collector) -> Tables | None:
    from cardgen.read.tables.records import read_lists
    from cardgen.read.yaml import read_value

    root = read_value(text, found, name)
    return _set(read_lists(root, name, found)) if root else None


def _read_markdown(text: str, name: str, found: Collector) -> Tables | None:
    from cardgen.read.tables.markdown_text import read_markdown

    return _set(read_markdown(text, name, found))


def _read_tabs(text: str, name: str, found: Collector) -> Tables | None:
    from cardgen.read.tables.csv_text import read_csv

    table = read_csv(text, name, found, is_tabbed=True)
    return TableSet({"": table}) if table else None


def _read_csv(text: str, name: str, found: Collector) -> Tables | None:
    from cardgen.read.tables.csv_text import read_csv

    table = read_csv(text, name, found)
    return TableSet({"": table}) if table else None


def _is_yaml(text: str) -> bool:
    """Return whether the first line that says something begins a list, and the whole text is YAML."""
    from cardgen.read.yaml import read_value

    lines = (line for line in text.splitlines() if line.strip() and not line.startswith(("#", "---")))
    if not _YAML_LINE.match(next(lines, "")):
        return False
    found = Collector()
    root = read_value(text, found)
    return root is not None and isinstance(root.value, list | dict) and not found.items


FORMATS = (
    Format("JSON", (".json", ".jsonl", ".ndjson"), _read_json, lambda text: bool(_JSON_START.match(text))),
    Format("Markdown", (".md", ".markdown"), _read_markdown, lambda text: bool(_MARKDOWN.search(text))),
    Format("YAML", (".yaml", ".yml"), _read_yaml, _is_yaml),
    Format("TSV", (".tsv", ".tab"), _read_tabs, lambda _text: False),
    Format("CSV", (".csv",), _read_csv, lambda _text: True),
)
"""All formats of text, in the order in which a text without a known suffix is tried."""


def format_of(suffix: str, text: str) -> Format:
    """Return the format of a text.

    Args:
        suffix: Suffix of its file, which decides if it is known.
        text: The text, which decides otherwise.
    """
    named = (one for one in FORMATS if suffix in one.suffixes)
    return next(named, None) or next(one for one in FORMATS if one.is_content(text))

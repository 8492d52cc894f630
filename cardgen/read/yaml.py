"""Read a YAML file into a tree of values with their positions, after a look at what kind of file it is."""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.guard.files import stamp_of
from cardgen.read.files import FileKind, decode, line_and_column, read_file
from cardgen.read.yaml_composer import Composer
from cardgen.read.yaml_scalars import CONTROL_CHARACTER
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Span, display_path, place_of_byte

YAML_FILE = FileKind("file", missing="E101", unreadable="E102", too_large="E103", limit=32 * 2**20)

_OTHER_TEXT = re.compile(r"\s*(?:<[?!A-Za-z]|\{\\rtf)")
_parsed: dict[tuple[Path, str], tuple[object, Node | None, tuple[Diagnostic, ...]]] = {}
"""State, values and problems of each file that `parsed_file` has read, by its path and its name in messages."""

_DECK_FILES = "a text file with keys and values; a deck is YAML, or a spreadsheet (.csv, .xlsx, .ods)"


def load_yaml(path: Path, diagnostics: Collector, shown_path: str | None = None, *, lists: bool = False) -> Node | None:
    """Read a YAML file whose root is a mapping.

    Args:
        diagnostics: Collects the errors, E101 to E115.
        shown_path: Name of the file in messages; None for the path itself.

    Returns:
        The root, or None if the tree cannot be trusted. Of a key that is given twice (E106) the first value is kept
        and the tree is returned, so that the rest can be checked too. An alias becomes a node at its own position
        that shares the value of its anchor. Keys of the root that begin with `x-` are left out: they hold values for
        anchors.
    """
    name = str(path) if shown_path is None else shown_path
    text = read_yaml_text(path, diagnostics, name)
    return None if text is None else Composer(text, name, diagnostics).read(lists=lists)


def parsed_file(file: Path, diagnostics: Collector) -> Node | None:
    """Return the values of a file that many decks share, such as a theme; it is parsed again only after a change.

    Args:
        diagnostics: Collects the errors of `load_yaml`, each time.

    Returns:
        What `load_yaml` does; nobody may change it.
    """
    shown = display_path(str(file))
    key, stamp = (file.absolute(), shown), stamp_of(file)
    kept = _parsed.get(key)
    if kept is None or kept[0] != stamp:
        found = Collector()
        kept = _parsed[key] = stamp, load_yaml(file, found, shown), tuple(found.items)
    _, node, problems = kept
    diagnostics.items += problems
    return node


def read_yaml_text(path: Path, diagnostics: Collector, name: str) -> str | None:
    """Return the text of a YAML file; None after an error.

    Args:
        diagnostics: Collects the errors, E101 to E104.
    """
    try:
        data = read_file(path, YAML_FILE)
    except UnlocatedError as error:
        diagnostics.items.append(error.at(Span(name)))
        return None
    return _text(data, name, diagnostics)


def read_value(text: str, diagnostics: Collector, name: str = "") -> Node | None:
    """Read one value that is written in YAML, such as a cell of a spreadsheet; its positions are those in the text.

    Args:
        diagnostics: Collects the errors, E104 to E110.
        name: Name of the file in messages, if the text is that of a whole file.

    Returns:
        The value, or None after an error.
    """
    if match := CONTROL_CHARACTER.search(text):
        diagnostics.add(
            "E104", f"text contains the control character U+{ord(match[0]):04X}", Span(name) if name else None
        )
        return None
    composer = Composer(text, name, diagnostics)
    return composer.root if composer.compose() and composer.faults.is_trusted else None


def _text(data: bytes, name: str, diagnostics: Collector) -> str | None:
    """Return the content of the file as text that a YAML parser accepts; None after E104."""
    try:
        text = decode(data)
    except UnicodeDecodeError as error:
        span = _at(name, *place_of_byte(data, error.start))
        if error.reason.startswith("a ") or error.reason.startswith("an "):
            diagnostics.add("E104", f"file is {error.reason}, not YAML", Span(name), expected=_DECK_FILES)
            return None
        message = f"file is not UTF-8 text; it looks like {error.reason}"
        diagnostics.add("E104", message, span, expected="UTF-8", hints=["save it with the encoding UTF-8"])
        return None
    if match := _OTHER_TEXT.match(text):
        what = (
            "a picture (SVG)" if "<svg" in text[:10_000] else "a text document" if "rtf" in match[0] else "XML or HTML"
        )
        diagnostics.add("E104", f"file is {what}, not YAML", Span(name), expected=_DECK_FILES)
        return None
    if match := CONTROL_CHARACTER.search(text):
        span = _at(name, *line_and_column(text, match.start()))
        diagnostics.add("E104", f"file contains the control character U+{ord(match[0]):04X}", span, hints=["delete it"])
        return None
    return text


def _at(name: str, line: int, column: int) -> Span:
    return Span(name, line, column, column + 1)

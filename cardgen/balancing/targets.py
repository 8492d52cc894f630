"""Read the win rates that the designer wants: one number, one for each opponent, or a file with a matrix."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.read.files import decode
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, one_of, quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span

Targets = Mapping[tuple[str, str], float]
"""Wanted score of the first deck against the second one, 0 to 1; each pair in one order or in both."""

_EXPECTED = "a percentage such as 50, percentages such as pirates=55,trolls=45, or a file .yaml or .csv with a matrix"


def parse_targets(text: str, decks: Sequence[str]) -> Targets:
    """Read what `--target` says.

    Args:
        text: A percentage for all pairings, `NAME=PERCENTAGE` for the first deck against others, or the name of a file:
            YAML with the scores of each row against the columns, or CSV with the same as a table.
        decks: Names of the decks; the first one is the one that is balanced.

    Raises:
        UnlocatedError: E783, the text is no target.
        CardgenError: The file cannot be read, or E783, it has something else.
    """
    if Path(text).suffix.lower() in {".yaml", ".yml"}:
        return _yaml(Path(text), decks)
    if Path(text).suffix.lower() == ".csv":
        return _csv(Path(text), decks)
    found: dict[tuple[str, str], float] = {}
    if not text.strip():
        return found
    for part in text.split(","):
        name, sign, number = part.rpartition("=")
        share = _share(number)
        if sign:
            found[decks[0], _deck(name.strip(), decks[1:])] = share
        elif len(text.split(",")) == 1:
            found = {(first, second): share for first in decks[:1] for second in decks[1:]}
        else:
            raise UnlocatedError("E783", f"invalid target {quoted(text)}", expected=_EXPECTED)
    return found


def target_of(targets: Targets, first: str, second: str) -> float:
    """Return the wanted score of a deck against another; 0.5 if nothing is said."""
    if (first, second) in targets:
        return targets[first, second]
    return 1 - targets[second, first] if (second, first) in targets else 0.5


def _share(text: str) -> float:
    number = re.fullmatch(r"\s*(\d{1,2}(?:\.\d{1,4})?)\s*%?\s*", text)
    share = float(number[1]) / 100 if number else 0.0
    if not 0.05 <= share <= 0.95:
        raise UnlocatedError("E783", f"invalid target {quoted(text)}", expected=f"5 to 95; {_EXPECTED}")
    return share


def _deck(name: str, decks: Sequence[str]) -> str:
    if name not in decks:
        raise UnlocatedError("E783", f"the target names {quoted(name)}, which does not play", **one_of(name, decks))
    return name


def _yaml(path: Path, decks: Sequence[str]) -> Targets:
    found = Collector()
    root = load_yaml(path, found)
    targets: dict[tuple[str, str], float] = {}
    rows = root.value if root and isinstance(root.value, dict) else {}
    for name, row in rows.items():
        for other, cell in row.value.items() if isinstance(row.value, dict) else ():
            try:
                targets[_deck(name, decks), _deck(other, decks)] = _share(str(cell.plain()))
            except UnlocatedError as error:
                found.items.append(error.at(cell.span))
        if not isinstance(row.value, dict):
            found.add(
                "E783", f"row {quoted(name)} of the target is no mapping", row.span, expected="such as {pirates: 55}"
            )
    if found.has_errors:
        raise CardgenError(found.items)
    return targets


def _csv(path: Path, decks: Sequence[str]) -> Targets:
    try:
        reader = csv.reader(decode(path.read_bytes()).splitlines())
        rows = [(reader.line_num, row) for row in reader if any(row)]
    except (OSError, UnicodeDecodeError):
        raise UnlocatedError("E783", f"target file {quoted(path)} cannot be read", expected=_EXPECTED) from None
    targets: dict[tuple[str, str], float] = {}
    if not rows:
        raise UnlocatedError("E783", f"target file {quoted(path)} is empty", expected=_EXPECTED)
    names = [name.strip() for name in rows[0][1]]
    for number, row in rows[1:]:
        for cell, name in zip(row[1:], names[1:], strict=False):
            if cell.strip() and row[0].strip() != name:
                try:
                    first, second = _deck(row[0].strip(), decks), _deck(name, decks)
                    targets[first, second] = _share(cell)
                except UnlocatedError as error:
                    raise CardgenError([error.at(Span(str(path), number))]) from None
    return targets

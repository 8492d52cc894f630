"""Write a proposal into a copy of the deck file: only the numbers change, and the texts that state them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.balancing.deck_numbers import DeckSource, StatedNumber, walk_nodes
from cardgen.balancing.result import NumberChange, Proposal
from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Scalar

Edit = tuple[int, int, str]
"""Start and end of a part of a text, and what replaces it."""


def changed_text(source: DeckSource, changes: Sequence[NumberChange]) -> tuple[str, list[str]]:
    """Return a deck file with other numbers, comments and layout unchanged, and the texts that are left to write anew.

    A text that states a changed number in digits is changed too, if the checks of the game then find it right.

    Raises:
        UnlocatedError: E786, a number stands in another file or is written in another way.
    """
    starts = _line_starts(source.text)
    overrides: dict[int, Scalar] = {}
    edits: list[Edit] = []
    for change in changes:
        stated = _stated(source, change)
        if not stated.is_in_file:
            message = (
                f"{change.name} cannot be written: it is in {change.place}, not in the deck file as a plain number"
            )
            raise UnlocatedError("E786", message, hints=(f"change it there to {change.after}",))
        span = stated.node.span
        start = starts[span.line - 1] + span.column - 1
        plus = "+" if source.written_at(span).startswith("+") and change.after > 0 else ""
        edits.append((start, start + span.end - span.column, f"{plus}{change.after}"))
        overrides[id(stated.node)] = change.after
    left = []
    for finding in _text_findings(source, overrides):
        found = _text_edit(source, finding, changes, overrides, starts)
        if found:
            edits.append(found[0])
            overrides = {**overrides, **found[1]}
        else:
            left.append(finding.message)
    text = source.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text, list(dict.fromkeys(left))  # a text in two languages is one text


def _stated(source: DeckSource, change: NumberChange) -> StatedNumber:
    return next(one for one in source.numbers if (one.name, str(one.node.span)) == (change.name, change.place))


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _text_findings(source: DeckSource, overrides: Mapping[int, Scalar]) -> list[Finding]:
    data = source.changed(overrides)
    found = source.new_findings(data) if data is not None else []
    return [one for one in found if source.is_about_text(one)]


def _text_edit(
    source: DeckSource,
    finding: Finding,
    changes: Sequence[NumberChange],
    overrides: Mapping[int, Scalar],
    starts: Sequence[int],
) -> tuple[Edit, dict[int, Scalar]] | None:
    """Return the change of one number in a text after which the game does not report the text any more; None without one."""
    node = source.node.at(finding.path)
    if not isinstance(node.value, str) or not source.has_written(node.span):
        return None
    start, end = _region(source, node, starts)
    raw, value = source.text[start:end], node.value
    for before, after in dict.fromkeys((change.before, change.after) for change in changes):
        number = re.compile(rf"(?<![\d.]){abs(before)}(?![\d.]*\d)")
        in_raw, in_value = list(number.finditer(raw)), list(number.finditer(value))
        if len(in_raw) != len(in_value):  # an escape or a comment has the number too
            continue
        for written, read in zip(in_raw, in_value, strict=True):
            new = value[: read.start()] + str(abs(after)) + value[read.end() :]
            tried = {**overrides, id(node): new}
            if not any(one.path == finding.path and one.code == finding.code for one in _text_findings(source, tried)):
                return (start + written.start(), start + written.end(), str(abs(after))), {id(node): new}
    return None


def _region(source: DeckSource, node: Node, starts: Sequence[int]) -> tuple[int, int]:
    """Return where a text begins and where the next value or key begins."""
    places = [other.span for _, other in walk_nodes(source.node)]
    places += [other.key_span for _, other in walk_nodes(source.node) if other.key_span]
    start = starts[node.span.line - 1] + node.span.column - 1
    after = [starts[span.line - 1] + span.column - 1 for span in places if source.has_written(span)]
    return start, min([at for at in after if at > start], default=len(source.text))


def write_proposal(sources: Sequence[DeckSource], proposal: Proposal, target: Path) -> tuple[list[Path], list[str]]:
    """Write the decks of a proposal.

    Args:
        target: The new deck file; if several decks change, a folder for them.

    Returns:
        The files, and the texts that are left to write anew.

    Raises:
        UnlocatedError: E601, a file cannot be written; E786, a number cannot be replaced; E787, the target is a deck that plays,
            or a file for several decks.
    """
    from cardgen.write.file_set import file_set

    changing = [one for one in sources if any(change.deck == one.name for change in proposal.changes)]
    if len(changing) > 1 and target.suffix:
        message = f"{quoted(target)} is one file, but the proposal changes {len(changing)} decks"
        raise UnlocatedError("E787", message, expected="a folder")
    left, texts = list[str](), list[tuple[Path, str]]()
    for source in changing:
        path = target if target.suffix else target / source.path.name
        check_target(path, [source.path for source in sources])
        text, rest = changed_text(source, [change for change in proposal.changes if change.deck == source.name])
        texts.append((path, text))
        left += rest
    with file_set(target.parent if target.suffix else target) as files:
        for path, text in texts:
            files.add(path, text.encode())
    return [path for path, _ in texts], left


def check_target(path: Path, decks: Sequence[Path]) -> None:
    """Check that a file to write is none of the decks that play.

    Raises:
        UnlocatedError: E787, it is one of them.
    """
    if any(path.resolve() == deck.resolve() for deck in decks):
        message = f"{quoted(path)} is a deck that plays, which stays as it is"
        raise UnlocatedError("E787", message, expected="a new file")

"""Format diagnostics as text, JSON and workflow commands.

Nothing is printed here. The text is not formatted with Rich, as editors and scripts look for `file:line:column:` at the
start of an unwrapped line, and Rich would wrap and style it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardgen.guard.files import read_bytes
from cardgen.report.diagnostics import Diagnostic, abridge, collect_by_kind
from cardgen.report.json_text import format_json
from cardgen.report.source import Span
from cardgen.report.visible import visible, visible_line

_LARGEST_SOURCE = 32 * 2**20  # bytes; no larger file is read as text
_EXCERPT_WIDTH, _EXCERPT_BEFORE = 100, 60  # characters of a source line, and how many of them before the position


def to_text(items: Iterable[Diagnostic]) -> str:
    """Format diagnostics for people: warnings of quality collected by kind, all others abridged.

    Each takes one line with position, severity, code and message, followed by indented lines with what was expected,
    the hints, the notes and the source line with carets under the value. Source lines are read from the files.
    """
    lines: list[str] = []
    sources: dict[str, list[str]] = {}
    for item in abridge(collect_by_kind(items)):
        lines.append(str(item))
        if item.expected:
            lines.append(f"  expected {item.expected}")
        lines += [f"  hint: {hint}" for hint in item.hints]
        lines += [f"  note: {text} at {span}" if span else f"  note: {text}" for text, span in item.notes]
        lines += _excerpt(item.span, sources)
    return "\n".join(map(visible_line, lines))


def to_json(items: Iterable[Diagnostic]) -> str:
    """Format diagnostics as a JSON array for editors and scripts, abridged."""

    def place(span: Span | None) -> dict[str, object] | None:
        if span is None:
            return None
        cell = {"sheet": span.sheet, "cell": span.cell} if span.sheet else {}
        return {"file": span.file, "line": span.line, "column": span.column, **cell}

    return format_json(
        [
            {
                "severity": item.severity,
                "code": item.code,
                "message": item.message,
                "place": place(item.span),
                "expected": item.expected or None,
                "hints": item.hints,
                "notes": [{"text": text, "place": place(span)} for text, span in item.notes],
            }
            for item in abridge(items)
        ]
    )


def to_github(items: Iterable[Diagnostic]) -> str:
    """Format diagnostics as GitHub workflow commands, abridged, which appear as annotations beside the source line.

    Source:
        GitHub Docs, Workflow commands for GitHub Actions, `error` and `warning`.
    """

    def escape(text: str, more: str = "") -> str:
        text = visible(text)
        for char in "%\r\n" + more:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    lines = []
    for item in abridge(items):
        span = item.span or Span("")
        line, column = (0, 0) if span.sheet else (span.line, span.column)  # a workbook has no lines to annotate
        title = f"{item.code} {'!'.join(filter(None, (span.sheet, span.cell)))}".rstrip()
        properties = {"file": span.file, "line": line, "col": column, "title": title}
        body = "; ".join([item.message, *([f"expected {item.expected}"] if item.expected else []), *item.hints])
        joined = ",".join(f"{key}={escape(str(value), ':,')}" for key, value in properties.items() if value)
        lines.append(f"::{item.severity} {joined}::{escape(body)}")
    return "\n".join(lines)


def _excerpt(span: Span | None, sources: dict[str, list[str]]) -> list[str]:
    """Return the source line and a line of carets below it.

    Args:
        sources: Lines of the files that have been read so far, by path; files are added to it.

    Returns:
        Two lines, or none if the position is unknown or the file cannot be read.
    """
    if not span or span.sheet or not span.line or not span.column:
        return []
    if span.file not in sources:
        sources[span.file] = _read_lines(span.file)
    if span.line > len(sources[span.file]):
        return []
    line = sources[span.file][span.line - 1]
    start = max(0, span.column - 1 - _EXCERPT_BEFORE)
    line = line[start : start + _EXCERPT_WIDTH].replace("\t", " ")
    before, marked = (
        line[: span.column - 1 - start],
        line[span.column - 1 - start : max(span.end, span.column + 1) - 1 - start],
    )
    indent = " " * (len(str(span.line)) + 4)
    return [
        f"    {span.line} | {visible_line(line)}".rstrip(),
        f"{indent} | {' ' * len(visible_line(before))}{'^' * max(1, len(visible_line(marked)))}",
    ]


def _read_lines(file: str) -> list[str]:
    try:
        return read_bytes(Path(file), _LARGEST_SOURCE).decode("utf-8-sig").splitlines()
    except (OSError, ValueError):  # gone, or not text: the diagnostic is shown without its source line
        return []

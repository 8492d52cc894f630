"""What is wrong with the input: the record, the collector and its three ways onto a screen."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardgen.report.source import Span

QUOTE_HINT = "put text that holds ': ' or ',' in quotes"
_LONGEST_WORD = 100  # characters; no word that is meant is longer, and comparing takes time


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault, or one thing worth a warning.

    Attributes:
        code: `E203` or `W305`; the letter is the severity. Codes are permanent, `cardgen explain` tells of each.
        message: Lower case, one sentence, no full stop: the thing, the fault, the value.
        span: Where it was written, if it was written anywhere.
        expected: The type, range or closed list that would have been right.
        hints: At most two ways out.
        notes: Further places or facts, each with its span if it has one.
        strict: A warning that `--strict` made an error.
    """

    code: str
    message: str
    span: Span | None = None
    expected: str = ""
    hints: tuple[str, ...] = ()
    notes: tuple[tuple[str, Span | None], ...] = ()
    strict: bool = False

    @property
    def is_error(self) -> bool:
        """Whether it stops the build."""
        return self.strict or self.code.startswith("E")

    @property
    def severity(self) -> str:
        """`error` or `warning`."""
        return "error" if self.is_error else "warning"


def quoted(value: object) -> str:
    """A user's value in quotes, cut at 40 characters, in one line, without what would steer a terminal."""
    text = replace_control_characters(" ".join(str(value).split()))
    return f"'{text[:39]}\u2026'" if len(text) > 40 else f"'{text}'"


def replace_control_characters(text: str) -> str:
    """The text with every control character replaced."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in text)


def find_closest(wrong: str, known: Iterable[str]) -> str | None:
    """The known word that is closest, if one is close."""
    close = difflib.get_close_matches(wrong, list(known), n=1) if len(wrong) <= _LONGEST_WORD else ()
    return next(iter(close), None)


def did_you_mean(wrong: str, known: Iterable[str]) -> tuple[str, ...]:
    """A hint that names the closest known word, or nothing."""
    meant = find_closest(wrong, known)
    return (f"did you mean '{meant}'?",) if meant is not None else ()


@dataclass(slots=True)
class Collector:
    """Gathers the diagnostics of a stage, so that all of them are said at once."""

    items: list[Diagnostic] = field(default_factory=list)
    _seen: set[Diagnostic] = field(default_factory=set, repr=False)

    def add(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        expected: str = "",
        hints: Sequence[str] = (),
        notes: Sequence[tuple[str, Span | None]] = (),
    ) -> None:
        """Note a fault; one that is noted already is not noted again."""
        item = Diagnostic(code, message, span, expected, tuple(hints), tuple(notes))
        if item not in self._seen:
            self._seen.add(item)
            self.items.append(item)

    @property
    def has_errors(self) -> bool:
        """Whether anything in it stops the build."""
        return any(item.is_error for item in self.items)


def sort_diagnostics(items: Iterable[Diagnostic], *, strict: bool = False) -> list[Diagnostic]:
    """Sort by file, line and column, each once; with `strict`, warnings become errors."""

    def place(item: Diagnostic) -> tuple[str, int, int, str]:
        span = item.span or Span("")
        return span.file, span.line, span.column, item.code

    once = dict.fromkeys(replace(item, strict=True) if strict else item for item in items)
    return sorted(once, key=place)


def to_text(items: Iterable[Diagnostic]) -> str:
    """Format for people: place, severity, code, message; below it what was expected, hints, the line itself."""
    lines: list[str] = []
    sources: dict[str, list[str]] = {}
    for item in items:
        place = f"{item.span}: " if item.span else ""
        lines.append(f"{place}{item.severity}[{item.code}]: {item.message}")
        if item.expected:
            lines.append(f"  expected {item.expected}")
        lines += [f"  hint: {hint}" for hint in item.hints]
        lines += [f"  note: {text} {span}" if span else f"  note: {text}" for text, span in item.notes]
        lines += _excerpt(item.span, sources)
    return "\n".join(lines)


def to_json(items: Iterable[Diagnostic]) -> str:
    """Format as a JSON array for editors and scripts."""

    def place(span: Span | None) -> dict[str, object] | None:
        return {"file": span.file, "line": span.line, "column": span.column} if span else None

    return json.dumps(
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
            for item in items
        ],
        ensure_ascii=False,
        indent=2,
    )


def to_github(items: Iterable[Diagnostic]) -> str:
    """Format as workflow commands, which a forge shows beside the line."""

    def escape(text: str, more: str = "") -> str:
        for char in "%\r\n" + more:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    lines = []
    for item in items:
        span = item.span or Span("")
        properties = {"file": span.file, "line": span.line, "col": span.column, "title": item.code}
        body = "; ".join([item.message, *([f"expected {item.expected}"] if item.expected else []), *item.hints])
        joined = ",".join(f"{key}={escape(str(value), ':,')}" for key, value in properties.items() if value)
        lines.append(f"::{item.severity} {joined}::{escape(body)}")
    return "\n".join(lines)


def _excerpt(span: Span | None, sources: dict[str, list[str]]) -> list[str]:
    """The source line with carets below the place; nothing if there is no line to show.

    Args:
        span: The place.
        sources: Files that were read for it before.
    """
    if not span or not span.line or not span.column:
        return []
    if span.file not in sources:
        sources[span.file] = _lines_of(span.file)
    if span.line > len(sources[span.file]):
        return []
    line = sources[span.file][span.line - 1]
    start = max(0, span.column - 1 - 60)
    shown_line = replace_control_characters(line[start : start + 100].replace("\t", " "))
    width = max(1, min(span.end - span.column, 100 - (span.column - 1 - start)))
    gutter = " " * (len(str(span.line)) + 4)
    return [
        f"    {span.line} | {shown_line}".rstrip(),
        f"{gutter} | {' ' * (span.column - 1 - start)}{'^' * width}",
    ]


def _lines_of(file: str) -> list[str]:
    try:
        return Path(file).read_text("utf-8-sig").splitlines()
    except (OSError, ValueError):
        return []

"""Problems in the user's input: the record, its collector, and its forms as text, JSON and workflow commands.

What a stage found comes in, strings go out; nothing is printed. The text is not formatted with Rich, as editors and
scripts look for `file:line:column:` at the start of an unwrapped line, and Rich would wrap and style it.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardgen.guard.files import read_bytes
from cardgen.report.json_text import format_json
from cardgen.report.source import Span
from cardgen.report.visible import visible, visible_line

QUOTE_HINT = "put text that contains ': ' or ',' in quotes"
_LONGEST_WORD = 100  # characters; difflib takes quadratic time, and no mistyped name is longer
_LONGEST_VALUE = 40  # characters of a user's value in a message
MOST_OF_A_KIND = 50
"""Faults of one code that are told one by one; nobody reads more, and each costs time."""
_LARGEST_SOURCE = 32 * 2**20  # bytes; no larger file is read as text
_EXCERPT_WIDTH, _EXCERPT_BEFORE = 100, 60  # characters of a source line, and how many of them before the position


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error or warning about the input.

    Attributes:
        code: Such as `E203` or `W305`; the letter is the severity. Codes are permanent, and `cardgen explain` describes
            each of them.
        message: One sentence in lower case without a full stop: the thing, what is wrong with it, the value.
        span: Where the value was written; None if it was written in no file.
        expected: The type, range or closed list that would have been right; "" if there is none to name.
        hints: What to do, at most two.
        notes: Related facts, each with its position or None.
        strict: Whether `--strict` turned this warning into an error.
        in_draft: Whether `--draft` turned this error into a warning, which `--strict` leaves alone.
        more: Number of faults of its kind that it stands for, none of which is told by itself; 0 for a fault of its own.
    """

    code: str
    message: str
    span: Span | None = None
    expected: str = ""
    hints: tuple[str, ...] = ()
    notes: tuple[tuple[str, Span | None], ...] = ()
    strict: bool = False
    in_draft: bool = False
    more: int = 0

    def __post_init__(self) -> None:
        shown = {"message": visible(self.message), "expected": visible(self.expected)}
        shown_lists = {
            "hints": tuple(map(visible, self.hints)),
            "notes": tuple((visible(t), at) for t, at in self.notes),
        }
        for name, value in (shown | shown_lists).items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}"

    @property
    def is_error(self) -> bool:
        """Whether the diagnostic stops the build."""
        return not self.in_draft and (self.strict or self.code.startswith("E"))

    @property
    def severity(self) -> str:
        """Either `error` or `warning`."""
        return "error" if self.is_error else "warning"


def quoted(value: object) -> str:
    """Return a user's value in quotes: on one line, cut at 40 characters, without control characters."""
    text = " ".join(str(value).split())
    return (
        f"'{visible_line(text[: _LONGEST_VALUE - 1])}\u2026'"
        if len(text) > _LONGEST_VALUE
        else f"'{visible_line(text)}'"
    )


def find_closest(wrong: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar to a wrong one.

    Args:
        wrong: The word as the user wrote it.
        known: The words that would have been right.

    Returns:
        The word, or None if none is similar enough.
    """
    close = difflib.get_close_matches(wrong, list(known), n=1) if len(wrong) <= _LONGEST_WORD else ()
    return next(iter(close), None)


def did_you_mean(wrong: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return a hint with the most similar known word.

    Args:
        wrong: The word as the user wrote it.
        known: The words that would have been right.

    Returns:
        One hint, or none if no word is similar enough.
    """
    meant = find_closest(wrong, known)
    return (f"did you mean '{meant}'?",) if meant is not None else ()


@dataclass(slots=True)
class Collector:
    """The diagnostics of a stage, collected so that all of them are reported at once.

    Attributes:
        items: The diagnostics in the order in which they were found, without duplicates.
    """

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
        """Add a diagnostic, unless an equal one has been added before.

        Args:
            code: See `Diagnostic`, also for the other arguments.
            message: What is wrong.
            span: Where it was written.
            expected: What would have been right.
            hints: What to do.
            notes: Related facts.
        """
        item = Diagnostic(code, message, span, expected, tuple(hints), tuple(notes))
        if item not in self._seen:
            self._seen.add(item)
            self.items.append(item)

    @property
    def has_errors(self) -> bool:
        """Whether any of the diagnostics stops the build."""
        return any(item.is_error for item in self.items)


def sort_diagnostics(items: Iterable[Diagnostic], *, strict: bool = False) -> list[Diagnostic]:
    """Return the diagnostics sorted by file, line and column, without duplicates.

    Args:
        items: The diagnostics in any order.
        strict: Whether warnings become errors.
    """

    def position(item: Diagnostic) -> tuple[str, str, int, int, str]:
        span = item.span or Span("")
        return span.file, span.sheet, span.line, span.column, item.code

    unique = dict.fromkeys(replace(item, strict=True) if strict else item for item in items)
    return sorted(unique, key=position)


def untold(code: str, count: int) -> Diagnostic:
    """Return what stands for faults of a code that are not told one by one.

    Args:
        code: The code.
        count: Number of the faults, at least 1.
    """
    return Diagnostic(code, f"and {count:,} more", more=count)


def has_too_many(items: Iterable[Diagnostic]) -> bool:
    """Return whether there are more errors of one code than are told one by one."""
    met = Counter(item.code for item in items if item.is_error)
    return any(count > MOST_OF_A_KIND for count in met.values())


def abridge(items: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the first `MOST_OF_A_KIND` diagnostics of each code, and one that counts the others of that code at the end."""
    told: list[Diagnostic] = []
    met: Counter[str] = Counter()
    rest: dict[str, Diagnostic] = {}
    for item in items:
        met[item.code] += not item.more
        if not item.more and met[item.code] <= MOST_OF_A_KIND:
            told.append(item)
            continue
        before = rest.get(item.code)
        count = (item.more or 1) + (before.more if before else 0)
        rest[item.code] = replace(untold(item.code, count), strict=item.strict, in_draft=item.in_draft)
    return [*told, *rest.values()]


def to_text(items: Iterable[Diagnostic]) -> str:
    """Format diagnostics for people, abridged.

    Each takes one line with position, severity, code and message, followed by indented lines with what was expected,
    the hints, the notes and the source line with carets under the value. Source lines are read from the files.
    """
    lines: list[str] = []
    sources: dict[str, list[str]] = {}
    for item in abridge(items):
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
        title = f"{item.code} {span.sheet}!{span.cell}" if span.sheet else item.code
        properties = {"file": span.file, "line": line, "col": column, "title": title}
        body = "; ".join([item.message, *([f"expected {item.expected}"] if item.expected else []), *item.hints])
        joined = ",".join(f"{key}={escape(str(value), ':,')}" for key, value in properties.items() if value)
        lines.append(f"::{item.severity} {joined}::{escape(body)}")
    return "\n".join(lines)


def _excerpt(span: Span | None, sources: dict[str, list[str]]) -> list[str]:
    """Return the source line and a line of carets below it.

    Args:
        span: The position to show.
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

"""Lines of a YAML file that could not be read, and the mistakes that are recognised both in lines and in values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.records import dataclass
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.source import Span

DASH_MISSING = "E111"
QUOTE_NOT_CLOSED = "E112"
SPACE_MISSING = "E113"
COLOR_AS_COMMENT = "E114"
LOOK_ALIKE = "E115"
TOO_DEEP = "E107"

DEPTH_LIMIT = 60
"""Levels of lists and mappings that a file may have."""
NESTED = f"values are nested more than {DEPTH_LIMIT} deep"

ODD_SPACE = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]")
"""A character that looks like a space, or like nothing, and separates nothing in YAML."""
GLUED = re.compile(r"(?P<key>[A-Za-z_][\w-]*):(?P<value>[^\s:/\\'\"].*)")
"""A key and its value without a space between them; `//` and `\\` follow the colon of an address or a drive."""
SMART_QUOTES = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u201a\u2039\u203a"
"""Quotes as word processors write them; to YAML they are letters."""
COLOR = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\w-])")

_LINE = re.compile(
    r"(?P<indent>\s*)(?P<dashes>(?:-\s+)*)(?:(?P<key>[^\s:#\[\]{}'\"-][^:#]*|'[^']*'|\"[^\"]*\"):(?=\s|$)\s*)?"
)
_LINES_BEFORE = 20  # how far above the error a mistake is looked for


@dataclass(frozen=True, slots=True)
class Failure:
    """The place where a parser gave up.

    Attributes:
        line: Line of the problem, from 0.
        column: Column of the problem, from 0.
        context: Line and column, from 0, of the value that was being parsed; None if the parser names none.
    """

    name: str
    text: str
    lines: Sequence[str]
    problem: str
    line: int
    column: int
    context: tuple[int, int] | None

    @property
    def char(self) -> str:
        """The character at the problem; empty at the end of a line."""
        return self.line_at(self.line)[self.column : self.column + 1]

    def line_at(self, number: int) -> str:
        """Return a line by its number from 0; empty behind the end of the file."""
        return self.lines[number] if number < len(self.lines) else ""

    def span(self, line: int, column: int, length: int = 1) -> Span:
        """Return a position.

        Args:
            line: Line from 0.
            column: Column from 0.
        """
        return Span(self.name, line + 1, column + 1, column + 1 + length)

    def lines_before(self) -> list[int]:
        """Return the numbers of the line of the problem and of those above it that are not blank, nearest first."""
        first = max(0, self.line - _LINES_BEFORE)
        if self.context:
            first = min(first, self.context[0])
        return [number for number in range(self.line, first - 1, -1) if self.line_at(number).strip()]


def odd_space(span: Span, char: str) -> Diagnostic:
    """Return the diagnostic for a character that only looks like a space."""
    name = "a no-break space" if char == "\u00a0" else "a character that looks like a space"
    message = f"{name} (U+{ord(char):04X}) separates nothing"
    return Diagnostic(LOOK_ALIKE, message, span, hints=("replace it by a plain space",))


def smart_quotes(span: Span, char: str) -> Diagnostic:
    """Return the diagnostic for typographic quotes around a value."""
    message = f"typographic quotes ({char}) do not quote text"
    return Diagnostic(LOOK_ALIKE, message, span, hints=("write straight quotes: \" or '",))


def color_as_comment(span: Span, color: str) -> Diagnostic:
    """Return the diagnostic for a colour without quotes.

    Args:
        color: The colour with its `#`.
    """
    message = f"colour {color} is read as a comment, because '#' begins one"
    return Diagnostic(COLOR_AS_COMMENT, message, span, hints=(f'put it in quotes: "{color}"',))


def missing_space(span: Span, before: str, after: str) -> Diagnostic:
    """Return the diagnostic for a missing space."""
    hint = f"write {quoted(f'{before} {after.strip()}')}"
    return Diagnostic(SPACE_MISSING, f"a space is missing after '{before}'", span, hints=(hint,))


def parts(line: str) -> dict[str, str]:
    """Return the parts of a line that begins a value: `indent`, `dashes` and `key`; those that are missing are empty."""
    match = _LINE.match(line)
    assert match  # each part may be empty
    return {name: text or "" for name, text in match.groupdict().items()}


def key_start(line: str) -> int:
    """Return the column of the first key or value of a line, behind its dashes."""
    part = parts(line)
    return len(part["indent"]) + len(part["dashes"])


def value_start(line: str) -> int:
    """Return the column of the value of a line, behind its key."""
    match = _LINE.match(line)
    return match.end() if match else 0

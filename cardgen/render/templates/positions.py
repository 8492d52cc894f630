"""Carry lines and columns of templates through Jinja, which knows only lines.

Jinja knows only the line of a token, and carries it along as a number: into its syntax tree, into the code that it
compiles, and into its errors. Here that number holds line and column, so that both arrive wherever a line would.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.guard.files import read_bytes
from cardgen.report.source import Span, display_path

if TYPE_CHECKING:
    from cardgen.report.xml_positions import TextRange

_LINE_END = re.compile(r"\r\n|\r|\n")
_BOTH = 1 << 40  # set in a number that holds a column too; the numbers that Jinja itself makes hold only a line
_COLUMNS = 1 << 14
_TAG_STARTS, _TAG_ENDS = ("{{", "{%"), ("}}", "%}")
_MAX_READ = 1_000_000  # bytes of a template, as in `environment.py`

Tokens = Iterable[tuple[int, str, str]]
"""Line, kind and text of each token, as Jinja's lexer yields them."""


def pack(line: int, column: int) -> int:
    """Return one number that holds a line and a column.

    Args:
        line: The line, from 1.
        column: The column, from 1.
    """
    return _BOTH | line * _COLUMNS | min(column, _COLUMNS - 1)


def unpack(number: int) -> tuple[int, int]:
    """Return the line and the column that a number of Jinja's holds; the column is 0 if it holds none."""
    if number < _BOTH:
        return number, 0
    return divmod(number ^ _BOTH, _COLUMNS)


def with_columns(tokens: Tokens, source: str) -> Iterator[tuple[int, str, str]]:
    """Replace the line of each token by a packed line and column.

    Args:
        tokens: Tokens of the template, without the white space that Jinja strips.
    """
    text = _LINE_END.sub("\n", source)
    at, line, line_start = 0, 1, 0
    for _, kind, value in tokens:
        found = text.find(value, at)
        found = at if found < 0 else found
        if breaks := text.count("\n", at, found):
            line += breaks
            line_start = text.rfind("\n", 0, found) + 1
        yield pack(line, found - line_start + 1), kind, value
        at = found + len(value)
        if breaks := text.count("\n", found, at):
            line += breaks
            line_start = text.rfind("\n", 0, at) + 1


class TemplateText:
    """The text of a template file, to find in it what an error is about.

    Args:
        file: Path of the file. A file that is gone is an empty text.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        try:
            data = read_bytes(Path(file), _MAX_READ)
            self.text = _LINE_END.sub("\n", data.decode("utf-8-sig", "replace"))
        except (OSError, ValueError):
            self.text = ""
        self._has_boxes = file.endswith(".face.yaml")
        self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def span(self, place: TextRange) -> Span:
        """Return the position of a part of the text; its end is on the first line of the part."""
        line = self.text.count("\n", 0, place.start) + 1
        column = place.start - self._starts[line - 1] + 1
        line_end = self.text.find("\n", place.start)
        end = place.end if line_end < 0 else min(place.end, line_end)
        return Span(display_path(self.file), line, column, column + end - place.start)

    def box(self, line: int, words: str) -> Span | None:
        """Return where words stand in a box of a file of boxes, or where it begins; None for any other file.

        The template that such a file stands for has each box on the line on which the file begins it, and no column.

        Args:
            line: The line, from 1.
            words: The words to point at; empty, or not found, points at the first line of the box.
        """
        from cardgen.report.xml_positions import TextRange

        if not self._has_boxes or not 0 < line <= len(self._starts):
            return None
        start = self._starts[line - 1]
        last = re.compile(r"\n *-").search(self.text, start)
        first = re.compile(r"[^\n]*").match(self.text, start)
        assert first
        whole = TextRange(start, last.start() if last else len(self.text))
        lead = len(first[0]) - len(first[0].lstrip(" -"))
        return self.span((words and self.word(words, whole)) or TextRange(start + lead, first.end()))

    def offset(self, line: int, column: int) -> int:
        """Return the index of a position; a column of 0 stands for the first character that is no space.

        Args:
            line: The line, from 1.
            column: The column, from 1, or 0.
        """
        if not 0 < line <= len(self._starts):
            return len(self.text)
        start = self._starts[line - 1]
        if column:
            return start + column - 1
        rest = self.text[start : self._starts[line] if line < len(self._starts) else None]
        return start + len(rest) - len(rest.lstrip())

    def expression(self, line: int, column: int) -> TextRange:
        """Return the whole expression or statement inside `{{ }}` or `{% %}` around a position.

        Args:
            line: The line, from 1.
            column: The column, from 1, or 0 for the first expression of the line.
        """
        from cardgen.report.xml_positions import TextRange

        at = self.offset(line, column)
        if not column:
            line_end = self.text.find("\n", at)
            line_end = len(self.text) if line_end < 0 else line_end
            starts = [found for mark in _TAG_STARTS if (found := self.text.find(mark, at, line_end)) >= 0]
            if not starts:
                return TextRange(at, len(self.text[at:line_end].rstrip()) + at)
            at = min(starts)
        start = max(self.text.rfind(mark, 0, at + 2) for mark in _TAG_STARTS)
        if start < 0 or any(start < self.text.find(mark, start, at) for mark in _TAG_ENDS):
            start = at
        else:
            start += 2 + (self.text[start + 2 : start + 3] in "-+")
        ends = [found for mark in _TAG_ENDS if (found := self.text.find(mark, start)) >= 0]
        end = min(ends, default=len(self.text))
        inner = self.text[start:end].rstrip("-+ \t\n")
        return TextRange(start + len(inner) - len(inner.lstrip()), start + len(inner))

    def word(self, name: str, within: TextRange) -> TextRange | None:
        """Return where a name stands in a part of the text; None if it does not."""
        from cardgen.report.xml_positions import TextRange

        bounds = (r"(?<![\w])", r"(?![\w])") if name.isidentifier() else ("", "")
        found = re.compile(bounds[0] + re.escape(name) + bounds[1]).search(self.text, within.start, within.end)
        return TextRange(*found.span()) if found else None


def span_of_expression(file: str, number: int, name: str = "") -> Span:
    """Return the position of an expression of a template, or of a name in it.

    Args:
        name: The name to point at; empty, or one that is not found, points at the whole expression.
    """
    line, column = unpack(number)
    source = TemplateText(file)
    if not source.text:
        return Span(display_path(file), line, column)
    if box := source.box(line, name):
        return box
    expression = source.expression(line, column)
    return source.span((name and source.word(name, expression)) or expression)


def whole_name(file: str, number: int, name: str) -> str:
    """Return a name with the names before it, such as `card.cost` for `cost`, as an expression states it."""
    source = TemplateText(file)
    expression = source.expression(*unpack(number))
    stated = re.compile(rf"[\w.]+\.{re.escape(name)}\b").search(source.text, expression.start, expression.end)
    return stated[0] if stated else name

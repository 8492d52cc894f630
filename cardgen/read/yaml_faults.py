"""Mistakes in a YAML file that do not end its reading, with their positions in the text."""

from __future__ import annotations

from typing import Any

from cardgen.report.diagnostics import Collector, Diagnostic, quoted
from cardgen.report.source import Span

ERROR_LIMIT = 100  # reported errors that do not stop the reading; more would not help the author


class YamlFaults:
    """Collects what is wrong with one file.

    Attributes:
        is_trusted: Whether the mistakes so far leave no doubt about what was meant.
    """

    def __init__(self, text: str, name: str, diagnostics: Collector) -> None:
        self.name = name
        self.lines = text.splitlines()
        self.is_trusted = True
        self._diagnostics = diagnostics
        self._count = 0

    def span(self, event: Any, end: Any = None) -> Span:
        """Return the position of an event, up to its end or the end of its line.

        Args:
            end: Where to end instead; None for the end of the event.
        """
        start = event.start_mark
        end = end or event.end_mark
        line, column = start.line, start.column + 1
        if end.line == line:
            return Span(self.name, line + 1, column, end.column + 1)
        rest = self.lines[line].rstrip() if line < len(self.lines) else ""
        return Span(self.name, line + 1, column, max(column, len(rest) + 1))

    def written(self, span: Span) -> str:
        """Return what stands at a position, in quotes."""
        return quoted(self.lines[span.line - 1][span.column - 1 : span.end - 1] if span.line <= len(self.lines) else "")

    def error(self, code: str, message: str, span: Span, **more: Any) -> None:
        """Add a mistake.

        Args:
            code: See `Diagnostic`, also for the rest.
        """
        self._count += 1
        if self._count <= ERROR_LIMIT:
            self._diagnostics.add(code, message, span, **more)

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a mistake whose meaning is plain."""
        self._count += 1
        if self._count <= ERROR_LIMIT:
            self._diagnostics.items.append(diagnostic)

    def doubt(self, diagnostic: Diagnostic) -> None:
        """Add a mistake that leaves the meaning of the file in doubt."""
        self.is_trusted = False
        self.add(diagnostic)

    def reject(self, message: str, span: Span, hint: str) -> None:
        """Add what is not supported (E110), which leaves the meaning of the file in doubt."""
        self.is_trusted = False
        self.error("E110", message, span, hints=[hint])

    def add_cause(self, diagnostic: Diagnostic) -> None:
        """Add what ended the reading, unless the same mistake has been reported on its way there."""
        known = ((item.code, item.span and (item.span.file, item.span.line)) for item in self._diagnostics.items)
        if (diagnostic.code, diagnostic.span and (diagnostic.span.file, diagnostic.span.line)) not in known:
            self._diagnostics.items.append(diagnostic)

"""The one exception that a user's input can cause."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.report.diagnostics import Diagnostic, to_text
from cardgen.report.source import Span


class CardgenError(Exception):
    """The input has errors; nothing was written.

    Attributes:
        diagnostics: Everything that is to be said, warnings included.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return to_text(self.diagnostics)


class UnlocatedError(Exception):
    """One fault, found by code that does not know where the user wrote the cause; whoever knows adds the place.

    Attributes:
        code, message, expected, hints: As in `Diagnostic`.
    """

    def __init__(self, code: str, message: str, *, expected: str = "", hints: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected
        self.hints = tuple(hints)

    def at(self, span: Span | None, *notes: tuple[str, Span | None]) -> Diagnostic:
        """The fault with its place."""
        return Diagnostic(self.code, self.message, span, self.expected, self.hints, notes)


class AlreadyReportedError(UnlocatedError):
    """A fault that is noted already where its cause is written; whatever meets it again is left out without a word."""

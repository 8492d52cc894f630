"""The exceptions that a user's input can cause. Any other exception is a bug in cardgen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cardgen.report.diagnostics import Diagnostic, to_text
from cardgen.report.source import Span


class CardgenError(Exception):
    """The input has errors, and nothing was written.

    Attributes:
        diagnostics: All errors and warnings that were found, in the order in which to report them.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return to_text(self.diagnostics)


class UnlocatedError(Exception):
    """One error, raised by code that cannot see where its cause was written; the caller adds the position.

    Attributes:
        code: See `Diagnostic`, also for the other attributes.
        message: What is wrong.
        expected: What would have been right.
        hints: What to do.
        part: Attribute of an element that the error is about, for the caller that adds the position: its name for the
            value, with `=` after it for the name itself; empty for the whole element.
        span: Where the cause stands, in a file of its own that a deck or a template names, such as a picture; None if it
            is the caller who can see that.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        expected: str = "",
        hints: Sequence[str] = (),
        part: str = "",
        span: Span | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected
        self.hints = tuple(hints)
        self.part = part
        self.span = span

    def at(self, span: Span | None, *notes: tuple[str, Span | None]) -> Diagnostic:
        """Return the error as a diagnostic.

        Args:
            span: Where its cause was written, or is named if it stands in a file of its own; None if in no file.
            *notes: Related facts, each with its position or None.
        """
        if self.span is not None:
            named = (("named here", span),) if span else ()
            return Diagnostic(self.code, self.message, self.span, self.expected, self.hints, (*named, *notes))
        return Diagnostic(self.code, self.message, span, self.expected, self.hints, notes)


class DrawnError(UnlocatedError):
    """An error of something that was drawn; whoever knows what it is a part of adds the place.

    Attributes:
        drawn: An artwork, or the file of a picture.
    """

    def __init__(
        self, code: str, message: str, drawn: object, *, expected: str = "", hints: Sequence[str] = ()
    ) -> None:
        super().__init__(code, message, expected=expected, hints=hints)
        self.drawn = drawn


class AlreadyReportedError(UnlocatedError):
    """An error that has been reported where its cause was written; callers skip what fails, without a second report."""


@contextmanager
def as_cardgen_error() -> Iterator[None]:
    """Raise an `UnlocatedError` as a `CardgenError`, at a boundary where no place can be added any more."""
    try:
        yield
    except UnlocatedError as error:
        raise CardgenError([error.at(None)]) from None

"""The exceptions that a user's input can cause. Any other exception is a bug in cardgen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from cardgen.report.diagnostics import Collector, Diagnostic, sort_diagnostics
from cardgen.report.formats import to_text
from cardgen.report.source import Span


class CardgenError(Exception):
    """The input has errors, and nothing was written.

    Attributes:
        diagnostics: All errors and warnings that were found, in the order in which to report them. If none of them is an
            error by its code, all are raised to errors, since they stopped the work.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        has_errors = any(item.is_error for item in diagnostics)
        self.diagnostics = tuple(item if has_errors else replace(item, strict=True) for item in diagnostics)

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
        measure: See `Diagnostic`.
        is_final: Whether it is an error whatever its code says, since nothing was drawn for what it is about.
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
        measure: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected
        self.hints = tuple(hints)
        self.part = part
        self.span = span
        self.measure = measure
        self.is_final = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how the error passes from one process to another, whatever its class takes to be made."""
        return _remade, (type(self), self.args, self.__dict__)

    def at(self, span: Span | None, *notes: tuple[str, Span | None]) -> Diagnostic:
        """Return the error as a diagnostic.

        Args:
            span: Where its cause was written, or is named if it stands in a file of its own; None if in no file.
            *notes: Related facts, each with its position or None.
        """
        named = (("named here", span),) if span and self.span else ()
        return Diagnostic(
            self.code,
            self.message,
            self.span or span,
            self.expected,
            self.hints,
            (*named, *notes),
            strict=self.is_final,
            measure=self.measure,
        )


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
def final_errors() -> Iterator[None]:
    """Make the errors that pass through final, where nothing stands for what they are about."""
    try:
        yield
    except UnlocatedError as error:
        error.is_final = True
        raise


@contextmanager
def as_cardgen_error() -> Iterator[None]:
    """Raise an `UnlocatedError` as a `CardgenError`, at a boundary where no place can be added any more."""
    try:
        yield
    except UnlocatedError as error:
        raise CardgenError([error.at(None)]) from None


def raise_errors(found: Collector, *, strict: bool = False) -> None:
    """End the work if there are errors; with `strict`, or in a deck that states it, warnings are errors.

    Raises:
        CardgenError: There are errors.
    """
    strict = strict or found.is_strict
    if found.has_errors or (strict and found.items):
        raise CardgenError(sort_diagnostics(found.items, strict=strict))


def _remade(kind: type[UnlocatedError], arguments: tuple[Any, ...], values: dict[str, Any]) -> UnlocatedError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(values)
    return error

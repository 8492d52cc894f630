"""Turn exceptions raised by templates into diagnostics with the line of the template."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.utils import missing

from cardgen.report.diagnostics import Diagnostic, did_you_mean
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span, display_path

TEMPLATE_SUFFIXES = (".j2", ".md")


class OverBudgetError(Exception):
    """A template used more than any card needs."""


class TemplateError(Exception):
    """A template that cannot be used.

    Attributes:
        diagnostic: What to report to the user.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class UndefinedNameError(jinja2.UndefinedError):
    """A template used a name that does not exist.

    Attributes:
        holder: Value that lacks the name.
        name: The name.
    """

    def __init__(self, holder: object, name: str, message: str | None = None) -> None:
        super().__init__(message)
        self.holder = holder
        self.name = name


class UndefinedValue(jinja2.StrictUndefined):
    """An undefined value whose error holds the name that was looked up, and the value that lacks it."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None) -> None:
        # Jinja declares a class here, but only calls it to make the error.
        make: Any = functools.partial(UndefinedNameError, obj, str(name))
        super().__init__(hint, obj, name, exc or make)


def to_diagnostic(error: Exception, name: str) -> Diagnostic:
    """Convert an exception raised by a template.

    Args:
        error: Any exception.
        name: Name of the template that was rendered, for errors without a file.
    """
    if isinstance(error, jinja2.TemplateSyntaxError):
        span = Span(display_path(error.filename or error.name or name), error.lineno)
        return Diagnostic("E402", f"template syntax: {_sentence(error.message)}", span)
    line = _template_line(error)
    span = line or Span(display_path(name))
    if isinstance(error, SyntaxError):  # raised by Python when it compiles Jinja's output
        return Diagnostic("E402", f"template syntax: {_sentence(error.msg)}", span)
    if isinstance(error, UnlocatedError):
        return error.at(span)
    if isinstance(error, jinja2.TemplateNotFound):
        return Diagnostic("E401", f"template '{error.name or name}' does not exist", line)
    for kinds, describe in _KINDS:
        if isinstance(error, kinds):
            return describe(error, span)
    return Diagnostic("E403", f"template fails: {_sentence(str(error) or type(error).__name__)}", span)


def _over_budget(error: Exception, span: Span) -> Diagnostic:
    """Return the diagnostic (E404) for a template that exceeds its budget."""
    reason = _sentence(str(error)) if isinstance(error, OverBudgetError) else "needs too much memory"
    if isinstance(error, RecursionError):
        reason = "calls itself without end" if span.line else "is nested too deeply"
    return Diagnostic("E404", f"template {reason}", span, expected="a loop that ends, and a small document")


def _forbidden(error: Exception, span: Span) -> Diagnostic:
    """Return the diagnostic (E411) for a template that tries what it may not do."""
    return Diagnostic("E411", f"template is rejected: {_sentence(str(error))}", span)


def _undefined(error: Exception, span: Span) -> Diagnostic:
    """Return the diagnostic (E403) for an undefined name."""
    message = _sentence(getattr(error, "message", None) or "undefined value")
    return Diagnostic("E403", message, span, hints=_similar_name(error))


_KINDS: tuple[tuple[tuple[type[Exception], ...], Callable[[Exception, Span], Diagnostic]], ...] = (
    ((OverBudgetError, RecursionError, MemoryError, OverflowError), _over_budget),
    ((SecurityError,), _forbidden),
    ((jinja2.UndefinedError,), _undefined),
)


def _sentence(message: str | None) -> str:
    """Return the first line, with a small initial letter and without full stop."""
    text = (message or "").strip().rstrip(".")
    line = text.splitlines()[0][:200] if text else ""
    return line[:1].lower() + line[1:] if line[1:2].islower() else line


def _frames(error: BaseException) -> Iterator[tuple[Any, int]]:
    """Yield the frames of templates, innermost first, with line numbers of the template."""
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if frame.f_code.co_filename.endswith(TEMPLATE_SUFFIXES):
            yield frame, line


def _template_line(error: BaseException) -> Span | None:
    """Return the innermost line of a template in the traceback."""
    frame, line = next(_frames(error), (None, 0))
    return Span(display_path(frame.f_code.co_filename), line) if frame else None


def _similar_name(error: Exception) -> tuple[str, ...]:
    """Return a hint with the key or variable whose name is closest to the undefined one."""
    if not isinstance(error, UndefinedNameError):
        return ()
    if isinstance(error.holder, Mapping):
        return did_you_mean(error.name, map(str, error.holder))
    frame, _ = next(_frames(error), (None, 0))
    return did_you_mean(error.name, frame.f_locals) if frame else ()

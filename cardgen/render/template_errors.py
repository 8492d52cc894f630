"""What goes wrong in a template, in the words of a person: the code, the line of the template, the nearest name."""

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
    """A template did more than any card needs."""


class TemplateError(Exception):
    """A template cannot be used; carries what to tell the user."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class UndefinedNameError(jinja2.UndefinedError):
    """A template used a name that is not there.

    Attributes:
        holder: What should have it.
        name: The name.
    """

    def __init__(self, holder: object, name: str, message: str | None = None) -> None:
        super().__init__(message)
        self.holder = holder
        self.name = name


class UndefinedValue(jinja2.StrictUndefined):
    """An undefined value whose error knows what was looked for, and in what."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None) -> None:
        # What is called to make the error is stated as a class, but only ever called.
        make: Any = functools.partial(UndefinedNameError, obj, str(name))
        super().__init__(hint, obj, name, exc or make)


def to_diagnostic(error: Exception, name: str) -> Diagnostic:
    """Turn what a template raised into what a person can use.

    Args:
        error: Whatever it raised.
        name: Of the template that was to be filled, for errors that do not know their file.
    """
    if isinstance(error, jinja2.TemplateSyntaxError):
        span = Span(display_path(error.filename or error.name or name), error.lineno)
        return Diagnostic("E402", f"template syntax: {_sentence(error.message)}", span)
    line = _template_line(error)
    span = line or Span(display_path(name))
    if isinstance(error, SyntaxError):  # from Python, which compiles what Jinja makes of the template
        return Diagnostic("E402", f"template syntax: {_sentence(error.msg)}", span)
    if isinstance(error, UnlocatedError):
        return error.at(span)
    if isinstance(error, jinja2.TemplateNotFound):
        return Diagnostic("E401", f"template '{error.name or name}' is not found", line)
    for kinds, describe in _KINDS:
        if isinstance(error, kinds):
            return describe(error, span)
    return Diagnostic("E403", f"template fails: {_sentence(str(error) or type(error).__name__)}", span)


def _too_much(error: Exception, span: Span) -> Diagnostic:
    reason = _sentence(str(error)) if isinstance(error, OverBudgetError) else "asks for too much"
    if isinstance(error, RecursionError):
        reason = "calls itself without end" if span.line else "is nested too deeply"
    return Diagnostic("E404", f"template {reason}", span, expected="a loop that ends, and a small document")


def _refused(error: Exception, span: Span) -> Diagnostic:
    return Diagnostic("E411", f"template is refused: {_sentence(str(error))}", span)


def _undefined(error: Exception, span: Span) -> Diagnostic:
    message = _sentence(getattr(error, "message", None) or "undefined value")
    return Diagnostic("E403", message, span, hints=_nearby(error))


_KINDS: tuple[tuple[tuple[type[Exception], ...], Callable[[Exception, Span], Diagnostic]], ...] = (
    ((OverBudgetError, RecursionError, MemoryError, OverflowError), _too_much),
    ((SecurityError,), _refused),
    ((jinja2.UndefinedError,), _undefined),
)


def _sentence(message: str | None) -> str:
    """The first line, with a small letter first and no full stop."""
    text = (message or "").strip().rstrip(".")
    line = text.splitlines()[0][:200] if text else ""
    return line[:1].lower() + line[1:] if line[1:2].islower() else line


def _frames(error: BaseException) -> Iterator[tuple[Any, int]]:
    """The frames of templates, innermost first; Jinja has given them the lines of the template."""
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if frame.f_code.co_filename.endswith(TEMPLATE_SUFFIXES):
            yield frame, line


def _template_line(error: BaseException) -> Span | None:
    """The innermost line of a template in the traceback."""
    frame, line = next(_frames(error), (None, 0))
    return Span(display_path(frame.f_code.co_filename), line) if frame else None


def _nearby(error: Exception) -> tuple[str, ...]:
    """A name close to the undefined one: of the value that lacks it, else of the variables there."""
    if not isinstance(error, UndefinedNameError):
        return ()
    if isinstance(error.holder, Mapping):
        return did_you_mean(error.name, map(str, error.holder))
    frame, _ = next(_frames(error), (None, 0))
    return did_you_mean(error.name, frame.f_locals) if frame else ()

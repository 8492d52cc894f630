"""Turn exceptions raised by templates into diagnostics with the line and column of the template."""

from __future__ import annotations

import functools
import re
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import jinja2
from jinja2.debug import get_template_locals
from jinja2.exceptions import SecurityError
from jinja2.utils import missing

from cardgen.records import dataclass
from cardgen.render.templates.positions import span_of_expression, whole_name
from cardgen.report.diagnostics import Diagnostic, did_you_mean
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span, display_path

_UNKNOWN = re.compile(r"(?:No (?P<kind>filter|test) named|Encountered unknown tag) '(?P<word>[^']*)'")
_OPEN = re.compile(r"looking for(?: the following tags:)? (?P<tags>.+?)\. The innermost block .* '(?P<block>\w+)'")
_NOT_EXPORTED = re.compile(r"the template ('[^']*') .*does not export")
_COMPARED = re.compile(r"'(.+)' not supported between instances of '(\w+)' and '(\w+)'")
_COMBINED = re.compile(r"unsupported operand type\(s\) for (.+): '(\w+)' and '(\w+)'")
_WITHIN = re.compile(r"[\w.]+\.<locals>\.")  # before the name of a filter
_KINDS_OF_VALUE: Mapping[str, str] = {
    "NoneType": "nothing",
    "int": "a number",
    "float": "a number",
    "bool": "yes or no",
    "str": "a text",
    "Markup": "a text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a card",
}
HINTS_OF_NOTHING = ("a field that is optional has no value where it is left out: give it a default",)
"""What to do about a value that is left out."""
_MAX_LISTED = 30  # names that a message lists; more would hide the message
_ADVICE: Mapping[str, tuple[str, ...]] = {
    "expected token 'end of print statement'": ("put an operator or a comma between the two, or close it with '}}'",),
    "expected token 'end of statement block'": ("close the statement with '%}'",),
    "unexpected '}'": ("close an expression with '}}' and a statement with '%}'",),
    "unexpected '%'": ("open a statement with '{%' and an expression with '{{'",),
    "Missing end of comment tag": ("close the comment with '#}'",),
    "expected 'end of print statement'": ("close the expression with '}}'",),
    "expected 'end of statement block'": ("close the statement with '%}'",),
}
"""Part of a message of Jinja's parser, and what to do about it."""
_PLAIN: Mapping[str, str] = {
    "unexpected 'end of template'": "it ends too early",
    "unexpected end of template": "it ends too early",
    "end of print statement": "}}",
    "end of statement block": "%}",
    "expected token 'name', got": "expected a name, not",
    "expected 'name'": "expected a name",
    "chunk after expression": "more follows where it could end",
}
"""Words of Jinja's parser, and those that need no knowledge of it."""


class OverBudgetError(Exception):
    """A template used more than any card needs."""


class TooSlowError(OverBudgetError):
    """A template took too long, or the machine stood while it was rendered."""


class TemplateError(Exception):
    """A template that cannot be used.

    Attributes:
        others: What else is wrong with the file of the template.
    """

    def __init__(self, diagnostic: Diagnostic, *others: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.others = others


_OF_NO_ITEMS = {f"No {which} item, sequence was empty." for which in ("first", "last", "aggregated")}
_NOTHING_THERE = "an empty list has no first, last, least or greatest item: add a default, such as '| default(0)'"
_NO_ELSE = "an 'if' without an 'else' has no value where its condition is false: add 'else' and a value"


class UndefinedNameError(jinja2.UndefinedError):
    """A template used a name that does not exist.

    Attributes:
        holder: Value that lacks the name.
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
        if name is None:  # what a filter found nowhere, such as the first item of no items
            make, hint = jinja2.UndefinedError, _NOTHING_THERE if hint in _OF_NO_ITEMS else hint
        super().__init__(hint, obj, name, exc or make)


def to_diagnostic(error: Exception, name: str, known: Mapping[str, Iterable[str]] | None = None) -> Diagnostic:
    """Convert an exception raised by a template.

    Args:
        name: Name of the template that was rendered, for errors without a file.
        known: What a template may use, by kind (`filter`, `test`, `tag`, `template`), for suggestions.
    """
    known = known or {}
    if isinstance(error, jinja2.TemplateSyntaxError):
        return _syntax(error, name, known)
    frames = _frames(error)
    wrong = _UNKNOWN.match(str(error)) if isinstance(error, jinja2.TemplateRuntimeError) else None
    if wrong and frames:  # in a branch, Jinja reports it only when it gets there, from a function outside of it
        return _unknown(wrong, frames[:2][-1].span(wrong["word"]), known)
    place = frames[0].span(_name_in(error)) if frames else None
    span = place or Span(display_path(name))
    if isinstance(error, SyntaxError):  # raised by Python when it compiles Jinja's output
        return Diagnostic("E402", f"template syntax: {_sentence(error.msg)}", span)
    if isinstance(error, UnlocatedError):
        return error.at(span, *_callers(frames))
    if isinstance(error, jinja2.TemplateNotFound):
        wanted = str(error.name or name)
        hints = did_you_mean(wanted, known.get("template", ()))
        return Diagnostic("E401", f"template '{wanted}' does not exist", place, hints=hints)
    found = next((describe(error, span) for kinds, describe in _KINDS if isinstance(error, kinds)), None)
    found = found or Diagnostic("E403", f"template fails: {_sentence(in_words(error))}", span, hints=_advice(error))
    return replace(found, notes=_callers(frames))


def _syntax(error: jinja2.TemplateSyntaxError, name: str, known: Mapping[str, Iterable[str]]) -> Diagnostic:
    """Return the diagnostic (E402) for a template that Jinja cannot read."""
    message = error.message or ""
    wrong = _UNKNOWN.match(message)
    span = span_of_expression(error.filename or error.name or name, error.lineno, wrong["word"] if wrong else "")
    if nested := _unclosed(message, wrong["word"] if wrong else "", span):
        return nested
    if wrong:
        return _unknown(wrong, span, known)
    return Diagnostic("E402", f"template syntax: {syntax_in_words(error)}", span, hints=_hints_of(message))


def syntax_in_words(error: jinja2.TemplateSyntaxError) -> str:
    """Return what Jinja's parser says, without the names of its tokens: `it ends too early, expected ')'`."""
    reason = _sentence(error.message) or "it cannot be read"
    for words, plain in _PLAIN.items():
        reason = reason.replace(words, plain)
    return reason


def _unclosed(message: str, word: str, span: Span) -> Diagnostic | None:
    """Return the diagnostic (E402) for a statement that is not closed, or that closes none; None for another mistake.

    Args:
        word: Statement that Jinja did not expect; empty for the end of the template.
    """
    if word and not word.startswith(("end", "el")):  # no `endif`, `elif` or `else`
        return None
    if not (found := _OPEN.search(message)):
        return Diagnostic("E402", f"template syntax: '{word}' closes no statement", span) if word else None
    tags, block = re.findall(r"'(\w+)'", found["tags"]), found["block"]
    if not word:
        end = next(tag for tag in tags if tag.startswith("end"))
        return Diagnostic("E402", f"template syntax: '{block}' is not closed", span, f"'{end}'")
    expected = f"one of: {', '.join(tags)}"
    hints = did_you_mean(word, tags)
    return Diagnostic("E402", f"template syntax: '{word}' stands where '{block}' is open", span, expected, hints)


def _unknown(wrong: re.Match[str], span: Span, known: Mapping[str, Iterable[str]]) -> Diagnostic:
    """Return the diagnostic (E402) for a filter, a test or a statement that does not exist."""
    kind, word = wrong["kind"] or "tag", wrong["word"]
    noun = "statement" if kind == "tag" else kind
    words = sorted(known.get(kind, ()))
    expected = f"one of: {', '.join(words)}" if words else ""
    hints = did_you_mean(word, words)
    return Diagnostic("E402", f"template syntax: unknown {noun} '{word}'", span, expected, hints)


def _hints_of(message: str) -> tuple[str, ...]:
    """Return what to do about a message of Jinja's parser that does not say it."""
    return next((hints for start, hints in _ADVICE.items() if start in message), ())


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
    frames = _frames(error)
    name, names = _name_in(error), _names_there(error)
    if name in names:  # it is known, but has no value: an argument that was left out, or a macro of no other template
        names = []
    elif name and frames:
        message = f"'{whole_name(frames[0].file, frames[0].number, name)}' is not defined"
    if message.startswith("the inline if-expression"):  # its line is packed
        message = _NO_ELSE
    if no_macro := _NOT_EXPORTED.match(message):
        message = f"template {no_macro[1]} has no macro '{name}'"
    expected = f"one of: {', '.join(names)}" if 0 < len(names) <= _MAX_LISTED else ""
    return Diagnostic("E403", message, span, expected, did_you_mean(name, names))


_KINDS: tuple[tuple[tuple[type[Exception], ...], Callable[[Exception, Span], Diagnostic]], ...] = (
    ((OverBudgetError, RecursionError, MemoryError, OverflowError), _over_budget),
    ((SecurityError,), _forbidden),
    ((jinja2.UndefinedError,), _undefined),
)


def in_words(error: Exception) -> str:
    """Return the message of an exception without the names of Python's types: `'>' cannot compare nothing with a number`."""
    message = _WITHIN.sub("", str(error)) or type(error).__name__
    if not isinstance(error, TypeError):
        return message
    if found := _COMPARED.fullmatch(message):
        return f"'{found[1]}' cannot compare {kind_of(found[2])} with {kind_of(found[3])}"
    if found := _COMBINED.fullmatch(message):
        return f"'{found[1]}' cannot be used with {kind_of(found[2])} and {kind_of(found[3])}"
    return message


def kind_of(name: str) -> str:
    """Return what a value of a Python type is to people who write templates."""
    return _KINDS_OF_VALUE.get(name, "a text" if name.endswith(("String", "Reference", "Id")) else f"a value ({name})")


def _advice(error: Exception) -> tuple[str, ...]:
    """Return what to do about a value that is left out."""
    is_about_nothing = isinstance(error, TypeError) and "'NoneType'" in str(error)
    return HINTS_OF_NOTHING if is_about_nothing else ()


def _sentence(message: str | None) -> str:
    """Return the first line, with a small initial letter and without full stop."""
    text = (message or "").strip().rstrip(".")
    line = text.splitlines()[0][:200] if text else ""
    return line[:1].lower() + line[1:] if line[1:2].islower() else line


@dataclass(frozen=True, slots=True)
class _Frame:
    """A template that was running when an error occurred.

    Attributes:
        number: Packed line and column of what it did.
        names: Names that it could use, with their values.
    """

    file: str
    number: int
    names: Mapping[str, Any]

    def span(self, name: str = "") -> Span:
        """Return the position of the expression, or of a name in it."""
        return span_of_expression(self.file, self.number, name)


def _frames(error: BaseException) -> list[_Frame]:
    """Return the templates that were running, innermost first."""
    frames = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        template = frame.f_globals.get("__jinja_template__")
        if template is not None and template.filename:
            number = template.get_corresponding_lineno(line)
            frames.append(_Frame(template.filename, number, get_template_locals(frame.f_locals)))
    if isinstance(error, RecursionError):  # Python ends it anywhere: tell the first place that it came by again
        places = [(frame.file, frame.number) for frame in frames]
        frames = frames[: next((at for at, place in enumerate(places, 1) if place in places[at:]), None)]
    return frames[::-1]


def _callers(frames: Sequence[_Frame]) -> tuple[tuple[str, Span | None], ...]:
    """Return a note that names the place which called the macro or the template with the error."""
    outer = next((frame for frame in frames[1:] if frame.file != frames[0].file), None)
    return (("used here", outer.span()),) if outer else ()


def _name_in(error: Exception) -> str:
    """Return the name that an error is about; empty if it is about no name."""
    return error.name if isinstance(error, UndefinedNameError) else ""


def _names_there(error: Exception) -> list[str]:
    """Return the names that would have been right in place of an undefined one."""
    if not isinstance(error, UndefinedNameError):
        return []
    if isinstance(error.holder, Mapping):
        return [str(key) for key in error.holder]
    if error.holder is not missing:
        return []
    frames = _frames(error)
    return sorted(name for name in frames[0].names if not name.startswith("_")) if frames else []

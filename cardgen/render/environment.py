"""The Jinja2 environment: strict, escaped, and safe with templates that come from a stranger.

A template sees plain data, cannot reach Python's insides, and has a budget of steps and of output,
so it can neither run for ever nor fill the memory.
"""

from __future__ import annotations

import functools
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment, SecurityError

from cardgen.diagnostics import Diagnostic, did_you_mean
from cardgen.source import Span

MAX_STEPS = 200_000
MAX_OUTPUT = 4_000_000
MAX_VALUE = 1_000_000

_FILTERS = """abs attr batch capitalize default d dictsort escape e first float forceescape groupby int items join last
length count list lower map max min reject rejectattr replace reverse round safe select selectattr slice sort string
sum title tojson trim truncate unique upper""".split()
_STRING_METHODS = {"upper", "lower", "title", "capitalize", "strip", "split", "startswith", "endswith", "isdigit"}
_GLOBALS = ("range", "dict", "namespace", "cycler", "joiner")


class OverBudget(Exception):
    """A template did more than any card needs."""


class TemplateFailure(Exception):
    """A template cannot be used; carries what to tell the user."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Environment(ImmutableSandboxedEnvironment):
    """Jinja2 with a budget.

    Args:
        find: Gives the file of a template name, or None.
    """

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, find: Callable[[str], Path | None]) -> None:
        super().__init__(
            loader=jinja2.FunctionLoader(functools.partial(_read, find)),
            undefined=jinja2.StrictUndefined,
            autoescape=lambda name: not (name or "").endswith(".md"),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
        )
        self.filters = {name: self._bounded(self.filters[name]) for name in _FILTERS}
        self.globals = {name: self.globals[name] for name in _GLOBALS}
        self.steps = 0

    def tick(self) -> str:
        """Count a step of the template that runs.

        Raises:
            OverBudget: There were more than `MAX_STEPS`.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise OverBudget(f"takes more than {MAX_STEPS} steps")
        return ""

    def joined(self, *values: object) -> str:
        """What `a ~ b` means, within the budget."""
        return str(_within(jinja2.utils.markupsafe.Markup("").join(values)))

    def fill(self, name: str, variables: Mapping[str, object]) -> str:
        """Render a template.

        Raises:
            TemplateFailure: It is missing, wrong, fails, does too much or reaches for Python's insides.
        """
        self.steps = 0
        try:
            template = self.get_template(name)
            parts, size = [], 0
            for part in template.generate(**variables):
                size += len(part)
                if size > MAX_OUTPUT:
                    raise OverBudget(f"writes more than {MAX_OUTPUT} characters")
                parts.append(part)
            return "".join(parts)
        except Exception as error:  # whatever a template raises is the template's fault
            _explain(error, name)

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Allow only harmless methods of text; everything else as the sandbox says."""
        if isinstance(obj, str):
            return attr in _STRING_METHODS
        return super().is_safe_attribute(obj, attr, value)

    def unsafe_undefined(self, obj: object, attribute: str) -> NoReturn:  # type: ignore[override]
        """Refuse at once instead of giving an undefined value."""
        raise SecurityError(f"'{attribute}' of a value of type '{type(obj).__name__}' is out of reach for templates")

    def call_binop(self, context: jinja2.runtime.Context, operator: str, left: Any, right: Any) -> Any:
        """Do `+ * ** %` unless the result would be huge."""
        if operator == "%" and not isinstance(left, (int, float)):
            raise SecurityError("the operator % on text is out of reach for templates")
        if operator == "**" and (abs(left) > MAX_VALUE or abs(right) > 32):
            raise OverBudget("raises a number to a huge power")
        if operator == "*" and len(left if _is_long(left) else right if _is_long(right) else "") * max(
            (value for value in (left, right) if isinstance(value, int)), default=1
        ) > MAX_VALUE:
            raise OverBudget(f"makes a value longer than {MAX_VALUE}")
        return _within(super().call_binop(context, operator, left, right))

    def _bounded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A filter that counts as a step and whose result is not huge."""

        @functools.wraps(function)
        def bounded(*args: Any, **kwargs: Any) -> Any:
            self.tick()
            return _within(function(*args, **kwargs))

        return bounded

    def _generate(self, source: nodes.Template, name: Any, filename: Any, defer_init: bool = False) -> str:
        """Compile, after a step was put into each loop, macro, block and file."""
        counted = (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)
        for node in [source, *source.find_all(counted)]:
            step = nodes.Call(nodes.EnvironmentAttribute("tick"), [], [], None, None)
            node.body.insert(0, nodes.ExprStmt(step).set_lineno(node.lineno))
        _bound_concatenation(source)
        return super()._generate(source, name, filename, defer_init)


def _bound_concatenation(node: nodes.Node) -> None:
    """Replace every `a ~ b` below the node by a call of `Environment.joined`."""
    for field, value in node.iter_fields():
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, nodes.Node):
                continue
            _bound_concatenation(child)
            if isinstance(child, nodes.Concat):
                call = nodes.Call(nodes.EnvironmentAttribute("joined"), child.nodes, [], None, None)
                call.set_lineno(child.lineno)
                if isinstance(value, list):
                    value[index] = call
                else:
                    setattr(node, field, call)


def _is_long(value: object) -> bool:
    return isinstance(value, (str, bytes, list, tuple))


def _within(value: Any) -> Any:
    """The value, unless it is huge."""
    if isinstance(value, (str, list, tuple)) and len(value) > MAX_VALUE:
        raise OverBudget(f"makes a value longer than {MAX_VALUE}")
    return value


def _read(find: Callable[[str], Path | None], name: str) -> tuple[str, str, Callable[[], bool]] | None:
    path = find(name)
    if path is None:
        return None
    try:
        return path.read_text("utf-8"), str(path), lambda: True
    except (OSError, UnicodeDecodeError) as error:
        raise jinja2.TemplateSyntaxError(f"cannot be read: {error}", 1, name, str(path)) from error


def _explain(error: Exception, name: str) -> NoReturn:
    """Turn what Jinja raised into what a person can use."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        span = Span(display_path(error.filename or error.name or name), error.lineno)
        raise TemplateFailure(Diagnostic("E402", f"template syntax: {_sentence(error.message)}", span)) from None
    span = _template_line(error) or Span(display_path(name))
    if isinstance(error, jinja2.TemplateNotFound):
        message = f"template '{error.message or name}' is not found"
        raise TemplateFailure(Diagnostic("E401", message, span if span.line else None)) from None
    if isinstance(error, (OverBudget, RecursionError, MemoryError, OverflowError)):
        reason = str(error) if isinstance(error, OverBudget) else "calls itself without end"
        diagnostic = Diagnostic("E404", f"template {reason}", span, expected="a loop that ends, and a small document")
    elif isinstance(error, SecurityError):
        diagnostic = Diagnostic("E411", f"template is refused: {_sentence(str(error))}", span)
    elif isinstance(error, jinja2.UndefinedError):
        diagnostic = Diagnostic("E403", _sentence(error.message or "undefined value"), span, hints=_nearby(error))
    else:
        diagnostic = Diagnostic("E403", f"template fails: {_sentence(str(error) or type(error).__name__)}", span)
    raise TemplateFailure(diagnostic) from None


def _sentence(message: str | None) -> str:
    text = (message or "").strip().rstrip(".")
    return text.splitlines()[0][:200] if text else "unknown"


def _template_line(error: BaseException) -> Span | None:
    """The innermost line of a template in the traceback."""
    frames: Iterator[tuple[Any, int]] = traceback.walk_tb(error.__traceback__)
    places = [(frame.f_code.co_filename, line) for frame, line in frames]
    for filename, line in reversed(places):
        if filename.endswith((".j2", ".md")):
            return Span(display_path(filename), line)
    return None


def _nearby(error: jinja2.UndefinedError) -> tuple[str, ...]:
    """A name close to the undefined one, from the values that the template had."""
    parts = (error.message or "").split("'")
    if len(parts) < 3:
        return ()
    wrong = parts[-2]
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        obj = frame.f_locals.get("obj") if frame.f_code.co_name in {"getattr", "getitem"} else None
        if isinstance(obj, Mapping):
            return did_you_mean(wrong, (key for key in obj if isinstance(key, str)))
        context = frame.f_locals.get("context")
        if isinstance(context, jinja2.runtime.Context):
            return did_you_mean(wrong, context.get_all())
    return ()


def display_path(path: str) -> str:
    """A path as short as it can be said from here: relative if it lies below the current folder."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return path
    return path if relative.startswith("..") or sys.platform == "win32" else relative

"""Limit what a template may do: the filters and attributes that it may use, and the budget in which each step counts.

A template sees plain data, cannot reach the internals of Python, and has a budget of steps, time and size, so that it
can neither run forever nor fill the memory.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any, NoReturn

from jinja2 import runtime
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Namespace
from markupsafe import Markup

from cardgen.geometry.focus import Focus
from cardgen.model.deck import PictureReference
from cardgen.render.templates.budget import (
    COSTLY,
    MAX_VALUE,
    Budget,
    check_length,
    check_printable,
    check_value,
    reject_opaque,
)
from cardgen.render.templates.list_filters import LIST_FILTERS

_FILTERS = (
    *("abs", "capitalize", "default", "d", "dictsort", "escape", "e", "first", "float", "int", "items", "join", "last"),
    *("length", "count", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round"),
    *("safe", "select", "selectattr", "sort", "string", "title", "trim", "truncate", "unique", "upper"),
)
_GLOBALS = ("range", "dict", "namespace", "cycler", "joiner")
_TEXT = frozenset({"upper", "lower", "title", "capitalize", "strip", "split", "startswith", "endswith", "isdigit"})
_ATTRIBUTES: tuple[tuple[type | tuple[type, ...], frozenset[str] | None], ...] = (
    (PictureReference, _TEXT | {"focus"}),
    (str, _TEXT),
    (dict, frozenset({"items", "keys", "values", "get"})),
    ((list, tuple), frozenset({"index", "count"})),
    ((runtime.LoopContext, Namespace, TemplateModule), None),
    (runtime.BlockReference, frozenset({"super"})),
    (Cycler, frozenset({"next", "reset", "current"})),
)
"""Attributes of a value that a template may use; None for all that do not start with an underscore."""
_NUMBERS = frozenset({int, float})
_WORDS = frozenset({str, Markup})


def _replace(function: Callable[..., Any]) -> Callable[..., Any]:
    """Guard the filter `replace`, which could make a text of a million times a million characters."""

    @functools.wraps(function)
    def replace(context: Any, text: Any, old: Any, new: Any, *count: int) -> Any:
        text, old, new = (value if isinstance(value, str) else str(value) for value in (text, old, new))
        check_length(len(text) + text.count(old) * len(new))
        return function(context, text, old, new, *count)

    return replace


def _join(function: Callable[..., Any]) -> Callable[..., Any]:
    """Guard the filter `join`, whose parts may be the same long text many times."""

    @functools.wraps(function)
    def join(context: Any, values: Iterable[Any], between: Any = "") -> Any:
        parts = check_value([*values])
        check_length(len(str(between)) * len(parts))
        return function(context, parts, between)

    return join


def _round(function: Callable[..., Any]) -> Callable[..., Any]:
    """Guard the filter `round`, which computes powers of ten."""

    @functools.wraps(function)
    def round_(value: Any, precision: int = 0, *method: str) -> Any:
        return function(value, max(-20, min(20, precision)), *method)

    return round_


_GUARDED = {"replace": _replace, "join": _join, "round": _round}
"""Functions that guard a filter of Jinja, by its name."""


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """Jinja2 with a budget; Jinja's own sandbox forbids what changes a value or begins with an underscore."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        self.budget = Budget()
        super().__init__(finalize=self._printed, **options)
        known: dict[str, Any] = self.filters
        self.filters = {}
        for name in _FILTERS:
            self.add_filter(name, _GUARDED[name](known[name]) if name in _GUARDED else known[name])
        for name, function in LIST_FILTERS.items():
            self.add_filter(name, function)
        tests: dict[str, Any] = self.tests
        self.tests = {name: self._bounded(test) for name, test in tests.items()}
        self.globals = {name: self.globals[name] for name in _GLOBALS}

    def _compile(self, source: str, filename: str) -> CodeType:
        """Compile as Jinja does, without warnings of Python, such as that a number has no items, which the error says in our words."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            return super()._compile(source, filename)

    def add_filter(self, name: str, function: Callable[..., Any]) -> None:
        """Add a filter for templates; each use counts as a step, and its result cannot be huge.

        Args:
            function: Function of the value and the arguments of the filter.
        """
        self.filters[name] = self._bounded(function)

    def checked(self, value: Any = "") -> Any:
        """Count a step of a template, and return a value that it makes after checking its size."""
        self.budget.step()
        return value if type(value) is bool else check_value(value)

    def joined(self, *values: object) -> str:
        """Return `a ~ b`, within the budget."""
        self.budget.step()
        check_value(values)
        return runtime.markup_join(values)

    def concat(self, parts: Iterable[str]) -> str:
        """Join what a macro or a block printed."""
        kept, size = [], 0
        for part in parts:
            size += len(part)
            if size > MAX_VALUE:
                check_length(size)
            kept.append(part)
        return "".join(kept)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute`; the keys of a mapping come first, so that a key may be called `items`."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Allow only attributes that are known to be harmless."""
        for kind, names in _ATTRIBUTES:
            if isinstance(obj, kind):
                return attr in names if names is not None else super().is_safe_attribute(obj, attr, value)
        return False

    def wrap_str_format(self, value: Any) -> None:
        """Reject `str.format`: a width of a thousand million would be as harmful as an attribute."""

    def unsafe_undefined(self, obj: object, attribute: str) -> NoReturn:
        """Raise an error at once instead of returning an undefined value.

        Raises:
            SecurityError: Always.
        """
        raise SecurityError(f"'{attribute}' of a value of type '{type(obj).__name__}' is not available in templates")

    def call(self, context: runtime.Context, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function of a template, and check the size of the result."""
        if type(function) is runtime.Macro:  # without the checks of a function that could be anything
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return check_value(function(context.eval_ctx, *args, **kwargs))
        self.budget.step(COSTLY)
        return check_value(super().call(context, function, *args, **kwargs))

    def call_binop(self, context: runtime.Context, operator: str, left: Any, right: Any) -> Any:
        """Compute `+ * ** %` unless the result would be huge."""
        if type(left) in _NUMBERS and type(right) in _NUMBERS and operator in "+*":
            return check_value(left + right if operator == "+" else left * right)
        self.budget.step()
        if operator == "%" and not isinstance(left, (int, float)):
            raise SecurityError("the operator % on text is not available in templates")
        if operator == "**":
            check_value(left)
            check_length(abs(right) * 10_000)
        if operator == "*":
            for value, times in ((left, right), (right, left)):
                if isinstance(value, (str, bytes, list, tuple)) and isinstance(times, int):
                    check_length(len(value) * times)
        return check_value(super().call_binop(context, operator, left, right))

    def _bounded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a filter or test that counts as a step and whose result cannot be huge."""

        @functools.wraps(function)
        def bounded(*args: Any, **kwargs: Any) -> Any:
            self.budget.step(COSTLY)
            reject_opaque(args)
            return check_value(function(*args, **kwargs))

        return bounded

    def _printed(self, value: Any) -> Any:
        """Check the value of a `{{ }}` before it is escaped; a picture is printed with its focus."""
        if type(value) in _NUMBERS:  # most of what a template prints is numbers and plain text
            return value
        if type(value) in _WORDS:
            return self.budget.write(value)
        value = str(value) if isinstance(value, Focus) else value
        if isinstance(value, str):
            value = value.name if isinstance(value, PictureReference) else value
            self.budget.write(value)
        return check_printable(value)

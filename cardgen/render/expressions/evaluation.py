"""Evaluate the expressions of a `game.yaml` in the sandbox of templates: formulas, checks and their messages."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import jinja2
from jinja2 import meta
from jinja2.environment import TemplateExpression
from jinja2.utils import missing

from cardgen.plugin.description.rules import DeckRules, Expressed
from cardgen.plugin.game import Finding
from cardgen.processes import allowance
from cardgen.render.expressions.cache import ExpressionCodes
from cardgen.render.expressions.computed_deck import ALLOWANCE, MAX_SECONDS, ComputedDeck, FormulaFailedError
from cardgen.render.templates.budget import check_value, measured_again
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.errors import (
    HINTS_OF_NOTHING,
    OverBudgetError,
    UndefinedNameError,
    kind_of,
    syntax_in_words,
    to_diagnostic,
)
from cardgen.render.templates.localization import in_language, localized, titled
from cardgen.report.diagnostics import Collector, Diagnostic, did_you_mean, quoted
from cardgen.report.errors import CardgenError, UnlocatedError

MOST_COPIES = 10_000
"""Most copies of one value."""
_LONGEST_TEXT = 100_000
"""Characters of a text that a formula makes, as many as a cell of a list may have."""


class ExpressionEnvironment(Environment):
    """The environment of templates for single expressions, whose values are not escaped."""

    def __init__(self) -> None:
        super().__init__(lambda _name: None)
        self.autoescape = False
        self.add_filter("in_language", in_language)
        self.add_filter("titled", titled)
        self.last_code: Any = None

    def compile(self, *args: Any, **kwargs: Any) -> Any:
        """Compile as Jinja does, and keep the code as `last_code`."""
        self.last_code = super().compile(*args, **kwargs)
        return self.last_code

    def _printed(self, value: Any) -> Any:
        """Check a value in a message, in which people read the titles of words."""
        return super()._printed(titled(value))


class DeckExpressions:
    """The expressions of one game; see `Evaluator`."""

    def __init__(self, rules: DeckRules) -> None:
        self._rules = rules
        self._environment = ExpressionEnvironment()
        self._used: dict[Expressed, frozenset[str]] = {}
        self._compiled: dict[Expressed, TemplateExpression | jinja2.Template] = {}
        keys = [(is_text, expressed.text) for expressed, is_text in self._all()]
        file = next((expressed.span.file for expressed, _ in self._all()), "")
        self._codes = ExpressionCodes(file, keys)

    def faults(self) -> list[Diagnostic]:
        """Return what is wrong with the expressions themselves: E221, their syntax; E224, formulas that need each other."""
        found: list[Diagnostic] = []
        for expressed, is_text in self._all():
            try:
                self._compile(expressed, is_text=is_text)
            except UnlocatedError as error:
                found.append(error.at(expressed.span))
        if not found:
            self._codes.keep()
        if found or not (self._rules.formulas or self._rules.deck_formulas):
            return found
        from cardgen.render.expressions.cycles import find_cycles  # games without formulas do not pay for the import

        return [*find_cycles(self._environment, self._rules)]

    def complete(self, deck: dict[str, Any], found: Collector) -> dict[str, Any]:
        """See `Evaluator.complete`."""
        rules = self._rules
        if not (rules.formulas or rules.references or rules.deck_formulas or rules.deck_references):
            return deck
        with _counted():
            return ComputedDeck(self, rules, deck, found).plain_deck()

    def plain(self, deck: Any) -> Mapping[str, Any]:
        """See `Evaluator.plain`."""
        found = Collector()
        values = self.complete(localized(deck, self._rules.language), found)
        if found.has_errors:
            raise CardgenError(found.items)
        return values

    def findings(self, deck: Any) -> Iterator[Finding]:
        """See `Evaluator.findings`."""
        if not self._rules.checks:
            return
        found = Collector()
        with _counted():
            run = ComputedDeck(self, self._rules, localized(deck, self._rules.language), found)
            for check in self._rules.checks:
                yield from run.findings(check)
        for item in found.items:
            yield Finding(item.code, item.message, (), item.expected, item.hints, span=item.span)

    def copies(self, expressed: Expressed, card: Mapping[str, Any], copies: int, players: int) -> int:
        """See `Evaluator.copies`."""
        variables = {"card": card, "copies": copies, "players": players, "constants": dict(self._rules.constants)}
        if not allowance.left(ALLOWANCE, MAX_SECONDS):
            raise UnlocatedError("E223", f"{expressed.name} and the others take longer than {MAX_SECONDS:g} s")
        with _counted():
            found = self.evaluate(expressed, variables)
        if type(found) is not int or not 0 <= found <= MOST_COPIES:
            message = f"{expressed.name} is {quoted(found)} for {players} players"
            raise UnlocatedError("E442", message, expected=f"a whole number from 0 to {MOST_COPIES}")
        return found

    def evaluate(self, expressed: Expressed, variables: Mapping[str, Any], *, is_text: bool = False) -> Any:
        """Return the value of an expression.

        Args:
            is_text: Whether it is a text with expressions in `{{ }}`.

        Raises:
            UnlocatedError: E221, its syntax; E222, it fails; E223, it exceeds its budget or tries what it may not do.
        """
        compiled = self._compile(expressed, is_text=is_text)
        try:
            return measured_again(lambda: self._value(compiled, variables))
        except (FormulaFailedError, UnlocatedError):
            raise
        except Exception as error:  # any exception is caused by the expression
            raise _unlocated(error, expressed, variables) from None

    def _value(self, compiled: TemplateExpression | jinja2.Template, variables: Mapping[str, Any]) -> Any:
        with self._environment.budget.apart():
            if isinstance(compiled, jinja2.Template):
                return compiled.render(**variables)
            value = compiled(**variables)
            if isinstance(value, jinja2.StrictUndefined):
                str(value)  # raises the error that names it
            return None if isinstance(value, jinja2.Undefined) else _data(value)  # `x if y`, without an else

    def deck_formulas_in(self, expressed: Expressed, *, is_text: bool = False) -> frozenset[str]:
        """Return the formulas of the deck that an expression uses by their names alone.

        Args:
            is_text: Whether it is a text with expressions in `{{ }}`.
        """
        if not self._rules.deck_formulas:
            return frozenset()
        if expressed not in self._used:
            self._compile(expressed, is_text=is_text)  # tells what is wrong with its syntax
            text = expressed.text if is_text else f"{{{{ {expressed.text} }}}}"
            names = meta.find_undeclared_variables(self._environment.parse(text))
            self._used[expressed] = frozenset(names & {*self._rules.deck_formulas})
        return self._used[expressed]

    def _all(self) -> Iterator[tuple[Expressed, bool]]:
        """Yield all expressions, each with whether it is a text."""
        for formulas in (*self._rules.formulas.values(), self._rules.deck_formulas):
            yield from ((formula, False) for formula in formulas.values())
        yield from ((expressed, False) for expressed in self._rules.copies)
        for check in self._rules.checks:
            yield check.that, False
            yield from ((text, True) for text in (check.say, check.expected) if text)

    def _compile(self, expressed: Expressed, *, is_text: bool) -> TemplateExpression | jinja2.Template:
        compiled = self._compiled.get(expressed)
        if compiled is None:
            key = is_text, expressed.text
            code = self._codes[key]
            try:
                if code is not None:
                    template = jinja2.Template.from_code(self._environment, code, self._environment.make_globals(None))
                    compiled = template if is_text else TemplateExpression(template, undefined_to_none=False)
                elif is_text:
                    compiled = self._environment.from_string(expressed.text)
                else:
                    compiled = self._environment.compile_expression(expressed.text, undefined_to_none=False)
            except jinja2.TemplateSyntaxError as error:
                message = f"syntax of {expressed.name}: {syntax_in_words(error)}"
                expected = "text with expressions in {{ }}" if is_text else "an expression such as card.cost * 2"
                raise UnlocatedError("E221", message, expected=expected, hints=_syntax_hints(expressed.text)) from None
            except Exception as error:  # too long, or nested too deeply for Python's compiler
                reason = "is too long" if isinstance(error, OverBudgetError) else "is nested too deeply"
                raise UnlocatedError("E221", f"{expressed.name} {reason}", expected="a short expression") from None
            self._compiled[expressed] = compiled
            if code is None:
                self._codes[key] = self._environment.last_code
        return compiled


@contextmanager
def _counted() -> Iterator[None]:
    """Count the processor time of a block as that of expressions."""
    begun = time.thread_time()
    try:
        yield
    finally:
        allowance.spend(ALLOWANCE, time.thread_time() - begun)


def _data(value: Any) -> Any:
    """Return the value of an expression as plain data: what filters yield one by one becomes a list."""
    if isinstance(value, Iterator):
        value = [*value]
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        raise OverBudgetError(f"makes a text of more than {_LONGEST_TEXT} characters")
    if value is not None and not isinstance(value, str | int | float | bool | list | tuple | dict):
        raise TypeError(f"a value of type '{type(value).__name__}' is no text, number, list or mapping")
    return check_value(value)


def _unlocated(error: Exception, expressed: Expressed, variables: Mapping[str, Any]) -> UnlocatedError:
    """Return the error of an expression in the words of templates."""
    told = to_diagnostic(error, expressed.name)
    if told.code in ("E404", "E411"):
        reason = told.message.removeprefix("template ")
        return UnlocatedError(
            "E223", f"{expressed.name} {reason}", expected="an expression over the values of the deck"
        )
    hints = told.hints
    reason = told.message.removeprefix("template fails: ")
    if isinstance(error, UndefinedNameError):
        reason, hints = _lacking(error, variables)
    return UnlocatedError("E222", f"{expressed.name} fails: {reason}", hints=hints)


def _lacking(error: UndefinedNameError, variables: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return that a name is not there, and hints."""
    holder, name = error.holder, quoted(error.name)
    if isinstance(holder, Mapping):
        return f"there is no field {name}", did_you_mean(error.name, map(str, holder))
    if holder is missing:
        return f"there is no variable {name}", did_you_mean(error.name, map(str, variables))
    if holder is None:
        return f"there is no {name} in a value that is left out", HINTS_OF_NOTHING
    return f"there is no {name} in {kind_of(type(holder).__name__)}", ()


def _syntax_hints(text: str) -> tuple[str, ...]:
    if " = " in text and "==" not in text:
        return ("write '==' to compare",)
    if "&&" in text or "||" in text:
        return ("write 'and' and 'or'",)
    return ()


def make_evaluator(rules: DeckRules) -> DeckExpressions:
    """Return the expressions of a game, ready to be evaluated."""
    return DeckExpressions(rules)

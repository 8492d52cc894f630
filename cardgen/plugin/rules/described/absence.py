"""Find what a step needs of what players chose before it: a choice without anything to choose leaves its name empty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cardgen.plugin.rules.described.builder import VARIABLE
from cardgen.plugin.rules.described.parsing import ExpressionFault, parsed
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode
from cardgen.plugin.rules.described.step_schema import EndStep, RunStep, StepRules

_ITEMS = frozenset({"card", "it", "player"})
"""Names of the item within the expression of a filter."""


def guards(step: StepRules, scope: RuleScope) -> tuple[list[str], RuleScope]:
    """Return the code of conditions that hold if everything was chosen that a step needs, and the scope in which it was.

    A step needs each name in its own expressions, unless they only ask whether it was chosen, as `if: card` and `if: card is none` do, or
    that another is not the one, as `other != card` does. Steps inside of a step have guards of their own.
    """
    if isinstance(step, RunStep | EndStep):
        return [], scope
    needed = {*_needed(step)}
    found = {name: code for name, value in scope.names.items() if name in needed and (code := _is_there(value))}
    there = {name: replace(scope.names[name], maybe=False) for name in found}
    return [*dict.fromkeys(found.values())], replace(scope, names={**scope.names, **there})


def _is_there(value: TypedCode) -> str:
    """Return the code of whether a value was chosen; empty for what no choice has bound."""
    if not value.maybe or not value.code.startswith(f"self.{VARIABLE}"):
        return ""
    if value.type == "text":
        return f"{value.code} != ''"
    return f"{value.code} >= {least_of(value)}"


def least_of(value: TypedCode) -> int:
    """Return the least number that may be chosen, at most 0; what stands for nothing is below it."""
    return min((0, *(word for word in value.words if isinstance(word, int))))


def _needed(step: StepRules) -> Iterator[str]:
    for key in type(step).model_fields:
        value = getattr(step, key)
        texts = [*value.values()] if isinstance(value, dict) else [*value] if isinstance(value, tuple) else [value]
        bound = {*getattr(step, "choose", ())} if key == "where" else set()
        for text in texts:
            if isinstance(text, str) and key != "face":
                yield from {*_names_of(text, key in ("if_", "while_"))} - bound


def _names_of(text: str, is_condition: bool) -> Iterator[str]:
    try:
        yield from _names(parsed(text), is_condition)
    except ExpressionFault:  # told where the step is written
        return


def _names(node: Any, is_condition: bool) -> Iterator[str]:
    """Yield the names whose values an expression needs, not only whether they have one."""
    kind = type(node).__name__
    if kind == "Name" and not is_condition:
        yield node.name
    for inner, is_asked in _parts(node, is_condition):
        yield from _names(inner, is_asked)
    if kind == "Filter":
        for text in (arg.value for arg in node.args if isinstance(getattr(arg, "value", None), str)):
            yield from {*_names_of(text, True)} - _ITEMS


def _parts(node: Any, is_condition: bool) -> Iterator[tuple[Any, bool]]:
    """Yield the parts of an expression, each with whether a name that stands there alone may be without a value."""
    match type(node).__name__:
        case "Not" | "Test" if getattr(node, "name", "none") == "none":  # only tests have names
            yield node.node, True
        case "And" | "Or":
            yield from ((node.left, True), (node.right, True))
        case "CondExpr":
            yield from ((node.test, True), (node.expr1, is_condition), (node.expr2, is_condition))
        case "Compare" if all(one.op == "ne" for one in node.ops):
            for side in (node.expr, *(one.expr for one in node.ops)):
                yield side, type(side).__name__ == "Name"
        case _:
            yield from ((inner, False) for inner in node.iter_child_nodes())

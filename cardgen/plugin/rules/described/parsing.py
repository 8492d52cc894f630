"""Parse expressions of rules with Jinja's parser, and state what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from cardgen.plugin.rules.described.declared import TYPE_WORDS, Type
from cardgen.plugin.rules.described.scope import TypedCode
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

MOST_NODES = 400
"""Nodes of an expression; longer ones are refused."""
_SIGNS: Mapping[str, str] = {"&&": "and", "||": "or"}
"""Words for signs of other languages."""


class ExpressionFault(UnlocatedError):
    """What is wrong with an expression; `part` are the words that are, or empty for all of it.

    Attributes:
        formula: Name of the number whose formula is wrong; empty for the expression itself.
    """

    formula = ""

    def __init__(
        self, code: str, message: str, expected: str = "", hints: Sequence[str] = (), *, part: str = ""
    ) -> None:
        super().__init__(code, message, expected=expected, hints=hints, part=part)


class NobodyFault(ExpressionFault):
    """An expression asks for what a player has where nobody is named."""


@cache
def _environment() -> Any:
    import jinja2

    return jinja2.Environment(autoescape=False)  # only its parser is used


@cache
def parsed(text: str) -> Any:
    """Return the syntax tree of an expression.

    Raises:
        ExpressionFault: E231, it cannot be read, or is too long.
    """
    import jinja2
    from jinja2 import nodes
    from jinja2.parser import Parser

    try:
        parser = Parser(_environment(), text, state="variable")
        node = parser.parse_expression()
        if not parser.stream.eos:
            raise jinja2.TemplateSyntaxError(f"unexpected '{parser.stream.current.value}'", 1)
    except jinja2.TemplateSyntaxError as error:
        hints = [f"write {quoted(word)} for {quoted(sign)}" for sign, word in _SIGNS.items() if sign in text]
        if re.search(r"(?<![=!<>])=(?!=)", text):
            hints.append("write '==' to compare")
        if "''" in text:  # as it is written inside text that YAML holds in single quotes
            hints.append("write each quote once: two stand for one only between single quotes")
        reason = (error.message or "it cannot be read").replace("end of template", "end")
        message = f"expression {quoted(text)} cannot be read: {reason[:1].lower()}{reason[1:]}"
        raise ExpressionFault("E231", message, "an expression such as card.rank == 8", hints) from None
    except RecursionError:
        raise ExpressionFault("E231", f"expression {quoted(text)} is nested too deeply", "a short expression") from None
    if sum(1 for _ in node.find_all(nodes.Node)) > MOST_NODES:
        raise ExpressionFault("E231", f"expression {quoted(text)} is too long", f"at most {MOST_NODES} parts")
    return node


def wanted(value: TypedCode, types: Iterable[Type], text: str) -> TypedCode:
    """Return a value if it has one of some types.

    Raises:
        ExpressionFault: E233, it has another type.
    """
    allowed = [*types]
    if value.type in allowed or value.type == "unknown":
        return value
    words = " or ".join(TYPE_WORDS[one] for one in allowed)
    raise ExpressionFault("E233", f"{quoted(text)} is {TYPE_WORDS[value.type]}", words)

"""Write the code of the questions that players are asked, which all may read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cardgen.model.deck import LocalizedText
from cardgen.plugin.rules.described.builder import Decision, RuleBuilder
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.program import DecisionWords
from cardgen.plugin.rules.described.scope import RuleScope, Type
from cardgen.plugin.rules.described.step_schema import QuestionRules
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

GAP = re.compile(r"\{([^\W\d_][\w.]*)(?:\|([^{}|]*)\|([^{}|]*))?\}")
"""A value in a question, or the form of a word that fits a number: `{coins} {coins|coin|coins}`."""
WHO = "player"
"""The gap for the name of the player who is asked."""
_NAME = re.compile(r"[^\W\d_]\w*")
_COUNTED = re.compile(r"\bnot\s+(?:\w+\.)?(\w+)(?!\w|\s*[.|\[])|\b(?:\w+\.)?(\w+)\s*\|\s*length\b")
"""A zone of which only is asked how many pieces it has, or whether it has any."""


def write_questions(
    builder: RuleBuilder, decision: Decision, questions: Sequence[QuestionRules], path: Path, moves: Iterable[str] = ()
) -> None:
    """Write the method that returns the number of the question and the values in its gaps."""
    scope, ask, found = RuleScope(builder.words, "player"), decision.ask, []
    for number, question in enumerate(questions):
        own = (*path, number) if len(questions) > 1 else path
        condition = _condition(builder, question, scope, own)
        types, values = _values(builder, question.text, scope, (*own, "text"))
        found.append((question.text, types))
        answer = f"return {number}, {{{', '.join(f'{name!r}: {code}' for name, code in values.items())}}}"
        if condition:
            with ask.block(f"if {condition}:"):
                ask.emit(answer)
        else:
            ask.emit(answer)
    ask.emit("return -1, {}")
    phases = tuple(builder.phase_ends) if builder.rules.phases else ()
    decision.words = DecisionWords(phases, (*moves,), tuple(found))


def _condition(builder: RuleBuilder, question: QuestionRules, scope: RuleScope, path: Path) -> str:
    if question.if_ is None:
        return ""
    path, faults = (*path, "if"), len(builder.faults)
    condition = builder.condition(question.if_, scope, path)
    return condition if len(builder.faults) == faults and _is_public(builder, question.if_, path) else ""


def _values(
    builder: RuleBuilder, text: LocalizedText, scope: RuleScope, path: Path
) -> tuple[dict[str, Type], dict[str, str]]:
    """Return type and code of each value in the gaps of a text."""
    types: dict[str, Type] = {}
    values: dict[str, str] = {}
    for name in dict.fromkeys(gap for words in text.languages.values() for gap, *_ in GAP.findall(words)):
        if name != WHO and _is_public(builder, name, path):
            made = builder.value(name, scope, path, "number", "text", "yes", "player", "piece")
            types[name], values[name] = made.type, made.code
    return types, values


def _is_public(builder: RuleBuilder, text: str, path: Path) -> bool:
    """Return whether all players see what an expression reads; of one that they do not see, the fault is noted."""
    hidden = next(_hidden(builder, text, frozenset()), None)
    if hidden is not None:
        message = f"the question would tell of {quoted(hidden)}, which not all players see"
        builder.fault(ExpressionFault("E234", message, "what all see, since all read the question"), path)
    return hidden is None


def _hidden(builder: RuleBuilder, text: str, seen: frozenset[str]) -> Iterator[str]:
    """Yield the names in an expression whose values not all players see, also those that formulas read."""
    zones = builder.words.zones
    looked_into = _COUNTED.sub(lambda found: "" if (found[1] or found[2]) in zones else found[0], text)
    for name in _NAME.findall(looked_into):
        zone, number = zones.get(name), builder.words.numbers.get(name)
        if (zone and zone.faces not in ("all", "top")) or (number and number.secret):
            yield name
        elif number and number.formula and name not in seen:
            yield from (name for _ in _hidden(builder, number.formula, seen | {name}))

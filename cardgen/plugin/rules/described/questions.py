"""Write the code of the words that all players read: questions, and what steps say has happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from cardgen.model.deck import LocalizedText
from cardgen.plugin.rules.described.builder import ALL, Decision, RuleBuilder, seen_by
from cardgen.plugin.rules.described.declared import Type
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.program import DecisionWords
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode
from cardgen.plugin.rules.described.step_schema import QuestionRules, StepRules, ToldStep
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

GAP = re.compile(r"\{([^\W\d_][\w.]*)(?:\|([^{}|]*)\|([^{}|]*))?\}")
"""A value in a question, or the form of a word that fits a number: `{coins} {coins|coin|coins}`."""
WHO = "player"
"""The gap for the name of the player who is asked."""
EFFECT_CODE = "self._stack[-1]"
"""How the code of what an effect names begins: the card that states it, which all see, and its parameters."""
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
        types, values = _values(builder, question.text, scope, (*own, "text"), (WHO,))
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


@contextmanager
def saying(builder: RuleBuilder, step: StepRules, scope: RuleScope, path: Path, *, covers: bool) -> Iterator[None]:
    """Write what a step says, and within it what it does.

    Args:
        covers: Whether the sentence stands for what is remembered of the step, which no decision may interrupt.
    """
    if not isinstance(step, ToldStep) or step.say is None:
        yield
        return
    path, text = (*path, "say"), step.say
    types, values = _values(builder, text, scope, path)
    if builder.together:
        message = "what the step says would show what is chosen before all have chosen"
        builder.fault(ExpressionFault("E234", message, "this step in 'finish'"), path)
    if (text, types) not in builder.said:
        builder.said.append((text, types))
    entry = f"({builder.said.index((text, types))}, ({''.join(f'{code}, ' for code in values.values())}))"
    if not covers:
        builder.now.emit(f"self._log.append((0, {entry}))")
        yield
        return
    builder.loops += 1
    said, since = f"said_{builder.loops}", f"since_{builder.loops}"
    builder.now.emit(f"{said}, {since} = {entry}, len(self._log)")
    yield
    builder.now.emit(f"self._log.insert({since}, (len(self._log) - {since}, {said}))")


def _condition(builder: RuleBuilder, question: QuestionRules, scope: RuleScope, path: Path) -> str:
    if question.if_ is None:
        return ""
    path, faults = (*path, "if"), len(builder.faults)
    condition = builder.condition(question.if_, scope, path)
    return condition if len(builder.faults) == faults and _is_public(builder, question.if_, path, scope) else ""


def _values(
    builder: RuleBuilder, text: LocalizedText, scope: RuleScope, path: Path, known: Sequence[str] = ()
) -> tuple[dict[str, Type], dict[str, str]]:
    """Return type and code of each value in the gaps of a text, but of those that are known otherwise."""
    types: dict[str, Type] = {}
    values: dict[str, str] = {}
    for name in dict.fromkeys(gap for words in text.languages.values() for gap, *_ in GAP.findall(words)):
        if name not in known and _is_public(builder, name, path, scope):
            made = builder.value(name, scope, path, "number", "text", "yes", "player", "piece")
            types[name], values[name] = made.type, made.code
    return types, values


def _is_public(builder: RuleBuilder, text: str, path: Path, scope: RuleScope) -> bool:
    """Return whether all players see what an expression reads; of one that they do not see, the fault is noted."""
    bound = (name for name in _NAME.findall(text) if name in scope.names and not _is_seen(builder, scope.names[name]))
    hidden = next(bound, None) or next(_hidden(builder, text, frozenset()), None)
    if hidden is not None:
        message = f"the words would tell of {quoted(hidden)}, which not all players see"
        builder.fault(ExpressionFault("E234", message, "what all see, since all read the words"), path)
    return hidden is None


def _is_seen(builder: RuleBuilder, bound: TypedCode) -> bool:
    """Return whether all players surely see what a name of a step stands for."""
    if bound.type == "piece":
        return bound.code.startswith(EFFECT_CODE) or (bound.place is not None and seen_by(bound.place) == ALL)
    return bound.type == "player" or not any(number.secret for number in builder.words.numbers.values())


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

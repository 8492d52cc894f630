"""Write the code of steps with decisions inside: choices, conditions, repetitions, and effects of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cardgen.plugin.rules.described import steps as plain
from cardgen.plugin.rules.described.absence import guards
from cardgen.plugin.rules.described.builder import RuleBuilder
from cardgen.plugin.rules.described.choices import choose
from cardgen.plugin.rules.described.declared import SINGLE, TYPE_WORDS
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.questions import saying
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode
from cardgen.plugin.rules.described.secrecy import check_step, sets_secret
from cardgen.plugin.rules.described.step_schema import (
    AddStep,
    ChooseStep,
    DealStep,
    EachStep,
    EffectsStep,
    EndStep,
    IfStep,
    LaterStep,
    MoveStep,
    NextStep,
    OfferStep,
    RepeatStep,
    RevealStep,
    RollStep,
    RunStep,
    SayStep,
    SetStep,
    ShuffleStep,
    StepRules,
    SwapStep,
    TellStep,
    TurnStep,
)
from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.source import Path

_ENOUGH = "if self._work > MOST_WORK or len(self._log) > MOST_LOG: break"
MOST_REPEATS = 1000
MOST_EXPANDED = 500
"""Steps `run` of a game, each of which is written where it stands."""
_PLAIN: dict[type[StepRules], Callable[[RuleBuilder, Any, RuleScope, Path], None]] = {
    MoveStep: plain.move,
    DealStep: plain.deal,
    ShuffleStep: plain.shuffle_zone,
    TurnStep: plain.turn,
    SetStep: plain.set_number,
    AddStep: plain.add,
    RollStep: plain.roll,
    RevealStep: plain.reveal,
    TellStep: plain.tell,
    SwapStep: plain.swap,
    NextStep: plain.next_player,
    SayStep: lambda *_: None,  # `saying` has written all of it
}


_WAITS = (ChooseStep, EffectsStep, OfferStep)
"""Steps in which a player may have to decide."""


def waits(builder: RuleBuilder, steps: Sequence[StepRules]) -> bool:
    """Return whether a player may have to decide within steps."""
    return _contains(builder, steps, _WAITS)


def _contains(
    builder: RuleBuilder,
    steps: Sequence[StepRules],
    wanted: tuple[type[StepRules], ...],
    seen: frozenset[str] = frozenset(),
) -> bool:
    """Return whether steps of some kinds may be done within steps."""
    for step in steps:
        inner: list[Sequence[StepRules]] = []
        if isinstance(step, wanted):
            return True
        if isinstance(step, IfStep):
            inner = [step.then, step.else_]
        elif isinstance(step, EachStep | RepeatStep):
            inner = [step.do]
        elif isinstance(step, RunStep) and step.run not in seen:
            inner = [builder.rules.steps.get(step.run, ())]
            seen = seen | {step.run}
        if any(_contains(builder, part, wanted, seen) for part in inner):
            return True
    return False


def _is_whole(builder: RuleBuilder, step: StepRules) -> bool:
    """Return whether what follows a step is surely written in the same function, and reached."""
    return not _contains(builder, (step,), (*_WAITS, EndStep))


def write(builder: RuleBuilder, steps: Sequence[StepRules], scope: RuleScope, path: Path) -> RuleScope:
    """Write steps, and return the scope with what they bind."""
    for index, step in enumerate(steps):
        if isinstance(step, ChooseStep):
            builder.is_secret = bool(builder.together) or sets_secret(builder, steps[index:])
        scope = _step(builder, step, scope, (*path, index))
    return scope


def _step(builder: RuleBuilder, step: StepRules, scope: RuleScope, path: Path) -> RuleScope:
    conditions, inside = ([], scope) if isinstance(step, ChooseStep) else guards(step, scope)
    if step.if_ is not None and not isinstance(step, IfStep | ChooseStep):
        conditions.append(builder.condition(step.if_, inside, (*path, "if")))
    if not conditions:
        return _unguarded(builder, step, scope, path)
    condition = conditions[0] if len(conditions) == 1 else f"({' and '.join(conditions)})"
    if not waits(builder, (step,)):
        with builder.now.block(f"if {condition}:"):
            _unguarded(builder, step, inside, path)
        return scope
    after = builder.functions.step("after_condition")
    with builder.now.block(f"if not {condition}:"):
        builder.now.emit(f"return {after.number}")
    bound = _unguarded(builder, step, inside, path)
    builder.functions.go_on(after)
    return bound if isinstance(step, RunStep) else scope  # what is there within a step may be missing after it


def _unguarded(builder: RuleBuilder, step: StepRules, scope: RuleScope, path: Path) -> RuleScope:
    check_step(builder, step, path)
    if isinstance(step, IfStep):
        _if(builder, step, scope, path)
        return scope
    with saying(builder, step, scope, path, covers=_is_whole(builder, step)):
        return _written(builder, step, scope, path)


def _written(builder: RuleBuilder, step: StepRules, scope: RuleScope, path: Path) -> RuleScope:
    emit = _PLAIN.get(type(step)) or _NESTED.get(type(step))
    if emit is not None:
        emit(builder, step, scope, path)
        return scope
    match step:
        case ChooseStep():
            return choose(builder, step, scope, path)
        case EndStep():
            _end(builder, step, path)
        case RunStep():
            return _run(builder, step, scope, path)
    return scope


def _if(builder: RuleBuilder, step: IfStep, scope: RuleScope, path: Path) -> None:
    if step.if_ is None:
        builder.fault(ExpressionFault("E234", "'then' has no 'if'", "if: with a condition"), path)
        return
    condition = builder.condition(step.if_, scope, (*path, "if"))
    if not waits(builder, (step,)):
        with builder.now.block(f"if {condition}:"), saying(builder, step, scope, path, covers=_is_whole(builder, step)):
            write(builder, step.then, scope, (*path, "then"))
        if step.else_:
            with builder.now.block("else:"):
                write(builder, step.else_, scope, (*path, "else"))
        return
    functions = builder.functions
    otherwise, after = functions.step("otherwise"), functions.step("after_condition")
    with builder.now.block(f"if not {condition}:"):
        builder.now.emit(f"return {otherwise.number}")
    with saying(builder, step, scope, path, covers=False):
        write(builder, step.then, scope, (*path, "then"))
    functions.go_on(after)
    functions.now = otherwise
    write(builder, step.else_, scope, (*path, "else"))
    functions.go_on(after)


def _each(builder: RuleBuilder, step: EachStep, scope: RuleScope, path: Path) -> None:
    ((name, text),) = step.each.items()
    source = builder.value(text, scope, (*path, "each", name), *SINGLE)
    if source.type not in SINGLE:
        return
    builder.loops += 1
    if not waits(builder, step.do):
        code = f"each_{builder.loops}"
        inner = bound_as(scope, name, plain.loop_variable(source, code))
        several = f"[*{source.code}]" if source.type == "pieces" else source.code
        with builder.now.block(f"for {code} in {several}:"):
            if builder.loops > 1:
                builder.now.emit("self._work += 1", _ENOUGH)
            write(builder, step.do, inner, (*path, "do"))
        return
    functions = builder.functions
    code, left = builder.variable(name), builder.variable(f"{name}_left", "()")
    builder.now.emit(f"{left} = (*{source.code},)")
    head, after = functions.step(f"each_{name}"), functions.step(f"after_each_{name}")
    functions.go_on(head)
    head.emit(f"if not {left}: return {after.number}", f"{code}, *rest = {left}", f"{left} = (*rest,)")
    write(builder, step.do, bound_as(scope, name, plain.loop_variable(source, code)), (*path, "do"))
    functions.go_on(head)
    functions.now = after


def bound_as(scope: RuleScope, name: str, value: TypedCode) -> RuleScope:
    """Return the scope with the item of a loop; a player called `player` is the one whose zones are meant."""
    bound = scope.bind(name, value)
    return replace(bound, player=value.code) if name == "player" and value.type == "player" else bound


def _repeat(builder: RuleBuilder, step: RepeatStep, scope: RuleScope, path: Path) -> None:
    count = builder.value(step.repeat, scope, (*path, "repeat"), "number").code
    most = count if count.isdigit() and int(count) <= MOST_REPEATS else f"min({count}, {MOST_REPEATS})"
    condition = builder.condition(step.while_, scope, (*path, "while")) if step.while_ else ""
    if not waits(builder, step.do):
        with builder.now.block(f"for _ in range({most}):"):
            builder.now.emit("self._work += 1", _ENOUGH)
            if condition:
                builder.now.emit(f"if not {condition}: break")
            write(builder, step.do, scope, (*path, "do"))
        return
    functions = builder.functions
    left = builder.variable("left_to_do", "0")
    builder.now.emit(f"{left} = {most}")
    head, after = functions.step("repeat"), functions.step("after_repeat")
    functions.go_on(head)
    head.emit(f"if {left} <= 0{f' or not {condition}' if condition else ''}: return {after.number}", f"{left} -= 1")
    write(builder, step.do, scope, (*path, "do"))
    functions.go_on(head)
    functions.now = after


def _end(builder: RuleBuilder, step: EndStep, path: Path) -> None:
    end = builder.rules.end
    endings = [*end.win, *end.lose]
    if step.end == "turn" and builder.turn_end is not None:
        builder.now.emit(f"return {builder.turn_end.number}")
    elif step.end == "phase" and builder.phase_ends:
        builder.now.emit(f"return {[*builder.phase_ends.values()][-1].number}")
    elif step.end in builder.phase_ends:
        builder.now.emit(f"return {builder.phase_ends[step.end].number}")
    elif step.end in endings:
        builder.now.emit(f"self._ending = {endings.index(step.end)}", "return 0")
    elif step.end == "game":
        builder.now.emit("return 0")
    else:
        known = ["game", *(["turn"] if builder.turn_end else []), *(["phase"] if builder.phase_ends else [])]
        known += [*builder.phase_ends, *endings]
        known = [*dict.fromkeys(known)]
        fault = ExpressionFault("E232", f"nothing called {quoted(step.end)} can end here", **one_of(step.end, known))
        builder.fault(fault, (*path, "end"))


def _run(builder: RuleBuilder, step: RunStep, scope: RuleScope, path: Path) -> RuleScope:
    known = builder.rules.steps
    if step.run not in known:
        message = f"unknown steps {quoted(step.run)}"
        missing = ExpressionFault("E232", message, "steps of this name below 'steps'")
        builder.fault(ExpressionFault("E232", message, **one_of(step.run, known)) if known else missing, (*path, "run"))
        return scope
    builder.expanded += 1
    if builder.expanded > MOST_EXPANDED:
        message = f"steps {quoted(step.run)} are run in too many places"
        builder.fault(ExpressionFault("E234", message, f"at most {MOST_EXPANDED} in all"), (*path, "run"))
        return scope
    if step.run in builder.running:
        builder.fault(
            ExpressionFault("E234", f"steps {quoted(step.run)} run themselves", "repeat: with a number"), (*path, "run")
        )
        return scope
    inner = scope
    for name, text in step.with_.items():
        value = builder.value(text, scope, (*path, "with", name))
        code = builder.variable(name, "()" if value.type in SINGLE else "-1")
        builder.now.emit(f"{code} = {f'[*{value.code}]' if value.type == 'pieces' else value.code}")
        inner = bound_as(inner, name, replace(value.with_code(code), how="", number=None, item=False))
    builder.running.append(step.run)
    write(builder, known[step.run], inner, ("steps", step.run))
    builder.running.pop()
    return scope if step.with_ else inner


def _effects(builder: RuleBuilder, step: EffectsStep, scope: RuleScope, path: Path) -> None:
    card = builder.value(step.effects, scope, (*path, "effects"), "piece")
    if card.type == "unknown":
        return
    column = next((one for one in builder.words.columns.values() if one.type == "effects"), None)
    if column is None or not builder.rules.effects:
        message = f"no piece has effects, but {quoted(step.effects)} should do some"
        builder.fault(
            ExpressionFault("E232", message, f"a field of the type effects, and {TYPE_WORDS['effects']} in the rules"),
            (*path, "effects"),
        )
        return
    after = builder.functions.step("after_effects")
    player = scope.player or "self.player"
    builder.now.emit(f"self._stack.append(({column.constant}[{card.code}], 0, {after.number}, {card.code}, {player}))")
    builder.now.emit("return 1")
    builder.functions.now = after


def _offer(builder: RuleBuilder, step: OfferStep, scope: RuleScope, path: Path) -> None:
    offered = builder.value(step.offer, scope, (*path, "offer"), "players", "player")
    if offered.type == "unknown":
        return
    functions, queue, speaker = builder.functions, builder.variable("offered", "()"), builder.variable("speaker")
    everybody = builder.variable("all_offered", "()") if step.again else queue
    players = f"({offered.code},)" if offered.type == "player" else f"(*{offered.code},)"
    builder.now.emit(f"{queue} = {players}" if everybody == queue else f"{queue} = {everybody} = {players}")
    head, after = functions.step("offer"), functions.step("after_offering")
    functions.go_on(head)
    head.emit(f"if not {queue}: return {after.number}", f"{speaker}, *rest = {queue}", f"{queue} = (*rest,)")
    builder.is_secret = bool(builder.together) or sets_secret(builder, step.do)
    stated = {"choose": step.choose, "where": step.where, "optional": True, "question": step.question}
    choice = ChooseStep.model_validate(stated)
    inner = choose(builder, choice, bound_as(scope, "player", TypedCode(speaker, "player")), path)
    (name,) = step.choose
    chosen = inner.names[name]
    declined = "== ''" if chosen.type == "text" else "< 0"
    builder.now.emit(f"if {chosen.code} {declined}: return {head.number}")
    if step.again:
        builder.now.emit(f"at = {everybody}.index({speaker}) + 1", f"{queue} = {everybody}[at:] + {everybody}[:at]")
    write(builder, step.do, inner.bind(name, replace(chosen, maybe=False)), (*path, "do"))
    functions.go_on(head)
    functions.now = after


def _later(builder: RuleBuilder, step: LaterStep, scope: RuleScope, path: Path) -> None:
    if step.later != "turn" and step.later not in builder.phase_names:
        known = ["turn", *builder.phase_names]
        fault = ExpressionFault("E232", f"unknown moment {quoted(step.later)}", **one_of(step.later, known))
        builder.fault(fault, (*path, "later"))
        return
    builder.analysis.asked.add("later")
    names = scope.names
    body = builder.functions.step(f"at_the_end_of_{step.later}")
    kept = "".join(f"{value.code}, " for value in names.values())
    player = scope.player or "self.player"
    with builder.now.block("if len(self._later) < MOST_LATER:"):
        builder.now.emit(f"self._later = (*self._later, ({step.later!r}, {body.number}, {player}, ({kept})))")
    inner = replace(scope, player="self._due[2]")
    for at, (name, value) in enumerate(names.items()):
        inner = inner.bind(name, value.with_code(f"self._due[3][{at}]"))
    before = builder.now
    builder.functions.now = body
    write(builder, step.do, inner, (*path, "do"))
    builder.now.emit("return self._due[4]")
    builder.functions.now = before


def do_later(builder: RuleBuilder, *moments: str) -> None:
    """Write that steps are done which wait for the end of a turn or of a phase.

    Args:
        moments: `turn`, or the name of the phase that ends.
    """
    if "later" not in builder.analysis.asked:
        return
    functions = builder.functions
    head, after = functions.step("do_later"), functions.step("after_later")
    functions.go_on(head)
    with head.block("for at, due in enumerate(self._later):"), head.block(f"if due[0] in {moments!r}:"):
        head.emit(f"self._later, self._due = (*self._later[:at], *self._later[at + 1:]), (*due, {head.number})")
        head.emit("return due[1]")
    head.emit(f"return {after.number}")
    functions.now = after


_NESTED: dict[type[StepRules], Callable[[RuleBuilder, Any, RuleScope, Path], None]] = {
    EachStep: _each,
    RepeatStep: _repeat,
    EffectsStep: _effects,
    OfferStep: _offer,
    LaterStep: _later,
}

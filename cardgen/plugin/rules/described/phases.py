"""Write the code of phases: turns with moves, phases inside of phases, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardgen.plugin.rules.described.builder import ALL, Decision, RuleBuilder
from cardgen.plugin.rules.described.choices import CompiledChoice, choice, log_choice, wait
from cardgen.plugin.rules.described.declared import python_name
from cardgen.plugin.rules.described.flow import do_later, waits, write
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.program import Domain
from cardgen.plugin.rules.described.questions import GAP, WHO, write_questions
from cardgen.plugin.rules.described.schema import MoveRules, PhaseRules
from cardgen.plugin.rules.described.scope import RuleScope
from cardgen.plugin.rules.described.secrecy import secret_mask, sets_secret
from cardgen.plugin.rules.described.step_schema import DealStep, MoveStep
from cardgen.plugin.rules.described.writer import Function
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.source import Path


def write_phases(builder: RuleBuilder, phases: Mapping[str, PhaseRules], scope: RuleScope, path: Path) -> None:
    """Write phases, one after the other."""
    for name, phase in phases.items():
        own = (*path, name) if path != ("turn",) else path
        _phase(builder, name, phase, scope, own)


def _phase(builder: RuleBuilder, name: str, phase: PhaseRules, scope: RuleScope, path: Path) -> None:
    if bool(phase.phases) == bool(phase.moves or phase.turn_start or phase.turn_end):
        message = f"phase '{name}' has {'both moves and phases' if phase.phases else 'neither moves nor phases'}"
        builder.fault(ExpressionFault("E234", message, "moves, or phases"), path, on_key=True)
        return
    label = python_name(name)
    functions = builder.functions
    scope = replace(scope, player="player")
    finish = functions.step(f"finish_{label}", f"End of the phase '{name}'.")
    builder.phase_ends[name] = finish
    inner = write(builder, phase.start, scope, (*path, "start"))
    if phase.phases:
        _nested(builder, name, phase, inner, path, finish)
    else:
        _turns(builder, name, phase, inner, path, finish)
    builder.in_turn, builder.turn_end = False, None
    functions.now = finish
    del builder.phase_ends[name]
    do_later(builder, "turn", name)
    write(builder, phase.finish, scope, (*path, "finish"))
    if phase.finish:
        _check_end(builder, scope)


def _nested(builder: RuleBuilder, name: str, phase: PhaseRules, scope: RuleScope, path: Path, finish: Function) -> None:
    """Write phases inside of a phase."""
    functions = builder.functions
    head = functions.step(f"begin_{python_name(name)}")
    if phase.from_:
        builder.now.emit(f"self.player = {builder.value(phase.from_, scope, (*path, 'from'), 'player').code}")
    count = ""
    if phase.rounds:
        count = builder.variable(f"rounds_of_{name}", "0")
        builder.now.emit(f"{count} = {builder.value(phase.rounds, scope, (*path, 'rounds'), 'number').code}")
    functions.go_on(head)
    if count:
        head.emit(f"if {count} <= 0: return {finish.number}", f"{count} -= 1")
    write_phases(builder, phase.phases, scope, (*path, "phases"))
    _check_end(builder, scope)
    if phase.until:
        builder.now.emit(f"if {builder.condition(phase.until, scope, (*path, 'until'))}: return {finish.number}")
    builder.now.emit(f"return {(head if phase.until or count else finish).number}")


def _turns(builder: RuleBuilder, name: str, phase: PhaseRules, scope: RuleScope, path: Path, finish: Function) -> None:
    """Write the turns of a phase."""
    functions, label = builder.functions, python_name(name)
    first = phase.by or phase.from_
    if first:
        key = "by" if phase.by else "from"
        builder.now.emit(f"self.player = {builder.value(first, scope, (*path, key), 'player').code}")
    turns = _count_turns(builder, name, phase, scope, path)
    builder.now.emit("self._idle = 0")
    head, decide = functions.step(f"turn_of_{label}"), functions.step(f"decide_{label}")
    after = functions.step(f"end_turn_of_{label}")
    functions.go_on(head)
    until = builder.condition(phase.until, scope, (*path, "until")) if phase.until else ""
    if until:
        head.emit(f"if {until}: return {finish.number}")
    if turns:
        head.emit(f"if {turns} <= 0: return {finish.number}", f"{turns} -= 1")
    following = functions.step(f"next_of_{label}")
    if phase.who:
        with head.block(f"if not {builder.condition(phase.who, scope, (*path, 'who'))}:"):
            head.emit("self._idle += 1", f"return {finish.number} if self._idle >= PLAYERS else {following.number}")
    head.emit("self.turn += 1")
    builder.in_turn, builder.turn_end = True, after
    write(builder, phase.turn_start, scope, (*path, "turn_start"))
    if phase.moves:
        functions.go_on(decide)
        builder.together = len(phase.moves) if phase.order == "together" else 0
        decision = _decide(builder, label, phase.moves, scope, (*path, "moves"), (decide, after, finish))
        write_questions(builder, decision, phase.question, (*path, "question"), phase.moves)
        builder.together = 0
        builder.functions.now = after
    else:
        builder.now.emit("self._idle = 0")
        decide.emit(f"return {after.number}")
        functions.go_on(after)
    write(builder, phase.turn_end, scope, (*path, "turn_end"))
    do_later(builder, "turn")
    builder.in_turn = False
    _check_end(builder, scope)
    if until:
        builder.now.emit(f"if {until}: return {finish.number}")
    functions.go_on(following)
    _next(builder, phase, following)
    following.emit(f"return {head.number}")


def _count_turns(builder: RuleBuilder, name: str, phase: PhaseRules, scope: RuleScope, path: Path) -> str:
    """Return the variable that counts the turns of a phase; empty if they are not limited."""
    if not phase.rounds and (not phase.by or phase.until):
        return ""
    turns = builder.variable(f"turns_of_{name}", "0")
    rounds = builder.value(phase.rounds, scope, (*path, "rounds"), "number").code if phase.rounds else "1"
    builder.now.emit(f"{turns} = {rounds}" + ("" if phase.by else " * PLAYERS"))
    return turns


def _next(builder: RuleBuilder, phase: PhaseRules, function: Function) -> None:
    """Write whose turn is next."""
    ahead, back = "LEFT_OF[player]", "RIGHT_OF[player]"
    if phase.order == "counterclockwise":
        ahead, back = back, ahead
    if "direction" in builder.analysis.asked:
        ahead = f"({ahead} if self.direction > 0 else {back})"
    with function.block("if self._next >= 0:"):
        function.emit("self.player, self._next = self._next, -1")
    if not phase.by:
        with function.block("else:"):
            function.emit(f"self.player = {ahead}")


def _decide(
    builder: RuleBuilder,
    label: str,
    moves: Mapping[str, MoveRules],
    scope: RuleScope,
    path: Path,
    ways: tuple[Function, Function, Function],
) -> Decision:
    """Write the decision of a turn, and return it.

    Args:
        ways: The decision, the end of the turn, and the end of the phase.
    """
    decide, after, finish = ways
    decision = builder.decision(label)
    decide.emit(f"options = self.{decision.options.name}()")
    with decide.block("if not options:"):
        decide.emit("self._idle += 1", f"return {finish.number} if self._idle >= PLAYERS else {after.number}")
    decide.emit("self._idle = 0", "self._who = player", *wait(decision.number))
    decision.options.emit("found = []")
    for name, move in moves.items():
        _move(builder, name, move, scope, (*path, name), (decision, decide, after))
    decision.options.emit("return found")
    return decision


def _move(
    builder: RuleBuilder,
    name: str,
    move: MoveRules,
    scope: RuleScope,
    path: Path,
    ways: tuple[Decision, Function, Function],
) -> None:
    """Write one move: when it is legal, and what it does.

    Args:
        ways: The decision that it belongs to, where the turn goes on for another move, and where it ends.
    """
    decision, *rest = ways
    options, take = decision.options, decision.take
    made: CompiledChoice | None = None
    if move.choose:
        made = choice(builder, move.choose, move.where, scope, path, name)
        if made is None:
            return
        lines, domain = [*made.before, f"found += {made.options}"], made.domain
    else:
        constant, zone = f"MOVE_{python_name(name)}".upper(), _drawn_from(move, builder)
        domain = builder.domain(Domain(constant, name, "plain", 1, move=name, zone=zone))
        lines = [f"found.append({domain.constant})"]
        if move.where:
            builder.fault(
                ExpressionFault("E234", "'where' without 'choose'", "when: for a move without a choice"),
                (*path, "where"),
            )
    _check_texts(builder, move, path)
    if move.when:
        with options.block(f"if {builder.allowed(move.when, scope, (*path, 'when'))}:"):
            options.emit(*lines)
    else:
        options.emit(*lines)
    do = builder.functions.new(f"_do_{python_name(name)}", "chosen" if made else "")
    if made:
        with take.block(f"if 0 <= (chosen := action - {domain.constant}) < {_size(builder, domain)}:"):
            take.emit(f"return self.{do.name}(chosen)")
    else:
        take.emit(f"if action == {domain.constant}: return self.{do.name}()")
    with builder.writing(do):
        _do(builder, move, (made, domain), scope, path, (rest[0], rest[1]))


def _drawn_from(move: MoveRules, builder: RuleBuilder) -> str:
    """Return the zone of whose pieces a move without a choice takes the top ones; empty if there is none."""
    steps = [step for step in move.do if isinstance(step, DealStep | MoveStep)]
    taken = [step.deal if isinstance(step, DealStep) else step.move for step in steps]
    zone = taken[0].removesuffix(".top") if taken else ""
    is_pile = zone in builder.words.zones and (zone != taken[0] or isinstance(steps[0], DealStep))
    return zone if is_pile else ""


def _check_texts(builder: RuleBuilder, move: MoveRules, path: Path) -> None:
    """Note the fault of texts of a move that name what it does not choose."""
    chosen = [*(move.choose or ())]
    for key, text, known in (("title", move.title, chosen), ("say", move.say, [WHO, *chosen])):
        words = " ".join(text.languages.values()) if text else ""
        for gap in {found[0].strip("{}"): None for found in GAP.finditer(words) if found[0].strip("{}") not in known}:
            expected = " or ".join(f"{{{name}}}" for name in known) or "a text without braces"
            message = f"unknown name {quoted(gap)} in a text of move {quoted(path[-1])}"
            builder.fault(ExpressionFault("E232", message, expected, did_you_mean(gap, known), part=gap), (*path, key))


def _size(builder: RuleBuilder, domain: Domain) -> str:
    if domain.kind == "spaces":
        return f"COUNT_{builder.words.boards[domain.zone].constant}"
    return {"pieces": "PIECES", "places": "MOST_PLACES", "players": "PLAYERS"}.get(domain.kind, str(domain.size))


def _do(
    builder: RuleBuilder,
    move: MoveRules,
    chosen: tuple[CompiledChoice | None, Domain],
    scope: RuleScope,
    path: Path,
    ways: tuple[Function, Function],
) -> None:
    """Write what a move does."""
    (made, domain), (decide, after) = chosen, ways
    mask = made.mask if made else ALL
    if builder.together > 1 or (made and (builder.together or sets_secret(builder, move.do))):
        mask = secret_mask(builder, mask)
    log_choice(builder.now, domain, mask, "chosen" if made else "")
    inner = scope
    if made and move.choose:
        (name,) = move.choose
        if waits(builder, move.do):
            variable = builder.variable(f"{domain.move}_{name}")
            builder.now.emit(f"{variable} = {made.chosen('chosen').code}")
        else:
            variable = python_name(name) if name != "player" else "selected"
            builder.now.emit(f"{variable} = {made.chosen('chosen').code}")
        inner = scope.bind(name, replace(made.bound, code=variable))
    write(builder, move.do, inner, (*path, "do"))
    if move.again:
        again = builder.condition(move.again, scope, (*path, "again"))
        _check_end(builder, scope)
        builder.now.emit(f"if {again}: return {decide.number}")
    builder.now.emit(f"return {after.number}")


def _check_end(builder: RuleBuilder, scope: RuleScope) -> None:
    """Write that the game ends if one of its conditions holds."""
    end = builder.rules.end
    for number, (section, name) in enumerate(
        [("win", name) for name in end.win] + [("lose", name) for name in end.lose]
    ):
        outcome = getattr(end, section)[name]
        if outcome.when:
            with builder.now.block(f"if {builder.condition(outcome.when, scope, ('end', section, name, 'when'))}:"):
                builder.now.emit(f"self._ending = {number}", "return 0")
    if end.when:
        builder.now.emit(f"if {builder.condition(end.when, scope, ('end', 'when'))}: return 0")

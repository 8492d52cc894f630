"""Compile the rules of a game to the Python source of its state, and find everything that is wrong with them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.plugin.game import Finding
from cardgen.plugin.rules.described.builder import RuleAnalysis, RuleBuilder
from cardgen.plugin.rules.described.flow import write
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.phases import write_phases
from cardgen.plugin.rules.described.program import STARTING_NAMES, EffectWords, GameEnd, MoveWords, Program
from cardgen.plugin.rules.described.schema import GameplayRules, MoveRules, PhaseRules
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode, ZonePlace
from cardgen.plugin.rules.described.source import class_source
from cardgen.plugin.rules.described.step_schema import MoveStep
from cardgen.plugin.rules.described.transfer import shuffle
from cardgen.plugin.rules.described.vocabulary import KindFields, Names
from cardgen.report.diagnostics import quoted

_MOST_PASSES = 6


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the compiler makes of rules.

    Attributes:
        program: The compiled game; None after an error.
        faults: What is wrong.
    """

    program: Program | None
    faults: tuple[Finding, ...]


def compile_rules(
    game_id: str,
    rules: GameplayRules,
    kinds: KindFields,
    constants: Mapping[str, Any],
    titles: Mapping[str, LocalizedText] = MappingProxyType({}),
) -> Compiled:
    """Compile the rules of a game.

    Args:
        titles: Names of fields and of words of choices for people.
    """
    names = Names(rules, kinds, constants)
    faults = [*names.faults, *_phase_faults(rules)]
    if faults:
        return Compiled(None, (*faults,))
    analysis = RuleAnalysis()
    builder = _written(rules, names, analysis, explicit=False)
    source, where = class_source(builder), _conditions(builder)
    if builder.faults:
        return Compiled(None, (*builder.faults,))
    explicit = class_source(_written(rules, names, analysis, explicit=True))
    return Compiled(_program(builder, game_id, source, explicit, where, _titles(rules, titles)), ())


def _program(
    builder: RuleBuilder,
    game_id: str,
    source: str,
    explicit: str,
    where: Mapping[str, str],
    titles: Mapping[str, LocalizedText],
) -> Program:
    """Return what is kept of rules that have no fault; `Program` says what each part is."""
    rules, words = builder.rules, builder.words
    return Program(
        game_id=game_id,
        source=source,
        explicit=explicit,
        players=tuple(sorted({*rules.players})),
        teams=rules.teams or 0,
        together=bool(rules.end.win or rules.end.lose),
        own_decks=rules.decks == "own",
        zones=(*words.zones.values(),),
        numbers=(*words.numbers.values(),),
        columns=(*words.columns.values(),),
        kinds=tuple(kind for kind in words.kinds if any(kind in zone.holds for zone in words.zones.values())),
        domains=(*builder.domains,),
        endings=(*_endings(rules),),
        moves=_words_of_moves(rules),
        effects={name: EffectWords(effect.parameters, effect.text) for name, effect in rules.effects.items()},
        longest=rules.longest,
        has_score=rules.end.score is not None,
        lowest=rules.end.winner == "lowest",
        titles=titles,
        has_identities=any(number.of in words.kinds and not number.formula for number in words.numbers.values()),
        where=where,
        most=rules.end.most,
        boards=words.boards,
        decisions=tuple(decision.words for decision in builder.decisions),
        goal=rules.goal,
        examined=frozenset(builder.analysis.examined),
        said=(*builder.said,),
    )


def _titles(rules: GameplayRules, titles: Mapping[str, LocalizedText]) -> dict[str, LocalizedText]:
    """Return the names for people of all that the rules name, added to those of fields and words."""
    titled: tuple[Mapping[str, Any], ...] = (rules.boards, rules.zones, rules.numbers)
    stated = {name: one.title for part in titled for name, one in part.items() if one.title}
    return {**titles, **rules.titles, **stated}


def _endings(rules: GameplayRules) -> Iterator[GameEnd]:
    for is_win, outcomes in ((True, rules.end.win), (False, rules.end.lose)):
        for name, outcome in outcomes.items():
            yield GameEnd(name, is_win, outcome.text)


def _words_of_moves(rules: GameplayRules) -> dict[str, MoveWords]:
    moves = (move for phase in _all_phases(rules) for move in phase.moves.items())
    return {name: MoveWords(move.title, move.say, _moves_one(move)) for name, move in moves}


def _conditions(builder: RuleBuilder) -> dict[str, str]:
    """Return the code of the conditions on the pieces that zones hold at the start, by zone."""
    scope = RuleScope(builder.words, "player").bind("card", TypedCode("card", "piece"))
    known = {*STARTING_NAMES, *(column.constant for column in builder.words.columns.values())}
    found = {}
    for name, zone in builder.rules.zones.items():
        if not zone.where:
            continue
        path = ("zones", name, "where")
        found[name] = builder.condition(zone.where, scope, path)
        if not _names(found[name]) <= known:
            expected = "a condition on their fields, the player and the number of players"
            builder.fault(
                ExpressionFault("E232", f"the pieces of {quoted(name)} are chosen before the game begins", expected),
                path,
            )
    return found


def _names(code: str) -> set[str]:
    """Return the names that an expression of Python reads but does not bind."""
    nodes = [*ast.walk(ast.parse(code, mode="eval"))]
    bound = {node.arg for node in nodes if isinstance(node, ast.arg)}
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bound |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return {node.id for node in names} - bound


def _all_phases(rules: GameplayRules) -> list[PhaseRules]:
    found: list[PhaseRules] = []
    left = [*rules.phases.values(), *([rules.turn] if rules.turn else [])]
    while left:
        phase = left.pop()
        found.append(phase)
        left += phase.phases.values()
    return found


def _moves_one(move: MoveRules) -> bool:
    """Return whether the first step of a move moves the top or the bottom piece of a zone."""
    step = move.do[0] if move.do else None
    return (
        isinstance(step, MoveStep)
        and step.if_ is None
        and step.count is None
        and step.move.endswith((".top", ".bottom"))
    )


def _phase_faults(rules: GameplayRules) -> list[Finding]:
    if bool(rules.turn) == bool(rules.phases):
        message = (
            f"the rules have {'both' if rules.turn else 'neither'} 'turn' {'and' if rules.turn else 'nor'} 'phases'"
        )
        return [Finding("E234", message, ("rules",), "one of the two", on_key=True)]
    return []


def _written(rules: GameplayRules, names: Names, analysis: RuleAnalysis, *, explicit: bool) -> RuleBuilder:
    """Return the builder after it has written all functions, again until nothing more is found out."""
    for _ in range(_MOST_PASSES):
        before = analysis.size()
        builder = RuleBuilder(rules, names.words, analysis, explicit=explicit)
        _write_all(builder)
        if analysis.size() == before or builder.faults:
            break
    return builder


def _write_all(builder: RuleBuilder) -> None:
    rules, functions, scope = builder.rules, builder.functions, RuleScope(builder.words)
    over = functions.step("finish_game", "The game is over.")
    over.emit("self._at, self._legal = -1, ()", "return -1")
    dispatch = functions.step("next_effect", "Do the next effect of a card, or go on after the last one.")
    dispatch.emit(
        "effects, _, after, card, seat = self._stack[-1]",
        "if not effects or len(self._stack) > 50:",
        "    self._stack.pop()",
        "    return after",
        "self._stack[-1] = (effects[1:], effects[0], after, card, seat)",
        "self._log.append((ALL, seat, card, effects[0][-1], -1))",
        "return EFFECTS[effects[0][0]]",
    )
    functions.now = functions.step("set_up", "Lay out the game.")
    for name, zone in rules.zones.items():
        if zone.shuffled:
            _shuffle_at_start(builder, name)
    write(builder, rules.set_up, scope, ("set_up",))
    _write_refills(builder)
    main = functions.step("play")
    functions.go_on(main)
    phases = {"turn": rules.turn} if rules.turn else rules.phases
    write_phases(builder, phases, scope, ("turn",) if rules.turn else ("phases",))
    builder.now.emit("return 0")
    _write_effects(builder, replace(scope, player="self._stack[-1][4]"))


def _shuffle_at_start(builder: RuleBuilder, name: str) -> None:
    zone = builder.words.zones[name]
    if zone.of_player:
        with builder.now.block("for seat in SEATS:"):
            shuffle(builder, ZonePlace(zone, "seat"))
    else:
        shuffle(builder, ZonePlace(zone))


def _write_refills(builder: RuleBuilder) -> None:
    """Write how zones are filled again when they are empty."""
    for zone in builder.words.zones.values():
        if not zone.refill:
            continue
        source = builder.words.zones[zone.refill]
        owner = "owner" if zone.of_player else ""
        target, place = ZonePlace(zone, owner), ZonePlace(source, owner if source.of_player else "")
        function = builder.functions.new(
            f"_refill_{zone.attribute}", owner, f"Shuffle '{source.name}' to become '{zone.name}'."
        )
        with builder.writing(function):
            function.emit(f"moved = {place.code}[:len({place.code}) - {zone.keep}]", "if not moved: return")
            function.emit(f"del {place.code}[:len(moved)]", f"{target.code}[:0] = moved")
            if source.name in builder.analysis.tracked:
                function.emit(f"del {place.known}[:len(moved)]")
            if zone.name in builder.analysis.tracked:
                function.emit(f"{target.known}[:0] = [0] * len(moved)")
            shuffle(builder, target)


def _write_effects(builder: RuleBuilder, scope: RuleScope) -> None:
    """Write the steps of each effect."""
    builder.in_turn = True
    for name, effect in builder.rules.effects.items():
        functions = builder.functions
        functions.now = functions.step(f"effect_{name}", f"The effect {quoted(name)}.")
        entry = functions.now.number
        inner = scope.bind("card", TypedCode("self._stack[-1][3]", "piece"))
        for index, (parameter, of_type) in enumerate(effect.parameters.items(), 1):
            types = {"integer": "number", "boolean": "yes", "text": "text"}
            inner = inner.bind(parameter, TypedCode(f"self._stack[-1][1][{index}]", types[of_type]))  # type: ignore[arg-type]
        write(builder, effect.do, inner, ("effects", name, "do"))
        builder.now.emit("return 1")
        builder.variables[f"#{name}"] = str(entry)

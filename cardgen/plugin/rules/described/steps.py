"""Write the code of steps that need no decision: moves of pieces, numbers, repetitions."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from cardgen.plugin.rules.described.builder import ALL, RuleBuilder, seen_by, union, zone_code
from cardgen.plugin.rules.described.declared import SINGLE, TYPE_WORDS
from cardgen.plugin.rules.described.parsing import ExpressionFault
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode, ZonePlace
from cardgen.plugin.rules.described.secrecy import check_number, check_zone, learn, show
from cardgen.plugin.rules.described.step_schema import (
    AddStep,
    DealStep,
    MoveStep,
    NextStep,
    RevealStep,
    RollStep,
    SetStep,
    ShuffleStep,
    SwapStep,
    TellStep,
    TurnStep,
)
from cardgen.plugin.rules.described.transfer import TOLD, UP, Transfer, few, shuffle
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path


def move(builder: RuleBuilder, step: MoveStep, scope: RuleScope, path: Path) -> None:
    """Write a step `move`."""
    before = {*builder.analysis.ordered}
    value = builder.value(step.move, scope, (*path, "move"), "piece", "pieces")
    if value.how in ("top", "zone"):
        builder.analysis.ordered = before  # a piece that is drawn from the top is not looked at before
    target = builder.place(step.to, scope, (*path, "to"))
    source = builder.place(step.from_, scope, (*path, "from")) if step.from_ else value.place
    if target is None or value.type == "unknown":
        return
    if source is None:
        message = f"nothing says in which zone {quoted(step.move)} lies"
        builder.fault(ExpressionFault("E234", message, "from: with a zone"), (*path, "move"))
        return
    if builder.together > 1 or not value.how:
        check_zone(builder, source, scope.player, (*path, "move"))
        check_zone(builder, target, scope.player, (*path, "to"))
    _transferred(builder, step, value, Transfer(builder, source, target, under=step.under), scope, path)


def _transferred(
    builder: RuleBuilder, step: MoveStep, value: TypedCode, transfer: Transfer, scope: RuleScope, path: Path
) -> None:
    """Write how the pieces of a step `move` go."""
    if step.count is not None and value.type == "piece":
        message = f"{quoted(step.move)} is one piece, and 'count' says how many"
        builder.fault(ExpressionFault("E234", message, "a zone or several pieces"), (*path, "count"))
    elif step.count is not None:
        count = builder.value(step.count, scope, (*path, "count"), "number").code
        if value.how == "zone":
            transfer.count(count)
        else:
            transfer.pieces(value.with_code(f"{value.code}[:max({count}, 0)]"))
    elif value.type == "pieces" and value.how == "zone":
        transfer.all()
    elif value.type == "pieces":
        transfer.pieces(value)
    elif value.how == "top" and not step.from_:
        transfer.top()
    elif value.how == "bottom" and not step.from_:
        transfer.bottom()
    else:
        transfer.piece(value)


def deal(builder: RuleBuilder, step: DealStep, scope: RuleScope, path: Path) -> None:
    """Write a step `deal`."""
    named = scope
    is_plain = step.to in builder.words.zones and builder.words.zones[step.to].of_player
    if is_plain and not (builder.in_turn and scope.player):
        named = replace(scope, player="seat")
    source = builder.place(step.deal, named, (*path, "deal"))
    target = builder.place(step.to, named, (*path, "to"), several=True)
    count = builder.value(step.count, scope, (*path, "count"), "number").code
    if source is None or target is None:
        return
    if not target.owners and target.owner != "seat":
        Transfer(builder, source, target).count(count)
        return
    transfer = Transfer(builder, source, ZonePlace(target.zone, "seat"))
    owners = order = target.owners or "SEATS"
    if step.from_:
        builder.now.emit(f"first = {builder.value(step.from_, scope, (*path, 'from'), 'player').code}")
        order = "(first, *OTHERS_OF[first])"
    if owners != "SEATS":
        builder.now.emit(f"dealt = {order if order == owners else f'[seat for seat in {order} if seat in {owners}]'}")
        order = "dealt"
    with builder.now.block(f"for _ in range({few(count)}):"), builder.now.block(f"for seat in {order}:"):
        transfer.top()


def shuffle_zone(builder: RuleBuilder, step: ShuffleStep, scope: RuleScope, path: Path) -> None:
    """Write a step `shuffle`."""
    place = builder.place(step.shuffle, scope, (*path, "shuffle"), several=True)
    if place is not None and place.owners:
        with builder.now.block(f"for seat in {place.owners}:"):
            shuffle(builder, ZonePlace(place.zone, "seat"))
    elif place is not None:
        shuffle(builder, place)


def turn(builder: RuleBuilder, step: TurnStep, scope: RuleScope, path: Path) -> None:
    """Write a step `turn`, which turns pieces up or down."""
    known = f"known | {UP} | ALL" if step.face == "up" else f"known & {~UP}"
    _mark(builder, step.turn, known, (ALL if step.face == "up" else "0"), scope, (*path, "turn"))


def reveal(builder: RuleBuilder, step: RevealStep, scope: RuleScope, path: Path) -> None:
    """Write a step `reveal`."""
    to = builder.value(step.to, scope, (*path, "to"), "player", "players")
    mask = f"(1 << {to.code})" if to.type == "player" else f"sum([1 << seat for seat in {to.code}])"
    value = builder.value(step.reveal, scope, (*path, "reveal"))
    if value.number is not None and value.number.secret:
        show(builder, value, mask)
        return
    _mark(builder, step.reveal, f"known | {mask}", mask, scope, (*path, "reveal"))


def _mark(builder: RuleBuilder, text: str, known: str, shown: str, scope: RuleScope, path: Path) -> None:
    """Write that some players come to know pieces that stay where they are."""
    value = builder.value(text, scope, path, "piece", "pieces")
    if value.place is None:
        if value.type != "unknown":
            message = f"nothing says in which zone {quoted(text)} lies"
            builder.fault(ExpressionFault("E234", message, "a piece of a zone, or a zone"), path)
        return
    place = value.place
    builder.analysis.tracked.add(place.zone.name)
    code, now = zone_code(place), builder.now
    if value.how == "zone":
        now.emit(f"self._log += [({shown}, piece, {code}, {code}) for piece in {place.code}]")
        now.emit(f"{place.known}[:] = [{known} for known in {place.known}]")
        return
    pieces = f"[{value.code}]" if value.type == "piece" else f"[*{value.code}]"
    with now.block(f"for piece in {pieces}:"), now.block(f"if piece in {place.code}:"):
        where = f"len({place.code}) - 1" if value.how == "top" else f"{place.code}.index(piece)"
        now.emit(f"place = {where}", f"known = {place.known}[place]", f"{place.known}[place] = {known}")
        now.emit(f"self._log.append(({shown}, piece, {code}, {code}))")


def tell(builder: RuleBuilder, step: TellStep, scope: RuleScope, path: Path) -> None:
    """Write a step `tell`: of each piece of the zone, those that it cannot be are remembered."""
    place = builder.place(step.tell, scope, (*path, "tell"))
    if place is None:
        return
    builder.analysis.tracked.add(place.zone.name)
    item = TypedCode("piece", "piece", item=True)
    condition = builder.condition(step.that, scope.bind("card", item), (*path, "that"))
    builder.now.emit(
        f"fits = sum([1 << piece + {TOLD} for piece in range(PIECES) if {condition}])",
        f"others = ((1 << PIECES) - 1 << {TOLD}) ^ fits",
        f"{place.known}[:] = [known | (others if fits >> piece + {TOLD} & 1 else fits)"
        f" for piece, known in zip({place.code}, {place.known})]",
    )


def swap(builder: RuleBuilder, step: SwapStep, scope: RuleScope, path: Path) -> None:
    """Write a step `swap`."""
    one, other = (builder.place(text, scope, (*path, "swap", at)) for at, text in enumerate(step.swap))
    if one is None or other is None:
        return
    zones = {one.zone.name, other.zone.name}
    builder.analysis.tracked |= zones
    builder.analysis.ordered |= zones  # each keeps its order in the place of the other
    for source, target in ((one, other), (other, one)):
        shown = union(seen_by(source), seen_by(target))
        log = f"({shown} | known, piece, {zone_code(source)}, {zone_code(target)})"
        builder.now.emit(f"self._log += [{log} for piece, known in zip({source.code}, {source.known})]")
    known = [f"[known | {seen_by(place)} for known in {place.known}]" for place in (other, one)]
    builder.now.emit(f"{one.known}[:], {other.known}[:] = {', '.join(known)}")
    builder.now.emit(f"{one.code}[:], {other.code}[:] = [*{other.code}], [*{one.code}]")


def set_number(builder: RuleBuilder, step: SetStep, scope: RuleScope, path: Path) -> None:
    """Write a step `set`."""
    target = number(builder, step.set, scope, (*path, "set"))
    value = builder.value(step.to, scope, (*path, "to"))
    if target is not None:
        assign(builder, target, value, step.to, (*path, "to"))


def add(builder: RuleBuilder, step: AddStep, scope: RuleScope, path: Path) -> None:
    """Write a step `add`."""
    target = number(builder, step.to, scope, (*path, "to"))
    value = builder.value(step.add, scope, (*path, "add"), "number")
    if target is None or target.number is None:
        return
    if target.type != "number":
        builder.fault(
            ExpressionFault("E233", f"{quoted(step.to)} is {TYPE_WORDS[target.type]}", "a number"), (*path, "to")
        )
        return
    check_number(builder, target, value.code, (*path, "to"))
    if target.number.low is None and target.number.high is None:
        _put(builder, target, f"{target.code} += {value.code}")
    else:
        _put(builder, target, f"{target.code} = {clamped(target, f'{target.code} + {value.code}')}")
    learn(builder, target, f"{target.code} + {value.code}")


def roll(builder: RuleBuilder, step: RollStep, scope: RuleScope, path: Path) -> None:
    """Write a step `roll`."""
    target = number(builder, step.to, scope, (*path, "to"))
    sides = builder.value(step.roll, scope, (*path, "roll"), "number").code
    if target is None:
        return
    learn(builder, target, "")
    if builder.explicit:
        _put(builder, target, f"{target.code} = self.luck.pick({sides}) + 1")
    else:
        thrown = f"{target.code} = ((self.luck >> 32) * ({sides}) >> 32) + 1"
        _put(builder, target, "self.luck = next_random(self.luck)", thrown)


def next_player(builder: RuleBuilder, step: NextStep, scope: RuleScope, path: Path) -> None:
    """Write a step `next`."""
    builder.now.emit(f"self._next = {builder.value(step.next, scope, (*path, 'next'), 'player').code}")


def number(builder: RuleBuilder, text: str, scope: RuleScope, path: Path) -> TypedCode | None:
    """Return a number that can be set; None after a fault."""
    if text == "direction":
        builder.analysis.asked.add("direction")
        return TypedCode("self.direction", "number")
    formula = builder.words.numbers.get(text)
    if formula is not None and formula.formula:
        builder.fault(
            ExpressionFault("E234", f"number {quoted(text)} follows from others", "a number without 'is'"), path
        )
        return None
    found = builder.value(text, scope, path)
    if found.type == "unknown":
        return None
    if found.number is None:
        known = [name for name, one in builder.words.numbers.items() if not one.formula]
        builder.fault(
            ExpressionFault("E233", f"{quoted(text)} is no number that can be set", f"one of: {', '.join(known)}"), path
        )
        return None
    return found


def assign(builder: RuleBuilder, target: TypedCode, value: TypedCode, text: str, path: Path) -> None:
    """Write that a number gets a value."""
    if value.type not in (target.type, "unknown"):
        message = f"{quoted(text)} is {TYPE_WORDS[value.type]}"
        builder.fault(ExpressionFault("E233", message, TYPE_WORDS[target.type]), path)
        return
    unknown = [word for word in value.words if target.words and word not in target.words]
    if unknown:
        known = ", ".join(map(str, target.words))
        builder.fault(ExpressionFault("E232", f"unknown word {quoted(unknown[0])}", f"one of: {known}"), path)
        return
    check_number(builder, target, value.code, path)
    _put(builder, target, f"{target.code} = {clamped(target, value.code)}")
    learn(builder, target, value.code)


def _put(builder: RuleBuilder, target: TypedCode, *lines: str) -> None:
    """Write lines that give a number a value; a piece or a space that is not there gets none."""
    with builder.now.block(f"if {target.owner} >= 0:") if target.owner else nullcontext():
        builder.now.emit(*lines)


def clamped(target: TypedCode, code: str) -> str:
    """Return the code of a value within the limits of a number."""
    code = f"limited({code})" if "*" in code and target.type == "number" else code
    low = target.number.low if target.number else None
    high = target.number.high if target.number else None
    code = f"max({code}, {low})" if low is not None else code
    return f"min({code}, {high})" if high is not None else code


def loop_variable(source: TypedCode, name: str) -> TypedCode:
    """Return one of several things, by the name of a variable."""
    kind = SINGLE[source.type]
    return TypedCode(name, kind, source.place if kind == "piece" else None, words=source.words, board=source.board)

"""Compile the verbs that happen once and change what stands on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.choices import compile_choice
from cardgen.games.attack_the_tower.engine.compiler.expressions import compile_number
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.state.changes import (
    has_references,
    recruit_troops,
    remove_units,
    renumber_units,
    set_modifiers,
    update_active_verbs,
)
from cardgen.games.attack_the_tower.engine.state.damage import deal_damage
from cardgen.games.attack_the_tower.engine.state.hands import without_card
from cardgen.games.attack_the_tower.engine.state.lasting import (
    BATTLE_END,
    EACH_BATTLE_END,
    FROM_DESTROY,
    FROM_SACRIFICE,
    RECRUIT,
    TURN_END,
    VerbCode,
)
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE
from cardgen.games.attack_the_tower.engine.state.position import CompiledSelector, Position, Step
from cardgen.games.attack_the_tower.engine.state.stats import NOW, affected_by, prevented_slots, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    BASES,
    EVEN,
    SLOTS_OF,
    SPECIAL,
    UNITS_OF,
    bits,
    slot_of,
)
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_ZONE, PLAYED


def unprotected_from_sacrifice(position: Position, frame: Sequence[int]) -> int:
    """Return all units except those that effects protect from being sacrificed.

    Args:
        position: Position to read.
        frame: Not used; a choice calls this function with it.
    """
    del frame
    return ~affected_by(position, VerbCode.PROTECT, FROM_SACRIFICE)


def destroy_step(units: CompiledSelector) -> Step:
    """Return the step that destroys units; a player's own units are sacrificed."""

    def step(position: Position, frame: list[int]) -> None:
        found = units(position, frame, NOW)
        own = UNITS_OF[frame[2]]
        found &= ~(affected_by(position, VerbCode.PROTECT, FROM_SACRIFICE) & own)
        found &= ~(affected_by(position, VerbCode.PROTECT, FROM_DESTROY) & ~own)
        remove_units(position, found)

    return step


def begin_step(effect: int) -> Step:
    """Return the step that begins a lasting effect, whose number is evaluated then."""

    def step(position: Position, frame: list[int]) -> None:
        lasting = position.match.lasting[effect]
        modifier = (effect, lasting.number(position, frame), *frame[2:])
        set_modifiers(position, (*position.modifiers, modifier))
        position.check_due = position.check_due or lasting.verb in (VerbCode.GAIN, VerbCode.LOSE)
        position.change_count += 1

    return step


def delay_step(program: int, at: str, until: str | None) -> Step:
    """Return the step that puts off a program.

    Args:
        program: Number of the program.
        at: `turn_end` or `battle_end`.
        until: `turn` to run it at the end of every battle of the turn; None to run it once.
    """
    moment = TURN_END if at == "turn_end" else EACH_BATTLE_END if until == "turn" else BATTLE_END

    def step(position: Position, frame: list[int]) -> None:
        position.delays += ((program, moment, *frame[2:]),)

    return step


def place_step(design: int) -> Step:
    """Return the step that moves a special troop to the palace, from beside the board where it lay for its costs."""

    def step(position: Position, frame: list[int]) -> None:
        zone = PALACE_ZONE + frame[2]
        position.zones[PLAYED] = without_card(position.zones[PLAYED], design)
        position.arrived_this_turn |= 1 << (SPECIAL + 2 * len(position.zones[zone]) + frame[2])
        position.zones[zone] += (design,)
        update_active_verbs(position)
        position.change_count += 1
        position.check_due = True

    return step


def _destroy(scope: Scope, effect: model.Destroy) -> list[Step]:
    steps, units = compile_choice(effect.who, scope)
    return [*steps, destroy_step(units)]


def _recruit(scope: Scope, effect: model.Recruit) -> list[Step]:
    steps, units = compile_choice(effect.bases, scope)
    amount = compile_number(effect.amount, scope)

    def step(position: Position, frame: list[int]) -> None:
        _recruit_on_bases(position, units(position, frame, NOW), amount(position, frame))

    return [*steps, step]


def _recruit_on_bases(position: Position, bases: int, amount: int) -> None:
    """Put troops on a set of bases, up to two on each; not where that is prevented."""
    slots = (bases >> BASE) & EVEN
    slots |= slots << 1
    for player in (0, 1):
        slots &= ~prevented_slots(position, player, RECRUIT)
    for _ in range(min(amount, 2)):
        recruit_troops(position, slots)


def _move(scope: Scope, effect: model.Move) -> list[Step]:
    steps, units = compile_choice(effect.who, scope)

    def among(position: Position, frame: list[int]) -> int:
        # Bases with room, of the type of a chosen troop that stands elsewhere.
        found = 0
        for unit in bits(units(position, frame, NOW) & position.troops):
            own = next(slots for slots in position.types if slots >> unit & 1)
            elsewhere = own & SLOTS_OF[slot_of(unit) // 9] & ~(3 << (unit & ~1))
            found |= decisions.bases_with_room(position, elsewhere)
        return found

    target_steps, targets = compile_choice(effect.to, scope, among)

    def step(position: Position, frame: list[int]) -> None:
        for base in bits(targets(position, frame, NOW)):
            for unit in reversed([*bits(units(position, frame, NOW) & position.troops)]):
                _move_troop(position, unit, base - BASE)

    return [*steps, *target_steps, step]


def _move_troop(position: Position, unit: int, slot_bit: int) -> None:
    """Move a troop to a slot if that slot has room, and has the type and the owner of the troop's slot.

    Args:
        position: Position to change.
        unit: Number of the troop.
        slot_bit: Lower bit of the slot.
    """
    bit, here = 1 << unit, unit & ~1
    same_owner = (unit < 18) == (slot_bit < 18)
    same_type = any(slots >> unit & 1 and slots >> slot_bit & 1 for slots in position.types)
    if here == slot_bit or not (same_owner and same_type) or position.troops >> (slot_bit + 1) & 1:
        return
    target = 1 << (slot_bit + (position.troops >> slot_bit & 1))
    stays = position.troops >> here & 3 == 3 and unit == here  # the upper troop becomes the lower one
    upper = 2 << here

    def renumber(units: int) -> int:
        rest = units & ~bit
        if stays and rest & upper:
            rest = (rest & ~upper) | (1 << here)
        return rest | target if units & bit else rest

    if has_references(position):
        renumber_units(position, renumber)
    position.troops = renumber(position.troops)
    position.change_count += 1


def _swap(scope: Scope, effect: model.Swap) -> list[Step]:
    # A palace that counts as a base has no slot, so it cannot be swapped.
    first_steps, first = compile_choice(effect.a, scope, lambda *_: BASES)

    def among(position: Position, frame: list[int]) -> int:
        one = first(position, frame, NOW)
        return UNITS_OF[0 if one & UNITS_OF[0] else 1] & BASES & ~one if one else 0

    second_steps, second = compile_choice(effect.b, scope, among)

    def step(position: Position, frame: list[int]) -> None:
        one, other = first(position, frame, NOW), second(position, frame, NOW)
        if one.bit_count() == 1 and other.bit_count() == 1:
            _swap_bases(position, slot_of(one.bit_length() - 1), slot_of(other.bit_length() - 1))

    return [*first_steps, *second_steps, step]


def _swap_bases(position: Position, one: int, other: int) -> None:
    """Exchange the bases of two slots, with the troops on them."""
    bases = position.bases
    bases[one], bases[other] = bases[other], bases[one]

    def renumber(units: int) -> int:
        differ = (units >> (2 * one) ^ units >> (2 * other)) & (3 | 1 << BASE)
        return units ^ (differ << (2 * one)) ^ (differ << (2 * other))

    position.troops = renumber(position.troops)
    position.built = renumber(position.built)
    position.types = [renumber(slots) for slots in position.types]
    if has_references(position):
        renumber_units(position, renumber)
    position.change_count += 1
    position.check_due = True


def _strike(scope: Scope, effect: model.Strike) -> list[Step]:
    steps, units = compile_choice(effect.who, scope)
    amount = compile_number(effect.amount, scope)

    def step(position: Position, frame: list[int]) -> None:
        if position.stage == NO_BATTLE:
            return
        found = units(position, frame, NOW)
        for unit in bits(found):
            deal_damage(position, (unit,), (amount(position, frame),))
        damage = position.damage or {}
        dead = [unit for unit, (power, _) in unit_stats(position, found).items() if damage.get(unit, 0) >= power]
        remove_units(position, sum(1 << unit for unit in dead))

    return [*steps, step]


def _end_battle(scope: Scope, effect: model.EndBattle) -> list[Step]:
    del scope, effect

    def step(position: Position, _: list[int]) -> None:
        position.battle_ended = position.stage != NO_BATTLE

    return [step]


UNIT_VERBS: dict[str, Callable[[Scope, Any], list[Step]]] = {
    "destroy": _destroy,
    "recruit": _recruit,
    "move": _move,
    "swap": _swap,
    "strike": _strike,
    "end_battle": _end_battle,
}

"""Compile the verbs that move what stands on the table: to another base, into another's place, or to the other side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.choices import compile_choice
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.state.changes import renumber_units
from cardgen.games.attack_the_tower.engine.state.position import Position, Step
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.games.attack_the_tower.engine.state.transfer import keepable_special_troops, transfer_special_troop
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    BASES,
    SLOTS_OF,
    UNITS_OF,
    bits,
    owner_of,
    slot_of,
)
from cardgen.plugin.rules.programs import OWNER


def _move(scope: Scope, effect: model.Move) -> list[Step]:
    steps, units = compile_choice(effect.who, scope)

    def among(position: Position, frame: list[int]) -> int:
        # Bases with room, of the type of a chosen troop that stands elsewhere.
        found = 0
        for unit in bits(units(position, frame, NOW) & position.troops):
            own = next(slots for slots in position.types if slots >> unit & 1)
            here = 3 << (unit & ~1)  # both bits of the slot on which the troop stands
            elsewhere = own & SLOTS_OF[owner_of(unit)] & ~here
            found |= decisions.bases_with_room(position, elsewhere)
        return found

    target_steps, targets = compile_choice(effect.to, scope, among)
    register = scope.add(None)

    def choose_movers(position: Position, frame: list[int]) -> None:
        # More troops than there is room for: the player of the card says which of them move.
        frame[register] = found = units(position, frame, NOW) & position.troops
        for base in bits(targets(position, frame, NOW)):
            fitting, room = _movers(position, found, base - BASE)
            frame[register] = fitting
            if fitting.bit_count() > room:
                frame[register] = 0
                position.decision = decisions.choose_units(frame[OWNER], fitting, register, room, False)

    def step(position: Position, frame: list[int]) -> None:
        for base in bits(targets(position, frame, NOW)):
            for unit in reversed(bits(frame[register])):
                _move_troop(position, unit, base - BASE)

    return [*steps, *target_steps, choose_movers, step]


def _movers(position: Position, units: int, slot_bit: int) -> tuple[int, int]:
    """Return which troops of a set can move to a slot by their type and owner, and how many have room there."""
    slots = SLOTS_OF[owner_of(slot_bit)] & ~(3 << slot_bit)  # of the same player, but for the slot itself
    own = next((found for found in position.types if found >> slot_bit & 1), 0)
    return units & own & slots, 2 - (position.troops >> slot_bit & 3).bit_count()


def _move_troop(position: Position, unit: int, slot_bit: int) -> None:
    """Move a troop to another slot of its type, which has room.

    Args:
        slot_bit: Lower bit of the slot.
    """
    # Invariant: a lone troop is the lower one of its slot. Troops are numbered by their places, so whatever refers to one
    # (damage, fighters, registers) is renumbered with the table when one moves:
    #
    #     slot  4: lower, upper    5: -            4: upper (now lower)    5: lower
    #           ^ unit             ^ slot_bit  ->
    bit, here = 1 << unit, unit & ~1
    target = 1 << (slot_bit + (position.troops >> slot_bit & 1))  # the upper place if the lower one is taken
    stays = position.troops >> here & 3 == 3 and unit == here  # the upper troop becomes the lower one
    upper = 2 << here

    def renumber(units: int) -> int:
        rest = units & ~bit
        if stays and rest & upper:
            rest = (rest & ~upper) | (1 << here)
        return rest | target if units & bit else rest

    renumber_units(position, renumber)
    position.troops = renumber(position.troops)
    position.change_count += 1


def _swap(scope: Scope, effect: model.Swap) -> list[Step]:
    # A palace that counts as a base has no slot, so it cannot be swapped.
    across = effect.a.owner != effect.b.owner
    first_steps, first = compile_choice(effect.a, scope, lambda *_: BASES)

    def among(position: Position, frame: list[int]) -> int:
        one = first(position, frame, NOW)
        if across:
            return BASES & ~one if one else 0
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
        # Exchange two fields of bits by exclusive or: `differ` holds the bits in which the slots differ, both troops and
        # the base at once, and to flip these bits in both slots gives each what the other had.
        differ = (units >> (2 * one) ^ units >> (2 * other)) & (3 | 1 << BASE)
        return units ^ (differ << (2 * one)) ^ (differ << (2 * other))

    position.troops = renumber(position.troops)
    position.built = renumber(position.built)
    position.types = [renumber(slots) for slots in position.types]
    renumber_units(position, renumber)
    position.change_count += 1
    position.check_due = True


def _steal_specials(scope: Scope, effect: model.Steal) -> list[Step]:
    # What the player could not keep is no target (R54).
    steps, units = compile_choice(
        effect.who, scope, lambda position, frame: keepable_special_troops(position, frame[OWNER])
    )

    def step(position: Position, frame: list[int]) -> None:
        for unit in bits(units(position, frame, NOW)):
            transfer_special_troop(position, unit)

    return [*steps, step]


def _steal(scope: Scope, effect: model.Steal) -> list[Step]:
    if effect.who.of == "special":
        return _steal_specials(scope, effect)

    def goals(position: Position, unit: int, player: int) -> int:
        """Return the player's bases with room, of the type of a troop."""
        own = next(slots for slots in position.types if slots >> unit & 1)
        return decisions.bases_with_room(position, own & SLOTS_OF[player])

    def movable(position: Position, frame: list[int]) -> int:
        return sum(1 << unit for unit in bits(position.troops) if goals(position, unit, frame[OWNER]))

    steps, troops = compile_choice(effect.who, scope, movable)
    register = scope.add()

    def choose_base(position: Position, frame: list[int]) -> None:
        frame[register] = 0
        for unit in bits(troops(position, frame, NOW) & position.troops):
            position.decision = decisions.choose_units(
                frame[OWNER], goals(position, unit, frame[OWNER]), register, 1, False
            )

    def move(position: Position, frame: list[int]) -> None:
        for base in bits(frame[register]):
            for unit in bits(troops(position, frame, NOW) & position.troops):
                _move_troop(position, unit, base - BASE)

    return [*steps, choose_base, move]


MOVEMENT_VERBS: dict[str, Callable[[Scope, Any], list[Step]]] = {
    "move": _move,
    "swap": _swap,
    "steal": _steal,
}

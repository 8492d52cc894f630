"""Verbs of the vocabulary that happen once, compiled to steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.card_verbs import CARD_VERBS
from cardgen.games.attack_the_tower.engine.compiler.expressions import number
from cardgen.games.attack_the_tower.engine.state.damage import hurt
from cardgen.games.attack_the_tower.engine.state.lasting import (
    FROM_DESTROY,
    FROM_SACRIFICE,
    RECRUIT,
    Select,
    Until,
    Verb,
)
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW, affected_by, barred_slots, profiles
from cardgen.games.attack_the_tower.engine.state.table import without
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
from cardgen.games.attack_the_tower.engine.state.zones import NO_SITE, PALACE_ZONE, PLAYED

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.engine.compiler.program import Compiler, Step

# Moments of delayed effects, and whether they happen each time.
BATTLE_END, TURN_END, EACH_BATTLE_END = range(3)


def destroy(units: Select) -> Step:
    """Destroy what was picked; what a player destroys of his own is sacrificed."""

    def step(position: Position, frame: list[int]) -> None:
        found = units(position, frame, NOW)
        own = UNITS_OF[frame[2]]
        found &= ~(affected_by(position, Verb.PROTECT, FROM_SACRIFICE) & own)
        found &= ~(affected_by(position, Verb.PROTECT, FROM_DESTROY) & ~own)
        position.remove(found)

    return step


def begin(effect: int) -> Step:
    """A lasting effect begins; its number is taken now."""

    def step(position: Position, frame: list[int]) -> None:
        lasting = position.match.lasting[effect]
        if lasting.until != Until.NOW:
            position.set_mods((*position.mods, (effect, lasting.number(position, frame), *frame[2:])))
            position.dirty = position.dirty or lasting.verb in (Verb.GAIN, Verb.LOSE)
            position.changes += 1

    return step


def delay(program: int, at: str, until: str | None) -> Step:
    """Effects that happen later."""
    moment = TURN_END if at == "turn_end" else EACH_BATTLE_END if until == "turn" else BATTLE_END

    def step(position: Position, frame: list[int]) -> None:
        position.delays += ((program, moment, *frame[2:]),)

    return step


def place(design: int) -> Step:
    """The special troop comes to the palace from beside the board, where it lay while its costs were paid."""

    def step(position: Position, frame: list[int]) -> None:
        zone = PALACE_ZONE + frame[2]
        position.zones[PLAYED] = without(position.zones[PLAYED], design)
        position.fresh |= 1 << (SPECIAL + 2 * len(position.zones[zone]) + frame[2])
        position.zones[zone] += (design,)
        position.find_verbs()
        position.changes += 1
        position.dirty = True

    return step


def _destroy(compiler: Compiler, effect: model.Destroy) -> list[Step]:
    steps, units = compiler.picks(effect.who)
    return [*steps, destroy(units)]


def _recruit(compiler: Compiler, effect: model.Recruit) -> list[Step]:
    steps, units = compiler.picks(effect.bases)
    amount = number(effect.amount, compiler.scope)

    def step(position: Position, frame: list[int]) -> None:
        recruit(position, units(position, frame, NOW), amount(position, frame))

    return [*steps, step]


def recruit(position: Position, bases: int, amount: int) -> None:
    """Put troops on bases, up to two on each; not where that is prevented."""
    slots = (bases >> BASE) & EVEN
    slots |= slots << 1
    for player in (0, 1):
        slots &= ~barred_slots(position, player, RECRUIT)
    for _ in range(min(amount, 2)):
        position.recruit(slots)


def _move(compiler: Compiler, effect: model.Move) -> list[Step]:
    steps, units = compiler.picks(effect.who)

    def among(position: Position, frame: list[int]) -> int:
        # Bases of the type of some picked troop that stands elsewhere, with room.
        found = 0
        for unit in bits(units(position, frame, NOW) & position.troops):
            own = next(slots for slots in position.types if slots >> unit & 1)
            found |= decisions.room(position, own & SLOTS_OF[slot_of(unit) // 9] & ~(3 << (unit & ~1)))
        return found

    targets, to = compiler.picks(effect.to, among)

    def step(position: Position, frame: list[int]) -> None:
        for base in bits(to(position, frame, NOW)):
            for unit in reversed([*bits(units(position, frame, NOW) & position.troops)]):
                _move_one(position, unit, base - BASE)

    return [*steps, *targets, step]


def _move_one(position: Position, unit: int, slot_bit: int) -> None:
    """Move a troop to the slot whose lower bit this is, if it has room and the type and is its owner's."""
    bit, here = 1 << unit, unit & ~1
    same_owner = (unit < 18) == (slot_bit < 18)
    same_type = any(slots >> unit & 1 and slots >> slot_bit & 1 for slots in position.types)
    if here == slot_bit or not (same_owner and same_type) or position.troops >> (slot_bit + 1) & 1:
        return
    target = 1 << (slot_bit + (position.troops >> slot_bit & 1))
    stays = position.troops >> here & 3 == 3 and unit == here  # the upper troop becomes the lower one
    upper = 2 << here

    def moved(mask: int) -> int:
        rest = mask & ~bit
        if stays and rest & upper:
            rest = (rest & ~upper) | (1 << here)
        return rest | target if mask & bit else rest

    if position.refers():
        position.renumber(moved)
    position.troops = moved(position.troops)
    position.changes += 1


def _swap(compiler: Compiler, effect: model.Swap) -> list[Step]:
    first_steps, first = compiler.picks(effect.a, lambda *_: BASES)  # a palace that counts as a base has no slot

    def among(position: Position, frame: list[int]) -> int:
        one = first(position, frame, NOW)
        return UNITS_OF[0 if one & UNITS_OF[0] else 1] & BASES & ~one if one else 0

    second_steps, second = compiler.picks(effect.b, among)

    def step(position: Position, frame: list[int]) -> None:
        one, other = first(position, frame, NOW), second(position, frame, NOW)
        if one.bit_count() == 1 and other.bit_count() == 1:
            swap(position, slot_of(one.bit_length() - 1), slot_of(other.bit_length() - 1))

    return [*first_steps, *second_steps, step]


def swap(position: Position, one: int, other: int) -> None:
    """Two bases change slots; their troops go with them."""
    bases = position.bases
    bases[one], bases[other] = bases[other], bases[one]

    def moved(mask: int) -> int:
        differ = (mask >> (2 * one) ^ mask >> (2 * other)) & (3 | 1 << BASE)
        return mask ^ (differ << (2 * one)) ^ (differ << (2 * other))

    position.troops = moved(position.troops)
    position.built = moved(position.built)
    position.types = [moved(slots) for slots in position.types]
    if position.refers():
        position.renumber(moved)
    position.changes += 1
    position.dirty = True


def _strike(compiler: Compiler, effect: model.Strike) -> list[Step]:
    steps, units = compiler.picks(effect.who)
    amount = number(effect.amount, compiler.scope)

    def step(position: Position, frame: list[int]) -> None:
        if position.stage == NO_SITE:
            return
        found = units(position, frame, NOW)
        for unit in bits(found):
            hurt(position, (unit,), (amount(position, frame),))
        damage = position.damage or {}
        dead = [unit for unit, (power, _) in profiles(position, found).items() if damage.get(unit, 0) >= power]
        position.remove(sum(1 << unit for unit in dead))

    return [*steps, step]


def _end_battle(compiler: Compiler, effect: model.EndBattle) -> list[Step]:
    del compiler, effect

    def step(position: Position, _: list[int]) -> None:
        position.ended = position.stage != NO_SITE

    return [step]


COMPILE: dict[str, Callable[[Compiler, Any], list[Step]]] = {
    "destroy": _destroy,
    "recruit": _recruit,
    "move": _move,
    "swap": _swap,
    **CARD_VERBS,
    "strike": _strike,
    "end_battle": _end_battle,
}

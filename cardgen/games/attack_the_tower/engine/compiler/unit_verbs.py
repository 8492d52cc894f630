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
    add_special_troop,
    has_references,
    recruit_troops,
    remove_units,
    renumber_units,
    set_modifiers,
)
from cardgen.games.attack_the_tower.engine.state.damage import deal_damage, shielded_units
from cardgen.games.attack_the_tower.engine.state.hands import add_to_hand, reveal_card, without_card
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
from cardgen.games.attack_the_tower.engine.state.sights import BOTH, BOTTOM, TOP, put_on_pile
from cardgen.games.attack_the_tower.engine.state.stats import NOW, affected_by, prevented_slots, unit_stats
from cardgen.games.attack_the_tower.engine.state.transfer import keepable_special_troops, transfer_special_troop
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    BASES,
    EVEN,
    PALACES,
    SLOTS_OF,
    TROOPS,
    UNITS_OF,
    bits,
    owner_of,
    slot_of,
)
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DRAW,
    PLAYED,
)
from cardgen.plugin.rules.programs import OWNER

# Lasting effects after which the state checks are due.
_CHECKED = (VerbCode.GAIN, VerbCode.LOSE, VerbCode.LIMIT)


def sacrifice_step(units: CompiledSelector) -> Step:
    """Return the step that pays a cost with units of the player; no protection forbids that (R46)."""

    def step(position: Position, frame: list[int]) -> None:
        remove_units(position, units(position, frame, NOW))

    return step


def destroy_steps(scope: Scope, units: CompiledSelector, *, own: bool) -> list[Step]:
    """Return the steps that destroy units; a player's own units are sacrificed.

    Nobody destroys what is protected from destruction. What need not be sacrificed is sacrificed if its player wants.

    Args:
        scope: What the words of the card refer to.
        own: Whether units of the card's player can be among them.

    Source:
        R46.
    """
    wanted = scope.add() if own else -1

    def ask(position: Position, frame: list[int]) -> None:
        frame[wanted] = 0
        spared = affected_by(position, VerbCode.PROTECT, FROM_SACRIFICE) & UNITS_OF[frame[OWNER]]
        if spared:
            spared &= units(position, frame, NOW) & ~affected_by(position, VerbCode.PROTECT, FROM_DESTROY)
            count, player = spared.bit_count(), frame[OWNER]
            position.decision = decisions.choose_units(player, spared, wanted, count, decisions.VOLUNTARY)

    def destroy(position: Position, frame: list[int]) -> None:
        found = units(position, frame, NOW) & ~affected_by(position, VerbCode.PROTECT, FROM_DESTROY)
        if own:
            spared = affected_by(position, VerbCode.PROTECT, FROM_SACRIFICE) & UNITS_OF[frame[OWNER]]
            found &= ~spared | frame[wanted]
        remove_units(position, found)

    return [ask, destroy] if own else [destroy]


def begin_step(effects: Sequence[int]) -> Step:
    """Return the step that begins the lasting effects of one verb at once; their numbers are evaluated then."""

    def step(position: Position, frame: list[int]) -> None:
        lasting = position.match.lasting
        begun = [(effect, lasting[effect].number(position, frame), *frame[OWNER:]) for effect in effects]
        set_modifiers(position, (*position.modifiers, *begun))
        if any(lasting[effect].verb in _CHECKED for effect in effects):
            position.check_due = True
        position.change_count += 1

    return step


def delay_step(program: int, at: str, until: str | None) -> Step:
    """Return the step that puts off a program.

    Args:
        at: `turn_end` or `battle_end`.
        until: `turn` to run it at the end of every battle of the turn; None to run it once.
    """
    moment = TURN_END if at == "turn_end" else EACH_BATTLE_END if until == "turn" else BATTLE_END

    def step(position: Position, frame: list[int]) -> None:
        position.delays += ((program, moment, *frame[OWNER:]),)

    return step


def place_step(design: int) -> Step:
    """Return the step that moves a special troop to the palace, from beside the board where it lay for its costs."""

    def step(position: Position, frame: list[int]) -> None:
        position.zones[PLAYED] = without_card(position.zones[PLAYED], design)
        add_special_troop(position, frame[OWNER], design)

    return step


def _destroy(scope: Scope, effect: model.Destroy) -> list[Step]:
    steps, units = compile_choice(effect.who, scope)
    return [*steps, *destroy_steps(scope, units, own=effect.who.owner != "opponent")]


def _recruit(scope: Scope, effect: model.Recruit) -> list[Step]:
    steps, units = compile_choice(effect.bases, scope)
    amount = compile_number(effect.amount, scope)

    def step(position: Position, frame: list[int]) -> None:
        _recruit_on_bases(position, units(position, frame, NOW), amount(position, frame))

    return [*steps, step]


def _recruit_on_bases(position: Position, bases: int, amount: int) -> None:
    """Put troops on a set of bases, up to two on each; not where that is prevented."""
    slots = (bases >> BASE) & EVEN  # the lower bit of each slot
    slots |= slots << 1  # both bits: the slot as a set of places for troops
    for player in (0, 1):
        slots &= ~prevented_slots(position, player, RECRUIT)
    for _ in range(min(amount, 2)):  # each call puts one troop on every slot that has room
        recruit_troops(position, slots)


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


def _move_troop(position: Position, unit: int, slot_bit: int, *, changes_sides: bool = False) -> None:
    """Move a troop to a slot if that slot has room, and has the type and the owner of the troop's slot.

    Args:
        slot_bit: Lower bit of the slot.
        changes_sides: Whether the slot must be the other player's instead.
    """
    # Invariant: a lone troop is the lower one of its slot. Troops are numbered by their places, so whatever refers to one
    # (damage, fighters, registers) is renumbered with the table when one moves:
    #
    #     slot  4: lower, upper    5: -            4: upper (now lower)    5: lower
    #           ^ unit             ^ slot_bit  ->
    bit, here = 1 << unit, unit & ~1
    same_owner = owner_of(unit) == owner_of(slot_bit)
    same_type = any(slots >> unit & 1 and slots >> slot_bit & 1 for slots in position.types)
    is_full = position.troops >> (slot_bit + 1) & 1  # only a second troop is an upper one
    if here == slot_bit or same_owner == changes_sides or not same_type or is_full:
        return
    target = 1 << (slot_bit + (position.troops >> slot_bit & 1))  # the upper place if the lower one is taken
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
    if has_references(position):
        renumber_units(position, renumber)
    position.change_count += 1
    position.check_due = True


def _strike(scope: Scope, effect: model.Strike) -> list[Step]:
    # Damage that does not count is not a choice.
    is_limited = effect.who.of in ("base", "palace") and not effect.even_if_defended

    def among(position: Position, frame: Sequence[int]) -> int:
        del frame
        return ~shielded_units(position) if is_limited else -1

    steps, units = compile_choice(effect.who, scope, among)
    amount = compile_number(effect.amount, scope)

    def step(position: Position, frame: list[int]) -> None:
        found = units(position, frame, NOW) & among(position, frame)
        for unit in bits(found):
            deal_damage(position, (unit,), (amount(position, frame),))
        # All are struck before any is removed: `amount` and the power of a unit may depend on those that die.
        damage = position.damage or {}
        dead = [unit for unit, (power, _) in unit_stats(position, found).items() if damage.get(unit, 0) >= power]
        if position.stage == NO_BATTLE:  # damage lasts for a battle, and outside of one for no time at all
            position.damage = None
        remove_units(position, sum(1 << unit for unit in dead))

    return [*steps, step]


def _return(scope: Scope, effect: model.Return) -> list[Step]:
    on_bases = effect.who.of == "troop"
    steps, units = compile_choice(effect.who, scope, (lambda *_: TROOPS) if on_bases else None)

    def dispose(position: Position, design: int) -> None:
        match = position.match
        owner, is_base = match.army[design], match.kind[design] == BASE_CARD
        if effect.to == "hand":
            add_to_hand(position, owner, design)
            reveal_card(position, owner, design)
            position.check_due = True
        else:
            pile = (BASE_DRAW if is_base else ABILITY_DRAW) + owner
            put_on_pile(position, pile, design, TOP if effect.to == "top" else BOTTOM, BOTH)

    def step(position: Position, frame: list[int]) -> None:
        remove_units(position, units(position, frame, NOW) & ~PALACES, destroyed=False, dispose=dispose)

    return [*steps, step]


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
                _move_troop(position, unit, base - BASE, changes_sides=True)

    return [*steps, choose_base, move]


UNIT_VERBS: dict[str, Callable[[Scope, Any], list[Step]]] = {
    "destroy": _destroy,
    "return": _return,
    "steal": _steal,
    "recruit": _recruit,
    "move": _move,
    "swap": _swap,
    "strike": _strike,
}

"""Compute the current power and traits of units: printed values, changed by lasting effects.

Three levels keep this free of cycles. Effects that change traits see printed power and traits (PRINTED); effects that
change power see current traits and printed power (TRAITS_NOW); everything else sees current power and traits (NOW).
The number of an aura is evaluated at the level of its effect.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.constants import CONSTANTS, TRAITS, TYPES
from cardgen.games.attack_the_tower.constants import TROOPS as TROOP_TYPES
from cardgen.games.attack_the_tower.engine.state.lasting import VerbCode
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, VALUE, Modifier, Position, UnitStats
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    BASES,
    PALACE,
    SLOTS_OF,
    SPECIAL,
    TERRITORY,
    TROOPS,
    bits,
    slots_of,
)
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_ZONE
from cardgen.plugin.rules.programs import FIRST_REGISTER, OWNER

INITIATIVE, ARTILLERY, UNIQUE, LOYAL = 1, 2, 4, 8
TRAIT_BITS = dict(zip(TRAITS, (INITIATIVE, ARTILLERY, UNIQUE, LOYAL), strict=True))

POWER_OF = tuple(TROOP_TYPES[kind].power for kind in TYPES)
TRAITS_OF = tuple(sum(TRAIT_BITS[trait] for trait in TROOP_TYPES[kind].traits) for kind in TYPES)
BASE_POWER, PALACE_POWER = CONSTANTS["base_power"], CONSTANTS["palace_power"]
_BASE = BASE_POWER, 0

PRINTED, TRAITS_NOW, NOW = range(3)
TRAIT_VERBS = 1 << VerbCode.GAIN | 1 << VerbCode.LOSE
POWER_VERBS = 1 << VerbCode.ADD | 1 << VerbCode.SET


def printed_stats(position: Position, unit: int) -> UnitStats:
    """Return the printed power and traits of a unit."""
    troop = position.match.troop
    if unit < BASE:
        return troop[position.bases[unit >> 1]]
    if unit >= SPECIAL:
        return troop[position.zones[PALACE_ZONE + (unit & 1)][(unit - SPECIAL) >> 1]]
    if unit >= PALACE:
        return PALACE_POWER, 0
    return _BASE if unit < TERRITORY else (0, 0)


def find_modifiers(position: Position, verbs: int) -> tuple[Modifier, ...]:
    """Return the lasting effects of played cards and those of auras, in the order in which they began (R53).

    Args:
        verbs: Verbs of the auras to return, as bits. Effects of played cards are returned whatever their verb.
    """
    match = position.match
    if not (match.has_auras and position.active_verbs & verbs):
        return position.modifiers
    if match.arrival < 0:  # the order makes no difference
        return position.modifiers + find_auras(position, verbs)
    return _in_order_of_play(position, verbs)


def find_auras(position: Position, verbs: int) -> tuple[Modifier, ...]:
    """Return the auras of all special troops in play, with their numbers as they are now.

    Args:
        verbs: Verbs of the auras to return, as bits.
    """
    found: tuple[Modifier, ...] = ()
    for player in (0, 1):
        for design in position.zones[PALACE_ZONE + player]:
            if position.match.aura_verbs[design] & verbs:
                found += _auras_of(position, player, design, verbs)
    return found


def _auras_of(position: Position, player: int, design: int, verbs: int) -> tuple[Modifier, ...]:
    match, level = position.match, TRAITS_NOW if verbs & POWER_VERBS else NOW
    return tuple(
        (effect, match.lasting[effect].number(position, (0, ~level, player)), player)
        for effect in match.auras[design]
        if match.verb_bits[effect] & verbs
    )


def _in_order_of_play(position: Position, verbs: int) -> tuple[Modifier, ...]:
    """Return effects of played cards, and the auras of each special troop where its arrival is noted, else first."""
    arrival, zones, modifiers = position.match.arrival, position.zones, position.modifiers
    noted = 0
    for modifier in modifiers:
        noted |= modifier[FIRST_REGISTER] if modifier[EFFECT] == arrival else 0
    found: tuple[Modifier, ...] = ()
    for player in (0, 1):
        for index, design in enumerate(zones[PALACE_ZONE + player]):
            if not noted >> (SPECIAL + 2 * index + player) & 1:
                found += _auras_of(position, player, design, verbs)
    for modifier in modifiers:
        if modifier[EFFECT] != arrival:
            found += (modifier,)
        else:
            unit = modifier[FIRST_REGISTER].bit_length() - 1
            found += _auras_of(position, unit & 1, zones[PALACE_ZONE + (unit & 1)][(unit - SPECIAL) >> 1], verbs)
    return found


def affected_units(position: Position, modifier: Modifier, level: int) -> int:
    """Return the set of units that a lasting effect currently works on.

    Args:
        level: PRINTED, TRAITS_NOW or NOW.
    """
    effect = position.match.lasting[modifier[EFFECT]]
    if effect.holds is not None and not effect.holds(position, modifier, level):
        return 0
    return effect.targets(position, modifier, level) if effect.targets is not None else 0


def unit_stats(position: Position, units: int, level: int = NOW) -> dict[int, UnitStats]:
    """Return power and traits of each unit of a set.

    Args:
        level: PRINTED, TRAITS_NOW or NOW.
    """
    found = _printed_stats(position, units)
    verbs = position.active_verbs & (TRAIT_VERBS | POWER_VERBS) if level != PRINTED else 0
    if not verbs:
        return found
    if verbs & TRAIT_VERBS:
        _change_traits(position, units, find_modifiers(position, TRAIT_VERBS), found)
    if verbs & POWER_VERBS and level == NOW:
        _change_powers(position, units, find_modifiers(position, POWER_VERBS), found)
    return found


def _printed_stats(position: Position, units: int) -> dict[int, UnitStats]:
    found: dict[int, UnitStats] = {}
    bases, troop = position.bases, position.match.troop
    for unit in bits(units & TROOPS):
        found[unit] = troop[bases[unit >> 1]]
    if units >> BASE:
        for unit in bits(units & BASES):
            found[unit] = _BASE
        for unit in bits(units & ~(TROOPS | BASES)):
            found[unit] = printed_stats(position, unit)
    return found


def _change_traits(
    position: Position, units: int, modifiers: tuple[Modifier, ...], found: dict[int, UnitStats]
) -> None:
    for modifier in modifiers:
        effect = position.match.lasting[modifier[EFFECT]]
        if effect.verb in (VerbCode.GAIN, VerbCode.LOSE):
            gain = effect.verb == VerbCode.GAIN
            for unit in bits(affected_units(position, modifier, PRINTED) & units):
                power, traits = found[unit]
                found[unit] = power, traits | effect.bits if gain else traits & ~effect.bits


def _change_powers(
    position: Position, units: int, modifiers: tuple[Modifier, ...], found: dict[int, UnitStats]
) -> None:
    """Set current power: the last value that was set, else the printed one, plus the sum of what is added."""
    for verb in (VerbCode.SET, VerbCode.ADD):
        for modifier in modifiers:
            if position.match.lasting[modifier[EFFECT]].verb == verb:
                for unit in bits(affected_units(position, modifier, TRAITS_NOW) & units):
                    power, traits = found[unit]
                    found[unit] = (modifier[VALUE] if verb == VerbCode.SET else power + modifier[VALUE]), traits


def affected_by(position: Position, verb: int, required_bits: int = 0) -> int:
    """Return the set of all units on which lasting effects of one verb work.

    Args:
        verb: A `VerbCode`.
        required_bits: Bits that the effects must have, such as what they protect from.
    """
    found = 0
    if not position.active_verbs >> verb & 1:
        return 0
    for modifier in find_modifiers(position, 1 << verb):
        effect = position.match.lasting[modifier[EFFECT]]
        if effect.verb == verb and effect.bits & required_bits == required_bits:
            found |= affected_units(position, modifier, NOW)
    return found


def prevented_places(position: Position, player: int, action: int) -> int | None:
    """Return where a player must not do something.

    Args:
        action: ATTACK, ATTACK_ON, ABILITY, RECRUIT or BUILD of `lasting.py`.

    Returns:
        A set of bases and territories; -1 for everywhere, None for nowhere.
    """
    if not position.active_verbs >> VerbCode.PREVENT & 1:
        return None
    places = 0
    for modifier in find_modifiers(position, 1 << VerbCode.PREVENT):
        effect = position.match.lasting[modifier[EFFECT]]
        if effect.verb != VerbCode.PREVENT or effect.bits != action or effect.against ^ modifier[OWNER] != player:
            continue
        if effect.holds is not None and not effect.holds(position, modifier, NOW):
            continue
        if effect.targets is None:
            return -1
        places |= effect.targets(position, modifier, NOW)
    return places or None


def prevented_slots(position: Position, player: int, action: int) -> int:
    """Return the slots of a player (both bits) on which that player must not do something.

    Args:
        action: RECRUIT or BUILD of `lasting.py`.
    """
    places = prevented_places(position, player, action)
    if places is None:
        return 0
    return SLOTS_OF[player] if places < 0 else SLOTS_OF[player] & slots_of(places)

"""Power and traits as they are now: printed values changed by what lasts.

Layers keep this free of circles: what changes traits sees printed values (level 0); what changes power sees the traits
of now and printed power (level 1); everything else sees both as they are (level 2). The number of an aura sees the same.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.constants import CONSTANTS, TRAITS, TYPES
from cardgen.games.attack_the_tower.constants import TROOPS as TROOP_TYPES
from cardgen.games.attack_the_tower.engine.state.lasting import Verb
from cardgen.games.attack_the_tower.engine.state.position import Position
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

INITIATIVE, ARTILLERY, UNIQUE, LOYAL = 1, 2, 4, 8
TRAIT_BITS = dict(zip(TRAITS, (INITIATIVE, ARTILLERY, UNIQUE, LOYAL), strict=True))

POWER_OF = tuple(TROOP_TYPES[kind].power for kind in TYPES)
TRAITS_OF = tuple(sum(TRAIT_BITS[trait] for trait in TROOP_TYPES[kind].traits) for kind in TYPES)
BASE_POWER, PALACE_POWER = CONSTANTS["base_power"], CONSTANTS["palace_power"]
_BASE = BASE_POWER, 0

PRINTED, TRAITS_NOW, NOW = range(3)
TRAIT_VERBS = 1 << Verb.GAIN | 1 << Verb.LOSE
POWER_VERBS = 1 << Verb.ADD | 1 << Verb.SET
CHANGING = TRAIT_VERBS | POWER_VERBS

Modifier = tuple[int, ...]
Profile = tuple[int, int]


def printed(position: Position, unit: int) -> Profile:
    """Printed power and traits of a unit."""
    troop = position.match.troop
    if unit < BASE:
        return troop[position.bases[unit >> 1]]
    if unit >= SPECIAL:
        return troop[position.zones[PALACE_ZONE + (unit & 1)][(unit - SPECIAL) >> 1]]
    if unit >= PALACE:
        return PALACE_POWER, 0
    return _BASE if unit < TERRITORY else (0, 0)


def modifiers(position: Position, verbs: int) -> tuple[Modifier, ...]:
    """Lasting effects: those that were played, then auras of special troops.

    Args:
        position: The position.
        verbs: The verbs of the auras that are wanted, as bits; what was played is there whatever its verb.
    """
    match = position.match
    mods = position.mods
    if match.any_aura and position.verbs & verbs:
        level = TRAITS_NOW if verbs & POWER_VERBS else NOW
        for player in (0, 1):
            for design in position.zones[PALACE_ZONE + player]:
                if match.aura_verbs[design] & verbs:
                    mods += tuple(
                        (effect, match.lasting[effect].number(position, (0, ~level, player)), player)
                        for effect in match.aura[design]
                        if match.verb_bits[effect] & verbs
                    )
    return mods


def affected(position: Position, mod: Modifier, level: int) -> int:
    """The units that a lasting effect works on now."""
    effect = position.match.lasting[mod[0]]
    if effect.holds is not None and not effect.holds(position, mod, level):
        return 0
    return effect.who(position, mod, level) if effect.who is not None else 0


def profiles(position: Position, units: int, level: int = NOW) -> dict[int, Profile]:
    """Power and traits of some units.

    Args:
        position: The position.
        units: Set of units.
        level: What to count: PRINTED, TRAITS_NOW or NOW.
    """
    found = _printed(position, units)
    verbs = position.verbs & CHANGING if level != PRINTED else 0
    if not verbs:
        return found
    if verbs & TRAIT_VERBS:
        _change_traits(position, units, modifiers(position, TRAIT_VERBS), found)
    if verbs & POWER_VERBS and level == NOW:
        _change_powers(position, units, modifiers(position, POWER_VERBS), found)
    return found


def _printed(position: Position, units: int) -> dict[int, Profile]:
    found: dict[int, Profile] = {}
    bases, troop = position.bases, position.match.troop
    for unit in bits(units & TROOPS):
        found[unit] = troop[bases[unit >> 1]]
    if units >> BASE:
        for unit in bits(units & BASES):
            found[unit] = _BASE
        for unit in bits(units & ~(TROOPS | BASES)):
            found[unit] = printed(position, unit)
    return found


def _change_traits(position: Position, units: int, mods: tuple[Modifier, ...], found: dict[int, Profile]) -> None:
    for mod in mods:
        effect = position.match.lasting[mod[0]]
        if effect.verb in (Verb.GAIN, Verb.LOSE):
            for unit in bits(affected(position, mod, PRINTED) & units):
                power, traits = found[unit]
                found[unit] = power, traits | effect.bits if effect.verb == Verb.GAIN else traits & ~effect.bits


def _change_powers(position: Position, units: int, mods: tuple[Modifier, ...], found: dict[int, Profile]) -> None:
    """Power now is the last value that was set, else the printed one, and the sum of what is added."""
    for verb in (Verb.SET, Verb.ADD):
        for mod in mods:
            if position.match.lasting[mod[0]].verb == verb:
                for unit in bits(affected(position, mod, TRAITS_NOW) & units):
                    power, traits = found[unit]
                    found[unit] = (mod[1] if verb == Verb.SET else power + mod[1]), traits


def affected_by(position: Position, verb: int, bits_wanted: int = 0) -> int:
    """All units on which lasting effects of one verb work, such as protection from something."""
    found = 0
    if not position.verbs >> verb & 1:
        return 0
    for mod in modifiers(position, 1 << verb):
        effect = position.match.lasting[mod[0]]
        if effect.verb == verb and effect.bits & bits_wanted == bits_wanted:
            found |= affected(position, mod, NOW)
    return found


def prevented(position: Position, player: int, what: int) -> int | None:
    """Where a player may not do something: a set of bases and territories; -1 everywhere, None nowhere."""
    if not position.verbs >> Verb.PREVENT & 1:
        return None
    places = 0
    for mod in modifiers(position, 1 << Verb.PREVENT):
        effect = position.match.lasting[mod[0]]
        if effect.verb != Verb.PREVENT or effect.bits != what or effect.against ^ mod[2] != player:
            continue
        if effect.holds is not None and not effect.holds(position, mod, NOW):
            continue
        if effect.who is None:
            return -1
        places |= effect.who(position, mod, NOW)
    return places or None


def barred_slots(position: Position, player: int, what: int) -> int:
    """The slots of his own on which a player may not do something (both bits)."""
    barred = prevented(position, player, what)
    if barred is None:
        return 0
    return SLOTS_OF[player] if barred < 0 else SLOTS_OF[player] & slots_of(barred)

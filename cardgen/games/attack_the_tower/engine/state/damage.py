"""Apply damage in a battle, with the effects that absorb it and those that end with the battle."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state.battlefield import manned_units
from cardgen.games.attack_the_tower.engine.state.changes import set_modifiers
from cardgen.games.attack_the_tower.engine.state.lasting import Duration, VerbCode
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, VALUE, Modifier, Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW, find_auras, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import BASE, BASES, PALACES, SPECIAL, owner_of
from cardgen.plugin.rules.programs import OWNER

_BEYOND_BATTLES = (Duration.TURN, Duration.NEXT_TURN, Duration.ARRIVAL)


def absorption_left(position: Position, player: int) -> int:
    """Return how much damage to a player's troops effects (`soak`) still absorb."""
    return sum(modifier[VALUE] for modifier in _absorbing_effects(position, player))


def _absorbing_effects(position: Position, player: int) -> list[Modifier]:
    found: list[Modifier] = []
    if not position.active_verbs >> VerbCode.SOAK & 1:
        return found
    for modifier in position.modifiers:
        effect = position.match.lasting[modifier[EFFECT]]
        if effect.verb != VerbCode.SOAK or effect.against ^ modifier[OWNER] != player or modifier[VALUE] <= 0:
            continue
        if effect.holds is None or effect.holds(position, modifier, NOW):
            found.append(modifier)
    return found


def shielded_units(position: Position) -> int:
    """Return the bases and palaces on which damage does not count, because a living troop defends them.

    Troops with lethal damage count as dead.

    Source:
        M, Battles, step 4; S; the reminder on every base; R42.
    """
    damage = position.damage
    doomed = 0
    if damage:
        stats = unit_stats(position, sum(1 << unit for unit in damage if unit < BASE or unit >= SPECIAL))
        doomed = sum(1 << unit for unit, (power, _) in stats.items() if damage[unit] >= power)
    return manned_units(position, doomed) & (BASES | PALACES)


def deal_damage(position: Position, units: Sequence[int], points: Sequence[int]) -> None:
    """Deal damage to units; damage that is absorbed is lost."""
    absorbing = position.active_verbs >> VerbCode.SOAK & 1
    damage = position.damage or {}
    for index, unit in enumerate(units):
        left = _absorb(position, unit, points[index]) if absorbing else points[index]
        if left > 0:
            damage[unit] = damage.get(unit, 0) + left
    position.damage = damage or None


def _absorb(position: Position, unit: int, points: int) -> int:
    """Use up what absorbs damage to a unit, and return the damage that remains."""
    if BASE <= unit < SPECIAL:
        return points
    for modifier in _absorbing_effects(position, owner_of(unit)):
        absorbed = min(points, modifier[VALUE])
        points -= absorbed
        if (
            absorbed and position.match.lasting[modifier[EFFECT]].until != Duration.AURA
        ):  # an aura is renewed each battle
            position.change_count += 1
        left = (modifier[EFFECT], modifier[VALUE] - absorbed, *modifier[OWNER:])
        at = position.modifiers.index(modifier)
        position.modifiers = (*position.modifiers[:at], left, *position.modifiers[at + 1 :])  # the verbs stay
    return points


def renew_aura_absorption(position: Position) -> None:
    """Note how much auras absorb in this battle: what is left of known auras, and all of those that have come."""
    if not position.active_verbs >> VerbCode.SOAK & 1:
        return
    lasting = position.match.lasting
    found = [modifier for modifier in position.modifiers if lasting[modifier[EFFECT]].until != Duration.AURA]
    rest = [modifier for modifier in position.modifiers if lasting[modifier[EFFECT]].until == Duration.AURA]
    for aura in find_auras(position, 1 << VerbCode.SOAK):
        known = next(
            (modifier for modifier in rest if (modifier[EFFECT], modifier[OWNER:]) == (aura[EFFECT], aura[OWNER:])),
            None,
        )
        if known is not None:
            rest.remove(known)
        found.append(known or aura)
    set_modifiers(position, tuple(found))


def end_battle_effects(position: Position) -> None:
    """Remove the lasting effects that end with the battle."""
    if position.modifiers:
        lasting = position.match.lasting
        position.change_count += any(
            lasting[modifier[EFFECT]].until == Duration.BATTLE for modifier in position.modifiers
        )
        set_modifiers(
            position,
            tuple(modifier for modifier in position.modifiers if lasting[modifier[EFFECT]].until in _BEYOND_BATTLES),
        )
        position.check_due = True

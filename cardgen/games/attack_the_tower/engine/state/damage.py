"""Damage in a battle, and what swallows it."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state.lasting import Until, Verb
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW, modifiers
from cardgen.games.attack_the_tower.engine.state.units import BASE, SPECIAL, owner_of


def absorption_left(position: Position, player: int) -> int:
    """How much damage to a player's troops is still ignored."""
    return sum(mod[1] for mod in _soaks(position, player))


def _soaks(position: Position, player: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    if not position.verbs >> Verb.SOAK & 1:
        return found
    for mod in position.mods:
        effect = position.match.lasting[mod[0]]
        if effect.verb != Verb.SOAK or effect.against ^ mod[2] != player or mod[1] <= 0:
            continue
        if effect.holds is None or effect.holds(position, mod, NOW):
            found.append(mod)
    return found


def hurt(position: Position, units: Sequence[int], points: Sequence[int]) -> None:
    """Deal damage to units, so many points to each; what is soaked up is lost."""
    soaking = position.verbs >> Verb.SOAK & 1
    damage = position.damage or {}
    for index, unit in enumerate(units):
        left = _not_soaked(position, unit, points[index]) if soaking else points[index]
        if left > 0:
            damage[unit] = damage.get(unit, 0) + left
    position.damage = damage or None


def _not_soaked(position: Position, unit: int, points: int) -> int:
    if BASE <= unit < SPECIAL:
        return points
    for mod in _soaks(position, owner_of(unit)):
        swallowed = min(points, mod[1])
        points -= swallowed
        if swallowed and position.match.lasting[mod[0]].until != Until.AURA:  # which is full again in the next battle
            position.changes += 1
        left = (mod[0], mod[1] - swallowed, *mod[2:])
        at = position.mods.index(mod)
        position.mods = (*position.mods[:at], left, *position.mods[at + 1 :])  # the verbs stay
    return points


def renew_aura_absorption(position: Position) -> None:
    """What auras soak up in this battle: the rest of those that are still there, and all of those that have come."""
    if not position.verbs >> Verb.SOAK & 1:
        return
    lasting = position.match.lasting
    played = [mod for mod in position.mods if lasting[mod[0]].until != Until.AURA]
    rest = [mod for mod in position.mods if lasting[mod[0]].until == Until.AURA]
    for aura in modifiers(position, 1 << Verb.SOAK)[len(position.mods) :]:
        if lasting[aura[0]].verb == Verb.SOAK:
            known = next((mod for mod in rest if (mod[0], mod[2:]) == (aura[0], aura[2:])), None)
            if known is not None:
                rest.remove(known)
            played.append(known or aura)
    position.set_mods(tuple(played))


def end_battle_effects(position: Position) -> None:
    """What lasts until the end of the battle ends."""
    if position.mods:
        lasting = position.match.lasting
        position.changes += any(lasting[mod[0]].until == Until.BATTLE for mod in position.mods)
        position.set_mods(tuple(mod for mod in position.mods if lasting[mod[0]].until == Until.TURN))
        position.dirty = True

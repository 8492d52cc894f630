"""Automatic assignment of damage: sensible, and always one that the rules allow."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.battle.combat import (
    BREACH,
    DEFENCE,
    EXTRA,
    FREE,
    INITIATIVE_STEP,
    POOL,
    STEP,
    available,
    deal,
    parts,
    side,
    sides,
    targets,
)
from cardgen.games.attack_the_tower.engine.battle.knapsack import choose_kills
from cardgen.games.attack_the_tower.engine.state.damage import absorption_left
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import ARTILLERY, INITIATIVE
from cardgen.games.attack_the_tower.engine.state.units import BASE, bits, owner_of


def assign_damage(position: Position) -> None:
    """Assign the side's damage: kill as much as can be, then hit what is unmanned."""
    fight = position.fight
    assert fight is not None
    attacking = side(position) == 0
    pool = fight[POOL] + fight[FREE] if attacking else fight[DEFENCE]
    if not pool and not (attacking and (fight[EXTRA] or fight[BREACH])):
        return
    troops, structures = targets(position, attacking)
    if pool and troops:
        _hit_troops(position, troops, pool, attacking)
    if structures:
        usable = parts(position, structures[0], attacking)
        pool = available(position, usable)
        if pool:
            needs = _needs(position, structures)
            deal(position, structures, _best(position, structures, needs, pool), usable)


def _needs(position: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    damage, stats = position.damage, sides(position)[3]
    if not damage:
        return tuple([stats[unit][0] for unit in units])
    return tuple([max(stats[unit][0] - damage.get(unit, 0), 0) for unit in units])


def _best(position: Position, units: tuple[int, ...], needs: tuple[int, ...], pool: int) -> tuple[int, ...]:
    """Points for each of some units so that what dies is worth most."""
    return needs if sum(needs) <= pool else choose_kills(needs, _values(position, units), pool)


def _values(position: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    """What a kill is worth: power, and of a base that of what it recruits; initiative a little more."""
    stats = sides(position)[3]
    if BASE <= units[0] < BASE + 36:
        types = position.match.type
        return tuple([10 + types[position.bases[(unit - BASE) >> 1]] for unit in units])
    return tuple([4 * power + 2 * (traits & INITIATIVE) + 1 for power, traits in [stats[unit] for unit in units]])


def _hit_troops(position: Position, troops: tuple[int, ...], pool: int, attacking: bool) -> None:
    fight = position.fight
    assert fight is not None
    usable = parts(position, troops[0], attacking)
    soak = absorption_left(position, owner_of(troops[0])) if position.mods else 0
    if soak >= pool:
        deal(position, troops[:1], (pool,), usable)
        return
    needs = _needs(position, troops)
    points = [*_best(position, troops, needs, pool - soak)]
    if fight[STEP] == INITIATIVE_STEP:
        _wound(position, needs, points, pool - soak - sum(points), attacking)
    if soak and any(points):
        points[next(index for index, dealt in enumerate(points) if dealt)] += soak
    deal(position, troops, points, usable)


def _wound(position: Position, needs: tuple[int, ...], points: list[int], left: int, attacking: bool) -> None:
    """Initiative that kills nothing more wounds what the regular step can finish; that step then has more to spare."""
    survivors = [index for index in range(len(points)) if not points[index] and needs[index]]
    if not survivors or not left:
        return
    follow = _regular_power(position, attacking)
    within = [index for index in survivors if needs[index] <= left + follow]
    if within:
        best = max(within, key=lambda index: needs[index])
        points[best] = min(left, needs[best])


def _regular_power(position: Position, attacking: bool) -> int:
    attackers, defenders, structures, stats = sides(position)
    units = attackers if attacking else defenders | structures
    return sum(
        power for power, traits in [stats[unit] for unit in bits(units)] if not traits & (INITIATIVE | ARTILLERY)
    )

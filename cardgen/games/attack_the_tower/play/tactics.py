"""Automatic assignment of damage: sensible, and always one that the rules allow."""

from __future__ import annotations

from cardgen.games.attack_the_tower.play.assign import spread
from cardgen.games.attack_the_tower.play.combat import (
    BREACH,
    DEFENCE,
    EXTRA,
    FREE,
    INITIATIVE_STEP,
    POOL,
    STEP,
    available,
    deal,
    side,
    stats_of,
    targets,
)
from cardgen.games.attack_the_tower.play.damage import soak_of
from cardgen.games.attack_the_tower.play.position import Position
from cardgen.games.attack_the_tower.play.stats import ARTILLERY, INITIATIVE
from cardgen.games.attack_the_tower.play.units import BASE, bits, owner_of


def assign_sensibly(position: Position) -> None:
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
        pool = available(position, structures[0], attacking)
        if pool:
            needs = _needs(position, structures)
            for unit, points in zip(structures, spread(needs, _values(position, structures), pool), strict=True):
                if points:
                    deal(position, unit, points, attacking)


def _needs(position: Position, units: list[int]) -> tuple[int, ...]:
    damage, stats = position.damage, stats_of(position)
    if not damage:
        return tuple([stats[unit][0] for unit in units])
    return tuple([max(stats[unit][0] - damage.get(unit, 0), 0) for unit in units])


def _values(position: Position, units: list[int]) -> tuple[int, ...]:
    """What a kill is worth: power, and of a base that of what it recruits; initiative a little more."""
    stats = stats_of(position)
    if BASE <= units[0] < BASE + 36:
        types = position.match.type
        return tuple([10 + types[position.bases[(unit - BASE) >> 1]] for unit in units])
    return tuple([4 * power + 2 * (traits & INITIATIVE) + 1 for power, traits in [stats[unit] for unit in units]])


def _hit_troops(position: Position, troops: list[int], pool: int, attacking: bool) -> None:
    fight = position.fight
    assert fight is not None
    soak = soak_of(position, owner_of(troops[0])) if position.mods else 0
    if soak >= pool:
        deal(position, troops[0], pool, attacking)
        return
    needs = _needs(position, troops)
    points = list(spread(needs, _values(position, troops), pool - soak))
    left = pool - soak - sum(points)
    if left and fight[STEP] == INITIATIVE_STEP:
        _wound(position, needs, points, left, attacking)
    for unit, dealt in zip(troops, points, strict=True):
        if dealt:
            deal(position, unit, dealt + soak, attacking)
            soak = 0


def _wound(position: Position, needs: tuple[int, ...], points: list[int], left: int, attacking: bool) -> None:
    """Initiative that kills nothing more wounds what the regular step can finish; that step then has more to spare."""
    survivors = [index for index in range(len(points)) if not points[index] and needs[index]]
    if not survivors:
        return
    follow = _regular_power(position, attacking)
    within = [index for index in survivors if needs[index] <= left + follow]
    if within:
        best = max(within, key=lambda index: needs[index])
        points[best] = min(left, needs[best])


def _regular_power(position: Position, attacking: bool) -> int:
    units = position.attackers() if attacking else position.defenders() | position.structures()
    stats = stats_of(position)
    return sum(
        power for power, traits in [stats[unit] for unit in bits(units)] if not traits & (INITIATIVE | ARTILLERY)
    )

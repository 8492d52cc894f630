"""Assign damage automatically (setting `damage: auto`): sensibly, and always as the rules allow."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.battle.knapsack import choose_kills
from cardgen.games.attack_the_tower.engine.battle.pools import (
    BREACH,
    DEFENCE,
    EXTRA,
    FREE,
    INITIATIVE_STEP,
    POOL,
    STEP,
    assigning_side,
    available_damage,
    combatants,
    spend_damage,
    targets,
    usable_parts,
)
from cardgen.games.attack_the_tower.engine.state.damage import absorption_left
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import ARTILLERY, INITIATIVE
from cardgen.games.attack_the_tower.engine.state.units import BASE, bits, owner_of


def assign_damage(position: Position) -> None:
    """Assign the damage of one side: kill the most valuable troops, then hit unmanned structures."""
    pools = position.combat_step
    assert pools is not None
    attacking = assigning_side(position) == 0
    pool = pools[POOL] + pools[FREE] if attacking else pools[DEFENCE]
    if not pool and not (attacking and (pools[EXTRA] or pools[BREACH])):
        return
    troops, structures = targets(position, attacking)
    if pool and troops:
        _hit_troops(position, troops, pool, attacking)
    if structures:
        parts = usable_parts(position, structures[0], attacking)
        pool = available_damage(position, parts)
        if pool:
            needs = _needed_damage(position, structures)
            spend_damage(position, structures, _best_hits(position, structures, needs, pool), parts)


def _needed_damage(position: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    damage, stats = position.damage, combatants(position)[3]
    if not damage:
        return tuple([stats[unit][0] for unit in units])
    return tuple([max(stats[unit][0] - damage.get(unit, 0), 0) for unit in units])


def _best_hits(position: Position, units: tuple[int, ...], needs: tuple[int, ...], pool: int) -> tuple[int, ...]:
    """Return the damage to each of some units so that the killed units are worth most."""
    return needs if sum(needs) <= pool else choose_kills(needs, _values(position, units), pool)


def _values(position: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    """Return the value of each kill: power (for a base, that of its troops), and a little more for initiative."""
    stats = combatants(position)[3]
    if BASE <= units[0] < BASE + 36:
        types = position.match.type
        return tuple([10 + types[position.bases[(unit - BASE) >> 1]] for unit in units])
    return tuple([4 * power + 2 * (traits & INITIATIVE) + 1 for power, traits in [stats[unit] for unit in units]])


def _hit_troops(position: Position, troops: tuple[int, ...], pool: int, attacking: bool) -> None:
    combat_step = position.combat_step
    assert combat_step is not None
    parts = usable_parts(position, troops[0], attacking)
    absorbed = absorption_left(position, owner_of(troops[0])) if position.modifiers else 0
    if absorbed >= pool:
        spend_damage(position, troops[:1], (pool,), parts)
        return
    needs = _needed_damage(position, troops)
    points = [*_best_hits(position, troops, needs, pool - absorbed)]
    if combat_step[STEP] == INITIATIVE_STEP:
        _wound(position, needs, points, pool - absorbed - sum(points), attacking)
    if absorbed and any(points):
        points[next(index for index, dealt in enumerate(points) if dealt)] += absorbed
    spend_damage(position, troops, points, parts)


def _wound(position: Position, needs: tuple[int, ...], points: list[int], left: int, attacking: bool) -> None:
    """Spend initiative damage that kills nothing more on a troop that the regular step can then finish."""
    survivors = [index for index in range(len(points)) if not points[index] and needs[index]]
    if not survivors or not left:
        return
    follow = _regular_power(position, attacking)
    within = [index for index in survivors if needs[index] <= left + follow]
    if within:
        points[max(within, key=lambda index: needs[index])] = left  # which is less than it needs, or it would be dead


def _regular_power(position: Position, attacking: bool) -> int:
    """Return the power with which a side can hit troops in the regular step."""
    attackers, defenders, structures, stats = combatants(position)
    units = attackers if attacking else defenders | structures
    return sum(
        power for power, traits in [stats[unit] for unit in bits(units)] if not traits & (INITIATIVE | ARTILLERY)
    )

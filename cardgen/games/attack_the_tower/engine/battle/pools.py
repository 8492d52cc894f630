"""Keep the damage pools of one step of combat: their content, and what they may hit (rules file, section 6).

The damage of each side is a pool. The attacker's pool has four parts by what they may hit: POOL hits troops, and
structures once these are unmanned; FREE hits anything; EXTRA hits structures once these are unmanned; BREACH hits
structures at any time. The defender's pool has the one part DEFENCE.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state import battlefield
from cardgen.games.attack_the_tower.engine.state.damage import deal_damage
from cardgen.games.attack_the_tower.engine.state.lasting import FROM_INITIATIVE, FROM_REGULAR, VerbCode
from cardgen.games.attack_the_tower.engine.state.position import Combatants, Position
from cardgen.games.attack_the_tower.engine.state.stats import POWER_VERBS, affected_by, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import BASE, SPECIAL, bits

# Indexes into `position.combat_step`: which step; which side assigns (0 the first, 1 the second, 2 neither); the parts
# of the pools; the index of the next target; the damage that destroyed structures strike back with; whether no
# defender lived when the step began; whether `area` effects harm structures if this step leaves them unmanned.
STEP, TURN, POOL, FREE, EXTRA, BREACH, DEFENCE, CURSOR, STRIKE, OPEN, DUE = range(11)
LENGTH = DUE + 1
INITIATIVE_STEP, REGULAR_STEP = 0, 1


def combatants(position: Position) -> Combatants:
    """Return who fights, with power and traits; computed once, because neither changes within a step."""
    if position.combatants is None:
        attackers = battlefield.attackers(position)
        defenders = battlefield.defenders(position)
        structures = battlefield.structures(position)
        stats = unit_stats(position, attackers | defenders | structures)
        position.combatants = attackers, defenders, structures, stats
    return position.combatants


def has_no_damage(position: Position) -> bool:
    """Return whether nobody has damage to assign in this step, and none was dealt in it."""
    pools = position.combat_step
    assert pools is not None
    return not (pools[POOL] or pools[FREE] or pools[EXTRA] or pools[BREACH] or pools[DEFENCE] or position.damage)


def assigning_side(position: Position) -> int:
    """Return the side that assigns damage now: 0 the attacker, 1 the defender."""
    combat_step = position.combat_step
    assert combat_step is not None
    return combat_step[TURN] ^ int(position.match.config.first_to_assign == "defender")


def targets(position: Position, attacking: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the units that a side can hit in this step, in the order in which damage is assigned.

    Args:
        attacking: Whether the attacker assigns; otherwise the defender.

    Returns:
        Troops, and structures.
    """
    combat_step = position.combat_step
    assert combat_step is not None
    attackers, defenders, structures, _ = combatants(position)
    troops = defenders if attacking else attackers
    early = combat_step[STEP] == REGULAR_STEP or position.match.config.initiative_vs_structures == "early"
    if not (attacking and early):
        structures = 0
    if position.active_verbs >> VerbCode.PROTECT & 1:
        safe = affected_by(position, VerbCode.PROTECT, FROM_REGULAR if combat_step[STEP] else FROM_INITIATIVE)
        troops, structures = troops & ~safe, structures & ~safe
    return bits(troops), bits(structures)


def is_unmanned(position: Position) -> bool:
    """Return whether each defender is dead or has lethal damage."""
    combat_step = position.combat_step
    if combat_step is not None and combat_step[OPEN]:
        return True
    damage = position.damage or {}
    if not damage and not position.active_verbs & POWER_VERBS:
        return False
    _, defenders, _, stats = combatants(position)
    for unit in bits(defenders):  # noqa: SIM110, twice as fast as all()
        if damage.get(unit, 0) < stats[unit][0]:
            return False
    return True


def usable_parts(position: Position, unit: int, attacking: bool) -> Sequence[int]:
    """Return the parts of a side's pool that may hit a unit now, in the order in which they are spent.

    Args:
        attacking: Whether the attacker assigns; otherwise the defender.
    """
    if not attacking:
        return (DEFENCE,)
    return _parts_for_structures(position) if BASE <= unit < SPECIAL else (POOL, FREE)


def _parts_for_structures(position: Position) -> list[int]:
    combat_step, config = position.combat_step, position.match.config
    assert combat_step is not None
    found = [BREACH]
    if is_unmanned(position):
        if combat_step[STEP] == REGULAR_STEP or config.artillery_overflow == "same_step" or combat_step[OPEN]:
            found.insert(0, EXTRA)
        if config.overflow == "same_step" or combat_step[OPEN]:
            found.append(POOL)
    return [*found, FREE]


def available_damage(position: Position, parts: Sequence[int]) -> int:
    """Return how much damage there is in parts of a pool.

    Args:
        parts: Indexes of the parts, such as POOL.
    """
    pools = position.combat_step
    assert pools is not None
    return sum([pools[part] for part in parts])


def spend_damage(position: Position, units: Sequence[int], points: Sequence[int], parts: Sequence[int]) -> None:
    """Deal damage to units from parts of a pool.

    Args:
        parts: Parts of the pool, in the order in which they are spent.
    """
    pools = position.combat_step
    assert pools is not None
    rest = sum(points)
    for part in parts:
        spent = pools[part]
        if rest <= spent:
            pools[part] -= rest
            break
        pools[part] = 0
        rest -= spent
    deal_damage(position, units, points)

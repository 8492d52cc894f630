"""One combat: units with power below 1 die, then the initiative step, then the regular step (rules file, section 6).

The damage of each side is a pool. The attacker's pool has four parts by what they may hit: POOL hits troops, and
structures once these are unmanned; FREE hits anything; EXTRA hits structures once these are unmanned; BREACH hits
structures at any time. The defender's pool has the one part DEFENCE.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state import actions, battlefield
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.damage import absorption_left, deal_damage
from cardgen.games.attack_the_tower.engine.state.lasting import FROM_INITIATIVE, FROM_REGULAR, VerbCode
from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE, TERRITORY_BATTLE
from cardgen.games.attack_the_tower.engine.state.position import Combatants, Position, UnitStats
from cardgen.games.attack_the_tower.engine.state.stats import (
    ARTILLERY,
    INITIATIVE,
    NOW,
    POWER_VERBS,
    affected_by,
    affected_units,
    find_modifiers,
    unit_stats,
)
from cardgen.games.attack_the_tower.engine.state.units import BASE, SPECIAL, bits, owner_of

# Indexes into `position.combat_step`: which step; which side assigns (0 the first, 1 the second, 2 neither); the parts
# of the pools; the index of the next target; the damage that destroyed structures strike back with; whether no
# defender lived when the step began.
STEP, TURN, POOL, FREE, EXTRA, BREACH, DEFENCE, CURSOR, STRIKE, OPEN = range(10)
LENGTH = OPEN + 1
INITIATIVE_STEP, REGULAR_STEP = 0, 1


def remove_weak(position: Position) -> None:
    """Remove troops with power below 1, then such structures if no troop defends them (S; R24)."""
    if position.active_verbs & POWER_VERBS:
        before = position.change_count
        attackers, defenders, _, _ = combatants(position)
        _remove_weak_of(position, attackers | defenders)
        if not battlefield.defenders(position):
            _remove_weak_of(position, battlefield.structures(position))
        if position.change_count != before:
            position.combatants = None
    position.combat_step = [INITIATIVE_STEP] + [0] * (LENGTH - 1)


def _remove_weak_of(position: Position, units: int) -> None:
    weak = 0
    for unit, (power, _) in combatants(position)[3].items():
        if power < 1 and units >> unit & 1:
            weak |= 1 << unit
    if weak:
        remove_units(position, weak)
        position.combatants = None


def begin_step(position: Position, step: int) -> None:
    """Fill the pools of a step of combat; what is left of initiative damage is carried over.

    Args:
        position: Position to change.
        step: INITIATIVE_STEP or REGULAR_STEP.
    """
    old = position.combat_step or [0] * LENGTH
    attackers, defenders, structures, stats = combatants(position)
    dealt = _damage_dealt(position, stats)
    bypass = affected_by(position, VerbCode.BYPASS) if position.stage == TERRITORY_BATTLE else 0
    now = INITIATIVE if step == INITIATIVE_STEP else 0
    pools = position.combat_step = [step, 0, 0, 0, 0, 0, 0, 0, old[STRIKE], int(not defenders)]
    for unit in bits(attackers):
        points, traits = dealt[unit]
        if traits & INITIATIVE == now and points > 0:
            if bypass >> unit & 1:
                pools[BREACH if traits & ARTILLERY else FREE] += points
            else:
                pools[EXTRA if traits & ARTILLERY else POOL] += points
    for unit in bits(defenders):
        points, traits = dealt[unit]
        if traits & (INITIATIVE | ARTILLERY) == now and points > 0:
            pools[DEFENCE] += points
    if step == REGULAR_STEP:
        pools[STRIKE] += _total_damage(dealt, structures)
        _carry_over(position, old)
        if position.active_verbs >> VerbCode.AREA & 1:
            _deal_area_damage(position)


def _total_damage(dealt: dict[int, UnitStats], units: int) -> int:
    return sum([max(dealt[unit][0], 0) for unit in bits(units)])


def _carry_over(position: Position, old: list[int]) -> None:
    """Add what structures strike back with, and unspent initiative damage, to the regular step (R21, R01 to R03)."""
    pools = position.combat_step
    assert pools is not None
    config = position.match.config
    if config.guarded_palace_strikes or pools[OPEN] or position.stage != PALACE_BATTLE:
        pools[DEFENCE] += pools[STRIKE]
    carry = 0
    if config.initiative_vs_structures == "regular":
        carry = old[POOL]
        pools[EXTRA] += old[EXTRA]
        pools[BREACH] += old[FREE] + old[BREACH]
    if not pools[OPEN] and config.artillery_overflow == "next_step":
        pools[EXTRA] = 0
    if pools[OPEN] or config.overflow == "same_step":
        pools[EXTRA] += carry


def combatants(position: Position) -> Combatants:
    """Return who fights, with power and traits; computed once, because neither changes within a step."""
    if position.combatants is None:
        attackers = battlefield.attackers(position)
        defenders = battlefield.defenders(position)
        structures = battlefield.structures(position)
        stats = unit_stats(position, attackers | defenders | structures)
        position.combatants = attackers, defenders, structures, stats
    return position.combatants


def _damage_dealt(position: Position, stats: dict[int, UnitStats]) -> dict[int, UnitStats]:
    """Return the damage that each unit deals (its power and what effects add to damage alone), and its traits."""
    if not position.active_verbs >> VerbCode.BONUS & 1:
        return stats
    dealt = {unit: (max(power, 0), traits) for unit, (power, traits) in stats.items()}
    for modifier in find_modifiers(position, 1 << VerbCode.BONUS):
        if position.match.lasting[modifier[0]].verb == VerbCode.BONUS:
            for unit in bits(affected_units(position, modifier, NOW)):
                if unit in dealt:
                    points, traits = dealt[unit]
                    dealt[unit] = max(points + modifier[1], 0), traits
    return dealt


def _deal_area_damage(position: Position) -> None:
    """Deal the damage of `area` effects in the regular step, before anything is assigned."""
    attackers, defenders, structures, _ = combatants(position)
    units = attackers | defenders | structures
    safe = affected_by(position, VerbCode.PROTECT, FROM_REGULAR)
    hits: list[tuple[int, int]] = []
    for modifier in find_modifiers(position, 1 << VerbCode.AREA):
        effect = position.match.lasting[modifier[0]]
        if effect.verb == VerbCode.AREA and effect.sources is not None:
            hit = affected_units(position, modifier, NOW) & units & ~safe
            sources = (effect.sources(position, modifier, NOW) & units).bit_count() if hit else 0
            hits += [(unit, modifier[1] * sources) for unit in bits(hit)]
    deal_damage(position, [unit for unit, _ in hits], [points for _, points in hits])


def can_deal_damage(position: Position) -> bool:
    """Return whether the attackers of a battle could deal damage as things stand; tried out, then undone."""
    modifiers, changes, found = position.modifiers, position.change_count, False
    _, defenders, structures, _ = combatants(position)
    for step in (INITIATIVE_STEP, REGULAR_STEP):
        begin_step(position, step)
        troops, walls = targets(position, True)
        for unit in troops + walls:
            found = found or available_damage(position, usable_parts(position, unit, True)) > 0
    for unit in position.damage or ():  # damage of `area` effects
        found = found or (defenders | structures) >> unit & 1 == 1
    position.modifiers, position.change_count = modifiers, changes
    position.damage = position.combat_step = position.combatants = None
    return found


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
        position: Position to read.
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
        position: Position to read.
        unit: Number of the unit.
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
        position: Position to read.
        parts: Indexes of the parts, such as POOL.
    """
    pools = position.combat_step
    assert pools is not None
    return sum([pools[part] for part in parts])


def spend_damage(position: Position, units: Sequence[int], points: Sequence[int], parts: Sequence[int]) -> None:
    """Deal damage to units from parts of a pool.

    Args:
        position: Position to change.
        units: Numbers of the units.
        points: Damage to each of them.
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


def current_target(position: Position) -> int:
    """Return the unit whose damage is decided next; -1 at the end of the side's turn."""
    combat_step = position.combat_step
    assert combat_step is not None
    troops, structures = targets(position, assigning_side(position) == 0)
    order = troops + structures
    return order[combat_step[CURSOR]] if combat_step[CURSOR] < len(order) else -1


def legal_hits(position: Position) -> list[int]:
    """Return how much damage the next target may get, as actions: from nothing up to what kills it.

    Source:
        M: damage is spread as the player likes.
    """
    unit = current_target(position)
    absorbed = absorption_left(position, owner_of(unit)) if position.modifiers and not BASE <= unit < SPECIAL else 0
    power = combatants(position)[3][unit][0]
    needed = max(power - (position.damage or {}).get(unit, 0), 0)
    available = available_damage(position, usable_parts(position, unit, assigning_side(position) == 0))
    most = min(available, needed + absorbed if needed else 0)
    start = actions.HIT + actions.POINT_LIMIT * unit
    return [start + points for points in range(most + 1)]


def apply_hit(position: Position, action: int) -> None:
    """Deal the chosen damage and go on to the next target.

    Args:
        position: Position to change.
        action: Action of `legal_hits`.
    """
    combat_step = position.combat_step
    assert combat_step is not None
    unit, points = divmod(action - actions.HIT, actions.POINT_LIMIT)
    if points:
        spend_damage(position, (unit,), (points,), usable_parts(position, unit, assigning_side(position) == 0))
    combat_step[CURSOR] += 1


def end_turn_of_side(position: Position) -> bool:
    """Let the other side assign next, and return False if both have assigned."""
    combat_step = position.combat_step
    assert combat_step is not None
    combat_step[TURN] += 1
    combat_step[CURSOR] = 0
    return combat_step[TURN] < 2


def end_step(position: Position) -> None:
    """Remove all units with lethal damage at the same time (M, E).

    Structures that die in the initiative step still strike back in the regular step (S).
    """
    damage, combat_step = position.damage or {}, position.combat_step
    assert combat_step is not None
    attackers, defenders, structures, stats = combatants(position)
    dead = 0
    units = [unit for unit in damage if unit in stats]
    if position.active_verbs & POWER_VERBS:  # units may have been weakened between the steps
        units += bits(attackers | defenders)
        if is_unmanned(position):
            units += bits(structures)
    for unit in units:
        if damage.get(unit, 0) >= stats[unit][0]:
            dead |= 1 << unit
    if dead & structures and combat_step[STEP] == INITIATIVE_STEP:
        combat_step[STRIKE] += _total_damage(_damage_dealt(position, stats), dead & structures)
    if dead:
        remove_units(position, dead)
    position.combatants = None

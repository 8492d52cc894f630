"""Run one combat: units with power below 1 die, then the initiative step, then the regular step (section 6)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.battle.pools import (
    BREACH,
    CURSOR,
    DEFENCE,
    DUE,
    EXTRA,
    FREE,
    INITIATIVE_STEP,
    LENGTH,
    OPEN,
    POOL,
    REGULAR_STEP,
    STEP,
    STRIKE,
    TURN,
    assigning_side,
    available_damage,
    combatants,
    is_unmanned,
    spend_damage,
    targets,
    usable_parts,
)
from cardgen.games.attack_the_tower.engine.state import actions, battlefield
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.damage import absorption_left, deal_damage, shielded_units
from cardgen.games.attack_the_tower.engine.state.lasting import (
    EVEN_IF_DEFENDED,
    FROM_INITIATIVE,
    FROM_REGULAR,
    VerbCode,
)
from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE, TERRITORY_BATTLE
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, VALUE, Position, UnitStats
from cardgen.games.attack_the_tower.engine.state.stats import (
    ARTILLERY,
    INITIATIVE,
    NOW,
    POWER_VERBS,
    affected_by,
    affected_units,
    find_modifiers,
)
from cardgen.games.attack_the_tower.engine.state.units import BASE, SPECIAL, bits, owner_of


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
        step: INITIATIVE_STEP or REGULAR_STEP.
    """
    old = position.combat_step or [0] * LENGTH
    attackers, defenders, structures, stats = combatants(position)
    dealt = _damage_dealt(position, stats)
    bypass = affected_by(position, VerbCode.BYPASS) if position.stage == TERRITORY_BATTLE else 0
    now = INITIATIVE if step == INITIATIVE_STEP else 0
    pools = position.combat_step = [step, 0, 0, 0, 0, 0, 0, 0, old[STRIKE], int(not defenders), 0]
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


def _damage_dealt(position: Position, stats: dict[int, UnitStats]) -> dict[int, UnitStats]:
    """Return the damage that each unit deals (its power and what effects add to damage alone), and its traits."""
    if not position.active_verbs >> VerbCode.BONUS & 1:
        return stats
    dealt = {unit: (max(power, 0), traits) for unit, (power, traits) in stats.items()}
    for modifier in find_modifiers(position, 1 << VerbCode.BONUS):
        if position.match.lasting[modifier[EFFECT]].verb == VerbCode.BONUS:
            for unit in bits(affected_units(position, modifier, NOW)):
                if unit in dealt:
                    points, traits = dealt[unit]
                    dealt[unit] = max(points + modifier[VALUE], 0), traits
    return dealt


def _deal_area_damage(position: Position, *, late: bool = False) -> None:
    """Deal the damage of `area` effects in the step in which each of their troops strikes (R43).

    It is dealt before anything is assigned; to structures that become unmanned only then, at the end of the step (R42).

    Args:
        late: Whether the step ends.
    """
    combat_step = position.combat_step
    assert combat_step is not None
    attackers, defenders, structures, _ = combatants(position)
    safe = affected_by(position, VerbCode.PROTECT, FROM_REGULAR if combat_step[STEP] else FROM_INITIATIVE)
    troops = (attackers | defenders) & ~safe
    _deal_area(position, 0 if late else troops, _strikers(position, at_structures=False), even_if_defended=False)
    sources = _strikers(position, at_structures=True)
    if not late:
        _deal_area(position, structures & ~safe, sources, even_if_defended=True)
    if structures & shielded_units(position):
        combat_step[DUE] = int(not late)
    else:
        combat_step[DUE] = 0
        _deal_area(position, structures & ~safe, sources, even_if_defended=False)


def _deal_area(position: Position, among: int, strikers: int, *, even_if_defended: bool) -> None:
    """Deal the damage of `area` effects to some units.

    Args:
        among: Units that may be hit.
        even_if_defended: Whether to deal that of the effects that harm defended structures, or of the others.
    """
    hits: list[tuple[int, int]] = []
    for modifier in find_modifiers(position, 1 << VerbCode.AREA) if among and strikers else ():
        effect = position.match.lasting[modifier[EFFECT]]
        if effect.verb != VerbCode.AREA or effect.sources is None:
            continue
        if (effect.bits & EVEN_IF_DEFENDED != 0) == even_if_defended:
            hit = affected_units(position, modifier, NOW) & among
            count = (effect.sources(position, modifier, NOW) & strikers).bit_count() if hit else 0
            hits += [(unit, modifier[VALUE] * count) for unit in bits(hit)]
    deal_damage(position, [unit for unit, _ in hits], [points for _, points in hits])


def _strikers(position: Position, *, at_structures: bool) -> int:
    """Return who strikes in this step of combat: troops with initiative in the first, all others in the second.

    Against structures troops with initiative are no faster, unless the settings say so (R01); only those that still live
    strike them then.
    """
    attackers, defenders, structures, stats = combatants(position)
    rule, combat_step = position.match.config.initiative_vs_structures, position.combat_step
    assert combat_step is not None
    swift = sum(1 << unit for unit in bits(attackers | defenders) if stats[unit][1] & INITIATIVE)
    if at_structures and rule != "early":
        if combat_step[STEP] == INITIATIVE_STEP:
            return 0
        return (attackers | defenders | structures) & ~(swift if rule == "never" else 0)
    return swift if combat_step[STEP] == INITIATIVE_STEP else (attackers | defenders | structures) & ~swift


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
    combat_step = position.combat_step
    assert combat_step is not None
    if combat_step[DUE]:
        _deal_area_damage(position, late=True)
    damage = position.damage or {}
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

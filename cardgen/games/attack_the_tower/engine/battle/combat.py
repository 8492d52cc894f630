"""One combat: the weak die, initiative step, regular step (rules file, section 6).

Damage is a pool of each side. The attacker's has four parts by what they may hit: POOL hits troops, and structures once
these are unmanned; FREE hits anything; EXTRA hits structures once unmanned; BREACH hits structures at any time.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.damage import absorption_left, hurt
from cardgen.games.attack_the_tower.engine.state.lasting import FROM_INITIATIVE, FROM_REGULAR, Verb
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import (
    ARTILLERY,
    INITIATIVE,
    NOW,
    POWER_VERBS,
    Profile,
    affected,
    affected_by,
    modifiers,
    profiles,
)
from cardgen.games.attack_the_tower.engine.state.table import Sides
from cardgen.games.attack_the_tower.engine.state.units import BASE, SPECIAL, bits, owner_of
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_BATTLE, TERRITORY_BATTLE

# Numbers of `position.fight`.
STEP, TURN, POOL, FREE, EXTRA, BREACH, DEFENCE, CURSOR, STRIKE, OPEN = range(10)
INITIATIVE_STEP, REGULAR_STEP = 0, 1


def weak_die(position: Position) -> None:
    """Step 0: troops with power below 1 die, then such structures if no troop defends them (S; R24)."""
    if position.verbs & POWER_VERBS:
        before = position.changes
        attackers, defenders, _, _ = sides(position)
        _remove_weak(position, attackers | defenders)
        if not position.defenders():
            _remove_weak(position, position.structures())
        if position.changes != before:
            position.sides = None
    position.fight = [INITIATIVE_STEP] + [0] * 9


def _remove_weak(position: Position, units: int) -> None:
    weak = 0
    for unit, (power, _) in sides(position)[3].items():
        if power < 1 and units >> unit & 1:
            weak |= 1 << unit
    if weak:
        position.remove(weak)
        position.sides = None


def begin_step(position: Position, step: int) -> None:
    """Fill the pools of a step of combat; what is left of initiative is carried over."""
    old = position.fight or [0] * 10
    attackers, defenders, structures, stats = sides(position)
    dealt = _dealt(position, stats)
    bypass = affected_by(position, Verb.BYPASS) if position.stage == TERRITORY_BATTLE else 0
    now = INITIATIVE if step == INITIATIVE_STEP else 0
    fight = position.fight = [step, 0, 0, 0, 0, 0, 0, 0, old[STRIKE], int(not defenders)]
    for unit in bits(attackers):
        points, traits = dealt[unit]
        if traits & INITIATIVE == now and points > 0:
            if bypass >> unit & 1:
                fight[BREACH if traits & ARTILLERY else FREE] += points
            else:
                fight[EXTRA if traits & ARTILLERY else POOL] += points
    for unit in bits(defenders):
        points, traits = dealt[unit]
        if traits & (INITIATIVE | ARTILLERY) == now and points > 0:
            fight[DEFENCE] += points
    if step == REGULAR_STEP:
        fight[STRIKE] += _strength(dealt, structures)
        _carry_over(position, old)
        if position.verbs >> Verb.AREA & 1:
            _area_damage(position)


def _strength(dealt: dict[int, Profile], units: int) -> int:
    """Damage that units deal together."""
    return sum([max(dealt[unit][0], 0) for unit in bits(units)])


def _carry_over(position: Position, old: list[int]) -> None:
    """The regular step also has what structures strike back, and unspent initiative (R21, R01 to R03)."""
    fight = position.fight
    assert fight is not None
    config = position.match.config
    if config.guarded_palace_strikes or fight[OPEN] or position.stage != PALACE_BATTLE:
        fight[DEFENCE] += fight[STRIKE]
    carry = 0
    if config.initiative_vs_structures == "regular":
        carry = old[POOL]
        fight[EXTRA] += old[EXTRA]
        fight[BREACH] += old[FREE] + old[BREACH]
    if not fight[OPEN] and config.artillery_overflow == "next_step":
        fight[EXTRA] = 0
    if fight[OPEN] or config.overflow == "same_step":
        fight[EXTRA] += carry


def sides(position: Position) -> Sides:
    """Attackers, defenders, structures, and power and traits of them all, which do not change within a step."""
    if position.sides is None:
        attackers, defenders, structures = position.attackers(), position.defenders(), position.structures()
        position.sides = attackers, defenders, structures, profiles(position, attackers | defenders | structures)
    return position.sides


def _dealt(position: Position, stats: dict[int, Profile]) -> dict[int, Profile]:
    """Damage that each unit deals, and its traits: its power and what is added to damage alone."""
    if not position.verbs >> Verb.BONUS & 1:
        return stats
    dealt = {unit: (max(power, 0), traits) for unit, (power, traits) in stats.items()}
    for mod in modifiers(position, 1 << Verb.BONUS):
        if position.match.lasting[mod[0]].verb == Verb.BONUS:
            for unit in bits(affected(position, mod, NOW)):
                if unit in dealt:
                    points, traits = dealt[unit]
                    dealt[unit] = max(points + mod[1], 0), traits
    return dealt


def _area_damage(position: Position) -> None:
    """Damage of each to each in the regular step, before anything is assigned."""
    attackers, defenders, structures, _ = sides(position)
    units = attackers | defenders | structures
    safe = affected_by(position, Verb.PROTECT, FROM_REGULAR)
    hits: list[tuple[int, int]] = []
    for mod in modifiers(position, 1 << Verb.AREA):
        effect = position.match.lasting[mod[0]]
        if effect.verb == Verb.AREA and effect.source is not None:
            targets = affected(position, mod, NOW) & units & ~safe
            sources = (effect.source(position, mod, NOW) & units).bit_count() if targets else 0
            hits += [(unit, mod[1] * sources) for unit in bits(targets)]
    hurt(position, [unit for unit, _ in hits], [points for _, points in hits])


def harmful(position: Position) -> bool:
    """Whether the attackers of a battle could deal damage as things stand; tried out, and forgotten."""
    mods, changes, found = position.mods, position.changes, False
    _, defenders, structures, _ = sides(position)
    for step in (INITIATIVE_STEP, REGULAR_STEP):
        begin_step(position, step)
        troops, walls = targets(position, True)
        for unit in troops + walls:
            found = found or available(position, parts(position, unit, True)) > 0
    for unit in position.damage or ():  # that effects deal to each
        found = found or (defenders | structures) >> unit & 1 == 1
    position.mods, position.changes = mods, changes
    position.damage = position.fight = position.sides = None
    return found


def idle(position: Position) -> bool:
    """Whether nobody has any damage to assign in this step, and none was dealt."""
    fight = position.fight
    assert fight is not None
    return not (fight[POOL] or fight[FREE] or fight[EXTRA] or fight[BREACH] or fight[DEFENCE] or position.damage)


def side(position: Position) -> int:
    """Whose turn it is to assign: 0 the attacker, 1 the defender."""
    fight = position.fight
    assert fight is not None
    return fight[TURN] ^ int(position.match.config.first_to_assign == "defender")


def targets(position: Position, attacking: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The troops and the structures that the side can hit in this step, in the order in which damage is assigned."""
    fight = position.fight
    assert fight is not None
    attackers, defenders, structures, _ = sides(position)
    troops = defenders if attacking else attackers
    early = fight[STEP] == REGULAR_STEP or position.match.config.initiative_vs_structures == "early"
    if not (attacking and early):
        structures = 0
    if position.verbs >> Verb.PROTECT & 1:
        safe = affected_by(position, Verb.PROTECT, FROM_REGULAR if fight[STEP] else FROM_INITIATIVE)
        troops, structures = troops & ~safe, structures & ~safe
    return bits(troops), bits(structures)


def unmanned(position: Position) -> bool:
    """Whether each defender is dead or has lethal damage."""
    fight = position.fight
    if fight is not None and fight[OPEN]:
        return True
    damage = position.damage or {}
    if not damage and not position.verbs & POWER_VERBS:
        return False
    _, defenders, _, stats = sides(position)
    for unit in bits(defenders):  # noqa: SIM110, twice as fast as all()
        if damage.get(unit, 0) < stats[unit][0]:
            return False
    return True


def parts(position: Position, unit: int, attacking: bool) -> Sequence[int]:
    """The parts of the side's pool that may hit a unit now, in the order in which they are spent."""
    if not attacking:
        return (DEFENCE,)
    return _parts_for_structures(position) if BASE <= unit < SPECIAL else (POOL, FREE)


def _parts_for_structures(position: Position) -> list[int]:
    fight, config = position.fight, position.match.config
    assert fight is not None
    found = [BREACH]
    if unmanned(position):
        if fight[STEP] == REGULAR_STEP or config.artillery_overflow == "same_step" or fight[OPEN]:
            found.insert(0, EXTRA)
        if config.overflow == "same_step" or fight[OPEN]:
            found.append(POOL)
    return [*found, FREE]


def available(position: Position, usable: Sequence[int]) -> int:
    """How much damage there is in parts of a pool."""
    fight = position.fight
    assert fight is not None
    return sum([fight[part] for part in usable])


def deal(position: Position, units: Sequence[int], points: Sequence[int], usable: Sequence[int]) -> None:
    """Assign damage to units, from the parts of the side's pool that may hit them."""
    fight = position.fight
    assert fight is not None
    rest = sum(points)
    for part in usable:
        spent = fight[part]
        if rest <= spent:
            fight[part] -= rest
            break
        fight[part] = 0
        rest -= spent
    hurt(position, units, points)


def current_target(position: Position) -> int:
    """The unit whose damage is decided next; -1 at the end of the side's turn."""
    fight = position.fight
    assert fight is not None
    troops, structures = targets(position, side(position) == 0)
    order = troops + structures
    return order[fight[CURSOR]] if fight[CURSOR] < len(order) else -1


def legal_hits(position: Position) -> list[int]:
    """How much damage the next target may get: nothing up to what kills it (M: spread as the player likes)."""
    unit = current_target(position)
    soak = absorption_left(position, owner_of(unit)) if position.mods and not BASE <= unit < SPECIAL else 0
    power = sides(position)[3][unit][0]
    need = max(power - (position.damage or {}).get(unit, 0), 0)
    most = min(available(position, parts(position, unit, side(position) == 0)), need + soak if need else 0)
    start = actions.HIT + actions.MOST_POINTS * unit
    return [start + points for points in range(most + 1)]


def apply_hit(position: Position, action: int) -> None:
    """Deal what was chosen; the next target follows."""
    fight = position.fight
    assert fight is not None
    unit, points = divmod(action - actions.HIT, actions.MOST_POINTS)
    if points:
        deal(position, (unit,), (points,), parts(position, unit, side(position) == 0))
    fight[CURSOR] += 1


def end_turn_of_side(position: Position) -> bool:
    """The other side assigns next; False if both have."""
    fight = position.fight
    assert fight is not None
    fight[TURN] += 1
    fight[CURSOR] = 0
    return fight[TURN] < 2


def end_step(position: Position) -> None:
    """Everything with lethal damage is removed at the same time (M, E).

    Structures that die by initiative still strike back in the regular step (S).
    """
    damage, fight = position.damage or {}, position.fight
    assert fight is not None
    attackers, defenders, structures, stats = sides(position)
    dead = 0
    units = [unit for unit in damage if unit in stats]
    if position.verbs & POWER_VERBS:  # what weakened them may have come between the steps
        units += bits(attackers | defenders)
        if unmanned(position):
            units += bits(structures)
    for unit in units:
        if damage.get(unit, 0) >= stats[unit][0]:
            dead |= 1 << unit
    if dead & structures and fight[STEP] == INITIATIVE_STEP:
        fight[STRIKE] += _strength(_dealt(position, stats), dead & structures)
    if dead:
        position.remove(dead)
    position.sides = None

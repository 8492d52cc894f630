"""One combat: the weak die, initiative step, regular step (rules file, section 6).

Damage is a pool of each side. The attacker's has four parts by what they may hit: POOL hits troops, and structures once
these are unmanned; FREE hits anything; EXTRA hits structures once unmanned; BREACH hits structures at any time.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.play import actions as act
from cardgen.games.attack_the_tower.play.damage import hurt, soak_of
from cardgen.games.attack_the_tower.play.lasting import FROM_INITIATIVE, FROM_REGULAR, Verb
from cardgen.games.attack_the_tower.play.position import Position
from cardgen.games.attack_the_tower.play.stats import (
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
from cardgen.games.attack_the_tower.play.units import BASE, SPECIAL, bits, owner_of
from cardgen.games.attack_the_tower.play.zones import PALACE_BATTLE, TERRITORY_BATTLE

# Numbers of `position.fight`.
STEP, TURN, POOL, FREE, EXTRA, BREACH, DEFENCE, CURSOR, STRIKE, OPEN = range(10)
INITIATIVE_STEP, REGULAR_STEP = 0, 1


def weak_die(position: Position) -> None:
    """Step 0: troops with power below 1 die, then such structures if no troop defends them (S; R24)."""
    if position.verbs & POWER_VERBS:
        units = position.attackers() | position.defenders()
        position.remove(_below_one(position, units))
        if not position.defenders():
            position.remove(_below_one(position, position.structures()))
    position.fight = [INITIATIVE_STEP] + [0] * 9


def _below_one(position: Position, units: int) -> int:
    return sum(1 << unit for unit, (power, _) in profiles(position, units).items() if power < 1)


def begin_step(position: Position, step: int) -> None:
    """Fill the pools of a step of combat; what is left of initiative is carried over."""
    old = position.fight or [0] * 10
    attackers, defenders, structures = position.attackers(), position.defenders(), position.structures()
    stats = position.stats
    if stats is None:
        stats = position.stats = profiles(position, attackers | defenders | structures)
    fight = position.fight = [step, 0, 0, 0, 0, 0, 0, 0, old[STRIKE], int(not defenders)]
    verbs = position.verbs
    dealt = _dealt(position, stats) if verbs >> Verb.BONUS & 1 else None
    bypass = affected_by(position, Verb.BYPASS) if position.stage == TERRITORY_BATTLE else 0
    for unit, (power, traits) in stats.items():
        bit = 1 << unit
        points = power if dealt is None else dealt[unit]
        if bit & structures:
            if step == INITIATIVE_STEP:
                fight[STRIKE] += points
        elif (traits & INITIATIVE == 0) == step and points > 0:
            if bit & attackers:
                part = (
                    (BREACH if traits & ARTILLERY else FREE) if bit & bypass else EXTRA if traits & ARTILLERY else POOL
                )
                fight[part] += points
            elif not traits & ARTILLERY:
                fight[DEFENCE] += points
    if step == REGULAR_STEP:
        _carry_over(position, old)
        if verbs >> Verb.AREA & 1:
            _area_damage(position)


def _carry_over(position: Position, old: list[int]) -> None:
    """The regular step also has what structures strike back, and unspent initiative (R01, R21)."""
    fight = position.fight
    assert fight is not None
    guarded = position.stage == PALACE_BATTLE and not fight[OPEN]
    if position.match.config.guarded_palace_strikes or not guarded:
        fight[DEFENCE] += fight[STRIKE]
    if position.match.config.initiative_vs_structures == "regular":
        fight[EXTRA] += old[POOL] + old[EXTRA]
        fight[BREACH] += old[FREE] + old[BREACH]


def stats_of(position: Position) -> dict[int, Profile]:
    """Power and traits of all in the battle, which do not change within a step."""
    if position.stats is None:
        units = position.attackers() | position.defenders() | position.structures()
        position.stats = profiles(position, units)
    return position.stats


def _dealt(position: Position, stats: dict[int, Profile]) -> dict[int, int]:
    """Damage that each unit deals: its power and what is added to damage alone."""
    dealt = {unit: max(power, 0) for unit, (power, _) in stats.items()}
    for mod in modifiers(position):
        if position.match.lasting[mod[0]].verb == Verb.BONUS:
            for unit in bits(affected(position, mod, NOW)):
                if unit in dealt:
                    dealt[unit] = max(dealt[unit] + mod[1], 0)
    return dealt


def _area_damage(position: Position) -> None:
    """Damage of each to each in the regular step, before anything is assigned."""
    units = position.attackers() | position.defenders() | position.structures()
    safe = affected_by(position, Verb.PROTECT, FROM_REGULAR)
    hits = []
    for mod in modifiers(position):
        effect = position.match.lasting[mod[0]]
        if effect.verb == Verb.AREA and effect.source is not None:
            targets = affected(position, mod, NOW) & units & ~safe
            sources = (effect.source(position, mod, NOW) & units).bit_count() if targets else 0
            hits += [(unit, mod[1] * sources) for unit in bits(targets)]
    for unit, points in hits:
        hurt(position, unit, points)


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


def targets(position: Position, attacking: bool) -> tuple[list[int], list[int]]:
    """The troops and the structures that the side can hit in this step, in the order in which damage is assigned."""
    fight = position.fight
    assert fight is not None
    troops = position.defenders() if attacking else position.attackers()
    safe = affected_by(position, Verb.PROTECT, FROM_REGULAR if fight[STEP] else FROM_INITIATIVE)
    early = fight[STEP] == REGULAR_STEP or position.match.config.initiative_vs_structures == "early"
    structures = position.structures() & ~safe if attacking and early else 0
    return [*bits(troops & ~safe)], [*bits(structures)]


def unmanned(position: Position) -> bool:
    """Whether each defender is dead or has lethal damage."""
    fight = position.fight
    if fight is not None and fight[OPEN]:
        return True
    damage, stats = position.damage, stats_of(position)
    if not damage:
        return False
    return all(damage.get(unit, 0) >= stats[unit][0] for unit in bits(position.defenders()))


def available(position: Position, unit: int, attacking: bool) -> int:
    """How much damage the side can deal to a unit now."""
    fight = position.fight
    assert fight is not None
    if not attacking:
        return fight[DEFENCE]
    if not BASE <= unit < SPECIAL:
        return fight[POOL] + fight[FREE]
    return sum(fight[part] for part in _parts(position))


def _parts(position: Position) -> list[int]:
    """Parts of the pool that may hit structures now, in the order in which they are spent."""
    fight, config = position.fight, position.match.config
    assert fight is not None
    open_now = unmanned(position)
    parts = [BREACH]
    if open_now and (config.artillery_overflow == "same_step" or fight[OPEN]):
        parts.insert(0, EXTRA)
    if open_now and (config.overflow == "same_step" or fight[OPEN]):
        parts.append(POOL)
    return [*parts, FREE]


def deal(position: Position, unit: int, points: int, attacking: bool) -> None:
    """Assign damage of the side's pool to a unit."""
    fight = position.fight
    assert fight is not None
    rest = points
    for part in _parts_for(position, unit, attacking):
        spent = min(rest, fight[part])
        fight[part] -= spent
        rest -= spent
    hurt(position, unit, points)


def _parts_for(position: Position, unit: int, attacking: bool) -> list[int]:
    if not attacking:
        return [DEFENCE]
    return _parts(position) if BASE <= unit < SPECIAL else [POOL, FREE]


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
    soak = soak_of(position, owner_of(unit)) if position.mods and not BASE <= unit < SPECIAL else 0
    power = stats_of(position)[unit][0]
    need = max(power - (position.damage or {}).get(unit, 0), 0)
    most = min(available(position, unit, side(position) == 0), need + soak if need else 0)
    start = act.HIT + act.MOST_POINTS * unit
    return [start + points for points in range(most + 1)]


def apply_hit(position: Position, action: int) -> None:
    """Deal what was chosen; the next target follows."""
    fight = position.fight
    assert fight is not None
    unit, points = divmod(action - act.HIT, act.MOST_POINTS)
    if points:
        deal(position, unit, points, side(position) == 0)
    fight[CURSOR] += 1


def end_turn_of_side(position: Position) -> bool:
    """The other side assigns next; False if both have."""
    fight = position.fight
    assert fight is not None
    fight[TURN] += 1
    fight[CURSOR] = 0
    return fight[TURN] < 2


def end_step(position: Position) -> None:
    """Everything with lethal damage is removed at the same time (M, E)."""
    damage = position.damage
    if damage:
        stats = stats_of(position)
        position.stats = None
        position.remove(sum(1 << unit for unit, points in damage.items() if unit in stats and points >= stats[unit][0]))
    position.stats = None

"""Find units by position: special troops of a player, both sides of the battle, complete territories."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE, TERRITORY_BATTLE
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    EVEN,
    PALACE_OF,
    SPECIAL,
    SPECIALS_OF,
    TERRITORY,
    TERRITORY_SLOTS,
    bases_of,
)
from cardgen.games.attack_the_tower.engine.state.zones import CANNOT_ATTACK, CANNOT_DEFEND, GUARD, PALACE_ZONE


def special_troops(position: Position, player: int) -> int:
    """Return the set of a player's special troops."""
    return SPECIALS_OF[player][len(position.zones[PALACE_ZONE + player])]


def _special_troops_without(position: Position, player: int, static: int) -> int:
    cards = position.zones[PALACE_ZONE + player]
    found = SPECIALS_OF[player][len(cards)]
    if cards and position.match.has_static_rules:
        for index, design in enumerate(cards):
            if position.match.static[design] & static:
                found &= ~(1 << (SPECIAL + 2 * index + player))
    return found


def special_attackers(position: Position, player: int) -> int:
    """Return the set of a player's special troops that may attack."""
    found = _special_troops_without(position, player, CANNOT_ATTACK)
    return found if position.match.config.special_attacks_at_once else found & ~position.arrived_this_turn


def special_defenders(position: Position, player: int) -> int:
    """Return the set of a player's special troops that defend the palace."""
    return _special_troops_without(position, player, CANNOT_DEFEND)


def guards(position: Position, player: int) -> int:
    """Return the set of a player's special troops that also defend each territory."""
    found = 0
    if position.match.has_static_rules:
        for index, design in enumerate(position.zones[PALACE_ZONE + player]):
            if position.match.static[design] & (GUARD | CANNOT_DEFEND) == GUARD:
                found |= 1 << (SPECIAL + 2 * index + player)
    return found


def attackers(position: Position) -> int:
    """Return the set of attacking troops of the current battle."""
    if position.group < 0:
        return 0
    if position.group == 3:
        return special_attackers(position, position.active) & position.fighters
    return position.troops & TERRITORY_SLOTS[3 * position.active + position.group] & position.fighters


def defenders(position: Position) -> int:
    """Return the set of defending troops of the current battle."""
    other = 1 - position.active
    if position.stage == TERRITORY_BATTLE:
        troops = position.troops & TERRITORY_SLOTS[3 * other + position.site]
        return (troops | guards(position, other) if position.match.has_static_rules else troops) & position.fighters
    return special_defenders(position, other) & position.fighters if position.stage == PALACE_BATTLE else 0


def structures(position: Position) -> int:
    """Return the set of attacked bases, or the attacked palace, of the current battle."""
    other = 1 - position.active
    if position.stage == TERRITORY_BATTLE:
        return (position.built & TERRITORY_SLOTS[3 * other + position.site] & EVEN) << BASE
    return PALACE_OF[other] if position.stage == PALACE_BATTLE else 0


def manned_units(position: Position, doomed: int = 0) -> int:
    """Return everything that a living troop defends: territories with their slots and bases, and palaces.

    Args:
        doomed: Troops that count as dead, such as those with lethal damage.
    """
    troops, slots, areas, palaces = position.troops & ~doomed, 0, 0, 0
    for player in (0, 1):
        guarded = guards(position, player) & ~doomed
        for t in range(3 * player, 3 * player + 3):
            if guarded or troops & TERRITORY_SLOTS[t]:
                slots |= TERRITORY_SLOTS[t]
                areas |= 1 << (TERRITORY + t)
        if special_defenders(position, player) & ~doomed:
            palaces |= PALACE_OF[player]
    return slots | bases_of(slots) | areas | palaces


def battle_territories(position: Position) -> tuple[int, int]:
    """Return the attacking and the attacked territory of the current battle, each as a set.

    Returns:
        Each is empty if a palace stands in the territory's place, or if there is no battle.
    """
    home = 1 << (TERRITORY + 3 * position.active + position.group) if 0 <= position.group < 3 else 0
    site = 1 << (TERRITORY + 3 * (1 - position.active) + position.site) if position.stage == TERRITORY_BATTLE else 0
    return home, site


def complete_territories(position: Position, player: int) -> int:
    """Count the territories of a player that have all three bases."""
    built = position.built >> (18 * player)
    return (built & 63 == 63) + (built >> 6 & 63 == 63) + (built >> 12 & 63 == 63)

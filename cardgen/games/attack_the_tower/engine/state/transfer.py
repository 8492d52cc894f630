"""Move special troops from one palace to the other, and find those that can be kept there."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.engine.state.changes import (
    add_special_troop,
    append_special_troop,
    forget_arrivals,
    renumber_frames,
    renumber_units,
)
from cardgen.games.attack_the_tower.engine.state.limits import excess_special_troops
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.units import SPECIAL, SPECIALS_OF, bits
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_ZONE


def transfer_special_troop(position: Position, unit: int) -> None:
    """Move a special troop to the other player's palace, where it is the newest."""
    renumber = _renumbering(position, unit)
    forget_arrivals(position, 1 << unit)
    position.arrived_this_turn = renumber(position.arrived_this_turn)
    renumber_units(position, renumber)
    add_special_troop(position, 1 - (unit & 1), _take_from_palace(position, unit))


def keepable_special_troops(position: Position, player: int) -> int:
    """Return the enemy special troops that a player could keep; the transfer of each is tried, then undone.

    Args:
        position: Position to read; is the same afterwards.

    Source:
        R54; E, the number of special troops is limited by complete territories.
    """
    found, zones = 0, position.zones
    modifiers, verbs = position.modifiers, position.active_verbs
    for unit in bits(SPECIALS_OF[1 - player][len(zones[PALACE_ZONE + 1 - player])]):
        position.zones = zones[:]
        renumber = _renumbering(position, unit)
        forget_arrivals(position, 1 << unit)
        position.modifiers = renumber_frames(position.modifiers, renumber)
        append_special_troop(position, player, _take_from_palace(position, unit))
        if excess_special_troops(position, player) <= 0:
            found |= 1 << unit
        position.modifiers, position.active_verbs = modifiers, verbs
    position.zones = zones
    return found


def _take_from_palace(position: Position, unit: int) -> int:
    """Take the card of a special troop from its palace and return its design."""
    zone, index = PALACE_ZONE + (unit & 1), (unit - SPECIAL) >> 1
    cards = position.zones[zone]
    position.zones[zone] = cards[:index] + cards[index + 1 :]
    return cards[index]


def _renumbering(position: Position, unit: int) -> Callable[[int], int]:
    """Return what maps sets of units to the numbers that they have after the transfer of a special troop."""
    owner, thief = unit & 1, 1 - (unit & 1)
    goal = 1 << (SPECIAL + 2 * len(position.zones[PALACE_ZONE + thief]) + thief)
    later = SPECIALS_OF[owner][len(position.zones[PALACE_ZONE + owner])] & -(2 << unit)

    def renumber(units: int) -> int:
        moved = goal if units >> unit & 1 else 0
        above = units & later
        return (units & ~(above | 1 << unit)) | (above >> 2) | moved

    return renumber

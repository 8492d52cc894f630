"""Place, move and destroy the figures on the fields."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.places import (
    AREAS,
    ASSAULT,
    HEAVY,
    MUDLING,
    REAVER,
    SUPPORT,
    UNIT_COUNT,
    WRECKBACK,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell

_STARTS = tuple((area, UNIT_COUNT * area) for area in range(AREAS))


def has_units(position: SiegePosition, area: int) -> bool:
    """Return whether an area holds an enemy unit; the Undercurrent is none."""
    start = UNIT_COUNT * area
    return any(position.units[start : start + UNIT_COUNT])


def has_enemies(position: SiegePosition, area: int) -> bool:
    """Return whether an area holds an enemy unit or the Undercurrent."""
    return position.undercurrent == area or has_units(position, area)


def areas_with_enemies(position: SiegePosition) -> list[int]:
    """Return the areas that hold an enemy unit or the Undercurrent, in ascending order."""
    units, undercurrent = position.units, position.undercurrent
    return [area for area, start in _STARTS if undercurrent == area or any(units[start : start + UNIT_COUNT])]


def count_units(position: SiegePosition, area: int) -> int:
    """Return the number of enemy units in an area."""
    start = UNIT_COUNT * area
    return sum(position.units[start : start + UNIT_COUNT])


def place_units(position: SiegePosition, area: int, unit: int, count: int) -> int:
    """Place figures from the supply, as many as there are.

    Returns:
        How many were placed.
    """
    placed = min(count, position.supply[unit])
    if placed > 0:
        position.supply[unit] -= placed
        position.units[UNIT_COUNT * area + unit] += placed
        tell(position, Event.SPAWNED, area, unit, placed)
        return placed
    return 0


def destroy_units(position: SiegePosition, area: int, unit: int, count: int) -> int:
    """Return figures to the supply.

    Args:
        count: How many at most.

    Returns:
        How many there were.
    """
    index = UNIT_COUNT * area + unit
    destroyed = min(count, position.units[index])
    if destroyed > 0:
        position.units[index] -= destroyed
        position.supply[unit] += destroyed
        tell(position, Event.DESTROYED, area, unit, destroyed)
        return destroyed
    return 0


def move_units(position: SiegePosition, area: int, target: int, unit: int, count: int) -> int:
    """Move figures to another area.

    Args:
        count: How many at most.

    Returns:
        How many moved.
    """
    index = UNIT_COUNT * area + unit
    moved = min(count, position.units[index])
    if moved > 0:
        position.units[index] -= moved
        position.units[UNIT_COUNT * target + unit] += moved
        tell(position, Event.MARCHED if target < area else Event.MOVED_BACK, target, unit, moved)
        return moved
    return 0


def add_units(position: SiegePosition, area: int, role: int, standard: int, elite: int) -> bool:
    """Place units that are due; others stand in if figures run out.

    Standard and elite figures of a role stand in for each other. If the role runs out, then, however many are missing,
    one further lot comes: for Mudlings 2 Spittoads (1 elite), for Spittoads 1 Wreckback, for Wreckbacks 3 Mudlings
    (1 elite).

    Args:
        role: ASSAULT, SUPPORT or HEAVY.

    Returns:
        Whether a figure was left for all; False means that every figure is on the board.

    Source:
        Rules model, section 4, "Out of figures".
    """
    while any(position.supply):
        if _place_role(position, area, role, standard, elite):
            return True
        role, standard, elite = _stand_ins(position, role)
    return False


def _place_role(position: SiegePosition, area: int, role: int, standard: int, elite: int) -> bool:
    """Place units of one role, and return whether none is missing."""
    if role == HEAVY:
        due = standard + elite
        return place_units(position, area, WRECKBACK, due) == due
    common, rare = 2 * role, 2 * role + 1
    missing = standard - place_units(position, area, common, standard)
    missing_elite = elite - place_units(position, area, rare, elite)
    missing -= place_units(position, area, rare, missing)
    missing_elite -= place_units(position, area, common, missing_elite)
    return missing + missing_elite == 0


def _stand_ins(position: SiegePosition, role: int) -> tuple[int, int, int]:
    """Return what stands in for units that are missing: role, number of standard and of elite units."""
    if role == ASSAULT:
        return SUPPORT, 1, 1
    if role == SUPPORT:
        return HEAVY, 1, 0
    if not position.supply[MUDLING] and position.supply[REAVER]:  # S03
        return ASSAULT, 0, position.tables.settings.short_heavy_elite
    return ASSAULT, 2, 1

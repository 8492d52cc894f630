"""Rate the threats to the town: walls that must be manned, and enemies worth destroying where they stand."""

from __future__ import annotations

from typing import Final

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import endurance
from cardgen.games.stonewater_weir.engine.state.places import (
    HOME,
    MATRON,
    MUDLING,
    ORDER_OF_HITS,
    REAVER,
    RESISTANCE,
    SPITTOAD,
    UNDERCURRENT_RESISTANCE,
    UNIT_COUNT,
    WALL,
    WRECKBACK,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition

WORTH: Final[tuple[float, ...]] = (1.3, 2.4, 1.1, 1.9, 1.6, 1.0, 1.9, 1.4, 2.5, 1.6, 0.8, 1.5, 1.0, 1.8, 2.9)
"""What it is worth to destroy a Mudling, Reaver, Spittoad, Matron and Wreckback in zone 1, in zone 2, and in zone 3."""
RUNNER_IN_DANGER, RUNNER_STOPPED, RUNNER_FREED = 5.0, 0.5, 3.5
"""What each enemy counts in addition that would kill the Runner or stops them, and what it is worth to free the way."""
TETHER_WORTH: Final[tuple[float, ...]] = (6.0, 5.0, 5.0)
"""What it is worth to loosen the Tether by 1, by zone of the Undercurrent; only the Long Arm reaches it without strength."""
_ALL, _STRONG = (0, 1, 2, 3, 4), (2, 3)
_ASSAULT, _MARCHING, _HEAVY = (0, 1), (0, 1, 2, 3), (4,)
_BLOCKERS: Final = {
    # leg, zone of the Runner: zone and units that stop them after they have marched
    (0, 0): ((0, _ALL), (1, _ALL), (2, _MARCHING)),
    (0, 1): ((1, _STRONG), (2, _ALL)),
    (0, 2): ((2, _HEAVY),),
    (1, 2): ((2, _ALL), (1, _STRONG)),
    (1, 1): ((1, _ALL), (2, _MARCHING), (0, _ASSAULT)),
    (1, 0): ((0, _ALL), (1, _ASSAULT)),
}


def assault_hits(position: SiegePosition, bank: int) -> int:
    """Return how many hits the Mudlings before a wall deal to the heroes on it."""
    start = 3 * UNIT_COUNT * bank
    return position.units[start + MUDLING] + 2 * position.units[start + REAVER]


def bank_hits(position: SiegePosition, bank: int) -> int:
    """Return how many hits Spittoads and Wreckbacks deal to the heroes of a bank."""
    units, start = position.units, 3 * UNIT_COUNT * bank
    support = units[start + UNIT_COUNT + SPITTOAD] + 2 * units[start + UNIT_COUNT + MATRON]
    return support + units[start + 2 * UNIT_COUNT + WRECKBACK]


def open_walls(position: SiegePosition, hero: int) -> list[int]:
    """Return the banks whose Mudlings would enter the town if nobody else came to the wall.

    Args:
        hero: Hero whose turn it is; heroes who have yet to act do not count as standing on a wall either.
    """
    waiting = (hero, *position.queue)
    manned = {position.place[other] - WALL for other in position.order if other not in waiting}
    return [bank for bank in range(4) if bank not in manned and assault_hits(position, bank)]


def blocking_units(position: SiegePosition) -> list[int]:
    """Return where units stop the Runner after they have marched, by `5 * area + unit`.

    Args:
        position: Position to read, in which the Runner is on a field.
    """
    bank, zone_of_runner = divmod(position.runner, 3)
    return [
        UNIT_COUNT * (3 * bank + zone) + unit
        for zone, kinds in _BLOCKERS[position.runner_leg, zone_of_runner]
        for unit in kinds
    ]


def worth_of_units(position: SiegePosition) -> list[float]:
    """Return what it is worth to destroy each unit where it stands, by `5 * area + unit`."""
    worth = [*WORTH] * 4
    runner = position.runner
    if not 0 <= runner < HOME:
        if position.runner_wind >= 0:
            worth[UNIT_COUNT * (3 * position.runner_wind + 2) + WRECKBACK] += RUNNER_FREED
        return worth
    units, start = position.units, UNIT_COUNT * runner
    for unit in range(UNIT_COUNT):
        worth[start + unit] += RUNNER_IN_DANGER
    blocking = blocking_units(position)
    count = sum(units[index] for index in blocking)
    if count:
        more = RUNNER_STOPPED + RUNNER_FREED / count
        for index in blocking:
            worth[index] += more
    return worth


def worth_of_hits(position: SiegePosition, worth: list[float], area: int, hits: float, strength: int) -> float:
    """Return what an expected number of hits in an area is worth."""
    value, left = 0.0, hits
    if position.undercurrent == area and strength >= UNDERCURRENT_RESISTANCE:
        lowered = min(left, position.tether)
        value += lowered * TETHER_WORTH[area % 3]
        left -= lowered
    start = UNIT_COUNT * area
    for unit in ORDER_OF_HITS:
        if left <= 0:
            break
        count = position.units[start + unit]
        if count and strength >= RESISTANCE[unit]:
            gone = min(count, left)
            value += gone * worth[start + unit]
            left -= gone
    return value


def worth_of_area(position: SiegePosition, worth: list[float], area: int) -> float:
    """Return what it would be worth to be rid of all units of an area."""
    start = UNIT_COUNT * area
    return sum(position.units[start + unit] * worth[start + unit] for unit in range(UNIT_COUNT))


def is_deadly(position: SiegePosition, hero: int, hits: int) -> bool:
    """Return whether hits would kill a hero."""
    return hits >= endurance(position, hero)


def food_due(position: SiegePosition) -> int:
    """Return how much food a hero has to pay at the end of the season; 0 in the last season."""
    return 2 if position.round <= 9 else 0

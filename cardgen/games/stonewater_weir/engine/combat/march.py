"""March the enemies.

Source:
    Rules model, section 2, table of roles; section 4, "ENEMIES", step 3; S05.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.stonewater_weir.engine.field.figures import move_units
from cardgen.games.stonewater_weir.engine.state.asking import end_game
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import (
    AROUND,
    MATRON,
    MUDLING,
    REAVER,
    SPITTOAD,
    UNIT_COUNT,
    WRECKBACK,
    Z1,
    Z3,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell


def march_all(position: SiegePosition, banks: Sequence[int] = AROUND) -> None:
    """Let all units march that have not attacked, and the Undercurrent, field by field.

    Raises:
        GameEnded: A Mudling or the Undercurrent enters the town.
    """
    undercurrent = position.undercurrent
    for bank in banks:
        for area in range(3 * bank, 3 * bank + 3):
            if undercurrent == area:
                _march_undercurrent(position, area)
            if any(position.units[UNIT_COUNT * area : UNIT_COUNT * (area + 1)]):
                march_from(position, area)


def _march_undercurrent(position: SiegePosition, area: int) -> None:
    if area % 3 == Z1:
        end_game(position, Cause.BREACH)
    position.undercurrent = area - 1
    tell(position, Event.SURGE_MOVED, area - 1)


def march_from(position: SiegePosition, area: int) -> None:
    """Let the units of an area march.

    Raises:
        GameEnded: A Mudling enters the town.
    """
    bank, zone = divmod(area, 3)
    if position.halted >> area & 1 or total(position, Modifier.NO_MARCH, zone=zone, bank=bank) > 0:
        return
    count = sum(position.tables.figures)
    if zone == Z1:
        mudlings = position.units[UNIT_COUNT * area + MUDLING] + position.units[UNIT_COUNT * area + REAVER]
        if mudlings and not position.attacked >> area & 1:
            end_game(position, Cause.BREACH)
        return
    for unit in (MUDLING, REAVER):
        move_units(position, area, area - 1, unit, count)
    if zone == Z3:
        for unit in (SPITTOAD, MATRON):
            move_units(position, area, area - 1, unit, count)
        if position.tables.settings.heavy_zone - 1 < zone:
            move_units(position, area, area - 1, WRECKBACK, count)

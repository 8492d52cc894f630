"""Locate pieces on the boards, in mm from the top left corner of the trim.

Source: `templates/stonewater-weir/field.svg.j2` and `town.svg.j2`, which draw these places; a test compares them.
"""

from __future__ import annotations

from typing import Final

from cardgen.games.stonewater_weir.engine.state.places import EAST, NORTH, SOUTH, WEST
from cardgen.geometry.units import Mm

Box = tuple[Mm, Mm, Mm, Mm]
"""x, y, width and height."""

SLOTS: Final = ((2.5, 48.9), (2.5, 118.8), (217.9, 48.9))
"""Corners of the places of enemy cards on a field, by symbol."""
SLOT_SIZE: Final = (44.6, 68.6)
TACTICS: Final = ((193.8, 3.2), (142.4, 71.6), (142.4, 142.6))
"""Corners of the places of tactics cards on a field, by zone."""
TACTICS_SIZE: Final = (68.6, 44.6)
FIGURES: Final[tuple[Box, ...]] = ((3.0, 5.2, 190.0, 23.0), (54.1, 50.8, 88.1, 66.6), (54.1, 121.4, 88.1, 65.6))
"""Where the figures of each zone of a field stand."""
POOL: Final = (217.9, 118.8)
"""Corner of the track of the Tether on a field."""
POOL_STEP: Final = (8.0, 16.0, 14.3, 14.2)
"""Centre of the first step from that corner, and the distances of columns and rows, which go to and fro."""
POOL_COLUMNS: Final = 3

TOWN: Final = 265.0
"""Width and height of the town."""
HERO_PLACES: Final = ((56.5, 229.5), (208.5, 229.5))
"""Centres of the places of heroes in the two buildings of the south bank, like those below; other banks are turned."""
REINFORCED: Final = ((94.6, 206.6), (149.6, 206.6))
DAMAGED: Final = ((115.8, 206.6), (170.8, 206.6))
BUILDINGS: Final = ((68.0, 218.0), (139.0, 218.0))
"""Corners of the names of buildings."""
BUILDING_SIZE: Final = (58.0, 21.5)
WALL: Final = (97.0, 251.0)
"""Centre of the first figure on the south wall."""
FIGURE_STEP: Final = 17.0
_TURNS: Final = {SOUTH: 0, WEST: 1, NORTH: 2, EAST: 3}


def turned(x: Mm, y: Mm, bank: int) -> tuple[Mm, Mm]:
    """Return the point of the town that lies on a bank as a point lies on the south bank.

    Args:
        x: The point, mm from the left.
        y: The point, mm from the top.
    """
    middle = TOWN / 2
    across, down = x - middle, y - middle
    for _ in range(_TURNS[bank]):
        across, down = -down, across
    return middle + across, middle + down


def around(centre: tuple[Mm, Mm], width: Mm, height: Mm) -> Box:
    """Return the box of a piece around its centre."""
    return centre[0] - width / 2, centre[1] - height / 2, width, height


def tether_box(tether: int, most: int, size: Mm) -> Box:
    """Return where the marker of the Tether lies.

    Args:
        tether: Its value, at least 1.
        most: The largest value, which is the first step of the track.
        size: Diameter of the marker, mm.
    """
    row, column = divmod(most - tether, POOL_COLUMNS)
    column = column if row % 2 == 0 else POOL_COLUMNS - 1 - column
    x, y, across, down = POOL_STEP
    return around((POOL[0] + x + across * column, POOL[1] + y + down * row), size, size)


def in_rows(area: Box, count: int, width: Mm, height: Mm) -> list[Box]:
    """Return boxes for pieces in rows, as large as they fit."""
    x, y, across, down = area
    best, columns = 0.0, 1
    for tried in range(1, count + 1):
        rows = -(-count // tried)
        scale = min(across / (tried * width), down / (rows * height), 1.0)
        if scale > best:
            best, columns = scale, tried
    return [
        (x + at % columns * width * best, y + at // columns * height * best, width * best, height * best)
        for at in range(count)
    ]

"""The numbers of places, enemies, classes and streams of luck; their words are those of the deck.

An area is a zone of a field: `3 * bank + zone`, where zones count from 0 for Z1, next to the wall.
"""

from __future__ import annotations

from enum import IntEnum

NORTH, EAST, SOUTH, WEST = range(4)
BANKS = ("north", "east", "south", "west")
AROUND = (NORTH, EAST, SOUTH, WEST)
"""The banks clockwise."""
TWO_POINT_BANKS = (SOUTH, NORTH, WEST, EAST)
"""Fields that show the side with two spawning points first, if there are more points than fields."""

Z1, Z2, Z3 = range(3)
AREAS = 12

INN, MARKET, RAINLORE, FORGE = range(4)
CLASSES = ("inn", "market", "rainlore", "forge")
PERMANENT, RED, ORANGE, INSTANT = range(4)

MUDLING, REAVER, SPITTOAD, MATRON, WRECKBACK = range(5)
UNITS = ("mudling", "reaver", "spittoad", "matron", "wreckback")
UNIT_COUNT = 5
ASSAULT, SUPPORT, HEAVY = range(3)
ATTACKS = (1, 2, 1, 2, 1)
RESISTANCE = (1, 2, 1, 2, 3)
UNDERCURRENT_RESISTANCE = 4
ORDER_OF_HITS = (WRECKBACK, SPITTOAD, MATRON, MUDLING, REAVER)
"""Units in the order in which hits are assigned, after the Undercurrent."""

BUILDINGS = ("inn", "undercroft", "granary", "forge_hall", "fish_market", "lamp_house", "counting_house", "rain_tower")
(
    OTTER_INN,
    UNDERCROFT,
    GRANARY,
    FORGE_HALL,
    FISH_MARKET,
    LAMP_HOUSE,
    COUNTING_HOUSE,
    RAIN_TOWER,
) = range(8)
WHOLE, DAMAGED, DESTROYED = range(3)
DESTROYED_LIMIT = 5

# Places of heroes: the number of a building, WALL + bank, or one of these.
WALL = 8
LONG_ARM = 12
NOWHERE, DEAD, ABSENT = -1, -2, -3
HEROES = 6

# Places of the Runner: an area, HOME + bank on a wall, or one of these.
HOME = 12
IN_HILLS, RUNNER_DUE = -1, -2
LEAVING, RETURNING = range(2)

ROUNDS, SEASON_ROUNDS = 12, 3
SEASONS = ("spring", "summer", "autumn", "winter")
SYMBOLS = ("A", "B", "C")


class Stream(IntEnum):
    """Sources of luck; each has its own random numbers, so that none depends on how often the others are asked."""

    INN = 0
    MARKET = 1
    RAINLORE = 2
    FORGE = 3
    EVENTS = 4
    ENEMIES = 5
    WINDS = 6
    TOKENS = 7
    SPAWN = 8
    RED = 9
    YELLOW = 10
    ARM = 11
    SMUGGLE = 12
    TACTICS = 13
    EFFECTS = 14
    HEROES = 15


class Cause(IntEnum):
    """How a game ended: in a win, or one of the five ways to lose."""

    NONE = 0
    HOME = 1
    TIME = 2
    BREACH = 3
    RUNNERS = 4
    HEROES = 5
    BUILDINGS = 6


def bank_of_place(place: int) -> int:
    """Return the bank of a hero's place, or -1 for the Long Arm and for heroes who are nowhere."""
    if 0 <= place < WALL:
        return place // 2
    return place - WALL if WALL <= place < LONG_ARM else -1

"""Effects that last: numbers that cards and events change for a while.

An effect is a tuple: what it changes, by how much, until when, for which hero, zone and bank (-1 means all).
"""

from __future__ import annotations

from enum import IntEnum

from cardgen.games.stonewater_weir.engine.state.position import SiegePosition


class Modifier(IntEnum):
    """The numbers that can be changed.

    Attributes:
        STRENGTH: Strength of attacks of heroes, without Flood Charges.
        DICE: Dice of attacks of heroes, without Flood Charges.
        TARGET: Number that hits in attacks of heroes, without Flood Charges; positive makes it harder.
        CHARGE_DICE: Dice of Flood Charges, for each zone.
        SPAWN: Units that each enemy card brings.
        ACTIONS: Actions of a turn.
        FOOD_ROLL: Food from a roll.
        GOLD_ROLL: Gold from a roll.
        CARDS: Cards that one of the four buildings of the classes brings.
        NO_LIGHT: Positive: lamplight changes no rolls.
        NO_ARM: Positive: the Long Arm can be neither turned nor shot.
        NO_MARCH: Positive: units do not march from the zone.
        NO_ATTACK: Positive: units do not attack from the zone.
        SEASON_FOOD: Food that each hero pays at the end of a season.
        REROLLS: How often the hero may roll all dice of an attack that missed once more.
        CARD_COST: Gold that the use of a card costs; never below 0.
        WARD: Hits that a hero ignores in a round.
        NO_ATTACK_MORALE: Positive: attacks from the walls bring no morale, except that of cards.
        BUILDING_CLOSED: Positive: a building cannot be used; `zone` is its number.
    """

    STRENGTH = 0
    DICE = 1
    TARGET = 2
    CHARGE_DICE = 3
    SPAWN = 4
    ACTIONS = 5
    FOOD_ROLL = 6
    GOLD_ROLL = 7
    CARDS = 8
    NO_LIGHT = 9
    NO_ARM = 10
    NO_MARCH = 11
    NO_ATTACK = 12
    SEASON_FOOD = 13
    REROLLS = 14
    BUILDING_CLOSED = 15
    CARD_COST = 16
    WARD = 17
    NO_ATTACK_MORALE = 18


class Until(IntEnum):
    """When an effect ends.

    Attributes:
        ATTACK: After the next attack of its hero, or at the end of their turn.
        TURN: At the end of the turn of the active hero.
        ROUND: At the end of the round.
        SEASON: At the end of the season.
        GAME: Never.
    """

    ATTACK = 0
    TURN = 1
    ROUND = 2
    SEASON = 3
    GAME = 4


def add_lasting(
    position: SiegePosition,
    modifier: int,
    amount: int,
    until: int,
    *,
    hero: int = -1,
    zone: int = -1,
    bank: int = -1,
) -> None:
    """Begin an effect that lasts.

    Args:
        modifier: What it changes (`Modifier`).
        until: When it ends (`Until`).
        hero: Hero whom it concerns; -1: all.
        zone: Zone, from 0, that it concerns; -1: all.
        bank: Bank that it concerns; -1: all.
    """
    position.lasting = (*position.lasting, (int(modifier), amount, int(until), hero, zone, bank))


def total(position: SiegePosition, modifier: int, hero: int = -1, zone: int = -1, bank: int = -1) -> int:
    """Return by how much the lasting effects change a number.

    Args:
        modifier: Which number (`Modifier`).
        hero: Hero who is concerned; -1: none in particular, so that effects on one hero do not count.
        zone: Zone, from 0, likewise.
    """
    found = 0
    for effect in position.lasting:
        if effect[0] == modifier and effect[3] in (-1, hero) and effect[4] in (-1, zone) and effect[5] in (-1, bank):
            found += effect[1]
    return found


def end_lasting(position: SiegePosition, until: int) -> None:
    """End all effects that last until a moment, and those that should have ended before.

    Args:
        until: The moment (`Until`).
    """
    if position.lasting:
        position.lasting = tuple(effect for effect in position.lasting if effect[2] > until)

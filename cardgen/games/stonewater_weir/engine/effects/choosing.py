"""Ask players for the choices that effects leave to them.

Each is asked as `(Question.EFFECT, kind of choice, hero)`, where the hero is the one who uses the card, or -1 for an event,
which the player with the first-hero token decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from cardgen.games.stonewater_weir.engine.field.figures import has_units
from cardgen.games.stonewater_weir.engine.state.actions import AREA, BANK, BUILDING, CLASS, HERO, UNIT
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.places import AREAS, UNIT_COUNT
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.town.heroes import leader


class Choice(IntEnum):
    """What is chosen.

    Attributes:
        HERO: The hero whom the effect helps or moves.
        PLACE: Where a hero goes: a wall or a building.
        ZONE: The zone in which something happens.
        SIDE: The neighbouring field into which units drift.
        UNIT: Which unit moves.
        BUILDING: The building that is repaired, reinforced or damaged.
        CLASS: The class of a card that is drawn.
        CARD: The card that is taken of those that were looked at.
        BENEATH: Whether a card that was looked at goes beneath its deck.
    """

    HERO = 0
    PLACE = 1
    ZONE = 2
    SIDE = 3
    UNIT = 4
    BUILDING = 5
    CLASS = 6
    CARD = 7
    BENEATH = 8


def choose(position: SiegePosition, hero: int, choice: int, options: Sequence[int]) -> int:
    """Return the action that the player of an effect takes.

    Args:
        hero: Hero who uses the card; -1 for an event.
        choice: What is chosen (`Choice`).
        options: Legal actions, at least one.
    """
    seat = position.owner[hero] if hero >= 0 else leader(position)
    return ask(position, seat, (Question.EFFECT, int(choice), hero), options)


def choose_hero(position: SiegePosition, hero: int, heroes: Iterable[int]) -> int:
    """Return one of several heroes.

    Args:
        heroes: The heroes, at least one.
    """
    return choose(position, hero, Choice.HERO, [HERO + other for other in heroes]) - HERO


def choose_area(position: SiegePosition, hero: int, areas: Iterable[int]) -> int:
    """Return one of several areas.

    Args:
        areas: The areas, at least one.
    """
    return choose(position, hero, Choice.ZONE, [AREA + area for area in areas]) - AREA


def choose_building(position: SiegePosition, hero: int, buildings: Iterable[int]) -> int:
    """Return one of several buildings.

    Args:
        hero: Hero who uses the card; -1 for an event.
        buildings: The buildings, at least one.
    """
    return choose(position, hero, Choice.BUILDING, [BUILDING + building for building in buildings]) - BUILDING


def choose_class(position: SiegePosition, hero: int, groups: Iterable[int]) -> int:
    """Return one of several classes of resource cards.

    Args:
        groups: The classes, at least one.
    """
    return choose(position, hero, Choice.CLASS, [CLASS + group for group in groups]) - CLASS


def choose_side(position: SiegePosition, hero: int, bank: int) -> int:
    """Return one of the two banks beside a bank.

    Args:
        hero: Hero who uses the card; -1 for a tactics card.
    """
    return (
        choose(position, hero, Choice.SIDE, [BANK + other for other in sorted(((bank + 1) % 4, (bank + 3) % 4))]) - BANK
    )


def choose_unit(position: SiegePosition, hero: int, area: int) -> int:
    """Return one of the kinds of unit in an area.

    Args:
        hero: Hero who uses the card; -1 for a tactics card.
    """
    units = [unit for unit in range(UNIT_COUNT) if position.units[UNIT_COUNT * area + unit]]
    return choose(position, hero, Choice.UNIT, [UNIT + unit for unit in units]) - UNIT


def areas_with_units(position: SiegePosition, zones: Sequence[int]) -> list[int]:
    """Return the areas in certain zones that hold units.

    Args:
        zones: Zones, from 0.
    """
    return [area for area in range(AREAS) if area % 3 in zones and has_units(position, area)]

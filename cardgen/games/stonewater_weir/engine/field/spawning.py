"""Spawn enemies: roll at the spawning points, and bring the Surge after three equal symbols in a row."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.field.figures import add_units
from cardgen.games.stonewater_weir.engine.field.order import ask_order
from cardgen.games.stonewater_weir.engine.field.undercurrent import surge
from cardgen.games.stonewater_weir.engine.state.asking import roll
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import SEASON_ROUNDS, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder
from cardgen.games.stonewater_weir.engine.state.story import Event, tell

EQUAL_FOR_SURGE = 3


def season_of(position: SiegePosition) -> int:
    """Return the season, from 0."""
    return (position.round - 1) // SEASON_ROUNDS


def spawn_all(position: SiegePosition, *, once: bool = False) -> None:
    """Roll at every spawning point, field by field clockwise from one that players choose.

    Args:
        once: Whether each field has one roll, whatever its points: after a resurrection.

    Source:
        Rules model, section 4, steps 0 and 3; S14, C5.
    """
    scope = position.tables.settings.surge_streak
    if scope == "step":
        position.streak = 0
    for bank in ask_order(position, FieldOrder.SPAWNING):
        if scope == "field":
            position.streak = 0
        for _ in range(1 if once else position.tables.points[bank]):
            symbol = roll(position, Stream.SPAWN, 3) - 1
            spawn(position, bank, symbol)
    if scope != "game":
        position.streak = 0


def spawn(position: SiegePosition, bank: int, symbol: int) -> None:
    """Do what a spawning roll says.

    Args:
        symbol: Symbol rolled: 0 to 2 for A to C.
    """
    tell(position, Event.SPAWN_ROLL, bank, symbol)
    card = position.enemy_slots[3 * bank + symbol]
    if card >= 0:
        spawn_card(position, card, 3 * bank + 2)
    count_for_surge(position, symbol)


def spawn_card(position: SiegePosition, card: int, area: int) -> None:
    """Place the units of an enemy card, as many as it has in this season."""
    change = total(position, Modifier.SPAWN) if position.lasting else 0
    role, standard, elite = position.tables.enemies[card].due(season_of(position), change)
    if not add_units(position, area, role, standard, elite) and standard + elite:
        surge(position)


def count_for_surge(position: SiegePosition, symbol: int) -> None:
    """Count a symbol; the third equal one in a row brings a Surge (S14, S15).

    Args:
        symbol: Symbol rolled: 0 to 2.
    """
    last, number = divmod(position.streak, 4)
    number = number + 1 if last == symbol else 1
    if number == EQUAL_FOR_SURGE:
        surge(position)
        number = 2 if position.tables.settings.streak_after_surge == "continue" else 0
    position.streak = 4 * symbol + number

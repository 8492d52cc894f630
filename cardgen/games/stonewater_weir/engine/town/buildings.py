"""Damage, reinforce and repair buildings."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.asking import end_game
from cardgen.games.stonewater_weir.engine.state.places import DAMAGED, DESTROYED, DESTROYED_LIMIT, WHOLE, Cause
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell

REINFORCEMENTS = 8
"""Number of reinforcement tokens."""


def hit_building(position: SiegePosition, building: int) -> None:
    """Hit an unprotected building: a reinforcement goes, or it is damaged, or destroyed.

    Raises:
        GameEnded: It is the fifth destroyed building.
    """
    if position.reinforced[building]:
        remove_reinforcement(position, building)
        return
    if position.buildings[building] == DESTROYED:
        return
    position.buildings[building] += 1
    tell(position, Event.DAMAGED, building, position.buildings[building])
    if position.buildings.count(DESTROYED) >= DESTROYED_LIMIT:
        end_game(position, Cause.BUILDINGS)


def damage_by_card(position: SiegePosition, building: int) -> None:
    """Damage a building by a card, or remove its reinforcement; nothing happens to one that is damaged or destroyed."""
    if position.buildings[building] != WHOLE:
        return
    if position.reinforced[building]:
        remove_reinforcement(position, building)
        return
    position.buildings[building] = DAMAGED
    tell(position, Event.DAMAGED, building, DAMAGED)


def remove_reinforcement(position: SiegePosition, building: int) -> None:
    """Remove a reinforcement of a building, which has taken a hit."""
    position.reinforced[building] -= 1
    tell(position, Event.REINFORCED, building, position.reinforced[building])


def reinforce_building(position: SiegePosition, building: int) -> None:
    """Put a reinforcement on a building; a token must be left."""
    position.reinforced[building] += 1
    tell(position, Event.REINFORCED, building, position.reinforced[building])


def restore_building(position: SiegePosition, building: int, hero: int) -> None:
    """Make a damaged or destroyed building whole.

    Args:
        hero: Hero who repairs it; -1: nobody in particular.
    """
    position.buildings[building] = WHOLE
    tell(position, Event.REPAIRED, hero, building)

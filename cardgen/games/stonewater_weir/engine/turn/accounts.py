"""Pay the costs of a hero: gold for cards, and actions."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.abilities import ARMORY_FREE
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import FORGE
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition


def cost_of(position: SiegePosition, hero: int, card: int) -> int:
    """Return the gold that the use of a card costs a hero."""
    rules = position.tables.cards[card]
    if rules.group == FORGE and position.abilities[hero] & ARMORY_FREE:
        return 0
    return max(rules.cost + total(position, Modifier.CARD_COST), 0) if position.lasting else rules.cost


def spend_action(position: SiegePosition, hero: int, building: int = -1) -> None:
    """Count an action of the active hero.

    Args:
        building: Building that the action uses; -1: none.
    """
    position.actions -= 1
    position.acted += 1
    position.last_building[hero] = building

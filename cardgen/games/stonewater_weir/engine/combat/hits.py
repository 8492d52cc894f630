"""Assign hits to enemies in the order of the rules, and destroy them."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.games.stonewater_weir.engine.field.figures import destroy_units
from cardgen.games.stonewater_weir.engine.field.undercurrent import lower_tether
from cardgen.games.stonewater_weir.engine.state.places import (
    ORDER_OF_HITS,
    RESISTANCE,
    UNDERCURRENT_RESISTANCE,
    UNIT_COUNT,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell


class Outcome(NamedTuple):
    """What hits have done.

    Attributes:
        destroyed: Number of units destroyed.
        lowered: By how much the Tether was lowered.
        left: Hits that found nothing more to destroy.
    """

    destroyed: int
    lowered: int
    left: int

    @property
    def has_effect(self) -> bool:
        """Whether anything was destroyed or the Tether lowered."""
        return self.destroyed + self.lowered > 0


def useful_hits(position: SiegePosition, area: int, strength: int) -> int:
    """Return how many hits of a strength an area can take."""
    units, start, found = position.units, UNIT_COUNT * area, 0
    for unit in ORDER_OF_HITS:
        if strength >= RESISTANCE[unit]:
            found += units[start + unit]
    if position.undercurrent == area and strength >= UNDERCURRENT_RESISTANCE:
        found += position.tether
    return found


def apply_hits(position: SiegePosition, area: int, hits: int, strength: int, hero: int = -1) -> Outcome:
    """Assign hits to the enemies of an area.

    Args:
        strength: Strength of each; enemies of higher resistance are passed over.
        hero: Hero who hits; -1: nobody in particular.

    Source:
        Rules model, section 2, "Order in which hits are assigned".
    """
    tell(position, Event.HITS, hero, area, hits)
    lowered = 0
    if position.undercurrent == area and strength >= UNDERCURRENT_RESISTANCE:
        lowered = lower_tether(position, hits, hero)
    left = hits - lowered
    destroyed = 0
    for unit in ORDER_OF_HITS:
        if left <= 0:
            break
        if strength >= RESISTANCE[unit]:
            gone = destroy_units(position, area, unit, left)
            destroyed += gone
            left -= gone
    return Outcome(destroyed, lowered, left)

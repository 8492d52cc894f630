"""Bring the Undercurrent with a Surge, and let its Tether fall."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.actions import WIND
from cardgen.games.stonewater_weir.engine.state.asking import draw_from
from cardgen.games.stonewater_weir.engine.state.places import Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.heroes import change_morale

FULL_TETHER, MORE_TETHER = 10, 5
BANISHED_MORALE = 2


def draw_wind(position: SiegePosition) -> int:
    """Draw one of the four wind cards, which are shuffled again afterwards, and return its bank."""
    bank = draw_from(position, Stream.WINDS, (0, 1, 2, 3), WIND)
    tell(position, Event.WIND, bank)
    return bank


def surge(position: SiegePosition) -> None:
    """Bring the Undercurrent, or strengthen its Tether if it is there already.

    Source:
        Rules model, section 4, "Disruption"; section 3, "Difficulty".
    """
    if not position.tables.settings.has_undercurrent:
        return
    if position.undercurrent >= 0:
        tell(position, Event.SURGE, position.undercurrent // 3)
        raise_tether(position, MORE_TETHER)
        return
    bank = draw_wind(position)
    position.undercurrent, position.tether = 3 * bank + 2, FULL_TETHER
    tell(position, Event.SURGE, bank)


def raise_tether(position: SiegePosition, by: int) -> None:
    """Raise the Tether of the Undercurrent, which is there, up to its limit."""
    position.tether = min(position.tether + by, FULL_TETHER)
    tell(position, Event.TETHER, position.tether)


def lower_tether(position: SiegePosition, hits: int, hero: int = -1) -> int:
    """Lower the Tether; the Undercurrent goes when none is left.

    Args:
        hits: By how much at most.
        hero: Hero who lowers it, and gains morale if the Undercurrent goes; -1: nobody.

    Returns:
        By how much it was lowered.
    """
    if position.undercurrent < 0 or hits <= 0:
        return 0
    lowered = min(hits, position.tether)
    position.tether -= lowered
    tell(position, Event.TETHER, position.tether)
    if not position.tether:
        position.undercurrent = -1
        tell(position, Event.BANISHED, hero)
        if hero >= 0:
            change_morale(position, hero, BANISHED_MORALE)
    return lowered

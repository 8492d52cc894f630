"""Change the tracks of heroes, and let heroes die."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.asking import end_game
from cardgen.games.stonewater_weir.engine.state.places import DEAD, Cause
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell

_INDEX = {bit: index for index, bit in enumerate(BITS.values())}


def change_morale(position: SiegePosition, hero: int, change: int, *, least: int = 0) -> int:
    """Change a hero's morale; a hero whose morale falls to 0 dies.

    Args:
        hero: Hero, who must be alive.
        change: Morale gained, negative if lost.
        least: Value below which a loss does not go: 1 for instant cards and for the death of the Runner.

    Returns:
        By how much the morale has changed.

    Source:
        Rules model, section 4, "Morale".
    """
    old = position.morale[hero]
    new = max(min(old + change, position.tables.morale[1]), min(old, least))
    position.morale[hero] = new
    if new != old:
        tell(position, Event.MORALE, hero, new - old, new)
    if new == 0:
        kill_hero(position, hero)
    return new - old


def change_all_morale(position: SiegePosition, change: int, *, least: int = 0) -> None:
    """Change the morale of all living heroes."""
    for hero in list(position.living()):
        change_morale(position, hero, change, least=least)


def change_food(position: SiegePosition, hero: int, change: int) -> int:
    """Change a hero's food within its limits, and return by how much it has changed.

    Args:
        change: Food gained, negative if lost.
    """
    return _change_track(position, position.food, position.tables.food[1], Event.FOOD, hero, change)


def change_gold(position: SiegePosition, hero: int, change: int) -> int:
    """Change a hero's gold within its limits, and return by how much it has changed.

    Args:
        change: Gold gained, negative if lost.
    """
    return _change_track(position, position.gold, position.tables.gold[1], Event.GOLD, hero, change)


def change_lamplight(position: SiegePosition, hero: int, change: int) -> int:
    """Change a hero's lamplight within its limits, and return by how much it has changed.

    Args:
        change: Tokens gained, negative if lost.
    """
    return _change_track(position, position.lamplight, position.tables.lamplight[1], Event.LAMPLIGHT, hero, change)


def _change_track(position: SiegePosition, track: list[int], limit: int, event: Event, hero: int, change: int) -> int:
    """Change a hero's number on a track between 0 and its limit, and return by how much it has changed."""
    old = track[hero]
    new = track[hero] = max(0, min(old + change, limit))
    if new != old:
        tell(position, event, hero, new - old, new)
    return new - old


def tell_ability(position: SiegePosition, hero: int, bit: int) -> None:
    """Record that an ability was used or made a difference."""
    if position.telling:
        tell(position, Event.ABILITY, hero, _INDEX[bit])


def kill_hero(position: SiegePosition, hero: int) -> None:
    """Remove a hero who has died; the game is lost if all heroes are dead.

    Raises:
        GameEnded: No hero lives.
    """
    position.morale[hero] = 0
    position.place[hero] = DEAD
    tell(position, Event.DIED, hero)
    if all(position.place[other] == DEAD for other in position.order):
        end_game(position, Cause.HEROES)
    if position.first == hero and (position.tables.settings.token_of_dead == "next" or position.active < 0):
        position.first = next_living(position, hero)


def next_living(position: SiegePosition, hero: int) -> int:
    """Return the next living hero around the table (S21); the hero themselves if no other lives."""
    order = position.order
    start = order.index(hero)
    return next((other for other in (*order[start + 1 :], *order[:start]) if position.place[other] != DEAD), hero)


def leader(position: SiegePosition) -> int:
    """Return the seat of the player who decides for all: the one with the first-hero token."""
    return position.owner[position.first]

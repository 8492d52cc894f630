"""Decide the order of turns, and pass the first-hero token.

Source:
    Rules model, section 4, "HEROES"; S01, S21; T06.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.town.heroes import next_living


def turn_order(position: SiegePosition) -> tuple[int, ...]:
    """Return the living heroes, from the one with the first-hero token around the table."""
    order = position.order
    start = order.index(position.first)
    return tuple(hero for hero in (*order[start:], *order[:start]) if position.is_alive(hero))


def pass_token(position: SiegePosition) -> None:
    """Pass the first-hero token on after the heroes phase: to the player's other hero, or to the left (S01).

    Heroes of one player sit next to each other, so both are the next living hero around the table.
    """
    if position.tables.settings.first_hero == "next" or not position.is_alive(position.first):
        position.first = next_living(position, position.first)

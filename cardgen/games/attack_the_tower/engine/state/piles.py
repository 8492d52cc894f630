"""Shuffle piles with the random numbers of a position."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DISCARD, ABILITY_DRAW, BASE_DISCARD, BASE_DRAW


def random_below(position: Position, limit: int) -> int:
    """Return the position's next random number, from 0 to limit - 1.

    Source:
        Knuth's MMIX linear congruential generator; its upper bits.
    """
    position.rng = (position.rng * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (position.rng >> 33) % limit


def refill_piles(position: Position, player: int) -> None:
    """Make a player's empty draw piles from the discard piles (R27, setting `reshuffle` only)."""
    for pile, discards in ((ABILITY_DRAW, ABILITY_DISCARD), (BASE_DRAW, BASE_DISCARD)):
        if not position.zones[pile + player] and position.zones[discards + player]:
            position.zones[pile + player] = shuffled(position, position.zones[discards + player])
            position.zones[discards + player] = ()


def shuffled(position: Position, cards: Sequence[int]) -> tuple[int, ...]:
    """Return cards in random order (Fisher-Yates)."""
    pile = list(cards)
    for index in range(len(pile) - 1, 0, -1):
        other = random_below(position, index + 1)
        pile[index], pile[other] = pile[other], pile[index]
    return tuple(pile)

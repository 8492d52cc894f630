"""How likely the players are to win, from what lies on the table at the start of a round."""

from __future__ import annotations

from math import exp
from typing import Final

from cardgen.games.stonewater_weir.engine.state.places import (
    DEAD,
    DESTROYED,
    HOME,
    IN_HILLS,
    LEAVING,
    ROUNDS,
    RUNNER_DUE,
    UNIT_COUNT,
    WHOLE,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import CARD_SLOTS, SiegePosition

DANGER: Final = ((1.0, 1.9, 0.7, 1.3, 0.9), (0.55, 1.05, 0.8, 1.5, 0.9), (0.4, 0.75, 0.5, 0.95, 1.1))
"""Danger of a Mudling, Reaver, Spittoad, Matron and Wreckback in zones 1, 2 and 3."""
WAY: Final = 8
"""Rounds that the Runner needs from his start to the wall if nothing stops him."""


def evaluate(position: SiegePosition) -> float:
    """Return the chance of the players, 0 to 1; exact if the game is over.

    Args:
        position: The position; the values are those of the start of a round.
    """
    if position.cause != Cause.NONE:
        return 1.0 if position.cause == Cause.HOME else 0.0
    return 1 / (1 + exp(-score(position)))


def score(position: SiegePosition) -> float:
    """Return the logarithm of the odds of the players."""
    living = [hero for hero in position.order if position.place[hero] != DEAD]
    left = rounds_left(position)
    value = 1.2 - 0.22 * max(left, 0)
    value += 0.11 * sum(min(position.morale[hero], 8) for hero in living) / max(len(position.order), 1) * 4
    value -= 1.1 * (len(position.order) - len(living))
    value -= 0.13 * danger(position)
    value -= 0.9 * position.buildings.count(DESTROYED) + 0.25 * sum(one != WHOLE for one in position.buildings)
    value -= 1.5 * position.runners_lost
    value += 0.18 * _strength(position, living)
    value -= _late(position, left)
    if position.undercurrent >= 0:
        value -= 0.16 * position.tether * (1.9 - 0.45 * (position.undercurrent % 3))
    return value


def rounds_left(position: SiegePosition) -> int:
    """Return how many rounds the Runner needs at least."""
    runner, zone = position.runner, position.runner % 3
    if runner >= HOME:
        return 0
    if runner == RUNNER_DUE:
        return WAY if position.runner_leg == LEAVING else 4
    if runner == IN_HILLS:
        return 4
    return WAY - 1 - zone if position.runner_leg == LEAVING else zone + 1


def _late(position: SiegePosition, left: int) -> float:
    """Return how much the Runner's way is too long for the rounds that are left."""
    spare = ROUNDS - position.round + 1 - left
    return 9.0 if spare < 0 else 1.6 / (1 + spare)


def danger(position: SiegePosition) -> float:
    """Return how dangerous the enemies are, more so where the Runner is."""
    total = 0.0
    for area in range(12):
        start = UNIT_COUNT * area
        numbers = position.units[start : start + UNIT_COUNT]
        if any(numbers):
            weights = DANGER[area % 3]
            here = sum(count * weight for count, weight in zip(numbers, weights, strict=True))
            total += here + (1.5 if position.runner == area else 0.0)
    return total


def _strength(position: SiegePosition, living: list[int]) -> float:
    """Return what the heroes have: cards, abilities, food, gold and lamplight."""
    due = 2 if position.round <= 9 else 0
    total = 0.0
    for hero in living:
        slots = position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)]
        total += sum(0.8 if card >= 0 else 0.0 for card in slots)
        total += 1.0 * position.strength_tokens[hero] + 0.7 * position.abilities[hero].bit_count()
        food = position.food[hero]
        total += 0.35 * min(food, due) + 0.15 * max(food - due, 0) - (0.9 if food < due else 0.0)
        total += 0.15 * position.gold[hero] + 0.3 * position.lamplight[hero]
    return total

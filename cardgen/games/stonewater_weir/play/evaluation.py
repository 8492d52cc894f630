"""How likely the players are to win, from what lies on the table at the start of the heroes' turns.

Source:
    Logistic regression over the rounds of 687 games of scripted teams, of two to five players at all difficulties: it
    explains a fifth of what is uncertain (log loss 0.53 instead of 0.68). Weights without a sure sign were rounded to a
    small one of the expected sign.
"""

from __future__ import annotations

from math import exp
from typing import Final

from cardgen.games.stonewater_weir.engine.state.places import (
    AREAS,
    DAMAGED,
    DEAD,
    DESTROYED,
    HOME,
    IN_HILLS,
    LEAVING,
    ROUNDS,
    RUNNER_DUE,
    UNIT_COUNT,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import CARD_SLOTS, SiegePosition

DANGER: Final = ((0.38, 0.72, 0.1, 0.19, 0.1), (0.26, 0.49, 0.39, 0.74, 0.1), (0.06, 0.12, 0.07, 0.13, 0.68))
"""Danger of a Mudling, Reaver, Spittoad, Matron and Wreckback in zones 1, 2 and 3."""
TETHER: Final = (0.376, 0.28, 0.127)
"""Danger of each point of the Tether, by zone of the Undercurrent."""
WAY: Final = 8
"""Rounds that the Runner needs from the start to the wall if nothing stops them."""
MOST_SPARE, ENOUGH_MORALE, LOW_MORALE = 4, 8, 2
_LAST_PAID_ROUND = 9


def evaluate(position: SiegePosition) -> float:
    """Return the chance of the players, 0 to 1; exact if the game is over."""
    if position.cause != Cause.NONE:
        return 1.0 if position.cause == Cause.HOME else 0.0
    return 1 / (1 + exp(-score(position)))


def score(position: SiegePosition) -> float:
    """Return the logarithm of the odds of the players."""
    left = rounds_left(position)
    spare = min(ROUNDS - position.round + 1 - left, MOST_SPARE)
    value = 0.3 - 0.42 * left + 0.28 * max(spare, -1) - (1.8 if spare < 0 else 0.0)
    value -= danger(position)
    if position.undercurrent >= 0:
        value -= TETHER[position.undercurrent % 3] * position.tether
    buildings = position.buildings
    value -= 0.2 * buildings.count(DESTROYED) + 0.02 * buildings.count(DAMAGED) + 0.31 * position.runners_lost
    return value + _heroes(position)


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


def danger(position: SiegePosition) -> float:
    """Return how dangerous the enemies are, more so where the Runner is."""
    total, units = 0.0, position.units
    for area in range(AREAS):
        start, weights = UNIT_COUNT * area, DANGER[area % 3]
        for unit in range(UNIT_COUNT):
            count = units[start + unit]
            if count:
                total += count * weights[unit]
    if 0 <= position.runner < AREAS:
        start = UNIT_COUNT * position.runner
        total += 0.16 * sum(units[start : start + UNIT_COUNT])
    return total


def _heroes(position: SiegePosition) -> float:
    """Return what the heroes add: their lives, cards, abilities, strength, food and lamplight."""
    due = 2 if position.round <= _LAST_PAID_ROUND else 0
    total, dead = 0.0, 0
    for hero in position.order:
        if position.place[hero] == DEAD:
            dead += 1
            continue
        morale, food = position.morale[hero], position.food[hero]
        total += 0.03 * min(morale, ENOUGH_MORALE) - (0.1 if morale <= LOW_MORALE else 0.0)
        slots = position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)]
        total += 0.11 * sum(card >= 0 for card in slots)
        total += 0.4 * position.strength_tokens[hero] + 0.37 * position.abilities[hero].bit_count()
        total += 0.03 * min(food, due + 2) - (0.42 if food < due else 0.0)
        total += 0.02 * position.gold[hero] + 0.18 * position.lamplight[hero]
    return (total - 0.5 * dead) / len(position.order)

"""Estimate how likely the players are to win, from the table at the start of a round.

Source:
    Logistic regression over the rounds of 697 games of scripted teams, of two to six players at all difficulties. For games
    that the fit did not see, its log loss is 0.53, against 0.69 for the mean, and its chances agree with the share of games
    won within 0.05 in each tenth. Each weight has the sign that the rules give it; what was not sure is small.
"""

from __future__ import annotations

from math import exp
from typing import Final

from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.places import (
    AREAS,
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
from cardgen.games.stonewater_weir.play.threats import blocking_units

DANGER: Final[tuple[tuple[float, ...], ...]] = (
    (0.036, 0.105, 0.02, 0.06, 0.05),
    (0.02, 0.05, 0.02, 0.06, 0.05),
    (0.01, 0.04, 0.01, 0.02, 0.09),
)
"""Danger of a Mudling, Reaver, Spittoad, Matron and Wreckback in zones 1, 2 and 3."""
BEFORE_RUNNER: Final[tuple[float, ...]] = (0.09, 0.05, 0.0)
"""Further danger of each unit of the field on which the Runner is, by zone."""
TETHER: Final[tuple[float, ...]] = (0.377, 0.258, 0.082)
"""Danger of each point of the Tether, by zone of the Undercurrent."""
HARDER: Final = 0.6
"""What the Undercurrent takes away, and the Followers once more."""
WAY: Final = 8
"""Rounds that the Runner needs from the start to the wall if nothing stops them."""
MOST_SPARE, LOW_MORALE, SURE_FOOD = 4, 3, 2
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
    value = -2.5 - 0.26 * left + 0.42 * max(spare, -1) - (1.8 if spare < 0 else 0.0) + 0.02 * position.round
    settings = position.tables.settings
    value -= HARDER * (settings.has_undercurrent + settings.has_followers) - 0.32 * abs(len(position.order) - 4)
    value -= danger(position)
    if position.phase < SiegePhase.NEXT_TURN:  # the enemies of this round have yet to come
        value += 0.4 - 0.04 * sum(position.units)
    if position.undercurrent >= 0:
        value -= TETHER[position.undercurrent % 3] * position.tether
    value -= 0.05 * position.buildings.count(DESTROYED) + 0.52 * position.runners_lost
    return value + 0.1 * sum(position.reinforced) + _heroes(position)


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
    runner = position.runner
    if 0 <= runner < AREAS:
        start = UNIT_COUNT * runner
        total += 0.147 * sum(units[start : start + UNIT_COUNT])
        for zone, weight in enumerate(BEFORE_RUNNER):
            start = UNIT_COUNT * (runner - runner % 3 + zone)
            total += weight * sum(units[start : start + UNIT_COUNT])
        blocking = sum(units[index] for index in blocking_units(position))
        total += 0.02 * blocking + (0.15 if blocking else 0.0) - (0.05 if position.runner_leg == LEAVING else 0.21)
    return total


def _heroes(position: SiegePosition) -> float:
    """Return what the heroes add: their lives, cards, abilities, strength, food and lamplight."""
    due = 2 if position.round <= _LAST_PAID_ROUND else 0
    total, lowest, tables = 0.0, 0, position.tables
    for hero in position.order:
        if position.place[hero] == DEAD:
            total -= 0.5
            continue
        morale, food = position.morale[hero], position.food[hero]
        lowest = min(lowest or morale, morale)
        total += 0.01 * morale - (0.15 if morale <= LOW_MORALE else 0.0)
        for card in position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)]:
            if card >= 0:
                rules = tables.cards[card]
                total += 0.135 + (0.076 * rules.dice if rules.is_attack else 0.0)
        total += 1.26 * tables.heroes[hero].strength + 0.2 * position.strength_tokens[hero]
        total += 0.39 * position.abilities[hero].bit_count()
        total += 0.06 * min(food, due + SURE_FOOD) - (0.2 if food < due else 0.0)
        total += 0.1 * position.gold[hero] + 0.11 * position.lamplight[hero]
    return total / max(len(position.order), 1) + 0.02 * lowest  # nobody is there before the heroes are chosen

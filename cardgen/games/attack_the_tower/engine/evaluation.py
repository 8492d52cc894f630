"""Estimate the chance to win from a position, by a logistic model of what lies on the table."""

from __future__ import annotations

from math import exp

from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import BASE_POWER, POWER_OF
from cardgen.games.attack_the_tower.engine.state.units import TERRITORY_SLOTS
from cardgen.games.attack_the_tower.engine.state.zones import HAND, PALACE_ZONE

# Weight of each feature, in logits, fitted by Newton's method to 57,000 positions at the start of a turn, from 2,800
# games of scripted players. ACTIVE_WEIGHT is for the player whose turn it is: the other has just attacked.
WEIGHTS = (0.2, 0.77, 0.08, 0.12)
ACTIVE_WEIGHT = -0.2


def territory_powers(position: Position) -> list[int]:
    """Return the total printed power of the troops in each of the six territories."""
    troops, found = position.troops, []
    present = [(power, troops & slots) for power, slots in zip(POWER_OF, position.types, strict=True) if troops & slots]
    for area in TERRITORY_SLOTS:
        total = 0
        for power, slots in present:
            total += power * (slots & area).bit_count()
        found.append(total)
    return found


def base_powers(position: Position) -> list[int]:
    """Return the total power of the bases in each of the six territories."""
    return [BASE_POWER // 2 * (position.built & area).bit_count() for area in TERRITORY_SLOTS]


def special_power(position: Position, player: int) -> int:
    """Return the total printed power of a player's special troops."""
    power = position.match.power
    return sum([power[design] for design in position.zones[PALACE_ZONE + player]])


def features(position: Position) -> tuple[float, ...]:
    """Return what the evaluation weighs, each as the first player's value less the second's.

    Returns:
        Power of troops, number of bases, power of special troops, cards in hand.
    """
    power, built, zones = territory_powers(position), position.built, position.zones
    return (
        sum(power[:3]) - sum(power[3:]),
        ((built & 0x3FFFF).bit_count() - (built >> 18).bit_count()) / 2,
        special_power(position, 0) - special_power(position, 1),
        len(zones[HAND]) - len(zones[HAND + 1]),
    )


def evaluate(position: Position, player: int) -> float:
    """Return a player's chance to win, from 0 to 1; exact at the end of the game."""
    if position.winner >= 0:
        return 1.0 if position.winner == player else 0.0
    score = ACTIVE_WEIGHT if position.active == 0 else -ACTIVE_WEIGHT
    for weight, value in zip(WEIGHTS, features(position), strict=True):
        score += weight * value
    return 1 / (1 + exp(-score if player == 0 else score))

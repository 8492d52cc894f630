"""How a position stands: the chance to win, by a logistic model of what lies on the table."""

from __future__ import annotations

from math import exp

from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import BASE_POWER, POWER_OF
from cardgen.games.attack_the_tower.engine.state.units import TERRITORY_SLOTS
from cardgen.games.attack_the_tower.engine.state.zones import HAND, PALACE_ZONE

# What each difference is worth, in logits: fitted to 57,000 positions of 2,800 games of scripted players, at the start
# of a turn, by Newton's method. TEMPO is for him whose turn it is: the other has just attacked.
WEIGHTS = (0.2, 0.77, 0.08, 0.12)
TEMPO = -0.2


def strengths(position: Position) -> list[int]:
    """Power of the troops of the six territories, as printed."""
    troops, found = position.troops, []
    present = [(power, troops & slots) for power, slots in zip(POWER_OF, position.types, strict=True) if troops & slots]
    for area in TERRITORY_SLOTS:
        total = 0
        for power, slots in present:
            total += power * (slots & area).bit_count()
        found.append(total)
    return found


def walls(position: Position) -> list[int]:
    """Power of the bases of the six territories."""
    return [BASE_POWER // 2 * (position.built & area).bit_count() for area in TERRITORY_SLOTS]


def specials_power(position: Position, player: int) -> int:
    """Power of the special troops of a player, as printed."""
    power = position.match.power
    return sum([power[design] for design in position.zones[PALACE_ZONE + player]])


def features(position: Position) -> tuple[float, ...]:
    """What the evaluation weighs, the first player's part less the second's.

    Power of troops, bases, power of special troops, cards in hand.
    """
    power, built, zones = strengths(position), position.built, position.zones
    return (
        sum(power[:3]) - sum(power[3:]),
        ((built & 0x3FFFF).bit_count() - (built >> 18).bit_count()) / 2,
        specials_power(position, 0) - specials_power(position, 1),
        len(zones[HAND]) - len(zones[HAND + 1]),
    )


def evaluate(position: Position, player: int) -> float:
    """The chance of a player to win, 0 to 1; exact at the end of the game."""
    if position.winner >= 0:
        return 1.0 if position.winner == player else 0.0
    score = TEMPO if position.active == 0 else -TEMPO
    for weight, value in zip(WEIGHTS, features(position), strict=True):
        score += weight * value
    return 1 / (1 + exp(-score if player == 0 else score))

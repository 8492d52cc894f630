"""What can be said of two decks, and how many games it takes to say it."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, log10

from cardgen.play.simulate.intervals import Interval

FAIR = (0.45, 0.55)
"""A pairing is fair if the whole interval lies within; what is wholly outside is not."""

MIRROR, BALANCED, NOT_ENOUGH, DISAGREE = "mirror", "balanced", "not enough games", "levels disagree"
MOST_NEEDED = 100_000  # a score on a limit would never be settled


def verdict_of(score: Interval, first: str, second: str) -> str:
    """What can be said of a pairing: the whole interval must lie on one side of a limit."""
    if first == second:
        return MIRROR
    if FAIR[0] <= score.low and score.high <= FAIR[1]:
        return BALANCED
    if score.low > FAIR[1]:
        return f"favours {first}"
    return f"favours {second}" if score.high < FAIR[0] else NOT_ENOUGH


def over_levels(verdicts: Iterable[str]) -> str:
    """One verdict from those of all levels: what holds for one kind of player only is none."""
    said = set(verdicts)
    if len(said) == 1:
        return said.pop()
    return DISAGREE if len(said - {NOT_ENOUGH}) > 1 else NOT_ENOUGH


def games_needed(score: Interval, games: int) -> int | None:
    """About how many games would allow a verdict if the score stays as it is; None if more than anybody plays.

    An interval narrows with the root of the games; it must not hold the nearest limit.
    """
    distance = min(abs(score.estimate - limit) for limit in FAIR)
    if not games or distance * distance * MOST_NEEDED < score.half_width**2 * games:
        return None
    needed = games * (score.half_width / distance) ** 2
    unit = 10 ** max(int(log10(needed)) - 1, 0)
    return int(ceil(needed / unit) * unit)

"""How sure a result is: 95 % intervals of rates, of means and of paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, inf, sqrt

Z = 1.959963984540054
"""Of the normal distribution, for 95 %."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between its 95 % limits."""

    low: float
    estimate: float
    high: float

    @property
    def half_width(self) -> float:
        """The larger distance of a limit from the estimate."""
        return max(self.high - self.estimate, self.estimate - self.low)

    @property
    def flipped(self) -> Interval:
        """The same seen from the other side."""
        return Interval(1 - self.high, 1 - self.estimate, 1 - self.low)


UNKNOWN = Interval(0.0, 0.5, 1.0)
"""A rate of which nothing is known."""


def wilson(rate: float, count: float) -> Interval:
    """Wilson's interval of a rate.

    Args:
        rate: Observed, 0 to 1; undecided games count as a half.
        count: Number of independent observations, not always whole.
    """
    if count <= 0:
        return UNKNOWN
    squared = Z * Z
    middle = (rate + squared / (2 * count)) / (1 + squared / count)
    spread = Z / (1 + squared / count) * sqrt(max(rate * (1 - rate) / count + squared / (4 * count * count), 0.0))
    return Interval(max(middle - spread, 0.0), rate, min(middle + spread, 1.0))


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def variance_of_mean(values: Sequence[float]) -> float:
    """The square of the standard error; infinite if there are fewer than two values."""
    if len(values) < 2:
        return inf
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values)


def of_pairs(scores: Sequence[float], games: int) -> Interval:
    """Wilson's interval of a rate from pairs of games with the same luck, which are not independent.

    It is never narrower than that of so many independent games: swapped seats narrow it in truth, but by how much is
    an estimate itself.

    Args:
        scores: Mean score of each pair.
        games: Number of games in all.
    """
    rate, variance = mean(scores), variance_of_mean(scores)
    worth = float(games) if variance <= 0 else min(rate * (1 - rate) / variance, games)
    return wilson(rate, max(worth, min(len(scores), games)) if scores else 0)


def paired_difference(before: Sequence[float], after: Sequence[float]) -> Interval:
    """The mean of after less before, value by value, with the same luck."""
    changes = [new - old for old, new in zip(before, after, strict=True)]
    if len(changes) < 2:
        return Interval(-1.0, mean(changes), 1.0)
    spread = Z * _error(changes)
    return Interval(max(mean(changes) - spread, -1.0), mean(changes), min(mean(changes) + spread, 1.0))


def paired_p(before: Sequence[float], after: Sequence[float]) -> float:
    """How likely a difference as large is if there is none in truth; below 5 % the interval above leaves out 0."""
    changes = [new - old for old, new in zip(before, after, strict=True)]
    return erfc(abs(mean(changes)) / _error(changes) / sqrt(2)) if len(changes) > 1 else 1.0


def _error(changes: Sequence[float]) -> float:
    # One change more of the largest size keeps the interval from closing on nothing when no pair has differed.
    return sqrt(variance_of_mean(changes) + 1 / len(changes) ** 2)


def holm(chances: Sequence[float], level: float = 0.05) -> list[bool]:
    """Which of many comparisons are significant, all together at one level (Holm, Scand. J. Statist. 6, 1979).

    Args:
        chances: The p of each.
        level: The chance that any of those that are named is named wrongly.
    """
    found = [False] * len(chances)
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda at: chances[at])):
        if chances[at] > level / (len(chances) - rank):
            break
        found[at] = True
    return found

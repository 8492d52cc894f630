"""Compute 95 % intervals of rates, means and paired differences, and correct for many comparisons.

The formulas are written out because the libraries that have them (scipy, statsmodels) would cost a designer more than
100 MB to install and a second to import, for forty lines of arithmetic. Tests compare them with scipy where it is
installed. `statistics` of the standard library has neither Wilson's interval nor paired or clustered samples; its sums
are rounded differently, and the same seed must give the same report in every version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, inf, sqrt
from statistics import NormalDist

_WRONG = 0.05  # probability that any of many comparisons is wrongly called significant
Z = 1.959963984540054
"""Quantile of the normal distribution for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the limits of its 95 % interval."""

    low: float
    estimate: float
    high: float

    @property
    def half_width(self) -> float:
        """The larger distance of a limit from the estimate."""
        return max(self.high - self.estimate, self.estimate - self.low)

    @property
    def flipped(self) -> Interval:
        """The interval of the other of two players, whose score is 1 minus this one."""
        return Interval(1 - self.high, 1 - self.estimate, 1 - self.low)


UNKNOWN = Interval(0.0, 0.5, 1.0)
"""A rate of which nothing is known."""


def wilson(rate: float, count: float, z: float = Z) -> Interval:
    """Return Wilson's interval of a rate.

    Args:
        rate: Observed rate, 0 to 1; undecided games count as a half.
        count: Number of independent observations, not always an integer; without any, the rate is unknown.
        z: Quantile of the normal distribution.
    """
    if count <= 0:
        return UNKNOWN
    squared = z * z
    middle = (rate + squared / (2 * count)) / (1 + squared / count)
    spread = z / (1 + squared / count) * sqrt(max(rate * (1 - rate) / count + squared / (4 * count * count), 0.0))
    return Interval(max(middle - spread, 0.0), rate, min(middle + spread, 1.0))


def mean(values: Sequence[float]) -> float:
    """Return the mean, 0 for no values."""
    return sum(values) / len(values) if values else 0.0


def variance_of_mean(values: Sequence[float]) -> float:
    """Return the square of the standard error of the mean, infinite for fewer than two values."""
    if len(values) < 2:
        return inf
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values)


def of_rounds(scores: Sequence[float], games: int, comparisons: int = 1) -> Interval:
    """Return the interval of a rate from rounds of games with the same luck, which are not independent.

    It is Wilson's interval for the number of independent games that would vary as much as the rounds do: at least one
    for each round, at most the number of games. In truth, rotated seats make rounds vary less than that,
    but by how much is itself an estimate.

    Args:
        scores: Mean score of each round, 0 to 1.
        games: Number of games of all rounds, at least one for each.
        comparisons: Number of intervals that must all hold at once with a probability of 95 % (Bonferroni).
    """
    rate, variance = mean(scores), variance_of_mean(scores)
    worth = float(games) if variance <= 0 else min(rate * (1 - rate) / variance, games)
    z = Z if comparisons == 1 else NormalDist().inv_cdf(1 - 0.025 / comparisons)
    return wilson(rate, max(worth, len(scores)), z)


def paired_difference(before: Sequence[float], after: Sequence[float]) -> Interval:
    """Return the mean difference between paired values.

    Args:
        before: Values to subtract, 0 to 1.
        after: Values to subtract from, in the order of `before`; two values of a pair come from the same luck.
    """
    changes = [new - old for old, new in zip(before, after, strict=True)]
    if len(changes) < 2:
        return Interval(-1.0, mean(changes), 1.0)
    spread = Z * _error(changes)
    return Interval(max(mean(changes) - spread, -1.0), mean(changes), min(mean(changes) + spread, 1.0))


def paired_p(before: Sequence[float], after: Sequence[float]) -> float:
    """Return the probability of a mean difference at least as large as the observed one if there is none in truth.

    It is below 5 % exactly if the interval of `paired_difference` does not contain 0.

    Args:
        before: Values to subtract, 0 to 1.
        after: Values to subtract from, in the order of `before`.
    """
    changes = [new - old for old, new in zip(before, after, strict=True)]
    return erfc(abs(mean(changes)) / _error(changes) / sqrt(2)) if len(changes) > 1 else 1.0


def _error(changes: Sequence[float]) -> float:
    # One more change of the largest size keeps the interval from closing on nothing if no pair differs.
    return sqrt(variance_of_mean(changes) + 1 / len(changes) ** 2)


def holm(chances: Sequence[float]) -> list[bool]:
    """Return which of many comparisons are significant, so that any is wrongly called so in at most one case of twenty.

    Args:
        chances: The p value of each comparison.

    Source:
        Holm: A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979.
    """
    found = [False] * len(chances)
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda at: chances[at])):
        if chances[at] > _WRONG / (len(chances) - rank):
            break
        found[at] = True
    return found

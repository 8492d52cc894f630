"""Rates, differences and their intervals as people read them."""

from __future__ import annotations

from cardgen.simulate.intervals import Interval


def share(value: float) -> str:
    """A rate: `52 %`."""
    return f"{100 * value:.0f} %"


def change(value: float) -> str:
    """A difference of rates, in percent: `+5`."""
    return f"{100 * value:+z.0f}"


def rating(value: float) -> str:
    """A rating: `+56`."""
    return f"{value:+z.0f}"


def percent(interval: Interval) -> str:
    """A rate with its interval: `52 % (48-56)`."""
    return f"{share(interval.estimate)} ({100 * interval.low:.0f}-{100 * interval.high:.0f})"


def points(interval: Interval) -> str:
    """A difference of rates with its interval, in percent: `+5 (+1 to +9)`."""
    return f"{change(interval.estimate)} ({change(interval.low)} to {change(interval.high)})"

"""Rates, differences and their intervals as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.play.simulate.intervals import Interval

LONGEST_NAME = 20


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


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name in at most twenty letters, and no two alike: so much of its end is kept as tells it from the others."""
    for end in range(LONGEST_NAME):
        cut = [_cut(name, name[len(name) - end :]) for name in names]
        if len(set(cut)) == len(set(names)):
            return dict(zip(names, cut, strict=True))
    return {name: _cut(name, str(number)) for number, name in enumerate(names, 1)}


def _cut(name: str, end: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1 - len(end)]}\u2026{end}"

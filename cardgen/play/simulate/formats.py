"""Format rates, differences and their intervals as text."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.play.simulate.intervals import Interval

LONGEST_NAME = 20
STOPPED = {
    "ctrl-c": "stopped early",
    "lost": "stopped early",
    "time": "stopped when the time was over",
    "precise enough": "stopped when precise enough",
}
"""Why not all games of a report were played, in words."""


def share(value: float) -> str:
    """Return a rate: `52 %`."""
    return f"{100 * value:.0f} %"


def change(value: float) -> str:
    """Return a difference of rates, in percent: `+5`."""
    return f"{100 * value:+z.0f}"


def rating(value: float) -> str:
    """Return a rating: `+56`."""
    return f"{value:+z.0f}"


def is_known(interval: Interval) -> bool:
    """Return whether a rate is one of something; the rate of nothing may be anything from 0 to 1."""
    return interval.low > 0 or interval.high < 1


def percent(interval: Interval) -> str:
    """Return a rate with its interval: `52 % (48-56)`; `-` if it is the rate of nothing."""
    if not is_known(interval):
        return "-"
    return f"{share(interval.estimate)} ({100 * interval.low:.0f}-{100 * interval.high:.0f})"


def points(interval: Interval) -> str:
    """Return a difference of rates with its interval, in percent: `+5 (+1 to +9)`."""
    return f"{change(interval.estimate)} ({change(interval.low)} to {change(interval.high)})"


def games_in_words(count: int) -> str:
    """Return a number of games: `1 game`, `10,000 games`."""
    return "1 game" if count == 1 else f"{count:,} games"


def versus(names: Sequence[str]) -> str:
    """Return the names of a line-up: `Suns, Moons and Suns`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return each name in at most twenty letters, with enough of its end to distinguish it from the others.

    Args:
        names: The names, no two alike.
    """
    for end in range(LONGEST_NAME):
        cut = [_cut(name, name[len(name) - end :]) for name in names]
        if len(set(cut)) == len(names):
            return dict(zip(names, cut, strict=True))
    return {name: _cut(name, str(number)) for number, name in enumerate(names, 1)}


def duration(seconds: float) -> str:
    """Return a time in words, as coarse as an estimate is: `40 s`, `4 min`, `1 h 20 min`."""
    if seconds < 90:
        return f"{max(round(seconds, -1) if seconds >= 15 else round(seconds), 1):.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, rest = divmod(round(minutes, -1), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def _cut(name: str, end: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1 - len(end)]}\u2026{end}"

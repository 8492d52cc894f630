"""Parts of reports on games: plots of intervals, cells of verdicts and rates, names of decks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cardgen.play.simulate.formats import change, is_known, percent, points, share
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.report_cards import Impact
from cardgen.report.sections import Cell, IntervalRow, Intervals, Tone, ticks

ShortNames = Mapping[str, str]
"""Short name of each deck, for the terminal."""


def ends_of(interval: Interval) -> tuple[float, float, float]:
    """Return the low end, the estimate and the high end."""
    return interval.low, interval.estimate, interval.high


def rates_plot(marks: Iterable[tuple[str, Interval]], band: tuple[float, float] | None = None) -> Intervals:
    """Return a plot of rates, 0 to 1."""
    rows = [IntervalRow(name, ends_of(mark), percent(mark)) for name, mark in marks]
    return Intervals(rows, 0.0, 1.0, _axis(0.0, 1.0, share), band)


def changes_plot(marks: Iterable[tuple[str, Interval, bool]], limit: float) -> Intervals:
    """Return a plot of differences of rates.

    Args:
        marks: Name and difference of each row, and whether it is significant.
        limit: The axis ends here on both sides.
    """
    rows = [IntervalRow(name, ends_of(mark), points(mark), is_strong) for name, mark, is_strong in marks]
    return Intervals(rows, -limit, limit, _axis(-limit, limit, change))


def numbers_plot(marks: Sequence[tuple[str, Interval]], limit: float, text: Callable[[float], str]) -> Intervals:
    """Return a plot of numbers around 0.

    Args:
        limit: The axis ends here on both sides.
    """
    rows = [
        IntervalRow(name, ends_of(mark), f"{text(mark.estimate)} ({text(mark.low)} to {text(mark.high)})")
        for name, mark in marks
    ]
    return Intervals(rows, -limit, limit, _axis(-limit, limit, text))


def _axis(low: float, high: float, text: Callable[[float], str]) -> list[tuple[float, str]]:
    return [(value, text(value)) for value in ticks(low, high)]


def named(names: ShortNames, name: str) -> Cell:
    """Return the name of a deck, short in the terminal."""
    return Cell(name, short=names[name])


def verdict_cell(verdict: str, names: ShortNames) -> Cell:
    """Return a verdict in its colour."""
    tone: Tone = "open"
    if verdict in ("mirror", ""):
        tone = ""
    elif verdict == "balanced":
        tone = "good"
    elif verdict.startswith(("favours", "levels", "puts")):
        tone = "bad"
    word, _, name = verdict.partition(" ")
    return Cell(verdict, tone, f"{word} {names[name]}" if name in names else "")


def rate_cell(rate: Interval | None) -> Cell:
    """Return a rate of a table of rates, coloured by who wins; empty for None."""
    if rate is None:
        return Cell("")
    limits = f"{100 * rate.low:.0f} to {100 * rate.high:.0f}"
    return Cell(share(rate.estimate), short=percent(rate), heat=2.5 * (rate.estimate - 0.5), detail=limits)


def bar_cell(rate: Interval, *, is_loud: bool = False) -> Cell:
    """Return a rate as a bar; `-` for the rate of nothing."""
    if not is_known(rate):
        return Cell("-")
    return Cell(share(rate.estimate), "bad" if is_loud else "", bar=rate.estimate)


def impact_cell(impact: Impact | None) -> Cell:
    """Return the contribution of a card in percentage points, marked if it is significant."""
    if impact is None:
        return Cell("")
    gain = impact.gain
    if not impact.significant:
        return Cell(points(gain), short=f"{points(gain)}  ")
    return Cell(f"{points(gain)} *", "good" if gain.estimate > 0 else "bad")

"""Plot the results of a playtest as SVG: intervals below each other, bars in the cells of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from cardgen.play.simulate.formats import is_known, share
from cardgen.play.simulate.intervals import Interval
from cardgen.report.plots import AXIS, GRID, INK, LEFT, MUTED, PLOT, ROW, SHADE, cut, svg, text_at

PlotRow = tuple[str, Interval]
"""Name and interval of a row."""

ValueFormat = Callable[[float], str]
"""Formats a value of the axis."""


def intervals(
    marks: Sequence[PlotRow],
    low: float,
    high: float,
    text: ValueFormat,
    *,
    band: tuple[float, float] | None = None,
    strong: Sequence[bool] | None = None,
) -> str:
    """Return a plot of estimates with their intervals.

    Args:
        marks: The rows, from the top.
        low: Left end of the axis.
        high: Right end of the axis.
        band: Part of the axis to shade; None for none.
        strong: Whether to draw each row in full colour; None: all.
    """

    def x(value: float) -> float:
        return LEFT + PLOT * (min(max(value, low), high) - low) / (high - low)

    floor = ROW * len(marks) + 6
    parts = []
    if band:
        width = x(band[1]) - x(band[0])
        parts.append(f'<rect x="{x(band[0]):.1f}" y="0" width="{width:.1f}" height="{floor}" fill="{SHADE}"/>')
    for step in range(5):
        value = low + (high - low) * step / 4
        dark = "#999" if abs(value - (low + high) / 2) < 1e-9 else GRID
        parts.append(f'<line x1="{x(value):.1f}" y1="0" x2="{x(value):.1f}" y2="{floor}" stroke="{dark}"/>')
        parts.append(text_at(x(value), floor + 16, text(value), "middle"))
    for row, (name, mark) in enumerate(marks):
        y, colour = ROW * row + ROW / 2 + 3, INK if strong is None or strong[row] else MUTED
        ends = f'x1="{x(mark.low):.1f}" y1="{y}" x2="{x(mark.high):.1f}" y2="{y}"'
        limits = f"{text(mark.estimate)} ({text(mark.low)} to {text(mark.high)})".replace(" %", "")
        parts += [
            f"<g><title>{escape(name)}: {limits}</title>",
            text_at(LEFT - 10, y + 4, cut(name), "end"),
            f'<line {ends} stroke="{colour}" stroke-width="4" stroke-linecap="round"/>',
            f'<circle cx="{x(mark.estimate):.1f}" cy="{y}" r="6" fill="{colour}"/>',
            text_at(LEFT + PLOT + 10, y + 4, limits),
            "</g>",
        ]
    return svg(floor + AXIS, "estimates with 95 % intervals", parts)


def rate_bar(interval: Interval, *, loud: bool = False) -> str:
    """Return a rate as a bar, for the cell of a table; `-` if it is the rate of nothing.

    Args:
        loud: Whether to colour it as a problem.
    """
    return bar(interval.estimate, loud=loud) if is_known(interval) else "-"


def bar(value: float, *, loud: bool = False) -> str:
    """Return a share as a number on a bar, for the cell of a table.

    Args:
        value: The share, 0 to 1.
        loud: Whether to colour it as a problem.
    """
    return f'<span class="bar{" loud" * loud}" style="--w:{100 * value:.0f}%">{share(value)}</span>'

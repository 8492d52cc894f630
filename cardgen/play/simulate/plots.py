"""Plots as SVG text: intervals below each other, histograms, bars in the cells of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from cardgen.play.simulate.formats import share
from cardgen.play.simulate.intervals import Interval

ROW, LEFT, RIGHT, PLOT, AXIS = 26, 230, 130, 480, 24
WIDTH = LEFT + PLOT + RIGHT
BARS, HEIGHT = 60, 180  # bars of a histogram: their largest number and their height
INK, MUTED, SHADE, GRID = "#1d5b8f", "#8aa0b3", "#dcefe2", "#ddd"

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
        text: Formats the values.
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
        parts.append(_text(x(value), floor + 16, text(value), "middle"))
    for row, (name, mark) in enumerate(marks):
        y, colour = ROW * row + ROW / 2 + 3, INK if strong is None or strong[row] else MUTED
        ends = f'x1="{x(mark.low):.1f}" y1="{y}" x2="{x(mark.high):.1f}" y2="{y}"'
        limits = f"{text(mark.estimate)} ({text(mark.low)} to {text(mark.high)})".replace(" %", "")
        parts += [
            f"<g><title>{escape(name)}: {limits}</title>",
            _text(LEFT - 10, y + 4, _cut(name), "end"),
            f'<line {ends} stroke="{colour}" stroke-width="4" stroke-linecap="round"/>',
            f'<circle cx="{x(mark.estimate):.1f}" cy="{y}" r="6" fill="{colour}"/>',
            _text(LEFT + PLOT + 10, y + 4, limits),
            "</g>",
        ]
    return _svg(floor + AXIS, "estimates with 95 % intervals", parts)


def histogram(counts: Sequence[tuple[int, int]], label: str) -> str:
    """Return a histogram of whole numbers.

    Args:
        counts: Each number with its frequency, in ascending order.
        label: What the numbers count.
    """
    longest = max(number for number, _ in counts)
    wide = longest // BARS + 1
    bars = [0] * (longest // wide + 1)
    for number, count in counts:
        bars[number // wide] += count
    step, most = (WIDTH - 2 * AXIS) / len(bars), max(bars)
    parts = []
    for at, count in enumerate(bars):
        if count:
            x, height = AXIS + at * step, HEIGHT * count / most
            span = f"{at * wide}" if wide == 1 else f"{at * wide} to {at * wide + wide - 1}"
            parts.append(
                f'<rect x="{x:.1f}" y="{HEIGHT - height:.1f}" width="{max(step - 1, 1):.1f}" height="{height:.1f}" '
                f'fill="{INK}"><title>{span} {escape(label)}: {count}</title></rect>'
            )
    parts.append(f'<line x1="{AXIS}" y1="{HEIGHT}" x2="{WIDTH - AXIS}" y2="{HEIGHT}" stroke="#999"/>')
    every = max(len(bars) // 10, 1)
    for at in range(0, len(bars), every):
        parts.append(_text(AXIS + (at + 0.5) * step, HEIGHT + 16, str(at * wide), "middle"))
    return _svg(HEIGHT + AXIS, f"histogram of {label}", parts)


def bar(value: float, *, loud: bool = False) -> str:
    """Return a share as a number on a bar, for the cell of a table.

    Args:
        value: The share, 0 to 1.
        loud: Whether to colour it as a problem.
    """
    return f'<span class="bar{" loud" * loud}" style="--w:{100 * value:.0f}%">{share(value)}</span>'


def heat(score: float) -> str:
    """Return the colour of a score, from orange (0) through white (0.5) to blue (1), distinct for colour-blind readers."""
    far = min(abs(score - 0.5) * 2.5, 1.0)
    full = (90, 150, 205) if score > 0.5 else (235, 150, 70)
    return "#" + "".join(f"{round(255 + (channel - 255) * far):02x}" for channel in full)


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    inner = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(label)}">{inner}</svg>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _cut(name: str) -> str:
    return name if len(name) <= 34 else name[:33] + "…"

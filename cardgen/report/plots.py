"""Plots as SVG text for the pages of reports: histograms, bars beside each other, colours of tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

ROW, LEFT, RIGHT, PLOT, AXIS = 26, 230, 130, 480, 24
WIDTH = LEFT + PLOT + RIGHT
BARS, HEIGHT = 60, 180  # bars of a histogram: their largest number and their height
INK, MUTED, SHADE, GRID = "#1d5b8f", "#8aa0b3", "#dcefe2", "#ddd"
MARK = "#b3541e"


def histogram(counts: Sequence[tuple[int, int]], label: str) -> str:
    """Return a histogram of whole numbers.

    Args:
        counts: Each number with its frequency, in ascending order.
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
        parts.append(text_at(AXIS + (at + 0.5) * step, HEIGHT + 16, str(at * wide), "middle"))
    return svg(HEIGHT + AXIS, f"histogram of {label}", parts)


def columns(
    bars: Sequence[tuple[str, int]], label: str, *, mark: float | None = None, note: str = "", width: int = WIDTH
) -> str:
    """Return bars beside each other, each with its name below and its number above.

    Args:
        bars: Name and number of each bar, from the left.
        mark: Place of a line across, in bars from the left edge of the first; None for none.
        width: Width of the plot, in px.
    """
    step, most = (width - 2 * AXIS) / max(len(bars), 1), max([count for _, count in bars] or [0]) or 1
    thick = min(step - 2, 72.0) if step > 4 else max(step - 1, 1.0)
    top, floor = 20.0, HEIGHT + 20.0
    every = max(-(-len(bars) * max(len(name) for name, _ in bars) * 7 // (width - 2 * AXIS)), 1) if bars else 1
    parts = []
    for at, (name, count) in enumerate(bars):
        middle, height = AXIS + (at + 0.5) * step, (floor - top) * count / most
        if count:
            parts.append(
                f'<rect x="{middle - thick / 2:.1f}" y="{floor - height:.1f}" width="{thick:.1f}" height="{height:.1f}" '
                f'fill="{INK}"><title>{escape(name)}: {count} {escape(label)}</title></rect>'
            )
            if step > 18:
                parts.append(text_at(middle, floor - height - 5, str(count), "middle"))
        if at % every == 0:
            parts.append(text_at(middle, floor + 16, name, "middle"))
    parts.append(f'<line x1="{AXIS}" y1="{floor}" x2="{width - AXIS}" y2="{floor}" stroke="#999"/>')
    if mark is not None:
        x = AXIS + mark * step
        anchor = "end" if x > width / 2 else "start"
        parts.append(
            f'<line x1="{x:.1f}" y1="4" x2="{x:.1f}" y2="{floor}" stroke="{MARK}" stroke-width="2" stroke-dasharray="5 4"/>'
        )
        parts.append(text_at(x + (-6 if anchor == "end" else 6), 12, note, anchor))
    return svg(floor + AXIS, label, parts, width)


SERIES = ("#1d5b8f", "#b3541e", "#6f8f3a", "#7a4f8e", "#c29a1c", "#4d9a97", "#8a8f98")
"""Colours of the parts of a stacked bar, distinct in lightness too."""


def stacked(
    names: Sequence[str], series: Sequence[tuple[str, Sequence[int]]], label: str, *, width: int = WIDTH
) -> str:
    """Return bars beside each other that consist of parts, with a legend below.

    Args:
        names: Name of each bar, from the left.
        series: Words and the number in each bar of each part, from the bottom.
        width: Width of the plot, in px.
    """
    step = (width - 2 * AXIS) / max(len(names), 1)
    sums = [sum(numbers[at] for _, numbers in series) for at in range(len(names))]
    most, thick = max([*sums, 1]), min(step - 2, 72.0) if step > 4 else max(step - 1, 1.0)
    top, floor = 20.0, HEIGHT + 20.0
    every = max(-(-len(names) * max(map(len, names)) * 7 // (width - 2 * AXIS)), 1) if names else 1
    parts = []
    for at, name in enumerate(names):
        middle, base = AXIS + (at + 0.5) * step, floor
        for number, (words, numbers) in enumerate(series):
            height = (floor - top) * numbers[at] / most
            base -= height
            if numbers[at]:
                parts.append(
                    f'<rect x="{middle - thick / 2:.1f}" y="{base:.1f}" width="{thick:.1f}" height="{height:.1f}" '
                    f'fill="{SERIES[number % len(SERIES)]}"><title>{escape(name)}, {escape(words)}: {numbers[at]}</title></rect>'
                )
        if sums[at] and step > 18:
            parts.append(text_at(middle, base - 5, str(sums[at]), "middle"))
        if at % every == 0:
            parts.append(text_at(middle, floor + 16, name, "middle"))
    parts.append(f'<line x1="{AXIS}" y1="{floor}" x2="{width - AXIS}" y2="{floor}" stroke="#999"/>')
    for number, (words, _) in enumerate(series):
        y = floor + AXIS + 20 * number
        parts.append(f'<rect x="{AXIS}" y="{y}" width="12" height="12" fill="{SERIES[number % len(SERIES)]}"/>')
        parts.append(text_at(AXIS + 18, y + 11, words))
    return svg(floor + AXIS + 20 * len(series) + 4, label, parts, width)


def rows(bars: Sequence[tuple[str, int, str]], label: str, *, width: int = WIDTH) -> str:
    """Return bars below each other, each with its name on the left and words on the right.

    Args:
        bars: Name, number and words of each bar, from the top.
        width: Width of the plot, in px.
    """
    most = max([count for _, count, _ in bars] or [0]) or 1
    left = LEFT * width // WIDTH
    longest = int(width * 0.88) - left - max([7 * len(words) for _, _, words in bars] or [0])
    parts = []
    for row, (name, count, words) in enumerate(bars):
        y, length = ROW * row + 4, max(longest * count / most, 1)
        parts += [
            text_at(left - 10, y + 13, cut(name, left // 7), "end"),
            f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{ROW - 8}" fill="{INK}">'
            f"<title>{escape(name)}: {escape(words)}</title></rect>",
            text_at(left + length + 8, y + 13, words),
        ]
    return svg(ROW * len(bars) + 4, label, parts, width)


def heat(score: float) -> str:
    """Return the colour of a score, from orange (0) through white (0.5) to blue (1), distinct for colour-blind readers."""
    far = min(abs(score - 0.5) * 2.5, 1.0)
    full = (90, 150, 205) if score > 0.5 else (235, 150, 70)
    return "#" + "".join(f"{round(255 + (channel - 255) * far):02x}" for channel in full)


def svg(height: float, label: str, parts: Sequence[str], width: int = WIDTH) -> str:
    """Return a plot.

    Args:
        label: What it shows, for readers who do not see it.
    """
    inner = "".join(parts)
    return f'<svg viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{escape(label)}">{inner}</svg>'


def text_at(x: float, y: float, text: str, anchor: str = "start") -> str:
    """Return a line of text.

    Args:
        x: Place of the anchor, in px.
        anchor: Which part of the text is there: `start`, `middle` or `end`.
    """
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def cut(name: str, most: int = 34) -> str:
    """Return a name that fits on the left of a plot."""
    return name if len(name) <= most else name[: most - 1] + "…"

"""Generated lands: a sky and four planes, each nearer one less hazed, with a light at the upper left."""

from __future__ import annotations

import math
from collections.abc import Callable

from cardgen.geometry.units import Rect
from cardgen.render.placeholders.scenes import path
from cardgen.render.placeholders.shades import Shades, mixed

LAND_BOX = Rect(0, 0, 302, 260)
_WIDTH, _HEIGHT = LAND_BOX.width, LAND_BOX.height
_PLANES = ((0.75, 96, 30), (0.45, 132, 20), (0.2, 172, 15), (0.0, 216, 11))
"""Of each plane: the share of the sky in its colours, its height on the picture, and how far it rises and falls."""


def land(s: Shades, below: Callable[[int], int]) -> str:
    """Return a land in planes, as SVG on a ground of `LAND_BOX`.

    Args:
        below: Returns a number from 0 to below a bound, which decides the form of the land.
    """
    parts = [_sky(s)]
    for number, (haze, level, swing) in enumerate(_PLANES):
        phases = tuple(2 * math.pi * below(97) / 97 for _ in range(3))
        color = mixed(s.near if number > 1 else s.middle, s.low, haze)
        parts.append(_plane(level, swing, phases, color, mixed(color, s.glow, 0.45)))
        if number in {1, 2}:
            parts.append(_grove(level, swing, phases, mixed(color, s.solid, 0.5), below, 4 + 5 * number))
    return "".join(parts)


def _sky(s: Shades) -> str:
    glow = "".join(f'<circle cx="78" cy="62" r="{r}" fill="{s.glow}" fill-opacity="0.16"/>' for r in (64, 46, 32))
    clouds = "".join(
        f'<rect x="{x}" y="{y}" width="{width}" height="3.4" rx="1.7" fill="{s.cloud}" fill-opacity="0.6"/>'
        for x, y, width in ((20, 84, 60), (120, 46, 72), (146, 52, 64), (206, 74, 58), (8, 36, 40))
    )
    return (
        '<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="'
        f'{s.high}"/><stop offset="0.5" stop-color="{s.low}"/></linearGradient>'
        f'<rect width="{_WIDTH:g}" height="{_HEIGHT:g}" fill="url(#sky)"/>{glow}'
        f'<circle cx="78" cy="62" r="21" fill="{s.glow}"/>{clouds}'
    )


def _level(x: float, level: float, swing: float, phases: tuple[float, ...]) -> float:
    """Return the height of a ridge at a place: three waves, of which the shorter are the lower."""
    waves = ((1.0, 92), (0.45, 37), (0.16, 13))
    return level - swing * sum(
        part * math.sin(2 * math.pi * x / length + phase) for (part, length), phase in zip(waves, phases, strict=True)
    )


def _plane(level: float, swing: float, phases: tuple[float, ...], color: str, rim: str) -> str:
    line = [(x, _level(x, level, swing, phases)) for x in range(0, int(_WIDTH) + 1, 4)] + [
        (_WIDTH, _level(_WIDTH, level, swing, phases))
    ]
    ridge = "L".join(f"{x:g} {y:.1f}" for x, y in line)
    return (
        path(f"M0 {_HEIGHT:g}L{ridge}L{_WIDTH:g} {_HEIGHT:g}z", color)
        + f'<path d="M{ridge}" fill="none" stroke="{rim}" stroke-width="0.9" stroke-linejoin="round"/>'
    )


def _grove(
    level: float, swing: float, phases: tuple[float, ...], color: str, below: Callable[[int], int], count: int
) -> str:
    """Return groups of trees on a ridge."""
    data = ""
    for _ in range(count):
        start = below(290)
        for tree in range(3 + below(3)):
            x, high = start + 5.2 * tree, 9 + below(8)
            y = _level(x, level, swing, phases) + 1.5
            data += f"M{x - 3.2:.1f} {y:.1f}L{x:.1f} {y - high:.1f}L{x + 3.2:.1f} {y:.1f}z"
    return path(data, color)

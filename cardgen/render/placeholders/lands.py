"""Generate lands: a sky and four planes, each nearer one less hazed, with a light at the upper left."""

from __future__ import annotations

import math
from collections.abc import Callable

from cardgen.geometry.units import Rect
from cardgen.render.placeholders.scenes import Drawer, path, rect
from cardgen.render.placeholders.shades import Shades, mixed

LAND_BOX = Rect(0, 0, 302, 260)
_WIDTH, _HEIGHT = LAND_BOX.width, LAND_BOX.height
_PLANES = ((0.75, 96, 30), (0.45, 132, 20), (0.2, 172, 15), (0.0, 216, 11))
"""Of each plane: the share of the sky in its colours, its height on the picture, and how far it rises and falls."""
_STEEPNESS = (1.0, 0.55, 1.4)
_SUBJECT_PLANE = 2  # the plane on which the subject stands, or that is water
_SIZE, _LEFT = 1.7, (70, 110, 150)  # of the subject: its scale, and places of its left edge
_SHORE = 170  # height of the horizon of a sea


def land(s: Shades, below: Callable[[int], int], subject: Drawer | None, is_sea: bool) -> str:
    """Return a land in planes, with its subject before its ridges, as SVG on a ground of `LAND_BOX`.

    Args:
        below: Returns a number from 0 to below a bound, which decides the form of the land.
        subject: What stands there.
        is_sea: Whether the third plane is water.
    """
    steep, left = _STEEPNESS[below(len(_STEEPNESS))], _LEFT[below(len(_LEFT))]
    waves = [tuple(2 * math.pi * below(97) / 97 for _ in range(3)) for _ in _PLANES]
    parts = [_sky(s)]
    for number, ((haze, level, swing), phases) in enumerate(zip(_PLANES, waves, strict=True)):
        color = mixed(s.near if number > 1 else s.middle, s.low, haze)
        if number == _SUBJECT_PLANE and is_sea:
            parts += [_mist(s, left, level), _water(color, mixed(color, s.glow, 0.45))]
            if subject:
                parts.append(_standing(subject(s), left, level + 10))
            continue
        if number == _SUBJECT_PLANE and subject:
            foot = min(_level(left + x * _SIZE, level, swing * steep, phases) for x in (42, 50, 58))
            parts += [_mist(s, left, foot), _standing(subject(s), left, foot + 5)]
        parts.append(_plane(level, swing * steep, phases, color, mixed(color, s.glow, 0.45)))
        if number in {1, 2}:
            grove = mixed(color, s.solid, 0.5)
            parts.append(_grove(level, swing * steep, phases, grove, below, 4 + 5 * number))
    return "".join(parts)


def _mist(s: Shades, left: float, foot: float) -> str:
    """Return a light mist, from which a subject stands out whatever lies behind it."""
    x, y = left + 50 * _SIZE, foot - 24 * _SIZE
    return "".join(f'<circle cx="{x:g}" cy="{y:.1f}" r="{r}" fill="{s.low}" fill-opacity="0.4"/>' for r in (58, 44))


def _standing(subject: str, left: float, foot: float) -> str:
    return f'<g transform="translate({left} {foot - 72 * _SIZE:.1f}) scale({_SIZE})">{subject}</g>'


def _water(color: str, light: str) -> str:
    streaks = "".join(
        rect(x, y, width, 0.9, light)
        for x, y, width in ((12, 176, 44), (214, 180, 60), (96, 186, 30), (30, 194, 66), (180, 198, 52), (250, 190, 34))
    )
    return f"{rect(0, _SHORE, _WIDTH, _HEIGHT, color)}{rect(0, _SHORE, _WIDTH, 0.9, light)}{streaks}"


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

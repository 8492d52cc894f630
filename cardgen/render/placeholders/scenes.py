"""The layers of landscapes: skies, lights, distances, subjects and foregrounds, as SVG on a ground of 100 x 100.

A wide picture shows the middle 60 from top to bottom, a high one the middle 60 from left to right: what a scene is about
lies within both.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from cardgen.render.placeholders.shades import Shades

Drawer = Callable[[Shades], str]


def path(data: str, fill: str) -> str:
    """Return a filled path."""
    return f'<path d="{data}" fill="{fill}"/>'


def circle(x: float, y: float, r: float, fill: str) -> str:
    """Return a filled circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"/>'


def rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Return a filled rectangle."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _gradient(s: Shades) -> str:
    return (
        '<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0.15" stop-color="'
        f'{s.high}"/><stop offset="0.68" stop-color="{s.low}"/></linearGradient>'
        '<rect width="100" height="100" fill="url(#sky)"/>'
    )


# Skies


def clear_sky(s: Shades) -> str:
    """Draw a gradient."""
    return _gradient(s)


def banded_sky(s: Shades) -> str:
    """Draw wide arcs around the horizon."""
    rings = "".join(f'<circle cx="50" cy="62" r="{r}" fill="{s.glow}" fill-opacity="0.13"/>' for r in (62, 50, 39, 29))
    return _gradient(s) + rings


def rayed_sky(s: Shades) -> str:
    """Draw rays from the horizon."""
    rays = ""
    for step in range(12):
        a, b = (math.pi * (step + offset) / 12 for offset in (0.0, 0.5))
        points = f"M50 62L{50 - 110 * math.cos(a):.2f} {62 - 110 * math.sin(a):.2f}"
        rays += f"{points}L{50 - 110 * math.cos(b):.2f} {62 - 110 * math.sin(b):.2f}z"
    return _gradient(s) + f'<path d="{rays}" fill="{s.glow}" fill-opacity="0.16"/>'


def _scattered(index: int, base: int) -> float:
    """Return a number from 0 to 1, spread evenly and without rows.

    Source:
        Halton: Radical-inverse quasi-random point sequence, Communications of the ACM 7 (1964).
    """
    number, part = 0.0, 1.0
    while index:
        part /= base
        index, digit = divmod(index, base)
        number += digit * part
    return number


def starry_sky(s: Shades) -> str:
    """Draw stars of three sizes."""
    stars = "".join(
        circle(100 * _scattered(index, 2), 4 + 50 * _scattered(index, 3), (0.35, 0.5, 0.8)[index % 3], s.glow)
        for index in range(1, 40)
    )
    return _gradient(s) + stars


def cloudy_sky(s: Shades) -> str:
    """Draw flat clouds with round ends."""
    clouds = ""
    for x, y, width in ((8, 27, 26), (56, 22, 34), (28, 37, 22), (66, 42, 24), (-4, 46, 20)):
        clouds += f'<rect x="{x}" y="{y}" width="{width}" height="2.6" rx="1.3" fill="{s.cloud}" fill-opacity="0.75"/>'
        clouds += (
            f'<rect x="{x + 5}" y="{y - 2.4}" width="{width * 0.55:g}" height="2.6" rx="1.3" fill="{s.cloud}"'
            ' fill-opacity="0.75"/>'
        )
    return _gradient(s) + clouds


SKIES: tuple[Drawer, ...] = (clear_sky, banded_sky, rayed_sky, starry_sky, cloudy_sky)


# Lights in the sky, each at three places


def full_light(s: Shades, x: float) -> str:
    """Draw a disc in a halo."""
    return f'<circle cx="{x:g}" cy="41" r="16" fill="{s.glow}" fill-opacity="0.22"/>' + circle(x, 41, 11.5, s.glow)


def crescent(s: Shades, x: float) -> str:
    """Draw a crescent."""
    return path(f"M{x + 4:g} 27a10.5 10.5 0 1 0 6.5 16.4a12 12 0 0 1 -6.5 -16.4z", s.glow)


def ringed_light(s: Shades, x: float) -> str:
    """Draw a disc within two rings."""
    rings = "".join(
        f'<circle cx="{x:g}" cy="38" r="{r}" fill="none" stroke="{s.glow}" stroke-width="0.7"/>' for r in (10.5, 13.5)
    )
    return circle(x, 38, 7.5, s.glow) + rings


def striped_light(s: Shades, x: float) -> str:
    """Draw a great disc that dissolves in stripes towards the horizon."""
    stripes = ""
    for y, height in ((46, 0.9), (50, 1.3), (54, 1.8), (58.5, 2.4)):
        half = math.sqrt(17**2 - (y - 46) ** 2) + 0.3  # of the chord of the disc
        stripes += rect(x - half, y, 2 * half, height, s.low)
    return circle(x, 46, 17, s.glow) + stripes


def comet(s: Shades, x: float) -> str:
    """Draw a comet with its tail."""
    tail = f'<path d="M{x:g} 33l30 -17l-27.6 20.2z" fill="{s.glow}" fill-opacity="0.45"/>'
    return tail + circle(x + 1.3, 34.8, 2.9, s.glow)


LIGHTS: tuple[Callable[[Shades, float], str], ...] = (full_light, crescent, ringed_light, striped_light, comet)
PLACES = (33.0, 50.0, 67.0)


# Distances, up to about a height of 62


def peaks(s: Shades) -> str:
    """Draw mountains with snow."""
    ranges = path("M-2 66L10 50L20 58L34 38L46 55L56 46L68 60L82 42L102 62V80H-2z", s.far)
    snow = "M34 38L29.6 44.3L33 43.4L35.4 46L37.6 43.1zM82 42L77 48.4L80.6 47.4L83 50L86.6 46.2zM56 46L53.2 48.9L56.4 50L58.4 48.8z"
    return ranges + path(snow, s.glow) + path("M-2 70L16 58L30 66L48 56L66 67L84 57L102 68V84H-2z", s.middle)


def hills(s: Shades) -> str:
    """Draw rolling hills."""
    return path("M-2 60Q14 48 32 57T66 55T102 56V80H-2z", s.far) + path(
        "M-2 66Q22 55 44 63T80 61T102 65V84H-2z", s.middle
    )


def forest(s: Shades) -> str:
    """Draw two rows of firs."""

    def firs(y: float, height: float, step: float, fill: str) -> str:
        count = int(104 / step) + 1
        data = "".join(
            f"M{-2 + at * step:g} {y:g}l{step * 0.5:g} {-height * (0.72 + 0.28 * ((at * 7) % 5) / 4):.2f}l{step * 0.5:g}"
            f" {height * (0.72 + 0.28 * ((at * 7) % 5) / 4):.2f}z"
            for at in range(count)
        )
        return path(data + f"M-2 {y - 0.1:g}H102V84H-2z", fill)

    return firs(60, 15, 6.5, s.far) + firs(66, 13, 8.5, s.middle)


def roofs(s: Shades) -> str:
    """Draw a town on the horizon."""
    data = "M-2 62V52H4L8 47L12 52V55H18V44H20V40H23V44H25V56H33V50L37 45L41 50V58H50V48H54V53H62V46L65.5 40L69 46V56H76V51H84L88 46L92 51V57H102V80H-2z"
    windows = "".join(
        rect(x, y, 1.1, 1.5, s.light)
        for x, y in ((6, 54), (20.9, 48), (36, 53), (52, 51), (65, 49), (87, 54), (67, 53))
    )
    return path(data, s.far) + windows + path("M-2 66Q24 60 50 64T102 63V84H-2z", s.middle)


def table_mountains(s: Shades) -> str:
    """Draw table mountains."""
    return path("M-2 64L6 62L9 49H27L31 61L44 63L47 54H58L61 62L70 63L74 44H90L95 61L102 63V80H-2z", s.far) + path(
        "M-2 69Q30 61 60 67T102 66V84H-2z", s.middle
    )


def isles(s: Shades) -> str:
    """Draw islands in the mist; the sea lies before them."""
    return path("M-2 63Q8 50 22 60Q26 62 30 63zM40 63Q54 46 66 58Q72 62 78 63zM74 63Q88 53 102 60V63z", s.far) + rect(
        -2, 62.6, 104, 40, s.middle
    )


def open_sea(s: Shades) -> str:
    """Draw the sea to the horizon, with glitter."""
    glitter = "".join(
        f'<rect x="{50 - width / 2 + shift:g}" y="{y:g}" width="{width:g}" height="0.8" rx="0.4" fill="{s.glow}"/>'
        for y, width, shift in ((62.5, 22, 0), (64.6, 15, 4), (66.8, 19, -3), (69.4, 10, 3), (72, 14, -2))
    )
    return rect(-2, 60, 104, 44, s.middle) + rect(-2, 60, 104, 1, s.far) + glitter


WILDS: tuple[Drawer, ...] = (peaks, hills, forest, table_mountains)
LAND: tuple[Drawer, ...] = (*WILDS, roofs)
SEA: tuple[Drawer, ...] = (isles, open_sea)


# Foregrounds


def meadow(s: Shades) -> str:
    """Draw a slope with tufts of grass."""
    tufts = "".join(
        f"M{x} {y}q0.6 -3.4 -0.8 -4.6q2 1.2 1.8 4.6zM{x + 1.4} {y}q0.4 -2.4 2 -3.4q-0.8 1.8 -0.6 3.4z"
        for x, y in ((22, 75), (34, 79), (64, 76), (76, 73), (48, 82))
    )
    return path("M-2 72Q26 66 52 71T102 69V102H-2z" + tufts, s.near)


def path_way(s: Shades) -> str:
    """Draw a slope with a winding path."""
    return path("M-2 70Q30 66 60 70T102 71V102H-2z", s.near) + path(
        "M49.4 69.6C54 72 56 74 52.5 77.5C49.5 80.5 54 84 60 90Q66 96 68 102H36C37 95 44 90 45 86C46 82 44.5 79.5 47.5 76.6Q51 72.6 48.4 69.7z",
        s.far,
    )


def ferns(s: Shades) -> str:
    """Draw leaves from both sides."""
    data = "M-2 72Q40 69 102 72V102H-2z"
    for x, direction in ((20, 1), (12, 1), (80, -1), (88, -1)):
        for step, lift in ((0, 16), (5, 13), (10, 8)):
            left = x + direction * step
            data += f"M{left} 76q{direction * 1.5} {-lift} {direction * 9} {-lift - 2}q{-direction * 1.5} {lift * 0.8:g} {-direction * 6} {lift + 2}z"
    return path(data, s.near)


def rocks(s: Shades) -> str:
    """Draw rocks on the ground."""
    return (
        path("M-2 72H102V102H-2z", s.near)
        + path("M12 73L18 65L26 67L31 73zM66 73L71 68L79 66L86 73z", s.near)
        + path("M18 65L26 67L22 73H16zM71 68L79 66L77 73H71z", s.side)
    )


def waves(s: Shades) -> str:
    """Draw two rows of waves."""

    def row(y: float, step: float, fill: str) -> str:
        count = int(108 / step) + 1
        crests = "".join(f"q{step * 0.5:g} {-step * 0.34:.2f} {step:g} 0" for _ in range(count))
        return path(f"M-4 {y:g}{crests}V102H-4z", fill)

    return row(72, 9, s.far) + row(75, 12, s.near)


def swell(s: Shades) -> str:
    """Draw a long swell with foam."""
    return (
        path("M-2 73Q14 67 30 72T62 72T102 71V102H-2z", s.near)
        + f'<path d="M6 77.5q6 -3 12 0M36 79q7 -3 14 0M66 77q6 -3 12 0" fill="none" stroke="{s.cloud}" stroke-width="0.9"'
        ' stroke-linecap="round"/>'
    )


GROUND: tuple[Drawer, ...] = (meadow, path_way, ferns, rocks)
WATER: tuple[Drawer, ...] = (waves, swell)

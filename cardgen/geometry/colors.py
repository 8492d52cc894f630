"""Colours as numbers: luminance, legibility, greyscale and colour blindness.

Every colour is in sRGB, with red, green and blue from 0 to 1. Only the form `#rrggbb` is read and written here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

Rgb = tuple[float, float, float]

READABLE_CONTRAST = 7.0
"""Contrast at which small and thin letters are readable (WCAG 2.1, success criterion 1.4.6)."""

_READABLE = 4.6
"""Contrast of a colour that has been made readable: the 4.5 of WCAG 2.1, 1.4.3, whatever is lost in rounding."""


def from_hex(color: str) -> Rgb:
    """Return the colour that is written as `#rrggbb`."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def to_hex(rgb: Rgb) -> str:
    """Return a colour as `#rrggbb`."""
    return "#" + "".join(f"{round(255 * value):02x}" for value in rgb)


def to_linear(value: float) -> float:
    """Convert an sRGB channel to linear light, both from 0 to 1.

    Source:
        IEC 61966-2-1.
    """
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def from_linear(light: float) -> float:
    """Convert linear light to an sRGB channel; light outside 0 to 1 is clamped."""
    light = min(max(light, 0.0), 1.0)
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def luminance(rgb: Rgb) -> float:
    """Return the relative luminance, from 0 for black to 1 for white.

    Source:
        ITU-R BT.709.
    """
    red, green, blue = map(to_linear, rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=4096)
def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, from 1 to 21.

    Source:
        WCAG 2.1, definitions of contrast ratio and relative luminance, with 0.04045 as in its errata and in sRGB.
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def to_gray(rgb: Rgb) -> Rgb:
    """Return the grey of the same luminance."""
    value = from_linear(luminance(rgb))
    return value, value, value


def darken_until_readable(rgb: Rgb) -> Rgb:
    """Return the colour, darkened just enough to have `READABLE_CONTRAST` on white."""
    limit = 1.05 / READABLE_CONTRAST - 0.05
    light = luminance(rgb)
    if light <= limit:
        return rgb
    red, green, blue = (from_linear(to_linear(value) * limit / light) for value in rgb)
    return red, green, blue


def make_readable(rgb: Rgb, ground: Rgb, least: float) -> Rgb:
    """Return the colour, darkened just enough to have a contrast on a ground; or lightened, where the ground is dark.

    Args:
        least: Contrast that the ground has to black or to white at least.
    """
    if contrast(rgb, ground) >= least:
        return rgb
    limit = (luminance(ground) + 0.05) / least - 0.05
    light = luminance(rgb)
    if limit >= 0:
        red, green, blue = (from_linear(to_linear(value) * limit / light) for value in rgb)
    else:
        limit = least * (luminance(ground) + 0.05) - 0.05
        part = (limit - light) / (1 - light)
        red, green, blue = (from_linear(to_linear(value) + (1 - to_linear(value)) * part) for value in rgb)
    return red, green, blue


def readable_on(ground: str, color: str) -> str:
    """Return a colour as text on a ground is drawn in it: unchanged if it is readable there. All three are `#rrggbb`."""
    rgb = from_hex(color)
    shown = make_readable(rgb, from_hex(ground), _READABLE)
    return color if shown == rgb else to_hex(shown)


def reduce_to_third(rgb: Rgb) -> Rgb:
    """Return the colour that takes a third of the ink on white paper."""
    red, green, blue = (1 - (1 - value) / 3 for value in rgb)
    return red, green, blue


ColorMatrix = Sequence[Sequence[float]]
"""Rows x columns, 3 x 3, for column vectors of linear red, green and blue."""

# Machado, Oliveira and Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15
# (2009), table 1, severity 1.0.
PROTANOPIA: ColorMatrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA: ColorMatrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITANOPIA: ColorMatrix = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
VISIONS: Mapping[str, ColorMatrix] = {
    "deuteranopia": DEUTERANOPIA,
    "protanopia": PROTANOPIA,
    "tritanopia": TRITANOPIA,
}
"""The deficiencies by name."""


def simulate_color_vision(vision: ColorMatrix, rgb: Rgb) -> Rgb:
    """Return the colour as people with a colour vision deficiency see it.

    Args:
        vision: The deficiency: `PROTANOPIA`, `DEUTERANOPIA` or `TRITANOPIA`.
    """
    light = [to_linear(value) for value in rgb]
    red, green, blue = (from_linear(sum(part * one for part, one in zip(row, light, strict=True))) for row in vision)
    return red, green, blue

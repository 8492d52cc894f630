"""The shades that generated pictures are drawn in, all mixed from the palette of the deck."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass

from cardgen.geometry.colors import from_hex, to_hex

_FALLBACK = {"ink": "#1f2328", "paper": "#ffffff", "primary": "#2f4b6e", "dark": "#24394f", "accent": "#c9a24e"}
_TURNS = (0.0, 0.075, -0.075)
"""Shares of the colour circle by which the leading colour is turned, so that scenes differ and still belong together."""


@dataclass(frozen=True, slots=True)
class Shades:
    """The colours of one scene, each `#rrggbb`.

    Attributes:
        name: A name that differs between all shades of a palette.
        high: Top of the sky, or ground of a tiling.
        low: Sky at the horizon.
        glow: Sun, moon and stars.
        cloud: Clouds and mist.
        far: What lies furthest away.
        middle: What lies before it.
        near: The foreground.
        solid: The subject.
        side: The side of the subject that lies in the shade.
        light: Windows, flags and other small lights, in contrast to the subject.
        shine: Fire, gold, petals and what else is bright by itself.
    """

    name: str
    high: str
    low: str
    glow: str
    cloud: str
    far: str
    middle: str
    near: str
    solid: str
    side: str
    light: str
    shine: str


def shades_of(palette: Mapping[str, str]) -> tuple[Shades, ...]:
    """Return the shades of a palette: day, dusk, night and heat, each around three neighbouring hues.

    Args:
        palette: Colour names to `#rrggbb`; missing ones have a default.
    """
    colors = {**_FALLBACK, **palette}
    paper, dark, accent = colors["paper"], colors["dark"], colors["accent"]
    if lightness(paper) < 0.5:  # a palette with light text on a dark ground
        paper, dark = colors["ink"], paper
    found = []
    for number, turn in enumerate(_TURNS):
        primary = turned(colors["primary"], turn)
        deep = turned(dark, turn)
        night = mixed(deep, "#000000", 0.35)
        found += [
            Shades(
                f"day{number}", mixed(paper, primary, 0.42), mixed(paper, accent, 0.3), mixed(accent, paper, 0.45),
                mixed(paper, "#ffffff", 0.6), mixed(paper, primary, 0.58), mixed(primary, paper, 0.18),
                mixed(primary, deep, 0.6), mixed(paper, "#ffffff", 0.3), mixed(paper, primary, 0.4), deep,
                accent,
            ),
            Shades(
                f"dusk{number}", mixed(primary, deep, 0.25), mixed(accent, paper, 0.2), mixed(paper, accent, 0.25),
                mixed(primary, accent, 0.45), mixed(primary, accent, 0.3), mixed(primary, deep, 0.45),
                mixed(deep, night, 0.5), night, mixed(night, "#000000", 0.4), mixed(accent, paper, 0.35),
                mixed(accent, paper, 0.35),
            ),
            Shades(
                f"night{number}", night, mixed(primary, deep, 0.25), mixed(paper, accent, 0.35),
                mixed(deep, primary, 0.8), mixed(deep, primary, 0.5), mixed(deep, primary, 0.2), mixed(night, deep, 0.35),
                mixed(primary, paper, 0.4), mixed(primary, paper, 0.12), mixed(accent, paper, 0.25),
                mixed(accent, paper, 0.25),
            ),
            Shades(
                f"heat{number}", mixed(accent, primary, 0.22), mixed(paper, accent, 0.35), _light_in_heat(primary, paper),
                mixed(paper, accent, 0.2), mixed(accent, primary, 0.42), mixed(primary, accent, 0.16),
                mixed(primary, deep, 0.75), deep, night, mixed(paper, accent, 0.2),
                mixed(paper, accent, 0.2),
            ),
        ]  # fmt: skip
    return tuple(found)


def _light_in_heat(primary: str, paper: str) -> str:
    """Return a red or orange sun as it is, and a pale one in place of any other: a green disc is no sun."""
    hue, _, saturation = colorsys.rgb_to_hls(*from_hex(primary))
    return primary if saturation > 0.3 and not 0.1 < hue < 0.95 else mixed(paper, "#ffffff", 0.5)


def mixed(first: str, second: str, part: float) -> str:
    """Return the colour that lies a part of the way between two.

    Args:
        first: `#rrggbb`.
        second: `#rrggbb`.
        part: From 0, the first, to 1, the second.
    """
    red, green, blue = (a + (b - a) * part for a, b in zip(from_hex(first), from_hex(second), strict=True))
    return to_hex((red, green, blue))


def turned(color: str, turn: float) -> str:
    """Return a colour with another hue.

    Args:
        color: `#rrggbb`.
        turn: Share of the colour circle.
    """
    if not turn:
        return color
    hue, lightness, saturation = colorsys.rgb_to_hls(*from_hex(color))
    return to_hex(colorsys.hls_to_rgb((hue + turn) % 1, lightness, saturation))


def lightness(color: str) -> float:
    """Return the mean of the three channels of a colour, from 0 to 1.

    Args:
        color: `#rrggbb`.
    """
    return sum(from_hex(color)) / 3

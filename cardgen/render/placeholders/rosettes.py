"""Rosettes on a tiling: the other family of generated pictures, made of few forms that are repeated around a centre."""

from __future__ import annotations

import math

from cardgen.render.placeholders.shades import Shades

TILINGS = ("squares", "triangles", "scales", "hexagons", "stripes", "rings")
PETALS = ("leaf", "diamond", "drop", "arc", "spike", "disc")
FOLDS = (5, 6, 8, 12)


def tiling(s: Shades, name: str) -> str:
    """Return a ground of one repeated form.

    Args:
        name: One of `TILINGS`.
    """
    size, form = {
        "squares": ((10, 10), '<path d="M5 0L10 5L5 10L0 5z"/>'),
        "triangles": ((12, 10.4), '<path d="M0 0H12L6 10.4z"/>'),
        "scales": ((10, 10), '<path d="M0 5a5 5 0 0 0 10 0V10a5 5 0 0 1 -5 0a5 5 0 0 1 -5 0zM5 0a5 5 0 0 1 -5 5V0z"/>'),
        "hexagons": ((12, 20.8), '<path d="M6 0.6L11.5 3.8V10.1L6 13.3L0.5 10.1V3.8zM0 11.4L5.4 14.4V20.8H0zM12 11.4L6.6 14.4V20.8H12z"/>'),
        "stripes": ((8, 8), '<path d="M0 0H4L0 4zM8 0V4L4 8H0z"/>'),
        "rings": ((12, 12), '<path d="M6 0a6 6 0 1 0 0.01 0zM6 2.4a3.6 3.6 0 1 1 -0.01 0z" fill-rule="evenodd"/>'),
    }[name]  # fmt: skip
    width, height = size
    return (
        f'<pattern id="tile" width="{width}" height="{height}" patternUnits="userSpaceOnUse"><g fill="{s.far}"'
        f' fill-opacity="0.55">{form}</g></pattern><rect width="100" height="100" fill="{s.high}"/>'
        '<rect width="100" height="100" fill="url(#tile)"/>'
    )


def _ring(petal: str, fold: int, radius: float, fill: str, turn: float = 0.0) -> str:
    """Return petals around the centre, which reach to a radius."""
    width = min(radius * 0.42, radius * math.pi / fold * 0.92)
    r, w = radius, width
    form = {
        "leaf": f"M0 {-r * 0.18:.2f}Q{w:.2f} {-r * 0.6:.2f} 0 {-r:.2f}Q{-w:.2f} {-r * 0.6:.2f} 0 {-r * 0.18:.2f}z",
        "diamond": f"M0 {-r * 0.2:.2f}L{w * 0.7:.2f} {-r * 0.6:.2f}L0 {-r:.2f}L{-w * 0.7:.2f} {-r * 0.6:.2f}z",
        "drop": f"M0 {-r * 0.15:.2f}L{w * 0.62:.2f} {-r * 0.72:.2f}A{w * 0.66:.2f} {w * 0.66:.2f} 0 1 0 {-w * 0.62:.2f} {-r * 0.72:.2f}z",
        "arc": f"M{-w * 0.8:.2f} {-r * 0.4:.2f}Q0 {-r * 1.35:.2f} {w * 0.8:.2f} {-r * 0.4:.2f}Q0 {-r * 0.9:.2f} {-w * 0.8:.2f} {-r * 0.4:.2f}z",
        "spike": f"M{-w * 0.5:.2f} {-r * 0.3:.2f}L0 {-r:.2f}L{w * 0.5:.2f} {-r * 0.3:.2f}z",
        "disc": f"M0 {-r:.2f}a{w * 0.5:.2f} {w * 0.5:.2f} 0 1 0 0.01 0z",
    }[petal]
    copies = "".join(f'<path d="{form}" transform="rotate({360 * at / fold + turn:g})"/>' for at in range(fold))
    return f'<g fill="{fill}">{copies}</g>'


def rosette(s: Shades, petal: str, fold: int) -> str:
    """Return the outer ring of a rosette, in a disc.

    Args:
        petal: One of `PETALS`.
    """
    return (
        f'<g transform="translate(50 50)"><circle r="29" fill="{s.light}"/><circle r="27.6" fill="{s.near}"/>'
        f"{_ring(petal, fold, 25.5, s.glow)}{_ring('disc', fold, 23.5, s.light, 180 / fold)}</g>"
    )


def heart(s: Shades, petal: str, fold: int) -> str:
    """Return the inner ring of a rosette.

    Args:
        petal: One of `PETALS`.
    """
    return (
        f'<g transform="translate(50 50)"><circle r="12.4" fill="{s.near}"/><circle r="11.4" fill="{s.middle}"/>'
        f'{_ring(petal, fold, 10, s.light)}<circle r="2.6" fill="{s.glow}"/></g>'
    )

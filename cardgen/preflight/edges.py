"""Read the colours along the four sides of a face, by which pieces lie beside each other on a sheet."""

from __future__ import annotations

from functools import lru_cache

from cardgen.geometry.colors import Rgb
from cardgen.geometry.units import Mm
from cardgen.model.piece import SideColors
from cardgen.preflight.path_lines import Point
from cardgen.preflight.side import PieceSide

_WITHIN: Mm = 0.3  # of the cut: a frame that ends at the cut is no ground
_PLACES = (0.06, 0.28, 0.5, 0.72, 0.94)  # along each side


def read_edges(side: PieceSide) -> tuple[SideColors, ...]:
    """Return the colours along the left, top, right and bottom side, from 0 to 255.

    At each place there are two, the darkest and the lightest that may be seen there.
    """
    width, height = side.face.size.width, side.face.size.height
    lines: list[list[Point]] = [
        [(_WITHIN, height * part) for part in _PLACES],
        [(width * part, _WITHIN) for part in _PLACES],
        [(width - _WITHIN, height * part) for part in _PLACES],
        [(width * part, height - _WITHIN) for part in _PLACES],
    ]
    return tuple(
        tuple(channel for colors in side.ground.colors(side.face.items, line) for channel in _channels(colors))
        for line in lines
    )


@lru_cache(maxsize=1024)
def _channels(colors: tuple[Rgb, ...]) -> list[int]:
    return [round(255 * channel) for color in colors for channel in color]

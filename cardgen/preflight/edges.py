"""Read the colours along the four sides of a face, by which pieces lie beside each other on a sheet."""

from __future__ import annotations

from cardgen.geometry.colors import Rgb
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import DrawingItem, PlacedArtwork
from cardgen.model.piece import SideColors
from cardgen.preflight.ground import painted_window
from cardgen.preflight.path_lines import Point
from cardgen.preflight.side import PieceSide

_WITHIN: Mm = 0.3  # of the cut: a frame that ends at the cut is no ground
_PLACES = (0.06, 0.28, 0.5, 0.72, 0.94)  # along each side


def read_edges(side: PieceSide) -> tuple[SideColors, ...]:
    """Return the colours along the left, top, right and bottom side, from 0 to 255.

    At each place there are two, the darkest and the lightest that may be seen there. Faces on which the same is drawn along the
    sides, as is usual, are looked at once.
    """
    size = side.face.size
    items = tuple([item for item in side.painted if _reaches_edge(item, side)])
    found = side.ground.edges.get((size, items))
    if found is None:
        found = side.ground.edges[size, items] = tuple(
            tuple([channel for colors in side.ground.colors(items, line) for channel in _channels(colors)])
            for line in _lines(size)
        )
    return found


def _reaches_edge(item: DrawingItem, side: PieceSide) -> bool:
    """Return whether an item may paint at the places that are looked at."""
    window, size = painted_window(item), side.face.size
    if not window or not _is_near(window, size):
        return not window
    if not isinstance(item, PlacedArtwork):
        return True
    ink = side.ground.ink_window(item)
    return ink is not None and _is_near(ink, size)


def _is_near(window: Rect, size: Size) -> bool:
    return min(window.x, window.y, size.width - window.right, size.height - window.bottom) <= _WITHIN


def _lines(size: Size) -> list[list[Point]]:
    """Return the places along each side, mm."""
    width, height = size.width, size.height
    return [
        [(_WITHIN, height * part) for part in _PLACES],
        [(width * part, _WITHIN) for part in _PLACES],
        [(width - _WITHIN, height * part) for part in _PLACES],
        [(width * part, height - _WITHIN) for part in _PLACES],
    ]


def _channels(colors: tuple[Rgb, ...]) -> list[int]:
    return [round(255 * channel) for color in colors for channel in color]

"""Choose where a board is cut into tiles: where the cuts do the least harm to what is drawn, otherwise evenly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from cardgen.geometry.units import Mm
from cardgen.impose.paper import TOLERANCE
from cardgen.records import dataclass

NARROWEST: Mm = 10.0
"""Least visible width of a tile, mm: a narrower strip is hard to lay and to glue."""

NO_HARM, BESIDE_ALL, NEAR, THROUGH_LITTLE, THROUGH_WORDS = 0, 1, 2, 10, 100
"""Harm of a cut: at a seam of the game; in the middle between words and icons; nearer to some of them; through icons, or between a
heading and its text; and elsewhere.

Many lesser harms are better than one through words, so that the sum of the harms compares ways to cut a board.
"""

Harms = Mapping[Mm, int]
"""Places at which one side of a board may be cut, in mm from the left or the top, with the harm of each."""
Seams = tuple[Harms, Harms]
"""Places at which a board may be cut: x and y."""
NO_SEAMS: Seams = ({}, {})


@dataclass(frozen=True, slots=True)
class Cuts:
    """The cuts through one side of a board.

    Attributes:
        places: Start of each tile but the first, in mm from the left or the top of the board.
        harm: Sum of the harms of the places.
        unevenness: Sum of the squared differences of the visible widths of the tiles from their mean, in mm².
    """

    places: tuple[Mm, ...] = ()
    harm: int = 0
    unevenness: float = 0.0

    @property
    def cost(self) -> tuple[int, float]:
        """Cost of the cuts, the lower the better; rounded, so that floating-point noise does not matter."""
        return self.harm, round(self.unevenness, 6)


def best_cuts(length: Mm, room: Mm, overlap: Mm, seams: Harms | None = None) -> Cuts | None:
    """Cut a side of a board into as few tiles as possible, with as little harm as possible, as evenly as possible.

    A tile is visible from its own edge to that of the next tile, under which it continues by the overlap. The last tile
    has no successor, so the board is treated as if it ended one overlap earlier. Then all tiles are alike, and the
    task is to find the cheapest way from 0 to that end over some of the seams, with equal tiles between two stops.

    Args:
        room: Length of the longest tile that fits on a sheet, mm.
        overlap: Width of the strip that a tile and the next one have in common, mm.
        seams: Places at which the board may be cut; elsewhere the harm is `THROUGH_WORDS`.

    Returns:
        The cuts; None if most of each tile would lie under its neighbours.
    """
    tiles = _tiles(length, room, overlap)
    if tiles < 2:
        return Cuts() if tiles else None
    end = length - overlap
    even = end / tiles
    shortest, longest = min(even, max(overlap, NARROWEST)), max(even, room - overlap + TOLERANCE)
    best = [Cuts()]
    for count in range(1, tiles + 1):
        reached = []
        for stop, harm in (seams or {}).items() if count < tiles else ((end, 0),):
            ways = (_onward(cuts, count, stop, harm, even) for cuts in best)
            possible = [way for seen, way in ways if shortest <= seen <= longest]
            reached += sorted(possible, key=lambda way: way.cost)[:1]
        best += reached
    return replace(best[-1], places=best[-1].places[:-1])


def _onward(cuts: Cuts, count: int, stop: Mm, harm: int, even: Mm) -> tuple[Mm, Cuts]:
    """Continue from the last place to a stop in equal steps.

    Args:
        stop: The new last place, mm.
        harm: Harm of a cut there.
        even: Mean visible width of all tiles, mm.

    Returns:
        Visible width of each tile on the way, and the cuts with the new places.
    """
    start, steps = (cuts.places or (0.0,))[-1], count - len(cuts.places)
    seen = (stop - start) / steps
    between = tuple(start + seen * step for step in range(1, steps))
    uneven = cuts.unevenness + steps * (seen - even) ** 2
    return seen, Cuts((*cuts.places, *between, stop), cuts.harm + harm + (steps - 1) * THROUGH_WORDS, uneven)


def _tiles(length: Mm, room: Mm, overlap: Mm) -> int:
    """Return how many tiles of at most `room` a side takes; 0 if most of each would lie under its neighbours."""
    if length <= room + TOLERANCE:
        return 1
    return math.ceil((length - overlap - TOLERANCE) / (room - overlap)) if room >= 2 * overlap else 0

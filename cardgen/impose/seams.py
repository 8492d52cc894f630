"""Where to cut one side of a board into tiles: at good places as far as they are in reach, else evenly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardgen.geometry.units import Mm
from cardgen.impose.paper import TOLERANCE

NARROWEST: Mm = 10.0
"""What should stay to be seen of a tile, seam or not: a mere strip is hard to lay and to glue."""


@dataclass(frozen=True, slots=True)
class Cuts:
    """How one side of a board is cut.

    Attributes:
        places: Where each tile but the first begins, from the left or the top of the board.
        missed: How many of these are at no seam.
        unevenness: Sum of the squares of what the visible parts of the tiles differ from their mean, mm2.
    """

    places: tuple[Mm, ...] = ()
    missed: int = 0
    unevenness: float = 0.0

    @property
    def cost(self) -> tuple[int, float]:
        """The less the better; rounded, so that the noise of floating point decides nothing."""
        return self.missed, round(self.unevenness, 6)


def best_cuts(length: Mm, room: Mm, overlap: Mm, seams: Sequence[Mm] = ()) -> Cuts | None:
    """Cut a side of a board into as few tiles as possible, at as many seams as possible, as evenly as possible.

    A tile is seen from its own edge to that of the next one, below which it goes on by the overlap. The last one has
    no next, so we take the board to end an overlap earlier: then all tiles are alike, and what is sought is the
    cheapest way from 0 to that end over some of the seams, where the tiles between two stops are equal.

    Args:
        length: The side of the board, mm.
        room: The longest tile, mm.
        overlap: What a tile and the next one have in common, mm.
        seams: Places that may be cut.

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
        for stop in seams if count < tiles else (end,):
            ways = (_onward(cuts, count, stop, even) for cuts in best)
            possible = [way for seen, way in ways if shortest <= seen <= longest]
            reached += sorted(possible, key=lambda way: way.cost)[:1]
        best += reached
    return replace(best[-1], places=best[-1].places[:-1])


def _onward(cuts: Cuts, count: int, stop: Mm, even: Mm) -> tuple[Mm, Cuts]:
    """Go on from the last place to a stop, so that there are `count` places; gives what is seen of a tile, too."""
    start, steps = (cuts.places or (0.0,))[-1], count - len(cuts.places)
    seen = (stop - start) / steps
    between = tuple(start + seen * step for step in range(1, steps))
    uneven = cuts.unevenness + steps * (seen - even) ** 2
    return seen, Cuts((*cuts.places, *between, stop), cuts.missed + steps - 1, uneven)


def _tiles(length: Mm, room: Mm, overlap: Mm) -> int:
    """How many tiles of at most `room` a side takes; 0 if most of each would lie under its neighbours."""
    if length <= room + TOLERANCE:
        return 1
    return math.ceil((length - overlap - TOLERANCE) / (room - overlap)) if room >= 2 * overlap else 0

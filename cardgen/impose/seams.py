"""Find where a board may be cut, and choose the cuts into tiles that do the least harm to what is drawn, as even as possible."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cardgen.geometry.units import Mm, Rect
from cardgen.impose.paper import TOLERANCE
from cardgen.model.drawing import DrawingItem, PlacedArtwork, Rotated, TextSpan, View
from cardgen.model.piece import Piece
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

SAME_SIZE = 1.05
"""How much larger a line is than the next one, at most, unless it is a heading."""
ICON = 0.25
"""Largest width of an icon, as a share of the board; what is wider is a picture, which may be cut."""
CAPITAL, DESCENT = 0.8, 0.3
"""Height of a capital above the baseline, and room below it, as shares of the size of the words."""
CLEAR: Mm = 2.0
"""Distance from what is beside a gap of a cut that is not in its middle, mm."""

Boxed = tuple[Rect, Mm]
"""The box of something drawn as it is seen, mm, with the size of its words; 0 for an icon, and for words that stand upright."""
Stretch = tuple[Mm, Mm, Mm]
"""Start and end of something drawn along one side of a board, and the size of its words, mm."""


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
    shortest, longest = min(even, max(overlap, NARROWEST)), room - overlap + TOLERANCE
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


def find_seams(pieces: Sequence[Piece], own: tuple[Sequence[Mm], Sequence[Mm]] = ((), ())) -> Seams:
    """Return where pieces may be cut that are cut alike.

    Args:
        pieces: Pieces of one size, at least one.
        own: Places at which the game says that a cut does no harm, x and y, mm; it does where letters are.
    """
    board = pieces[0].face.size
    words = [*_boxes(pieces, text_boxes)]
    icons = [
        (box, size)
        for box, size in _boxes(pieces, _artwork_boxes)
        if box.width < ICON * board.width and box.height < ICON * board.height
    ]
    across = [[(box.x, box.right, 0.0) for box, _ in boxes] for boxes in (words, icons)]
    down = [[(box.y, box.bottom, size) for box, size in boxes] for boxes in (words, icons)]
    return _harms(own[0], *across), _harms(own[1], *down)


def text_boxes(items: Iterable[DrawingItem]) -> Iterator[Boxed]:
    """Yield the box of each run of words."""
    for item in items:
        if isinstance(item, TextSpan):
            width = sum(word.width for word in item.words) * item.size + item.space * (len(item.words) - 1)
            yield Rect(item.x, item.y - item.size, width, (1 + DESCENT) * item.size), item.size
        elif isinstance(item, Rotated):
            for box, size in text_boxes(item.items):
                yield item.box_around(box), size if item.degrees % 180 == 0 else 0.0
        elif isinstance(item, View):
            yield from text_boxes(item.items)


def _artwork_boxes(items: Iterable[DrawingItem]) -> Iterator[Boxed]:
    """Yield the box of each artwork that is no ground."""
    for item in items:
        if isinstance(item, PlacedArtwork):
            yield item.box, 0.0
        elif isinstance(item, View) and not item.is_ground:
            yield from _artwork_boxes(item.items)


def _boxes(pieces: Iterable[Piece], found: Callable[[Iterable[DrawingItem]], Iterator[Boxed]]) -> Iterator[Boxed]:
    """Yield what is found on both sides, as it is seen from the face."""
    for piece in pieces:
        yield from found(piece.face.items)
        for box, size in found(piece.back.items) if piece.back else ():
            yield replace(box, x=piece.face.size.width - box.right), size


def _harms(own: Iterable[Mm], words: Iterable[Stretch], icons: Iterable[Stretch]) -> dict[Mm, int]:
    """Return the places between words along one side, with the harm of a cut there."""
    harms = {}
    for start, end, is_heading in _gaps(words):
        harms[(start + end) / 2] = THROUGH_LITTLE
        if not is_heading:
            beside = [icon for icon in icons if start < icon[1] and icon[0] < end]
            for first, last, _ in _gaps([(-math.inf, start, 0.0), *beside, (end, math.inf, 0.0)]):
                if last - first > 2 * CLEAR:
                    harms |= dict.fromkeys((first + CLEAR, last - CLEAR), NEAR)
                harms[(first + last) / 2] = BESIDE_ALL
    return harms | {at: _harm_of_own(at, words) for at in own if not any(_is_inked(at, line) for line in words)}


def _harm_of_own(at: Mm, words: Iterable[Stretch]) -> int:
    """Return the harm of a seam of the game, beside words or in the room that a line of words has for rare letters."""
    return BESIDE_ALL if any(start < at < end for start, end, _ in words) else NO_HARM


def _is_inked(at: Mm, line: Stretch) -> bool:
    """Return whether most letters of some words, from their baseline up to the top of a capital, would be cut."""
    start, end, size = line
    return start + (1 - CAPITAL) * size < at < end - DESCENT * size


def _gaps(found: Iterable[Stretch]) -> Iterator[tuple[Mm, Mm, bool]]:
    """Yield start and end of the gaps between some stretches, and whether what is before it is larger than what follows."""
    stretches = sorted(found)
    reached, before = -math.inf, list[Stretch]()
    for index, (start, end, size) in enumerate(stretches):
        if before and start > reached:
            middle = next((begin + stop) / 2 for begin, stop, _ in before if stop == reached)  # of the last row
            above = max(other for _, stop, other in before if stop > middle)
            below = max(other for begin, _, other in stretches[index:] if begin < end)
            yield reached, start, above > below * SAME_SIZE
            before = []
        before.append((start, end, size))
        reached = max(reached, end)

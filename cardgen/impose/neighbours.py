"""Keep pieces with unlike edges apart: by a gap that costs no row or column, or by their order on the sheets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from cardgen.geometry.units import Mm
from cardgen.impose.grid import SlotGrid
from cardgen.model.piece import Piece, SideColors

LEAST_GAP: Mm = 1.0
"""A smaller gap is no help: a cut that is 1 mm off shows the neighbour all the same."""
_ALIKE = 24  # difference of a channel, of 255, up to which two grounds look the same beside a cut
_LEFT, _TOP, _RIGHT, _BOTTOM = range(4)


def free_gap(grid: SlotGrid, bleed: Mm) -> Mm:
    """Return the largest gap between slots that costs no row or column, mm, at most twice the bleed; 0 if it is too small.

    Args:
        bleed: How far ink runs past each piece, mm.
    """
    area, slot = grid.place.area, grid.slot_size
    across = (area.width - grid.columns * slot.width) / (grid.columns - 1) if grid.columns > 1 else math.inf
    down = (area.height - grid.rows * slot.height) / (grid.rows - 1) if grid.rows > 1 else math.inf
    gap = math.floor(10 * min(across, down, 2 * bleed) + 1e-6) / 10
    return gap if gap >= LEAST_GAP else 0.0


def count_unlike(pieces: Sequence[Piece], grid: SlotGrid) -> int:
    """Return how many pairs of neighbours on the sheets have unlike edges.

    Args:
        pieces: All copies in the order of their slots.
    """
    return sum(_are_unlike(*pair) for pair in _pairs(pieces, grid))


def sort_alike(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces with like edges one after the other; otherwise their order stays."""
    kinds: list[list[Piece]] = []
    for piece in pieces:
        group = next((one for one in kinds if _look_alike(one[0].edges, piece.edges)), None)
        if group is None:
            kinds.append([piece])
        else:
            group.append(piece)
    return [piece for group in kinds for piece in group]


def _pairs(pieces: Sequence[Piece], grid: SlotGrid) -> Iterator[tuple[Piece, Piece, int, int]]:
    """Yield neighbours on the same sheet, each pair with the sides that meet."""
    for number, piece in enumerate(pieces):
        slot = number % grid.capacity
        if slot % grid.columns < grid.columns - 1 and number + 1 < len(pieces):
            yield piece, pieces[number + 1], _RIGHT, _LEFT
        below = number + grid.columns
        if slot + grid.columns < grid.capacity and below < len(pieces):
            yield piece, pieces[below], _BOTTOM, _TOP


def _are_unlike(one: Piece, other: Piece, side: int, opposite: int) -> bool:
    """Return whether faces differ where they meet, or backs, which meet with the other of two sides where they are mirrored."""
    if not one.edges or not other.edges:
        return False
    if not _is_like(one.edges[side], other.edges[opposite]):
        return True
    if not (one.back and other.back):
        return False
    return not (
        _is_like(one.edges[4 + side], other.edges[4 + opposite])
        and _is_like(one.edges[4 + opposite], other.edges[4 + side])
    )


def _look_alike(one: Sequence[SideColors], other: Sequence[SideColors]) -> bool:
    return len(one) == len(other) and all(map(_is_like, one, other))


def _is_like(one: SideColors, other: SideColors) -> bool:
    return all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))

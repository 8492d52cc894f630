"""Count the pieces of a size that fit on a paper, in portrait and in landscape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.geometry.units import Edges, Mm, Size
from cardgen.impose.areas import SlotArea, slot_areas
from cardgen.impose.grid import columns_and_rows
from cardgen.impose.paper import MARGINS
from cardgen.report.errors import UnlocatedError

BLEED_GAP: Mm = 6.0
"""Gap that leaves 3 mm of bleed, as metric print shops require, on both sides of a cut, mm."""


@dataclass(frozen=True, slots=True)
class Fit:
    """One way to put pieces on a paper.

    Attributes:
        lying: Whether the paper is in landscape.
        columns: Number of pieces side by side.
        rows: Number of pieces one below the other.
        spaced: Number of pieces that fit with room for bleed between them.
        largest_gap: Widest gap that leaves room for as many pieces, mm; None if no two of them are neighbours.
    """

    lying: bool
    columns: int
    rows: int
    spaced: int
    largest_gap: Mm | None

    @property
    def count(self) -> int:
        """Number of pieces on a sheet."""
        return self.columns * self.rows


def find_fits(piece: Size, paper: Size, margins: Edges = MARGINS, gap: Mm = 0.0) -> list[Fit]:
    """Return the ways to put pieces on a paper, portrait first; an orientation that the margins fill is left out.

    Args:
        piece: Trim size of a piece, mm.
        paper: Size of the paper, either way round, mm.
        gap: Gap between neighbouring pieces, mm.
    """
    try:
        return [_fit(piece, place, gap) for place in slot_areas(paper, margins)]
    except UnlocatedError:
        return []


def count_folded_pairs(piece: Size, paper: Size, margins: Edges = MARGINS, gap: Mm = 0.0) -> int:
    """Return the largest number of pieces whose backs fit beside them, across a fold.

    Args:
        piece: Trim size of a piece, mm.
        paper: Size of the paper, either way round, mm.
        gap: Gap between neighbouring pieces, mm.
    """
    try:
        return max(_fit(piece, place, gap).count for place in slot_areas(paper, margins, fold=True))
    except UnlocatedError:
        return 0


def best_fit(ways: Sequence[Fit]) -> Fit | None:
    """Return the way with the most pieces, portrait if equal; None if no piece fits."""
    best = max(ways, key=lambda way: way.count, default=None)
    return best if best and best.count else None


def _fit(piece: Size, place: SlotArea, gap: Mm) -> Fit:
    area = place.area.size
    columns, rows = columns_and_rows(piece, area, gap)
    spaced = columns_and_rows(piece, area, max(gap, BLEED_GAP))
    spare = [
        (length - count * side) / (count - 1)
        for length, side, count in ((area.width, piece.width, columns), (area.height, piece.height, rows))
        if count > 1
    ]
    lying = place.paper.width > place.paper.height
    largest = min(spare) if spare and columns and rows else None
    return Fit(lying, columns, rows, spaced[0] * spaced[1], None if largest is None else max(0.0, largest))

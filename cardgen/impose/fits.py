"""What fits where: how many pieces of a size go on a paper, each way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.geometry.units import Edges, Mm, Size
from cardgen.impose.areas import SlotArea, slot_areas
from cardgen.impose.grid import columns_and_rows
from cardgen.impose.paper import MARGINS
from cardgen.report.errors import UnlocatedError

BLEED_GAP: Mm = 6.0
"""Room for 3 mm of bleed, what metric print shops ask for, at both sides of a cut."""


@dataclass(frozen=True, slots=True)
class Fit:
    """One way to put pieces on a paper.

    Attributes:
        lying: Whether the paper lies on its longer side.
        columns: Pieces side by side.
        rows: Pieces one below the other.
        spaced: How many fit with room for bleed between them.
        largest_gap: The widest gap that leaves room for as many; None if no two pieces are neighbours.
    """

    lying: bool
    columns: int
    rows: int
    spaced: int
    largest_gap: Mm | None

    @property
    def count(self) -> int:
        """Pieces on a sheet."""
        return self.columns * self.rows


def fits(piece: Size, paper: Size, margins: Edges = MARGINS, gap: Mm = 0.0) -> list[Fit]:
    """The ways to put pieces on a paper, upright first; one that the margins fill is left out."""
    try:
        return [_fit(piece, place, gap) for place in slot_areas(paper, margins)]
    except UnlocatedError:
        return []


def folded_pairs(piece: Size, paper: Size, margins: Edges = MARGINS, gap: Mm = 0.0) -> int:
    """The most pieces whose backs fit beside them, across a fold."""
    try:
        return max(_fit(piece, place, gap).count for place in slot_areas(paper, margins, fold=True))
    except UnlocatedError:
        return 0


def best_fit(ways: Sequence[Fit]) -> Fit | None:
    """The way with the most pieces, upright among equals; None if no piece fits."""
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

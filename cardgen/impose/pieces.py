"""Lay pieces of equal size out in rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal

from cardgen.geometry.outlines import RECTANGLE, PlacedOutline
from cardgen.geometry.units import Edges, Mm, Size
from cardgen.impose.areas import SlotArea
from cardgen.impose.duplex import mirror_placements, verso_of
from cardgen.impose.folded import (
    fold_marks,
    hole_marks,
    hole_outlines,
    unfolded_outline,
    unfolded_placements,
    unfolded_size,
)
from cardgen.impose.grid import SlotGrid, best_grid
from cardgen.impose.layout import Layout
from cardgen.impose.marks import crop_marks, cut_lines, limit_edges
from cardgen.impose.neighbours import count_unlike, free_gap, sort_alike
from cardgen.model.piece import Piece
from cardgen.model.sheet import CutWay, Folded, Mark, Placement, Sheet, Side
from cardgen.records import dataclass
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:
    from cardgen.impose.products import ProductSlots
    from cardgen.impose.shelves import Slots


def impose_pieces(
    pieces: Sequence[Piece],
    layout: Layout,
    *,
    kind: str,
    title: str,
    gutter: Mm = 0.0,
    role: str = "",
    cut: Literal["", "straight", "outline", "none"] = "",
) -> list[Sheet]:
    """Put all copies of some pieces on sheets: equally large ones in order, row by row; others wherever they fit.

    Args:
        pieces: Pieces whose slots have the same size, or that are all cut along their outlines; of several kinds if these
            share their sheets.
        layout: Paper, margins, marks, and how the backs get behind the faces.
        kind: Name of the kind of piece, or of the group of kinds, that the sheets carry.
        title: Title of the sheets, for people; numbered if there are several.
        gutter: Gap between neighbouring slots, mm, unless the layout has its own; 0 shares the cuts.
        cut: How the sheets are cut; empty goes by the outlines of the pieces.

    Returns:
        The sheets. A sheet whose pieces have no backs has no verso; a sheet that is folded, or whose pieces are folded
        over, has the backs on the recto. Only the faces have marks.

    Raises:
        UnlocatedError: E501, no piece fits; E503, the margins fill the paper; E507, the gap is too wide; E509, the corner
            radius is too large.
    """
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    if not copies:
        return []
    by_outline = cut == "outline" or any(unfolded_outline(piece) != RECTANGLE for piece in copies)
    way: CutWay = "none" if cut == "none" else "outline" if by_outline else "straight"
    is_separated = layout.product and way == "straight" and layout.marks == "crop"
    how = replace(layout, marks="none") if way == "none" or is_separated else layout
    usual = max(gutter, layout.plotter.gap) if layout.plotter else gutter
    filled = _filled_grids(copies, how, usual, by_outline=by_outline)
    return [
        _sheet(one, kind, number_title(title, number, len(filled)), title, role, way)
        for number, one in enumerate(filled, 1)
    ]


def _filled_grids(copies: Sequence[Piece], layout: Layout, usual_gap: Mm, *, by_outline: bool) -> list[_FilledGrid]:
    """Return pieces in the slots of as many sheets as they need."""
    sizes = {unfolded_size(piece) for piece in copies}
    for size in sizes:
        _check_corners(size, layout.corners)
    if layout.product:
        from cardgen.impose.products import fill_product

        filled = fill_product(layout.product, [unfolded_size(piece) for piece in copies])
        rest = iter(copies)
        return [_FilledGrid(sheet, tuple(islice(rest, len(sheet.boxes))), layout) for sheet in filled]
    gap = usual_gap if layout.gap is None else layout.gap
    fold = layout.duplex == "fold" and any(piece.back and not piece.fold for piece in copies)
    if len(sizes) > 1:
        if not by_outline:
            raise ValueError(f"pieces on one grid differ in size: {sorted(map(str, sizes))}")
        from cardgen.impose.shelves import fill_shelves

        slots = [unfolded_size(piece) for piece in copies]
        sheets = fill_shelves(slots, layout.paper, layout.margins, gap, fold=fold, plotter=layout.plotter)
        return [_FilledGrid(sheet, tuple(copies[index] for index in sheet.order), layout) for sheet in sheets]
    size = sizes.pop()
    grid = best_grid(size, layout.paper, len(copies), layout.margins, gap, fold=fold, plotter=layout.plotter)
    if layout.gap is None and not (gap or fold or layout.plotter or by_outline):
        grid, copies = _apart(grid, copies, layout)
    groups = [copies[i : i + grid.capacity] for i in range(0, len(copies), grid.capacity)]
    return [_FilledGrid(grid, tuple(group), layout) for group in groups]


def _apart(grid: SlotGrid, copies: Sequence[Piece], layout: Layout) -> tuple[SlotGrid, Sequence[Piece]]:
    """Return a grid with a gap if neighbours have unlike edges, or else another order in which fewer have."""
    unlike = count_unlike(copies, grid)
    if not unlike:
        return grid, copies
    if gap := free_gap(grid, min(piece.face.bleed for piece in copies)):
        return best_grid(grid.slot_size, layout.paper, len(copies), layout.margins, gap), copies
    ordered = sort_alike(copies)
    return grid, ordered if count_unlike(ordered, grid) < unlike else copies


def number_title(title: str, number: int, count: int) -> str:
    """Return the title of one sheet of several.

    Args:
        number: Number of the sheet, from 1.
        count: Number of sheets; the title of a single one has no number.
    """
    return f"{title} ({number}/{count})" if count > 1 else title


def _check_corners(slot: Size, radius: Mm) -> None:
    most = min(slot.width, slot.height) / 2
    if radius > most:
        message = f"corner radius of {radius:g} mm does not fit a piece of {slot}"
        raise UnlocatedError("E509", message, expected=f"at most {most:g} mm, half of its shorter side")


@dataclass(frozen=True, slots=True)
class _FilledGrid:
    """The pieces of one sheet in their slots.

    Attributes:
        pieces: Pieces in the order of the slots; they fill the first ones.
    """

    grid: Slots | ProductSlots
    pieces: tuple[Piece, ...]
    layout: Layout

    def room(self, index: int) -> Edges:
        """Return how far ink may run past a slot, at most the bleed of its piece."""
        return limit_edges(self.grid.room(index, len(self.pieces)), self.pieces[index].face.bleed)

    def faces(self) -> list[Placement]:
        """Return the placement of each face in its slot."""
        faces = []
        for index, piece in enumerate(self.pieces):
            slot, bleed = self.grid.slot(index), self.room(index)
            if piece.fold:
                faces.append(unfolded_placements(piece, slot, bleed)[0])
            else:
                faces.append(Placement(piece.face, slot, bleed, outline=piece.outline))
        return faces

    def folded_backs(self) -> tuple[Placement, ...]:
        """Return the backs of pieces that are folded over, each in the slot of its face."""
        placed = (
            unfolded_placements(piece, self.grid.slot(index), self.room(index))
            for index, piece in enumerate(self.pieces)
            if piece.fold
        )
        return tuple(chain.from_iterable(pair[1:] for pair in placed))

    def outlines(self) -> tuple[PlacedOutline, ...]:
        """Return what is cut out of each slot."""
        return tuple(
            _rounded(PlacedOutline(unfolded_outline(piece), self.grid.slot(index)), self.layout.corners)
            for index, piece in enumerate(self.pieces)
        )

    def holes(self) -> tuple[PlacedOutline, ...]:
        """Return the holes that are cut into the pieces."""
        holes = (hole_outlines(piece, self.grid.slot(index)) for index, piece in enumerate(self.pieces))
        return tuple(chain.from_iterable(holes))

    def marks(self) -> tuple[Mark, ...]:
        """Return the lines along which pieces are folded, and the crosses in their holes."""
        marks = (
            (*fold_marks(piece, self.grid.slot(index)), *hole_marks(piece, self.grid.slot(index)))
            for index, piece in enumerate(self.pieces)
        )
        return tuple(chain.from_iterable(marks))


def _rounded(placed: PlacedOutline, radius: Mm) -> PlacedOutline:
    return PlacedOutline(placed.outline, placed.box, radius if placed.outline == RECTANGLE else 0.0)


def _sheet(filled: _FilledGrid, kind: str, title: str, heading: str, role: str, way: CutWay) -> Sheet:
    grid, layout, faces = filled.grid, filled.layout, filled.faces()
    backs = [None if piece.fold else piece.back for piece in filled.pieces]
    endwise = [piece.endwise for piece in filled.pieces]
    beside, verso = filled.folded_backs(), None
    if grid.place.fold:
        beside += mirror_placements(faces, backs, grid.paper, grid.place.fold, endwise)
    elif layout.two_sided:
        verso = verso_of(faces, backs, grid.paper, layout.flip, endwise)
    outlines, holes = filled.outlines(), filled.holes()
    straight = way != "outline"
    by_hand = layout.marks == "crop" and not layout.plotter
    marks = _marks(grid, filled.pieces) if by_hand and straight and isinstance(grid, SlotGrid) else ()
    all_round = layout.marks == "lines" or (by_hand and not straight)
    guided = not layout.plotter or layout.marks == "lines"
    curves = cut_lines(outlines, all_round=all_round) if guided else ()
    if guided and layout.marks != "none":
        curves += cut_lines(holes, all_round=True)
    return Sheet(
        kind,
        title,
        grid.paper,
        Side(
            (*faces, *beside),
            (*marks, *_fold_line(grid.place), *filled.marks()),
            cuts=curves,
            registration=layout.plotter.marks(grid.paper) if layout.plotter else (),
        ),
        verso if verso and verso.placements else None,
        piece_count=len(filled.pieces),
        cut=way != "none",
        heading=heading,
        role=role,
        outlines=outlines,
        folded=_folded(filled),
        cut_way=way,
        holes=holes,
    )


def _folded(filled: _FilledGrid) -> Folded:
    if filled.grid.place.fold:
        return "sheet"
    if any(piece.net for piece in filled.pieces):
        return "net"
    return "pieces" if any(piece.fold for piece in filled.pieces) else ""


def _marks(grid: SlotGrid, pieces: Sequence[Piece]) -> tuple[Mark, ...]:
    """Return crop marks around the whole block, even if it is not full, since a guillotine cuts right through it."""
    xs, ys = grid.cuts(len(pieces))
    return crop_marks(xs, ys, grid.block, grid.place.region, max(piece.face.bleed for piece in pieces))


def _fold_line(place: SlotArea) -> tuple[Mark, ...]:
    """Return the line along which the sheet is folded, from edge to edge."""
    page = place.paper
    if place.fold == "vertical":
        return (Mark("fold", page.width / 2, 0.0, page.width / 2, page.height),)
    return (Mark("fold", 0.0, page.height / 2, page.width, page.height / 2),) if place.fold else ()

"""Cut boards that are larger than a sheet into overlapping tiles, which are laid over each other and glued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from cardgen.geometry.outlines import RECTANGLE, PlacedOutline
from cardgen.geometry.paths import Curve, lines_inside
from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.impose.duplex import separate_sides, verso_of
from cardgen.impose.layout import Layout
from cardgen.impose.marks import UNPRINTABLE, crop_marks, limit_edges, page_box, room_around
from cardgen.impose.paper import MARGINS, printable_areas
from cardgen.impose.seams import NO_SEAMS, Seams, best_cuts
from cardgen.model.piece import Piece
from cardgen.model.sheet import LABEL_SIZE, Label, Mark, Placement, Sheet, Side
from cardgen.records import dataclass
from cardgen.report.errors import UnlocatedError

OVERLAP: Mm = 10.0
"""Width of the strip that two tiles have in common, mm: enough for glue (plakativ, for posters, takes 15 mm)."""
TICK: Mm = 3.0
"""Distance that an overlap line runs past its tile, mm."""
LABEL_INSET: Mm = 5.0
"""Distance from the corner of a tile to its label, past the crop mark that is there, mm."""
LABEL_GAP: Mm = 0.25
"""Least distance of a label from ink, mm."""
DESCENT: Mm = LABEL_SIZE / 4
"""Height of a label below its baseline, mm."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """The tiles that a board is cut into.

    Attributes:
        xs: Left edge of each column of tiles on the board, mm; the first is 0.
        ys: Top edge of each row of tiles on the board, mm; the first is 0.
        overlap: Width of the strip that two neighbours have in common, mm.
        paper: Size of the sheets as they are seen, mm.
        area: Box inside the margins of a sheet.
        harm: Sum of the harms of the cuts.
    """

    board: Size
    xs: tuple[Mm, ...]
    ys: tuple[Mm, ...]
    overlap: Mm
    paper: Size
    area: Rect
    harm: int = 0

    @property
    def count(self) -> int:
        """Number of sheets of one board."""
        return len(self.xs) * len(self.ys)

    def is_last(self, column: int, row: int) -> tuple[bool, bool]:
        """Return whether the board ends at the right edge, and at the bottom edge, of a tile.

        Args:
            column: Column of the tile, from 0 at the left.
            row: Row of the tile, from 0 at the top.
        """
        return column == len(self.xs) - 1, row == len(self.ys) - 1

    def part(self, column: int, row: int) -> Rect:
        """Return the part of the board that a tile carries, its share of the overlap included, in mm.

        Args:
            column: Column of the tile, from 0 at the left.
            row: Row of the tile, from 0 at the top.
        """
        x, y = self.xs[column], self.ys[row]
        right = (*self.xs, self.board.width - self.overlap)[column + 1] + self.overlap
        bottom = (*self.ys, self.board.height - self.overlap)[row + 1] + self.overlap
        return Rect(x, y, right - x, bottom - y)

    def trim(self, column: int, row: int) -> Rect:
        """Return the box of a tile on its sheet, centred between the margins, in mm.

        Args:
            column: Column of the tile, from 0 at the left.
            row: Row of the tile, from 0 at the top.
        """
        part, area = self.part(column, row), self.area
        x, y = area.x + (area.width - part.width) / 2, area.y + (area.height - part.height) / 2
        return Rect(x, y, part.width, part.height)


def best_tiling(
    board: Size, paper: Size, margins: Edges = MARGINS, overlap: Mm = OVERLAP, seams: Seams = NO_SEAMS
) -> Tiling:
    """Find the fewest sheets for a board, on the paper in portrait or landscape.

    Each axis takes ceil((board - overlap) / (printable - overlap)) sheets. Among equal tilings, the one whose cuts do
    the least harm wins, then the most even one, then portrait paper.

    Args:
        board: Trim size of the board, mm.
        paper: Size of the paper, either way round, mm.
        margins: Margins of the page as it is seen, whichever way the paper lies.
        overlap: Width of the strip that two neighbouring tiles have in common, mm.
        seams: Places at which the board may be cut, x and y, mm, with their harms.

    Raises:
        UnlocatedError: E503, the margins or the overlap leave too little of the paper.
    """
    found = []
    for page, area in printable_areas(paper, margins):
        across = best_cuts(board.width, area.width, overlap, seams[0])
        down = best_cuts(board.height, area.height, overlap, seams[1])
        if across and down:
            harm, unevenness = (sum(costs) for costs in zip(across.cost, down.cost, strict=True))
            tiling = Tiling(board, (0.0, *across.places), (0.0, *down.places), overlap, page, area, int(harm))
            found.append(((tiling.count, harm, unevenness), tiling))
    if not found:
        raise UnlocatedError("E503", f"paper of {paper} is too small for tiles that overlap by {overlap:g} mm")
    return min(found, key=lambda costed: costed[0])[1]


def impose_tiles(
    piece: Piece,
    layout: Layout,
    *,
    title: str,
    overlap: Mm = OVERLAP,
    seams: Seams = NO_SEAMS,
    back_title: str = "",
) -> list[Sheet]:
    """Spread each copy of a board over as many sheets as it needs, row by row; over one if it fits.

    Every tile is cut at its left and top edges. Its right and bottom edges are cut only where the board ends; elsewhere
    the next tile is glued on, and an overlap line shows where its edge goes.

    Args:
        layout: Paper, margins, marks, and how the back gets behind the face. A board is never folded: where the layout
            folds, each back is a sheet of its own, to be glued behind.
        title: Title of the sheets, for people; the name of the tile is added.
        overlap: Width of the strip that two neighbouring tiles have in common, mm.
        seams: Places at which the board may be cut, x and y, mm, with their harms.
        back_title: Title of sheets with only a back; empty takes that of the face.

    Returns:
        The sheets. `piece_count` is 1 on the first sheet of a board and 0 on its others.

    Raises:
        UnlocatedError: E503, the margins or the overlap leave too little of the paper.
    """
    tiling = best_tiling(piece.face.size, layout.paper, layout.margins, overlap, seams)
    places = product(range(len(tiling.ys)), range(len(tiling.xs)))
    board = [_sheet(piece, tiling, column, row, title, layout) for row, column in places]
    if layout.duplex == "none":
        board = [replace(sheet, verso=None) for sheet in board]
    elif layout.duplex == "fold":
        back = back_title or title
        board = [part for sheet in board for part in separate_sides(sheet, back + sheet.title.removeprefix(title))]
    return board * piece.copies


def tile_name(column: int, row: int) -> str:
    """Return the name of a tile: a letter for its row, a number for its column; `A1` is the one at the top left.

    Args:
        column: Column of the tile, from 0 at the left.
        row: Row of the tile, from 0 at the top.
    """
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{column + 1}"


def _sheet(piece: Piece, tiling: Tiling, column: int, row: int, title: str, layout: Layout) -> Sheet:
    ends_right, ends_below = tiling.is_last(column, row)
    part, trim = tiling.part(column, row), tiling.trim(column, row)
    bleed = _bleed(room_around(trim, page_box(tiling.paper)), piece.face.bleed, ends_right, ends_below)
    several = tiling.count > 1
    outline = RECTANGLE if several else piece.outline
    recto = Placement(piece.face, trim, bleed, origin=(part.x, part.y), outline=outline)
    verso = verso_of((recto,), (piece.back,), tiling.paper, layout.flip, (piece.endwise,))
    xs = [trim.x, trim.right] if ends_right else [trim.x]
    ys = [trim.y, trim.bottom] if ends_below else [trim.y]
    marks = crop_marks(xs, ys, trim, page_box(tiling.paper), piece.face.bleed) if layout.marks == "crop" else ()
    lines = _lines(xs, ys, trim) if layout.marks == "lines" else ()
    if piece.outline != RECTANGLE and layout.marks != "none":
        board = Rect(trim.x - part.x, trim.y - part.y, tiling.board.width, tiling.board.height)
        around = PlacedOutline(piece.outline, board)
        marks, lines = (marks, lines_inside(around.corners(), trim)) if several else ((), around.curves())
    name = f"{title} {tile_name(column, row)}" if several else title
    return Sheet(
        piece.kind,
        name,
        tiling.paper,
        Side(
            (recto,),
            (*marks, *_overlap_marks(trim, tiling, ends_right, ends_below)),
            _labels(name, trim, bleed, tiling.paper) if several else (),
            lines,
        ),
        verso if verso.placements else None,
        piece_count=0 if column or row else 1,
        cut=True,
        cut_way="straight" if piece.outline == RECTANGLE else "outline",
        tile=(column + 1, row + 1, len(tiling.xs), len(tiling.ys)) if several else None,
        outlines=() if several else (PlacedOutline(outline, trim),),
    )


def _lines(xs: Sequence[Mm], ys: Sequence[Mm], trim: Rect) -> tuple[Curve, ...]:
    """Return lines to cut along, on the edges that are cut."""
    upright = [((x, trim.y), (x, trim.bottom)) for x in xs]
    return (*upright, *(((trim.x, y), (trim.right, y)) for y in ys))


def _bleed(room: Edges, bleed: Mm, ends_right: bool, ends_below: bool) -> Edges:
    """Return the bleed past each edge that is cut; none past an edge that the next tile covers."""
    edges = limit_edges(room, bleed)
    return Edges(edges.left, edges.top, edges.right if ends_right else 0, edges.bottom if ends_below else 0)


def _overlap_marks(trim: Rect, tiling: Tiling, ends_right: bool, ends_below: bool) -> list[Mark]:
    """Return lines where the edges of the right and the lower neighbour go, with ticks into the margin."""
    printed = room_around(trim.grown(Edges.all(UNPRINTABLE)), page_box(tiling.paper))
    seen = trim.grown(limit_edges(printed, TICK))
    marks = []
    if not ends_right:
        x = trim.right - tiling.overlap
        marks.append(Mark("overlap", x, seen.y, x, seen.bottom))
    if not ends_below:
        y = trim.bottom - tiling.overlap
        marks.append(Mark("overlap", seen.x, y, seen.right, y))
    return marks


def _labels(name: str, trim: Rect, bleed: Edges, paper: Size) -> tuple[Label, ...]:
    """Return the name in the wider of the bottom and the right margin: the top and left ones are always cut off.

    There is no label if ink leaves no room in either margin, as on the last tile of a board that fills its sheets.
    """
    room = room_around(trim, page_box(paper))
    below, beside = room.bottom - bleed.bottom, room.right - bleed.right
    if max(below, beside) < LABEL_GAP + LABEL_SIZE:
        return ()
    if below >= beside:
        baseline = _label_distance(room.bottom, bleed.bottom) + LABEL_SIZE - DESCENT
        return (Label(name, trim.x + LABEL_INSET, trim.bottom + baseline),)
    baseline = _label_distance(room.right, bleed.right) + DESCENT
    return (Label(name, trim.right + baseline, trim.y + LABEL_INSET, 90),)


def _label_distance(room: Mm, bleed: Mm) -> Mm:
    """Return the distance from a tile to its label: past the bleed, but not into the rim that printers leave white."""
    return max(min(bleed + 1.5, room - UNPRINTABLE - LABEL_SIZE), bleed + LABEL_GAP)

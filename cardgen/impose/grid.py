"""Equal pieces in rows and columns on as few sheets as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.errors import Fault
from cardgen.impose.duplex import verso_of
from cardgen.impose.marks import at_most, crop_marks, room_around
from cardgen.impose.paper import MARGINS, TOLERANCE, printable_areas, smallest_paper
from cardgen.model.piece import Piece
from cardgen.model.sheet import FlipEdge, Mark, Placement, Sheet, Side
from cardgen.units import Edges, Mm, Rect, Size


@dataclass(frozen=True, slots=True)
class Grid:
    """The slots of a sheet, counted row by row from the top left.

    Attributes:
        columns: Slots side by side.
        rows: Slots one below the other.
        piece: Size of a slot: the trim of a piece.
        gutter: Gap between neighbouring slots; 0 shares the cuts.
        paper: Size of the sheet as it is seen.
        x: Left side of the first slot.
        y: Upper side of the first slot.
    """

    columns: int
    rows: int
    piece: Size
    gutter: Mm
    paper: Size
    x: Mm
    y: Mm

    @property
    def capacity(self) -> int:
        """Slots on a sheet."""
        return self.columns * self.rows

    @property
    def block(self) -> Rect:
        """The box about all slots."""
        last = self.slot(self.capacity - 1)
        return Rect(self.x, self.y, last.right - self.x, last.bottom - self.y)

    def slot(self, index: int) -> Rect:
        """The box of a slot on the recto."""
        row, column = divmod(index, self.columns)
        x = self.x + column * (self.piece.width + self.gutter)
        y = self.y + row * (self.piece.height + self.gutter)
        return Rect(x, y, self.piece.width, self.piece.height)

    def room(self, index: int, count: int) -> Edges:
        """How far ink may run past a slot when the first `count` slots are taken.

        Between two pieces each has half the gutter; where there is no neighbour, all of the way to the edge of
        the paper is free.
        """
        row, column = divmod(index, self.columns)
        free = room_around(self.slot(index), self.paper)
        half = self.gutter / 2
        return Edges(
            half if column > 0 else free.left,
            half if row > 0 else free.top,
            half if column < self.columns - 1 and index + 1 < count else free.right,
            half if index + self.columns < count else free.bottom,
        )

    def cuts(self, count: int) -> tuple[list[Mm], list[Mm]]:
        """Where the upright (x) and the level (y) cuts run that free the first `count` slots."""
        columns, rows = min(count, self.columns), _ceil(count, self.columns)
        return (
            _cuts(self.x, self.piece.width, self.gutter, columns),
            _cuts(self.y, self.piece.height, self.gutter, rows),
        )


def _cuts(first: Mm, length: Mm, gutter: Mm, count: int) -> list[Mm]:
    if not gutter:
        return [first + i * length for i in range(count + 1)]
    starts = [first + i * (length + gutter) for i in range(count)]
    return [cut for start in starts for cut in (start, start + length)]


def best_grid(piece: Size, paper: Size, count: int, margins: Edges = MARGINS, gutter: Mm = 0.0) -> Grid:
    """Find the grid that carries pieces on the fewest sheets, on the paper upright or lying; upright if equal.

    All sheets have the same full grid, so that one setting of a guillotine cuts them. A sheet that is the only one
    has no more rows than its pieces need, and no more columns than fill these rows.

    Args:
        piece: Trim size; pieces are not turned on the paper, the paper is.
        paper: Its size, either way round.
        count: How many pieces there are, copies included; at least 1.
        margins: Of the page as it is seen, whichever way the paper lies; bleed and marks may run into them.
        gutter: Gap between neighbouring slots, mm.

    Returns:
        The grid, in the middle of what the margins leave.

    Raises:
        Fault: E501, no piece fits; E503, the margins fill the paper.
    """
    areas = printable_areas(paper, margins)
    fitting = [(page, area, shape) for page, area in areas if all(shape := _shape(piece, area, gutter))]
    if not fitting:
        room = " or ".join(str(area.size) for _, area in areas)
        larger = smallest_paper(piece, margins)
        raise Fault(
            "E501",
            f"piece of {piece} does not fit paper of {paper}",
            expected=f"at most {room}, which is what the margins leave",
            hints=(f"it fits paper '{larger}'",) if larger else (),
        )
    page, area, (columns, rows) = min(fitting, key=lambda fit: _ceil(count, fit[2][0] * fit[2][1]))
    if count < columns * rows:
        rows = _ceil(count, columns)
        columns = _ceil(count, rows)
    width = columns * (piece.width + gutter) - gutter
    height = rows * (piece.height + gutter) - gutter
    x, y = area.x + (area.width - width) / 2, area.y + (area.height - height) / 2
    return Grid(columns, rows, piece, gutter, page, x, y)


def _shape(piece: Size, area: Rect, gutter: Mm) -> tuple[int, int]:
    """How many columns and rows fit."""
    columns = int((area.width + gutter + TOLERANCE) / (piece.width + gutter))
    rows = int((area.height + gutter + TOLERANCE) / (piece.height + gutter))
    return columns, rows


def _ceil(count: int, share: int) -> int:
    """How many shares hold a count."""
    return -(-count // share)


def impose_grid(
    pieces: Sequence[Piece],
    paper: Size,
    *,
    kind: str,
    title: str,
    margins: Edges = MARGINS,
    gutter: Mm = 0.0,
    flip: FlipEdge = "long",
) -> list[Sheet]:
    """Put all copies of equally large pieces on sheets, in order, row by row.

    Args:
        pieces: All of the same trim size; of several kinds if these share their sheets.
        paper: Its size, either way round.
        kind: What the sheets are said to carry.
        title: Of the sheets, for people; numbered if there are several.
        margins: Of the page as it is seen, whichever way the paper lies.
        gutter: Gap between neighbouring slots, mm; 0 shares the cuts.
        flip: The edge of the paper about which it is turned for the verso.

    Returns:
        The sheets. A sheet whose pieces have no backs has no verso. Crop marks are on the recto only.

    Raises:
        Fault: E501, no piece fits; E503, the margins fill the paper.
    """
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    if not copies:
        return []
    sizes = {piece.face.size for piece in pieces}
    if len(sizes) != 1:
        raise ValueError(f"pieces of one grid differ in size: {sorted(map(str, sizes))}")
    grid = best_grid(sizes.pop(), paper, len(copies), margins, gutter)
    groups = [copies[i : i + grid.capacity] for i in range(0, len(copies), grid.capacity)]
    return [
        _sheet(grid, group, kind, _numbered(title, number, len(groups)), flip) for number, group in enumerate(groups, 1)
    ]


def _numbered(title: str, number: int, count: int) -> str:
    """The title of one sheet of several."""
    return f"{title} ({number}/{count})" if count > 1 else title


def _sheet(grid: Grid, pieces: Sequence[Piece], kind: str, title: str, flip: FlipEdge) -> Sheet:
    recto = tuple(
        Placement(piece.face, grid.slot(i), at_most(grid.room(i, len(pieces)), piece.face.bleed))
        for i, piece in enumerate(pieces)
    )
    verso = verso_of(recto, [piece.back for piece in pieces], grid.paper, flip)
    return Sheet(
        kind,
        title,
        grid.paper,
        Side(recto, _marks(grid, pieces)),
        verso if verso.placements else None,
        piece_count=len(pieces),
        cut=True,
    )


def _marks(grid: Grid, pieces: Sequence[Piece]) -> tuple[Mark, ...]:
    """Crop marks at the rim of the whole block, also of one that is not full: a guillotine cuts right through."""
    xs, ys = grid.cuts(len(pieces))
    return crop_marks(xs, ys, grid.block, grid.paper, max(piece.face.bleed for piece in pieces))

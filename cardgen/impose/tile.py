"""A board that is larger than a sheet: tiles that overlap, to be cut, laid over each other and glued."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

from cardgen.errors import Fault
from cardgen.impose.duplex import verso_of
from cardgen.impose.marks import UNPRINTABLE, at_most, crop_marks, room_around
from cardgen.impose.paper import MARGINS, TOLERANCE, printable_areas
from cardgen.model.piece import Piece
from cardgen.model.sheet import FlipEdge, Label, Mark, Placement, Sheet, Side
from cardgen.units import Edges, Mm, Rect, Size

OVERLAP: Mm = 10.0
"""Enough for glue; the default of our plan for posters (plakativ takes 15 mm)."""
TICK: Mm = 3.0
"""How far an overlap line runs past its tile."""
LABEL_HEIGHT: Mm = 2.5
"""Room that we leave for the capitals of a label."""
LABEL_INSET: Mm = 5.0
"""From the corner of a tile to its label, past the crop mark that is there."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a board is cut into equal tiles.

    Attributes:
        columns: Tiles side by side.
        rows: Tiles one below the other.
        tile: Size of every tile, its share of the overlap included.
        overlap: Width of the strip that two neighbours have in common.
        paper: Size of the sheets as they are seen.
        x: Left side of a tile on its sheet.
        y: Upper side of a tile on its sheet.
    """

    columns: int
    rows: int
    tile: Size
    overlap: Mm
    paper: Size
    x: Mm
    y: Mm

    @property
    def count(self) -> int:
        """Sheets of one board."""
        return self.columns * self.rows

    @property
    def trim(self) -> Rect:
        """The box of a tile on its sheet."""
        return Rect(self.x, self.y, self.tile.width, self.tile.height)

    def origin(self, column: int, row: int) -> tuple[Mm, Mm]:
        """Where on the board a tile lies, counted from 0."""
        return column * (self.tile.width - self.overlap), row * (self.tile.height - self.overlap)


def best_tiling(board: Size, paper: Size, margins: Edges = MARGINS, overlap: Mm = OVERLAP) -> Tiling:
    """Find the fewest sheets that carry a board, on the paper upright or lying; upright if they are equal.

    Per axis it takes ceil((board - overlap) / (printable - overlap)) sheets. The tiles are made equal, so that no
    sheet carries just a strip.

    Raises:
        Fault: E503, the margins or the overlap leave too little of the paper.
    """
    areas = printable_areas(paper, margins)
    tilings = [tiling for page, area in areas if (tiling := _tiling(board, page, area, overlap))]
    if not tilings:
        raise Fault("E503", f"paper of {paper} is too small for tiles that overlap by {overlap:g} mm")
    return min(tilings, key=lambda tiling: tiling.count)


def _tiling(board: Size, page: Size, area: Rect, overlap: Mm) -> Tiling | None:
    columns = _tiles(board.width, area.width, overlap)
    rows = _tiles(board.height, area.height, overlap)
    if not (columns and rows):
        return None
    tile = Size((board.width + (columns - 1) * overlap) / columns, (board.height + (rows - 1) * overlap) / rows)
    x, y = area.x + (area.width - tile.width) / 2, area.y + (area.height - tile.height) / 2
    return Tiling(columns, rows, tile, overlap, page, x, y)


def _tiles(board: Mm, room: Mm, overlap: Mm) -> int:
    """How many tiles of at most `room` a side takes; 0 if most of each would lie under its neighbours."""
    if board <= room + TOLERANCE:
        return 1
    return math.ceil((board - overlap - TOLERANCE) / (room - overlap)) if room >= 2 * overlap else 0


def impose_tiles(
    piece: Piece,
    paper: Size,
    *,
    title: str,
    margins: Edges = MARGINS,
    overlap: Mm = OVERLAP,
    flip: FlipEdge = "long",
) -> list[Sheet]:
    """Spread each copy of a board over as many sheets as it needs, row by row; over one if it fits.

    Every tile is cut at its left and upper side; at the right and lower side only where the board ends: there the
    next tile is glued on, and an overlap line shows where its edge comes to lie.

    Args:
        piece: The board.
        paper: Its size, either way round.
        title: Of the sheets, for people; the label of the tile is added.
        margins: Of the page as it is seen, whichever way the paper lies.
        overlap: Width of the strip that two neighbouring tiles have in common, mm.
        flip: The edge of the paper about which it is turned for the verso.

    Returns:
        The sheets. `piece_count` is 1 on the first sheet of a board and 0 on its others.

    Raises:
        Fault: E503, the margins or the overlap leave too little of the paper.
    """
    tiling = best_tiling(piece.face.size, paper, margins, overlap)
    places = product(range(tiling.rows), range(tiling.columns))
    board = [_sheet(piece, tiling, column, row, title, flip) for row, column in places]
    return board * piece.copies


def tile_name(column: int, row: int) -> str:
    """Name a tile, counted from 0: a letter for its row, a number for its column; `A1` is the upper left one."""
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{column + 1}"


def _sheet(piece: Piece, tiling: Tiling, column: int, row: int, title: str, flip: FlipEdge) -> Sheet:
    is_last_column, is_last_row = column == tiling.columns - 1, row == tiling.rows - 1
    trim = tiling.trim
    bleed = _bleed(room_around(trim, tiling.paper), piece.face.bleed, is_last_column, is_last_row)
    recto = Placement(piece.face, trim, bleed, origin=tiling.origin(column, row))
    verso = verso_of((recto,), (piece.back,), tiling.paper, flip)
    marks = (
        *crop_marks(
            [trim.x, trim.right] if is_last_column else [trim.x],
            [trim.y, trim.bottom] if is_last_row else [trim.y],
            trim,
            tiling.paper,
            piece.face.bleed,
        ),
        *_overlap_marks(tiling, is_last_column, is_last_row),
    )
    several = tiling.count > 1
    name = tile_name(column, row)
    labels = (_label(name, trim, bleed, tiling.paper),) if several else ()
    return Sheet(
        piece.kind,
        f"{title} {name}" if several else title,
        tiling.paper,
        Side((recto,), marks, labels),
        verso if verso.placements else None,
        piece_count=0 if column or row else 1,
        cut=True,
        tile=(column + 1, row + 1, tiling.columns, tiling.rows) if several else None,
    )


def _bleed(room: Edges, bleed: Mm, is_last_column: bool, is_last_row: bool) -> Edges:
    """Ink past each side that is cut, where the board ends or goes on; none past a side that is covered."""
    edges = at_most(room, bleed)
    return Edges(edges.left, edges.top, edges.right if is_last_column else 0, edges.bottom if is_last_row else 0)


def _overlap_marks(tiling: Tiling, is_last_column: bool, is_last_row: bool) -> list[Mark]:
    """Lines where the edges of the right and the lower neighbour come to lie, with ticks into the margin."""
    trim = tiling.trim
    printed = room_around(trim.grown(Edges.all(UNPRINTABLE)), tiling.paper)
    seen = trim.grown(at_most(printed, TICK))
    marks = []
    if not is_last_column:
        x = trim.right - tiling.overlap
        marks.append(Mark("overlap", x, seen.y, x, seen.bottom))
    if not is_last_row:
        y = trim.bottom - tiling.overlap
        marks.append(Mark("overlap", seen.x, y, seen.right, y))
    return marks


def _label(name: str, trim: Rect, bleed: Edges, paper: Size) -> Label:
    """Put the name into the wider of the lower and the right margin: the upper and left ones are always cut off."""
    room = room_around(trim, paper)
    below, beside = room.bottom - bleed.bottom, room.right - bleed.right
    if below >= beside:
        return Label(
            name, trim.x + LABEL_INSET, trim.bottom + _label_distance(room.bottom, bleed.bottom) + LABEL_HEIGHT
        )
    return Label(name, trim.right + _label_distance(room.right, bleed.right), trim.y + LABEL_INSET, 90)


def _label_distance(room: Mm, bleed: Mm) -> Mm:
    """From a tile to the near side of its label: past the bleed, but not into the rim that printers leave white."""
    return max(min(bleed + 1.5, room - UNPRINTABLE - LABEL_HEIGHT), 0.5)

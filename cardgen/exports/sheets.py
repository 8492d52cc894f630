"""Cards on sheets without gaps, as virtual tables cut them up by columns and rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.material import ExportJob
from cardgen.exports.profile import Profile
from cardgen.exports.raster import Canvas, RasterPictures, png
from cardgen.geometry.units import MM_PER_INCH, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw import DrawnComponent


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """The cells of a sheet.

    Attributes:
        columns, rows: Number of cells across and down; cell 0 is top left, 1 is right of it.
        cell: Measures of one cell.
    """

    columns: int
    rows: int
    cell: Canvas

    @property
    def width(self) -> int:
        """Of the whole sheet, pixels."""
        return self.columns * self.cell.width

    @property
    def height(self) -> int:
        """Of the whole sheet, pixels."""
        return self.rows * self.cell.height


def best_grid(count: int, trim: Size, profile: Profile) -> SheetGrid:
    """The grid that shows the cards largest; of equal ones, that with the fewest empty cells.

    Args:
        count: Cards to be placed, at most as many as the profile's grid has cells.
        trim: Of a card.
        profile: Gives dpi, limit and the numbers of columns and rows.
    """
    grids = []
    for columns in range(profile.least, profile.grid[0] + 1):
        rows = max(math.ceil(count / columns), profile.least)
        if rows > profile.grid[1]:
            continue
        across, down = profile.limit // columns, profile.limit // rows
        width = int(min(profile.dpi * trim.width / MM_PER_INCH, across, down * trim.width / trim.height))
        pixel = trim.width / width
        grids.append(SheetGrid(columns, rows, Canvas(width, min(round(trim.height / pixel), down), pixel)))
    return max(grids, key=lambda grid: (grid.cell.width, -grid.columns * grid.rows))


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Some cards of one part, as many as a sheet holds.

    Attributes:
        part: What they belong to.
        number: Of the sheet within its part, from 1.
        pieces: The cards, in cell order.
        grid: Where they lie.
    """

    part: DrawnComponent
    number: int
    pieces: tuple[Piece, ...]
    grid: SheetGrid

    @property
    def one_back(self) -> Drawing | None:
        """The back that all cards share, if they share one."""
        backs = {piece.back for piece in self.pieces}
        return backs.pop() if len(backs) == 1 else None

    @property
    def drawings(self) -> list[tuple[Drawing, Canvas]]:
        """What must be drawn for it."""
        return [(side, self.grid.cell) for piece in self.pieces for side in (piece.face, piece.back) if side]

    def faces(self, pictures: RasterPictures) -> Image.Image:
        """The sheet of faces."""
        return self._filled(pictures, [piece.face for piece in self.pieces])

    def backs(self, pictures: RasterPictures) -> Image.Image:
        """The sheet of backs, each in the cell of its face."""
        return self._filled(pictures, [piece.back for piece in self.pieces])

    def _filled(self, pictures: RasterPictures, drawings: Sequence[Drawing | None]) -> Image.Image:
        sheet = Image.new("RGB", (self.grid.width, self.grid.height), "white")
        for index, drawing in enumerate(drawings):
            row, column = divmod(index, self.grid.columns)
            if drawing:
                place = column * self.grid.cell.width, row * self.grid.cell.height
                sheet.paste(pictures.picture(drawing, self.grid.cell), place)
        return sheet


def sheets_of(part: DrawnComponent, profile: Profile) -> list[CardSheet]:
    """The cards of a part on as few sheets as hold them; a card that is printed zero times is on none."""
    pieces = [piece for piece in part.pieces if piece.copies]
    most = profile.grid[0] * profile.grid[1]
    chunks = [tuple(pieces[at : at + most]) for at in range(0, len(pieces), most)]
    return [
        CardSheet(part, number, chunk, best_grid(len(chunk), chunk[0].face.size, profile))
        for number, chunk in enumerate(chunks, 1)
    ]


def write_sheets(material: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write the sheets of faces and of backs of all parts; gives what the manifest tells of them."""
    sheets = [sheet for part in material.parts for sheet in sheets_of(part, material.profile)]
    rows = []
    with RasterPictures([pair for sheet in sheets for pair in sheet.drawings], material) as pictures:
        for sheet in sheets:
            name = sheet.part.component.name
            stem = f"{safe_name(name)}-{sheet.number}"
            fronts = bundle.add(f"{stem}_fronts.png", png(sheet.faces(pictures)))
            has_backs = any(piece.back for piece in sheet.pieces)
            backs = bundle.add(f"{stem}_backs.png", png(sheet.backs(pictures))) if has_backs else None
            grid = {"columns": sheet.grid.columns, "rows": sheet.grid.rows}
            pieces = [{"id": piece.id, "name": piece.name, "copies": piece.copies} for piece in sheet.pieces]
            rows.append({"part": name, "fronts": fronts, "backs": backs, **grid, "pieces": pieces})
    return {"sheets": rows}

"""Lay cards on sheets without gaps, which virtual tabletops divide by columns and rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.prepare import ExportJob
from cardgen.exports.profile import Profile
from cardgen.geometry.units import MM_PER_INCH, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.draw.raster import PictureRequest, PixelGrid, RasterPictures, png


@dataclass(frozen=True, slots=True)
class CellGrid:
    """The cells of a sheet; cell 0 is top left, 1 is right of it.

    Attributes:
        columns: Number of cells across.
        rows: Number of cells down.
    """

    columns: int
    rows: int
    cell: PixelGrid

    @property
    def width(self) -> int:
        """Width of the whole sheet, pixels."""
        return self.columns * self.cell.width

    @property
    def height(self) -> int:
        """Height of the whole sheet, pixels."""
        return self.rows * self.cell.height


def best_cells(count: int, trim: Size, profile: Profile) -> CellGrid:
    """Find the grid that shows the cards at the largest size; among equals, the one with the fewest empty cells.

    Args:
        count: Number of cards to place, at most the number of cells of the profile's grid.
        profile: Target, with its resolution, its limit and its numbers of columns and rows.
    """
    grids = []
    for columns in range(profile.least, profile.grid[0] + 1):
        rows = max(math.ceil(count / columns), profile.least)
        if rows > profile.grid[1]:
            continue
        across, down = profile.limit // columns, profile.limit // rows
        width = int(min(profile.dpi * trim.width / MM_PER_INCH, across, down * trim.width / trim.height))
        pixel = trim.width / width
        grids.append(CellGrid(columns, rows, PixelGrid(width, round(trim.height / pixel), pixel)))
    return max(grids, key=lambda grid: (grid.cell.width, -grid.columns * grid.rows))


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Some pieces of one component, as many as a sheet holds.

    Attributes:
        part: Component that the pieces belong to.
        number: Number of the sheet within its component, from 1.
        pieces: Pieces in the order of the cells.
    """

    part: DrawnComponent
    number: int
    pieces: tuple[Piece, ...]
    grid: CellGrid

    @property
    def one_back(self) -> Drawing | None:
        """The back that all pieces share; None if their backs differ."""
        backs = {piece.back for piece in self.pieces}
        return backs.pop() if len(backs) == 1 else None

    @property
    def requests(self) -> list[PictureRequest]:
        """The pictures that the sheet consists of, faces before backs."""
        faces, backs = [piece.face for piece in self.pieces], [piece.back for piece in self.pieces]
        return [self.request(side) for side in (*faces, *backs) if side]

    def request(self, drawing: Drawing) -> PictureRequest:
        """Return the picture that fills a cell with a drawing."""
        return PictureRequest(drawing, self.grid.cell)

    def faces(self, pictures: RasterPictures) -> Image.Image:
        """Return the sheet of faces."""
        return self._filled(pictures, [piece.face for piece in self.pieces])

    def backs(self, pictures: RasterPictures) -> Image.Image:
        """Return the sheet of backs, each in the cell of its face."""
        return self._filled(pictures, [piece.back for piece in self.pieces])

    def _filled(self, pictures: RasterPictures, drawings: Sequence[Drawing | None]) -> Image.Image:
        sheet = Image.new("RGB", (self.grid.width, self.grid.height), "white")
        cells: dict[Drawing, list[int]] = {}
        for index, drawing in enumerate(drawings):
            if drawing:
                cells.setdefault(drawing, []).append(index)
        for drawing, own in cells.items():
            picture = pictures.picture(self.request(drawing))
            for index in own:
                row, column = divmod(index, self.grid.columns)
                sheet.paste(picture, (column * self.grid.cell.width, row * self.grid.cell.height))
        return sheet


def sheets_of(part: DrawnComponent, profile: Profile) -> list[CardSheet]:
    """Return the pieces of a component on as few sheets as possible, those of each size apart; none with 0 copies."""
    alike: dict[object, list[Piece]] = {}
    for piece in part.pieces:
        if piece.copies:
            alike.setdefault((piece.face.size, piece.outline), []).append(piece)
    most = profile.grid[0] * profile.grid[1]
    chunks = [tuple(pieces[at : at + most]) for pieces in alike.values() for at in range(0, len(pieces), most)]
    return [
        CardSheet(part, number, chunk, best_cells(len(chunk), chunk[0].face.size, profile))
        for number, chunk in enumerate(chunks, 1)
    ]


def write_sheets(job: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write the sheets of faces and of backs of all components.

    Returns:
        The entries of the manifest about them.
    """
    sheets = [sheet for part in job.drawn for sheet in sheets_of(part, job.profile)]
    rows = []
    with RasterPictures([request for sheet in sheets for request in sheet.requests], job) as pictures:
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

"""One picture for each side of each piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.material import ExportJob
from cardgen.exports.raster import Canvas, RasterPictures, canvas_of, png
from cardgen.geometry.units import MM_PER_INCH
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece

Row = dict[str, Any]


def write_images(material: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write the pictures; gives what the manifest tells of them."""
    pieces = material.pieces
    pages = [page for part in material.documents for page in part.pages]
    drawings = [side for piece in pieces for side in (piece.face, piece.back) if side] + pages
    with RasterPictures([(drawing, canvas_for(drawing, material)) for drawing in drawings], material) as pictures:
        writer = _ImageWriter(material, bundle, pictures)
        rows = list(writer.pieces(pieces))
        rows += writer.pages()
    return {"pieces": rows}


def canvas_for(drawing: Drawing, material: ExportJob) -> Canvas:
    """The canvas that the target wants for a side of a piece."""
    profile = material.profile
    if material.format:
        return Canvas(*material.format.canvas, MM_PER_INCH / profile.dpi)
    return canvas_of(drawing.size, profile.dpi, profile.limit)


class _ImageWriter:
    def __init__(self, material: ExportJob, bundle: Bundle, pictures: RasterPictures) -> None:
        self._material = material
        self._bundle = bundle
        self._pictures = pictures
        self._backs: dict[Drawing, str] = {}
        self._uses = Counter(piece.back for piece in material.pieces if piece.back)
        self._encoded: dict[Drawing, bytes] = {}
        self._number = 0

    def pieces(self, pieces: list[Piece]) -> Iterator[Row]:
        """Write all pieces, one for each copy if the target wants it so."""
        each = self._material.profile.copies == "files"
        for piece in pieces:
            for _copy in range(piece.copies if each else 1):
                yield self._piece(piece, 1 if each else piece.copies)

    def _piece(self, piece: Piece, copies: int) -> Row:
        self._number += 1
        front = self._file(piece.face, self._name(piece.id, "front"))
        back = self._back(piece) if piece.back else None
        return {"part": piece.kind, "id": piece.id, "name": piece.name, "copies": copies, "front": front, "back": back}

    def _back(self, piece: Piece) -> str:
        """The back; where copies are counted, equal backs share one file."""
        assert piece.back
        if self._material.profile.copies == "files":
            return self._file(piece.back, self._name(piece.id, "back"))
        if piece.back not in self._backs:
            owner = piece.id if self._uses[piece.back] == 1 else piece.kind
            self._backs[piece.back] = self._file(piece.back, self._name(owner, "back"))
        return self._backs[piece.back]

    def pages(self) -> list[Row]:
        """Write the pages of documents."""
        rows = []
        for part in self._material.documents:
            for at, page in enumerate(part.pages, 1):
                self._number += 1
                name = f"{part.component.name}-{at}"
                front = self._file(page, self._name(name, "front"))
                row = {"part": part.component.name, "id": name, "name": f"{part.title} {at}", "copies": 1}
                rows.append(row | {"front": front, "back": None})
        return rows

    def _name(self, name: str, side: str) -> str:
        number = f"{self._number:03}"
        return self._material.profile.names.format(number=number, id=safe_name(name), side=side)

    def _file(self, drawing: Drawing, name: str) -> str:
        if drawing not in self._encoded:
            picture = self._pictures.picture(drawing, canvas_for(drawing, self._material))
            self._encoded[drawing] = png(picture, self._material.profile.dpi)
        return self._bundle.add(name, self._encoded[drawing])

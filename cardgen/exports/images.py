"""Write one picture for each side of each piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.prepare import ExportJob
from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.geometry.units import MM_PER_INCH
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.raster import PictureRequest, PixelGrid, RasterPictures, png, sides_of, trim_pixels

Row = dict[str, Any]


def write_images(job: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write the pictures.

    Returns:
        The entries of the manifest about them.
    """
    requests = [request for piece in job.pieces for request in piece_requests(piece, job)]
    requests += [side_request(side, job) for piece in job.pieces for side in piece.sides]
    requests += [page_request(page, job) for part in job.documents for page in part.pages]
    with RasterPictures(requests, job) as pictures:
        writer = _ImageWriter(job, bundle, pictures)
        rows = list(writer.pieces())
        rows += writer.pages()
    return {"pieces": rows}


def piece_requests(piece: Piece, job: ExportJob) -> list[PictureRequest]:
    """Return the pictures of the face and the back of a piece, as the target requires them."""
    return [_piece_request(drawing, outline, piece, job) for drawing, outline in sides_of(piece)]


def _piece_request(drawing: Drawing, outline: Outline, piece: Piece, job: ExportJob) -> PictureRequest:
    made = job.format_of(piece.kind)
    if made:  # the shop cuts the cards, so it needs a rectangle with bleed
        return PictureRequest(drawing, PixelGrid(*made.canvas, MM_PER_INCH / job.profile.dpi), RECTANGLE)
    return PictureRequest(drawing, trim_pixels(drawing.size, job.profile.dpi, job.profile.limit), outline)


def side_request(side: Drawing, job: ExportJob) -> PictureRequest:
    """Return the picture of one side of a die."""
    return PictureRequest(side, trim_pixels(side.size, job.profile.dpi, job.profile.limit))


def page_request(page: Drawing, job: ExportJob) -> PictureRequest:
    """Return the picture of a page of a document."""
    return PictureRequest(page, trim_pixels(page.size, job.profile.dpi, job.profile.limit))


class _ImageWriter:
    """Names the pictures and writes each file."""

    def __init__(self, job: ExportJob, bundle: Bundle, pictures: RasterPictures) -> None:
        self._job = job
        self._bundle = bundle
        self._pictures = pictures
        self._backs: dict[Drawing, str] = {}
        self._uses = Counter(piece.back for piece in job.pieces if piece.back)
        self._encoded: dict[PictureRequest, bytes] = {}
        self._number = 0
        # A shop makes cards of one size in one order, so each size has its own folder.
        several = len(set(job.formats.values())) > 1
        self._folders = {kind: f"{name}/" for kind, name in job.formats.items()} if several else {}

    def pieces(self) -> Iterator[Row]:
        """Write all pieces, one for each copy if the target requires that; yield their rows of the manifest."""
        each = self._job.profile.copies == "files"
        for piece in self._job.pieces:
            for _copy in range(piece.copies if each else 1):
                yield self._piece(piece, 1 if each else piece.copies)

    def _piece(self, piece: Piece, copies: int) -> Row:
        self._number += 1
        requests = piece_requests(piece, self._job)
        front = self._file(requests[0], self._name(piece.kind, piece.id, "front"))
        back = self._back(piece, requests[1]) if len(requests) > 1 else None
        row = {"part": piece.kind, "id": piece.id, "name": piece.name, "copies": copies, "front": front, "back": back}
        if piece.sides:  # of a die, whose face is its net
            row["sides"] = [
                self._file(side_request(side, self._job), self._name(piece.kind, piece.id, f"side-{number}"))
                for number, side in enumerate(piece.sides, 1)
            ]
        return row

    def _back(self, piece: Piece, request: PictureRequest) -> str:
        """Write the back; where copies are counted, equal backs share one file."""
        if self._job.profile.copies == "files":
            return self._file(request, self._name(piece.kind, piece.id, "back"))
        if request.drawing not in self._backs:
            owner = piece.id if self._uses[request.drawing] == 1 else piece.kind
            self._backs[request.drawing] = self._file(request, self._name(piece.kind, owner, "back"))
        return self._backs[request.drawing]

    def pages(self) -> list[Row]:
        """Write the pages of documents; return their rows of the manifest."""
        rows = []
        for part in self._job.documents:
            kind = part.component.name
            for at, page in enumerate(part.pages, 1):
                self._number += 1
                name = f"{kind}-{at}"
                front = self._file(page_request(page, self._job), self._name(kind, name, "front"))
                row = {"part": kind, "id": name, "name": f"{part.title} {at}", "copies": 1}
                rows.append(row | {"front": front, "back": None})
        return rows

    def _name(self, kind: str, name: str, side: str) -> str:
        number = f"{self._number:03}"
        file = self._job.profile.names.format(number=number, id=safe_name(name), side=side)
        return self._folders.get(kind, "") + file

    def _file(self, request: PictureRequest, name: str) -> str:
        if request not in self._encoded:
            self._encoded[request] = png(self._pictures.picture(request), self._job.profile.dpi)
        return self._bundle.add(name, self._encoded[request])

"""Write PDFs for a press: a page for each side of each card, as vectors, or as CMYK pictures under PDF/X-1a."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from PIL import Image

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.images import piece_requests
from cardgen.exports.ink import CONDITION, profile_bytes, to_cmyk
from cardgen.exports.prepare import ExportJob
from cardgen.exports.profile import CardFormat
from cardgen.geometry.units import MM_PER_INCH, Edges, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.draw.raster import RasterPictures, info_of
from cardgen.write.document import compose_pdf
from cardgen.write.page import Page
from cardgen.write.pdfx import CmykPage, add_trim_boxes, compose_pdfx


def write_cards_pdf(job: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write a PDF for each size of piece, with a page for the face and a page for the back of each copy.

    Returns:
        The entries of the manifest about them.
    """
    by_size: dict[Size, list[Piece]] = {}
    for piece in job.pieces:
        by_size.setdefault(piece.face.size, []).append(piece)
    bleed, rows = job.profile.bleed, []
    for size, pieces in by_size.items():
        sides = [side for piece in pieces for _copy in range(piece.copies) for side in (piece.face, piece.back)]
        data = compose_pdf([_page(side, size, bleed) for side in sides], info_of(job), job.fonts)
        kinds = list(dict.fromkeys(piece.kind for piece in pieces))
        name = bundle.add(f"{safe_name(job.name)}-{'-'.join(kinds)}.pdf", add_trim_boxes(data, bleed))
        rows.append({"file": name, "trim": [size.width, size.height], "pages": len(sides), "pieces": _counted(pieces)})
    return {"files_by_size": rows}


def write_pdfx(job: ExportJob, bundle: Bundle, date: datetime) -> dict[str, Any]:
    """Write one PDF/X-1a for all cards of a size, each back before its face.

    Args:
        job: The deck, drawn; its target makes only some sizes of card.
        date: Date of the file, which the standard requires.

    Returns:
        The entries of the manifest about them.
    """
    by_format: dict[str, list[Piece]] = {}
    for piece in job.pieces:
        by_format.setdefault(job.formats[piece.kind], []).append(piece)
    rows = []
    for name, pieces in by_format.items():
        stem = safe_name(job.name) + (f"-{safe_name(name)}" if len(by_format) > 1 else "")
        rows.append(_write_pdfx(job, pieces, job.profile.formats[name], f"{stem}.pdf", bundle, date))
    return rows[0] if len(rows) == 1 else {"files": rows}


def _write_pdfx(
    job: ExportJob, pieces: list[Piece], made: CardFormat, name: str, bundle: Bundle, date: datetime
) -> dict[str, Any]:
    """Write the PDF/X-1a of the cards of one size."""
    requests = {request.drawing: request for piece in pieces for request in piece_requests(piece, job)}
    with RasterPictures(requests.values(), job) as pictures:
        pages = {
            drawing: _cmyk_page(pictures.picture(request), request.pixels.size, job.profile.ink)
            for drawing, request in requests.items()
        }
    pixel = MM_PER_INCH / job.profile.dpi
    blank = CmykPage(1, 1, Size(made.canvas[0] * pixel, made.canvas[1] * pixel), zlib.compress(bytes(4)))
    ordered = [
        pages[side] if side else blank
        for piece in pieces
        for _copy in range(piece.copies)
        for side in (piece.back, piece.face)
    ]
    data = compose_pdfx(ordered, made.size, info_of(job), CONDITION, profile_bytes(), date)
    file = bundle.add(name, data)
    return {"file": file, "pages": len(ordered), "order": "back, face", "pieces": _counted(pieces)}


def _page(drawing: Drawing | None, size: Size, bleed: float) -> Page:
    paper = Size(size.width + 2 * bleed, size.height + 2 * bleed)
    if drawing is None:
        return Page(None, paper)
    trim = Rect(bleed, bleed, size.width, size.height)
    return Page(Side((Placement(drawing, trim, Edges.all(bleed)),)), paper)


def _cmyk_page(picture: Image.Image, size: Size, ink: int) -> CmykPage:
    inked = to_cmyk(picture, ink)
    return CmykPage(picture.width, picture.height, size, zlib.compress(inked.tobytes(), 9))


def _counted(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    return [{"part": piece.kind, "id": piece.id, "name": piece.name, "copies": piece.copies} for piece in pieces]

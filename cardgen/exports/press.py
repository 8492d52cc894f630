"""PDFs for a press: a page for each side of each card, as vectors, or as CMYK pictures under PDF/X-1a."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.images import canvas_for
from cardgen.exports.ink import CONDITION, profile_bytes, to_cmyk
from cardgen.exports.material import ExportJob
from cardgen.exports.raster import RasterPictures, info_of
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.model.sheet import Placement, Side
from cardgen.write.document import Page, compose_pdf
from cardgen.write.pdfx import CmykPage, add_trim_boxes, compose_pdfx


def write_cards_pdf(material: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write a PDF for each size of piece, each copy a page for its face and one for its back; gives the manifest."""
    by_size: dict[Size, list[Piece]] = {}
    for piece in material.pieces:
        by_size.setdefault(piece.face.size, []).append(piece)
    rows = []
    for size, pieces in by_size.items():
        sides = [side for piece in pieces for _copy in range(piece.copies) for side in _two_sides(piece)]
        data = compose_pdf(
            [_page(side, size, material.profile.bleed) for side in sides], info_of(material), material.fonts
        )
        kinds = list(dict.fromkeys(piece.kind for piece in pieces))
        name = bundle.add(
            f"{safe_name(material.name)}-{'-'.join(kinds)}.pdf", add_trim_boxes(data, material.profile.bleed)
        )
        rows.append({"file": name, "trim": [size.width, size.height], "pages": len(sides), "pieces": _counted(pieces)})
    return {"files_by_size": rows}


def write_pdfx(material: ExportJob, bundle: Bundle, date: datetime) -> dict[str, Any]:
    """Write one PDF/X-1a for all cards, each back before its face; gives the manifest.

    Args:
        material: The deck.
        bundle: Takes the file.
        date: When it is made, which the standard wants to be told.
    """
    assert material.format
    sides = [side for piece in material.pieces for side in _two_sides(piece) if side]
    with RasterPictures([(side, canvas_for(side, material)) for side in sides], material) as pictures:
        pages = {side: _cmyk(side, pictures, material) for side in dict.fromkeys(sides)}
    blank = _blank(material)
    ordered = [
        pages[side] if side else blank
        for piece in material.pieces
        for _copy in range(piece.copies)
        for side in reversed(_two_sides(piece))
    ]
    info = info_of(material)
    data = compose_pdfx(ordered, material.format.size, info, CONDITION, profile_bytes(), date)
    name = bundle.add(f"{safe_name(material.name)}.pdf", data)
    return {"file": name, "pages": len(ordered), "order": "back, face", "pieces": _counted(material.pieces)}


def _two_sides(piece: Piece) -> tuple[Drawing, Drawing | None]:
    return piece.face, piece.back


def _page(drawing: Drawing | None, size: Size, bleed: float) -> Page:
    paper = Size(size.width + 2 * bleed, size.height + 2 * bleed)
    if drawing is None:
        return Page(None, paper)
    trim = Rect(bleed, bleed, size.width, size.height)
    return Page(Side((Placement(drawing, trim, Edges.all(bleed)),)), paper)


def _cmyk(drawing: Drawing, pictures: RasterPictures, material: ExportJob) -> CmykPage:
    canvas = canvas_for(drawing, material)
    picture = to_cmyk(pictures.picture(drawing, canvas), material.profile.ink)
    return CmykPage(canvas.width, canvas.height, canvas.size, zlib.compress(picture.tobytes(), 9))


def _blank(material: ExportJob) -> CmykPage:
    canvas = canvas_for(material.pieces[0].face, material)
    return CmykPage(1, 1, canvas.size, zlib.compress(bytes(4)))


def _counted(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    return [{"part": piece.kind, "id": piece.id, "name": piece.name, "copies": piece.copies} for piece in pieces]

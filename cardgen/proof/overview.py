"""All designs of a deck at a glance: every face, and every back, each once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.changes.components import display_name
from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw import DrawnComponent, DrawnDeck
from cardgen.proof.gallery import MARGIN, GalleryCell, GallerySection, lay_out_gallery
from cardgen.proof.page import compose_proof, draw_gallery
from cardgen.render.localization import fill_placeholders

LARGEST_HEIGHT: Mm = 80.0
"""A board is shown smaller than cards are, or it would fill the page."""


def draw_overview(job: DrawnDeck, title: str = "") -> bytes:
    """The PDF with all designs, on one page if they can be told apart on it.

    Args:
        job: The deck.
        title: What its pages are called, if not an overview.

    Raises:
        CardgenError: A template or a picture has faults.
    """
    paper, t = job.paper.size, job.project.strings
    sections = [GallerySection(part.title, tuple(_cells(part, t))) for part in job.drawn if part.pieces]
    pages = lay_out_gallery(sections, paper, Size((paper.width - 2 * MARGIN) / 2, LARGEST_HEIGHT))
    title = title or t["overview"]
    return compose_proof(job, f"{job.title}: {title}", list(draw_gallery(job, pages, title, job.title)))


def _cells(part: DrawnComponent, t: Mapping[str, str]) -> Iterator[GalleryCell]:
    """The faces of a part, then its backs; one that all share is named after the part."""
    backs: dict[Drawing, list[Piece]] = {}
    for piece in part.pieces:
        size = piece.face.size
        yield GalleryCell(
            (piece.face,),
            display_name(piece, part.title),
            f"{piece.copies} × · {size.width:g} × {size.height:g} mm",
            piece.outline,
        )
        if piece.back:
            backs.setdefault(piece.back, []).append(piece)
    for back, pieces in backs.items():
        alone = len(pieces) == 1
        caption = (
            fill_placeholders(t["gallery_own_back"], name=display_name(pieces[0], part.title))
            if alone
            else t["gallery_back"]
        )
        note = fill_placeholders(t["gallery_of"], count=sum(piece.copies for piece in pieces), title=part.title)
        yield GalleryCell((back,), caption, note, pieces[0].outline.mirrored())

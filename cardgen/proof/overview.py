"""Show all designs of a deck: each face and each back once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.changes.components import display_name
from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent, DrawnDeck
from cardgen.pipeline.printed_file.front_matter import format_size
from cardgen.proof.gallery import MARGIN, GalleryCell, GallerySection, lay_out_gallery
from cardgen.proof.page import compose_proof, draw_gallery
from cardgen.render.templates.localization import fill_placeholders

LARGEST_HEIGHT: Mm = 80.0
"""Largest height of a drawing, so that a board does not fill a page."""


def draw_overview(job: DrawnDeck, title: str = "") -> bytes:
    """Return a PDF with all designs, on one page if that leaves them large enough to be told apart.

    Args:
        title: Title of the pages; "" for "Overview" in the language of the build.

    Raises:
        CardgenError: E4xx if a template or the theme has errors; E12x or E602 if a picture cannot be converted.
    """
    paper, t = job.paper.size, job.project.strings
    sections = [GallerySection(part.title, tuple(_cells(part, t))) for part in job.drawn]
    pages = lay_out_gallery(sections, paper, Size((paper.width - 2 * MARGIN) / 2, LARGEST_HEIGHT))
    title = title or t["overview"]
    return compose_proof(job, f"{job.title}: {title}", list(draw_gallery(job, pages, title, job.title)))


def _cells(part: DrawnComponent, t: Mapping[str, str]) -> Iterator[GalleryCell]:
    """Yield the faces of a part, then its backs; a back that several pieces share has a general caption."""
    backs: dict[Drawing, list[Piece]] = {}
    for piece in part.pieces:
        size = piece.face.size
        yield GalleryCell(
            (piece.face,),
            display_name(piece, part.title),
            f"{piece.copies} × · {format_size(size, t)}",
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

"""Show each sheet as held up to the light: the recto, with the verso showing through."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.impose.duplex import flip_axis, mirror_placements
from cardgen.impose.order import SheetPages, page_numbers
from cardgen.model.sheet import Sheet, Side
from cardgen.pipeline.printed_file.build import Job
from cardgen.proof.page import compose_proof, draw_page_template
from cardgen.render.templates.localization import fill_placeholders, localized
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo, Page
from cardgen.write.show_through import ShowThroughPage, draw_show_through

WORDS_BELOW: Mm = 20.0
"""Height of the strip for text below a sheet, in mm."""


def draw_registration_proof(job: Job) -> bytes:
    """Return a PDF with a page for each sheet.

    The sides come from the pages that are printed, the cut lines on top from the imposition. The two use independent
    arithmetic to turn a verso, so that an error in either becomes visible.

    Raises:
        CardgenError: E4xx if a template or the theme has errors; E12x or E602 if a picture cannot be converted.
    """
    numbered = list(zip(job.sheets, page_numbers(job.sheets, job.settings.layout), strict=True))
    sides = [Page(side, sheet.paper) for sheet in job.sheets for side in (sheet.recto, sheet.verso)]
    over = [_over(job, at, sheet, pages) for at, (sheet, pages) in enumerate(numbered, 1)]
    views = [
        ShowThroughPage(
            2 * at, 2 * at + 1 if sheet.verso else None, flip_axis(sheet.paper, job.settings.layout.flip), WORDS_BELOW
        )
        for at, sheet in enumerate(job.sheets)
    ]
    info = DocumentInfo(job.title, job.author, job.subject, job.language)
    try:
        sheets = compose_pdf(sides, info, job.fonts)
    except UnlocatedError as error:
        raise CardgenError([error.at(None)]) from None
    return draw_show_through(sheets, compose_proof(job, f"{job.title}: {job.project.strings['proof']}", over), views)


def largest_offset(faces: Sequence[Rect], backs: Sequence[Rect]) -> Mm:
    """Return the largest distance in mm between a back and the face nearest to it.

    Args:
        backs: Trim boxes of the backs as seen through the recto; if there are none, the distance is 0.
    """
    return max((min(_distance(back, face) for face in faces) for back in backs), default=0.0)


def mirror_backs(sheet: Sheet, job: Job) -> list[Rect]:
    """Return the trim boxes of a verso as seen through the recto.

    Args:
        job: The job whose layout says how the paper is turned.
    """
    placements = sheet.verso.placements if sheet.verso else ()
    axis = flip_axis(sheet.paper, job.settings.layout.flip)
    return [
        back.trim for back in mirror_placements(placements, [back.drawing for back in placements], sheet.paper, axis)
    ]


def _over(job: Job, number: int, sheet: Sheet, pages: SheetPages) -> Page:
    """Draw the cut lines of faces and backs, and the text below the sheet."""
    t = job.project.strings
    faces = [face.trim for face in sheet.recto.placements]
    backs = mirror_backs(sheet, job)
    numbers = f"{pages.recto}, {pages.verso}" if pages.verso else str(pages.recto)
    words = t["proof_one_side" if pages.verso is None else "proof_text" if backs else "proof_blank"]
    text = fill_placeholders(words, n=number, count=len(job.sheets), pages=numbers)
    about = {
        "title": sheet.title,
        "text": text,
        "paper": sheet.paper,
        "faces": faces,
        "backs": backs,
        "shift": f"{largest_offset(faces, backs):.2f}".replace(".", t["decimal_mark"]),
    }
    size = Size(sheet.paper.width, sheet.paper.height + WORDS_BELOW)
    top = draw_page_template(job, "proof.svg.j2", {"proof": localized(about, job.language)}, size)
    return Page(Side((top,)), size, sheet.title)


def _distance(one: Rect, other: Rect) -> Mm:
    """Return the largest distance between the corresponding sides of two boxes, in mm."""
    return max(abs(one.x - other.x), abs(one.y - other.y), abs(one.right - other.right), abs(one.bottom - other.bottom))

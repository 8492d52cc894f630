"""Pictures of the armies, for the page about their look; the tests hold what is drawn to them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo, Page

ARMIES = ("samurai", "elves", "lockkeepers", "spore-court")
CARDS_DPI, TABLE_DPI = 84, 34


def world_pictures(decks: Path, contact_sheet: Callable[..., Image.Image]) -> dict[str, Image.Image]:
    """Return a picture of each army by its name.

    Args:
        decks: Folder of the decks.
        contact_sheet: Puts rows of pictures on one ground.
    """
    jobs = {army: prepare(decks / f"{army}.yaml", BuildOptions(language="en")) for army in ARMIES}
    return {f"world-{army}": contact_sheet(world_rows(job)) for army, job in jobs.items()}


def world_rows(job: Job) -> list[list[Image.Image]]:
    """Return what shows the world of an army: a base, an ability, a special troop, backs and counters; board and aid.

    Args:
        job: The army, drawn.
    """
    kinds = {part.component.name: part.pieces for part in job.drawn}
    bases, abilities, (counter,), (board,), (aid,) = (
        kinds[name] for name in ("bases", "abilities", "counters", "board", "aid")
    )
    cards = [bases[1].face, abilities[0].face, abilities[-1].face, bases[0].back, abilities[0].back]
    return [
        _pictures(job, [*cards, counter.face, counter.back], CARDS_DPI),
        _pictures(job, [board.face, aid.face, aid.back], TABLE_DPI),
    ]


def _pictures(job: Job, drawings: Sequence[Drawing | None], dpi: int) -> list[Image.Image]:
    pages = [_page(drawing) for drawing in drawings if drawing]
    data = compose_pdf(pages, DocumentInfo("", "", "", "en"), job.project.fonts)
    with pdfium.PdfDocument(io.BytesIO(data)) as document:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]


def _page(drawing: Drawing) -> Page:
    """Return a page that is as large as a side is after cutting."""
    whole = Rect(0, 0, drawing.size.width, drawing.size.height)
    return Page(Side((Placement(drawing, whole),), ()), Size(whole.width, whole.height))

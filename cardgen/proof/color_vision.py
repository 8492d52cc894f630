"""Show all designs of a deck in greyscale and as people with colour vision deficiencies see them."""

from __future__ import annotations

from cardgen.pipeline.draw.components import DrawnDeck
from cardgen.proof.overview import draw_overview
from cardgen.write.ink_modes import COLOR_VISIONS, join_pdfs, simulate_vision


def draw_color_vision_proof(job: DrawnDeck) -> bytes:
    """Return a PDF with the overview, then once more for each of `COLOR_VISIONS`.

    Raises:
        CardgenError: E4xx if a template has errors; E12x or E602 if a picture cannot be converted.
    """
    t = job.project.strings
    simulated = [simulate_vision(draw_overview(job, t[f"eyes_{vision}"]), vision) for vision in COLOR_VISIONS]
    return join_pdfs([draw_overview(job), *simulated])

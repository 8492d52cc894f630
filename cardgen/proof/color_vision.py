"""All designs of a deck as others see them: on a grey printer, and with eyes that lack a colour."""

from __future__ import annotations

from cardgen.pipeline.build import Job
from cardgen.proof.overview import draw_overview
from cardgen.write.ink_modes import COLOR_VISIONS, join_pdfs, simulate_vision


def draw_color_vision_proof(job: Job) -> bytes:
    """The PDF with the overview as it is, then once more for each of `COLOR_VISIONS`.

    Raises:
        CardgenError: A template or a picture has faults.
    """
    t = job.project.strings
    return join_pdfs(
        [draw_overview(job), *(simulate_vision(draw_overview(job, t[f"eyes_{eyes}"]), eyes) for eyes in COLOR_VISIONS)]
    )

"""All designs of a deck as others see them: on a grey printer, and with eyes that lack a colour."""

from __future__ import annotations

from cardgen.pipeline.build import Job
from cardgen.proof.overview import overview
from cardgen.write.inks import EYES, joined, seen


def by_all_eyes(job: Job) -> bytes:
    """The PDF with the overview as it is, then once more for each of `EYES`.

    Raises:
        CardgenError: A template or a picture has faults.
    """
    t = job.project.strings
    return joined([overview(job), *(seen(overview(job, t[f"eyes_{eyes}"]), eyes) for eyes in EYES)])

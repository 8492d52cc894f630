"""Export a deck: draw it for a target (`prepare_export`), and write the files that the target accepts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cardgen.exports.bundle import Bundle
from cardgen.exports.images import write_images
from cardgen.exports.mpc_order import write_mpc_order
from cardgen.exports.pcio import write_pcio
from cardgen.exports.prepare import ExportJob, LeftOut, prepare_export
from cardgen.exports.press import write_cards_pdf, write_pdfx
from cardgen.exports.profile import Profile, find_profile
from cardgen.exports.reading import write_reading
from cardgen.exports.sheets import write_sheets
from cardgen.exports.tts import write_tts
from cardgen.pipeline.draw.components import Progress
from cardgen.pipeline.options import ExportOptions
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.file_set import file_set

Writer = Callable[[ExportJob, Bundle], dict[str, Any]]

WRITERS: Mapping[str, Writer] = {
    "images": write_images,
    "mpc_order": write_mpc_order,
    "sheets": write_sheets,
    "tts": write_tts,
    "pcio": write_pcio,
    "cards_pdf": write_cards_pdf,
    "reading": write_reading,
    "pdfx": lambda job, bundle: write_pdfx(job, bundle, _today()),
}
"""A function that writes the files of a profile and returns the entries of the manifest about them."""


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The result of an export.

    Attributes:
        files: Names of the files, without the manifest.
        title: Name of the target, for people.
        left_out: Components that the target does not accept, each with the reason.
        warnings: Problems that were found and did not stop the export.
    """

    folder: Path
    files: tuple[str, ...]
    title: str
    left_out: tuple[LeftOut, ...]
    warnings: tuple[Diagnostic, ...]


def export(
    path: Path,
    target: str,
    out: Path,
    options: ExportOptions,
    progress: Progress = lambda _stage: None,
    profile: Profile | None = None,
) -> ExportResult:
    """Write the files for a target into `OUT/<deck>-<target>/`; those of a draft into `OUT/<deck>-<target>-draft/`.

    Args:
        target: Name of the profile, in any case.
        progress: Called with the name of each stage as it begins.
        profile: What the target accepts; None for the profile of that name.

    Raises:
        CardgenError: The deck, the target or an option has errors; or a file cannot be written.
    """
    try:
        profile = profile or find_profile(target)
        job = prepare_export(path, target.lower(), profile, options, progress)
        progress("write")
        folder = out / f"{job.name}-{target.lower()}{'-draft' if options.draft else ''}"
        with file_set(folder) as files:
            bundle = Bundle(folder, files)
            written = WRITERS[profile.writer](job, bundle)
            bundle.finish(_head(job) | written)
    except UnlocatedError as error:
        raise CardgenError([error.at(None)]) from None
    return ExportResult(bundle.folder, tuple(bundle.files), profile.title, job.left_out, job.warnings)


def _head(job: ExportJob) -> dict[str, Any]:
    """Return the entries with which every manifest begins."""
    reasons = {item.title: item.reason for item in job.left_out}
    return {
        "title": job.title,
        "target": job.target,
        "language": job.language,
        "card": {"width_mm": job.card.width, "height_mm": job.card.height},
        "left_out": list(reasons),
        **({"left_out_because": reasons} if reasons else {}),
    }


def _today() -> datetime:
    """Return the present time, or that of SOURCE_DATE_EPOCH, which makes builds reproducible to the byte."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)

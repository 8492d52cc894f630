"""`export`: gather a deck for a target, write its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cardgen.exports.bundle import Bundle
from cardgen.exports.images import write_images
from cardgen.exports.material import ExportJob, prepare_export
from cardgen.exports.pcio import write_pcio
from cardgen.exports.press import write_cards_pdf, write_pdfx
from cardgen.exports.profile import find_profile
from cardgen.exports.sheets import write_sheets
from cardgen.exports.tts import write_tts
from cardgen.pipeline.draw import Progress
from cardgen.pipeline.options import ExportOptions
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError

Writer = Callable[[ExportJob, Bundle], dict[str, Any]]

WRITERS: Mapping[str, Writer] = {
    "images": write_images,
    "sheets": write_sheets,
    "tts": write_tts,
    "pcio": write_pcio,
    "cards_pdf": write_cards_pdf,
    "pdfx": lambda material, bundle: write_pdfx(material, bundle, _today()),
}


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What was written.

    Attributes:
        folder: Where the files are.
        files: Their names, without the manifest.
        title: Of the target.
        left_out: Titles of the parts that the target does not take.
        warnings: What was found that does not stop it.
    """

    folder: Path
    files: tuple[str, ...]
    title: str
    left_out: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]


def export(
    path: Path, target: str, out: Path, choice: ExportOptions, progress: Progress = lambda _stage: None
) -> ExportResult:
    """Write the files that a target takes into `OUT/<deck>-<target>/`.

    Args:
        path: The deck file.
        target: Name of the profile.
        out: Folder for all exports.
        choice: What the user asks for.
        progress: Is told the name of each stage as it begins.

    Raises:
        CardgenError: The deck, the target or an option has faults; or a file cannot be written.
    """
    try:
        profile = find_profile(target)
        material = prepare_export(path, target.lower(), profile, choice, progress)
        progress("write")
        bundle = Bundle(out / f"{path.stem}-{target.lower()}")
        told = WRITERS[profile.writer](material, bundle)
        bundle.finish(_head(material) | told)
    except UnlocatedError as fault:
        raise CardgenError([fault.at(None)]) from None
    return ExportResult(bundle.folder, tuple(bundle.files), profile.title, material.left_out, material.warnings)


def _head(material: ExportJob) -> dict[str, Any]:
    """What every manifest begins with."""
    card = {"width_mm": material.card.width, "height_mm": material.card.height}
    return {
        "title": material.title,
        "target": material.target,
        "language": material.language,
        "card": card,
        "left_out": list(material.left_out),
    }


def _today() -> datetime:
    """Now, or what SOURCE_DATE_EPOCH says, so that a build can be repeated to the byte."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)

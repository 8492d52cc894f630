"""Proofs and differences as files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardgen.pipeline.build import Job, prepare
from cardgen.pipeline.draw import Progress
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.output import target_of
from cardgen.proof.color_vision import draw_color_vision_proof
from cardgen.proof.difference import Difference, draw_differences, list_differences
from cardgen.proof.overview import draw_overview
from cardgen.proof.registration import draw_registration_proof
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.files import replace_file

PROOFS: dict[str, Callable[[Job], bytes]] = {"overview": draw_overview, "proof": draw_registration_proof}
"""What `cardgen proof` makes: the end of the name of each file to what makes it."""


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The proofs of a deck.

    Attributes:
        files: The PDFs.
        warnings: Warnings that did not stop them.
    """

    files: tuple[Path, ...]
    warnings: tuple[Diagnostic, ...]


def prove_deck(deck: Path, out: Path, options: BuildOptions, progress: Progress, *, eyes: bool = False) -> ProofResult:
    """Draw a deck and write its proofs.

    Args:
        deck: The deck file.
        out: Folder of the PDFs; of a PDF, the folder of its name without the suffix.
        options: Options of the build.
        progress: Called with the name of each stage as it begins.
        eyes: Whether to show the deck in grey and as the colour-blind see it too.

    Raises:
        CardgenError: The deck or an option has errors; E601, a file cannot be written.
    """
    job = prepare(deck, options, progress)
    progress("proof")
    folder = out.with_suffix("") if out.suffix.lower() == ".pdf" else out
    return ProofResult(tuple(write_proofs(job, target_of(deck, folder), eyes=eyes)), job.warnings)


def compare_decks(
    before: Path, after: Path, out: Path, options: BuildOptions, progress: Progress
) -> tuple[list[Difference], Path]:
    """List what looks different between two versions of a deck, and write it side by side if there is anything.

    Args:
        before: The older version.
        after: The newer version.
        out: Folder of the PDF, or the PDF itself.
        options: Options of both builds.
        progress: Called with the name of each stage as it begins.

    Returns:
        The differences, and the PDF, which is written only if there are any.

    Raises:
        CardgenError: A version or an option has errors; E601, the file cannot be written.
    """
    target = out if out.suffix.lower() == ".pdf" else out / f"{after.stem}-diff.pdf"
    older, newer = prepare(before, options, progress), prepare(after, options, progress)
    found = list_differences(older, newer)
    if found:
        progress("draw")
        save_proof(target, draw_differences(older, newer, found))
    return found, target


def write_proofs(job: Job, target: Path, *, eyes: bool = False) -> list[Path]:
    """Write all proofs of a deck.

    Args:
        job: The deck.
        target: The PDF whose name theirs begin with.
        eyes: Also how it looks in grey and to the colour-blind.

    Returns:
        The files.

    Raises:
        CardgenError: A template or a picture has faults; E601, a file cannot be written, and all are as they were.
    """
    wanted = {**PROOFS, "eyes": draw_color_vision_proof} if eyes else PROOFS
    made = {target.with_stem(f"{target.stem}-{name}"): make(job) for name, make in wanted.items()}
    for path, data in made.items():
        save_proof(path, data)
    return list(made)


def save_proof(path: Path, data: bytes) -> None:
    """Write a file; the old one stays whole if that fails.

    Raises:
        CardgenError: E601, it cannot be written.
    """
    try:
        replace_file(path, data)
    except UnlocatedError as fault:
        raise CardgenError([fault.at(None)]) from None

"""Write the files of `cardgen proof` and `cardgen diff`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.model.deck import deck_name
from cardgen.pipeline.draw.components import DrawnDeck, Progress
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.pipeline.printed_file.targets import target_of
from cardgen.pipeline.report_page import draw_faces, write_page
from cardgen.proof.color_vision import draw_color_vision_proof
from cardgen.proof.difference import Difference, draw_differences, list_differences
from cardgen.proof.difference_document import difference_document
from cardgen.proof.overview import draw_overview
from cardgen.proof.registration import draw_registration_proof
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import as_cardgen_error
from cardgen.write.file_set import file_set
from cardgen.write.files import replace_file

PROOFS: dict[str, Callable[[Job], bytes]] = {"overview": draw_overview, "proof": draw_registration_proof}
"""The proofs of `cardgen proof`: the suffix of the file name with the function that draws the PDF."""


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The proofs of a deck."""

    files: tuple[Path, ...]
    warnings: tuple[Diagnostic, ...]


def proof_deck(deck: Path, out: Path, options: BuildOptions, progress: Progress, *, eyes: bool = False) -> ProofResult:
    """Draw a deck and write its proofs.

    Args:
        out: Folder of the PDFs; for a path that ends in .pdf, the folder of that name without the suffix.
        progress: Called with the name of each stage as it begins.
        eyes: Whether to add a proof in greyscale and with colour vision deficiencies.

    Raises:
        CardgenError: The deck or an option has errors; E601 if a file cannot be written.
    """
    job = prepare(deck, options, progress)
    progress("proof")
    folder = out.with_suffix("") if out.suffix.lower() == ".pdf" else out
    target = target_of(deck, folder, job.project.other_language)
    target = target.with_stem(f"{target.stem}-draft") if options.draft else target
    return ProofResult(tuple(write_proofs(job, target, eyes=eyes)), job.warnings)


def compare_decks(
    before: Path, after: Path, out: Path, options: BuildOptions, progress: Progress, page: Path | None = None
) -> tuple[list[Difference], Path]:
    """List the differences between two versions of a deck, and write them to a PDF if there are any.

    Args:
        out: Folder of the PDF, or the PDF itself.
        progress: Called with the name of each stage as it begins.
        page: An HTML page to write too, also if nothing differs; None for none.

    Returns:
        The differences, and the path of the PDF, which is not written if there are none.

    Raises:
        CardgenError: A version or an option has errors; E601 if the file cannot be written.
    """
    target = out if out.suffix.lower() == ".pdf" else out / f"{deck_name(after)}-diff.pdf"
    older, newer = prepare(before, options, progress), prepare(after, options, progress)
    found = list_differences(older, newer)
    if found:
        progress("draw")
        save_proof(target, draw_differences(older, newer, found))
    if page:
        with as_cardgen_error():
            write_page(difference_document(found, _faces(older, newer, found), after), page)
    return found, target


def _faces(older: DrawnDeck, newer: DrawnDeck, found: Sequence[Difference]) -> dict[str, str]:
    """Return the faces of what differs, by `before/KIND/ID` and `after/KIND/ID`."""
    wanted = {"/".join(one.change.design.key) for one in found}
    versions = {"before": older, "after": newer}
    return {f"{at}/{key}": face for at, deck in versions.items() for key, face in draw_faces(deck, wanted)}


def write_proofs(job: Job, target: Path, *, eyes: bool = False) -> list[Path]:
    """Write all proofs of a deck.

    Args:
        target: Path of a PDF; `DECK.pdf` leads to `DECK-overview.pdf` and so on.
        eyes: Whether to add a proof in greyscale and with colour vision deficiencies.

    Returns:
        The paths of the files.

    Raises:
        CardgenError: E4xx if a template or the theme has errors; E12x or E602 if a picture cannot be converted; E601 if
            a file cannot be written. Nothing is written before all proofs have been drawn.
    """
    wanted = {**PROOFS, "eyes": draw_color_vision_proof} if eyes else PROOFS
    made = {target.with_stem(f"{target.stem}-{name}"): make(job) for name, make in wanted.items()}
    with as_cardgen_error(), file_set(target.parent) as files:
        for path, data in made.items():
            files.add(path, data)
    return list(made)


def save_proof(path: Path, data: bytes) -> None:
    """Write the file of a proof, or leave the old file as it was.

    Raises:
        CardgenError: E601 if the file cannot be written.
    """
    with as_cardgen_error():
        replace_file(path, data)

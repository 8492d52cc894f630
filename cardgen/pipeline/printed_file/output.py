"""Write a build as files: the PDFs, the cut files for a plotter, and the records that the next build reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.impose.order import order_files
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.draw.components import Progress
from cardgen.pipeline.open.project import other_language
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, add_pdfs, compose, pdf_paths, prepare
from cardgen.pipeline.printed_file.records import (
    read_artwork_digests,
    read_printed,
    record_artwork_digests,
    record_built,
)
from cardgen.pipeline.printed_file.targets import record_paths, target_of
from cardgen.records import dataclass
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError, as_cardgen_error

if TYPE_CHECKING:
    from cardgen.changes.compare import Change
    from cardgen.changes.fingerprint import ArtworkDigests
    from cardgen.changes.inventory import Inventory
    from cardgen.impose.layout import Layout
    from cardgen.model.instructions import Instructions
    from cardgen.printer.cut_files import CutFile
    from cardgen.write.file_set import FileSet


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The result of a build.

    Attributes:
        title: Title of the PDF.
        files: The PDFs; two if fronts and backs are split, none if a build of what changed found no change.
        cut_files: Files for a cutting plotter, each with the pages that it cuts.
        sheets: Number of sheets of each component, by its name, in the order of the PDF.
        page_count: Number of pages of the first PDF; 0 if there is none.
        piece_count: Number of pieces on all sheets, copies included.
        printing: How to print the file, in a few words.
        changes: The differences from what is on paper; empty unless only changes were to be printed.
        warnings: Warnings that did not stop the build.
        summary: How a list without a deck file was understood, in one line; empty for a deck file.
        instructions: How to print the files, if they are not the whole deck in one file.
    """

    title: str
    files: tuple[Path, ...]
    cut_files: tuple[CutFile, ...]
    paper: str
    sheets: Mapping[str, int]
    page_count: int
    piece_count: int
    printing: str
    changes: tuple[Change, ...]
    warnings: tuple[Diagnostic, ...]
    summary: str = ""
    instructions: Instructions | None = None


def build_deck(
    deck: Path, out: Path, options: BuildOptions, progress: Progress, cache: BuildCache | None = None
) -> BuildResult:
    """Build a deck and write its files; the old files stay whole if anything fails.

    Args:
        out: Folder of the PDF, or the PDF itself.
        progress: Called with the name of each stage as it begins.
        cache: Cache of earlier builds; None for a single build.

    Raises:
        CardgenError: The deck or an option has errors; E551, a record cannot be read; E565, a draft of what changed was
            asked for; E601, a file cannot be written.
    """
    cache = cache or BuildCache(lasting=False, on_disk=True)
    target = target_of(deck, out, other_language(deck, options, cache))
    job = prepare_output(deck, target, options, progress, cache)
    progress("write")
    result = _write(job, _printed_file(target, options), cache, None if options.draft else target)
    count = sum(piece.copies for part in job.drawn for piece in part.pieces)
    if job.deck.node.span.line:  # it has a deck file, which says how it is understood
        return result
    from cardgen.pipeline.open.list_summary import summarize

    is_chosen = bool(options.look)
    summary = summarize(job.deck, job.project.game, job.language, count, result.warnings, is_chosen=is_chosen)
    return replace(result, summary=summary)


def build_decks(decks: Sequence[Path], target: Path, options: BuildOptions, progress: Progress) -> BuildResult:
    """Build several decks into one PDF with shared sheets; the old file stays whole if anything fails.

    Nothing is recorded for `cardgen printed`: the records of a deck are those of its own PDF.

    Args:
        decks: The deck files, at least one; a deck that is named twice is printed twice.
        progress: Called with the name of each stage as it begins.

    Raises:
        CardgenError: A deck or an option has errors; E565, only what changed was asked for; E601, a file cannot be
            written.
    """
    from cardgen.pipeline.printed_file.joint import prepare_joint

    if options.changed:
        message = "several decks in one file are not compared with what was printed, which is recorded deck by deck"
        raise CardgenError([Diagnostic("E565", message, expected="--changed for one deck at a time")])
    file = _printed_file(target, options)
    try:
        job = prepare_joint(decks, options, progress)
    except CardgenError as error:
        raise CardgenError(sort_diagnostics([*error.diagnostics, *_unwritable([file])])) from None
    found = _unwritable([*pdf_paths(job, file), *_cut_file_paths(job, file)])
    if found:
        raise CardgenError(sort_diagnostics([*found, *job.warnings]))
    progress("write")
    return _write(job, file)


def _write(job: Job, file: Path, cache: BuildCache | None = None, recorded: Path | None = None) -> BuildResult:
    """Write the files of a job together, so that no run that is killed leaves new ones beside old ones.

    Args:
        file: The PDF.
        cache: Cache of earlier builds; None for a single build.
        recorded: The PDF of the whole deck, for which the look of its pieces is recorded; None to record nothing.
    """
    from concurrent.futures import ThreadPoolExecutor

    from cardgen.write.file_set import file_set

    try:
        # The inventory is taken while pictures are converted, which leaves Python free.
        with as_cardgen_error(), ThreadPoolExecutor(max_workers=1) as executor:
            taken = executor.submit(_take_inventory, job, recorded) if recorded else None
            composed = compose(job, cache) if job.sheets else []
            inventory = taken.result() if taken else None
            with file_set(file.parent) as files:
                paths = add_pdfs(job, file, composed, files) if composed else []
                cuts: list[CutFile] = []
                if formats := job.settings.cut_files:
                    from cardgen.printer.cut_files import write_cut_files

                    cuts = write_cut_files(job.sheets, job.settings.layout, job.title, file, formats, files.add)
                if recorded and inventory:
                    _record(recorded, *inventory, files)
    except CardgenError as error:
        raise CardgenError(sort_diagnostics([*job.warnings, *error.diagnostics])) from None
    return _result(job, paths, cuts)


def _cut_file_paths(job: Job, file: Path) -> list[Path]:
    """Return the cut files of a job, of which few builds have any."""
    if not job.settings.cut_files:
        return []
    from cardgen.printer.cut_files import cut_file_paths

    return cut_file_paths(job.sheets, file, job.settings.cut_files)


def prepare_output(
    deck: Path, target: Path, options: BuildOptions, progress: Progress, cache: BuildCache | None = None
) -> Job:
    """Prepare a build, and check that its files can be written before any of them is.

    Args:
        target: The PDF of the whole deck.
        progress: Called with the name of each stage as it begins.
        cache: Cache of earlier builds; None for a single build.

    Raises:
        CardgenError: The deck or an option has errors; E551, a record cannot be read; E565, a draft of what changed was
            asked for; E601, a file cannot be written.
    """
    file, found, since = _printed_file(target, options), list[Diagnostic](), None
    if options.draft and options.changed:
        message = "a draft is not compared with what was printed, since its marks make every face look different"
        found.append(Diagnostic("E565", message, expected="either --draft or --changed"))
    try:
        since = _printed_before(target) if options.changed else None
    except CardgenError as error:
        found += error.diagnostics
    try:
        job = prepare(deck, options, progress, cache, since)
    except CardgenError as error:
        raise CardgenError(sort_diagnostics([*found, *error.diagnostics, *_unwritable([file])])) from None
    pdfs = pdf_paths(job, file) if job.sheets else []
    records = () if options.draft else record_paths(target)
    found += _unwritable([*pdfs, *_cut_file_paths(job, file), *records])
    if found:
        raise CardgenError(sort_diagnostics([*found, *job.warnings]))
    return job


def _printed_file(target: Path, options: BuildOptions) -> Path:
    """Return the PDF that a build writes: what changed, and a draft, leave that of the whole deck as it is."""
    ending = "-changed" if options.changed else "-draft" if options.draft else ""
    return target.with_stem(f"{target.stem}{ending}")


def _unwritable(paths: Iterable[Path]) -> list[Diagnostic]:
    """Return E601 for the first of the files that cannot be written; the others usually fail for the same reason."""
    from cardgen.write.files import check_writable

    for path in paths:
        try:
            check_writable(path)
        except UnlocatedError as error:
            return [error.at(None)]
    return []


def _printed_before(target: Path) -> Inventory:
    from cardgen.changes.inventory import Inventory

    return read_printed(target) or Inventory()


def _take_inventory(job: Job, target: Path) -> tuple[Inventory, ArtworkDigests]:
    """Return how everything that was drawn looks, and the digests of its artworks for the next build."""
    from cardgen.changes.components import take_inventory

    digests = read_artwork_digests(target)
    return take_inventory(job.drawn, job.fonts, digests), digests


def _record(target: Path, inventory: Inventory, digests: ArtworkDigests, files: FileSet) -> None:
    """Record how everything looks, for `cardgen printed` and the next build of what changed."""
    record_built(target, inventory, files.add)
    record_artwork_digests(target, digests, files.add)


def _result(job: Job, files: list[Path], cuts: list[CutFile]) -> BuildResult:
    told = None
    if job.changes or job.settings.layout.split:
        from cardgen.pipeline.printed_file.instructions import print_instructions

        told = print_instructions(job)
    return BuildResult(
        title=job.title,
        files=tuple(files),
        cut_files=tuple(cuts),
        paper=job.paper.name,
        sheets=dict(Counter(sheet.kind for sheet in job.sheets)),
        page_count=order_files(len(job.sheets), job.settings.layout)[0].last if job.sheets else 0,
        piece_count=sum(piece.copies for part in job.parts for piece in part.pieces),
        printing=describe_printing_mode(job.settings.layout),
        changes=job.changes,
        warnings=job.warnings,
        instructions=told,
    )


def describe_printing_mode(layout: Layout) -> str:
    """Return how the pages are printed, in a few words; the first page of the PDF says it in full."""
    if not layout.two_sided:
        return "one side only"
    if layout.split:
        return "one side only, turn the stack, then the backs"
    if layout.by_hand:
        return f"odd pages, then even pages, with the stack turned on the {layout.flip} edge between them"
    return f"both sides, flip on the {layout.flip} edge"

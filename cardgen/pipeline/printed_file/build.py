"""Build a deck: open it, draw it, impose it (`prepare`), and write the PDF (`write`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.impose.leaves import fill_page
from cardgen.impose.order import PrintFile, order_files
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Sheet
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.draw.components import DrawnComponent, DrawnDeck, Progress, draw_components, select_components
from cardgen.pipeline.open.project import Project, open_project
from cardgen.pipeline.options import BuildOptions, Ink
from cardgen.pipeline.presets import load_presets
from cardgen.pipeline.print_settings import PrintSettings, resolve
from cardgen.pipeline.printed_file.error_locations import with_locations
from cardgen.pipeline.printed_file.front_pages import draw_front_pages
from cardgen.pipeline.printed_file.sheets import impose_components
from cardgen.plugin.components import Component
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, has_too_many, sort_diagnostics
from cardgen.report.errors import CardgenError, as_cardgen_error, raise_errors

if TYPE_CHECKING:  # they import the PDF and picture engines, which a check does not need
    from cardgen.changes.compare import Change
    from cardgen.changes.inventory import Inventory
    from cardgen.write.file_set import FileSet
    from cardgen.write.page import DocumentInfo, Page, ShownPiece


@dataclass(frozen=True, slots=True)
class Onlooker:
    """What is called while a deck is drawn.

    Attributes:
        stage: Called with the name of each stage as it begins.
        opened: Called before anything is drawn, unless there are errors, with the components that will be.
        drawn: Called with each component as soon as it is drawn.
    """

    stage: Progress = lambda _stage: None
    opened: Callable[[Project, PrintSettings, Sequence[Component]], None] = lambda *_: None
    drawn: Callable[[Project, PrintSettings, DrawnComponent], None] = lambda *_: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(DrawnDeck):
    """A deck, drawn and imposed, ready to be written.

    Attributes:
        settings: Print settings that the options were resolved into.
        parts: Components that are printed: everything that was drawn, or what is missing on paper.
        changes: What differs from what is on paper; empty without a comparison.
        front: Pages 1 and 2, each with its bookmark.
    """

    settings: PrintSettings
    parts: tuple[DrawnComponent, ...]
    changes: tuple[Change, ...] = ()
    front: tuple[tuple[Drawing, str], ...] = ()
    sheets: tuple[Sheet, ...] = ()


def prepare(
    path: Path,
    options: BuildOptions,
    progress: Progress = lambda _stage: None,
    cache: BuildCache | None = None,
    since: Inventory | None = None,
) -> Job:
    """Check a deck, draw it and impose it.

    Args:
        progress: Called with the name of each stage as it begins.
        cache: Cache of earlier builds, for a preview; it does not change the job.
        since: What is on paper already; only pieces that are missing there or look different are printed. None prints
            all.

    Raises:
        CardgenError: The deck, a picture, a template or an option has errors; all that were found.
    """
    found = Collector()
    job = prepare_partly(path, options, found, Onlooker(progress), cache, since)
    raise_errors(found, strict=options.strict)
    return job


def prepare_partly(
    path: Path,
    options: BuildOptions,
    found: Collector,
    onlooker: Onlooker,
    cache: BuildCache | None = None,
    since: Inventory | None = None,
    *,
    is_partial: bool = False,
) -> Job:
    """Draw and impose as much of a deck as can be drawn.

    Args:
        found: Receives every error and warning. Pieces with an error are missing in the job; it has no first pages then.
        is_partial: See `open_project`.

    Raises:
        CardgenError: Nothing can be drawn, since the deck cannot be read or has another shape than its game states; or it
            has so many errors of a kind that drawing it would show nothing else.
    """
    onlooker.stage("load")
    project = open_project(path, options, found, cache, is_partial=is_partial)
    settings = resolve(options, load_presets(path.parent, found), project.card, found)
    if has_too_many(found.items):
        raise CardgenError(sort_diagnostics(found.items))
    selected = select_components(options.only, project.game, found)
    fonts = project.fonts

    def begin(part: DrawnComponent) -> None:
        if cache and since is None:  # all of it is printed
            cache.begin_conversions(fonts, part.drawings)
        onlooker.drawn(project, settings, part)

    if not found.has_errors:
        onlooker.opened(project, settings, selected)
    deck = draw_deck(project, settings, selected, found, onlooker.stage, begin)
    paper, layout = settings.paper, settings.layout
    parts, changes = (deck.drawn, ()) if since is None else _select_missing(deck, since)
    sheets = tuple(impose_components(parts, layout, project.strings, found))
    if not sheets and not changes and not found.has_errors:
        found.add("E505", "there is nothing to print", project.deck.node.span, expected="at least one copy of a card")
    drawable = sheets and not found.has_errors
    front = draw_front_pages([project], project.title, sheets, paper, layout, settings.printer_name) if drawable else ()
    return Job(
        project=project,
        paper=paper,
        card=settings.card,
        drawn=deck.drawn,
        warnings=tuple(sort_diagnostics(found.items)),
        settings=settings,
        parts=parts,
        changes=changes,
        front=front,
        sheets=sheets,
    )


def draw_deck(
    project: Project,
    settings: PrintSettings,
    components: Sequence[Component],
    found: Collector,
    progress: Progress,
    begin: Callable[[DrawnComponent], None] = lambda _part: None,
) -> DrawnDeck:
    """Draw components of a deck for print.

    Args:
        begin: Called with each component as soon as it is drawn.
    """
    drawn, paper = [], settings.paper.size
    if settings.large_print:
        # Few builds pay for the import.
        from cardgen.pipeline.draw.large_print import (
            SMALL_TEXT,
            document_page,
            enlarge_deck,
            find_small,
            large_components,
        )

        components = large_components(components)
    for part in draw_components(
        project,
        components,
        card=settings.card,
        page_of=lambda document: document_page(document, paper) if settings.large_print else paper,
        bleed_of=settings.bleed_of,
        found=found,
        progress=progress,
    ):
        drawn.append(part)
        begin(part)
    project.preflight.end()
    parts = tuple(drawn)
    if settings.large_print:
        parts = enlarge_deck(drawn, settings.layout)
        found.items = [item for item in found.items if item.code not in SMALL_TEXT]
        found.items += [*find_small(parts, project, found.items)]
    return DrawnDeck(project=project, paper=settings.paper, card=settings.card, drawn=parts, warnings=())


def write(job: Job, target: Path, cache: BuildCache | None = None) -> list[Path]:
    """Write the PDF, or one of fronts and one of backs; older files stay whole if anything fails.

    Args:
        target: The PDF file; two files get `-fronts` and `-backs` added to its stem.
        cache: Cache of earlier builds. It does not change the pages, though their bytes may differ.

    Returns:
        The files that were written.

    Raises:
        CardgenError: E601 or E603, the target cannot be written; or what `compose` raises.
    """
    from cardgen.write.file_set import file_set

    composed = compose(job, cache)
    with as_cardgen_error(), file_set(target.parent) as files:
        return add_pdfs(job, target, composed, files)


def add_pdfs(job: Job, target: Path, composed: Sequence[bytes], files: FileSet) -> list[Path]:
    """Add the PDF, or the two PDFs, to the files that are written together, and return their paths.

    Args:
        composed: What `compose` returned.

    Raises:
        UnlocatedError: E601, a file cannot be written.
    """
    paths = pdf_paths(job, target)
    for path, data in zip(paths, composed, strict=True):
        files.add(path, data)
    return paths


def pdf_paths(job: Job, target: Path) -> list[Path]:
    """Return the files that `write` writes.

    Args:
        target: The PDF file; two files get `-fronts` and `-backs` added to its stem.
    """
    names = [file.name for file in order_files(len(job.sheets), job.settings.layout)]
    return [target.with_stem(f"{target.stem}-{name}") if name else target for name in names]


def compose(job: Job, cache: BuildCache | None = None) -> list[bytes]:
    """Return the bytes of the PDF, or of two PDFs, one of fronts and one of backs.

    Args:
        cache: Cache of earlier builds. It does not change the pages, though their bytes may differ.

    Raises:
        CardgenError: E121 to E123, E407, E408 or E602, a picture or its text cannot be converted.
    """
    from cardgen.pipeline.draw.words import spoken_pieces
    from cardgen.write.document import compose_pdf

    _keep(job, cache)
    fonts = job.fonts
    conversions = cache.conversions(fonts) if cache else None
    with with_locations(job):
        files = order_files(len(job.sheets), job.settings.layout)
        pieces = spoken_pieces(job.project, job.parts)
        drafts = (compose_pdf(_pages(job, file), _info(job, file, pieces), fonts, conversions) for file in files)
        return [_with_ink(draft, job.settings.ink) for draft in drafts]


def check_pages(job: Job, cache: BuildCache) -> None:
    """Draw the pages of a PDF that can fail, without finishing the file.

    Raises:
        CardgenError: See `compose`.
    """
    from cardgen.pipeline.printed_file.proven_pages import ProvenPages

    _keep(job, cache)
    proven, fonts = ProvenPages(job), job.fonts
    files = [(file, _pages(job, file)) for file in order_files(len(job.sheets), job.settings.layout)]
    for file, pages in files:
        known = proven.among(pages)
        if len(known) == len(pages):
            continue
        from cardgen.write.document import draw_pdf

        with with_locations(job):
            draw_pdf(pages, _info(job, file, {}), fonts, cache.conversions(fonts), known)
    proven.keep(page for _, pages in files for page in pages)


def _keep(job: Job, cache: BuildCache | None) -> None:
    """Keep the drawings of a job for the next command, before its pages fill the memory."""
    if cache and job.sheets and job.parts == job.drawn:
        cache.keep()


def _with_ink(data: bytes, ink: Ink) -> bytes:
    """Return the file with its colours changed as the ink mode states."""
    if ink == "full":
        return data
    from cardgen.write.ink_modes import apply_ink_mode

    return apply_ink_mode(data, ink)


def _pages(job: Job, file: PrintFile) -> list[Page]:
    """Return the pages of one file; the first page of each sheet in it has the bookmark."""
    from cardgen.printer.pages import make_page

    front = job.front if file.first > 1 else ()
    pages = [make_page(fill_page(drawing), drawing.size, name, job.settings.printer) for drawing, name in front]
    for leaf in file.leaves:
        sheet = job.sheets[leaf.sheet]
        side = sheet.verso if leaf.is_verso else sheet.recto
        bookmark = None if leaf.is_verso and not file.name else sheet.title
        pages.append(make_page(side, sheet.paper, bookmark, job.settings.printer, verso=leaf.is_verso))
    return pages


def _info(job: Job, file: PrintFile, pieces: Mapping[Drawing, ShownPiece]) -> DocumentInfo:
    """Return the metadata of one file."""
    from cardgen.write.page import DocumentInfo

    turned = job.settings.layout.two_sided and not job.settings.layout.by_hand
    flip = job.settings.layout.flip if turned else None
    about = job.title, job.author, job.subject, job.language
    return DocumentInfo(*about, first_printed=file.first, flip=flip, pieces=pieces)


def _select_missing(deck: DrawnDeck, since: Inventory) -> tuple[tuple[DrawnComponent, ...], tuple[Change, ...]]:
    """Return the components of a deck without the pieces that are on paper already, and all changes."""
    from cardgen.changes.compare import compare
    from cardgen.changes.components import select_missing

    changes = compare(since, deck.inventory)
    return tuple(select_missing(part, changes) for part in deck.drawn), changes

"""Join the stages: open, draw, impose, write. With `project.py`, the only module that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen import __version__
from cardgen.geometry.units import Size
from cardgen.impose.grid import impose_pieces
from cardgen.impose.layout import Layout
from cardgen.impose.leaves import impose_leaves, whole_page
from cardgen.impose.order import PrintFile, files_of
from cardgen.impose.tile import impose_tiles
from cardgen.model.deck import Deck
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.model.sheet import Sheet
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.front_matter import Paper, describe_job
from cardgen.pipeline.options import BuildOptions, Ink
from cardgen.pipeline.print_settings import PrintSettings, load_presets, resolve, suited_to_printer
from cardgen.pipeline.project import Project, open_project
from cardgen.plugin.components import Document, PieceKind
from cardgen.plugin.game import Game
from cardgen.render.context import Subject
from cardgen.render.document import draw_pages
from cardgen.render.localization import fill_placeholders
from cardgen.render.pieces import draw_pieces
from cardgen.report.diagnostics import Collector, Diagnostic, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError

if TYPE_CHECKING:  # they bring the engines of PDF and of pictures, which a check does without
    from cardgen.changes.inventory import Change, Inventory
    from cardgen.printer.profiles import Printer
    from cardgen.write.document import Info, Page

FRONT_PAGES = ("instructions", "contents")
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Part:
    """A component of the game, drawn: pieces of one kind, or the pages of a document."""

    component: PieceKind | Document
    title: str
    pieces: tuple[Piece, ...] = ()
    pages: tuple[Drawing, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """A deck, drawn and imposed, ready to be written.

    Attributes:
        deck: What was drawn.
        title, author, subject: Of the file, for its metadata.
        paper: What it is printed on.
        layout: How it is put on paper.
        card: Trim size of its cards.
        drawn: What was drawn, in the order of the game.
        parts: What of it is printed: all, unless there is a `since`.
        changes: What differs from `since`; nothing without it.
        front: Pages 1 and 2, each with its bookmark.
        sheets: The paper that is printed.
        warnings: What was found that does not stop it.
        language: Of the text.
        fonts: Key of each font to its file.
        project: What drew it, for pages about it.
        printer: What it is adjusted to; None if to nothing.
        ink: As in `BuildOptions`.
    """

    deck: Deck
    title: str
    author: str
    subject: str
    paper: Paper
    layout: Layout
    card: Size
    drawn: tuple[Part, ...]
    parts: tuple[Part, ...]
    changes: tuple[Change, ...]
    front: tuple[tuple[Drawing, str], ...]
    sheets: tuple[Sheet, ...]
    warnings: tuple[Diagnostic, ...]
    language: str
    fonts: Mapping[str, Path] = field(repr=False)
    project: Project = field(repr=False)
    printer: Printer | None = None
    ink: Ink = "full"

    @property
    def inventory(self) -> Inventory:
        """What all that was drawn looks like."""
        from cardgen.changes.components import take_inventory

        return take_inventory(self.drawn, self.fonts)


def prepare(
    path: Path,
    options: BuildOptions,
    progress: Progress = lambda _stage: None,
    workshop: BuildCache | None = None,
    since: Inventory | None = None,
) -> Job:
    """Do everything but write: this is the whole validation.

    Args:
        path: The deck file.
        options: What the user asks for.
        progress: Is told the name of each stage as it begins.
        workshop: What is left of the last build, for a preview; the job is the same without.
        since: What is on paper already; sheets get only what is missing of it or looks different. None means nothing is
            left out.

    Raises:
        CardgenError: The deck, a picture, a template or an option has faults; all that were found.
    """
    found = Collector()
    progress("load")
    project = open_project(path, options.language, found, workshop)
    presets = load_presets(path.parent, found)
    settings = resolve(options, presets, project.game.card, found)
    printer = _printer(options, found)
    if printer:
        settings = _suited(settings, options, printer, found)
    drawn = tuple(_drawn(project, chosen(options.only, project.game, found), settings, progress))
    fonts = {name: project.renderer.fonts.path(name) for name in project.renderer.fonts.names()}
    parts, changes = (drawn, ()) if since is None or found.has_errors else _missing(drawn, since, fonts)
    sheets = tuple(_imposed(parts, settings, project.strings, found))
    if not sheets and not changes and not found.has_errors:
        found.add("E505", "nothing is to be printed", project.deck.node.span, expected="a card with a copy")
    front = _front_pages(project, sheets, settings, options.printer) if sheets and not found.has_errors else ()
    if found.has_errors or (options.strict and found.items):
        raise CardgenError(sort_diagnostics(found.items, strict=options.strict))
    return Job(
        deck=project.deck,
        title=project.title,
        author=project.author,
        subject=project.subtitle,
        paper=settings.paper,
        layout=settings.layout,
        card=settings.card,
        drawn=drawn,
        parts=parts,
        changes=changes,
        front=front,
        sheets=sheets,
        warnings=tuple(sort_diagnostics(found.items)),
        language=project.renderer.language,
        fonts=fonts,
        project=project,
        printer=printer,
        ink=options.ink,
    )


def write(job: Job, target: Path, workshop: BuildCache | None = None) -> list[Path]:
    """Write the PDF, or one of fronts and one of backs; the old ones stay whole if anything fails.

    Args:
        job: What is written.
        target: The file.
        workshop: What is left of the last build. The pages are the same without; their bytes may differ.

    Returns:
        The files that were written.

    Raises:
        CardgenError: E601, the target cannot be written; E602, an artwork cannot be converted.
    """
    from cardgen.write.document import compose_pdf
    from cardgen.write.files import replace_file

    files = files_of(len(job.sheets), job.layout)
    paths = [target.with_stem(f"{target.stem}-{file.name}") if file.name else target for file in files]
    try:
        cache = workshop.cache(job.fonts) if workshop else None
        drafts = (compose_pdf(_pages(job, file), _info(job, file), job.fonts, cache) for file in files)
        made = [_inked(draft, job.ink) for draft in drafts]
        for path, data in zip(paths, made, strict=True):
            replace_file(path, data)
    except UnlocatedError as fault:
        raise CardgenError([fault.at(None)]) from None
    return paths


def _inked(data: bytes, ink: Ink) -> bytes:
    if ink == "full":
        return data
    from cardgen.write.inks import inked

    return inked(data, ink)


def _pages(job: Job, file: PrintFile) -> list[Page]:
    """The pages of one file; of a sheet, the first one has the bookmark."""
    from cardgen.printer.pages import page_of

    front = job.front if file.first > 1 else ()
    pages = [page_of(whole_page(drawing), drawing.size, name, job.printer) for drawing, name in front]
    for leaf in file.leaves:
        sheet = job.sheets[leaf.sheet]
        side = sheet.verso if leaf.is_verso else sheet.recto
        bookmark = None if leaf.is_verso and not file.name else sheet.title
        pages.append(page_of(side, sheet.paper, bookmark, job.printer, verso=leaf.is_verso))
    return pages


def _info(job: Job, file: PrintFile) -> Info:
    from cardgen.write.document import Info

    turned = job.layout.two_sided and not job.layout.by_hand
    flip = job.layout.flip if turned else None
    return Info(job.title, job.author, job.subject, job.language, first_printed=file.first, flip=flip)


def _missing(
    drawn: tuple[Part, ...], since: Inventory, fonts: Mapping[str, Path]
) -> tuple[tuple[Part, ...], tuple[Change, ...]]:
    """What of the parts is not there yet, and what has changed."""
    from cardgen.changes.components import select_missing, take_inventory
    from cardgen.changes.inventory import compare

    changes = compare(since, take_inventory(drawn, fonts))
    return tuple(select_missing(part, changes) for part in drawn), changes


def _printer(options: BuildOptions, found: Collector) -> Printer | None:
    """The printer that `--printer` names."""
    if not options.printer:
        return None
    from cardgen.printer.profiles import find_printer

    try:
        return find_printer(options.printer)
    except UnlocatedError as fault:
        found.items.append(fault.at(None))
    except CardgenError as error:
        found.items += error.diagnostics
    return None


def _suited(settings: PrintSettings, options: BuildOptions, printer: Printer, found: Collector) -> PrintSettings:
    """The settings as the printer needs them; E527 if its numbers do not hold for them."""
    layout = suited_to_printer(settings.layout, options, printer.flip_edge, printer.evens)
    if layout.two_sided and layout.flip != printer.flip_edge:
        message = (
            f"printer {quoted(options.printer)} was measured turning on the {printer.flip}, not as this build does"
        )
        expected, other = f"--duplex {printer.flip}, or none at all", f"{layout.flip}-edge"
        hint = f"cardgen calibrate --flip {other}, and add what it shows under a name of its own"
        found.add("E527", message, expected=expected, hints=(hint,))
    return replace(settings, layout=layout)


def chosen(only: Sequence[str], game: Game, found: Collector) -> list[PieceKind | Document]:
    """The components that `--only` names, in the order of the game; E504 for names that it does not have."""
    names = [component.name for component in game.components]
    for part in only:
        if part not in names:
            expected = f"one of: {', '.join(names)}"
            found.add("E504", f"unknown part {quoted(part)}", expected=expected, hints=did_you_mean(part, names))
    return [component for component in game.components if not only or component.name in only]


def _drawn(
    project: Project, components: Sequence[PieceKind | Document], settings: PrintSettings, progress: Progress
) -> Iterator[Part]:
    bleed = settings.layout.bleed
    for component in components:
        progress(component.name)
        title = project.strings[component.name]
        if isinstance(component, Document):
            yield Part(component, title, pages=tuple(draw_pages(component, settings.paper.size, project.renderer)))
        else:
            kind = component if bleed is None else replace(component, bleed=bleed)
            yield Part(kind, title, tuple(draw_pieces(kind, project.deck, settings.card, project.renderer)))


def _imposed(
    parts: Sequence[Part], settings: PrintSettings, strings: Mapping[str, str], found: Collector
) -> Iterator[Sheet]:
    """The sheets of all parts; a part that has no place on the paper is a fault."""
    for part in parts:
        try:
            yield from _sheets(part, settings, strings)
        except UnlocatedError as fault:
            found.items.append(fault.at(None))


def _sheets(part: Part, settings: PrintSettings, strings: Mapping[str, str]) -> list[Sheet]:
    kind, layout = part.component, settings.layout
    if isinstance(kind, Document):
        return impose_leaves(part.pages, layout, kind=kind.name, title=part.title)
    if kind.tiled:
        seams = kind.seams(settings.card) if kind.seams else ((), ())
        back = fill_placeholders(strings["back_of"], title=part.title)
        boards = (impose_tiles(piece, layout, title=part.title, seams=seams, back_title=back) for piece in part.pieces)
        return [sheet for board in boards for sheet in board]
    return impose_pieces(part.pieces, layout, kind=kind.name, title=part.title, gutter=kind.gutter)


def _front_pages(
    project: Project, sheets: Sequence[Sheet], settings: PrintSettings, printer: str
) -> tuple[tuple[Drawing, str], ...]:
    """Pages 1 and 2, each with its bookmark; they are written for these very sheets."""
    renderer, strings = project.renderer, project.strings
    families = sorted({_spaced(name.split("-")[0]) for name in renderer.fonts.names()})
    rights = [
        *([strings["rights_game"]] if strings.get("rights_game") else []),
        strings["rights_fonts"].replace("{fonts}", ", ".join(families)),
        strings["made_with"].replace("{version}", __version__),
    ]
    paper, layout = settings.paper, settings.layout
    job = describe_job(sheets, paper, project.title, project.subtitle, rights, strings, layout=layout)
    job["printer"] = printer
    drawn = (
        (renderer.drawing(f"{name}.svg.j2", {"job": job}, paper.size, 0, Subject(f"page '{title}'")), title)
        for name in FRONT_PAGES
        for title in [strings[name]]
    )
    return tuple((page, title) for page, title in drawn if page)


def _spaced(name: str) -> str:
    """`AlegreyaSans` as people write it."""
    return "".join(f" {char}" if char.isupper() and at else char for at, char in enumerate(name))

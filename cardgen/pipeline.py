"""Join the stages: open, draw, impose, write. With `project.py`, the only module that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardgen import __version__
from cardgen.changes.inventory import Change, Inventory, compare
from cardgen.changes.parts import inventory_of, missing_of
from cardgen.diagnostics import Collector, Diagnostic, did_you_mean, in_order, shown
from cardgen.errors import CardgenError, Fault
from cardgen.frontmatter import Paper, describe_job
from cardgen.game import Document, Game, PieceKind
from cardgen.impose.duplex import verso_of
from cardgen.impose.grid import impose_grid
from cardgen.impose.paper import find_card, find_paper
from cardgen.impose.tile import impose_tiles
from cardgen.model.deck import Deck
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.model.sheet import Placement, Sheet, Side
from cardgen.project import Project, open_project
from cardgen.render.document import draw_pages
from cardgen.render.pieces import draw_pieces
from cardgen.render.renderer import Subject
from cardgen.units import Rect, Size

FRONT_PAGES = ("instructions", "contents")
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asks for.

    Attributes:
        paper: Name or measure.
        card: Name or measure; nothing means the game's own size.
        language: Of the fixed strings and of texts in several languages.
        only: Names of components; nothing means all.
        strict: Warnings are errors.
        since: What is there already; only what is missing of it, or looks different, is put on sheets.
    """

    paper: str = "a4"
    card: str = ""
    language: str = "en"
    only: tuple[str, ...] = ()
    strict: bool = False
    since: Inventory | None = None


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
        drawn: What was drawn, in the order of the game.
        parts: What of it is printed: all, unless there is a `since`.
        changes: What differs from `since`; nothing without it.
        front: Pages 1 and 2, each with its bookmark.
        sheets: The paper that is printed.
        warnings: What was found that does not stop it.
        language: Of the text.
        fonts: Key of each font to its file.
        project: What drew it, for pages about it.
    """

    deck: Deck
    title: str
    author: str
    subject: str
    paper: Paper
    drawn: tuple[Part, ...]
    parts: tuple[Part, ...]
    changes: tuple[Change, ...]
    front: tuple[tuple[Drawing, str], ...]
    sheets: tuple[Sheet, ...]
    warnings: tuple[Diagnostic, ...]
    language: str
    fonts: Mapping[str, Path] = field(repr=False)
    project: Project = field(repr=False)

    @property
    def inventory(self) -> Inventory:
        """What all that was drawn looks like."""
        return inventory_of(self.drawn, self.fonts)


def prepare(path: Path, options: Options, progress: Progress = lambda _stage: None) -> Job:
    """Do everything but write: this is the whole validation.

    Args:
        path: The deck file.
        options: What the user asks for.
        progress: Is told the name of each stage as it begins.

    Raises:
        CardgenError: The deck, a picture, a template or an option has faults; all that were found.
    """
    found = Collector()
    progress("load")
    project = open_project(path, options.language, found)
    paper, card = _sizes(options, project.game, found)
    drawn = tuple(_drawn(project, chosen(options.only, project.game, found), paper, card, progress))
    fonts = {name: project.renderer.fonts.path(name) for name in project.renderer.fonts.names()}
    parts, changes = drawn, ()
    if options.since is not None and not found.has_errors:
        changes = compare(options.since, inventory_of(drawn, fonts))
        parts = tuple(missing_of(part, changes) for part in drawn)
    sheets = tuple(_imposed(parts, paper, card, found))
    if not sheets and not changes and not found.has_errors:
        found.add("E505", "nothing is to be printed", project.deck.node.span, expected="a card with a copy")
    front = _front_pages(project, sheets, paper) if sheets and not found.has_errors else ()
    if found.has_errors or (options.strict and found.items):
        raise CardgenError(in_order(found.items, strict=options.strict))
    return Job(
        deck=project.deck,
        title=project.title,
        author=project.of_faction("author") or "cardgen",
        subject=project.of_faction("motto"),
        paper=paper,
        drawn=drawn,
        parts=parts,
        changes=changes,
        front=front,
        sheets=sheets,
        warnings=tuple(in_order(found.items)),
        language=project.renderer.language,
        fonts=fonts,
        project=project,
    )


def write(job: Job, target: Path) -> None:
    """Write the PDF; the old one stays whole if anything fails.

    Raises:
        CardgenError: E601, the target cannot be written; E602, an artwork cannot be converted.
    """
    from cardgen.write.document import Info, Page, write_pdf

    pages = [Page(_whole(drawing), drawing.size, name) for drawing, name in job.front]
    for sheet in job.sheets:
        pages += [Page(sheet.recto, sheet.paper, sheet.title), Page(sheet.verso, sheet.paper)]
    info = Info(job.title, job.author, job.subject, job.language, first_printed=len(job.front) + 1)
    try:
        write_pdf(pages, target, info, job.fonts)
    except Fault as fault:
        raise CardgenError([fault.at(None)]) from None


def _sizes(options: Options, game: Game, found: Collector) -> tuple[Paper, Size]:
    """Paper and card size; the defaults stand in for those that have a fault, so that checking can go on."""
    paper, card = Paper("A4", find_paper("a4")), game.card
    try:
        size = find_paper(options.paper)
        paper = Paper(options.paper.upper() if len(options.paper) < 4 else options.paper.capitalize(), size)
    except Fault as fault:
        found.items.append(fault.at(None))
    try:
        card = find_card(options.card) if options.card else game.card
    except Fault as fault:
        found.items.append(fault.at(None))
    return paper, card


def chosen(only: Sequence[str], game: Game, found: Collector) -> list[PieceKind | Document]:
    """The components that `--only` names, in the order of the game; E504 for names that it does not have."""
    names = [component.name for component in game.components]
    for part in only:
        if part not in names:
            expected = f"one of: {', '.join(names)}"
            found.add("E504", f"unknown part {shown(part)}", expected=expected, hints=did_you_mean(part, names))
    return [component for component in game.components if not only or component.name in only]


def _drawn(
    project: Project, components: Sequence[PieceKind | Document], paper: Paper, card: Size, progress: Progress
) -> Iterator[Part]:
    for component in components:
        progress(component.name)
        title = project.strings[component.name]
        if isinstance(component, Document):
            yield Part(component, title, pages=tuple(draw_pages(component, paper.size, project.renderer)))
        else:
            yield Part(component, title, tuple(draw_pieces(component, project.deck, card, project.renderer)))


def _imposed(parts: Sequence[Part], paper: Paper, card: Size, found: Collector) -> Iterator[Sheet]:
    """The sheets of all parts; a part that has no place on the paper is a fault."""
    for part in parts:
        try:
            yield from _sheets(part, paper.size, card)
        except Fault as fault:
            found.items.append(fault.at(None))


def _sheets(part: Part, paper: Size, card: Size) -> list[Sheet]:
    kind = part.component
    if isinstance(kind, Document):
        return _leaves(kind.name, part.title, part.pages)
    if kind.tiled:
        seams = kind.seams(card) if kind.seams else ((), ())
        boards = (impose_tiles(piece, paper, title=part.title, seams=seams) for piece in part.pieces)
        return [sheet for board in boards for sheet in board]
    return impose_grid(part.pieces, paper, kind=kind.name, title=part.title, gutter=kind.gutter)


def _leaves(kind: str, title: str, pages: Sequence[Drawing]) -> list[Sheet]:
    """Whole pages, printed on both sides of their paper."""
    pairs = [pages[at : at + 2] for at in range(0, len(pages), 2)]
    sheets = []
    for number, pair in enumerate(pairs, 1):
        recto, paper = _whole(pair[0]), pair[0].size
        verso = verso_of(recto.placements, pair[1:], paper, "long") if len(pair) > 1 else None
        name = f"{title} ({number}/{len(pairs)})" if len(pairs) > 1 else title
        sheets.append(Sheet(kind, name, paper, recto, verso))
    return sheets


def _whole(page: Drawing) -> Side:
    return Side((Placement(page, Rect(0, 0, page.size.width, page.size.height)),))


def _front_pages(project: Project, sheets: Sequence[Sheet], paper: Paper) -> tuple[tuple[Drawing, str], ...]:
    """Pages 1 and 2, each with its bookmark; they are written for these very sheets."""
    renderer, strings = project.renderer, project.strings
    families = sorted({_spaced(name.split("-")[0]) for name in renderer.fonts.names()})
    rights = [
        strings["rights_game"],
        strings["rights_fonts"].replace("{fonts}", ", ".join(families)),
        strings["made_with"].replace("{version}", __version__),
    ]
    job = describe_job(sheets, paper, project.title, project.of_faction("motto"), rights, strings)
    drawn = (
        (renderer.drawing(f"{name}.svg.j2", {"job": job}, paper.size, 0, Subject(f"page '{title}'")), title)
        for name in FRONT_PAGES
        for title in [strings[name]]
    )
    return tuple((page, title) for page, title in drawn if page)


def _spaced(name: str) -> str:
    """`AlegreyaSans` as people write it."""
    return "".join(f" {char}" if char.isupper() and at else char for at, char in enumerate(name))

"""One deck with its options, in memory: each build draws again only what has changed since the last one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cardgen.geometry.outlines import RECTANGLE, Outline, PlacedOutline
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.impose.leaves import fill_page
from cardgen.impose.order import order_files
from cardgen.model.deck import Deck, deck_name
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Side
from cardgen.pipeline.build import Job, prepare_partly
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.draw import DrawnComponent, Progress
from cardgen.pipeline.folders import look_folders
from cardgen.pipeline.instructions import print_instructions
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.print_settings import PrintSettings
from cardgen.pipeline.project import Project
from cardgen.pipeline.targets import target_of
from cardgen.plugin.components import PieceKind
from cardgen.plugin.hooks import deck_identity
from cardgen.preview.keys import DrawingKeys
from cardgen.preview.pictures import PagePictures, PageSource, face_source, page_source
from cardgen.preview.printed import PrintedComparison
from cardgen.preview.snapshot import (
    ShownDocument,
    ShownFace,
    ShownKind,
    ShownPicture,
    ShownSheet,
    Snapshot,
    shown_place,
    shown_problem,
)
from cardgen.preview.stale import as_stale, stale, with_kind, with_missing, with_missing_kinds
from cardgen.printer.pages import make_page
from cardgen.read.strings import readable
from cardgen.report.diagnostics import Collector, Diagnostic, abridge, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.write.document import ConversionCache, DocumentInfo, Page


@dataclass(slots=True)
class _Sources:
    """The pages that pictures are made of, by key, in the order in which they are likely to be seen."""

    faces: dict[str, PageSource]
    pages: dict[str, PageSource]
    before: Mapping[str, PageSource] = field(default_factory=dict)  # faces that were drawn earlier


class PreviewSession:
    """A deck with its options. One thread uses it.

    Args:
        deck: The deck file.
        options: Options of the build.
        target: The PDF of the whole deck, beside which the record of the last print is.

    Attributes:
        snapshot: What the last build gave.
        problems: Errors and warnings that are known of it.
        folders: Folders whose files decided about the last build, besides that of the deck.
    """

    def __init__(self, deck: Path, options: BuildOptions, target: Path | None = None) -> None:
        self.snapshot = Snapshot(title=readable(deck_name(deck)))
        self.problems: tuple[Diagnostic, ...] = ()
        self.folders: tuple[str, ...] = ()
        self._deck = deck
        self._options = options
        self._cache = BuildCache()
        self._pictures = PagePictures(options.ink)
        self._printed = PrintedComparison(target or target_of(deck, Path("out")))
        self._keys: tuple[ConversionCache, DrawingKeys] | None = None
        self._sources = _Sources({}, {})
        self._found: tuple[Diagnostic, ...] = ()

    def build(
        self, on_faces: Callable[[Snapshot], None] = lambda _: None, on_stage: Progress = lambda _: None
    ) -> Snapshot:
        """Build the deck; after errors, the snapshot keeps the pictures from before, marked as stale.

        Args:
            on_faces: Called with a snapshot as soon as the faces of a kind are drawn, while all else is as before.
            on_stage: Called with the name of each stage as it begins.
        """
        found = Collector()

        def show(project: Project, settings: PrintSettings, part: DrawnComponent) -> None:
            if part.pieces and not found.has_errors and self._take_faces(project, settings, part):
                on_faces(self.snapshot)

        try:
            job = prepare_partly(self._deck, self._options, found, on_stage, self._cache, on_drawn=show)
        except CardgenError as error:
            self._found = error.diagnostics
            self.snapshot = stale(self.snapshot)
        except Exception as error:  # a bug must not end the preview, in which it can be mended
            message = f"the deck cannot be drawn, because of a bug in cardgen or in its game: {_words(error)}"
            hint = "run cardgen check with CARDGEN_DEBUG=1 and report the output"
            self._found = (*found.items, Diagnostic("E790", message, hints=(hint,)))
            self.snapshot = stale(self.snapshot)
        else:
            self._found = tuple(found.items)
            folders = look_folders(self._deck.parent, job.project.game)
            self.folders = tuple(str(folder) for folder in (*folders.templates, *folders.fonts))
            self.snapshot = self._shown(job, is_whole=not found.has_errors)
            self._printed.begin(job)
        return self._with_problems()

    def png(self, key: str, dpi: int, is_urgent: Callable[[], bool] = lambda: False) -> bytes | None:
        """Return a picture of the last snapshot; None if it has none of this key, or it cannot be drawn.

        Args:
            key: Key of the picture.
            dpi: Pixels per inch.
            is_urgent: Whether there is something more urgent to do.

        Raises:
            PictureLeftOffError: There is something more urgent; asked again, the picture is drawn on from there.
        """
        return self._pictures.png(key, dpi, is_urgent)

    def draw(self, keys: Iterable[str]) -> None:
        """Draw what is behind pictures that will be asked for.

        Args:
            keys: Keys of the pictures.
        """
        self._pictures.draw(keys)

    def has_picture(self, key: str) -> bool:
        """Return whether a picture can be asked for."""
        return key in self._sources.faces or key in self._sources.pages

    def settle(self) -> bool:
        """Work for a moment on what nobody waits for; return whether there was something to do.

        The deck is compared with the last print, and pages that nobody has asked for are drawn, to find their errors.
        """
        if self._printed.step() or self._pictures.draw_pending():
            return True
        self._forget_unused()
        return False

    def settled(self) -> Snapshot:
        """Return the snapshot with what was found since the build."""
        self.snapshot = replace(self.snapshot, printed=self._printed.shown)
        return self._with_problems()

    def close(self) -> None:
        """Release what the session holds."""
        self._pictures.close()

    def _forget_unused(self) -> None:
        """Drop what was made for drawings that are not shown any more."""
        sources = [*self._sources.faces.values(), *self._sources.pages.values()]
        drawings = [drawing for source in sources for drawing in source.drawings]
        if self._keys and drawings:
            self._keys[1].keep_only(drawings)
            self._keys[0].keep_only(drawings)

    def _with_problems(self) -> Snapshot:
        found = sort_diagnostics([*self._found, *self._pictures.problems], strict=self._options.strict)
        state = self.snapshot.state
        if state == "good" and any(item.is_error for item in found):
            state = "faulty"
        self.snapshot = replace(self.snapshot, problems=tuple(map(shown_problem, abridge(found))), state=state)
        return self.snapshot

    def _take_faces(self, project: Project, settings: PrintSettings, part: DrawnComponent) -> bool:
        """Show the faces of one kind; return whether any is new."""
        before, sources = self.snapshot, _Sources({}, {}, self._sources.faces)
        faces = [*_faces(part, project.deck, settings.layout.corners, self._drawing_keys(project.fonts), sources)]
        shown = with_kind(before.faces, part.component.name, faces)
        if shown == before.faces:
            return False
        kinds = {kind.name: kind for kind in (*before.kinds, *_kinds([part]))}
        self._sources = _Sources({**sources.faces, **self._sources.faces}, self._sources.pages)
        self._offer(DocumentInfo(project.title, project.author, project.subtitle, ""), project.fonts)
        self.snapshot = replace(
            before,
            state=before.state if before.faces else "good",
            kinds=tuple(kinds.values()),
            faces=shown,
            **_about(project, settings.paper.name, settings.card),
        )
        return True

    def _offer(self, info: DocumentInfo, fonts: Mapping[str, Path]) -> None:
        """Offer the pictures of all sources."""
        conversions = self._cache.conversions(fonts)
        conversions.keeps_unused = True
        self._pictures.offer({**self._sources.faces, **self._sources.pages}, info, fonts, conversions)

    def _shown(self, job: Job, *, is_whole: bool) -> Snapshot:
        """Return the snapshot of a job, and offer its pictures.

        Args:
            job: The deck, drawn and imposed.
            is_whole: Whether nothing is missing in it; otherwise what is missing is taken from before.
        """
        before, keys, corner = self.snapshot, self._drawing_keys(job.fonts), job.settings.layout.corners
        sources = _Sources({}, {}, self._sources.faces)
        kinds = tuple(_kinds(job.drawn))
        faces = tuple(face for part in job.drawn for face in _faces(part, job.deck, corner, keys, sources))
        documents = tuple(_documents(job.drawn, keys, sources))
        sheets = tuple(_sheets(job, keys, sources)) if is_whole else as_stale(before.sheets)
        if not is_whole:
            faces = tuple(with_missing(faces, before.faces))
            documents = tuple(with_missing(documents, before.documents))
            kinds = tuple(with_missing_kinds(kinds, before.kinds))
            self._keep_sources(faces, sheets, documents, sources)
        self._sources = sources
        self._offer(_info(job), job.fonts)
        return Snapshot(
            **_about(job.project, job.paper.name, job.card),
            state="good" if is_whole else "faulty",
            kinds=kinds,
            faces=faces,
            sheets=sheets,
            documents=documents,
            instructions=print_instructions(job) if is_whole else before.instructions,
            printed=before.printed,  # until the comparison has ended
        )

    def _drawing_keys(self, fonts: Mapping[str, Path]) -> DrawingKeys:
        """Return the keys of the last build, or new ones if a font has changed."""
        conversions = self._cache.conversions(fonts)  # another one after a change of a font
        if self._keys is None or self._keys[0] is not conversions:
            self._keys = conversions, DrawingKeys(fonts, self._options.ink)
        return self._keys[1]

    def _keep_sources(
        self,
        faces: Iterable[ShownFace],
        sheets: Iterable[ShownSheet],
        documents: Iterable[ShownDocument],
        sources: _Sources,
    ) -> None:
        """Keep the sources of pictures that are shown although they are from before."""
        shown = [picture for face in faces for picture in (face.face, face.back)]
        _keep(shown, self._sources.faces, sources.faces)
        shown = [picture for sheet in sheets for picture in (sheet.recto, sheet.verso)]
        _keep([*shown, *(page for item in documents for page in item.pages)], self._sources.pages, sources.pages)


def _keep(shown: Iterable[ShownPicture | None], before: Mapping[str, PageSource], now: dict[str, PageSource]) -> None:
    for picture in shown:
        if picture and picture.key not in now and picture.key in before:
            now[picture.key] = before[picture.key]


def _kinds(drawn: Iterable[DrawnComponent]) -> Iterator[ShownKind]:
    for part in drawn:
        kind = part.component
        if isinstance(kind, PieceKind):
            copies = sum(piece.copies for piece in part.pieces)
            yield ShownKind(kind.name, part.title, kind.role, len(part.pieces), copies)


def _about(project: Project, paper: str, card: Size) -> dict[str, Any]:
    """Return what a snapshot says of the deck as a whole."""
    identity = deck_identity(project.game, project.deck.data)
    return {
        "title": project.title,
        "subtitle": project.subtitle,
        "language": project.renderer.language,
        "languages": tuple(identity.languages or project.game.languages),
        "paper": paper,
        "card": (card.width, card.height),
    }


def _faces(part: DrawnComponent, deck: Deck, corner: Mm, keys: DrawingKeys, sources: _Sources) -> Iterator[ShownFace]:
    for piece in part.pieces:
        name = part.title if piece.name == piece.id else piece.name
        pictures = [
            _picture(drawing, f"{piece.kind} '{piece.name}'", keys, sources) if drawing else None
            for drawing in (piece.face, piece.back)
        ]
        assert pictures[0] is not None
        yield ShownFace(
            id=f"{piece.kind}/{piece.id}",
            kind=piece.kind,
            name=name,
            copies=piece.copies,
            face=pictures[0],
            back=pictures[1],
            outline=_path_data(piece.outline),
            corner=corner if piece.outline == RECTANGLE else 0.0,
            endwise=piece.endwise,
            place=shown_place(deck.node.nearest(piece.path) if piece.path else None),
            text=keys.words_of(piece.face),
        )


def _picture(drawing: Drawing, owner: str, keys: DrawingKeys, sources: _Sources) -> ShownPicture:
    key = keys.of_drawing(drawing)
    if key not in sources.faces:
        known = sources.before.get(key)
        sources.faces[key] = known if known and known.owner == owner else face_source(drawing, owner)
    return ShownPicture(key, drawing.size.width, drawing.size.height, drawing.bleed)


def _path_data(outline: Outline) -> str:
    """Return an outline as data of an SVG path, in fractions of the trim; empty for a rectangle."""
    if outline == RECTANGLE:
        return ""
    curves = PlacedOutline(outline, Rect(0, 0, 1, 1)).curves()
    start = "M{:.4f} {:.4f}".format(*curves[0][0])
    parts = [("L" if len(curve) == 2 else "C") + " ".join(f"{x:.4f} {y:.4f}" for x, y in curve[1:]) for curve in curves]
    return f"{start}{''.join(parts)}Z"


def _documents(drawn: Iterable[DrawnComponent], keys: DrawingKeys, sources: _Sources) -> Iterator[ShownDocument]:
    for part in drawn:
        if part.pages:
            pages = [_add_page(Page(fill_page(page), page.size), part.title, keys, sources) for page in part.pages]
            yield ShownDocument(part.component.name, part.title, tuple(pages))


def _sheets(job: Job, keys: DrawingKeys, sources: _Sources) -> Iterator[ShownSheet]:
    """Yield the first pages, which are not printed, and the sheets."""
    printer = job.settings.printer

    def side_of(side: Side, paper: Size, owner: str, *, verso: bool = False) -> ShownPicture:
        return _add_page(make_page(side, paper, None, printer, verso=verso), owner, keys, sources)

    for number, (drawing, title) in enumerate(job.front, 1):
        picture = side_of(fill_page(drawing), drawing.size, title)
        yield ShownSheet(f"front-{number}", "", title, picture, None, (number,), 0, "")
    pages: dict[int, list[int]] = {}
    for file in order_files(len(job.sheets), job.settings.layout)[:1]:
        for number, leaf in enumerate(file.leaves, file.first):
            pages.setdefault(leaf.sheet, []).append(number)
    for index, sheet in enumerate(job.sheets):
        recto = side_of(sheet.recto, sheet.paper, sheet.title)
        verso = side_of(sheet.verso, sheet.paper, sheet.title, verso=True) if sheet.verso else None
        yield ShownSheet(
            id=str(index + 1),
            kind=sheet.kind,
            title=sheet.title,
            recto=recto,
            verso=verso,
            pages=tuple(pages.get(index, ())),
            pieces=sheet.piece_count,
            printed_on=sheet.printed_on,
        )


def _add_page(page: Page, owner: str, keys: DrawingKeys, sources: _Sources) -> ShownPicture:
    paper = page.paper
    key = keys.of_side(page.side, paper, page.adjustment)
    if key not in sources.pages:
        sources.pages[key] = page_source(page, f"sheet '{owner}'")
    return ShownPicture(key, paper.width, paper.height)


def _info(job: Job) -> DocumentInfo:
    return DocumentInfo(job.title, job.author, job.subject, job.language)


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

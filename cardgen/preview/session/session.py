"""Keep one deck with its options in memory: each build draws only what has changed since the last one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.guard.files import stamp_of
from cardgen.model.deck import deck_name
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.draw.components import DrawnComponent, draw_beginning, draw_faces
from cardgen.pipeline.open.folders import look_folders
from cardgen.pipeline.open.project import Project
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.print_settings import PrintSettings
from cardgen.pipeline.printed_file.build import Job, Onlooker, prepare_partly
from cardgen.pipeline.printed_file.instructions import print_instructions
from cardgen.pipeline.printed_file.targets import target_of
from cardgen.plugin.components import Component
from cardgen.preview.pictures.drawing import PagePictures, PageSource
from cardgen.preview.pictures.keys import DrawingKeys
from cardgen.preview.session.last_good import (
    as_stale,
    stale,
    with_kind,
    with_missing,
    with_missing_kinds,
    without_faulty,
)
from cardgen.preview.session.paper_changes import PrintedComparison
from cardgen.preview.session.recent_faces import RecentFaces
from cardgen.preview.session.snapshot import (
    News,
    ShownDocument,
    ShownFace,
    ShownPicture,
    ShownSheet,
    Snapshot,
    shown_place,
    shown_problem,
    with_faces,
)
from cardgen.preview.session.snapshot_parts import (
    MISSING,
    Sources,
    about,
    listed_faces,
    missing_pictures,
    shown_documents,
    shown_faces,
    shown_kinds,
    shown_sheets,
    start_of,
)
from cardgen.processes import allowance
from cardgen.read.strings import readable
from cardgen.report.diagnostics import Collector, Diagnostic, abridge, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.write.page import DocumentInfo

if TYPE_CHECKING:
    from cardgen.write.document import ConversionCache

_FIRST = 1, 12
"""Pieces that are shown of a deck at first, in two steps, before its first kind has been drawn."""
_MOST_TOGETHER = 4  # faces on the screen that are shown at a time


class PreviewSession:
    """A deck with its options. One thread uses it.

    Args:
        target: The PDF of the whole deck, beside which the record of the last print is.

    Attributes:
        snapshot: What the last build gave.
        problems: Errors and warnings that are known of it.
        folders: Folders whose files decided about the last build, besides that of the deck.
        dpi: Resolution of the picture of a face that was asked for last; 0 if none was.
    """

    def __init__(self, deck: Path, options: BuildOptions, target: Path | None = None) -> None:
        self.snapshot = Snapshot(title=readable(deck_name(deck)))
        self.problems: tuple[Diagnostic, ...] = ()
        self.folders: tuple[str, ...] = ()
        self.dpi = 0
        self._seen = RecentFaces()
        self._deck = deck
        self._options = options
        self._cache = BuildCache()
        self._pictures = PagePictures(options.ink)
        self._printed = PrintedComparison(target or target_of(deck, Path("out")))
        self._keys: tuple[object, DrawingKeys] | None = None
        self._conversions: ConversionCache | None = None
        self._faces: Mapping[str, PageSource] = {}
        self._pages: Mapping[str, PageSource] = {}
        self._found: tuple[Diagnostic, ...] = ()
        self._is_strict = options.strict
        self._incomplete: set[str] = set()  # faces that are shown without their wrong fields

    def build(
        self, on_news: Callable[[News], None] = lambda _: None, on_rest: Callable[[], None] = lambda: None
    ) -> Snapshot:
        """Build the deck; after errors, the snapshot keeps the pictures from before, marked as stale.

        Args:
            on_news: Called with faces that are drawn, while all else is as before: first with some that have changed and are
                probably on the screen, then with a snapshot as soon as those of a kind are drawn.
            on_rest: Called again and again, for what else is to be done.
        """
        allowance.begin()
        found = Collector()
        try:
            job = self._prepare(found, on_news, on_rest)
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
            self._is_strict = self._options.strict or found.is_strict
            folders = look_folders(self._deck.parent, job.project.game)
            self.folders = tuple(str(folder) for folder in (*folders.templates, *folders.fonts))
            self.snapshot = self._shown(job, is_whole=not found.has_errors)
            self._printed.begin(job)
        return self._with_problems()

    def png(self, key: str, dpi: int, is_urgent: Callable[[], bool] = lambda: False) -> bytes | None:
        """Return a picture of the last snapshot; None if it has none of this key, or it cannot be drawn.

        Args:
            dpi: Pixels per inch.

        Raises:
            PictureLeftOffError: There is something more urgent; asked again, the picture is drawn on from there.
        """
        face = next((face for face in self.snapshot.faces if face.face.key == key), None)
        if face:
            self.dpi = dpi
            self._seen.note(face.id)
        return self._pictures.png(key, dpi, is_urgent)

    def draw(self, keys: Iterable[str]) -> None:
        """Draw what is behind pictures that will be asked for."""
        self._pictures.draw(keys)

    def is_quick(self, key: str, dpi: int) -> bool:
        """Return whether there is a picture that is drawn in one go.

        Args:
            dpi: Pixels per inch.
        """
        return self._pictures.is_quick(key, dpi)

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
        sources = [*self._faces.values(), *self._pages.values()]
        drawings = [drawing for source in sources for drawing in source.drawings]
        if self._keys:
            self._keys[1].keep_only(drawings)
        if self._conversions:
            self._conversions.keep_only(drawings)

    def _with_problems(self) -> Snapshot:
        found = sort_diagnostics([*self._found, *self._pictures.problems], strict=self._is_strict)
        self.problems = tuple(found)
        state = self.snapshot.state
        if state == "good" and any(item.is_error for item in found):
            state = "faulty"
        self.snapshot = replace(self.snapshot, problems=tuple(map(shown_problem, abridge(found))), state=state)
        return self.snapshot

    def _prepare(self, found: Collector, on_news: Callable[[News], None], on_rest: Callable[[], None]) -> Job:
        """Draw and impose the deck, the faces that somebody sees before the others; see `build`."""

        def look(project: Project, settings: PrintSettings, components: Sequence[Component]) -> None:
            project.renderer.on_side = on_rest
            if project.is_draft:  # a mark is put on drafts when all pieces have been drawn
                return
            for count in () if self.snapshot.faces else _FIRST:
                part = draw_beginning(project, components, count, card=settings.card, bleed_of=settings.bleed_of)
                if part:
                    show(project, settings, part)
            for faces in self._changed_on_screen(project, settings):
                on_news(faces)

        def show(project: Project, settings: PrintSettings, part: DrawnComponent) -> None:
            if part.pieces and not found.has_errors and self._take_faces(project, settings, part):
                on_news(self.snapshot)

        onlooker = Onlooker(lambda _stage: on_rest(), look, show)
        return prepare_partly(self._deck, self._options, found, onlooker, self._cache, is_partial=True)

    def _changed_on_screen(self, project: Project, settings: PrintSettings) -> Iterator[Sequence[ShownFace]]:
        """Show the faces on the screen that are different now, and yield them: the first ones singly, then some together."""
        known = {face.id: face for face in self.snapshot.faces if face.id in self._seen}
        if not known:
            return
        sources = self._new_sources(project.fonts)
        changed: list[ShownFace] = []
        count = 0
        for seen in draw_faces(project, self._seen.by_kind, card=settings.card, bleed_of=settings.bleed_of):
            picture = sources.add_face(seen.face, f"{seen.kind} '{seen.name}'")
            before = known.get(f"{seen.kind}/{seen.entry}")
            if before is None or before.face == picture:
                continue
            name = seen.name if seen.has_name else project.strings[seen.kind]
            text = sources.keys.words_of(seen.face)
            changed.append(replace(before, name=name, face=picture, text=text, is_stale=False))
            count += 1
            if len(changed) >= min(count // 2, _MOST_TOGETHER):
                yield self._take_seen(project, changed, sources)
                changed = []
        if changed:
            yield self._take_seen(project, changed, sources)

    def _take_seen(self, project: Project, changed: Sequence[ShownFace], sources: Sources) -> Sequence[ShownFace]:
        self._add_faces(project, sources)
        self.snapshot = with_faces(self.snapshot, changed)
        return changed

    def _take_faces(self, project: Project, settings: PrintSettings, part: DrawnComponent) -> bool:
        """Show the faces of one kind; return whether any is new."""
        before, sources = self.snapshot, self._new_sources(project.fonts)
        faces = [*shown_faces(part, project.deck, settings.layout.corners, sources)]
        shown = with_kind(before.faces, part.component.name, faces)
        if shown == before.faces:
            return False
        kinds = {kind.name: kind for kind in (*before.kinds, *shown_kinds([part]))}
        self._add_faces(project, sources)
        self.snapshot = replace(
            before,
            state=before.state if before.faces else "good",
            kinds=tuple(kinds.values()),
            faces=shown,
            **about(project, settings.paper.name, settings.card),
        )
        return True

    def _add_faces(self, project: Project, sources: Sources) -> None:
        """Offer the pictures of more faces, as long as the deck is not drawn as a whole."""
        self._faces = {**sources.faces, **self._faces}
        self._offer(DocumentInfo(project.title, project.author, project.subtitle, ""), project.fonts)

    def _offer(self, info: DocumentInfo, fonts: Mapping[str, Path]) -> None:
        """Offer the pictures of all sources."""

        def conversions() -> ConversionCache:
            found = self._conversions = self._cache.conversions(fonts)
            found.keeps_unused = True
            return found

        self._pictures.offer({**self._faces, **self._pages}, info, fonts, conversions)

    def _shown(self, job: Job, *, is_whole: bool) -> Snapshot:
        """Return the snapshot of a job, and offer its pictures.

        Args:
            is_whole: Whether nothing is missing in it; otherwise what is missing is taken from before.
        """
        before, corner = self.snapshot, job.settings.layout.corners
        sources = self._new_sources(job.fonts)
        kinds = tuple(shown_kinds(job.drawn))
        faces = tuple(face for part in job.drawn for face in shown_faces(part, job.deck, corner, sources))
        good = {face.id for face in before.faces} - self._incomplete
        wrong = {*map(shown_place, job.project.faulty)}
        left_out = {start_of(place) for place in wrong - {face.place for face in faces}}
        faces = tuple(without_faulty(faces, good, wrong))
        self._incomplete = {face.id for face in faces if face.is_stale}
        documents = tuple(shown_documents(job.drawn, job.project, sources))
        sheets = tuple(shown_sheets(job, sources)) if is_whole else as_stale(before.sheets)
        if not is_whole:
            faces = tuple(with_missing(faces, listed_faces(before.faces, job, left_out)))
            documents = tuple(with_missing(documents, before.documents))
            kinds = tuple(with_missing_kinds(kinds, before.kinds))
            self._keep_sources(faces, sheets, documents, sources)
        self._faces, self._pages = sources.faces, sources.pages
        self._offer(DocumentInfo(job.title, job.author, job.subject, job.language), job.fonts)
        return Snapshot(
            **about(job.project, job.paper.name, job.card),
            state="good" if is_whole else "faulty",
            kinds=kinds,
            faces=faces,
            sheets=sheets,
            documents=documents,
            instructions=print_instructions(job) if is_whole else before.instructions,
            missing=tuple(missing_pictures(job.project)) if MISSING in {item.code for item in self._found} else (),
            printed=before.printed,  # until the comparison has ended
        )

    def _new_sources(self, fonts: Mapping[str, Path]) -> Sources:
        """Return sources with nothing in them, and the keys of the last build unless a font has changed."""
        stamps = {path: stamp_of(path) for path in fonts.values()}
        if self._keys is None or self._keys[0] != stamps:
            self._keys = stamps, DrawingKeys(fonts, self._options.ink)
        return Sources(self._keys[1], self._faces)

    def _keep_sources(
        self,
        faces: Iterable[ShownFace],
        sheets: Iterable[ShownSheet],
        documents: Iterable[ShownDocument],
        sources: Sources,
    ) -> None:
        """Keep the sources of pictures that are shown although they are from before."""
        shown = [picture for face in faces for picture in (face.face, face.back)]
        _keep(shown, self._faces, sources.faces)
        shown = [picture for sheet in sheets for picture in (sheet.recto, sheet.verso)]
        figures = [figure for item in documents for _, figure in item.figures]
        _keep([*shown, *figures, *(page for item in documents for page in item.pages)], self._pages, sources.pages)


def _keep(shown: Iterable[ShownPicture | None], before: Mapping[str, PageSource], now: dict[str, PageSource]) -> None:
    for picture in shown:
        if picture and picture.key in before:
            now.setdefault(picture.key, before[picture.key])


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

"""Write a gallery of decks, drawn as in the preview, all or nothing."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from cardgen.exports.bundle import MANIFEST, Bundle, safe_name
from cardgen.guard.files import is_file, read_bytes
from cardgen.model.deck import deck_name
from cardgen.pipeline.options import BuildOptions
from cardgen.preview.gallery.pages import DeckEntry, ReportTab, deck_page, decks_page, licences, quiet_page
from cardgen.preview.session.session import PreviewSession
from cardgen.preview.session.snapshot import ShownPicture, Snapshot
from cardgen.read.files import FileKind, read_file
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.errors import CardgenError, UnlocatedError, as_cardgen_error
from cardgen.report.html import render_page
from cardgen.report.json_text import parse_json
from cardgen.stats.collect import deck_stats
from cardgen.stats.document import stats_document
from cardgen.write.file_set import file_set
from cardgen.write.files import is_part
from cardgen.write.folder_lock import LOCK

_FACE_DPI = (110, 300)
_LARGE_FACE_DPI = (60, 150)
_PAGE_DPI = (60, 150)
_COVER_DPI = 150
_LARGE = 150
"""Longer side in mm from which a piece is a board."""
_QUALITY = 88
_REPORTS = {"playtest": "Playtest", "balance": "Balance"}
_REPORT = FileKind("report", missing="E796", unreadable="E796", too_large="E796", limit=64 * 2**20)


@dataclass(frozen=True, slots=True)
class GalleryResult:
    """A gallery that was written.

    Attributes:
        page: Its first page.
        warnings: Warnings about the decks.
    """

    page: Path
    files: int
    titles: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]


def make_gallery(
    decks: Sequence[Path],
    out: Path,
    options: BuildOptions,
    reports: Sequence[Path] = (),
    progress: Callable[[str], None] = lambda _stage: None,
) -> GalleryResult:
    """Write a gallery of decks; after an error, the folder is as it was.

    Args:
        out: Folder of the gallery: a new one, or that of an older gallery, which is replaced.
        reports: Pages of playtests and of the balance assistant, for all decks, besides those beside the decks.
        progress: Called with the name of each stage as it begins.

    Raises:
        CardgenError: A deck has errors; E601, the folder cannot be written; E795, it holds something else; E796, a report
            cannot be read.
    """
    with as_cardgen_error():
        check_folder(out)
        given = [(path, _page_of(path)) for path in reports]
        with file_set(out) as written:
            bundle, entries, warnings = Bundle(out, written), [], list[Diagnostic]()
            for folder, deck in _folders(decks).items():
                progress(deck.name)
                at = f"{folder}/" if len(decks) > 1 else ""
                entry, found = _Deck(deck, options, bundle, at).write(given, progress)
                entries.append(entry)
                warnings += found
            if len(decks) > 1:
                bundle.add("index.html", decks_page(entries))
            bundle.add("licences.txt", licences())
            bundle.finish({"target": "gallery", "title": ", ".join(entry.title for entry in entries)})
    titles = tuple(entry.title for entry in entries)
    return GalleryResult(out / "index.html", len(bundle.files), titles, tuple(warnings))


def check_folder(out: Path) -> None:
    """Check that a gallery in a folder would replace nothing but an older gallery, or what was left of an interrupted one.

    Raises:
        UnlocatedError: E601, what a killed run has left cannot be completed; E795, it holds something else.
    """
    if is_file(out / LOCK):  # of a run that was killed
        with file_set(out):
            pass
    try:
        if any(path.is_file() and not is_part(path.name) for path in out.rglob("*")):
            manifest = parse_json(read_bytes(out / MANIFEST, 2**26).decode())
            if not str(manifest["made_by"]).startswith("cardgen ") or manifest["target"] != "gallery":
                raise ValueError
    except (OSError, ValueError, KeyError, TypeError):
        message = f"folder {quoted(out)} holds something else than a gallery"
        raise UnlocatedError("E795", message, expected="a new folder, or that of an older gallery") from None


class _Deck:
    """One deck of a gallery.

    Args:
        at: Its folder within, with `/` behind it; empty for a gallery of one deck.
    """

    def __init__(self, deck: Path, options: BuildOptions, bundle: Bundle, at: str) -> None:
        self._deck, self._options, self._bundle, self._at = deck, options, bundle, at
        self._resolutions: dict[str, tuple[int, ...]] = {}

    def write(
        self, given: Sequence[tuple[Path, str]], progress: Callable[[str], None]
    ) -> tuple[DeckEntry, tuple[Diagnostic, ...]]:
        """Add the files of the deck, and return its entry on the page with all decks, and warnings about it."""
        session = PreviewSession(self._deck, self._options)
        try:
            snapshot = session.build()
            _raise_errors(session)
            progress("pictures")
            self._add_pictures(session, snapshot)
            _raise_errors(session)  # of pages that could not be drawn
            entry = self._entry(session, snapshot)
        finally:
            session.close()
        progress("statistics")
        tabs = [self._statistics(), *self._reports(given)]
        self._add("index.html", deck_page(snapshot, self._resolutions, tabs, "../index.html" if self._at else ""))
        return entry, session.problems

    def _add(self, name: str, data: bytes) -> str:
        return self._bundle.add(f"{self._at}{name}", data)

    def _add_pictures(self, session: PreviewSession, snapshot: Snapshot) -> None:
        """Add all pictures; they are packed while the next ones are drawn."""
        with ThreadPoolExecutor() as executor:
            packed: list[tuple[str, Future[bytes]]] = []
            for picture, resolutions in _pictures(snapshot):
                if picture.key in self._resolutions:
                    continue
                self._resolutions[picture.key] = resolutions
                for dpi in resolutions:
                    png = session.png(picture.key, dpi)
                    if png is not None:
                        packed.append((f"pictures/{picture.key}-{dpi}.webp", executor.submit(_webp, png)))
                packed = self._add_packed(packed, most=8)
            self._add_packed(packed)

    def _add_packed(self, packed: list[tuple[str, Future[bytes]]], most: int = 0) -> list[tuple[str, Future[bytes]]]:
        """Add the first of some files until no more than a number is left, and return those."""
        while len(packed) > most:
            name, data = packed.pop(0)
            self._add(name, data.result())
        return packed

    def _statistics(self) -> ReportTab:
        summary = deck_stats(self._deck, None, language=self._options.language).summary
        summary = replace(summary, deck=self._deck.name)  # without the folder on the computer of the author
        self._add("statistics.html", quiet_page(render_page(stats_document([summary]))))
        return ReportTab("statistics", "Statistics", "statistics.html")

    def _reports(self, given: Sequence[tuple[Path, str]]) -> Iterator[ReportTab]:
        """Add the reports beside the deck, and those that were given."""
        beside = [(name, self._deck.with_name(f"{deck_name(self._deck)}-{name}.html")) for name in _REPORTS]
        found = [(name, _page_of(path)) for name, path in beside if path.is_file()]
        names = {safe_name(path.stem): page for path, page in given}
        for name, page in [*found, *names.items()]:
            file = f"report-{name}.html"
            self._add(file, quiet_page(page))
            title = next(
                (title for word, title in _REPORTS.items() if word in name), name.replace("-", " ").capitalize()
            )
            yield ReportTab(f"report-{name}", title, file)

    def _entry(self, session: PreviewSession, snapshot: Snapshot) -> DeckEntry:
        """Return the entry of the deck on the page with all decks, with its first face as the cover."""
        designs, pieces = len(snapshot.faces), sum(face.copies for face in snapshot.faces)
        first = snapshot.faces[0].face if designs else None
        png = session.png(first.key, _COVER_DPI) if first else None
        cover = self._add("cover.webp", _webp(png, first.bleed / first.width)) if png and first else ""
        return DeckEntry(self._at.rstrip("/"), snapshot.title, f"{designs} designs, {pieces} pieces", cover)


def _raise_errors(session: PreviewSession) -> None:
    session.settled()
    if any(item.is_error for item in session.problems):
        raise CardgenError(session.problems)


def _pictures(snapshot: Snapshot) -> Iterator[tuple[ShownPicture, tuple[int, ...]]]:
    """Yield all pictures, each with its resolutions."""
    for face in snapshot.faces:
        for picture in (face.face, face.back):
            if picture:
                yield picture, _dpi_of(picture)
    for sheet in snapshot.sheets:
        for picture in (sheet.recto, sheet.verso):
            if picture:
                yield picture, _PAGE_DPI
    for document in snapshot.documents:
        for page in document.pages:
            yield page, _PAGE_DPI


def _dpi_of(picture: ShownPicture) -> tuple[int, ...]:
    return _LARGE_FACE_DPI if max(picture.width, picture.height) > _LARGE else _FACE_DPI


def _webp(png: bytes, bleed: float = 0.0) -> bytes:
    """Return a picture as a WebP file.

    Args:
        bleed: What is cut off on each side, as a share of the width of the trim.
    """
    out = io.BytesIO()
    with Image.open(io.BytesIO(png), formats=("PNG",)) as picture:
        edge = round(picture.width * bleed / (1 + 2 * bleed))
        trim = picture.crop((edge, edge, picture.width - edge, picture.height - edge))
        trim.save(out, "WEBP", quality=_QUALITY, method=4)
    return out.getvalue()


def _page_of(path: Path) -> str:
    """Return the text of a report.

    Raises:
        UnlocatedError: E796, it cannot be read.
    """
    try:
        text = read_file(path, _REPORT).decode("utf-8-sig")
    except UnicodeDecodeError:
        text = ""
    if "<html" not in text.lower():
        expected = "a page that cardgen playtest or cardgen balance wrote with --html"
        raise UnlocatedError("E796", f"report {quoted(path)} is not a page", expected=expected)
    return text


def _folders(decks: Sequence[Path]) -> dict[str, Path]:
    """Return the decks by the names of their folders."""
    folders: dict[str, Path] = {}
    for deck in decks:
        name = free = safe_name(deck_name(deck))
        number = 2
        while free in folders:
            free, number = f"{name}-{number}", number + 1
        folders[free] = deck
    return folders

"""Draw pictures of faces and sheets: into PDFs with the writer for print, then to pixels with PDFium.

Only pages that somebody asks for are drawn, a few at a time, so that the first picture of a large deck does not wait for the
others, and a changed card costs one page. The engines are imported when the first page is drawn: a page of the browser can be
told of it meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.geometry.units import MM_PER_INCH, Edges, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.options import Ink
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import UnlocatedError
from cardgen.write.page import DocumentInfo, Page

if TYPE_CHECKING:
    import pypdfium2 as pdfium

    from cardgen.preview.pictures.bitmap import PageBitmap
    from cardgen.write.document import ConversionCache

STEP = 0.03
"""Seconds that the pages take about that are drawn together: what they share, such as a frame and the subset of a font, is
written once, but an edit that comes meanwhile has to wait for them."""
QUICK = 1_000_000
"""Pixels of a picture that takes less than a tenth of a second, so that it is never left off: a card at 300 dpi."""
LARGEST = 6000
"""Pixels of the longer side of a picture at most."""
_POINTS_PER_INCH = 72


class PictureLeftOffError(Exception):
    """A picture was left off for something more urgent; what is drawn of it is kept."""


@dataclass(frozen=True, slots=True)
class PageSource:
    """What one picture shows.

    Attributes:
        owner: What it is, for messages, such as `card 'Pike'`.
    """

    page: Page
    owner: str
    drawings: tuple[Drawing, ...]


def face_source(drawing: Drawing, owner: str) -> PageSource:
    """Return a page with one side of a piece and its bleed, whatever the outline."""
    bleed, size = drawing.bleed, drawing.size
    trim = Rect(bleed, bleed, size.width, size.height)
    side = Side((Placement(drawing, trim, Edges.all(bleed)),))
    return PageSource(Page(side, Size(size.width + 2 * bleed, size.height + 2 * bleed)), owner, (drawing,))


def page_source(page: Page, owner: str) -> PageSource:
    """Return one side of a sheet."""
    return PageSource(page, owner, tuple(placement.drawing for placement in page.side.placements) if page.side else ())


class PagePictures:
    """The pictures of one deck, by key.

    Args:
        ink: How much ink the pictures take, as in `BuildOptions`.
    """

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        self._sources: Mapping[str, PageSource] = {}
        self._documents: dict[str, tuple[pdfium.PdfDocument, int]] = {}
        self._failed: dict[str, Diagnostic] = {}
        self._info = DocumentInfo("", "", "", "")
        self._fonts: Mapping[str, Path] = {}
        self._conversions: Callable[[], ConversionCache] | None = None
        self._together = 1  # pages
        self._unfinished: tuple[tuple[str, int], PageBitmap] | None = None

    def offer(
        self,
        sources: Mapping[str, PageSource],
        info: DocumentInfo,
        fonts: Mapping[str, Path],
        conversions: Callable[[], ConversionCache],
    ) -> None:
        """State what can be asked for from now on; PDFs of pages that are still among it are kept.

        Args:
            sources: The pages by key, those that are likely to be seen together next to each other.
        """
        self._sources, self._info, self._fonts, self._conversions = sources, info, fonts, conversions
        self._failed = {key: problem for key, problem in self._failed.items() if key in sources}
        kept = {key: place for key, place in self._documents.items() if key in sources}
        closed = {id(document): document for document, _ in self._documents.values()}
        for document, _ in kept.values():
            closed.pop(id(document), None)
        self._documents = kept
        if self._unfinished and self._unfinished[0][0] not in kept:
            self._unfinished = None
        for document in closed.values():
            document.close()
        self._together = 1  # the first page is what somebody waits for

    def png(self, key: str, dpi: int, is_urgent: Callable[[], bool] = lambda: False) -> bytes | None:
        """Return a picture as a PNG file; None if there is none of this key, or it cannot be drawn.

        Args:
            dpi: Pixels per inch; fewer for a page that would become larger than `LARGEST`.
            is_urgent: Whether there is something more urgent to do; it is asked after each band of a picture that is not quick.

        Raises:
            PictureLeftOffError: There is something more urgent; asked again, the picture is drawn on from there.
        """
        if key not in self._sources:
            return None
        if self._is_missing(key):
            self._compose(key)
        if key not in self._documents:
            return None
        if self._unfinished is None or self._unfinished[0] != (key, dpi):
            from cardgen.preview.pictures.bitmap import PageBitmap

            self._unfinished = (key, dpi), PageBitmap(*self._documents[key], self._dpi(key, dpi) / _POINTS_PER_INCH)
        bitmap, is_quick = self._unfinished[1], self.is_quick(key, dpi)
        while bitmap.draw_band():
            if not is_quick and is_urgent():
                raise PictureLeftOffError
        self._unfinished = None
        from cardgen.preview.pictures.png import png_of

        return png_of(bitmap.image)

    def is_quick(self, key: str, dpi: int) -> bool:
        """Return whether there is a picture that is drawn in one go.

        Args:
            dpi: Pixels per inch.
        """
        if key not in self._sources:
            return False
        paper, scale = self._sources[key].page.paper, self._dpi(key, dpi) / MM_PER_INCH
        return paper.width * scale * paper.height * scale <= QUICK

    def _dpi(self, key: str, dpi: int) -> float:
        """Return the resolution of a picture for which this one is asked."""
        paper = self._sources[key].page.paper
        return min(dpi, LARGEST * MM_PER_INCH / max(paper.width, paper.height))

    def draw(self, keys: Iterable[str]) -> None:
        """Draw pages that have not been drawn yet."""
        if missing := [key for key in keys if key in self._sources and self._is_missing(key)]:
            self._compose_all(missing)

    @property
    def pending(self) -> str:
        """Key of the next page that has not been drawn yet; empty if all have."""
        return next(filter(self._is_missing, self._sources), "")

    def draw_pending(self) -> bool:
        """Draw some of the pages that have not been drawn yet; return whether there were any."""
        key = self.pending
        if key:
            self._compose(key)
        return bool(key)

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """The problems of all pages that could not be drawn."""
        return tuple(dict.fromkeys(self._failed.values()))

    def close(self) -> None:
        """Release the PDFs."""
        self._sources, self._unfinished = {}, None
        for document in {id(document): document for document, _ in self._documents.values()}.values():
            document.close()
        self._documents = {}

    def _compose(self, key: str) -> None:
        """Draw a page, together with those after it that have not been drawn."""
        keys = list(self._sources)
        start = keys.index(key)
        began = time.perf_counter()
        self._compose_all([*islice(filter(self._is_missing, keys[start:]), self._together)])
        took = time.perf_counter() - began
        if took < STEP / 2:
            self._together *= 2
        elif took > STEP:
            self._together = max(self._together // 2, 1)

    def _is_missing(self, key: str) -> bool:
        """Return whether a page has not been drawn yet, nor been found to be impossible to draw."""
        return key not in self._documents and key not in self._failed

    def _compose_all(self, keys: Sequence[str]) -> None:
        try:
            data = self._pdf(keys)
        except UnlocatedError as error:
            if len(keys) > 1:  # which of them it is
                half = len(keys) // 2
                self._compose_all(keys[:half])
                self._compose_all(keys[half:])
                return
            self._failed[keys[0]] = error.at(None, (f"while drawing {self._sources[keys[0]].owner}", None))
            return
        import pypdfium2 as pdfium

        document = pdfium.PdfDocument(data)
        for number, key in enumerate(keys):
            self._documents[key] = document, number

    def _pdf(self, keys: Iterable[str]) -> bytes:
        from cardgen.write.document import compose_pdf

        assert self._conversions is not None
        pages = [self._sources[key].page for key in keys]
        data = compose_pdf(pages, self._info, self._fonts, self._conversions())
        if self._ink == "full":
            return data
        from cardgen.write.ink_modes import apply_ink_mode

        return apply_ink_mode(data, self._ink)

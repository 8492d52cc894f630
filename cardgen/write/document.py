"""Pages to one PDF file: boxes, metadata, bookmarks, what the print dialog should do, and the finishing touches."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf
from reportlab.pdfbase.pdfdoc import PDFArray, ViewerPreferencesPDFDictionary, checkPDFBoolean

from cardgen.geometry.units import Size
from cardgen.model.adjustment import NO_ADJUSTMENT, Adjustment
from cardgen.model.drawing import Artwork
from cardgen.model.sheet import FlipEdge, Side
from cardgen.version import __version__
from cardgen.write.artwork import ArtworkConverter
from cardgen.write.canvas import PageCanvas, Painter, list_artworks, open_canvas
from cardgen.write.files import replace_file
from cardgen.write.fonts import FontSet
from cardgen.write.images import ImageStore
from cardgen.write.operators import POINTS_PER_MM


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the file.

    Attributes:
        side: What is on it; None is a blank page.
        paper: Its size as seen.
        bookmark: Name in the outline; None leaves it out.
        adjustment: How it is moved for a printer that is off.
    """

    side: Side | None
    paper: Size
    bookmark: str | None = None
    adjustment: Adjustment = NO_ADJUSTMENT


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What the file says about itself.

    Attributes:
        title, author, subject: For people.
        language: Language code of the text, `en`.
        label_font: Key of the font of the labels in margins; "" takes the first of all.
        first_printed: Number of the first page that is to be printed, from 1.
        flip: The edge on which a duplex printer is to turn the paper; None prints on one side.
    """

    title: str
    author: str
    subject: str
    language: str
    label_font: str = ""
    first_printed: int = 1
    flip: FlipEdge | None = "long"


@dataclass(slots=True)
class ConversionCache:
    """What a running preview keeps between builds: converted artworks and pictures."""

    artworks: ArtworkConverter
    images: ImageStore = field(default_factory=ImageStore)


def make_conversion_cache(fonts: Mapping[str, Path]) -> ConversionCache:
    """A cache that holds nothing yet, for text in artworks in these fonts."""
    return ConversionCache(ArtworkConverter(sorted({path.parent for path in fonts.values()})))


def write_pdf(
    pages: Sequence[Page],
    target: Path,
    info: DocumentInfo,
    fonts: Mapping[str, Path],
    cache: ConversionCache | None = None,
) -> None:
    """Write the pages as a PDF file; the same pages give the same bytes.

    Args:
        pages: All pages in order, blank ones too.
        target: The file; its folder is made if it is missing, an older file is replaced in one step.
        info: Metadata and wishes for the print dialog.
        fonts: Key of a font to its TrueType file, for text spans, labels and text in artworks.
        cache: Carries artworks and pictures from build to build; without it, bytes do not depend on earlier builds.

    Raises:
        UnlocatedError: E601, the target cannot be written, and the older file is whole; or what `compose_pdf` raises.
    """
    replace_file(target, compose_pdf(pages, info, fonts, cache))


def compose_pdf(
    pages: Sequence[Page], info: DocumentInfo, fonts: Mapping[str, Path], cache: ConversionCache | None = None
) -> bytes:
    """Make the bytes of the PDF file, for `write_pdf` and for whoever shows the pages without a file.

    Raises:
        UnlocatedError: E121 to E123 and E602, a picture or artwork cannot be converted; E407 and E408, a font cannot serve.
    """
    cache = cache or make_conversion_cache(fonts)
    sides = [page.side for page in pages if page.side]
    drawings = dict.fromkeys(placement.drawing for side in sides for placement in side.placements)
    artworks = [artwork for drawing in drawings for artwork in list_artworks(drawing.items)]
    # Typst lets other threads run, so the pages are drawn meanwhile.
    with ThreadPoolExecutor(max_workers=1) as executor:
        conversion = executor.submit(cache.artworks.convert, artworks)
        draft = _draw_pages(pages, info, fonts, cache.images)
        conversion.result()
    data = _finish(draft, cache.artworks)
    cache.artworks.forget_unused()
    cache.images.forget_unused()
    return data


@dataclass(frozen=True, slots=True)
class _Draft:
    """The file as ReportLab leaves it, and what is still to be done.

    Attributes:
        data: The PDF file.
        stubs: Artwork to the object number of its empty form.
        mixing: Indexes of the pages on which colours may mix.
    """

    data: bytes
    stubs: Mapping[Artwork, int]
    mixing: Sequence[int]


def _draw_pages(pages: Sequence[Page], info: DocumentInfo, fonts: Mapping[str, Path], images: ImageStore) -> _Draft:
    canvas = open_canvas(info.language)
    _describe(canvas, info, len(pages))
    painter = Painter(canvas, FontSet(fonts, canvas.document), images, info.label_font or min(fonts, default=""))
    mixing = []
    for index, page in enumerate(pages):
        _begin_page(canvas, page, f"page{index + 1}")
        if page.side:
            painter.draw(page.side, page.paper, page.adjustment)
            if painter.may_mix(page.side):
                mixing.append(index)
        canvas.showPage()
    data = canvas.finished()
    numbers = canvas.document.idToObjectNumberAndVersion
    stubs = {artwork: numbers[name][0] for artwork, name in painter.stubs.items()}
    return _Draft(data, stubs, mixing)


def _begin_page(canvas: PageCanvas, page: Page, key: str) -> None:
    width, height = page.paper.width * POINTS_PER_MM, page.paper.height * POINTS_PER_MM
    canvas.setPageSize((width, height))
    canvas.setTrimBox((0, 0, width, height))
    canvas.setBleedBox((0, 0, width, height))
    if page.bookmark is not None:
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key)


def _describe(canvas: PageCanvas, info: DocumentInfo, page_count: int) -> None:
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setCreator(f"cardgen {__version__}")
    canvas.showOutline()
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", f"DuplexFlip{info.flip.title()}Edge" if info.flip else "Simplex")
    preferences: ViewerPreferencesPDFDictionary = canvas.document.Catalog.ViewerPreferences
    # PDF 32000-1, table 150; ReportLab refuses keys that are not in its list.
    preferences.validate = {
        **preferences.validate,
        "NumCopies": int,
        "PickTrayByPDFSize": checkPDFBoolean,
        "PrintPageRange": PDFArray,
    }
    canvas.setViewerPreference("NumCopies", 1)
    canvas.setViewerPreference("PickTrayByPDFSize", "true")
    if info.first_printed <= page_count:
        canvas.setViewerPreference("PrintPageRange", [info.first_printed, page_count])


def _finish(draft: _Draft, artworks: ArtworkConverter) -> bytes:
    """Fill the artworks in, deflate, and make the file depend on nothing but its content."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(draft.data)) as pdf:
        for artwork, number in draft.stubs.items():
            artworks.fill(pdf, pdf.get_object(number, 0), artwork)
        for index in draft.mixing:
            # Says in which colours to mix; without it each viewer decides for itself (PDF 32000-1, 11.6.6).
            pdf.pages[index].obj.Group = pikepdf.Dictionary(
                Type=pikepdf.Name.Group, S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB
            )
        for date in ("/CreationDate", "/ModDate"):  # ReportLab makes one up
            del pdf.docinfo[date]
        del pdf.trailer["/ID"]  # made of that date too; a new one is made of the content
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()

"""One PDF file made of pages: page boxes, metadata, bookmarks and viewer preferences.

ReportLab draws a first version, in which every artwork is an empty form; pikepdf then fills in the converted artworks
and removes everything that depends on the time.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field, replace
from pathlib import Path

import pikepdf
from reportlab.pdfbase.pdfdoc import PDFArray, ViewerPreferencesPDFDictionary, checkPDFBoolean

from cardgen.model.drawing import Artwork, Drawing, artworks_of, image_files_of
from cardgen.records import dataclass
from cardgen.report.errors import DrawnError
from cardgen.report.visible import visible_line
from cardgen.version import __version__
from cardgen.write.artwork import MOST_OF_A_PAGE, ArtworkConverter
from cardgen.write.canvas import PageCanvas, Painter, open_canvas
from cardgen.write.files import replace_file
from cardgen.write.fonts import FontSet
from cardgen.write.images import ImageStore
from cardgen.write.operators import POINTS_PER_MM
from cardgen.write.page import DocumentInfo, Page
from cardgen.write.tags import StructureTree


@dataclass(slots=True)
class ConversionCache:
    """Converted artworks and pictures that a running preview keeps between builds.

    Attributes:
        keeps_unused: Whether a file leaves what it does not need in the cache, since many files are made of one build.
    """

    artworks: ArtworkConverter
    images: ImageStore = field(default_factory=ImageStore)
    keeps_unused: bool = False

    def begin(self, drawings: Iterable[Drawing]) -> None:
        """Begin to convert the artworks of drawings that will probably be on pages, while others are drawn."""
        self.artworks.begin(artwork for drawing in drawings for artwork in artworks_of(drawing.items))

    def keep_only(self, drawings: Iterable[Drawing]) -> None:
        """Drop everything that is not on these drawings."""
        drawings = [*drawings]
        self.artworks.keep_only(artwork for drawing in drawings for artwork in artworks_of(drawing.items))
        self.images.keep_only(path for drawing in drawings for path in image_files_of(drawing.items))


def make_conversion_cache(fonts: Mapping[str, Path]) -> ConversionCache:
    """Return an empty cache for artworks whose text is in these fonts, given as files by key."""
    folders = {path.parent for path in fonts.values()}
    outer = (
        folder for folder in folders if folders.isdisjoint(folder.parents)
    )  # the converter reads what is below too
    return ConversionCache(ArtworkConverter(sorted(outer)))


def write_pdf(
    pages: Sequence[Page],
    target: Path,
    info: DocumentInfo,
    fonts: Mapping[str, Path],
    cache: ConversionCache | None = None,
) -> None:
    """Write pages to a PDF file; equal pages give equal bytes.

    Args:
        pages: All pages in order, including blank ones.
        target: Path of the file. A missing folder is created, and an older file is replaced in one step.
        fonts: TrueType files by key, for text spans, labels and text in artworks.
        cache: Conversions kept from earlier builds, on which the bytes may then depend; None to convert everything.

    Raises:
        UnlocatedError: E601 if the target cannot be written, which leaves an older file as it was; also the errors of
            `compose_pdf`.
    """
    replace_file(target, compose_pdf(pages, info, fonts, cache))


def compose_pdf(
    pages: Sequence[Page], info: DocumentInfo, fonts: Mapping[str, Path], cache: ConversionCache | None = None
) -> bytes:
    """Return the bytes of a PDF; equal pages give equal bytes.

    Raises:
        UnlocatedError: E121 to E123 or E602 if a picture or an artwork cannot be converted; E407 or E408 if a font
            lacks a character or cannot be used.
    """
    cache = cache or make_conversion_cache(fonts)
    data = _finish(draw_pdf(pages, info, fonts, cache), info, cache.artworks)
    if not cache.keeps_unused:
        cache.artworks.forget_unused()
        cache.images.forget_unused()
    return data


@dataclass(frozen=True, slots=True)
class Draft:
    """The file as ReportLab writes it, with what is needed to complete it.

    Attributes:
        stubs: Object number of the empty form of each artwork.
        transparent: Indexes of the pages that may contain transparency.
        tags: The structure for screen readers; None for a file without one.
    """

    data: bytes
    stubs: Mapping[Artwork, int]
    transparent: Sequence[int]
    tags: StructureTree | None = None


def draw_pdf(
    pages: Sequence[Page],
    info: DocumentInfo,
    fonts: Mapping[str, Path],
    cache: ConversionCache,
    proven: Collection[int] = (),
) -> Draft:
    """Return a PDF without its artworks, which are converted; a check needs no more.

    Args:
        proven: Indexes of pages that are left blank, since they cannot fail.

    Raises:
        UnlocatedError: See `compose_pdf`.
    """
    pages = [replace(page, side=None) if index in proven else page for index, page in enumerate(pages)]
    sides = [page.side for page in pages if page.side]
    drawings = dict.fromkeys(placement.drawing for side in sides for placement in side.placements)
    artworks = [artwork for drawing in drawings for artwork in artworks_of(drawing.items)]
    # Artworks are converted by another process, so the pages are drawn at the same time.
    with ThreadPoolExecutor(max_workers=1) as executor:
        conversion = executor.submit(cache.artworks.convert, artworks)
        draft = _draw_pages(pages, info, fonts, cache.images)
        conversion.result()
    _check_costs(pages, cache.artworks)
    return draft


def _check_costs(pages: Sequence[Page], artworks: ArtworkConverter) -> None:
    """Raise E602 for a page that viewers would take minutes to show."""
    known: dict[Drawing, int] = {}
    for number, page in enumerate(pages, 1):
        placed = [placement.drawing for placement in page.side.placements] if page.side else []
        for drawing in placed:
            if drawing not in known:
                known[drawing] = sum(artworks.cost(artwork) for artwork in artworks_of(drawing.items))
        total = sum(known[drawing] for drawing in placed)
        if total > MOST_OF_A_PAGE:
            heaviest = max(artworks_of(max(placed, key=known.__getitem__).items), key=artworks.cost)
            message = f"page {number} is as much work for a viewer as {total / 2**20:,.0f} MiB of plain lines"
            raise DrawnError(
                "E602",
                message,
                heaviest,
                expected=f"at most {MOST_OF_A_PAGE // 2**20} MiB",
                hints=["simplify this picture, the largest on the page"],
            )


def _draw_pages(pages: Sequence[Page], info: DocumentInfo, fonts: Mapping[str, Path], images: ImageStore) -> Draft:
    canvas = open_canvas(info.language)
    _describe(canvas, info, len(pages))
    tags = StructureTree(info.pieces) if info.language else None
    painter = Painter(canvas, FontSet(fonts, canvas.document), images, info.label_font or min(fonts, default=""), tags)
    transparent = []
    for index, page in enumerate(pages):
        _begin_page(canvas, page, f"page{index + 1}")
        if tags:
            tags.begin_page(page.bookmark)
        if page.side:
            painter.draw(page.side, page.paper, page.adjustment)
            if painter.may_be_transparent(page.side):
                transparent.append(index)
        canvas.showPage()
    data = canvas.finished()
    numbers = canvas.document.idToObjectNumberAndVersion
    stubs = {artwork: numbers[name][0] for artwork, name in painter.stubs.items()}
    return Draft(data, stubs, transparent, tags)


def _begin_page(canvas: PageCanvas, page: Page, key: str) -> None:
    width, height = page.paper.width * POINTS_PER_MM, page.paper.height * POINTS_PER_MM
    canvas.setPageSize((width, height))
    canvas.setTrimBox((0, 0, width, height))
    canvas.setBleedBox((0, 0, width, height))
    if page.bookmark is not None:
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(visible_line(page.bookmark), key)


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
    # These keys are in PDF 32000-1, table 150, but ReportLab refuses keys that are not in its own list.
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


def _finish(draft: Draft, info: DocumentInfo, artworks: ArtworkConverter) -> bytes:
    """Fill in the artworks, compress the file, and remove what does not depend on its content."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(draft.data)) as pdf:
        for artwork, number in draft.stubs.items():
            artworks.fill(pdf, pdf.get_object(number, 0), artwork)
        for index in draft.transparent:
            # Defines the colour space for blending, which would otherwise differ between viewers (PDF 32000-1, 11.6.6).
            pdf.pages[index].obj.Group = pikepdf.Dictionary(
                Type=pikepdf.Name.Group, S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB
            )
        if draft.tags:
            draft.tags.write(pdf, info)
        for date in ("/CreationDate", "/ModDate"):  # ReportLab always adds them
            del pdf.docinfo[date]
        del pdf.trailer["/ID"]  # derived from the date; pikepdf adds one that is derived from the content
        pdf.save(
            out,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            fix_metadata_version=False,
        )
    return out.getvalue()

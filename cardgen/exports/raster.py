"""Drawings as pictures. They are drawn into a PDF as for print, and PDFium makes the pixels: there is one drawing path."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass

import pypdfium2 as pdfium
from PIL import Image

from cardgen.exports.material import ExportJob
from cardgen.geometry.units import MM_PER_INCH, MM_PER_POINT, Edges, Mm, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Side
from cardgen.write.document import DocumentInfo, Page, compose_pdf

_HAIR = 0.01  # pixels; PDFium rounds up, and lengths in a PDF are rounded


@dataclass(frozen=True, slots=True)
class Canvas:
    """The measures of a picture.

    Attributes:
        width, height: Pixels.
        pixel: Side of a pixel, mm.
    """

    width: int
    height: int
    pixel: Mm

    @property
    def size(self) -> Size:
        """What the picture covers, mm."""
        return Size(self.width * self.pixel, self.height * self.pixel)


def canvas_of(size: Size, dpi: float, limit: int = 0) -> Canvas:
    """A canvas that shows just the trim.

    Args:
        size: The trim.
        dpi: Pixels per inch, less if the limit asks for it.
        limit: Most pixels on a side; 0 for none.
    """
    scale = dpi / MM_PER_INCH
    if limit:
        scale = min(scale, limit / max(size.width, size.height))
    width = max(round(size.width * scale), 1)
    pixel = size.width / width
    return Canvas(width, max(min(round(size.height / pixel), limit or 10**6), 1), pixel)


class RasterPictures:
    """Pictures of drawings.

    Args:
        wanted: Each drawing that will be asked for, and its canvas. The drawing stands in the middle of the canvas;
            what the canvas shows past its trim is bleed.
        material: The deck.
    """

    def __init__(self, wanted: Iterable[tuple[Drawing, Canvas]], material: ExportJob) -> None:
        self._pages = {key: index for index, key in enumerate(dict.fromkeys(wanted))}
        pages = [Page(_centred(drawing, canvas), canvas.size) for drawing, canvas in self._pages]
        data = compose_pdf(pages, info_of(material), material.fonts)
        self._document = pdfium.PdfDocument(data)

    def picture(self, drawing: Drawing, canvas: Canvas) -> Image.Image:
        """The picture in RGB, of exactly the pixels of the canvas."""
        page = self._document[self._pages[drawing, canvas]]
        picture: Image.Image = page.render(scale=(canvas.width - _HAIR) * MM_PER_POINT / canvas.size.width).to_pil()
        page.close()
        picture = picture.convert("RGB")
        # The paper is never shown half: a last row that is a hair off is drawn over the full height.
        return (
            picture if picture.size == (canvas.width, canvas.height) else picture.resize((canvas.width, canvas.height))
        )

    def close(self) -> None:
        """Let go of the PDF."""
        self._document.close()

    def __enter__(self) -> RasterPictures:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def info_of(material: ExportJob) -> DocumentInfo:
    """The metadata of PDFs made of it."""
    return DocumentInfo(material.title, material.author, material.subject, material.language)


def _centred(drawing: Drawing, canvas: Canvas) -> Side:
    size = drawing.size
    trim = Rect((canvas.size.width - size.width) / 2, (canvas.size.height - size.height) / 2, size.width, size.height)
    return Side((Placement(drawing, trim, Edges.all(drawing.bleed)),))


def png(picture: Image.Image, dpi: float = 0) -> bytes:
    """A PNG file; the same picture gives the same bytes."""
    out = io.BytesIO()
    picture.save(out, "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()

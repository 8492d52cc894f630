"""PDFs for print shops: trim boxes, and PDF/X-1a:2003 with a CMYK picture on each page.

No library makes PDF/X from pictures, so pikepdf assembles the objects that the standard requires.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cardgen.geometry.units import Mm, Size
from cardgen.version import __version__
from cardgen.write.operators import POINTS_PER_MM, format_number
from cardgen.write.page import DocumentInfo


@dataclass(frozen=True, slots=True)
class PrintingCondition:
    """A printing condition of the ICC characterization data registry.

    Attributes:
        about: A description for people.
        registry: URL of the registry.
    """

    identifier: str
    about: str
    registry: str


@dataclass(frozen=True, slots=True)
class CmykPage:
    """A page that consists of one CMYK picture. Equal pages share one picture in the file.

    Attributes:
        width: In pixels.
        height: In pixels.
        size: Size of the page with its bleed, in mm.
        data: Rows of pixels with four bytes each, compressed with zlib.
    """

    width: int
    height: int
    size: Size
    data: bytes


def add_trim_boxes(data: bytes, bleed: Mm) -> bytes:
    """Add a trim box and a bleed box to every page of a PDF.

    Args:
        bleed: Width of the bleed on every side, in mm.
    """
    out = io.BytesIO()
    inset = bleed * POINTS_PER_MM
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            left, bottom, right, top = (float(side) for side in page.mediabox)
            page.trimbox = Array([left + inset, bottom + inset, right - inset, top - inset])
            page.bleedbox = page.mediabox
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def compose_pdfx(
    pages: Sequence[CmykPage],
    trim: Size,
    info: DocumentInfo,
    condition: PrintingCondition,
    profile: bytes,
    date: datetime,
) -> bytes:
    """Return a PDF/X-1a:2003 file: only CMYK, no transparency, no fonts, and trim and bleed boxes on every page.

    Args:
        trim: Size after cutting, centred on each page, in mm.
        profile: The ICC profile of the condition, with which viewers convert the inks to screen colours.
        date: The date of the file, which the standard requires, in UTC.

    Source:
        ISO 15930-4.
    """
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        pictures: dict[CmykPage, pikepdf.Object] = {}
        for page in pages:
            if page not in pictures:
                pictures[page] = _picture(pdf, page)
            pdf.pages.append(_page(pdf, page, pictures[page], trim))
        intent = pdf.make_stream(profile, N=4)
        pdf.Root.OutputIntents = Array(
            [
                Dictionary(
                    Type=Name.OutputIntent,
                    S=Name.GTS_PDFX,
                    OutputConditionIdentifier=String(condition.identifier),
                    OutputCondition=String(condition.about),
                    RegistryName=String(condition.registry),
                    Info=String(condition.about),
                    DestOutputProfile=intent,
                )
            ]
        )
        _describe(pdf, info, date)
        pdf.save(
            out,
            # PDF/X-1a:2003 is based on PDF 1.4, which has no object streams.
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
        )
    return out.getvalue()


def _picture(pdf: pikepdf.Pdf, page: CmykPage) -> pikepdf.Object:
    picture = pikepdf.Stream(pdf, page.data)
    picture.Type, picture.Subtype = Name.XObject, Name.Image
    picture.Width, picture.Height = page.width, page.height
    picture.ColorSpace, picture.BitsPerComponent = Name.DeviceCMYK, 8
    picture.Filter = Name.FlateDecode
    return pdf.make_indirect(picture)


def _page(pdf: pikepdf.Pdf, page: CmykPage, picture: pikepdf.Object, trim: Size) -> pikepdf.Page:
    width, height = page.size.width * POINTS_PER_MM, page.size.height * POINTS_PER_MM
    left, bottom = (width - trim.width * POINTS_PER_MM) / 2, (height - trim.height * POINTS_PER_MM) / 2
    whole = Array([0, 0, round(width, 4), round(height, 4)])
    content = f"q {format_number(width)} 0 0 {format_number(height)} 0 0 cm /P Do Q"
    return pikepdf.Page(
        Dictionary(
            Type=Name.Page,
            MediaBox=whole,
            BleedBox=whole,
            TrimBox=Array([round(side, 4) for side in (left, bottom, width - left, height - bottom)]),
            Resources=Dictionary(XObject=Dictionary(P=picture)),
            Contents=pdf.make_stream(content.encode("ascii")),
        )
    )


def _describe(pdf: pikepdf.Pdf, info: DocumentInfo, date: datetime) -> None:
    timestamp = date.strftime("D:%Y%m%d%H%M%SZ")
    pdf.docinfo = pdf.make_indirect(
        Dictionary(
            Title=String(info.title),
            Author=String(info.author),
            Subject=String(info.subject),
            Creator=String(f"cardgen {__version__}"),
            Producer=String(f"cardgen {__version__}"),
            CreationDate=String(timestamp),
            ModDate=String(timestamp),
            Trapped=Name("/False"),
            GTS_PDFXVersion=String("PDF/X-1a:2003"),
        )
    )

"""Pages of one finished PDF below those of another: a side of a sheet, and the other side shining through the paper."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pikepdf

from cardgen.geometry.units import Mm
from cardgen.write.operators import POINTS_PER_MM, Matrix, format_numbers

SHOW_THROUGH_OPACITY = 0.45
"""How much of the far side is seen: enough to see where it lies, and the near side stays legible."""


@dataclass(frozen=True, slots=True)
class ShowThroughPage:
    """A sheet held against the light.

    Attributes:
        recto: Index of its page in the file, from 0.
        verso: Index of the page of its other side; None if that is not seen.
        axis: About which the paper was turned between the two.
        below: Height of what the page that is laid over has below the sheet, mm.
    """

    recto: int
    verso: int | None
    axis: Literal["vertical", "horizontal"]
    below: Mm


def draw_show_through(sheets: bytes, over: bytes, lit: Sequence[ShowThroughPage]) -> bytes:
    """Put the pages of a file, with their other sides seen through them, below the pages of another one.

    Args:
        sheets: A finished PDF: what is seen is what is printed.
        over: The PDF that is laid over; it also gives size and metadata.
        lit: For each page of `over`, what is below it.

    Returns:
        The bytes of the PDF; equal input gives equal bytes.
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(sheets)) as source, pikepdf.open(io.BytesIO(over)) as pdf:
        for page, sheet in zip(pdf.pages, lit, strict=True):
            _put_below(pdf, page, source, sheet)
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _put_below(pdf: pikepdf.Pdf, page: pikepdf.Page, source: pikepdf.Pdf, sheet: ShowThroughPage) -> None:
    y = sheet.below * POINTS_PER_MM
    operators = [_shown(pdf, page, source.pages[sheet.recto], "Near", (1, 0, 0, 1, 0, y))]
    if sheet.verso is not None:
        verso = source.pages[sheet.verso]
        width, height = (float(side) for side in verso.mediabox[2:])
        # Turned to its back and looked at through the paper, each point is on the other side of the axis.
        vertical = sheet.axis == "vertical"
        mirror = (-1, 0, 0, 1, width, y) if vertical else (1, 0, 0, -1, 0, height + y)
        state = pikepdf.Dictionary(
            Type=pikepdf.Name.ExtGState, ca=SHOW_THROUGH_OPACITY, CA=SHOW_THROUGH_OPACITY, BM=pikepdf.Name.Multiply
        )
        page.add_resource(state, pikepdf.Name.ExtGState, pikepdf.Name.Light)
        operators.append(f"/Light gs {_shown(pdf, page, verso, 'Far', mirror)}")
    page.contents_add(pdf.make_stream(f"q {' '.join(operators)} Q\n".encode()), prepend=True)
    page.obj.Group = _group()


def _shown(pdf: pikepdf.Pdf, page: pikepdf.Page, other: pikepdf.Page, name: str, matrix: Matrix) -> str:
    form = pdf.copy_foreign(other.as_form_xobject())
    form.Group = _group()  # so that the far side shines through as one, not each of its parts through the others
    page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(f"/{name}"))
    return f"q {format_numbers(matrix)} cm /{name} Do Q"


def _group() -> pikepdf.Dictionary:
    return pikepdf.Dictionary(Type=pikepdf.Name.Group, S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB)

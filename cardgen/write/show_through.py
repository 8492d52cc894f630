"""Sheets as held up to the light: pages of one PDF, with their other sides showing through, under those of another."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pikepdf

from cardgen.geometry.units import Mm
from cardgen.write.operators import POINTS_PER_MM, Matrix, format_numbers

SHOW_THROUGH_OPACITY = 0.45
"""Opacity of the far side: enough to see its position, while the near side stays readable."""


@dataclass(frozen=True, slots=True)
class ShowThroughPage:
    """A page that shows both sides of a sheet.

    Attributes:
        recto: Index of the page with the recto, from 0.
        verso: Index of the page with the verso; None if it is blank.
        axis: The axis about which the paper is turned between recto and verso.
        below: Height of the strip below the sheet on the overlaid page, in mm.
    """

    recto: int
    verso: int | None
    axis: Literal["vertical", "horizontal"]
    below: Mm


def draw_show_through(sheets: bytes, over: bytes, views: Sequence[ShowThroughPage]) -> bytes:
    """Put both sides of each sheet under the pages of another PDF.

    Args:
        over: The PDF with the overlaid pages, whose sizes and metadata are kept.
        views: The sides under each page of `over`.

    Returns:
        The bytes of the PDF; equal input gives equal bytes.
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(sheets)) as source, pikepdf.open(io.BytesIO(over)) as pdf:
        for page, view in zip(pdf.pages, views, strict=True):
            _put_below(pdf, page, source, view)
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _put_below(pdf: pikepdf.Pdf, page: pikepdf.Page, source: pikepdf.Pdf, view: ShowThroughPage) -> None:
    y = view.below * POINTS_PER_MM
    operators = [_show_page(pdf, page, source.pages[view.recto], "Near", (1, 0, 0, 1, 0, y))]
    if view.verso is not None:
        verso = source.pages[view.verso]
        width, height = (float(side) for side in verso.mediabox[2:])
        # Seen through the paper, each point of the verso is mirrored about the axis.
        vertical = view.axis == "vertical"
        mirror = (-1, 0, 0, 1, width, y) if vertical else (1, 0, 0, -1, 0, height + y)
        state = pikepdf.Dictionary(
            Type=pikepdf.Name.ExtGState, ca=SHOW_THROUGH_OPACITY, CA=SHOW_THROUGH_OPACITY, BM=pikepdf.Name.Multiply
        )
        page.add_resource(state, pikepdf.Name.ExtGState, pikepdf.Name.Light)
        operators.append(f"/Light gs {_show_page(pdf, page, verso, 'Far', mirror)}")
    page.contents_add(pdf.make_stream(f"q {' '.join(operators)} Q\n".encode()), prepend=True)
    page.obj.Group = _group()


def _show_page(pdf: pikepdf.Pdf, page: pikepdf.Page, other: pikepdf.Page, name: str, matrix: Matrix) -> str:
    form = pdf.copy_foreign(other.as_form_xobject())
    form.Group = _group()  # a group, so that opacity applies to the whole side and not to each object
    page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(f"/{name}"))
    return f"q {format_numbers(matrix)} cm /{name} Do Q"


def _group() -> pikepdf.Dictionary:
    return pikepdf.Dictionary(Type=pikepdf.Name.Group, S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB)

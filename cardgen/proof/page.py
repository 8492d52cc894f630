"""Draw the pages of all proofs: page templates, drawings in boxes, and the PDF that holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.draw.components import DrawnDeck
from cardgen.proof.gallery import GalleryPage, PlacedCell
from cardgen.render.context import Subject
from cardgen.render.templates.localization import localized
from cardgen.render.transform import scaled
from cardgen.report.diagnostics import sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo, Page


def draw_page_template(job: DrawnDeck, template: str, variables: Mapping[str, Any], size: Size) -> Placement:
    """Draw a template that fills a whole page.

    Raises:
        CardgenError: E4xx if the template or the theme has errors.
    """
    renderer = job.project.renderer
    page = renderer.draw_side(template, variables, size, 0, Subject(f"page '{template}'"))
    if page is None:
        raise CardgenError(sort_diagnostics(renderer.diagnostics.items))
    return Placement(page, Rect(0, 0, size.width, size.height))


def draw_gallery(job: DrawnDeck, pages: Sequence[GalleryPage], title: str, subtitle: str) -> Iterator[Page]:
    """Yield the pages of a gallery: the drawings, with headings, captions and frames on top.

    Raises:
        CardgenError: E4xx if the template or the theme has errors.
    """
    for number, page in enumerate(pages, 1):
        shown = [
            (drawing, box, part)
            for part in page.shown
            for drawing, box in zip(part.cell.drawings, part.boxes, strict=True)
        ]
        about = {
            "title": title,
            "subtitle": subtitle,
            "number": number,
            "count": len(pages),
            "headings": page.headings,
            "frames": [box for drawing, box, part in shown if drawing and part.cell.outline == RECTANGLE],
            "empty": [box for drawing, box, _ in shown if not drawing],
            "arrows": [_between(*part.boxes[:2]) for part in page.shown if part.cell.arrow],
            "marked": [_onto(rect, part) for part in page.shown for rect in part.cell.marked],
            "cells": [_caption(part) for part in page.shown],
        }
        top = draw_page_template(job, "gallery.svg.j2", {"page": localized(about, job.language)}, job.paper.size)
        placed = (place_drawing(drawing, box, part.cell.outline) for drawing, box, part in shown if drawing)
        yield Page(Side((*placed, top)), job.paper.size)


def place_drawing(drawing: Drawing, box: Rect, outline: Outline = RECTANGLE) -> Placement:
    """Scale a drawing into a box, without its bleed."""
    factor = box.width / drawing.size.width
    small = Drawing(box.size, drawing.bleed * factor, tuple(scaled(drawing.items, factor)))
    return Placement(small, box, outline=outline)


def compose_proof(job: DrawnDeck, title: str, pages: Sequence[Page], fonts: Mapping[str, Path] | None = None) -> bytes:
    """Return the bytes of a PDF for the screen, none of whose pages is meant to be printed.

    Raises:
        CardgenError: E12x or E602 if a picture or an artwork cannot be converted.
    """
    info = DocumentInfo(title, job.author, job.subject, job.language, first_printed=len(pages) + 1)
    try:
        return compose_pdf(pages, info, {**job.fonts, **(fonts or {})})
    except UnlocatedError as error:
        raise CardgenError([error.at(None)]) from None


def _between(before: Rect, after: Rect) -> tuple[Mm, Mm]:
    return (before.right + after.x) / 2, before.y + before.height / 2


def _onto(rect: Rect, shown: PlacedCell) -> Rect:
    """Return the box on the page of a part of the last drawing of a cell."""
    box, drawing = shown.boxes[-1], shown.cell.drawings[-1]
    assert drawing is not None
    factor = box.width / drawing.size.width
    return Rect(box.x + rect.x * factor, box.y + rect.y * factor, rect.width * factor, rect.height * factor)


def _caption(shown: PlacedCell) -> dict[str, object]:
    cell, box = shown.cell, shown.caption
    return {"x": box.x, "y": box.y, "width": box.width, "caption": cell.caption, "note": cell.note}

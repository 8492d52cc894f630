"""Lay out pages that show drawings in rows, with captions below and headings above.

Sections of drawings come in, positions go out; nothing is drawn here. Lengths in mm, origin at the top left of a page,
y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Drawing

MARGIN: Mm = 12.0
TOP: Mm = 34.0
"""Top of the first heading, below the title of the page."""
FOOT: Mm = 14.0
HEADING: Mm = 9.0
CAPTION: Mm = 9.0
"""Height of the two lines below each cell."""
GAP: Mm = 5.0
"""Gap between cells, and between the drawings of a cell."""
SECTION_GAP: Mm = 10.0
"""Gap between sections that are side by side."""
NARROWEST: Mm = 26.0
"""Smallest width of a cell, which its caption needs."""
SCALES = tuple(percent / 100 for percent in range(100, 30, -4))
"""Scales to try, from true size down to the smallest at which cards can be told apart."""


@dataclass(frozen=True, slots=True)
class GalleryCell:
    """Drawings that belong together, side by side.

    Attributes:
        drawings: The drawings, from left to right; None leaves a gap of the same size as the other drawing.
        caption: The first line below.
        note: The second line below.
        outline: The line to cut the drawings along.
        arrow: Whether an arrow points from the first drawing to the second.
        marked: Boxes to highlight on the last drawing, in mm of that drawing.
    """

    drawings: tuple[Drawing | None, ...]
    caption: str
    note: str = ""
    outline: Outline = RECTANGLE
    arrow: bool = False
    marked: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class GallerySection:
    """Cells under one heading."""

    title: str
    cells: tuple[GalleryCell, ...]


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A cell with its position on a page.

    Attributes:
        boxes: Box of each of its drawings.
        caption: Box of the two lines below the drawings.
    """

    cell: GalleryCell
    boxes: tuple[Rect, ...]
    caption: Rect


@dataclass(frozen=True, slots=True)
class GalleryHeading:
    """The title of a section with its position on a page.

    Attributes:
        x: Left edge, in mm.
        y: Top edge, in mm.
    """

    title: str
    x: Mm
    y: Mm
    width: Mm


@dataclass(slots=True)
class GalleryPage:
    """The layout of one page.

    Attributes:
        headings: Headings of the sections that start or continue on the page.
    """

    headings: list[GalleryHeading] = field(default_factory=list)
    shown: list[PlacedCell] = field(default_factory=list)


@dataclass(slots=True)
class _Row:
    """Cells side by side, with the top left of the first at 0, 0.

    Attributes:
        section: Title of their section.
        alone: Whether the section has no other row, so that another section may be placed beside it.
        shown: The cells, from left to right.
        width: Width of the row without a gap after the last cell, in mm.
    """

    section: str
    shown: list[PlacedCell]
    alone: bool = False
    width: Mm = 0.0

    @property
    def height(self) -> Mm:
        return max(shown.caption.bottom for shown in self.shown)


def lay_out_gallery(
    sections: Sequence[GallerySection], paper: Size, largest: Size, smallest: float = SCALES[-1]
) -> list[GalleryPage]:
    """Lay out sections on as few pages as possible, at the largest scale that allows this.

    Args:
        largest: Largest size of the drawings of a cell; larger ones are scaled down to it.
        smallest: Smallest scale to use for the sake of fewer pages, from 0.3 to 1.
    """
    room = Size(paper.width - 2 * MARGIN, paper.height - TOP - FOOT - HEADING - CAPTION)
    limit = Size(min(largest.width, room.width), min(largest.height, room.height))
    tries = [list(_pages(sections, paper, limit, scale)) for scale in SCALES if scale >= smallest]
    return min(tries, key=len)  # of layouts with equally many pages, the first has the largest scale


def _pages(sections: Sequence[GallerySection], paper: Size, limit: Size, scale: float) -> Iterator[GalleryPage]:
    width = paper.width - 2 * MARGIN
    rows = [row for section in sections for row in _rows(section, width, limit, scale)]
    page, y, open_section = GalleryPage(), TOP, ""
    for band in _bands(rows, width):
        height = max(row.height for row in band)
        begins = band[0].section != open_section
        if page.shown and y + height + (HEADING if begins else 0) > paper.height - FOOT:
            yield page
            page, y, begins = GalleryPage(), TOP, True
        top, x = y + (HEADING if begins else 0), MARGIN
        for row in band:
            if begins:
                line = row.width if len(band) > 1 else width
                page.headings.append(GalleryHeading(row.section, x, y, line))
            page.shown += [_moved(shown, x, top) for shown in row.shown]
            x += row.width + SECTION_GAP
        y, open_section = top + height + GAP, band[-1].section
    yield page


def _bands(rows: Sequence[_Row], width: Mm) -> Iterator[list[_Row]]:
    """Yield the rows from top to bottom; sections with a single short row share a band."""
    band: list[_Row] = []
    for row in rows:
        taken = sum(other.width + SECTION_GAP for other in band)
        if band and not (row.alone and band[-1].alone and taken + row.width <= width):
            yield band
            band = []
        band.append(row)
    if band:
        yield band


def _rows(section: GallerySection, width: Mm, limit: Size, scale: float) -> list[_Row]:
    rows: list[_Row] = []
    for cell in section.cells:
        sizes = _sizes(cell, limit, scale)
        needed = max(sum(size.width + GAP for size in sizes) - GAP, NARROWEST)
        if not rows or rows[-1].width + GAP + needed > width:
            rows.append(_Row(section.title, []))
        row = rows[-1]
        x = row.width + GAP if row.shown else 0.0
        row.shown.append(_shown(cell, sizes, x, needed))
        row.width = x + needed
    for row in rows:
        row.alone = len(rows) == 1
    return rows


def _sizes(cell: GalleryCell, limit: Size, scale: float) -> list[Size]:
    """Return the scaled sizes of the drawings of a cell, and of the gap for a missing one."""
    there = [drawing.size for drawing in cell.drawings if drawing]
    sizes = [drawing.size if drawing else there[0] for drawing in cell.drawings]
    width, gaps = sum(size.width for size in sizes), GAP * (len(sizes) - 1)
    factor = min(scale, (limit.width - gaps) / width, scale * limit.height / max(size.height for size in sizes))
    return [Size(size.width * factor, size.height * factor) for size in sizes]


def _shown(cell: GalleryCell, sizes: Sequence[Size], left: Mm, width: Mm) -> PlacedCell:
    boxes, x = [], left
    for size in sizes:
        boxes.append(Rect(x, 0, size.width, size.height))
        x += size.width + GAP
    return PlacedCell(cell, tuple(boxes), Rect(left, max(box.bottom for box in boxes), width, CAPTION))


def _moved(shown: PlacedCell, x: Mm, y: Mm) -> PlacedCell:
    boxes = tuple(replace(box, x=box.x + x, y=box.y + y) for box in shown.boxes)
    return replace(shown, boxes=boxes, caption=replace(shown.caption, x=shown.caption.x + x, y=shown.caption.y + y))

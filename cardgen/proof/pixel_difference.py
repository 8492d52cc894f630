"""Find boxes around the places where two pages look different, by comparing pixels."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageFilter

from cardgen.geometry.units import MM_PER_INCH, Mm, Rect

_DPI = 100
_CELL = 4  # pixels, about 1 mm: the resolution of the boxes
_FAINTEST = 24  # of 255: smaller differences come from antialiased edges
_ROOM: Mm = 0.7
"""Margin between a difference and the box around it."""

PixelSet = set[tuple[int, int]]


def find_differing_boxes(pdf: bytes) -> list[tuple[Rect, ...]]:
    """Return boxes around the differences between pages 1 and 2 of a PDF, pages 3 and 4, and so on.

    Args:
        pdf: A PDF with an even number of pages; the pages of a pair have the same size.

    Returns:
        The boxes for each pair of pages, in mm from the top left.
    """
    document = pdfium.PdfDocument(pdf)
    try:
        return [_between(document, at) for at in range(0, len(document), 2)]
    finally:
        document.close()


def _between(document: pdfium.PdfDocument, at: int) -> tuple[Rect, ...]:
    before, after = (document[page].render(scale=_DPI / 72).to_pil().convert("RGB") for page in (at, at + 1))
    red, green, blue = ImageChops.difference(before, after).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    # A cell with any bright pixel becomes bright; then bright cells grow, so that nearby differences share one box.
    bright = most.point(lambda value: 255 if value > _FAINTEST else 0).reduce(_CELL)
    near = bright.point(lambda value: 255 if value else 0).filter(ImageFilter.MaxFilter(5))
    return tuple(_rect(island, bright) for island in _islands(near))


def _islands(picture: Image.Image) -> Iterator[PixelSet]:
    """Yield the connected sets of bright pixels, from top to bottom and left to right."""
    width = picture.width
    bright = {divmod(at, width)[::-1] for at, value in enumerate(picture.tobytes()) if value}
    for start in sorted(bright, key=lambda pixel: (pixel[1], pixel[0])):
        if start not in bright:
            continue
        island: PixelSet = set()
        ahead = [start]
        while ahead:
            x, y = ahead.pop()
            if (x, y) in bright:
                bright.discard((x, y))
                island.add((x, y))
                ahead += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        yield island


def _rect(island: PixelSet, bright: Image.Image) -> Rect:
    """Return the box around those pixels of an island that differ themselves, not only through a neighbour."""
    own = [pixel for pixel in island if bright.getpixel(pixel)]
    size = _CELL * MM_PER_INCH / _DPI
    left, top = min(x for x, _ in own) * size, min(y for _, y in own) * size
    right, bottom = (max(x for x, _ in own) + 1) * size, (max(y for _, y in own) + 1) * size
    return Rect(left - _ROOM, top - _ROOM, right - left + 2 * _ROOM, bottom - top + 2 * _ROOM)

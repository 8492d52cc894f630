"""Rasterize a PDF page in bands, so that drawing a large one can be interrupted and resumed.

Bands show what the whole page does, except that PDFium rounds some pixels at the outline of a slanted picture in another way.
"""

from __future__ import annotations

import math

import pypdfium2 as pdfium
from PIL import Image

BAND = 100_000
"""Pixels that are drawn at a time: some hundredths of a second on a page with many gradients."""


class PageBitmap:
    """The pixels of a page.

    Args:
        document: The PDF, which stays open as long as bands are drawn.
        number: Number of the page, from 0.
        scale: Pixels per point.

    Attributes:
        image: The picture, which is white where nothing has been drawn.
    """

    def __init__(self, document: pdfium.PdfDocument, number: int, scale: float) -> None:
        self._page = document[number]
        self._scale = scale
        width, height = (math.ceil(side * scale) for side in self._page.get_size())
        self._rows = max(BAND // width, 1)
        self._done = 0
        self.image = Image.new("RGB", (width, height), "white")

    def draw_band(self) -> bool:
        """Draw the next band; return whether anything is left to draw."""
        left = self.image.height - self._done
        # Half a pixel less, since PDFium rounds up what it leaves out.
        above, below = (max(pixels - 0.5, 0) / self._scale for pixels in (self._done, left - self._rows))
        band = self._page.render(scale=self._scale, crop=(0, below, 0, above)).to_pil()
        self.image.paste(band, (0, self._done))
        self._done += self._rows
        if self._done < self.image.height:
            return True
        self._page.close()
        return False

"""Raster pictures for PDF: upright, in sRGB with 8 bits per channel, and at most 300 dpi.

Paths and printed sizes come in, encoded samples go out. Pillow decodes, scales and converts.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable
from pathlib import Path

from PIL import Image
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

from cardgen.geometry.units import MM_PER_INCH
from cardgen.guard.files import PICTURE_LIMIT, open_file
from cardgen.guard.pixels import (
    PixelBudget,
    TooManyPixelsError,
    as_jpeg,
    as_png,
    needs_nothing,
    opened,
    prepared,
    smaller_size,
)
from cardgen.model.drawing import PlacedImage
from cardgen.records import dataclass
from cardgen.report.errors import DrawnError, UnlocatedError

MAX_DPI = 300
"""Resolution above which no printer shows a difference in a picture."""

_Key = tuple[Path, int, int, int, int]
"""Path, modification time and size of the file, and the largest useful width and height in pixels."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture encoded for PDF.

    Attributes:
        width: In pixels.
        height: In pixels.
        color_space: `DeviceGray` or `DeviceRGB`.
        filter: `DCTDecode` for a JPEG file, or `FlateDecode` for samples as in a PNG file.
        alpha: Opacity of the pixels, as a grey raster of the same size; None if all are opaque.
    """

    width: int
    height: int
    color_space: str
    filter: str
    data: bytes
    alpha: Raster | None = None


class ImageStore:
    """Loads each picture once for each printed size, and keeps the results between builds."""

    def __init__(self) -> None:
        self._rasters: dict[_Key, Raster] = {}
        self._used: set[_Key] = set()
        self._budget = PixelBudget()  # a picture is decoded again for each size that it is printed in

    def raster(self, image: PlacedImage) -> Raster:
        """Load a picture, scaled down to `MAX_DPI` at its printed size.

        Raises:
            UnlocatedError: E121 if the file is not found; E122 if it cannot be read; E123 if it has too many pixels to
                decode safely.
        """
        width = math.ceil(image.box.width / MM_PER_INCH * MAX_DPI)
        height = math.ceil(image.box.height / MM_PER_INCH * MAX_DPI)
        try:
            state = image.path.stat()
            key = image.path, state.st_mtime_ns, state.st_size, width, height
            if key not in self._rasters:
                self._rasters[key] = _load(image.path, width, height, self._budget)
        except FileNotFoundError as error:
            raise UnlocatedError("E121", f"picture '{image.path}' is not found") from error
        except TooManyPixelsError as error:
            message = f"picture '{image.path.name}' has too many pixels for the many sizes that it is printed in"
            raise DrawnError("E123", message, image.path, hints=["scale it down"]) from error
        except (OSError, SyntaxError, ValueError, struct.error) as error:  # the exceptions of Pillow for broken files
            raise UnlocatedError("E122", f"picture '{image.path}' cannot be read: {error}") from error
        self._used.add(key)
        return self._rasters[key]

    def keep_only(self, files: Iterable[Path]) -> None:
        """Drop all but the pictures of these files."""
        kept = set(files)
        self._rasters = {key: raster for key, raster in self._rasters.items() if key[0] in kept}

    def forget_unused(self) -> None:
        """Drop pictures that were not needed since the last call, so that a long preview does not fill the memory."""
        self._rasters = {key: raster for key, raster in self._rasters.items() if key in self._used}
        self._used.clear()
        self._budget = PixelBudget()


def make_image_object(raster: Raster, alpha: object = None) -> PDFStream:
    """Return a raster as an image XObject.

    Args:
        alpha: A reference to the XObject of `raster.alpha`; None if it has no alpha.
    """
    entries = {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Image"),
        "Width": raster.width,
        "Height": raster.height,
        "ColorSpace": PDFName(raster.color_space),
        "BitsPerComponent": 8,
        "Filter": PDFName(raster.filter),
    }
    if raster.filter == "FlateDecode":  # rows are filtered as in PNG (PDF 32000-1, 7.4.4.4)
        colors = 3 if raster.color_space == "DeviceRGB" else 1
        entries["DecodeParms"] = PDFDictionary(
            {"Predictor": 15, "Colors": colors, "BitsPerComponent": 8, "Columns": raster.width}
        )
    if alpha is not None:
        entries["SMask"] = alpha
    return PDFStream(PDFDictionary(entries), raster.data)


def _load(path: Path, width: int, height: int, budget: PixelBudget) -> Raster:
    with open_file(path, PICTURE_LIMIT) as stream, opened(stream) as image:
        is_jpeg = image.format == "JPEG"
        budget.spend(image.width * image.height, path.stat().st_size)
        size = smaller_size(image, width, height)
        if is_jpeg and size is None and needs_nothing(image):
            space = "DeviceGray" if image.mode == "L" else "DeviceRGB"
            stream.seek(0)
            return Raster(image.width, image.height, space, "DCTDecode", stream.read())
        pixels, alpha = prepared(image, size)
        if is_jpeg:
            return Raster(*pixels.size, _color_space(pixels), "DCTDecode", as_jpeg(pixels))
        mask = Raster(*alpha.size, "DeviceGray", "FlateDecode", _png_samples(alpha)) if alpha else None
        return Raster(*pixels.size, _color_space(pixels), "FlateDecode", _png_samples(pixels), mask)


def _color_space(image: Image.Image) -> str:
    return "DeviceGray" if image.mode == "L" else "DeviceRGB"


def _png_samples(image: Image.Image) -> bytes:
    """Return the compressed samples of a PNG file, which PDF can use; they are a third smaller than unfiltered ones."""
    data, position, samples = as_png(image), 8, []
    while position < len(data):
        length, name = struct.unpack_from(">I4s", data, position)
        if name == b"IDAT":
            samples.append(data[position + 8 : position + 8 + length])
        position += 12 + length
    return b"".join(samples)

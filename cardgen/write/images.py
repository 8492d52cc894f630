"""Raster pictures for PDF: upright, in sRGB with 8 bits per channel, and at most 300 dpi.

Paths and printed sizes come in, encoded samples go out. Pillow decodes, scales and converts.
"""

from __future__ import annotations

import io
import math
import struct
import warnings
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageCms, ImageOps
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

from cardgen.geometry.units import MM_PER_INCH
from cardgen.model.drawing import PlacedImage
from cardgen.report.errors import UnlocatedError

MAX_DPI = 300
"""Resolution above which no printer shows a difference in a picture."""

_JPEG_QUALITY = 92
_ORIENTATION = 0x0112  # EXIF tag
_UPRIGHT = 1

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
        data: The encoded samples.
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
                self._rasters[key] = _load(image.path, width, height)
        except FileNotFoundError as error:
            raise UnlocatedError("E121", f"picture '{image.path}' is not found") from error
        except Image.DecompressionBombError as error:
            raise UnlocatedError("E123", f"picture '{image.path}' has too many pixels") from error
        except (OSError, SyntaxError, ValueError, struct.error) as error:  # the exceptions of Pillow for broken files
            raise UnlocatedError("E122", f"picture '{image.path}' cannot be read: {error}") from error
        self._used.add(key)
        return self._rasters[key]

    def forget_unused(self) -> None:
        """Drop pictures that were not needed since the last call, so that a long preview does not fill the memory."""
        self._rasters = {key: raster for key, raster in self._rasters.items() if key in self._used}
        self._used.clear()


def make_image_object(raster: Raster, alpha: object = None) -> PDFStream:
    """Return a raster as an image XObject.

    Args:
        raster: The picture.
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


def _load(path: Path, width: int, height: int) -> Raster:
    with warnings.catch_warnings():
        # Reading has checked the number of pixels; the warning of Pillow would only clutter the terminal.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        with Image.open(path, formats=("PNG", "JPEG", "WEBP")) as image:
            is_jpeg = image.format == "JPEG"
            limit = _limit(image, width, height)
            if is_jpeg and limit is None and _needs_nothing(image):
                space = "DeviceGray" if image.mode == "L" else "DeviceRGB"
                return Raster(image.width, image.height, space, "DCTDecode", path.read_bytes())
            pixels, alpha = _prepare(image, limit)
    if is_jpeg:
        return Raster(*pixels.size, _color_space(pixels), "DCTDecode", _jpeg(pixels))
    mask = Raster(*alpha.size, "DeviceGray", "FlateDecode", _png_samples(alpha)) if alpha else None
    return Raster(*pixels.size, _color_space(pixels), "FlateDecode", _png_samples(pixels), mask)


def _limit(image: Image.Image, width: int, height: int) -> tuple[int, int] | None:
    """Return the size in pixels to scale a picture to, before it is rotated by its EXIF orientation.

    Args:
        image: The picture.
        width: Largest useful width of the upright picture, in pixels.
        height: Largest useful height of the upright picture, in pixels.

    Returns:
        Width and height, or None if the picture is small enough.
    """
    if image.getexif().get(_ORIENTATION, _UPRIGHT) > 4:  # rotated by a quarter turn
        width, height = height, width
    scale = max(width / image.width, height / image.height)
    return (max(1, round(image.width * scale)), max(1, round(image.height * scale))) if scale < 1 else None


def _needs_nothing(image: Image.Image) -> bool:
    upright = image.getexif().get(_ORIENTATION, _UPRIGHT) == _UPRIGHT
    return upright and image.mode in ("L", "RGB") and not _foreign_profile(image)


def _prepare(image: Image.Image, limit: tuple[int, int] | None) -> tuple[Image.Image, Image.Image | None]:
    """Scale a picture, rotate it upright and convert it to 8-bit grey or sRGB; return it and its opacity, if any."""
    profile = _foreign_profile(image)
    working = image if image.mode in ("L", "RGB", "CMYK", "LA", "RGBA") else _plain_mode(image)
    if limit:
        working.thumbnail(
            limit, Image.Resampling.LANCZOS, reducing_gap=3.0
        )  # decodes large JPEG files at a reduced size
    working = ImageOps.exif_transpose(working)
    alpha = None
    if working.mode in ("LA", "RGBA"):
        alpha = working.getchannel("A")
        working = working.convert(working.mode[:-1])
        if alpha.getextrema() == (255, 255):
            alpha = None
    return _to_srgb(working, profile), alpha


def _plain_mode(image: Image.Image) -> Image.Image:
    """Convert palettes, single bits, 16 bits and other modes to 8 bits per channel."""
    if image.mode.startswith(("I", "F")):  # 16-bit grey, which convert() would clip instead of scaling
        plain = image.convert("F").point(lambda value: value / 257.0 + 0.0).convert("L")
    else:
        transparent = "transparency" in image.info or image.mode in ("PA", "La", "RGBa")
        plain = image.convert("RGBA" if transparent else "L" if image.mode == "1" else "RGB")
    plain.info["exif"] = image.info.get("exif", b"")
    return plain


def _foreign_profile(image: Image.Image) -> ImageCms.ImageCmsProfile | None:
    """Return the colour profile of a picture that is not in sRGB; None if there is none or it cannot be read."""
    data = image.info.get("icc_profile")
    if not data:
        return None
    try:
        profile = ImageCms.getOpenProfile(io.BytesIO(data))
        name = ImageCms.getProfileDescription(profile)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
    return None if "sRGB" in name else profile


def _to_srgb(image: Image.Image, profile: ImageCms.ImageCmsProfile | None) -> Image.Image:
    if profile is not None:
        try:
            srgb = ImageCms.createProfile("sRGB")
            converted = ImageCms.profileToProfile(image, profile, srgb, outputMode="RGB")
        except (ImageCms.PyCMSError, ValueError):  # a profile for channels that the picture does not have
            converted = None
        if converted is not None:
            return converted
    return image if image.mode in ("L", "RGB") else image.convert("RGB")


def _color_space(image: Image.Image) -> str:
    return "DeviceGray" if image.mode == "L" else "DeviceRGB"


def _jpeg(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(
        out, "JPEG", quality=_JPEG_QUALITY, subsampling=0
    )  # without subsampling, which would blur coloured edges
    return out.getvalue()


def _png_samples(image: Image.Image) -> bytes:
    """Return the compressed samples of a PNG file, which PDF can use; they are a third smaller than unfiltered ones."""
    out = io.BytesIO()
    image.save(out, "PNG")
    data, position, samples = out.getvalue(), 8, []
    while position < len(data):
        length, name = struct.unpack_from(">I4s", data, position)
        if name == b"IDAT":
            samples.append(data[position + 8 : position + 8 + length])
        position += 12 + length
    return b"".join(samples)

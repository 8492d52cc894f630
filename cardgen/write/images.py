"""Raster pictures for the page: upright, in sRGB, 8 bits a channel, and no finer than print can show."""

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
"""Finer than this, no print house and no home printer shows a difference in a picture."""

_JPEG_QUALITY = 92
_ORIENTATION = 0x0112  # EXIF tag
_UPRIGHT = 1

_Key = tuple[Path, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture as a PDF keeps it.

    Attributes:
        width, height: Pixels.
        color_space: `DeviceGray` or `DeviceRGB`.
        filter: `DCTDecode` (data is a JPEG file) or `FlateDecode` (data is what a PNG file holds).
        data: The encoded samples.
        alpha: Opacity of each pixel, a gray raster of the same size.
    """

    width: int
    height: int
    color_space: str
    filter: str
    data: bytes
    alpha: Raster | None = None


class ImageStore:
    """Rasters by file and printed size, each made once; keeps them between builds."""

    def __init__(self) -> None:
        self._rasters: dict[_Key, Raster] = {}
        self._used: set[_Key] = set()

    def raster(self, image: PlacedImage) -> Raster:
        """The picture, scaled down if it is finer than `MAX_DPI` at its printed size.

        Raises:
            UnlocatedError: E121 not found, E122 cannot be read, E123 more pixels than can be decoded safely.
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
        except (OSError, SyntaxError, ValueError, struct.error) as error:  # what Pillow says of broken files
            raise UnlocatedError("E122", f"picture '{image.path}' cannot be read: {error}") from error
        self._used.add(key)
        return self._rasters[key]

    def forget_unused(self) -> None:
        """Drop what was not asked for since the last call, so that a long preview does not grow."""
        self._rasters = {key: raster for key, raster in self._rasters.items() if key in self._used}
        self._used.clear()


def make_image_object(raster: Raster, alpha: object = None) -> PDFStream:
    """Give a raster as an image XObject.

    Args:
        raster: The picture.
        alpha: Reference to the XObject of `raster.alpha`.
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
    if raster.filter == "FlateDecode":  # each row is filtered as in PNG (PDF 32000-1, 7.4.4.4)
        colors = 3 if raster.color_space == "DeviceRGB" else 1
        entries["DecodeParms"] = PDFDictionary(
            {"Predictor": 15, "Colors": colors, "BitsPerComponent": 8, "Columns": raster.width}
        )
    if alpha is not None:
        entries["SMask"] = alpha
    return PDFStream(PDFDictionary(entries), raster.data)


def _load(path: Path, width: int, height: int) -> Raster:
    with warnings.catch_warnings():
        # The loader has set a limit of its own; Pillow's warning would land in the middle of the user's screen.
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
    """The size to scale down to, as the file lies; None if it is coarse enough already."""
    if image.getexif().get(_ORIENTATION, _UPRIGHT) > 4:  # lies on its side
        width, height = height, width
    scale = max(width / image.width, height / image.height)
    return (max(1, round(image.width * scale)), max(1, round(image.height * scale))) if scale < 1 else None


def _needs_nothing(image: Image.Image) -> bool:
    upright = image.getexif().get(_ORIENTATION, _UPRIGHT) == _UPRIGHT
    return upright and image.mode in ("L", "RGB") and not _foreign_profile(image)


def _prepare(image: Image.Image, limit: tuple[int, int] | None) -> tuple[Image.Image, Image.Image | None]:
    """Scale, turn upright and convert to 8-bit gray or sRGB; opacity apart, None if all is opaque."""
    profile = _foreign_profile(image)
    working = image if image.mode in ("L", "RGB", "CMYK", "LA", "RGBA") else _plain_mode(image)
    if limit:
        working.thumbnail(limit, Image.Resampling.LANCZOS, reducing_gap=3.0)  # decodes a large JPEG in steps of 1/2
    working = ImageOps.exif_transpose(working)
    alpha = None
    if working.mode in ("LA", "RGBA"):
        alpha = working.getchannel("A")
        working = working.convert(working.mode[:-1])
        if alpha.getextrema() == (255, 255):
            alpha = None
    return _to_srgb(working, profile), alpha


def _plain_mode(image: Image.Image) -> Image.Image:
    """Bring palettes, single bits, 16 bits and the like to 8 bits a channel."""
    if image.mode.startswith(("I", "F")):  # 16-bit gray; a plain convert() would clip instead of scale
        plain = image.convert("F").point(lambda value: value / 257.0 + 0.0).convert("L")
    else:
        transparent = "transparency" in image.info or image.mode in ("PA", "La", "RGBa")
        plain = image.convert("RGBA" if transparent else "L" if image.mode == "1" else "RGB")
    plain.info["exif"] = image.info.get("exif", b"")
    return plain


def _foreign_profile(image: Image.Image) -> ImageCms.ImageCmsProfile | None:
    """The colour profile of a picture that is not in sRGB; one that cannot be read counts as none."""
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
        except (ImageCms.PyCMSError, ValueError):  # a profile for other channels than the picture has
            converted = None
        if converted is not None:
            return converted
    return image if image.mode in ("L", "RGB") else image.convert("RGB")


def _color_space(image: Image.Image) -> str:
    return "DeviceGray" if image.mode == "L" else "DeviceRGB"


def _jpeg(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=_JPEG_QUALITY, subsampling=0)  # no blur of colour edges at print size
    return out.getvalue()


def _png_samples(image: Image.Image) -> bytes:
    """The compressed samples as a PNG file holds them, which PDF takes as they are: a third smaller than plain ones."""
    out = io.BytesIO()
    image.save(out, "PNG")
    data, position, samples = out.getvalue(), 8, []
    while position < len(data):
        length, name = struct.unpack_from(">I4s", data, position)
        if name == b"IDAT":
            samples.append(data[position + 8 : position + 8 + length])
        position += 12 + length
    return b"".join(samples)

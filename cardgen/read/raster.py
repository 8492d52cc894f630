"""Check that PNG, JPEG and WebP pictures are complete and of acceptable size; pixels are not kept."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image, UnidentifiedImageError

from cardgen.read.files import FileKind, check_file
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

RasterFormat = Literal["PNG", "JPEG", "WEBP"]

PIXEL_LIMIT = 100_000_000
RASTER_FILE = FileKind("picture", missing="E121", unreadable="E122", too_large="E123", limit=256 * 2**20)

_FORMATS: dict[str, RasterFormat] = {
    "PNG": "PNG",
    "JPEG": "JPEG",
    "MPO": "JPEG",
    "WEBP": "WEBP",
}  # MPO: JPEG of some phones
_ORIENTATION = 0x0112  # EXIF 2.32, section 4.6.4
_ROTATED = (5, 6, 7, 8)  # orientations that swap width and height


@dataclass(frozen=True, slots=True)
class RasterPicture:
    """A raster file that can be decoded.

    Attributes:
        path: Path of the file.
        width_px: Width in pixels after applying the EXIF orientation.
        height_px: Height in pixels after applying the EXIF orientation.
        format: Format of the content, whatever the suffix of the file.
    """

    path: Path
    width_px: int
    height_px: int
    format: RasterFormat


def load_raster(path: Path) -> RasterPicture:
    """Check that a raster picture is complete.

    Raises:
        UnlocatedError: E121, the file does not exist; E122, it is not a PNG, JPEG or WebP picture, or it is damaged;
            E123, it is too large.
    """
    check_file(path, RASTER_FILE)
    width, height, kind = check_raster(path, f"picture {quoted(path.name)}")
    return RasterPicture(path, width, height, kind)


def check_raster(source: Path | BytesIO, subject: str) -> tuple[int, int, RasterFormat]:
    """Decode a raster picture once and discard the pixels.

    Args:
        source: Path or content of the file.
        subject: Name of the picture in messages.

    Returns:
        Width and height in pixels after applying the EXIF orientation, and the format.

    Raises:
        UnlocatedError: E122, damaged or of another format; E123, too large.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns below our own size limit, and of odd EXIF data
            return _decode(source, subject)
    except Image.DecompressionBombError as error:
        raise _too_large_error(subject, "") from error
    except UnidentifiedImageError as error:
        raise UnlocatedError(
            "E122", f"{subject} cannot be read as a picture", expected="SVG, PNG, JPEG or WebP"
        ) from error
    except UnlocatedError:
        raise
    except (
        Exception
    ) as error:  # a corrupt file makes Pillow's decoders raise anything: struct.error, SyntaxError, zlib.error
        hints = ["save it again from the program it was made with"]
        raise UnlocatedError("E122", f"{subject} is damaged or truncated", hints=hints) from error


def _decode(source: Path | BytesIO, subject: str) -> tuple[int, int, RasterFormat]:
    with Image.open(source, formats=("PNG", "JPEG", "WEBP")) as image:
        width, height = image.size
        if width * height > PIXEL_LIMIT:
            raise _too_large_error(subject, f": {width} x {height} pixels")
        kind = _FORMATS[image.format or ""]
        is_rotated = image.getexif().get(_ORIENTATION) in _ROTATED
        image.draft("RGB", (1, 1))  # a JPEG is decoded completely, but at an eighth of its size, which saves memory
        image.load()
    return (height, width, kind) if is_rotated else (width, height, kind)


def _too_large_error(subject: str, size: str) -> UnlocatedError:
    return UnlocatedError(
        "E123", f"{subject} is too large{size}", expected=f"at most {PIXEL_LIMIT // 10**6} megapixels"
    )

"""PNG, JPEG and WebP pictures: seen to be whole and of bearable size; nothing is kept of their pixels."""

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
_ON_ITS_SIDE = (5, 6, 7, 8)  # values of the orientation that exchange width and height


@dataclass(frozen=True, slots=True)
class RasterPicture:
    """A raster file that can be decoded.

    Attributes:
        path: The file.
        width_px: Pixels from left to right as a person sees it, EXIF orientation obeyed.
        height_px: Pixels from top to bottom.
        format: What the file is, whatever its name says.
    """

    path: Path
    width_px: int
    height_px: int
    format: RasterFormat


def load_raster(path: Path) -> RasterPicture:
    """See that a raster picture is whole.

    Raises:
        UnlocatedError: E121, there is no such file; E122, it is no PNG, JPEG or WebP, or it is damaged; E123, it is too large.
    """
    check_file(path, RASTER_FILE)
    width, height, kind = check_raster(path, f"picture {quoted(path.name)}")
    return RasterPicture(path, width, height, kind)


def check_raster(source: Path | BytesIO, subject: str) -> tuple[int, int, RasterFormat]:
    """Decode a raster picture once and let it go.

    Args:
        source: File or bytes.
        subject: What messages call it.

    Returns:
        Width and height as seen, in pixels, and the format.

    Raises:
        UnlocatedError: E122 or E123.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of bombs below our own limit and of odd EXIF data
            return _decoded(source, subject)
    except Image.DecompressionBombError as error:
        raise _too_large(subject, "") from error
    except UnidentifiedImageError as error:
        raise UnlocatedError(
            "E122", f"{subject} is no picture that can be read", expected="SVG, PNG, JPEG or WebP"
        ) from error
    except UnlocatedError:
        raise
    except (
        Exception
    ) as error:  # a corrupt file makes Pillow's decoders raise anything: struct.error, SyntaxError, zlib.error
        hints = ["save it again from the program it was made with"]
        raise UnlocatedError("E122", f"{subject} is damaged or cut short", hints=hints) from error


def _decoded(source: Path | BytesIO, subject: str) -> tuple[int, int, RasterFormat]:
    with Image.open(source, formats=("PNG", "JPEG", "WEBP")) as image:
        width, height = image.size
        if width * height > PIXEL_LIMIT:
            raise _too_large(subject, f": {width} x {height} pixels")
        kind = _FORMATS[image.format or ""]
        turned = image.getexif().get(_ORIENTATION) in _ON_ITS_SIDE
        image.draft("RGB", (1, 1))  # a JPEG is decoded at an eighth of its size: all of its data, little of the memory
        image.load()
    return (height, width, kind) if turned else (width, height, kind)


def _too_large(subject: str, size: str) -> UnlocatedError:
    return UnlocatedError(
        "E123", f"{subject} is too large{size}", expected=f"at most {PIXEL_LIMIT // 10**6} megapixels"
    )

"""Decode raster pictures within a budget of memory, one at a time: upright, in sRGB with 8 bits per channel.

A small file may hold many pixels, and decoders take several times their size: they and Pillow keep copies. So each kind
of file has a largest number of pixels, pictures are scaled while they are decoded where their format allows it, and no
two are decoded at the same time. What Pillow has to say about a file never reaches the user.
"""

from __future__ import annotations

import io
import threading
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Literal

from PIL import Image, ImageOps

from cardgen.records import dataclass

if TYPE_CHECKING:  # few pictures have a colour profile
    from PIL import ImageCms

RasterFormat = Literal["PNG", "JPEG", "WEBP"]

MEMORY = 640 * 2**20
"""Bytes that decoding one picture may take; enough for a board of A2 at 300 dpi in each format."""
MOST_PIXELS = 100_000_000
MOST_IN_SUM = 250_000_000
"""Pixels of all pictures of a deck, without those that their bytes account for; about ten seconds of decoding at the most."""

_PIXELS_OF_A_BYTE = 16  # in a file that is honestly compressed: a JPEG has 3, flat colours in a PNG 10 to 100
_BYTES_PER_PIXEL = {("PNG", "RGBA"): 10, ("WEBP", "RGBA"): 17, ("WEBP", "RGB"): 16, ("PNG", "LA"): 10, ("PNG", "P"): 12}
"""Measured at the peak of decoding, scaling and converting, by format and mode."""
_DEEP, _OTHER = 16, 6
_FORMATS: dict[str, RasterFormat] = {"PNG": "PNG", "JPEG": "JPEG", "MPO": "JPEG", "WEBP": "WEBP"}  # MPO: of some phones
_ORIENTATION = 0x0112  # EXIF 2.32, section 4.6.4
_UPRIGHT = 1
_QUARTER_TURN = 5  # this orientation and those above swap width and height
_JPEG_QUALITY = 92
_ALIKE, _VISIBLE = 12, 127  # difference of a channel, and opacity, of 255

_one_at_a_time = threading.RLock()


class TooManyPixelsError(Exception):
    """A picture would take more memory to decode than one may.

    Attributes:
        width: Its width in pixels; 0 if it is not known.
    """

    def __init__(self, width: int = 0, height: int = 0, most: int = MOST_PIXELS) -> None:
        super().__init__(f"{width} x {height} pixels")
        self.width, self.height, self.most = width, height, most


class PixelBudget:
    """What the pictures of a deck may have in sum: as many pixels as they like for their bytes, and some more for nothing."""

    def __init__(self) -> None:
        self._spent = 0

    def spend(self, pixels: int, size: int) -> None:
        """Add a picture.

        Args:
            size: Size of its file, bytes.

        Raises:
            TooManyPixelsError: The pictures so far have too many; this one is not added.
        """
        excess = max(0, pixels - _PIXELS_OF_A_BYTE * size)
        if self._spent + excess > MOST_IN_SUM:
            raise TooManyPixelsError(most=MOST_IN_SUM)
        self._spent += excess


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """What is known of a picture without its pixels.

    Attributes:
        width: Width in pixels, as a person sees the picture.
        height: Height in pixels, as a person sees the picture.
        format: Format of the content.
        ground: Colour around a symbol, as `ground_of` returns it; empty before the pixels are decoded.
    """

    width: int
    height: int
    format: RasterFormat
    ground: str = ""


@contextmanager
def opened(stream: BinaryIO) -> Iterator[Image.Image]:
    """Open a picture whose decoding fits into the budget; no other picture is decoded until the block ends.

    Raises:
        TooManyPixelsError: The picture is too large.
        Exception: Pillow raises anything for a damaged file.
    """
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(stream, formats=("PNG", "JPEG", "WEBP")) as image:
                most = _most_pixels(image)
                if image.width * image.height > most:
                    raise TooManyPixelsError(image.width, image.height, most)
                yield image
        except Image.DecompressionBombError:
            raise TooManyPixelsError from None


def _most_pixels(image: Image.Image) -> int:
    each = _BYTES_PER_PIXEL.get((image.format or "", image.mode), _DEEP if image.mode.startswith("I") else _OTHER)
    return min(MOST_PIXELS, MEMORY // each)


def facts_of(image: Image.Image) -> PictureFacts:
    """Return what is known of a picture that is open."""
    width, height = image.size
    width, height = (height, width) if orientation_of(image) >= _QUARTER_TURN else (width, height)
    return PictureFacts(width, height, _FORMATS[image.format or ""])


def check_data(image: Image.Image) -> None:
    """Decode a picture once, and keep no pixels.

    Raises:
        Exception: Pillow raises anything for a damaged file.
    """
    image.draft("RGB", (1, 1))  # a JPEG is decoded completely, but at an eighth of its size, which saves memory
    image.load()


def ground_of(image: Image.Image) -> str:
    """Return the colour around a symbol, `#rrggbb` or `transparent`; empty for other pictures, such as photographs.

    It is in all corners, and along half of each side: a symbol may touch the edges, but a figure that they cut is none.

    Args:
        image: A picture that is decoded, in any size.
    """
    width, height = image.size
    lines = ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height))
    sides = [_colors(image.crop(line)) for line in lines]
    ((ground, _),) = Counter(chain(*sides)).most_common(1)
    plain = [[_is_like(color, ground) for color in side] for side in sides]
    if not all(side[0] and side[-1] and 2 * sum(side) >= len(side) for side in plain):
        return ""
    return "transparent" if ground is None else "#{:02x}{:02x}{:02x}".format(*ground)


def _colors(image: Image.Image) -> list[tuple[int, int, int] | None]:
    """Return the colour of each pixel of a part of a picture; None where it is transparent."""
    pixels, alpha = prepared(image, None)
    data = pixels.convert("RGB").tobytes()
    opacity = alpha.tobytes() if alpha else bytes([255]) * (len(data) // 3)
    pixels_of_data = zip(data[::3], data[1::3], data[2::3], strict=True)
    return [color if seen > _VISIBLE else None for color, seen in zip(pixels_of_data, opacity, strict=True)]


def _is_like(color: tuple[int, int, int] | None, other: tuple[int, int, int] | None) -> bool:
    """Return whether two colours look alike; those of one area of a lossy picture differ slightly."""
    if color is None or other is None:
        return color is other
    return max(abs(one - two) for one, two in zip(color, other, strict=True)) <= _ALIKE


def orientation_of(image: Image.Image) -> int:
    """Return how a picture has to be turned, as EXIF states it: 1 for not at all."""
    found = image.getexif().get(_ORIENTATION, _UPRIGHT)
    return found if isinstance(found, int) and 1 <= found <= 8 else _UPRIGHT


def needs_nothing(image: Image.Image) -> bool:
    """Return whether a picture is upright, in grey or RGB, and without a colour profile of its own."""
    return orientation_of(image) == _UPRIGHT and image.mode in ("L", "RGB") and not _foreign_profile(image)


def smaller_size(image: Image.Image, width: int, height: int) -> tuple[int, int] | None:
    """Return the size in pixels to scale a picture to, before it is turned upright; None if it is small enough.

    Args:
        width: Largest useful width of the upright picture, in pixels.
        height: Largest useful height of the upright picture, in pixels.
    """
    if orientation_of(image) >= _QUARTER_TURN:
        width, height = height, width
    scale = max(width / image.width, height / image.height)
    return (max(1, round(image.width * scale)), max(1, round(image.height * scale))) if scale < 1 else None


def prepared(image: Image.Image, size: tuple[int, int] | None) -> tuple[Image.Image, Image.Image | None]:
    """Scale a picture, turn it upright and convert it to 8-bit grey or sRGB; return it and its opacity, if any.

    Args:
        size: Size to scale it to; None to keep its own.
    """
    profile = _foreign_profile(image)
    working = image if image.mode in ("L", "RGB", "CMYK", "LA", "RGBA") else _plain_mode(image)
    if size:
        working.thumbnail(
            size, Image.Resampling.LANCZOS, reducing_gap=3.0
        )  # decodes large JPEG files at a reduced size
    working = ImageOps.exif_transpose(working)
    alpha = None
    if working.mode in ("LA", "RGBA"):
        alpha = working.getchannel("A")
        working = working.convert(working.mode[:-1])
        if alpha.getextrema() == (255, 255):
            alpha = None
    return _to_srgb(working, profile), alpha


def as_jpeg(image: Image.Image) -> bytes:
    """Return a picture as a JPEG file, without subsampling, which would blur coloured edges."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
    return out.getvalue()


def as_png(image: Image.Image, alpha: Image.Image | None = None) -> bytes:
    """Return a picture as a PNG file.

    Args:
        alpha: Its opacity; None if all of it is opaque.
    """
    if alpha is not None:
        image = image.convert("RGBA" if image.mode == "RGB" else "LA")
        image.putalpha(alpha)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def sample_count(image: Image.Image) -> int:
    """Return how many bytes the samples of a picture are."""
    return len(image.crop((0, 0, image.width, 1)).tobytes()) * image.height


def bands(image: Image.Image, height: int = 256) -> Iterator[bytes]:
    """Yield the samples of a picture, some rows at a time, so that no second copy of all of them is made."""
    for top in range(0, image.height, height):
        yield image.crop((0, top, image.width, min(top + height, image.height))).tobytes()


def _plain_mode(image: Image.Image) -> Image.Image:
    """Convert palettes, single bits, 16 bits and other modes to 8 bits per channel."""
    if image.mode.startswith("I"):  # 16-bit grey, which convert() would clip instead of scaling
        plain = image.convert("F").point(lambda value: value / 257.0 + 0.0).convert("L")
    else:
        plain = image.convert("RGBA" if "transparency" in image.info else "L" if image.mode == "1" else "RGB")
    return plain


def _foreign_profile(image: Image.Image) -> ImageCms.ImageCmsProfile | None:
    """Return the colour profile of a picture that is not in sRGB; None if there is none or it cannot be read."""
    data = image.info.get("icc_profile")
    if not data:
        return None
    from PIL import ImageCms

    try:
        profile = ImageCms.getOpenProfile(io.BytesIO(data))
        name = ImageCms.getProfileDescription(profile)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
    return None if "sRGB" in name else profile


def _to_srgb(image: Image.Image, profile: ImageCms.ImageCmsProfile | None) -> Image.Image:
    if profile is not None:
        from PIL import ImageCms

        try:
            srgb = ImageCms.createProfile("sRGB")
            converted = ImageCms.profileToProfile(image, profile, srgb, outputMode="RGB")
        except (ImageCms.PyCMSError, ValueError):  # a profile for channels that the picture does not have
            converted = None
        if converted is not None:
            return converted
    return image if image.mode in ("L", "RGB") else image.convert("RGB")

"""Check that PNG, JPEG and WebP pictures are complete and of acceptable size; pixels are not kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import SEEK_END, BytesIO
from pathlib import Path
from typing import BinaryIO

from PIL import UnidentifiedImageError

from cardgen.guard.files import PICTURE_LIMIT, open_file
from cardgen.guard.pixels import (
    MOST_IN_SUM,
    MOST_PIXELS,
    PictureFacts,
    PixelBudget,
    RasterFormat,
    TooManyPixelsError,
    as_jpeg,
    as_png,
    check_data,
    facts_of,
    ground_of,
    opened,
    orientation_of,
    prepared,
    smaller_size,
)
from cardgen.read.files import FileKind, reported
from cardgen.records import dataclass
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

RASTER_FILE = FileKind("picture", missing="E121", unreadable="E122", too_large="E123", limit=PICTURE_LIMIT)


@dataclass(frozen=True, slots=True)
class RasterPicture:
    """A raster file that can be decoded.

    Attributes:
        width_px: Width in pixels after applying the EXIF orientation.
        height_px: Height in pixels after applying the EXIF orientation.
        format: Format of the content, whatever the suffix of the file.
        ground: Colour around a symbol, as `ground_of` returns it.
    """

    path: Path
    width_px: int
    height_px: int
    format: RasterFormat
    ground: str = ""

    def embedded(self, width: int, height: int) -> tuple[str, bytes]:
        """Return the type and the bytes of the picture for an SVG document, whose readers know no EXIF.

        Args:
            width: Largest useful width, in pixels.
            height: Largest useful height, in pixels.

        Raises:
            UnlocatedError: E121 to E123 and E125, if the file has changed since it was checked.
        """
        subject = f"picture {quoted(self.path.name)}"
        with (
            reported(self.path, RASTER_FILE),
            open_file(self.path, PICTURE_LIMIT) as stream,
            _decoding(subject),
            opened(stream) as image,
        ):
            size = smaller_size(image, width, height)
            if size is None and self.format != "WEBP" and orientation_of(image) == 1:
                stream.seek(0)
                return f"image/{self.format.lower()}", stream.read()
            pixels, alpha = prepared(image, size)
            if self.format == "JPEG":
                return "image/jpeg", as_jpeg(pixels)
            return "image/png", as_png(pixels, alpha)


def load_raster(path: Path, budget: PixelBudget | None = None) -> RasterPicture:
    """Check that a raster picture is complete.

    Args:
        budget: What all pictures of the deck may have in sum; None for a picture by itself.

    Raises:
        UnlocatedError: E121, the file does not exist; E122, it is not a PNG, JPEG or WebP picture, or it is damaged;
            E123, it is too large, by itself or with the others.
    """
    with reported(path, RASTER_FILE), open_file(path, RASTER_FILE.limit) as stream:
        facts = check_raster(stream, f"picture {quoted(path.name)}", budget)
    return RasterPicture(path, facts.width, facts.height, facts.format, facts.ground)


def raster_size(path: Path) -> tuple[int, int]:
    """Return width and height of a raster picture in pixels; its data are not read.

    Raises:
        UnlocatedError: E121 or E122, the file does not exist or is no picture; E123, it is too large.
    """
    subject = f"picture {quoted(path.name)}"
    with (
        reported(path, RASTER_FILE),
        open_file(path, RASTER_FILE.limit) as stream,
        _decoding(subject),
        opened(stream) as image,
    ):
        facts = facts_of(image)
        return facts.width, facts.height


def check_raster(source: BinaryIO, subject: str, budget: PixelBudget | None = None) -> PictureFacts:
    """Decode a raster picture once and discard the pixels.

    Args:
        budget: What it may have together with others; None if it is alone.

    Raises:
        UnlocatedError: E122, damaged or of another format; E123, too large.
    """
    with _decoding(subject), opened(source) as image:
        if budget:  # before anything is decoded, for which Pillow takes a look at the EXIF data of a PNG as a reason
            budget.spend(image.width * image.height, source.seek(0, SEEK_END))
        facts = facts_of(image)  # before a JPEG is decoded at a smaller size
        check_data(image)
        return PictureFacts(facts.width, facts.height, facts.format, ground_of(image))


def upright(data: bytes) -> tuple[str, bytes] | None:
    """Return the type and the bytes of a picture turned as EXIF states; None if it need not be turned.

    Args:
        data: A PNG or JPEG picture that `check_raster` accepts.
    """
    with opened(BytesIO(data)) as image:
        if orientation_of(image) == 1:
            return None
        pixels, alpha = prepared(image, None)
        return (
            ("image/jpeg", as_jpeg(pixels))
            if facts_of(image).format == "JPEG"
            else ("image/png", as_png(pixels, alpha))
        )


@contextmanager
def _decoding(subject: str) -> Iterator[None]:
    """Raise what Pillow raises as E122 or E123."""
    try:
        yield
    except TooManyPixelsError as error:
        if error.most == MOST_IN_SUM:
            message = (
                f"{subject} is one too many: the pictures of the deck have too many pixels for the size of their files"
            )
            expected = f"at most {MOST_IN_SUM // 10**6} megapixels in sum, besides what detailed pictures have"
            hints = ["scale pictures of plain colours down, or draw them as SVG"]
            raise UnlocatedError("E123", message, expected=expected, hints=hints) from error
        size = f": {error.width} x {error.height} pixels" if error.width else ""
        most = f"at most {error.most // 10**6} megapixels"
        if error.most < MOST_PIXELS:
            most += " in a file of its kind"
        raise UnlocatedError("E123", f"{subject} is too large{size}", expected=most) from error
    except UnidentifiedImageError as error:
        raise UnlocatedError(
            "E122", f"{subject} cannot be read as a picture", expected="SVG, PNG, JPEG or WebP"
        ) from error
    except Exception as error:  # a corrupt file makes Pillow's decoders raise anything: struct.error, zlib.error
        hints = ["save it again from the program it was made with"]
        raise UnlocatedError("E122", f"{subject} is damaged or truncated", hints=hints) from error

"""Convert RGB to CMYK for coated paper, with a limit on the total ink."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms, ImageMath

from cardgen.write.pdfx import PrintingCondition

CONDITION = PrintingCondition(
    "CGATS TR 003",
    "SWOP 2006, coated paper of grade 3",
    "http://www.color.org",
)
"""Printing condition that the profile was made for, by its name in the registry of the ICC."""

_FULL = 255


@cache
def profile_bytes() -> bytes:
    """Return the ICC profile; `swop3-240.txt` beside it states its source."""
    return Path(__file__).with_name("swop3-240.icc").read_bytes()


@cache
def _transform() -> ImageCms.ImageCmsTransform:
    press = ImageCms.ImageCmsProfile(io.BytesIO(profile_bytes()))
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        press,
        "RGB",
        "CMYK",
        # As in layout programs: colours that the press can print stay the same, and the darkest becomes its darkest.
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def to_cmyk(picture: Image.Image, limit: int) -> Image.Image:
    """Convert a picture from sRGB.

    Args:
        limit: Largest sum of the four inks at any point, in %.
    """
    converted = ImageCms.applyTransform(picture, _transform())
    assert converted
    return limited(converted, limit)


def limited(picture: Image.Image, limit: int) -> Image.Image:
    """Reduce cyan, magenta and yellow in proportion where there is too much ink; black stays.

    The profile keeps the limit by itself; this guarantees it.

    Args:
        picture: Picture in CMYK.
        limit: Largest sum of the four inks at any point, in %.
    """
    most = limit * _FULL // 100
    cyan, magenta, yellow, black = picture.split()

    def less(ink: Image.Image) -> Image.Image:
        def share(bands: dict[str, Any]) -> Any:
            total = bands["c"] + bands["m"] + bands["y"]
            allowed = bands["ink"] * (most - bands["k"]) / bands["max"](total, 1)
            return bands["convert"](bands["min"](bands["ink"], allowed), "L")

        reduced: Image.Image = ImageMath.lambda_eval(share, ink=ink, c=cyan, m=magenta, y=yellow, k=black)
        return reduced

    return Image.merge("CMYK", (less(cyan), less(magenta), less(yellow), black))

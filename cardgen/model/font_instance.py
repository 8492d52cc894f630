"""Font files, as those who set text and those who embed fonts both see them: which instance is used, and what fails."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span, display_path

REGULAR_WEIGHT = 400


def regular_instance(face: Any) -> dict[str, float]:
    """Return the values of the axes of a face that differ from its defaults; empty for a font without a weight axis.

    The default of many variable fonts, such as Noto Sans JP, is not the regular weight but the thinnest.
    """
    weights = [axis for axis in face.axis_infos if axis.tag == "wght"]
    return {axis.tag: min(max(REGULAR_WEIGHT, axis.min_value), axis.max_value) for axis in weights}


@contextmanager
def font_faults(path: Path) -> Iterator[None]:
    """Raise what a damaged font does to the libraries that read it, and to their numbers, as a fault of its file.

    Raises:
        UnlocatedError: E408, the font cannot be used.
    """
    try:
        yield
    except (RuntimeError, ValueError, LookupError, ArithmeticError, struct.error, OSError) as error:
        place = Span(display_path(str(path)))
        message = f"font file '{path.name}' cannot be read"
        raise UnlocatedError("E408", message, expected="a whole TrueType font", span=place) from error

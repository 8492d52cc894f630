"""Font files as HarfBuzz reads them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import uharfbuzz as hb

from cardgen.guard.files import Stamp, read_bytes, stamp_of
from cardgen.report.errors import UnlocatedError

FONT_LIMIT = 64 * 2**20
"""Largest font file, bytes; fonts of all Chinese characters have up to half of it."""


def load_face(path: Path) -> hb.Face:
    """Return the face of a font file; it has no glyphs if the file is no font.

    Args:
        path: Path of the file.

    Raises:
        UnlocatedError: E408, the file cannot be read.
    """
    try:
        return _face(path, stamp_of(path))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        message = f"font file '{path.name}' cannot be read: {reason}"
        raise UnlocatedError("E408", message, expected="a TrueType font in the folder of the deck") from error


@lru_cache(maxsize=16)  # each picture of a preview is a PDF of its own, with the same few fonts
def _face(path: Path, _stamp: Stamp | None) -> hb.Face:
    return hb.Face(hb.Blob(read_bytes(path, FONT_LIMIT)))

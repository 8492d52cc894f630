"""Font files as HarfBuzz reads them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import uharfbuzz as hb

from cardgen.guard.files import Stamp, read_bytes, stamp_of
from cardgen.report.errors import UnlocatedError

FONT_LIMIT = 64 * 2**20
"""Largest font file, bytes; fonts of all Chinese characters have up to half of it."""

LAST_FONTS = (
    "NotoSans-Regular",
    "NotoSansMath-Regular",
    "NotoSansSymbols-Regular",
    "NotoSansSymbols2-Regular",
    "NotoEmoji-Bold",
)
"""Fonts that come with cardgen, in `fonts/fallback/`: none is opened before a character is missing in all others."""


def load_face(path: Path) -> hb.Face:
    """Return the face of a font file; it has no glyphs if the file is no font.

    Raises:
        UnlocatedError: E408, the file cannot be read.
    """
    try:
        return _face(path, stamp_of(path))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        message = f"font file '{path.name}' cannot be read: {reason}"
        raise UnlocatedError("E408", message, expected="a TrueType font in the folder of the deck") from error


def has_outlines(face: hb.Face) -> bool:
    """Return whether a font has outlines that can be embedded, not only pictures of its glyphs."""
    return not {"glyf", "CFF ", "CFF2"}.isdisjoint(face.table_tags)


@lru_cache(maxsize=16)  # each picture of a preview is a PDF of its own, with the same few fonts
def _face(path: Path, _stamp: Stamp | None) -> hb.Face:
    return hb.Face(hb.Blob(read_bytes(path, FONT_LIMIT)))

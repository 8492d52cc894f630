"""Tell SVG colours from words that are no colour."""

from __future__ import annotations

import re
from functools import cache

from cardgen.report.diagnostics import did_you_mean

_WRITTEN = re.compile(
    r"""\s*(?:\#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})
    |(?:rgba?|hsla?|url|var|device-cmyk|icc-color)\(.*\).*
    |none|inherit|currentcolor|transparent|context-fill|context-stroke|initial|unset|white|black|)\s*""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def is_color(text: str) -> bool:
    """Return whether a text is a paint of SVG; an empty one stands for none."""
    return bool(_WRITTEN.fullmatch(text)) or text.strip().lower() in _names()


def color_hints(text: str) -> tuple[str, ...]:
    """Return a hint with the most similar name of a colour, or none."""
    return did_you_mean(text.strip().lower(), _names())


@cache
def _names() -> frozenset[str]:
    """Return the names of CSS Color 4."""
    from PIL import ImageColor  # few templates name colours

    return frozenset(ImageColor.colormap)

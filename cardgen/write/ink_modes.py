"""The ways to print with less ink, and the eyes that a proof is seen with."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial

import pikepdf

from cardgen.geometry.colors import (
    DEUTERANOPIA,
    PROTANOPIA,
    TRITANOPIA,
    darken_until_readable,
    reduce_to_third,
    simulate_color_vision,
    to_gray,
)
from cardgen.write.recolor import ColorChange, Recoloring, recolor_pdf

_INKS: dict[str, Recoloring] = {
    "low": Recoloring(darken_until_readable, reduce_to_third, outlines=True),
    "grey": Recoloring(to_gray, to_gray, gray=True),
}

COLOR_VISIONS: dict[str, ColorChange] = {
    "grey": to_gray,
    "deuteranopia": partial(simulate_color_vision, DEUTERANOPIA),
    "protanopia": partial(simulate_color_vision, PROTANOPIA),
    "tritanopia": partial(simulate_color_vision, TRITANOPIA),
}
"""How colours are seen: on a grey printer, and by those who do not see green, red, or blue (from common to rare)."""


def apply_ink_mode(data: bytes, ink: str) -> bytes:
    """A finished PDF for that much ink: `low`, `grey`, or as it is."""
    return recolor_pdf(data, _INKS[ink]) if ink in _INKS else data


def simulate_vision(data: bytes, eyes: str) -> bytes:
    """A finished PDF as it looks to one of `COLOR_VISIONS`."""
    return recolor_pdf(data, Recoloring(COLOR_VISIONS[eyes], COLOR_VISIONS[eyes], gray=eyes == "grey"))


def join_pdfs(files: Sequence[bytes]) -> bytes:
    """The pages of some files, one after the other, with the metadata of the first."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(files[0])) as pdf:
        for data in files[1:]:
            with pikepdf.open(io.BytesIO(data)) as more:
                pdf.pages.extend(more.pages)
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()

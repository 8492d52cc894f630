"""Variants of a finished PDF: printed with less ink, or seen in greyscale and with colour vision deficiencies."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial

import pikepdf

from cardgen.geometry.colors import VISIONS, darken_until_readable, reduce_to_third, simulate_color_vision, to_gray
from cardgen.write.recolor import ColorChange, Recoloring, recolor_pdf

_INKS: dict[str, Recoloring] = {
    "low": Recoloring(darken_until_readable, reduce_to_third, outlines=True),
    "grey": Recoloring(to_gray, to_gray, gray=True),
}

COLOR_VISIONS: dict[str, ColorChange] = {
    "grey": to_gray,
    **{name: partial(simulate_color_vision, vision) for name, vision in VISIONS.items()},
}
"""Ways to see colours: in greyscale, and without green, red or blue receptors, from the most common to the rarest."""


def apply_ink_mode(data: bytes, ink: str) -> bytes:
    """Return a PDF that prints with less ink.

    Args:
        ink: `low` for outlines and pale pictures, `grey` for greyscale; any other mode returns the PDF as it is.
    """
    return recolor_pdf(data, _INKS[ink]) if ink in _INKS else data


def simulate_vision(data: bytes, vision: str) -> bytes:
    """Return a PDF as it looks with one of `COLOR_VISIONS`.

    Args:
        vision: A key of `COLOR_VISIONS`.
    """
    return recolor_pdf(data, Recoloring(COLOR_VISIONS[vision], COLOR_VISIONS[vision], gray=vision == "grey"))


def join_pdfs(files: Sequence[bytes]) -> bytes:
    """Return the pages of several PDFs in one, with the metadata of the first."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(files[0])) as pdf:
        for data in files[1:]:
            with pikepdf.open(io.BytesIO(data)) as more:
                pdf.pages.extend(more.pages)
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()

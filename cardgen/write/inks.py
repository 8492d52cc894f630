"""The ways to print with less ink, and the eyes that a proof is seen with."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial

import pikepdf

from cardgen.geometry.colors import DEUTERANOPIA, PROTANOPIA, TRITANOPIA, faint, legible, seen_by, to_grey
from cardgen.write.recolor import Change, Recoloring, recolored

_INKS: dict[str, Recoloring] = {
    "low": Recoloring(legible, faint, outlines=True),
    "grey": Recoloring(to_grey, to_grey, gray=True),
}

EYES: dict[str, Change] = {
    "grey": to_grey,
    "deuteranopia": partial(seen_by, DEUTERANOPIA),
    "protanopia": partial(seen_by, PROTANOPIA),
    "tritanopia": partial(seen_by, TRITANOPIA),
}
"""How colours are seen: on a grey printer, and by those who do not see green, red, or blue (from common to rare)."""


def inked(data: bytes, ink: str) -> bytes:
    """A finished PDF for that much ink: `low`, `grey`, or as it is."""
    return recolored(data, _INKS[ink]) if ink in _INKS else data


def seen(data: bytes, eyes: str) -> bytes:
    """A finished PDF as it looks to one of `EYES`."""
    return recolored(data, Recoloring(EYES[eyes], EYES[eyes], gray=eyes == "grey"))


def joined(files: Sequence[bytes]) -> bytes:
    """The pages of some files, one after the other, with the metadata of the first."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(files[0])) as pdf:
        for data in files[1:]:
            with pikepdf.open(io.BytesIO(data)) as more:
                pdf.pages.extend(more.pages)
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()

"""Run the converter of SVG in a sandbox, with limits of memory and time."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.model.drawing import Artwork
from cardgen.processes import allowance
from cardgen.processes.sandbox import OverLimitError, Sandbox

MEMORY = 2**30
"""Bytes of address space that the converter may use, where the system can limit it."""
SECONDS = 10.0
"""Seconds of computing for all artworks of a command, besides `_SECONDS_OF_ONE` for each of them."""
_SECONDS_OF_ONE = 0.01  # most take a twentieth of it
_PART = "artworks"

sandbox = Sandbox(MEMORY, "cardgen.write.svg_conversion")
"""The sandbox of the converter."""


class ConversionError(Exception):
    """The converter refuses a document; the message says why."""

    def __init__(self, message: str, artwork: Artwork) -> None:
        super().__init__(message)
        self.artwork = artwork


def convert(batch: Sequence[Artwork], folders: Sequence[str]) -> bytes:
    """Return a PDF file with one page for each artwork.

    Raises:
        ConversionError: The converter refuses one of them.
        OverLimitError: They take too much memory, or more time than the artworks of a command may.
        OSError: The process cannot be started.
    """
    share = _SECONDS_OF_ONE * len(batch)
    left = allowance.left(_PART, SECONDS)
    try:
        data, used = _call(batch, folders, left + share)
    except OverLimitError:
        allowance.spend(_PART, left)
        raise
    allowance.spend(_PART, max(0.0, used - share))
    return data


def measure(artwork: Artwork, folders: Sequence[str], seconds: float) -> float:
    """Return the seconds of computing that an artwork takes alone.

    Raises:
        ConversionError: The converter refuses it.
        OverLimitError: It takes more.
    """
    return _call([artwork], folders, seconds)[1]


def _call(batch: Sequence[Artwork], folders: Sequence[str], seconds: float) -> tuple[bytes, float]:
    sizes = [(artwork.size.width, artwork.size.height) for artwork in batch]
    documents = [artwork.svg for artwork in batch]
    function = "cardgen.write.svg_conversion:convert"
    found, used = sandbox.call(function, sizes, documents, [*folders], seconds=seconds)
    if not isinstance(found, bytes):
        raise ConversionError(found[1], batch[found[0]])
    return found, used

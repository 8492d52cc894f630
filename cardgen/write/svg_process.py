"""Run the converter of SVG in a sandbox, with limits of memory and time."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.model.drawing import Artwork
from cardgen.processes.sandbox import Sandbox

MEMORY = 2**30
"""Bytes of address space that the converter may use, where the system can limit it."""
SECONDS = 10
"""Seconds of computing for one artwork."""
_SECONDS_OF_MORE = 0.5  # for each further artwork of a batch; most take hundredths

sandbox = Sandbox(MEMORY, "cardgen.write.svg_conversion")
"""The sandbox of the converter."""


class ConversionError(Exception):
    """The converter refuses a document; the message says why."""


def convert(batch: Sequence[Artwork], folders: Sequence[str]) -> bytes:
    """Return a PDF file with one page for each artwork.

    Args:
        folders: Folders with the fonts for their text.

    Raises:
        ConversionError: The converter refuses one of them.
        OverLimitError: Together they take too much memory or time.
        OSError: The process cannot be started.
    """
    sizes = [(artwork.size.width, artwork.size.height) for artwork in batch]
    documents = [artwork.svg for artwork in batch]
    seconds = SECONDS + _SECONDS_OF_MORE * (len(batch) - 1)
    found, _ = sandbox.call("cardgen.write.svg_conversion:convert", sizes, documents, list(folders), seconds=seconds)
    if isinstance(found, str):
        raise ConversionError(found)
    return bytes(found)

"""Conversion of new artworks by Typst, and the words for those that it refuses.

Typst supports nearly all of SVG and writes vectors. It compiles many artworks at once as the pages of one document in memory, and
can read no file except the fonts. It runs in a process of its own (`svg_process.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pikepdf
from lxml import etree

from cardgen.model.drawing import Artwork
from cardgen.model.svg_fonts import check_text_font, texts_of
from cardgen.processes.sandbox import OverLimitError
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import DrawnError, UnlocatedError
from cardgen.write import svg_process
from cardgen.write.artwork_fonts import load_fonts, readable_folders
from cardgen.write.svg_process import MEMORY, SECONDS, ConversionError
from cardgen.write.viewer_cost import has_fine_tiles, repeats_much, viewer_cost

_SECONDS_OF_SEARCH = 4.0
"""Seconds of computing in which the artwork that is to blame is looked for, one by one."""


def convert_batch(batch: Sequence[Artwork], font_folders: Iterable[Path]) -> bytes:
    """Return a PDF file with one page for each artwork.

    Args:
        font_folders: Folders with the fonts for `<text>` in artworks.

    Raises:
        UnlocatedError: E602 or E408; see `ArtworkConverter.convert`.
    """
    texts = [artwork for artwork in batch if "<text" in artwork.svg]
    with readable_folders(font_folders if texts else ()) as folders:
        known = load_fonts(folders).families() if texts else []
        for artwork in texts:
            _check_fonts(artwork, known)
        try:
            return svg_process.convert(batch, folders)
        except (ConversionError, OverLimitError) as error:
            raise _find_failing(batch, folders, error) from error
        except OSError as error:
            message = f"pictures cannot be converted: no process can be started: {error.strerror or error}"
            raise UnlocatedError("E602", message) from error


def costs_of(batch: Sequence[Artwork], pdf: pikepdf.Pdf, data: bytes) -> list[int]:
    """Return what each artwork costs a viewer; of most, the length says enough."""
    has_fine = has_fine_tiles(data)
    return [
        viewer_cost(page.obj) if repeats_much(artwork.svg, has_fine_tiles=has_fine) else len(artwork.svg)
        for artwork, page in zip(batch, pdf.pages, strict=True)
    ]


def _check_fonts(artwork: Artwork, families: Sequence[str]) -> None:
    """Raise E408 for text whose fonts are all unknown: Typst would leave it out without a warning."""
    try:
        root = etree.fromstring(
            artwork.svg.encode(errors="replace"), etree.XMLParser(resolve_entities=False, huge_tree=True)
        )
    except etree.XMLSyntaxError:
        return  # the converter says what is wrong
    for text in texts_of(root):
        if error := check_text_font(text, lambda: families, " in a picture"):
            raise DrawnError(error.code, error.message, artwork, expected=error.expected, hints=error.hints)


def _find_failing(
    batch: Sequence[Artwork], folders: Sequence[str], error: ConversionError | OverLimitError
) -> UnlocatedError:
    """Return the error of the artwork that is to blame: if none is by itself, of the one that takes longest."""
    blamed = batch[0] if len(batch) == 1 else None
    longest, slowest, left = 0.0, batch[0], _SECONDS_OF_SEARCH
    for artwork in batch if isinstance(error, OverLimitError) and not blamed else ():
        try:
            seconds = svg_process.measure(artwork, folders, left)
        except (ConversionError, OverLimitError) as own:
            blamed, error = artwork, own
            break
        left -= seconds
        if seconds > longest:
            longest, slowest = seconds, artwork
        if left <= 0:
            break
    if isinstance(error, ConversionError):
        return DrawnError("E602", f"picture {_quoted(error.artwork)} cannot be converted: {error}", error.artwork)
    which = f"picture {_quoted(blamed or slowest)} takes"
    if not blamed:
        which = f"{len(batch)} pictures together, of which {which} longest, take"
    return DrawnError(
        "E602",
        f"{which} too long to draw, or too much memory",
        blamed or slowest,
        expected=f"at most {SECONDS:g} s of computing for all pictures, and {MEMORY // 2**20} MiB",
        hints=("simplify it: fewer filters, smaller patterns, less text",),
    )


def _quoted(artwork: Artwork) -> str:
    """Return the content of an artwork for a message; the root element is the same for all of them."""
    return quoted(artwork.svg.partition(">")[2])

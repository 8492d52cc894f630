"""Conversion of SVG to vector PDF: each artwork becomes a form XObject.

Only this module depends on the converter, Typst, which supports nearly all of SVG and writes vectors. It compiles many
artworks at once as the pages of one document in memory, and can read no file except the fonts.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import typst

from cardgen.model.drawing import Artwork
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

_BATCH = 250
"""Artworks in one compilation: enough to make its fixed cost small, and few enough to limit memory (0.2 MB each)."""

_FAMILIES = re.compile(r"font-family\s*[:=]\s*(?:\"([^\"]*)\"|'([^']*)'|([^;<>]*))")
_TEXT, _TAG = re.compile(r"<(?:\w+:)?text\b[^>]*>(.*?)</(?:\w+:)?text>", re.DOTALL), re.compile(r"<[^>]*>")
_MIXING_WORDS = ("opacity", "mask", "filter", "blend", "rgba", "hsla", "data:")
_MIXING_COLOR = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{4})\b")


def may_be_transparent(artwork: Artwork) -> bool:
    """Return whether an artwork may contain anything semi-transparent; if that is uncertain, it may."""
    svg = artwork.svg
    return any(word in svg for word in _MIXING_WORDS) or _MIXING_COLOR.search(svg) is not None


def font_families(folders: Iterable[Path]) -> tuple[str, ...]:
    """Return the families of the fonts in some folders, as text in artworks names them, sorted."""
    return tuple(sorted(_load_fonts({str(folder) for folder in folders}).families()))


def _load_fonts(folders: Iterable[str]) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=sorted(folders))


class ArtworkConverter:
    """Converts artworks and keeps the results, so that a rebuild converts only new artworks.

    Artworks that are converted together share objects, such as the subset of a font. For bytes that do not depend on
    earlier builds, start each build with a new instance.

    Args:
        font_folders: Folders with the fonts for `<text>` in artworks. No other fonts are used.
    """

    def __init__(self, font_folders: Iterable[Path] = ()) -> None:
        self._folders = sorted({str(folder) for folder in font_folders})
        self._fonts: typst.Fonts | None = None
        # Each page with its file, which must stay open as long as the page is used.
        self._pages: dict[Artwork, tuple[pikepdf.Pdf, pikepdf.Dictionary]] = {}
        self._used: set[Artwork] = set()

    def convert(self, artworks: Iterable[Artwork]) -> None:
        """Convert those artworks that have not been converted yet.

        Raises:
            UnlocatedError: E602 if an artwork cannot be converted; E408 if its text uses a font that is not in the font
                folders.
        """
        wanted = dict.fromkeys(artworks)
        self._used.update(wanted)
        new = [artwork for artwork in wanted if artwork not in self._pages]
        for start in range(0, len(new), _BATCH):
            batch = new[start : start + _BATCH]
            pdf = self._convert_batch(batch)
            self._pages.update(zip(batch, [(pdf, page.obj) for page in pdf.pages], strict=True))

    def fill(self, pdf: pikepdf.Pdf, stub: pikepdf.Object, artwork: Artwork) -> None:
        """Copy a converted artwork into an empty form of a document.

        Args:
            pdf: The document.
            stub: The empty form XObject.
            artwork: An artwork that has been converted.
        """
        page = self._pages[artwork][1]
        content = page.Contents  # one stream, copied as it is; Typst compresses it if that makes it smaller
        stub.write(content.read_raw_bytes(), filter=pikepdf.Name.FlateDecode if "/Filter" in content else None)
        stub.Resources = pdf.copy_foreign(page.Resources)
        stub.BBox = pikepdf.Array(page.MediaBox)

    def forget_unused(self) -> None:
        """Drop artworks that were not needed since the last call, so that a long preview does not fill the memory."""
        self._pages = {artwork: page for artwork, page in self._pages.items() if artwork in self._used}
        self._used.clear()

    def _convert_batch(self, batch: Sequence[Artwork]) -> pikepdf.Pdf:
        for artwork in batch:
            if "<text" in artwork.svg:
                self._check_families(artwork)
        try:
            return pikepdf.open(io.BytesIO(self._compile(batch)))
        except typst.TypstError as error:
            raise self._find_failing(batch, error) from error

    def _compile(self, batch: Sequence[Artwork]) -> bytes:
        pages = [
            f"#page(width: {artwork.size.width}mm, height: {artwork.size.height}mm, margin: 0pt, fill: none, "
            f'image("{index}.svg", width: 100%, height: 100%, fit: "stretch"))'
            for index, artwork in enumerate(batch)
        ]
        files: Any = {f"{index}.svg": artwork.svg.encode() for index, artwork in enumerate(batch)}
        files["main.typ"] = "\n".join(pages).encode()
        # The root is a file and so contains nothing: no picture can include a file by a relative path.
        return typst.compile(files, root=__file__, font_paths=self._open_fonts(), pdf_tags=False, timestamp=0)

    def _open_fonts(self) -> typst.Fonts:
        if self._fonts is None:
            self._fonts = _load_fonts(self._folders)
        return self._fonts

    def _check_families(self, artwork: Artwork) -> None:
        """Raise E408 if text uses only unknown fonts: Typst would leave it out without a warning."""
        known = {family.lower() for family in self._open_fonts().families()}
        lists = ["".join(groups) for groups in _FAMILIES.findall(artwork.svg)] or [
            "Times New Roman"
        ]  # the default of SVG renderers
        for names in lists:
            families = [name.strip(" \t\r\n\"'") for name in names.replace("&quot;", "").split(",")]
            if not known.intersection(name.lower() for name in families):
                words = _TEXT.search(artwork.svg)
                which = f"text {quoted(_TAG.sub('', words[1]).strip())}" if words else "text"
                raise UnlocatedError(
                    "E408",
                    f"{which} in a picture uses the unknown font {quoted(families[0])}",
                    expected=f"one of: {', '.join(sorted(self._open_fonts().families()))}",
                    hints=("convert the text to paths in your SVG editor",),
                )

    def _find_failing(self, batch: Sequence[Artwork], error: typst.TypstError) -> UnlocatedError:
        """Return the error of the artwork that cannot be converted, found by bisecting the batch."""
        while len(batch) > 1:
            half = batch[: len(batch) // 2]
            try:
                self._compile(half)
                batch = batch[len(half) :]
            except typst.TypstError as narrower:
                batch, error = half, narrower
        content = batch[0].svg.partition(">")[2]  # the root element is the same for all artworks
        return UnlocatedError("E602", f"picture {quoted(content)} cannot be converted: {error.message}")

"""Tell which pages of a deck cannot fail, since an earlier check has drawn the same artworks, pictures and fonts on one page.

Whatever else is on a page, such as words in a font that has their glyphs, is laid out without error before pages are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.guard.disk_cache import disk_cache, file_stamps
from cardgen.guard.files import stamp_of
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, TextSpan
from cardgen.pipeline.kept_drawings import code_state

if TYPE_CHECKING:
    from cardgen.pipeline.printed_file.build import Job
    from cardgen.write.page import Page

_KIND = "pages"
_SOURCES = ("geometry", "guard", "model", "printer", "write")
"""Packages whose code decides what fails."""
_DIGEST = 16  # bytes


class ProvenPages:
    """The pages that the last check of a deck has drawn."""

    def __init__(self, job: Job) -> None:
        self._name = f"{job.deck.path.resolve()} {job.language}"
        engines = [spec.origin or "" for name in ("pikepdf", "reportlab", "typst") if (spec := find_spec(name))]
        fonts = [(name, stamp_of(path)) for name, path in sorted(job.fonts.items())]
        self._stamp = f"{code_state(_SOURCES)} {file_stamps(*engines)} {fonts}"
        self._traits: dict[Drawing, bytes] = {}
        self._artworks: dict[Artwork, bytes] = {}
        data = disk_cache().get(_KIND, self._name, self._stamp) or b""
        self._known = {data[start : start + _DIGEST] for start in range(0, len(data), _DIGEST)}

    def among(self, pages: Sequence[Page]) -> set[int]:
        """Return the indexes of pages that cannot fail."""
        return {index for index, page in enumerate(pages) if self._key(page) in self._known}

    def keep(self, pages: Iterable[Page]) -> None:
        """Keep, in place of all that was known, that these pages were drawn without an error."""
        keys = {self._key(page) for page in pages}
        if keys != self._known:
            disk_cache().put(_KIND, self._name, self._stamp, b"".join(sorted(keys)))

    def _key(self, page: Page) -> bytes:
        state = blake2b(repr(page.adjustment).encode(), digest_size=_DIGEST)
        for label in page.side.labels if page.side else ():
            state.update(label.text.encode("utf-8", "surrogatepass") + b"\0")
        for placement in page.side.placements if page.side else ():
            if placement.drawing not in self._traits:
                self._traits[placement.drawing] = b"".join(self._items(placement.drawing.items))
            state.update(self._traits[placement.drawing])
        return state.digest()

    def _items(self, items: Iterable[DrawingItem]) -> Iterator[bytes]:
        font = ""
        for item in items:
            if isinstance(item, PlacedArtwork):
                if item.artwork not in self._artworks:
                    svg = item.artwork.svg.encode("utf-8", "surrogatepass")
                    self._artworks[item.artwork] = blake2b(svg, digest_size=_DIGEST).digest()
                yield self._artworks[item.artwork]
            elif isinstance(item, PlacedImage):
                yield repr((item, stamp_of(Path(item.path)))).encode("utf-8", "surrogatepass")
            elif not isinstance(item, TextSpan):
                yield from self._items(item.items)
            elif item.font != font:
                font = item.font
                yield font.encode()

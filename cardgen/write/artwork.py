"""Conversion of SVG to vector PDF: each artwork becomes a form XObject.

Artworks are converted many at once (`artwork_conversion.py`). The file of a batch is kept on disk, so that most commands convert nothing.
"""

from __future__ import annotations

import functools
import io
import marshal
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from hashlib import blake2b
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pikepdf

from cardgen.guard.disk_cache import disk_cache, file_stamps
from cardgen.guard.files import stamp_of
from cardgen.model.drawing import Artwork
from cardgen.report.errors import UnlocatedError
from cardgen.write.operators import POINTS_PER_MM

_KIND, _INDEX = "artworks", "index"  # of the disk cache
_MOST_KNOWN = 4_000
_BATCH = 250
"""Artworks in one compilation: enough to make its fixed cost small, and few enough to limit memory (0.2 MB each)."""

MOST_OF_A_PAGE = 64 * 2**20
"""Bytes of drawing instructions on a page; viewers read about 5 million a second, and a page of what ships has 2 million."""

_LEAST_PAGE = 3.0
"""Points that a page of the converter is high at least, as the standard asks for."""

_ICC_SPACE = re.compile(rb"(?m)^(\d+) 0 obj\s*\[\s*/ICCBased\b")
_MIXING_WORDS = ("opacity", "mask", "filter", "blend", "rgba", "hsla", "data:")
_MIXING_COLOR = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{4})\b")


def may_be_transparent(artwork: Artwork) -> bool:
    """Return whether an artwork may contain anything semi-transparent; if that is uncertain, it may."""
    svg = artwork.svg
    return any(word in svg for word in _MIXING_WORDS) or _MIXING_COLOR.search(svg) is not None


class _Converted(NamedTuple):
    """A file with one page for each artwork of a batch, and what each costs a viewer."""

    pdf: pikepdf.Pdf
    costs: Sequence[int]


class ArtworkConverter:
    """Converts artworks and keeps the results, so that a rebuild converts only new artworks.

    Artworks that are converted together share objects, such as the subset of a font. For bytes that do not depend on
    earlier builds, start each build with a new instance.

    Args:
        font_folders: Folders with the fonts for `<text>` in artworks. No other fonts are used.
    """

    def __init__(self, font_folders: Iterable[Path] = ()) -> None:
        self._folders = sorted(set(font_folders))
        # Each page with its file, which must stay open as long as the page is used, and its cost.
        self._pages: dict[Artwork, tuple[pikepdf.Pdf, pikepdf.Dictionary, int]] = {}
        self._used: set[Artwork] = set()
        self._is_needed = False  # the converter, for an artwork that no command has kept
        self._executor: ThreadPoolExecutor | None = None
        self._begun: dict[Artwork, None] = {}  # in the order in which they were named
        self._batches: list[tuple[Sequence[Artwork], Future[_Converted]]] = []

    def begin(self, artworks: Iterable[Artwork]) -> None:
        """Begin to convert artworks while others are drawn; `convert` takes them over, and reports what is wrong.

        The converter is another process. Only whole batches are begun, so that the bytes do not depend on time.
        """
        count = len(self._batches) * _BATCH
        new = [artwork for artwork in artworks if artwork not in self._pages]
        self._begun.update(dict.fromkeys(new))
        if not self._is_needed and not _known_digests().keys() >= {*map(_digest, new)}:
            self._is_needed = True
            from cardgen.write import svg_process  # what follows pays for the import

            svg_process.sandbox.start()
        while len(self._begun) - count >= _BATCH:
            batch = [*islice(self._begun, count, count + _BATCH)]
            self._executor = self._executor or ThreadPoolExecutor(max_workers=1)
            self._batches.append((batch, self._executor.submit(self._convert_batch, batch)))
            count += _BATCH

    def _take_over(self) -> None:
        """Wait for what was begun; batches with an error are left out."""
        for batch, future in self._batches:
            with suppress(UnlocatedError):
                self._keep(batch, future.result())
        if self._executor:
            self._executor.shutdown()
        self._executor, self._begun, self._batches = None, {}, []

    def _keep(self, batch: Sequence[Artwork], converted: _Converted) -> None:
        pages = zip(converted.pdf.pages, converted.costs, strict=True)
        self._pages.update(zip(batch, [(converted.pdf, page.obj, cost) for page, cost in pages], strict=True))

    def convert(self, artworks: Iterable[Artwork]) -> None:
        """Convert those artworks that have not been converted yet.

        Raises:
            UnlocatedError: E602 if an artwork cannot be converted; E408 if its text uses a font that is not in the font
                folders.
        """
        self._take_over()
        wanted = dict.fromkeys(artworks)
        self._used.update(wanted)
        new = [artwork for artwork in wanted if artwork not in self._pages]
        for start in range(0, len(new), _BATCH):
            batch = new[start : start + _BATCH]
            self._keep(batch, self._convert_batch(batch))

    def cost(self, artwork: Artwork) -> int:
        """Return what it costs a viewer to show a converted artwork; see `viewer_cost`."""
        return self._pages[artwork][2]

    def fill(self, pdf: pikepdf.Pdf, stub: pikepdf.Object, artwork: Artwork) -> None:
        """Copy a converted artwork into an empty form of a document.

        Args:
            stub: The empty form XObject.
        """
        page = self._pages[artwork][1]
        content = page.Contents  # one stream, copied as it is; Typst compresses it if that makes it smaller
        stub.write(content.read_raw_bytes(), filter=pikepdf.Name.FlateDecode if "/Filter" in content else None)
        stub.Resources = pdf.copy_foreign(page.Resources)
        stub.BBox = pikepdf.Array(page.MediaBox)
        height = artwork.size.height * POINTS_PER_MM
        if height < _LEAST_PAGE:  # what is lower stands at the top of its page
            stub.Matrix = pikepdf.Array([1, 0, 0, 1, 0, round(height - _LEAST_PAGE, 5)])

    def keep_only(self, artworks: Iterable[Artwork]) -> None:
        """Drop all but these artworks."""
        kept = set(artworks)
        self._pages = {artwork: page for artwork, page in self._pages.items() if artwork in kept}

    def forget_unused(self) -> None:
        """Drop artworks that were not needed since the last call, so that a long preview does not fill the memory."""
        self._pages = {artwork: page for artwork, page in self._pages.items() if artwork in self._used}
        self._used.clear()

    def _convert_batch(self, batch: Sequence[Artwork]) -> _Converted:
        has_text = any("<text" in artwork.svg for artwork in batch)
        key, stamp = _key(batch), _stamp(self._folders if has_text else ())
        if kept := disk_cache().get(_KIND, key, stamp):
            costs, data = marshal.loads(kept)
            return _opened(data, costs)
        from cardgen.write.artwork_conversion import convert_batch, costs_of

        data = convert_batch(batch, self._folders)
        converted = _opened(data, ())
        costs = costs_of(batch, converted.pdf, data)
        disk_cache().put(_KIND, key, stamp, marshal.dumps((costs, data)))
        _note_known(batch)
        return converted._replace(costs=costs)


def _opened(data: bytes, costs: Sequence[int]) -> _Converted:
    """Return a file of the converter as it is used."""
    pdf = pikepdf.open(io.BytesIO(data))
    _use_device_colors(pdf, data)
    return _Converted(pdf, costs)


def _digest(artwork: Artwork) -> bytes:
    return blake2b(f"{artwork.size}{artwork.svg}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _key(batch: Sequence[Artwork]) -> str:
    """Return the name of a batch in the disk cache: artworks that are converted together share objects."""
    return blake2b(b"".join(map(_digest, batch)), digest_size=16).hexdigest()


@functools.cache
def _known_digests() -> dict[bytes, None]:
    """Return the digests of the artworks in the disk cache, the latest last; they tell early whether the converter will be needed."""
    data = disk_cache().get(_KIND, _INDEX, "") or b""
    return {data[start : start + 16]: None for start in range(0, len(data), 16)}


def _note_known(batch: Iterable[Artwork]) -> None:
    """Note that artworks are in the disk cache."""
    known = _known_digests()
    known.update(dict.fromkeys(map(_digest, batch)))
    disk_cache().put(_KIND, _INDEX, "", b"".join([*known][-_MOST_KNOWN:]))


def _stamp(folders: Iterable[Path]) -> str:
    """Return the state of the converter, and of the fonts in folders."""
    converter = find_spec("typst")
    here = [str(Path(__file__).with_name(name)) for name in ("svg_conversion.py", "viewer_cost.py")]
    makers = (*here, __file__, str(converter and converter.origin))
    fonts = sorted((str(file), stamp_of(file)) for folder in folders for file in folder.rglob("*") if file.is_file())
    return f"{file_stamps(*makers)}{fonts}"


def _use_device_colors(pdf: pikepdf.Pdf, data: bytes) -> None:
    """Replace the calibrated colour spaces of a converted file by those of the device, in which all else on a page is drawn.

    Typst calibrates colours with profiles of sRGB, so that a hue in an artwork and in the text beside it could differ on paper.
    Viewers take `DeviceRGB` as sRGB, and need a third less time for a page without profiles.

    Args:
        data: Its bytes, in which a space is found sooner than among thousands of objects.
    """
    for number in _ICC_SPACE.findall(data):
        space = pdf.get_object(int(number), 0)
        if not isinstance(space, pikepdf.Array) or space[0] != pikepdf.Name.ICCBased:
            continue  # the words were in the data of a picture
        device = pikepdf.Name.DeviceGray if space[1].N == 1 else pikepdf.Name.DeviceRGB
        space[:] = [device]  # an array, since it is shared by reference (PDF 32000-1, 8.6.3)

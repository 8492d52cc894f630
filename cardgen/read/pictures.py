"""Read and check pictures and icons by name, each once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from cardgen.guard.files import Stamp, stamp_of
from cardgen.guard.pixels import PixelBudget
from cardgen.model.deck import PLACEHOLDER
from cardgen.read.search_path import SearchPath
from cardgen.report.diagnostics import one_of
from cardgen.report.errors import AlreadyReportedError, UnlocatedError, final_errors

if TYPE_CHECKING:  # a build whose pictures are known does not pay for the import
    from cardgen.model.svg_fonts import Families
    from cardgen.read.raster import RasterPicture
    from cardgen.read.svg import SvgPicture


class PictureRecord(NamedTuple):
    """What was looked up in a store.

    Attributes:
        stamps: Stamp of each file that was read without an error.
    """

    paths: Mapping[tuple[str, Path | None], Path]
    stamps: Mapping[Path, Stamp | None]


class PictureStore:
    """Pictures and icons of one build.

    Args:
        families: Returns the font families that text in pictures may use; None does not check them.

    Attributes:
        other_names: The path of each picture that is called otherwise than a deck writes, by the name that it writes.
    """

    def __init__(self, search_path: SearchPath, families: Families | None = None) -> None:
        self._search_path = search_path
        self._families = families
        self._pictures: dict[Path, SvgPicture | RasterPicture] = {}
        self._stamps: dict[Path, Stamp | None] = {}
        self._trusted: Mapping[Path, Stamp | None] = {}
        self._budget = PixelBudget()
        self._picture_errors: dict[str, AlreadyReportedError] = {}
        self._icon_errors: dict[str, AlreadyReportedError] = {}
        self.other_names: dict[str, str] = {}
        self._paths: dict[tuple[str, Path | None], Path] = {}  # looking a name up is slow

    def picture(self, href: str, base: Path | None = None) -> SvgPicture | RasterPicture:
        """Return the picture of a name.

        Args:
            base: Folder of the template that names the picture; None if the deck does.

        Raises:
            UnlocatedError: E121 to E125, as raised by `SearchPath` and by the readers of pictures;
                `AlreadyReportedError` if `check` has raised it before.
        """
        if href in self._picture_errors:
            raise self._picture_errors[href]
        path = self._paths.get((href, base))
        if path is None or path not in self._pictures:
            path, other = self._search_path.locate_picture(href, base)
            self._load(path)
            if other:
                self.other_names[href] = other
            self._paths[href, base] = path
        return self._pictures[path]

    def check(self, href: str) -> None:
        """Read a picture that a deck names; its error then counts as reported. A generated picture has none.

        Raises:
            UnlocatedError: See `picture`.
        """
        if not href.startswith(PLACEHOLDER):
            _check(href, self._check_picture, self._picture_errors)

    def _check_picture(self, href: str) -> None:
        """Read a picture, unless an earlier command has read the same file without an error."""
        if href not in self._picture_errors:
            if self._paths.get((href, None)) in self._trusted:  # looked up for another language
                return
            path, other = self._search_path.locate_picture(href, None)
            if path in self._trusted:
                self._stamps[path] = self._trusted[path]
                if other:
                    self.other_names[href] = other
                self._paths[href, None] = path
                return
        self.picture(href)

    def icon(self, name: str) -> SvgPicture:
        """Return an icon of the game.

        Raises:
            UnlocatedError: E409, the game has no icon of this name; E122 to E124, its file has an error;
                `AlreadyReportedError` if `check_icon` has raised it before.
        """
        if name in self._icon_errors:
            raise self._icon_errors[name]
        return cast("SvgPicture", self._load(self._icon_file(name)))

    def _icon_file(self, name: str) -> Path:
        file = self._search_path.find_template(f"icons/{name}.svg")
        if file is None:
            known = self._search_path.file_names("icons", ".svg")
            raise UnlocatedError("E409", f"unknown icon '{name}'", **one_of(name, known))
        return file

    def icon_names(self) -> tuple[str, ...]:
        """Return the names of all icons, sorted."""
        return self._search_path.file_names("icons", ".svg")

    def check_icon(self, name: str) -> None:
        """Read an icon that a text of a deck names; its error then counts as reported.

        Raises:
            UnlocatedError: See `icon`; it is final, since nothing stands for an icon.
        """
        with final_errors():
            _check(name, self._check_icon, self._icon_errors)

    def _check_icon(self, name: str) -> None:
        """Read an icon, unless an earlier command has read the same file without an error."""
        path = self._icon_file(name)
        if path in self._trusted:
            self._stamps[path] = self._trusted[path]
        else:
            self.icon(name)

    def is_current(self) -> bool:
        """Check whether every name looked up so far would give the same picture if all files were read again."""
        return not self._picture_errors and self._gives(self.record)

    @property
    def record(self) -> PictureRecord:
        """What was looked up so far."""
        return PictureRecord(self._paths, self._stamps)

    @property
    def has_errors(self) -> bool:
        """Whether a picture or an icon could not be read, so that something else was drawn in its place."""
        return bool(self._picture_errors or self._icon_errors)

    def trust(self, record: PictureRecord) -> bool:
        """Take over that pictures have no errors, if every name would give the same picture as it did.

        Args:
            record: What was looked up by an earlier command with the same fonts, in which nothing was wrong.
        """
        is_current = self._gives(record)
        self._trusted = record.stamps if is_current else {}
        return is_current

    def _gives(self, record: PictureRecord) -> bool:
        if any(stamp_of(path) != stamp for path, stamp in record.stamps.items()):
            return False
        home = self._search_path.deck_folder.resolve()  # a file there precedes all others of the same name
        try:
            return all(
                path == home / href or path == self._search_path.find_picture(href, base)
                for (href, base), path in record.paths.items()
            )
        except UnlocatedError:
            return False

    def _load(self, path: Path) -> SvgPicture | RasterPicture:
        if path not in self._pictures:
            self._stamps[path] = stamp_of(path)  # taken before reading, so that no change is missed
            self._pictures[path] = self._read(path)
        return self._pictures[path]

    def _read(self, path: Path) -> SvgPicture | RasterPicture:
        if path.suffix.lower() == ".svg":
            from cardgen.read.svg import load_svg

            return load_svg(path, self._families)
        from cardgen.read.raster import load_raster

        return load_raster(path, self._budget)


def size_of_picture(search_path: SearchPath, name: str) -> tuple[int, int] | None:
    """Return width and height of a picture in pixels, without reading more of it; None if it cannot be read.

    Args:
        name: Name as written in the deck. An SVG has no pixels, so that its size is 0 x 0.
    """
    from cardgen.read.raster import raster_size

    try:
        path = search_path.find_picture(name)
        return (0, 0) if path.suffix.lower() == ".svg" else raster_size(path)
    except UnlocatedError:
        return None


def _check(name: str, read: Callable[[str], object], known: dict[str, AlreadyReportedError]) -> None:
    known.pop(name, None)  # the file may have been added since
    try:
        read(name)
    except UnlocatedError as error:
        known[name] = AlreadyReportedError(error.code, error.message, span=error.span)
        raise

"""Pictures and icons by name, each read and checked once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardgen.read.files import Stamp, stamp_of
from cardgen.read.raster import RasterPicture, load_raster
from cardgen.read.search_path import SearchPath
from cardgen.read.svg import SvgPicture, load_svg
from cardgen.report.diagnostics import did_you_mean
from cardgen.report.errors import AlreadyReportedError, UnlocatedError


class PictureStore:
    """Pictures of one build.

    Args:
        library: Where names are looked up.
    """

    def __init__(self, library: SearchPath) -> None:
        self._library = library
        self._read: dict[Path, SvgPicture | RasterPicture] = {}
        self._stamps: dict[Path, Stamp | None] = {}
        self._faulty: dict[str, AlreadyReportedError] = {}
        self._faulty_icons: dict[str, AlreadyReportedError] = {}
        self._found: dict[tuple[str, Path | None], Path] = {}  # looking names up takes long

    def picture(self, href: str, base: Path | None = None) -> SvgPicture | RasterPicture:
        """The picture of that name.

        Raises:
            UnlocatedError: E121 to E125, as `SearchPath` and the two readers say; `AlreadyReportedError` if `check` said so before.
        """
        if href in self._faulty:
            raise self._faulty[href]
        path = self._found.get((href, base))
        if path is None:
            path = self._library.picture_path(href, base)
            self._load(path)
            self._found[href, base] = path
        return self._read[path]

    def check(self, href: str) -> None:
        """Read a picture that a deck names; from then on its fault is a known one.

        Raises:
            UnlocatedError: As `picture`.
        """
        _check(href, self.picture, self._faulty)

    def icon(self, name: str) -> SvgPicture:
        """An icon of the game.

        Raises:
            UnlocatedError: E409, the game has no icon of that name; E122 to E124, its file is faulty; `AlreadyReportedError` if
                `check_icon` said so before.
        """
        if name in self._faulty_icons:
            raise self._faulty_icons[name]
        file = self._library.template_file(f"icons/{name}.svg")
        if file is None:
            known = self._library.names("icons", ".svg")
            expected = f"one of: {', '.join(known)}"
            raise UnlocatedError("E409", f"unknown icon '{name}'", expected=expected, hints=did_you_mean(name, known))
        picture = self._load(file)
        assert isinstance(picture, SvgPicture)
        return picture

    def check_icon(self, name: str) -> None:
        """Read an icon that a text of a deck names; from then on its fault is a known one.

        Raises:
            UnlocatedError: As `icon`.
        """
        _check(name, self.icon, self._faulty_icons)

    def is_current(self) -> bool:
        """Whether every name that was asked for would give the same picture if all were read anew."""
        if self._faulty or any(stamp_of(path) != stamp for path, stamp in self._stamps.items()):
            return False
        home = self._library.deck_folder.resolve()  # what lies there goes before all other files of that name
        try:
            return all(
                path == home / href or path == self._library.picture_path(href, base)
                for (href, base), path in self._found.items()
            )
        except UnlocatedError:
            return False

    def _load(self, path: Path) -> SvgPicture | RasterPicture:
        if path not in self._read:
            self._stamps[path] = stamp_of(path)  # before it is read, so that no change is missed
            self._read[path] = load_svg(path) if path.suffix.lower() == ".svg" else load_raster(path)
        return self._read[path]


def _check(name: str, read: Callable[[str], object], known: dict[str, AlreadyReportedError]) -> None:
    known.pop(name, None)  # it may have come since
    try:
        read(name)
    except UnlocatedError as fault:
        known[name] = AlreadyReportedError(fault.code, fault.message)
        raise

"""Pictures and icons by name, each read and checked once."""

from __future__ import annotations

from pathlib import Path

from cardgen.diagnostics import did_you_mean
from cardgen.errors import Fault, KnownFault
from cardgen.load.library import Library
from cardgen.load.raster import RasterPicture, load_raster
from cardgen.load.svg import SvgPicture, load_svg


class PictureStore:
    """Pictures of one build.

    Args:
        library: Where names are looked up.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._read: dict[Path, SvgPicture | RasterPicture] = {}
        self._faulty: dict[str, KnownFault] = {}
        self._found: dict[tuple[str, Path | None], SvgPicture | RasterPicture] = {}  # looking names up takes long

    def picture(self, href: str, base: Path | None = None) -> SvgPicture | RasterPicture:
        """The picture of that name.

        Raises:
            Fault: E121 to E125, as `Library` and the two readers say; `KnownFault` if `check` said so before.
        """
        if href in self._faulty:
            raise self._faulty[href]
        found = self._found.get((href, base))
        if found is None:
            path = self._library.picture_path(href, base)
            if path not in self._read:
                self._read[path] = load_svg(path) if path.suffix.lower() == ".svg" else load_raster(path)
            found = self._found[href, base] = self._read[path]
        return found

    def check(self, href: str) -> None:
        """Read a picture that a deck names; from then on its fault is a known one.

        Raises:
            Fault: As `picture`.
        """
        try:
            self.picture(href)
        except Fault as fault:
            self._faulty[href] = KnownFault(fault.code, fault.message)
            raise

    def icon(self, name: str) -> SvgPicture:
        """An icon of the game.

        Raises:
            Fault: E409, the game has no icon of that name; E122 to E124, its file is faulty.
        """
        file = self._library.template_file(f"icons/{name}.svg")
        if file is None:
            known = self._library.names("icons", ".svg")
            expected = f"one of: {', '.join(known)}"
            raise Fault("E409", f"unknown icon '{name}'", expected=expected, hints=did_you_mean(name, known))
        if file not in self._read:
            self._read[file] = load_svg(file)
        picture = self._read[file]
        assert isinstance(picture, SvgPicture)
        return picture

"""Read the files of a project: of a folder, which no path leaves, or of a ZIP archive, which is checked before it is unpacked."""

from __future__ import annotations

import io
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

from cardgen.guard.files import PICTURE_LIMIT, confine
from cardgen.guard.pixels import PixelBudget, TooManyPixelsError, facts_of, opened
from cardgen.importing.deck import ImportedDeck
from cardgen.pipeline.start.plan import ascii_name
from cardgen.read.files import FileKind, decode, looks_like, read_file
from cardgen.read.tables.package import open_package, read_part
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

PROJECT_FILE = FileKind("file", missing="E130", unreadable="E131", too_large="E132", limit=64 * 2**20)
_PICTURE_FILE = FileKind("picture", missing="E121", unreadable="E122", too_large="E123", limit=PICTURE_LIMIT)
_MOST_FILES, _MOST_LEVELS = 5_000, 6
_MOST_BYTES = 512 * 2**20  # of all pictures that are taken
_LARGEST_SCRIPT = 2 * 2**20  # bytes of any text but a save or a set
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://|//", re.IGNORECASE)
_FILE_ADDRESS = re.compile(r"file:/*", re.IGNORECASE)
_SUFFIXES = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp"}


class ProjectFiles(ABC):
    """The files of a project, by their names with `/` between folders."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._folded = {name.casefold(): name for name in reversed(names)}
        self._by_file: dict[str, str] = {}
        for name in sorted(names, key=lambda name: (name.count("/"), name)):
            self._by_file.setdefault(PurePosixPath(name).name.casefold(), name)

    @abstractmethod
    def read(self, name: str, *, is_picture: bool = False) -> bytes:
        """Return the content of a file.

        Args:
            name: One of `names`.
            is_picture: Whether it may be as large as a picture.

        Raises:
            UnlocatedError: It cannot be read, is too large, or lies outside of the project.
        """

    def find(self, wanted: str, suffixes: Sequence[str] = ()) -> str | None:
        r"""Return the file that a project means, or None.

        A path from another computer, such as `C:\cards\ogre.png`, finds the file of its last name anywhere in the project.
        """
        path = _FILE_ADDRESS.sub("", wanted.strip()).replace("\\", "/").removeprefix("./")
        for suffix in ("", *suffixes):
            whole = (path + suffix).casefold()
            found = self._folded.get(whole) or self._by_file.get(whole.rpartition("/")[2])
            if found:
                return found
        return None

    def text(self, name: str) -> str:
        """Return the text of a file, UTF-8 or else Windows-1252.

        Raises:
            UnlocatedError: See `read`; E132, it is larger than scripts, layouts and pages are; E135, it is no text.
        """
        data = self.read(name)
        is_script = PurePosixPath(name).suffix.lower() not in ("", ".json")
        most = _LARGEST_SCRIPT if is_script else PROJECT_FILE.limit
        if len(data) > most:
            raise UnlocatedError("E132", f"file {quoted(name)} is too large", expected=f"at most {most // 2**20} MiB")
        try:
            return decode(data).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            if "text" not in looks_like(data):
                raise UnlocatedError("E135", f"file {quoted(name)} is no text") from None
            encoding = "utf-16" if "UTF-16" in looks_like(data) else "cp1252"
            return data.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")


class FolderFiles(ProjectFiles):
    """The files below a folder.

    Args:
        folder: The folder; links that lead out of it are refused.
    """

    def __init__(self, folder: Path) -> None:
        confine(folder)
        self.folder = folder
        super().__init__(list(islice(self._walk(), _MOST_FILES)))

    def _walk(self) -> Iterator[str]:
        for top, folders, files in os.walk(self.folder):
            home = Path(top).relative_to(self.folder)
            is_deep = len(home.parts) >= _MOST_LEVELS
            folders[:] = [] if is_deep else sorted(name for name in folders if not name.startswith("."))
            yield from ((home / name).as_posix() for name in sorted(files) if not name.startswith("."))

    def read(self, name: str, *, is_picture: bool = False) -> bytes:
        """See `ProjectFiles.read`."""
        return read_file(self.folder / name, _PICTURE_FILE if is_picture else PROJECT_FILE)


class ArchiveFiles(ProjectFiles):
    """The files of a ZIP archive, which are read by name and never unpacked to the disk.

    Raises:
        UnlocatedError: E132 to E134: it is too large, damaged or protected by a password.
    """

    def __init__(self, data: bytes) -> None:
        self.package = open_package(data, "archive")
        super().__init__([name for name in self.package.namelist() if not name.endswith("/")])

    def read(self, name: str, *, is_picture: bool = False) -> bytes:  # noqa: ARG002 - the archive has one limit
        """See `ProjectFiles.read`."""
        try:
            return read_part(self.package, name)
        except UnlocatedError:
            raise UnlocatedError("E133", f"file {quoted(name)} of the archive is damaged") from None


class PictureTaker:
    """Takes pictures from a project into a deck, each once.

    Attributes:
        budget: Pixels that all pictures of the project may have.
    """

    def __init__(self, files: ProjectFiles, deck: ImportedDeck) -> None:
        self.files = files
        self.deck = deck
        self._taken: dict[str, str] = {}
        self.budget = PixelBudget()
        self._size = 0

    def take(self, wanted: str, line: int = 0, file: str = "", suffixes: Sequence[str] = ()) -> str:
        """Return the name that a picture has in the new folder; empty if it was left, which is noted."""
        if not wanted.strip():
            return ""
        if wanted in self._taken:
            return self._taken[wanted]
        self._taken[wanted] = self._take(wanted, line, file, suffixes)
        return self._taken[wanted]

    def _take(self, wanted: str, line: int, file: str, suffixes: Sequence[str]) -> str:
        if _ADDRESS.match(wanted) and not _FILE_ADDRESS.match(wanted):
            found = self.files.find(wanted.rpartition("/")[2], suffixes)
            if found is None:
                self.deck.leave_picture(wanted, "is on the web; save it into the project first", line, file)
                return ""
        else:
            found = self.files.find(wanted, suffixes)
        if found is None:
            self.deck.leave_picture(wanted, "is not in the project", line, file)
            return ""
        try:
            data = self.files.read(found, is_picture=True)
        except UnlocatedError as error:
            self.deck.leave(error.message, line, file)
            return ""
        return self.add(found, data, line, file)

    def add(self, name: str, data: bytes, line: int = 0, file: str = "") -> str:
        """Add a picture to the new folder, and return its name there; empty if it was left."""
        suffix = self._suffix(name, data, line, file)
        if not suffix:
            return ""
        return self.put(name, suffix, data, line, file)

    def put(self, name: str, suffix: str, data: bytes, line: int = 0, file: str = "") -> str:
        """Put a picture that was checked into the new folder under a name of its own, and return that name.

        Returns:
            The name; empty if all pictures together would be too large, which is noted.
        """
        if self._size + len(data) > _MOST_BYTES:
            self.deck.leave_picture(
                name, f"is left, as all pictures have more than {_MOST_BYTES // 2**20} MiB", line, file
            )
            return ""
        stem = ascii_name(PurePosixPath(name).stem)[:60] or "picture"
        number, made = 2, f"art/{stem}{suffix}"
        while made in self.deck.pictures and self.deck.pictures[made] != data:
            number, made = number + 1, f"art/{stem}-{number}{suffix}"
        self._size += len(data) if made not in self.deck.pictures else 0
        self.deck.pictures[made] = data
        return made

    def _suffix(self, name: str, data: bytes, line: int, file: str) -> str:
        """Return the suffix of a picture by its content; empty, with a note, if it cannot be used."""
        if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:5].lower() in (b"<?xml", b"<svg ", b"<svg>", b"<!doc", b"<!-- "):
            if b"<svg" in data[:4096]:
                return ".svg"
            self.deck.leave_picture(name, "is no picture", line, file)
            return ""
        try:
            with opened(io.BytesIO(data)) as image:
                facts = facts_of(image)
                self.budget.spend(facts.width * facts.height, len(data))
                return _SUFFIXES[facts.format]
        except TooManyPixelsError as error:
            self.deck.leave_picture(name, f"has too many pixels: {error}", line, file)
        except Exception:  # Pillow raises anything for a damaged file
            self.deck.leave_picture(name, f"is neither PNG, JPEG, WebP nor SVG: {looks_like(data)}", line, file)
        return ""

"""Open the files that a deck, a template or a game names, or that are found by their place, and no others.

A deck may come from a stranger, and its folder may hold symbolic links, pipes and devices. So a folder that is *confined*
is left by no path below it: a file is opened once, and its handle is compared with what the path leads to when all links
are followed, which must lie in the folder or in what ships. What is swapped in between is noticed, and no read waits.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import BinaryIO

PICTURE_LIMIT = 256 * 2**20
"""Largest file of a raster picture, bytes."""
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# O_NONBLOCK: to open a pipe for reading would wait for its writer. O_BINARY exists on Windows only.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

_confined: dict[str, str] = {}
"""Folders that no path below them leaves: as they were named, absolute, to where they lead."""
_shipped: set[str] = set()
"""Folders that come with cardgen or an installed game, to which any link may lead."""


class NotAFileError(OSError):
    """What lies at a path is no regular file; `strerror` says what it is."""


class OutsideError(OSError):
    """A path leads out of the confined folder that it begins in."""


class FileTooLargeError(OSError):
    """A file has more bytes than may be read."""

    def __init__(self, size: int) -> None:
        super().__init__(None, "it is too large")
        self.size = size


Stamp = tuple[int, int]
"""Time of the last change in ns, and size in bytes: they show that a file has changed without reading it."""


def confine(folder: Path) -> None:
    """Let no path that begins in a folder lead out of it, from now on."""
    absolute = os.path.abspath(folder)  # noqa: PTH100 - must not follow links
    real = os.path.realpath(absolute)
    _confined[absolute] = _confined[real] = real


def declare_shipped(folders: Iterable[Path]) -> None:
    """Let links lead into folders that come with cardgen or with an installed game."""
    _shipped.update(os.path.realpath(folder) for folder in folders)


def is_confined(path: Path) -> bool:
    """Return whether a path begins in a confined folder."""
    return _home(os.path.abspath(path)) is not None  # noqa: PTH100


def check_place(path: Path | str) -> str:
    """Return where a path leads, and check that it does not leave the confined folder that it begins in.

    Args:
        path: A path; a part of it need not exist.

    Raises:
        OutsideError: It leads out of the folder.
    """
    absolute = os.path.abspath(path)  # noqa: PTH100
    real = os.path.realpath(absolute)
    home = _home(absolute)
    if home is not None and not any(_is_in(real, folder) for folder in (_confined[home], *_shipped)):
        raise OutsideError(None, "it is a symbolic link out of its folder")
    return real


def check_target(folder: Path) -> None:
    """Check that a folder to write into does not leave the confined folder, or else the working folder, that it begins in.

    A folder that a stranger's files lie in may hold a link named `out` that leads into the home of whoever builds there.

    Args:
        folder: The folder; it need not exist.

    Raises:
        OutsideError: A link leads out. Whoever means that folder names it.
    """
    absolute, here = os.path.abspath(folder), str(Path.cwd())  # noqa: PTH100
    home = _home(absolute) or (here if _is_in(absolute, here) else None)
    if home is not None and not _is_in(os.path.realpath(absolute), os.path.realpath(home)):
        raise OutsideError(None, "its folder is a symbolic link that leads elsewhere")


def open_file(path: Path, limit: int) -> BinaryIO:
    """Open a regular file for reading, without waiting.

    Args:
        limit: The largest size that is read, bytes.

    Raises:
        FileTooLargeError: The file is larger.
        NotAFileError: It is a folder, a pipe, a device or a socket.
        OutsideError: A link leads out of the confined folder that the path begins in.
        OSError: It does not exist or cannot be opened.
        ValueError: The path has a null character.
    """
    _check_regular(os.stat(path))  # noqa: PTH116 - to open a device may already do something
    handle = os.open(path, _FLAGS)
    try:
        opened = os.fstat(handle)
        _check_regular(opened)
        if not os.path.samestat(opened, os.stat(check_place(path))):  # noqa: PTH116
            raise OutsideError(None, "it is replaced while it is read")
        if opened.st_size > limit:
            raise FileTooLargeError(opened.st_size)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a regular file.

    Args:
        limit: The largest size that is read, bytes.

    Raises:
        OSError: See `open_file`.
        ValueError: See `open_file`.
    """
    with open_file(path, limit) as stream:
        data = stream.read(limit + 1)  # it may grow while it is read
    if len(data) > limit:
        raise FileTooLargeError(len(data))
    return data


def stamp_of(path: Path | str) -> Stamp | None:
    """Return the stamp of a file; None if the file does not exist."""
    try:
        status = os.stat(path)  # noqa: PTH116 - each rebuild checks hundreds of files; a Path takes twice as long
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


def kind_of(path: Path) -> str:
    """Return in words what lies at a path, such as `a folder`; empty for a regular file, and for nothing."""
    try:
        _check_regular(os.stat(path))  # noqa: PTH116
    except NotAFileError as error:
        return str(error.strerror).removeprefix("it is ")
    except (OSError, ValueError):
        pass
    return ""


def is_file(path: Path) -> bool:
    """Return whether a path leads to a regular file that may be read, without opening it."""
    try:
        return stat.S_ISREG(os.stat(check_place(path)).st_mode)  # noqa: PTH116
    except (OSError, ValueError):
        return False


def names_in(folder: Path, most: int) -> list[str]:
    """Return the names of the first entries of a folder, sorted; none if it cannot be listed or leads outside."""
    try:
        with os.scandir(check_place(folder)) as entries:
            return sorted(entry.name for entry in islice(entries, most))
    except (OSError, ValueError):
        return []


def _home(absolute: str) -> str | None:
    """Return the innermost confined folder that a path begins in."""
    homes = [folder for folder in _confined if _is_in(absolute, folder)]
    return max(homes, key=len, default=None)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _check_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        what = next((words for check, words in _KINDS if check(status.st_mode)), "no regular file")
        raise NotAFileError(None, f"it is {what}")

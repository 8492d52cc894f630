"""Keep what is costly to make in the cache folder of the user, from one command to the next.

A file of the cache is named by the digest of its kind and key, and begins with a digest of its stamp and content, so that one which is
half written, damaged, or of another state of its sources counts as missing. Nothing is kept if the folder could be
written to by other users: the content is trusted, as compiled code is. The least recently used files are removed when there are too many.
"""

from __future__ import annotations

import functools
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from cardgen.version import __version__

VARIABLE = "CARDGEN_CACHE"
"""Environment variable that names another folder; nothing is kept if it is empty."""
MOST_BYTES, MOST_FILES = 256 * 2**20, 4_000
_DIGEST = 16  # bytes
_WRITES_BETWEEN = 100  # looks for files to remove, of one process
_FRESH = 24 * 3600  # s after which the time of a file is renewed when it is used


class DiskCache:
    """What commands keep in one folder. Errors of the disk are never told: what cannot be kept is made again.

    Args:
        folder: The folder; it is created when something is kept. None keeps nothing.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._is_safe: bool | None = None if folder else False
        self._writes = 0

    def get(self, kind: str, key: str, stamp: str) -> bytes | None:
        """Return what was kept, or None if it was not, or with another stamp.

        Args:
            kind: What it is, such as `artworks`; a part of the name of the file.
        """
        if not self._usable():
            return None
        path = self._path(kind, key)
        try:
            data = path.read_bytes()
            if time.time() - path.stat().st_mtime > _FRESH:
                os.utime(path)
        except OSError:
            return None
        content = data[_DIGEST:]
        return content if data[:_DIGEST] == _digest(stamp, content) else None

    def put(self, kind: str, key: str, stamp: str, content: bytes | Callable[[Any], object]) -> None:
        """Keep a value, in place of what was kept under its key.

        Args:
            content: The value, or what writes it into a file, part by part, if it is large.
        """
        if not self._usable(create=True):
            return
        path = self._path(kind, key)
        with suppress(OSError):
            number, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
            try:
                with os.fdopen(number, "wb") as file:
                    target = _DigestedFile(file, stamp)
                    target.write(content) if isinstance(content, bytes) else content(target)
                    target.end()
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            if self._writes % _WRITES_BETWEEN == 0:
                self._trim()
            self._writes += 1

    def _path(self, kind: str, key: str) -> Path:
        assert self._folder
        return self._folder / f"{kind}-{_digest(kind, key.encode('utf-8', 'surrogatepass')).hex()}"

    def _usable(self, *, create: bool = False) -> bool:
        """Return whether the folder exists, and no other user can write to it."""
        if self._is_safe is None or (create and not self._is_safe and self._folder):
            try:
                assert self._folder
                if create:
                    self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._is_safe = _is_safe(self._folder)
            except OSError:
                self._is_safe = False
        return self._is_safe

    def _trim(self) -> None:
        """Remove the files that were not used for longest, and leave room for as many again as a tenth."""
        assert self._folder
        with os.scandir(self._folder) as entries:
            files = [(entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in entries]
        size = sum(length for _, length, _ in files)
        if size <= MOST_BYTES and len(files) <= MOST_FILES:
            return
        files.sort()
        while files and (size > MOST_BYTES * 0.9 or len(files) > MOST_FILES * 0.9):
            _, length, path = files.pop(0)
            size -= length
            Path(path).unlink(missing_ok=True)


@functools.lru_cache(maxsize=4)
def _at(folder: str | None) -> DiskCache:
    if folder == "":
        return DiskCache(None)
    if folder is None:
        from platformdirs import user_cache_path

        return DiskCache(user_cache_path("cardgen", appauthor=False))
    return DiskCache(Path(folder))


def disk_cache() -> DiskCache:
    """Return the cache of this user."""
    return _at(os.environ.get(VARIABLE))


def file_stamps(*files: str) -> str:
    """Return the state of source files that make what is kept: the version of cardgen, and the times of their last changes."""
    times = []
    for file in files:
        try:
            times.append(str(Path(file).stat().st_mtime_ns))
        except OSError:  # in an archive
            times.append("")
    return "|".join([__version__, *times])


def _is_safe(folder: Path) -> bool:
    """Return whether a folder belongs to this user, who alone can write to it; Windows protects the folders of users itself."""
    status = folder.lstat()  # a link belongs to whom it may, and lets all write
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _digest(text: str, content: bytes) -> bytes:
    state = _digest_of(text)
    state.update(content)
    return state.digest()


def _digest_of(text: str) -> blake2b:
    return blake2b(text.encode("utf-8", "surrogatepass") + b"\0", digest_size=_DIGEST)


class _DigestedFile:
    """A file that begins with the digest of a stamp and of all that is written into it."""

    def __init__(self, file: IO[bytes], stamp: str) -> None:
        self._file, self._state = file, _digest_of(stamp)
        file.write(bytes(_DIGEST))

    def write(self, data: Any) -> int:
        self._state.update(data)
        return self._file.write(data)

    def end(self) -> None:
        self._file.seek(0)
        self._file.write(self._state.digest())

"""The lock of a folder: one run at a time writes a set of files into it, and others are told which run that is.

The system releases the lock when its holder ends, however it ends. What the holder wrote into the lock file stays, so
that the next run can finish or clear away its work. Not taken from `filelock`, which tells nobody who holds a lock, and
empties the file that a link in the place of the lock points to.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from cardgen.records import dataclass
from cardgen.report.errors import UnlocatedError
from cardgen.report.json_text import parse_json

LOCK = ".cardgen.lock"
"""Name of the lock file; it exists while a run writes, and after a run that was killed."""
WAIT = 10.0
"""Seconds for which a run waits for another one that writes into the same folder."""

_POLL = 0.05  # seconds between attempts
_LARGEST = 4 * 2**20  # bytes of a lock file that are read; one names each file of a set
_REMOVES_OPEN_FILES = sys.platform != "win32"
_UNSUPPORTED = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
_NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class FolderLock:
    """A lock that this run holds.

    Attributes:
        handle: Its open file descriptor.
        left: What a run that was killed while it held the lock had noted; empty if none was.
    """

    path: Path
    handle: int
    left: Mapping[str, Any]

    def note(self, **more: object) -> None:
        """Write who holds the lock, and what the next run has to know if this one is killed; it is on the disk then."""
        who = {"pid": os.getpid(), "command": _command(), "since": f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S}"}
        data = json.dumps(who | more).encode()
        with open(self.handle, "wb", closefd=False) as file:
            file.seek(0)
            file.truncate()  # an interrupted note is no JSON, so that it says nothing
            file.write(data)
            file.flush()
            os.fsync(self.handle)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[FolderLock]:
    """Hold the lock of a folder, which must exist; wait some seconds if another run holds it.

    The lock file is removed when the block ends. If the run is killed, it stays, with its note, for the next run.

    Raises:
        UnlocatedError: E603, another run holds the lock for longer than that.
        OSError: There can be no lock file in the folder.
    """
    lock = _acquire(folder / LOCK)
    try:
        yield lock
    finally:
        if _REMOVES_OPEN_FILES:  # before another run can hold it
            _remove(lock.path)
        _unlock(lock.handle)
        os.close(lock.handle)
        if not _REMOVES_OPEN_FILES:
            _remove(lock.path)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # Windows keeps a file that another run waits for; it is a lock like any other
        path.unlink()


def _acquire(path: Path) -> FolderLock:
    end = time.monotonic() + WAIT
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | _NOT_FOLLOWED, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise OSError(None, f"'{LOCK}' in it is not a regular file")
            if _try_lock(handle):
                if _is_same(path, handle):  # else its holder has just ended, and removed it
                    return FolderLock(path, handle, _noted(handle))
            elif time.monotonic() > end:
                raise _in_use(path.parent, _noted(handle))
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        time.sleep(_POLL)


def _in_use(folder: Path, by: Mapping[str, Any]) -> UnlocatedError:
    known = {"process {}": by.get("pid"), "({})": by.get("command"), "since {}": by.get("since")}
    who = " ".join(words.format(value) for words, value in known.items() if value) or "another process"
    return UnlocatedError(
        "E603",
        f"folder '{folder}' is being written by {who}",
        hints=("wait until it has ended, or choose another folder",),
    )


def _is_same(path: Path, handle: int) -> bool:
    try:
        now, mine = os.stat(path, follow_symlinks=False), os.fstat(handle)  # noqa: PTH116 - as for the handle
    except FileNotFoundError:
        return False
    return (now.st_dev, now.st_ino) == (mine.st_dev, mine.st_ino)


def _noted(handle: int) -> Mapping[str, Any]:
    """Return what a lock file says; nothing if that is no note of ours."""
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        noted = parse_json(os.read(handle, _LARGEST).decode())
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _command() -> str:
    """Return the command line of this run, as a person would repeat it."""
    name = Path(sys.argv[0]).name if sys.argv else ""
    return " ".join(["cardgen" if name == "__main__.py" else name, *sys.argv[1:]])[:200]


def _try_lock_posix(handle: int) -> bool:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _UNSUPPORTED:  # a network drive without locks: sets are still whole, but not protected
            return True
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise
    return True


def _try_lock_windows(handle: int) -> bool:
    import msvcrt

    module: Any = msvcrt
    os.lseek(handle, _LARGEST, os.SEEK_SET)  # a byte behind the note, since nobody can read locked bytes there
    try:
        module.locking(handle, module.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _unlock(handle: int) -> None:
    """Release a lock even if a child process has inherited its handle; Windows does so when the handle is closed."""
    if sys.platform != "win32":
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)


_try_lock: Callable[[int], bool] = _try_lock_windows if sys.platform == "win32" else _try_lock_posix

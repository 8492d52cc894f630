"""Replacement of an output file in one step, so that an older file survives any failure."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cardgen.guard.files import OutsideError, check_target
from cardgen.report.errors import UnlocatedError

PART = re.compile(r"\.(?P<name>.+)\.(?P<pid>[0-9]{1,10})\.part", re.DOTALL)


def replace_file(target: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old one or the new one is complete.

    The bytes are written to a temporary file in the same folder and flushed to the disk; then that file is renamed.
    A missing folder is created. A symbolic link is replaced, not followed: who made it may have meant another file.

    Raises:
        UnlocatedError: E601 if the target cannot be written. After any failure, including an interrupt, the old file is
            unchanged and no temporary file is left.
    """
    with reporting_errors(target):
        target = resolve_target(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # a folder that cannot be listed
            remove_unfinished(target.parent, target.name)  # others may belong to a set that is still to be completed
        with _temporary(target, data) as temporary:
            check_present(temporary)
            temporary.replace(target)


def check_writable(target: Path) -> None:
    """Check before long work whether `replace_file` can write a file, and leave nothing behind.

    Raises:
        UnlocatedError: E601 if the target cannot be written.
    """
    with reporting_errors(target):
        target = resolve_target(target)
        folder = next(
            filter(Path.exists, target.parents), target.parent
        )  # if it is writable, the missing folders below it can be created
        with _temporary(folder / target.name, b""):
            pass


@contextmanager
def reporting_errors(target: Path) -> Iterator[None]:
    """Raise what keeps a file or a folder from being written as an `UnlocatedError`, E601."""
    try:
        yield
    except (OSError, RuntimeError, UnicodeEncodeError) as error:  # RuntimeError: a loop of links, before Python 3.13
        reason = getattr(error, "strerror", None) or str(error)
        hint = "close it in other programs, or choose another path"
        if isinstance(error, OutsideError):
            hint = "name the folder that it leads to, if you mean that one"
        raise UnlocatedError("E601", f"output '{target}' cannot be written: {reason.lower()}", hints=(hint,)) from error


def resolve_target(target: Path) -> Path:
    """Return the path with symbolic links of its folders resolved; raise OSError if it cannot be the place of a file.

    That is so if a folder or a device is there, or a link leads out of the folder of the deck or the working folder.
    """
    if "\0" in str(target):
        raise OSError(None, "its name has a null character")
    check_target(target.parent)
    target = target.parent.resolve() / target.name
    if target.is_symlink():
        return target
    if target.is_dir():
        raise IsADirectoryError(None, "it is a folder")
    if target.exists() and not target.is_file():
        raise OSError(None, "it is not a regular file")
    return target


def temporary_path(target: Path) -> Path:
    """Return where this process writes a file before it is renamed."""
    return target.with_name(f".{target.name}.{os.getpid()}.part")


def write_temporary(temporary: Path, data: bytes) -> None:
    """Write a new file, and flush it to the disk; after any failure there is none."""
    temporary.unlink(missing_ok=True)  # of a process of the same number that was killed, or a link that waits there
    try:
        # Not made with `tempfile`, whose files only their owner can read.
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove_unfinished(folder: Path, name: str = "") -> None:
    """Remove the temporary files and folders of processes that were killed from a folder.

    Args:
        name: The file or folder that they were to become; empty for all.
    """
    for path in folder.iterdir():
        match = PART.fullmatch(path.name)
        if not match or name not in ("", match["name"]) or is_running(int(match["pid"])):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def is_part(name: str) -> bool:
    """Return whether a file has the name of one that a run has not completed."""
    return bool(PART.fullmatch(name))


def is_running(pid: int) -> bool:
    """Return whether a process with this number is running; on Windows always, where asking is not as simple."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it belongs to somebody else
        return True
    return True


def open_folder(folder: Path) -> int | None:
    """Return a handle of a folder, which stays the same folder if somebody moves it; None on Windows."""
    # O_PATH, on Linux: a folder that may be written to need not be readable.
    return os.open(folder, getattr(os, "O_PATH", os.O_RDONLY)) if os.unlink in os.supports_dir_fd else None


def remove_temporary(temporary: Path, folder: int | None) -> None:
    """Remove a temporary file, if it is there.

    Args:
        folder: Handle of its folder; see `open_folder`.
    """
    if folder is None:
        temporary.unlink(missing_ok=True)
    else:
        with suppress(FileNotFoundError):
            os.unlink(temporary.name, dir_fd=folder)


def check_present(temporary: Path) -> None:
    """Raise OSError if a temporary file is no longer where it was written."""
    if not temporary.exists():
        raise OSError(None, "its folder was moved while it was written")


@contextmanager
def _temporary(target: Path, data: bytes) -> Iterator[Path]:
    """Write a file beside its place, and remove it after the block, unless it is renamed there."""
    temporary, folder = temporary_path(target), open_folder(target.parent)
    try:
        write_temporary(temporary, data)
        yield temporary
    finally:
        remove_temporary(temporary, folder)
        if folder is not None:
            os.close(folder)

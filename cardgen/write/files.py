"""Putting a finished file in the place of an older one: all of it, or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardgen.report.errors import UnlocatedError


def replace_file(target: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old one or the new one is whole.

    The bytes go into a new file in the same folder, then onto the disk, then in one step over the target. A missing
    folder is made; a symbolic link is followed, so that it goes on pointing where it did.

    Raises:
        UnlocatedError: E601, the target cannot be written. Whatever the failure, an interrupt included, the old file stays as
            it was and nothing is left beside it.
    """
    with _told(target):
        target = _file_of(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_then_replace(target, data)


def check_writable(target: Path) -> None:
    """Find out before long work whether `replace_file` can write a file; nothing is left behind.

    Raises:
        UnlocatedError: E601, as it would be then.
    """
    with _told(target):
        target = _file_of(target)
        folder = next(filter(Path.exists, target.parents), target.parent)  # the others can be made if it can be written
        trial = _beside(folder / target.name)
        try:
            trial.open("wb").close()
        finally:
            trial.unlink(missing_ok=True)


@contextmanager
def _told(target: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:  # resolve() says RuntimeError of links that go round in a circle
        reason = getattr(error, "strerror", None) or str(error)
        hint = "close it in other programs, or choose another place"
        raise UnlocatedError("E601", f"output '{target}' cannot be written: {reason.lower()}", hints=(hint,)) from error


def _file_of(target: Path) -> Path:
    """Where a file really goes; a folder is none, nor is a device."""
    target = target.resolve()
    if target.is_dir():
        raise IsADirectoryError(None, "it is a folder")
    if target.exists() and not target.is_file():
        raise OSError(None, "it is no ordinary file")
    return target


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}.part")


def _write_then_replace(target: Path, data: bytes) -> None:
    temporary = _beside(target)
    try:
        # Opened as any new file is, not by `tempfile`, which would leave the PDF readable to its owner alone.
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

"""Replacement of an output file in one step, so that an older file survives any failure."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardgen.report.errors import UnlocatedError


def replace_file(target: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old one or the new one is complete.

    The bytes are written to a temporary file in the same folder and flushed to the disk; then that file is renamed.
    A missing folder is created. Symbolic links are followed, so that they stay links.

    Args:
        target: Path of the file.
        data: Its content.

    Raises:
        UnlocatedError: E601 if the target cannot be written. After any failure, including an interrupt, the old file is
            unchanged and no temporary file is left.
    """
    with _reporting_errors(target):
        target = _resolve_target(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_then_replace(target, data)


def check_writable(target: Path) -> None:
    """Check before long work whether `replace_file` can write a file, and leave nothing behind.

    Raises:
        UnlocatedError: E601 if the target cannot be written.
    """
    with _reporting_errors(target):
        target = _resolve_target(target)
        folder = next(
            filter(Path.exists, target.parents), target.parent
        )  # if it is writable, the missing folders below it can be created
        trial = _temporary_path(folder / target.name)
        try:
            trial.open("wb").close()
        finally:
            trial.unlink(missing_ok=True)


@contextmanager
def _reporting_errors(target: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:  # resolve() raises RuntimeError for a loop of symbolic links
        reason = getattr(error, "strerror", None) or str(error)
        hint = "close it in other programs, or choose another path"
        raise UnlocatedError("E601", f"output '{target}' cannot be written: {reason.lower()}", hints=(hint,)) from error


def _resolve_target(target: Path) -> Path:
    """Return the path with symbolic links resolved; raise OSError if it is a folder or a device."""
    target = target.resolve()
    if target.is_dir():
        raise IsADirectoryError(None, "it is a folder")
    if target.exists() and not target.is_file():
        raise OSError(None, "it is not a regular file")
    return target


def _temporary_path(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}.part")


def _write_then_replace(target: Path, data: bytes) -> None:
    temporary = _temporary_path(target)
    try:
        # Not made with `tempfile`, whose files only their owner can read.
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

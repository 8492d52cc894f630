"""Putting a finished file in the place of an older one: all of it, or nothing."""

from __future__ import annotations

import os
from pathlib import Path

from cardgen.errors import Fault


def replace_file(target: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old one or the new one is whole.

    The bytes go into a new file in the same folder, then onto the disk, then in one step over the target. A missing
    folder is made; a symbolic link is followed, so that it goes on pointing where it did.

    Raises:
        Fault: E601, the target cannot be written. Whatever the failure, an interrupt included, the old file stays as
            it was and nothing is left beside it.
    """
    try:
        target = target.resolve()
        if target.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_then_replace(target, data)
    except (OSError, RuntimeError) as error:  # resolve() says RuntimeError of links that go round in a circle
        reason = getattr(error, "strerror", None) or str(error)
        hint = "close it in other programs, or choose another place with --out"
        raise Fault("E601", f"output '{target}' cannot be written: {reason.lower()}", hints=(hint,)) from error


def _write_then_replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
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

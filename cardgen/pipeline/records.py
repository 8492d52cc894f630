"""Small files beside a PDF that remember how its pieces looked: when it was last built, and when last printed."""

from __future__ import annotations

import json
from pathlib import Path

from cardgen.changes.fingerprint import VERSION, ArtworkDigests
from cardgen.changes.inventory import Inventory, from_json, to_json
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import CardgenError, UnlocatedError

FOLDER = ".cardgen"
"""Beside the PDFs; the dot keeps it out of sight."""


def record_built(target: Path, inventory: Inventory) -> None:
    """Remember what a PDF shows.

    Args:
        target: The PDF of the whole deck, be it written or not.
        inventory: Everything that was drawn.

    Raises:
        CardgenError: E601, the file cannot be written.
    """
    _write(_file(target, "built"), inventory)


def mark_printed(target: Path) -> Inventory:
    """Take what was last built for printed; kinds that were not built stay as they were.

    Returns:
        What is now taken for printed.

    Raises:
        CardgenError: E550, nothing was built; E551, a file cannot be read; E601, it cannot be written.
    """
    built = _read(_file(target, "built"))
    if built is None:
        hint = "build it first, and with the same --out"
        raise _error(UnlocatedError("E550", f"nothing was built for {quoted(target)}", hints=(hint,)))
    printed = (read_printed(target) or Inventory()).updated(built)
    _write(_file(target, "printed"), printed)
    return printed


def read_printed(target: Path) -> Inventory | None:
    """What was last printed of a PDF; None if nothing was marked.

    Raises:
        CardgenError: E551, the file cannot be read.
    """
    return _read(_file(target, "printed"))


def read_artwork_digests(target: Path) -> ArtworkDigests:
    """What artworks came to when a PDF was last built; nothing if that cannot be read: it only saves time."""
    try:
        kept = json.loads(_file(target, "artworks").read_text("utf-8"))
        if kept["version"] == VERSION:
            return ArtworkDigests({key: tuple(map(str, found)) for key, found in kept["artworks"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    return ArtworkDigests()


def record_artwork_digests(target: Path, digests: ArtworkDigests) -> None:
    """Keep what artworks came to for the next build.

    Raises:
        CardgenError: E601, the file cannot be written.
    """
    if digests.used != digests.before:
        _replace(_file(target, "artworks"), json.dumps({"version": VERSION, "artworks": digests.used}))


def _file(target: Path, what: str) -> Path:
    return target.parent / FOLDER / f"{target.stem}.{what}.json"


def _read(path: Path) -> Inventory | None:
    try:
        return from_json(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = "remove it, build and print all, and mark that as printed"
        fault = UnlocatedError("E551", f"record {quoted(path)} cannot be used: {reason.lower()}", hints=(hint,))
        raise _error(fault) from None


def _write(path: Path, inventory: Inventory) -> None:
    _replace(path, to_json(inventory))


def _replace(path: Path, text: str) -> None:
    from cardgen.write.files import replace_file

    try:
        replace_file(path, text.encode())
    except UnlocatedError as fault:
        raise _error(fault) from None


def _error(fault: UnlocatedError) -> CardgenError:
    return CardgenError([fault.at(None)])

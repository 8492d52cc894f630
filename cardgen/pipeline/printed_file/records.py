"""Keep records beside a PDF between builds: how its pieces looked when last built, and when last printed."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.changes.fingerprint import VERSION, ArtworkDigests
from cardgen.changes.inventory import Inventory, from_json, to_json
from cardgen.guard.files import read_bytes
from cardgen.pipeline.printed_file.targets import printed_record, record_path
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError, as_cardgen_error
from cardgen.report.json_text import format_json, parse_json

if TYPE_CHECKING:
    from cardgen.write.file_set import Write

_LARGEST = 256 * 2**20  # bytes of a record; one of 10,000 cards has two


def record_built(target: Path, inventory: Inventory, write: Write | None = None) -> None:
    """Record what was last built.

    Args:
        target: The PDF of the whole deck, whether it was written or not.
        write: Writes the file; None to replace it by itself.

    Raises:
        CardgenError: E601, the file cannot be written.
    """
    _write(record_path(target, "built"), to_json(inventory), write)


def mark_printed(target: Path) -> Inventory:
    """Record that what was last built is on paper; kinds of pieces that were not built stay as recorded.

    Returns:
        Everything that is on paper now.

    Raises:
        CardgenError: E550, nothing was built; E551, a record cannot be read; E601, it cannot be written.
    """
    with as_cardgen_error():
        built = _read(record_path(target, "built"))
        if built is None:
            hint = "build it first, with the same --out"
            raise UnlocatedError("E550", f"nothing was built for {quoted(target)}", hints=(hint,))
    printed = (read_printed(target) or Inventory()).updated(built)
    _write(record_path(target, "printed"), to_json(printed))
    return printed


def read_printed(target: Path) -> Inventory | None:
    """Return what is on paper; None if nothing was recorded.

    Raises:
        CardgenError: E551, the record cannot be read.
    """
    with as_cardgen_error():
        return _read(printed_record(target))


def built_digest(target: Path) -> str:
    """Return a digest of the record of what was last built, to tell it from others; empty if there is none."""
    with suppress(OSError):
        return sha256(read_bytes(record_path(target, "built"), _LARGEST)).hexdigest()
    return ""


def target_built(target: Path, digest: str) -> Path | None:
    """Return the PDF, in any language of the deck, whose record of what was last built has a digest; None if there is none.

    Args:
        target: The PDF of the whole deck in its first language.
        digest: The digest, as `built_digest` returns it.
    """
    if not digest:
        return None
    records = record_path(target, "built").parent.glob(f"{glob.escape(target.stem)}.*.built.json")
    others = sorted(target.with_name(f"{path.name.removesuffix('.built.json')}.pdf") for path in records)
    return next((each for each in (target, *others) if built_digest(each) == digest), None)


def read_artwork_digests(target: Path) -> ArtworkDigests:
    """Return the digests of artworks from the last build; none if the file cannot be read, since they only save time."""
    try:
        record = parse_json(read_bytes(record_path(target, "artworks"), _LARGEST).decode())
        if record["version"] == VERSION:
            return ArtworkDigests({key: _checked(found) for key, found in record["artworks"].items()})
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        pass
    return ArtworkDigests()


def _checked(found: Sequence[str]) -> tuple[str, ...]:
    """Return the digests of an artwork, which begin with its place and scale.

    Raises:
        ValueError: They do not. The file may have come with the deck.
    """
    frame = [float(number) for number in found[0].split()]
    if len(frame) != 4 or not all(map(isfinite, frame)):
        raise ValueError("no place and scale")
    return tuple(map(str, found))


def record_artwork_digests(target: Path, digests: ArtworkDigests, write: Write | None = None) -> None:
    """Record the digests of artworks for the next build, if they have changed.

    Args:
        write: Writes the file; None to replace it by itself.

    Raises:
        CardgenError: E601, the file cannot be written.
    """
    if digests.used != digests.before:
        text = format_json({"version": VERSION, "artworks": digests.used}, indent=None)
        _write(record_path(target, "artworks"), text, write)


def _read(path: Path) -> Inventory | None:
    try:
        return from_json(read_bytes(path, _LARGEST).decode())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = "remove it, build and print everything, and run cardgen printed"
        raise UnlocatedError("E551", f"record {quoted(path)} cannot be used: {reason.lower()}", hints=(hint,)) from None


def _write(path: Path, text: str, write: Write | None = None) -> None:
    from cardgen.write.files import replace_file

    with as_cardgen_error():
        (write or replace_file)(path, text.encode())

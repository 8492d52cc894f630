"""Store pictures that are dropped onto the page in the folder of the deck, never over another file."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cardgen.guard.files import read_bytes
from cardgen.read.files import is_below
from cardgen.read.picture_names import PICTURES
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

PICTURE_LIMIT = 32 * 2**20
"""Bytes of a picture, at most."""
_STARTS = {".png": (b"\x89PNG\r\n\x1a\n",), ".jpg": (b"\xff\xd8\xff",), ".webp": (b"RIFF",)}
_SUFFIX = {".jpeg": ".jpg"}
_EXPECTED = "a picture: SVG, PNG, JPEG or WebP"
_MOST_NAMES = 1000


class AddedPicture(NamedTuple):
    """A picture in the folder of a deck.

    Attributes:
        file: Its path from there, with slashes.
        is_named: Whether the deck names it already.
    """

    file: str
    is_named: bool


def add_picture(
    folder: Path, deck: str, name: str, data: bytes, used: Iterable[str] = (), missing: Iterable[str] = ()
) -> AddedPicture:
    """Put a picture into the folder of a deck: where the deck names it, otherwise to the others.

    A picture of the same name and content is used again; one of the same name only gets a number.

    Args:
        deck: Name of the deck, for the folder of a first picture.
        used: Paths of pictures that the deck names; the new one goes where most of them are.
        missing: Pictures that the deck names and that do not exist, as it writes them.

    Raises:
        UnlocatedError: E124, it is no picture; E125, it is too large; E601, it cannot be written.
    """
    suffix = Path(name).suffix.lower()
    suffix = _SUFFIX.get(suffix, suffix)
    if len(data) > PICTURE_LIMIT:
        raise UnlocatedError("E125", f"picture {quoted(name)} is too large", expected="at most 32 MiB")
    if not _is_picture(suffix, data):
        raise UnlocatedError("E124", f"{quoted(name)} is not a picture that can be used", expected=_EXPECTED)
    home = _home(folder, deck, used)
    stem = _plain(Path(name).stem) or "picture"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}{suffix}" for number in range(1, _MOST_NAMES))
    named = [folder / place for place in (_named(one, Path(name)) for one in missing) if place]
    named = [path for path in named if is_below(path, folder)]
    try:
        for path in (*named, *(home / one for one in names)):
            path.parent.mkdir(parents=True, exist_ok=True)
            if put_new(path, data):
                return AddedPicture(path.relative_to(folder).as_posix(), path in named)
    except OSError as error:
        raise UnlocatedError("E601", f"picture {quoted(name)} cannot be written: {error.strerror}") from error
    raise UnlocatedError("E601", f"picture {quoted(name)} cannot be written: too many of this name")


def _named(missing: str, picture: Path) -> str:
    """Return the path of a picture that a deck names, if it is this one, whatever its case; otherwise nothing.

    Args:
        missing: As the deck writes it: its suffix may be left out, and of a path of another computer the last part counts.
    """
    path = missing.strip().replace("\\", "/")
    if path.startswith("/") or ":" in path:
        path = path.rpartition("/")[2]
    if not path.lower().endswith(PICTURES):
        path += picture.suffix
    is_it = path.rpartition("/")[2].casefold() == picture.name.casefold()
    return path if is_it and path.isprintable() and ".." not in path.split("/") else ""


def _holds(path: Path, data: bytes) -> bool:
    try:
        return read_bytes(path, len(data)) == data
    except OSError:
        return False


def put_new(path: Path, data: bytes) -> bool:
    """Write a new file; return whether the file has this content now."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        number = os.open(path, flags, 0o666)
    except FileExistsError:
        return not path.is_symlink() and _holds(path, data)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(data)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return True


def _home(folder: Path, deck: str, used: Iterable[str]) -> Path:
    """Return the folder of most pictures that the deck names, or `art/DECK`."""
    folders = Counter(Path(name).parent for name in used if ".." not in Path(name).parts)
    for inside, _ in folders.most_common():
        if is_below(folder / inside, folder):
            return folder / inside
    home = folder / "art" / _plain(deck)
    return home if is_below(home, folder) else folder


def _is_picture(suffix: str, data: bytes) -> bool:
    if suffix == ".svg":
        start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
        return start.startswith(b"<") and b"<svg" in data[:65536]
    return data.startswith(_STARTS.get(suffix, ())) and (suffix != ".webp" or data[8:12] == b"WEBP")


def _plain(name: str) -> str:
    """Return a name of letters, digits and hyphens that every system and every address can hold."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:60]

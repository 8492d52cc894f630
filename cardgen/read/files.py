"""Read bytes and text from a path that may be missing, a folder, a pipe, too large or not text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from cardgen.guard.files import FileTooLargeError, NotAFileError, OutsideError, Stamp, read_bytes, stamp_of
from cardgen.guard.files import names_in as list_names
from cardgen.records import dataclass
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.quality import PICTURES

_NAMES_LISTED = 500  # names of a folder that did-you-mean considers: each costs time

_STARTS = (
    (b"\xff\xfe\0\0", "UTF-32 text"),
    (b"\0\0\xfe\xff", "UTF-32 text"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a WebP picture or a sound"),
    (b"PK\x03\x04", "a ZIP archive, an office document or a spreadsheet"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x1f\x8b", "gzip data"),
)


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its name in messages, the codes of its errors, and its size limit.

    Attributes:
        noun: `file` or `picture`.
        missing: Code for a file that does not exist.
        unreadable: Code for a file that cannot be read.
        too_large: Code for a file that exceeds the limit.
        limit: Size limit, bytes.
    """

    noun: str
    missing: str
    unreadable: str
    too_large: str
    limit: int


def read_file(path: Path, kind: FileKind) -> bytes:
    """Return all bytes of a regular file.

    Raises:
        UnlocatedError: The codes that the kind states; E125, a link leads out of the folder that may be read.
    """
    with reported(path, kind):
        return read_bytes(path, kind.limit)


@contextmanager
def reported(path: Path, kind: FileKind) -> Iterator[None]:
    """Raise the errors of opening and reading a file as errors of its kind.

    Raises:
        UnlocatedError: See `read_file`.
    """
    name = f"{kind.noun} {quoted(path.name or path)}"
    try:
        yield
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:  # ValueError: a null character in the name
        hints = did_you_mean(str(path), (str(path.parent / other) for other in names_in(path.parent)))
        raise UnlocatedError(kind.missing, f"{name} does not exist", hints=hints) from error
    except OutsideError as error:
        outside = UnlocatedError("E125", f"{name} cannot be read: {error.strerror}", hints=["copy the file instead"])
        outside.is_final = kind.missing not in PICTURES
        raise outside from error
    except NotAFileError as error:
        raise UnlocatedError(
            kind.unreadable, f"{name} is {str(error.strerror).removeprefix('it is ')}", expected="a file"
        ) from error
    except FileTooLargeError as error:
        raise UnlocatedError(
            kind.too_large,
            f"{name} is too large: {error.size / 2**20:.1f} MiB",
            expected=f"at most {kind.limit / 2**20:g} MiB",
        ) from error
    except OSError as error:
        raise UnlocatedError(kind.unreadable, f"{name} cannot be read: {_reason(error)}") from error


def names_in(folder: Path) -> Iterable[str]:
    """Return the names of the first entries of a folder, sorted; none if it cannot be listed or leads outside."""
    return list_names(folder, _NAMES_LISTED)


def decode(data: bytes) -> str:
    """Decode UTF-8 text with or without a byte order mark.

    Raises:
        UnicodeDecodeError: The data is not UTF-8 text; `start` is the offset, `reason` what the bytes look like.
    """
    try:
        text = data.decode("utf-8")
        zero = data.find(b"\0")
    except UnicodeDecodeError as error:
        raise UnicodeDecodeError("utf-8", data, error.start, error.end, looks_like(data)) from error
    if zero >= 0:  # UTF-16 without a byte order mark is valid UTF-8, full of null characters
        raise UnicodeDecodeError("utf-8", data, zero, zero + 1, looks_like(data))
    return text.removeprefix("\ufeff")


def looks_like(data: bytes) -> str:
    """Describe bytes that are not UTF-8 text, in words."""
    for start, words in _STARTS:
        if data.startswith(start):
            return words
    sample = data[:4096]
    for half in (sample[::2], sample[1::2]):
        if half.count(0) > 0.6 * len(half) and sample.count(0) < 0.9 * len(sample):
            return "UTF-16 text"
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return "binary data"
    has_controls = any(byte < 32 and byte not in b"\t\n\r\f" for byte in sample)
    return "binary data" if has_controls else "Windows-1252 or Latin-1 text"


def is_below(path: Path, folder: Path) -> bool:
    """Return whether a path lies in a folder, also after following symbolic links.

    Args:
        path: A file or a folder, which need not exist.
        folder: The folder; it lies in itself.
    """
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # RuntimeError: a loop of symbolic links, before Python 3.13
        return False


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of a character, counted from 1; lines end as in YAML."""
    lines = (text[:offset] + "|").splitlines()
    return len(lines), len(lines[-1])


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def stamps_in(folders: Iterable[Path], *, deep: bool = True) -> dict[str, Stamp | None]:
    """Return the stamps of all files in some folders, by path.

    Args:
        deep: Whether to include the files of the folders below them.
    """
    walks = (walk for top in folders for walk in (os.walk(top) if deep else islice(os.walk(top), 1)))
    found = (f"{home}{os.sep}{name}" for home, _, names in walks for name in names)
    return {path: stamp_of(path) for path in found}

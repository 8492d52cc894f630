"""Look into the ZIP archive that a workbook is before it is unpacked: what it is, and how large it becomes."""

from __future__ import annotations

import io
import zipfile
import zlib

from cardgen.read.files import looks_like
from cardgen.report.errors import UnlocatedError

UNPACKED_LIMIT = 256 * 2**20  # bytes of all XML in a workbook
MEMBER_LIMIT = 2_000
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_UNREADABLE = (KeyError, ValueError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError)
_SAVE_AS = "save it as .xlsx, .ods or .csv"


def open_package(data: bytes, noun: str = "workbook", most: int = MEMBER_LIMIT) -> zipfile.ZipFile:
    """Return the ZIP archive that a workbook is, after a check of its size.

    Raises:
        UnlocatedError: E132, E133 or E134: it is too large, no workbook, or protected by a password.
    """
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        if _ENCRYPTED in data:
            raise _protected()
        raise UnlocatedError("E133", "file is an old Excel workbook (.xls)", hints=[_SAVE_AS])
    try:
        package = zipfile.ZipFile(io.BytesIO(data))
        members = package.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        if data.startswith(b"PK"):
            raise UnlocatedError("E133", f"file is a damaged {noun}", hints=["save it again"]) from None
        raise UnlocatedError(
            "E133",
            f"file is not {'an' if noun[0] in 'aeiou' else 'a'} {noun}; it looks like {describe(data)}",
            hints=[_SAVE_AS] if noun == "workbook" else [],
        ) from None
    if len(members) > most:
        raise UnlocatedError("E132", f"{noun} has {len(members):,} parts", expected=f"at most {most:,} parts")
    if any(member.flag_bits & 1 for member in members):
        raise _protected(noun)
    if len({member.filename for member in members}) < len(members):  # two readers could choose different ones
        raise damaged(noun)
    _check_unpacked_size(members, noun)
    return package


def describe(data: bytes) -> str:
    """Say what the bytes of a file look like, text and web pages included."""
    start = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "a web page"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return looks_like(data)
    return "an empty file" if not data.strip() else "text"


def kind_of(package: zipfile.ZipFile) -> str:
    """Return `xlsx` or `ods`.

    Raises:
        UnlocatedError: E133 or E134, it is another document, or protected by a password.
    """
    names = set(package.namelist())
    if "xl/workbook.xml" in names or any(name.endswith("/workbook.xml") for name in names):
        return "xlsx"
    if "content.xml" in names and "mimetype" in names:
        if b"encryption-data" in read_part(package, "META-INF/manifest.xml"):
            raise _protected()
        if b"spreadsheet" in read_part(package, "mimetype"):
            return "ods"
    words = {"xl/workbook.bin": "a binary Excel workbook (.xlsb)", "word/document.xml": "a Word document"}
    words |= {"ppt/presentation.xml": "a presentation", "Index/Document.iwa": "a Numbers document"}
    what = next((word for name, word in words.items() if name in names), "a ZIP archive")
    raise UnlocatedError("E133", f"file is not a workbook; it is {what}", hints=[_SAVE_AS])


def read_part(package: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes of a part of a workbook.

    Raises:
        UnlocatedError: E133, it is missing or damaged.
    """
    try:
        with package.open(name) as part:
            return part.read(package.getinfo(name).file_size)  # without a number, all that it unpacks to is held
    except _UNREADABLE:
        raise damaged() from None


def _check_unpacked_size(members: list[zipfile.ZipInfo], noun: str) -> None:
    """Refuse an archive that unpacks to more than the limit; no part gives more bytes than it states.

    Parts are compressed with deflate, if at all, as other methods of `zipfile` unpack a part as a whole.
    """
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
        raise damaged(noun)
    stated = sum(member.file_size for member in members)
    if stated > UNPACKED_LIMIT:
        message = f"{noun} unpacks to {stated / 2**20:,.0f} MiB"
        raise UnlocatedError("E132", message, expected=f"at most {UNPACKED_LIMIT // 2**20} MiB")


def _protected(noun: str = "workbook") -> UnlocatedError:
    return UnlocatedError("E134", f"{noun} is protected by a password", hints=["save a copy without a password"])


def damaged(noun: str = "workbook") -> UnlocatedError:
    """Return the error of a workbook, or another archive, that cannot be read."""
    hint = "open it in a spreadsheet program, and save it again" if noun == "workbook" else "save it again"
    return UnlocatedError("E133", f"file is a damaged {noun}", hints=[hint])

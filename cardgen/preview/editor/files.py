"""List, open and save the files of a deck for the page.

Only files that are listed can be named: those in the folder of the deck that it is made of. Links are left out, so that no
name leads out of the folder. A file is saved whole and in one step, and only over the revision that the page has seen.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from cardgen.model.deck import SPREADSHEETS, split_sheet
from cardgen.pipeline.open.deck_names import purpose_of
from cardgen.preview.watch import folders_below
from cardgen.read.files import FileKind, decode, is_below, looks_like, read_file
from cardgen.read.tables.csv_text import find_delimiter
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import display_path
from cardgen.write.files import replace_file

TEXT_LIMIT = 2 * 2**20
"""Bytes of a text that the page edits, at most."""
_TABLES = frozenset({".csv", ".tsv", ".tab"})
_MOST_FILES = 400
_SAVING = threading.Lock()  # two pages that save at a time must not both find the file as they have seen it
_TEXT_FILE = FileKind("file", missing="E101", unreadable="E102", too_large="E103", limit=TEXT_LIMIT)

FileType = Literal["yaml", "template", "text", "table", "workbook"]


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file that the page may open.

    Attributes:
        name: Its path from the folder of the deck, with slashes.
        shown: Its path as problems name it.
        type: What it is edited as; a workbook is only shown.
        is_deck: Whether it is the deck file itself.
    """

    name: str
    shown: str
    type: FileType
    is_deck: bool


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """The text of a file.

    Attributes:
        name: Its path from the folder of the deck, with slashes.
        text: Its content, with lines that end in a line feed alone.
        revision: A name made of its bytes.
        delimiter: What parts the cells of a table; empty for other files.
    """

    name: str
    text: str
    revision: str
    delimiter: str = ""


class ConflictError(Exception):
    """A file was changed since the page read it.

    Args:
        now: The file as it is; None if it was deleted.
    """

    def __init__(self, now: OpenedFile | None) -> None:
        super().__init__("the file was changed by another program")
        self.now = now


class DeckFiles:
    """The files of one deck.

    Args:
        deck: The deck file, absolute; may name a worksheet.
    """

    def __init__(self, deck: Path) -> None:
        self._deck = deck.parent / split_sheet(deck.name)[0]
        self.folder = deck.parent

    def listed(self) -> list[ListedFile]:
        """Return the files that may be opened: the deck first, then its tables, its look and its texts, by path."""
        found: list[ListedFile] = []
        for path in self._paths():
            kind = file_type(path)
            if kind is not None:
                name = path.relative_to(self.folder).as_posix()
                found.append(ListedFile(name, display_path(str(path)), kind, path == self._deck))
        order = ("yaml", "table", "workbook", "template", "text")
        found.sort(key=lambda file: (not file.is_deck, order.index(file.type), file.name))
        return found[:_MOST_FILES]

    def open(self, name: str) -> OpenedFile:
        """Return the text of a file.

        Args:
            name: Its name, as `listed` gives it.

        Raises:
            FileNotFoundError: There is no such file among those that may be opened.
            UnlocatedError: The file is too large, is not UTF-8 text, or cannot be read.
        """
        path = self.path(name)
        return _opened(name, read_file(path, _TEXT_FILE))

    def path(self, name: str) -> Path:
        """Return the path of a file that may be opened.

        Args:
            name: Its name, as `listed` gives it.

        Raises:
            FileNotFoundError: There is no such file among those that may be opened.
        """
        path = self.folder / name
        if all(file.name != name for file in self.listed()):
            raise FileNotFoundError(name)
        return path

    def save(self, name: str, text: str, base: str) -> OpenedFile:
        """Replace the text of a file, if it is still the one that the page has seen.

        A byte order mark and the ends of lines stay as they are in the file.

        Args:
            name: Its name, as `listed` gives it.
            text: The new text, with lines that end in a line feed alone.

        Raises:
            FileNotFoundError: There is no such file among those that may be opened.
            ConflictError: The file is not that revision any more.
            UnlocatedError: The file cannot be read or written, or the text is too large.
        """
        if file_type(Path(name)) == "workbook":
            raise UnlocatedError("E601", "a workbook is edited in its own program")
        try:
            path = self.path(name)
        except FileNotFoundError:
            if not is_below(self.folder / name, self.folder):
                raise
            raise ConflictError(None) from None
        with _SAVING:
            before = read_file(path, _TEXT_FILE)
            if revision_of(before) != base:
                raise ConflictError(_opened(name, before))
            data = _encoded(text, before)
            if len(data) > TEXT_LIMIT:
                raise UnlocatedError(
                    "E103", f"the text is too large: {len(data) / 2**20:.1f} MiB", expected="at most 2 MiB"
                )
            if data != before:
                replace_file(path, data)
        return _opened(name, data)

    def _paths(self) -> Iterator[Path]:
        if self._deck.is_file() and is_below(self._deck, self.folder):
            yield self._deck
        for folder in folders_below([self.folder]):
            try:
                inside = [*folder.iterdir()]
            except OSError:
                continue
            for path in inside:
                if path != self._deck and self._is_offered(path):
                    yield path

    def _is_offered(self, path: Path) -> bool:
        if path.name.startswith((".", "~")) or path.is_symlink() or not path.is_file():
            return False
        if path.suffix.lower() in {".yaml", ".yml"}:  # others are decks of their own
            return bool(purpose_of(path.name))
        return file_type(path) is not None


def file_type(path: Path) -> FileType | None:
    """Return what a file is edited as; None for one that is neither edited nor shown."""
    suffix = path.suffix.lower()
    if suffix in {".yaml", ".yml"}:
        return "yaml"
    if suffix in _TABLES:
        return "table"
    if suffix in SPREADSHEETS:
        return "workbook"
    if suffix == ".j2":
        return "template"
    return "text" if suffix == ".md" else None


def revision_of(data: bytes) -> str:
    """Return the name of a content."""
    return blake2b(data, digest_size=12).hexdigest()


def _opened(name: str, data: bytes) -> OpenedFile:
    try:
        text = decode(data)
    except UnicodeDecodeError:
        message = f"file {quoted(Path(name).name)} is not UTF-8 text; it looks like {looks_like(data)}"
        raise UnlocatedError("E104", message, expected="UTF-8", hints=["save it with the encoding UTF-8"]) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    suffix = Path(name).suffix.lower()
    delimiter = ""
    if suffix in _TABLES:
        delimiter = "\t" if suffix != ".csv" else find_delimiter(text)
    return OpenedFile(name, text, revision_of(data), delimiter)


def _encoded(text: str, before: bytes) -> bytes:
    """Return a text as bytes, with the byte order mark and the ends of lines of the file before."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if 2 * before.count(b"\r\n") > before.count(b"\n"):
        text = text.replace("\n", "\r\n")
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    return mark + text.encode("utf-8", "surrogatepass")

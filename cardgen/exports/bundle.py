"""Write the folder of an export with a manifest, all or nothing, and remove files of an earlier export."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from cardgen.guard.files import read_bytes
from cardgen.report.json_text import format_json, parse_json
from cardgen.version import __version__
from cardgen.write.file_set import FileSet

MANIFEST = "manifest.json"
_LARGEST = 64 * 2**20  # bytes of a manifest


class Bundle:
    """The files of one export."""

    def __init__(self, folder: Path, written: FileSet) -> None:
        self.folder = folder
        self._written = written
        self.files: list[str] = []

    def add(self, name: str, data: bytes) -> str:
        """Write a file and return its name.

        Args:
            name: Path within the folder, with `/`.

        Raises:
            UnlocatedError: E601, the file cannot be written.
        """
        self._written.add(self.folder / name, data)
        self.files.append(name)
        return name

    def finish(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest, and remove the files that only the older one lists.

        Raises:
            UnlocatedError: E601, a file cannot be written.
        """
        older = _listed(self.folder / MANIFEST)
        data = {"made_by": f"cardgen {__version__}", **manifest, "files": self.files}
        self._written.add(self.folder / MANIFEST, f"{format_json(data)}\n".encode())
        for name in sorted(older.difference(self.files)):
            self._written.remove(self.folder / name)


def safe_name(name: str) -> str:
    """Return a name that every file system and every shop's uploader accepts."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "piece"


def fingerprint(data: bytes) -> str:
    """Return eight hex digits of the content, for names that change when the file does."""
    return hashlib.sha256(data).hexdigest()[:8]


def _listed(manifest: Path) -> set[str]:
    """Return those files in a manifest made by cardgen that are inside its folder."""
    try:
        data = parse_json(read_bytes(manifest, _LARGEST).decode())
        ours = str(data["made_by"]).startswith("cardgen ")
        names = [name for name in data["files"] if isinstance(name, str)] if ours else []
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return {name for name in names if _inside(manifest.parent, name)}


def _inside(folder: Path, name: str) -> bool:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts:
        return False
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve()) and not (folder / name).is_dir()
    except (OSError, RuntimeError, ValueError):  # a name that no file can have, or a loop of links
        return False

"""The folder of an export: its files and a manifest; files of an earlier export are removed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from cardgen.version import __version__
from cardgen.write.files import replace_file

MANIFEST = "manifest.json"


class Bundle:
    """The files of one export.

    Args:
        folder: Folder of the files; it is created with the first of them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[str] = []

    def add(self, name: str, data: bytes) -> str:
        """Write a file and return its name.

        Args:
            name: Path within the folder, with `/`.
            data: Content of the file.

        Raises:
            UnlocatedError: E601, the file cannot be written.
        """
        replace_file(self.folder / name, data)
        self.files.append(name)
        return name

    def finish(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest, and remove the files that only the older one lists.

        Args:
            manifest: Content of the manifest without the list of files.

        Raises:
            UnlocatedError: E601, a file cannot be written.
        """
        older = _listed(self.folder / MANIFEST)
        data = {"made_by": f"cardgen {__version__}", **manifest, "files": self.files}
        replace_file(self.folder / MANIFEST, (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode())
        for name in older.difference(self.files):
            (self.folder / name).unlink(missing_ok=True)


def safe_name(name: str) -> str:
    """Return a name that every file system and every shop's uploader accepts."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "piece"


def fingerprint(data: bytes) -> str:
    """Return eight hex digits of the content, for names that change when the file does."""
    return hashlib.sha256(data).hexdigest()[:8]


def _listed(manifest: Path) -> set[str]:
    """Return those files in a manifest made by cardgen that are inside its folder."""
    try:
        data = json.loads(manifest.read_text("utf-8"))
        ours = str(data["made_by"]).startswith("cardgen ")
        names = [name for name in data["files"] if isinstance(name, str)] if ours else []
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return {name for name in names if _inside(manifest.parent, name)}


def _inside(folder: Path, name: str) -> bool:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts:
        return False
    return (folder / name).resolve().is_relative_to(folder.resolve()) and not (folder / name).is_dir()

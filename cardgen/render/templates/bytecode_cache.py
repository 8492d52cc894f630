"""Cache compiled templates on disk between runs, since compiling takes longer than drawing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import jinja2
import jinja2.compiler
from jinja2.bccache import Bucket


class BytecodeCache(jinja2.FileSystemBytecodeCache):
    """Compiled templates in a folder that belongs to the user, among the temporary files.

    Args:
        folders: Folders whose templates are kept. Templates beside a deck are not: they may be untrusted, and there
            may be many.
        makers: Python files that add to Jinja's compiler; a change of one invalidates the cache.

    Raises:
        OSError: The folder cannot be created.
        RuntimeError: No folder is safe from other users.
    """

    def __init__(self, folders: Sequence[Path], makers: Sequence[str]) -> None:
        super().__init__(pattern="cardgen-%s.cache")
        self._folders = folders
        stamps = (Path(file).stat().st_mtime_ns for file in (*makers, jinja2.compiler.__file__))
        self._made = "".join(f"{stamp}|" for stamp in stamps)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the key under which a template is kept; empty if it is not kept."""
        if not any(Path(filename or "").is_relative_to(folder) for folder in self._folders):
            return ""
        return super().get_cache_key(self._made + name, filename)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template if it is kept."""
        if bucket.key:
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template if there is room on the disk."""
        if bucket.key:
            with suppress(OSError):
                super().dump_bytecode(bucket)

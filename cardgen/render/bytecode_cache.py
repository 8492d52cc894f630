"""Compiled templates kept from run to run, as Python keeps compiled modules: to compile them takes longer than to draw."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import jinja2
import jinja2.compiler
from jinja2.bccache import Bucket


class BytecodeCache(jinja2.FileSystemBytecodeCache):
    """Compiled templates in a folder of the user's own among the temporary files.

    Args:
        folders: Whose templates are kept. No others are, as those beside a deck may be a stranger's, and many.
        maker: Python file that decides what becomes of a template beside Jinja's compiler; changed, it makes them anew.

    Raises:
        OSError: The folder cannot be made.
        RuntimeError: There is no such folder that is safe from other users.
    """

    def __init__(self, folders: Sequence[Path], maker: str) -> None:
        super().__init__(pattern="cardgen-%s.cache")
        self._folders = folders
        stamps = (Path(file).stat().st_mtime_ns for file in (maker, jinja2.compiler.__file__))
        self._made = "".join(f"{stamp}|" for stamp in stamps)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Give the name under which a template is kept; nothing if it is not."""
        if not any(Path(filename or "").is_relative_to(folder) for folder in self._folders):
            return ""
        return super().get_cache_key(self._made + name, filename)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Look whether the template is kept."""
        if bucket.key:
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the template if there is room for it."""
        if bucket.key:
            with suppress(OSError):
                super().dump_bytecode(bucket)

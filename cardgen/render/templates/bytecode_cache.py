"""Cache compiled templates on disk between runs, since compiling takes longer than drawing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import jinja2
import jinja2.compiler
from jinja2.bccache import Bucket

from cardgen.guard.disk_cache import disk_cache, file_stamps

_KIND = "template"


class BytecodeCache(jinja2.BytecodeCache):
    """Compiled templates in the disk cache.

    Args:
        folders: Folders whose templates are kept. Templates beside a deck are not: they may be untrusted, and there
            may be many.
        makers: Python files that add to Jinja's compiler; a change of one invalidates the cache.
    """

    def __init__(self, folders: Sequence[Path], makers: Sequence[str]) -> None:
        self._folders = folders
        self._made = file_stamps(*makers, jinja2.compiler.__file__)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the key under which a template is kept; empty if it is not kept."""
        if not any(Path(filename or "").is_relative_to(folder) for folder in self._folders):
            return ""
        return super().get_cache_key(name, filename)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template if it is kept; Jinja compares its source."""
        if bucket.key and (data := disk_cache().get(_KIND, bucket.key, self._made)):
            bucket.load_bytecode(io.BytesIO(data))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        if bucket.key:
            disk_cache().put(_KIND, bucket.key, self._made, bucket.bytecode_to_string())

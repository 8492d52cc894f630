"""Cache compiled templates on disk between runs, since compiling takes longer than drawing; those of a wheel come along."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import jinja2
import jinja2.compiler
from jinja2.bccache import Bucket

from cardgen.guard.disk_cache import disk_cache, file_stamps

_PLAIN = "template"


class BytecodeCache(jinja2.BytecodeCache):
    """Compiled templates in the disk cache.

    Args:
        folders: Folders whose templates are kept. Templates beside a deck are not: they may be untrusted, and there
            may be many.
        makers: Python files that add to Jinja's compiler; a change of one invalidates the cache.
        kind: What the code does; only that of plain templates comes along with a wheel.
    """

    def __init__(self, folders: Sequence[Path], makers: Sequence[str], kind: str = _PLAIN) -> None:
        self.folders = folders
        self._makers, self._kind = makers, kind
        self._made = file_stamps(*makers, jinja2.compiler.__file__)

    def of_kind(self, kind: str, maker: str) -> BytecodeCache:
        """Return a cache of the same templates for code that does something else.

        Args:
            maker: The Python file that makes it so.
        """
        return BytecodeCache(self.folders, (*self._makers, maker), kind)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the key under which a template is kept; empty if it is not kept."""
        if not any(Path(filename or "").is_relative_to(folder) for folder in self.folders):
            return ""
        return f"{name}\0{filename}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template if it is kept, or came along; Jinja compares the source of one that is kept."""
        if bucket.key and (data := disk_cache().get(self._kind, bucket.key, self._made)):
            bucket.load_bytecode(io.BytesIO(data))
        if bucket.key and bucket.code is None and self._kind == _PLAIN:
            from cardgen.render.templates.shipped_code import shipped_code

            name, _, path = bucket.key.partition("\0")
            bucket.code = shipped_code(name, path, bucket.checksum)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        if bucket.key:
            disk_cache().put(self._kind, bucket.key, self._made, bucket.bytecode_to_string())

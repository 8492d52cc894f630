"""Cache the compiled expressions of large games between runs, since compiling takes longer than evaluating."""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
import jinja2.compiler

from cardgen.render.templates import environment

FEWEST_KEPT = 30
"""Games with fewer expressions compile them each time, so that small ones do not leave files behind."""

Key = tuple[bool, str]
"""Whether it is a text with expressions in `{{ }}`, and the expression as written."""

_shared: dict[Key, CodeType] = {}
"""Code that was compiled or read in this process; it depends on nothing but the key."""


class ExpressionCodes:
    """The compiled expressions of a game, in a folder that belongs to the user among the temporary files.

    Args:
        file: File in which the expressions stand; a game has one place in the cache, whatever it says.
    """

    def __init__(self, file: str, keys: Iterable[Key]) -> None:
        self._keys = sorted({*keys})
        self._path: Path | None = None
        self._stamp = ""
        self._is_kept = False
        if len(self._keys) < FEWEST_KEPT:
            return
        with suppress(OSError, RuntimeError):  # without a folder for it each run compiles its expressions
            folder = jinja2.FileSystemBytecodeCache().directory
            self._path = Path(folder) / f"cardgen-{_digest(str(Path(file).resolve()))}.expressions"
            makers = (environment.__file__, jinja2.compiler.__file__)
            stamps = [Path(maker).stat().st_mtime_ns for maker in makers]
            self._stamp = _digest(repr((stamps, jinja2.__version__, importlib.util.MAGIC_NUMBER, self._keys)))
        self._read()

    def __getitem__(self, key: Key) -> CodeType | None:
        """Return the code of an expression; None if it has to be compiled."""
        return _shared.get(key)

    def __setitem__(self, key: Key, code: CodeType) -> None:
        """Share the code of an expression with others in this process."""
        _shared[key] = code

    def keep(self) -> None:
        """Write the code of all expressions for later runs, if there is room on the disk."""
        if self._path is None or self._is_kept:
            return
        codes = {key: _shared[key] for key in self._keys}
        with suppress(OSError):
            number, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.name)
            try:
                with os.fdopen(number, "wb") as file:
                    file.write(marshal.dumps((self._stamp, codes)))
                Path(name).replace(self._path)
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise
        self._is_kept = True

    def _read(self) -> None:
        """Read what an earlier run kept of exactly these expressions."""
        self._is_kept = all(key in _shared for key in self._keys)
        if self._path is None or self._is_kept:
            return
        try:
            stamp, codes = marshal.loads(self._path.read_bytes())
            found: Mapping[Key, Any] = codes if stamp == self._stamp else {}
            _shared.update({key: found[key] for key in self._keys if isinstance(found.get(key), CodeType)})
            self._is_kept = found.keys() >= {*self._keys}
        except (OSError, ValueError, TypeError, EOFError, AttributeError):
            return


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

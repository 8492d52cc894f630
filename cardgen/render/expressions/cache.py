"""Cache the compiled expressions of large games between runs, since compiling takes longer than evaluating."""

from __future__ import annotations

import importlib.util
import marshal
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
import jinja2.compiler

from cardgen.guard.disk_cache import disk_cache, file_stamps
from cardgen.render.templates import environment, sandbox

FEWEST_KEPT = 30
"""Games with fewer expressions compile them each time, so that small ones do not leave files behind."""

Key = tuple[bool, str]
"""Whether it is a text with expressions in `{{ }}`, and the expression as written."""

_shared: dict[Key, CodeType] = {}
"""Code that was compiled or read in this process; it depends on nothing but the key."""


class ExpressionCodes:
    """The compiled expressions of a game, in the disk cache.

    Args:
        file: File in which the expressions stand; a game has one place in the cache, whatever it says.
    """

    def __init__(self, file: str, keys: Iterable[Key]) -> None:
        self._keys = sorted({*keys})
        self._file = str(Path(file).resolve())
        self._is_kept = len(self._keys) < FEWEST_KEPT or all(key in _shared for key in self._keys)
        if not self._is_kept:
            made = file_stamps(environment.__file__, sandbox.__file__, jinja2.compiler.__file__)
            self._stamp = repr((made, jinja2.__version__, importlib.util.MAGIC_NUMBER, self._keys))
            self._read()

    def __getitem__(self, key: Key) -> CodeType | None:
        """Return the code of an expression; None if it has to be compiled."""
        return _shared.get(key)

    def __setitem__(self, key: Key, code: CodeType) -> None:
        """Share the code of an expression with others in this process."""
        _shared[key] = code

    def keep(self) -> None:
        """Keep the code of all expressions for later runs."""
        if not self._is_kept:
            codes = {key: _shared[key] for key in self._keys}
            disk_cache().put("expressions", self._file, self._stamp, marshal.dumps(codes))
            self._is_kept = True

    def _read(self) -> None:
        """Read what an earlier run kept of exactly these expressions."""
        if data := disk_cache().get("expressions", self._file, self._stamp):
            codes: Mapping[Key, Any] = marshal.loads(data)
            _shared.update(codes)
            self._is_kept = True

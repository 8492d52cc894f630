"""The standard streams of a command: open, and harmless to look at."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any

from cardgen.report.visible import visible


class VisibleStream(io.TextIOWrapper):
    """A text stream that shows each character that controls a screen, or hides, by its number."""

    def write(self, text: str) -> int:
        """Write text without its control sequences."""
        return super().write(visible(text))

    def write_raw(self, text: str) -> int:
        """Write text as it is; it must be our own."""
        return super().write(text)


def open_streams() -> None:
    """Open the standard streams that the caller has closed, and let both outputs show text harmlessly.

    Without this, the first file that the program opens would take the place of a stream that is closed.
    """
    null = os.open(os.devnull, os.O_RDWR)
    while null <= 2:
        null = os.dup(null)
    os.close(null)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - a file descriptor
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # people may type, and files hold, any bytes
    sys.stdout = _visible(sys.stdout, 1)
    sys.stderr = _visible(sys.stderr, 2)


def _visible(stream: object, number: int) -> VisibleStream:
    if not isinstance(stream, io.TextIOWrapper):  # None: it was closed
        return VisibleStream(open(number, "wb", closefd=False), encoding="utf-8")
    kept: dict[str, Any] = {key: getattr(stream, key) for key in ("encoding", "line_buffering", "write_through")}
    with contextlib.suppress(OSError):
        stream.flush()
    return VisibleStream(stream.detach(), errors="backslashreplace", **kept)

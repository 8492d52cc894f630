"""The terminal: the standard streams, which show all text harmlessly, and tables and colours, which need control sequences.

Everything that is printed passes through `VisibleStream`, whatever prints it. Only colours, progress and tables write
control sequences, by `raw`; a `Screen` makes the words in them harmless before it adds its own sequences.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import IO, Any

from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.text import Text

from cardgen.report.visible import visible


class Screen(Console):
    """A terminal for tables, in which square brackets and colons of names mean nothing, and control characters are shown."""

    def __init__(self, *, stderr: bool = False, **settings: Any) -> None:
        plain: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False}
        super().__init__(file=raw(sys.stderr if stderr else sys.stdout), **(plain | settings))

    def render_str(self, text: str, **settings: Any) -> Text:
        """See `Console.render_str`; harmless words are measured, so that columns fit them."""
        return super().render_str(visible(text), **settings)

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """See `Console.render`."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text), style, control)


def raw(stream: Any) -> IO[str]:
    """Return a stream that passes control sequences on, for text that has been made harmless."""
    found: Any = _Raw(stream) if hasattr(stream, "write_raw") else stream
    opened: IO[str] = found
    return opened


class _Raw:
    """A `VisibleStream` without its rule."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        written: int = self._stream.write_raw(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

"""Where a deck writes words that a drawing shows, for faults of texts that templates make of several values."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.report.source import Node, Span

_SHORTEST = 2  # characters; a single letter is in any text


class WrittenWords:
    """The texts of a file, looked through only when something is wrong."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._words: list[tuple[str, Span]] | None = None

    def find(self, text: str) -> Span | None:
        """Return where the longest part of a text is written that the file states as one value.

        Args:
            text: The text as it is drawn, in any case.

        Returns:
            The position of the value, the first of equal ones; None if no part of the text is written in the file.
        """
        if self._words is None:
            words = [(_plain(value), span) for value, span in _texts(self._root)]
            self._words = [(word, span) for word, span in words if len(word) >= _SHORTEST]
        shown = _plain(text)
        best = max((len(word) for word, _ in self._words if word in shown), default=0)
        return next((span for word, span in self._words if len(word) == best and word in shown), None) if best else None


def _texts(node: Node) -> Iterator[tuple[str, Span]]:
    if isinstance(node.value, str):
        yield node.value, node.span
    elif isinstance(node.value, dict):
        for inner in node.value.values():
            yield from _texts(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _texts(inner)


def _plain(text: str) -> str:
    """Return text without the marks, spaces and capitals that drawing may change."""
    return "".join(char for char in text.casefold() if char not in "*_ \t\r\n\u00ad")

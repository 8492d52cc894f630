"""Where a deck, or one piece of it, writes words that a drawing shows: for faults of texts that are made of several values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardgen.report.source import Node, RowNode, Span

_SHORTEST = 2  # characters; a single letter is in any text


class WrittenWords:
    """The texts of a file or of a part of it, looked through only when something is wrong."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._words: list[tuple[str, Span]] | None = None
        self._keys: list[tuple[str, Span]] = []

    def find(self, text: str, characters: str = "", *, parted: bool = False, whole: bool = False) -> Span | None:
        """Return where the longest part of a text is written that the file states as one value.

        Args:
            text: The text as it is drawn, in any case.
            characters: What is wrong with the text: only a value, or else a key, with one of these characters is found,
                however short it is.
            parted: Whether the text may show parts of such a value only, as it does of a list with commas.
            whole: Whether only a value that is all of the text is found.

        Returns:
            The position of the value, the first of equal ones; None if no part of the text is written in the file.
        """
        if self._words is None:
            self._words = [(_plain(value), span) for value, span in _texts(self._root)]
            self._keys = [(_plain(key), span) for key, span in _keys(self._root)]
        shown, wrong = _plain(text), set(_plain(characters))
        found = [
            (word in shown, len(word), span)
            for word, span in (*self._words, *(self._keys if wrong else ()))
            if (word == shown if whole else word in shown or parted)
            and (wrong.intersection(word) if wrong else len(word) >= _SHORTEST)
        ]
        return max(found, key=lambda one: one[:2])[2] if found else None


def _texts(node: Node) -> Iterator[tuple[str, Span]]:
    if isinstance(node.value, str):
        yield node.value, node.span
    elif isinstance(node.value, dict):
        for inner in node.value.values():
            yield from _texts(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _texts(inner)


def _keys(node: Node) -> Iterator[tuple[str, Span]]:
    """Yield the keys of a mapping, or the headers of the columns of a row, which titles are made of."""
    if isinstance(node, RowNode):
        for column in node.columns.values():
            yield column.header, replace(node.header_span, column=column.number if node.header_span.sheet else 0)
    for key, inner in node.value.items() if isinstance(node.value, dict) else ():
        if inner.key_span:
            yield key, inner.key_span


def _plain(text: str) -> str:
    """Return text without the marks, spaces and capitals that drawing may change."""
    return "".join(char for char in text.casefold() if char not in "*_ \t\r\n\u00ad")

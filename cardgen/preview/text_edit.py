"""An edit of a text, as the workshop answers gestures with it."""

from typing import NamedTuple


class TextEdit(NamedTuple):
    """A part of a text that is replaced: the characters from `start` to `end`, counted from 0, become `insert`."""

    start: int
    end: int
    insert: str

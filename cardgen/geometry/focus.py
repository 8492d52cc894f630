"""The point of a picture that stays in view where the picture is larger than its window."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_HORIZONTAL = {"left": 0.0, "right": 1.0}
_VERTICAL = {"top": 0.0, "bottom": 1.0}
_CENTER = frozenset({"center", "centre", "middle"})
WORDS = ("top", "bottom", "left", "right", "center")
"""The words; one of the first two may stand with one of the next two: `top left`."""


class Focus(NamedTuple):
    """A point of a picture, in parts of its width and height.

    Attributes:
        x: From 0, the left edge, to 1, the right edge.
        y: From 0, the top edge, to 1, the bottom edge.
    """

    x: float
    y: float

    def __str__(self) -> str:
        return f"{self.x:g} {self.y:g}"


def parse_focus(value: object) -> Focus:
    """Read a focus: words such as `top` or `top left`, or two numbers from 0 to 1.

    Raises:
        ValueError: It is neither.
    """
    parts = re.split(r"[\s,;]+", value.strip().lower()) if isinstance(value, str) else value
    if not isinstance(parts, Sequence):
        raise ValueError("a focus is text or a list")
    words = [part for part in parts if isinstance(part, str) and part.isalpha()]
    if words and len(words) == len(parts):
        return _from_words(words)
    if len(parts) != 2 or any(isinstance(part, bool) for part in parts):
        raise ValueError("a focus has two numbers")
    x, y = (float(part) for part in parts)
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise ValueError("a focus lies within the picture")
    return Focus(x, y)


def _from_words(words: Sequence[str]) -> Focus:
    x = [_HORIZONTAL[word] for word in words if word in _HORIZONTAL]
    y = [_VERTICAL[word] for word in words if word in _VERTICAL]
    others = [word for word in words if word not in _HORIZONTAL and word not in _VERTICAL]
    if len(x) > 1 or len(y) > 1 or len(words) > 2 or any(word not in _CENTER for word in others):
        raise ValueError("a focus has one word for each direction")
    return Focus(*(x or [0.5]), *(y or [0.5]))

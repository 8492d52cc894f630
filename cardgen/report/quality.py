"""Decide which faults are told as warnings, since the piece is drawn all the same, and how several are told as one.

A code that begins with E stops the work, unless it is in `KINDS`: what it is about is then drawn as well as possible, or
something visible stands for it. `--strict`, and `strict: true` in a deck, raise every warning to an error.
"""

from __future__ import annotations

import math
from typing import NamedTuple


class Kind(NamedTuple):
    """The words for several faults of one code.

    Attributes:
        several: What is wrong with `{count}` things.
        worst: The worst of them, by `{measure}`; empty if none is worse than another.
        has_all_hints: Whether the hints of all are given, and not only those of the worst.
    """

    several: str
    worst: str = ""
    has_all_hints: bool = False


PICTURES = frozenset({"E121", "E122", "E123", "E124", "E125"})
"""Codes of pictures that cannot be used, for which placeholders stand."""
_NOT_USABLE = "placeholders stand for {count} pictures that "
KINDS = {
    "E121": Kind(_NOT_USABLE + "do not exist"),
    "E122": Kind(_NOT_USABLE + "cannot be read"),
    "E123": Kind(_NOT_USABLE + "are too large"),
    "E124": Kind(_NOT_USABLE + "hold something that is not allowed"),
    "E125": Kind(_NOT_USABLE + "lie outside of the folder of the deck", has_all_hints=True),
    "E126": Kind("{count} folders for pictures cannot be used", has_all_hints=True),
    "E320": Kind("{count} pairs of colours are not readable on each other"),
    "E406": Kind("{count} texts do not fit at their smallest size", "the smallest is {measure:.3g} pt"),
    "E407": Kind("{count} texts have characters that no font has", has_all_hints=True),
    "E410": Kind("{count} pictures print under 200 dpi", "the worst is {measure:.0f}"),
    "W411": Kind("{count} texts print under 6 pt, or under 80 % of their size", "the smallest is {measure:.3g} pt"),
    "W412": Kind(
        "{count} texts or icons are nearly invisible on what is under them",
        "the worst has a contrast of {measure:.2g}:1",
    ),
    "W413": Kind("{count} texts are covered by something, or lie on each other"),
    "W414": Kind("{count} texts touch an edge that is drawn beside them"),
    "W415": Kind("{count} texts or elements are near the cut", "the nearest is {measure:.2g} mm from it"),
    "W416": Kind("{count} closed frames are near the cut", "the nearest is {measure:.2g} mm from it"),
    "W417": Kind("{count} texts print under 4.5 pt", "the smallest is {measure:.3g} pt"),
    "W418": Kind("{count} texts print larger or smaller than others in their place"),
    "W429": Kind("{count} texts print under 12 pt in large print", "the smallest is {measure:.3g} pt"),
    "W410": Kind("{count} pictures print under 300 dpi", "the worst is {measure:.0f}"),
}
"""Faults of quality by code: warnings, whatever letter the code begins with. In the order of the codes."""


_FEW = 5  # characters of a text, such as a number, of which none can go


def hint_to_shorten(characters: int, lines: int, share: float) -> str:
    """Return what to do with a text that prints too small: how many of its characters are too many, about.

    Args:
        characters: Those of the text.
        lines: Lines on which it stands; on several, fewer of them are needed as well as shorter ones.
        share: Its size, as a part of the size at which it is read with ease.
    """
    over = math.ceil(characters * (1 - share ** (1 if lines == 1 else 2)) - 1e-6)
    if characters < _FEW or not 0 < over < characters:
        return "give it more room"
    return f"shorten it by about {over:,} of its {characters:,} characters, or give it more room"


def stops(code: str) -> bool:
    """Return whether a code is an error that stops the work, unless something else decides.

    Args:
        code: Such as `E203`.
    """
    return code.startswith("E") and code not in KINDS


def severity_note(code: str) -> str:
    """Return a sentence for the page of a code that is a warning though it begins with E; empty for others.

    Args:
        code: Such as `E410`.
    """
    if stops(code) or not code.startswith("E"):
        return ""
    return (
        "It is a warning, and the PDF is written, unless nothing can be drawn. With `--strict`, or `strict: true` in the "
        "deck, it is an error."
    )

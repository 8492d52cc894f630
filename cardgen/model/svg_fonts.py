"""The font families that the text of an SVG document names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from cardgen.model.svg_elements import TEXT_ELEMENTS
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

Families = Callable[[], Iterable[str]]
"""Returns the font families that text in pictures may use. A function, since few pictures have text."""

_FAMILY = re.compile(r"(?:^|;)\s*font-family\s*:\s*([^;]*)", re.IGNORECASE)


class SvgText(NamedTuple):
    """A piece of text.

    Attributes:
        words: The text, with single spaces.
        families: Font families in the order of preference; empty if none is named.
        owner: The element that names the families; the one that holds the text if none does.
    """

    element: Any
    words: str
    families: tuple[str, ...]
    owner: Any


def texts_of(root: Any) -> Iterator[SvgText]:
    """Yield the pieces of text of an SVG document.

    Args:
        root: An lxml element. Styles are read from attributes, as `read/svg_sanitizer.py` leaves them.
    """
    for element in root.iter():
        if not isinstance(element.tag, str) or element.tag.rpartition("}")[2] not in TEXT_ELEMENTS:
            continue
        words = " ".join(f"{element.text or ''} {' '.join(child.tail or '' for child in element)}".split())
        if words:
            families, owner = _families_of(element)
            yield SvgText(element, words, families, owner)


def check_text_font(text: SvgText, families: Families, subject: str) -> UnlocatedError | None:
    """Return the error (E408) of a text whose fonts are all unknown; None if one of them is there.

    Args:
        subject: Name of the picture in messages, after a space; may be empty.
    """
    known = sorted(families())
    names = {family.lower() for family in known}
    if any(family.lower() in names for family in text.families):
        return None
    words = f"text {quoted(text.words)}{subject}"
    hint = "convert the text to paths in your SVG editor, or put the font's .ttf file into fonts/ beside the deck"
    expected = f"one of: {', '.join(known)}"
    if not text.families:
        return UnlocatedError("E408", f"{words} names no font", expected=f"a font-family, {expected}", hints=(hint,))
    wrong = text.families[0]
    return UnlocatedError(
        "E408",
        f"{words} uses the unknown font {quoted(wrong)}",
        expected=expected,
        hints=(*did_you_mean(wrong, known), hint),
        part="style" if _FAMILY.search(text.owner.get("style") or "") else "font-family",
    )


def _families_of(element: Any) -> tuple[tuple[str, ...], Any]:
    """Return the families that apply to an element, and the element that names them."""
    for owner in (element, *element.iterancestors()):
        style = _FAMILY.search(owner.get("style") or "")
        stated = style[1] if style else owner.get("font-family")
        if stated and stated.strip() != "inherit":
            names = (name.strip(" \t\r\n\"'") for name in stated.replace("&quot;", "").split(","))
            return tuple(name for name in names if name), owner
    return (), element

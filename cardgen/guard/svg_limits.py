"""The limits of an SVG document, the error that names what breaks them, and numbers as attributes state them."""

from __future__ import annotations

import re

from lxml import etree

MOST_WEIGHT = 500_000
"""Weight of a document; that of the largest picture that ships is 4,000."""
SVG = "{http://www.w3.org/2000/svg}"

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_READ = 1000  # characters of an attribute; no list of numbers that is read here is longer


class TooCostlyError(Exception):
    """A document would take too long to draw, or too much memory.

    Attributes:
        element: The element that is to blame; None for the whole document.
        what: What is wrong, as the end of a sentence about the document.
        hint: What to do; may be empty.
        part: The attribute that is to blame; empty for the whole element.
    """

    def __init__(self, element: etree._Element | None, what: str, hint: str = "", part: str = "") -> None:
        super().__init__(what)
        self.element, self.what, self.hint, self.part = element, what, hint, part


def numbers(text: str) -> list[float]:
    """Return the numbers in an attribute; 0 if it has none."""
    return [float(match[0]) for match in _NUMBER.finditer(text[:_READ])] or [0.0]


def view_boxes(element: etree._Element) -> list[list[float]]:
    """Return the numbers of the viewBoxes around an element, the innermost first."""
    return [numbers(above.get("viewBox", "")) for above in element.iterancestors(f"{SVG}svg")]

"""Estimate what it costs to draw an SVG document, before any converter sees it, and refuse what is surely a bomb.

A few hundred characters can ask for more than any machine can do: references that repeat references, markers on every
vertex, filters, numbers beyond all measure. The estimate counts elements after all references have been expanded, without
expanding them. An element weighs more the longer its attributes are, and each of its filters and letters weighs as much
as it takes, compared with a plain shape.

The same estimate applies to pictures and to what templates produce.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from lxml import etree

from cardgen.guard.svg_filters import PRIMITIVES, weight_of_functions, weight_of_primitive
from cardgen.guard.svg_limits import MOST_WEIGHT, SVG, TooCostlyError
from cardgen.guard.svg_references import References, add_references, check_expansion

MOST_ATTRIBUTES = 200
"""Attributes of one element; parsers compare each with all others."""
LARGEST_NUMBER = 1e6
"""Largest coordinate or length, in user units; converters walk along curves in small steps."""
_LETTER_WEIGHT = 20  # each is shaped and becomes an outline
_BYTES_OF_ONE = 200  # characters of attributes that weigh as much as an element

_HUGE = re.compile(r"(?<![\w.#])[-+]?(?:\d{7,}(?:\.\d*)?(?:[eE]\+?\d+)?|(?:\d+\.?\d*|\.\d+)[eE]\+?\d+)")
# In a path, numbers may touch letters and each other.
_PATH_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NUMBERS_ALIKE = re.compile(r"\d{7}|\d\.?[eE]\+?\d")  # cheap, and found wherever `_HUGE` may be
_NOT_NUMBERS = frozenset({"id", "class", "href", "{http://www.w3.org/1999/xlink}href", "name", "font-family", "from"})
_TEXTS = frozenset({f"{SVG}{name}" for name in ("text", "tspan", "textPath", "a")})
_IMAGE = f"{SVG}image"


def check_cost(root: etree._Element, weigh_picture: Callable[[etree._Element], int] = lambda _element: 0) -> int:
    """Return the weight of a document that can be drawn in an acceptable time.

    Args:
        weigh_picture: Returns the weight of the picture that an `<image>` places, besides its own.

    Raises:
        TooCostlyError: It cannot be drawn in an acceptable time.
    """
    sheets = "".join(str(part) for style in root.iter(f"{SVG}style") for part in style.itertext())
    links: dict[etree._Element, References] = defaultdict(lambda: defaultdict(float))
    weights: dict[etree._Element, int] = {}
    for element in root.iter(etree.Element):
        attributes = _attributes(element)
        if len(attributes) > MOST_ATTRIBUTES:
            raise TooCostlyError(element, f"has an element with more than {MOST_ATTRIBUTES} attributes")
        weight, size = 1, 0
        for key, value in attributes:
            size += len(value)
            if len(value) > 2 and key not in _NOT_NUMBERS and _NUMBERS_ALIKE.search(value):
                _check_numbers(element, key, value)
            if "(" in value:
                if key == "filter" or "filter" in value:
                    weight += weight_of_functions(value)
                if "url(" in value.lower():
                    add_references(links[element], element, key, value)
            elif key.endswith("href") and value[:1] == "#":
                links[element][value[1:]] += 1
        weights[element] = weight + size // _BYTES_OF_ONE + _own_weight(element, weigh_picture)
    if sheets:
        _check_sheet(root, sheets, len(weights))
    return check_expansion(root, links, weights)


def _attributes(element: etree._Element) -> list[tuple[str, str]]:
    items: Any = element.items()
    return items  # type: ignore[no-any-return]


def _check_numbers(element: etree._Element, key: str, value: str) -> None:
    for match in (_PATH_NUMBER if key == "d" else _HUGE).finditer(value):
        if abs(float(match[0])) > LARGEST_NUMBER:
            number = match[0] if len(match[0]) < 20 else f"{match[0][:16]}..."
            raise TooCostlyError(element, f"has the number {number}", f"numbers go up to {LARGEST_NUMBER:,.0f}", key)


def _own_weight(element: etree._Element, weigh_picture: Callable[[etree._Element], int]) -> int:
    """Return what an element weighs because of what it is."""
    tag = str(element.tag)
    if tag in _TEXTS:
        letters = len((element.text or "").strip()) + sum(len((child.tail or "").strip()) for child in element)
        return _LETTER_WEIGHT * letters
    if tag == _IMAGE:
        return weigh_picture(element)
    return weight_of_primitive(element) if tag.startswith(PRIMITIVES) else 0


def _check_sheet(root: etree._Element, sheet: str, elements: int) -> None:
    """Reject a style sheet that has to be compared with too many elements, or that hides what it costs."""
    style = next(root.iter(f"{SVG}style"))
    if sheet.count("{") * elements > 20 * MOST_WEIGHT:
        raise TooCostlyError(style, "has too many style rules for its elements", "use presentation attributes")
    if _NUMBERS_ALIKE.search(sheet):
        _check_numbers(style, "", sheet)
    if any(word in sheet for word in ("marker", "filter", "mask", "clip-path")) and "url(" in sheet:
        what = "refers to a marker, a filter, a mask or a clip in a style sheet"
        raise TooCostlyError(style, what, "write it as an attribute of the element")
    if "filter" in sheet and weight_of_functions(sheet) * elements > MOST_WEIGHT:
        raise TooCostlyError(style, "has filters in a style sheet", "write them as attributes of the elements")

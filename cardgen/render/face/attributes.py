"""Read the attributes of a template's elements, whose values may be anything."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from lxml import etree

from cardgen.geometry.units import MM_PER_POINT, Mm, Rect, parse_length
from cardgen.render.face.svg import CARD
from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.errors import UnlocatedError

_BOX = ("x", "y", "width", "height")
ATTRIBUTES = {
    "text": {
        *_BOX,
        "style",
        "align",
        "valign",
        "fit",
        "scale",
        "rotate",
        "color",
        "min-size",
        "from",
        "id",
        "role",
        "alt",
        "lang",
    },
    "icon": {"x", "y", "size", "name", "color", "from", "id"},
    "bleed": {"fill", "id"},
    "column": {*_BOX, "id"},
    "piece": {*_BOX, "kind", "name", "id"},
}
"""Attributes of each `card:` element; `id` has no effect and serves people who read the template."""


def local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    return str(etree.QName(element).localname)


def read_text(element: etree._Element, name: str, default: str = "") -> str:
    """Return an attribute as written."""
    return str(element.get(name, default))


@contextmanager
def about(attribute: str) -> Iterator[None]:
    """Let the errors raised inside point at an attribute, unless they say what they are about."""
    try:
        yield
    except UnlocatedError as error:
        error.part = error.part or attribute
        raise


def check_card_element(element: etree._Element) -> str:
    """Check that a `card:` element and its attributes are known, and return its name.

    Raises:
        UnlocatedError: E405, they are not.
    """
    name = local_name(element)
    if name not in ATTRIBUTES:
        raise UnlocatedError("E405", f"unknown element <card:{name}>", **one_of(name, ATTRIBUTES))
    for attribute in map(str, element.attrib):
        if attribute not in ATTRIBUTES[name]:
            known = sorted(ATTRIBUTES[name])
            raise UnlocatedError(
                "E405",
                f"<card:{name}> has an unknown attribute '{attribute}'",
                part=f"{attribute}=",
                **one_of(attribute, known),
            )
    return name


def read_number(element: etree._Element, name: str, default: float | None = None, *, above: float = -math.inf) -> float:
    """Read an attribute as a number.

    Args:
        default: Value of a missing attribute; None if it is required.

    Raises:
        UnlocatedError: E405, the attribute is missing, not a number or too small.
    """
    text = element.get(name)
    if text is None and default is not None:
        return default
    try:
        value = float(text or "")
    except ValueError:
        value = math.nan
    if math.isfinite(value) and value > above:
        return value
    tag, shown = local_name(element), name.replace(f"{{{CARD}}}", "card:")
    message = f"{shown} of <{tag}> is {quoted(text)}" if text else f"<{tag}> has no {shown}"
    expected = "a number" + (f" above {above:g}" if above > -math.inf else "")
    raise UnlocatedError("E405", message, expected=expected, part=name)


def read_length(element: etree._Element, name: str) -> Mm:
    """Read an attribute as a length, in mm; a number without a unit is in points, as usual for type.

    Raises:
        UnlocatedError: E405, it is not a length.
    """
    text = read_text(element, name).strip()
    if not text[-1:].isalpha():
        return read_number(element, name, above=0) * MM_PER_POINT
    try:
        return parse_length(text)
    except ValueError as error:
        raise UnlocatedError("E405", str(error), part=name) from None


def read_box(element: etree._Element, *, above: float = -math.inf) -> Rect:
    """Read x, y, width and height, in units of the face.

    Args:
        above: Lower limit of width and height, itself excluded.

    Raises:
        UnlocatedError: E405, one of them is missing or invalid.
    """
    x, y = read_number(element, "x"), read_number(element, "y")
    return Rect(x, y, read_number(element, "width", above=above), read_number(element, "height", above=above))

"""Write the elements of an SVG document in a canonical form: what looks alike is written alike.

Ids, the order of attributes, spaces, notations of a number or a colour, groups that only hold things together, unused
definitions, comments and what editors leave behind cannot be seen on paper. XML canonicalization (C14N, in lxml)
unifies only attributes and namespaces of these, and optimizers such as scour keep most of the others.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lxml import etree

from cardgen.changes.digest import digest
from cardgen.geometry.units import Rect

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_HREF = ("href", "{http://www.w3.org/1999/xlink}href")
_UNDRAWN = {
    *("title", "desc", "metadata", "style"),  # a style sheet is handled separately
    *("defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "linearGradient", "radialGradient"),
}
_INVISIBLE_ATTRIBUTES = {
    "id",
    "class",
    "style",
    "role",
    "version",
    "baseProfile",
}  # `style` is split into its properties
_PLAIN_ATTRIBUTES = frozenset(
    {
        *("d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "points", "transform"),
        *("fill", "fill-opacity", "opacity", "offset", "stop-color", "stop-opacity", "stroke", "stroke-width"),
    }
)
"""Attributes that are visible as they are; most that elements have."""
_INVISIBLE_PREFIXES = ("data-", "aria-", "{")
_PLAIN_BOX = {"x", "y", "width", "height", "fill", "fill-opacity", "opacity"}
_TEXTS = {"text", "tspan", "textPath"}
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(rf"url\([^)]*\)|#[0-9a-fA-F]+|{_NUMBER}|[^\s,\d.+-]+|[-+.]")
_PATH_TOKEN = re.compile(rf"{_NUMBER}|[^\s,]")  # path commands may follow each other without a space
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^)'\"]+?)['\"]?\s*\)")
_DIGITS = 6  # significant digits; on a sheet of 300 mm the last is a thousandth of a millimetre

_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
)


def canonical_elements(root: etree._Element, window: Rect) -> tuple[str, ...]:
    """Return the elements of a document in painting order, each in its canonical form.

    Args:
        window: Visible part, in user units. A plain box that extends beyond it is written as if it ended there:
            backgrounds do, and how far is not visible.
    """
    return tuple(_CanonicalWriter(root).children(root, window))


def parse_document(svg: str) -> etree._Element:
    """Return the root of a document."""
    return etree.fromstring(svg.encode(), _PARSER)


class _CanonicalWriter:
    """Writes the elements of one document.

    A reference is replaced by what it refers to, so that neither names nor the order of definitions count. Selectors
    of a style sheet may use ids and classes, so a document with a style sheet keeps them.
    """

    def __init__(self, root: etree._Element) -> None:
        self._by_id = {str(element.get("id")): element for element in root.iter() if element.get("id")}
        sheets = [" ".join("".join(map(str, sheet.itertext())).split()) for sheet in root.iter(f"{_NAMESPACE}style")]
        self._sheet = digest(*sheets) if sheets else ""
        self._known: dict[str, str] = {}

    def children(self, parent: etree._Element, window: Rect | None = None) -> list[str]:
        """Return the visible children of an element; those of a plain group take the place of the group.

        Args:
            window: Visible part in the units of the element; None if it is unknown.
        """
        found: list[str] = []
        for child in parent:
            name = _svg_name(child)
            if name and name not in _UNDRAWN:
                attributes = self._attributes(child)
                if name == "g" and not attributes:
                    found += self.children(child, window)
                    continue
                if window and name == "rect":
                    attributes |= self._visible_box(child, attributes, window)
                found.append(self._element(name, child, attributes))
        return found

    def _element(self, name: str, element: etree._Element, attributes: dict[str, str]) -> str:
        head = " ".join([name, *[f"{key}={attributes[key]!r}" for key in sorted(attributes)]])
        if name in _TEXTS:
            inside = self._text_content(element)
        else:
            inside = "".join(self.children(element)) if len(element) else ""
        return f"<{head}>{inside}</>"

    def _visible_box(self, element: etree._Element, attributes: dict[str, str], window: Rect) -> dict[str, str]:
        """Return the visible part of a plain box as attributes; empty if its look depends on all of it."""
        reference = _REFERENCE.search(f"{element.get('fill')} {element.get('style')}")
        paint = self._by_id.get(reference[1]) if reference else None
        units = "" if paint is None else str(paint.get("patternUnits") or paint.get("gradientUnits"))
        if not set(attributes) <= _PLAIN_BOX or (reference and units != "userSpaceOnUse"):
            return {}
        try:
            x, y, width, height = (float(attributes.get(key, 0)) for key in ("x", "y", "width", "height"))
        except ValueError:  # a percentage
            return {}
        left, top = max(x, window.x), max(y, window.y)
        right, bottom = min(x + width, window.right), min(y + height, window.bottom)
        sides = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        return {key: _canonical_token(str(side)) for key, side in sides.items()}

    def _text_content(self, element: etree._Element) -> str:
        """Return the content of a text: words, and elements between them."""
        parts = [str(element.text or "")]
        for child in element:
            parts += [self._element(_svg_name(child) or "", child, self._attributes(child)), str(child.tail or "")]
        return " ".join("".join(parts).split())

    def _attributes(self, element: etree._Element) -> dict[str, str]:
        """Return the visible attributes, including the properties of `style`, which take precedence as in CSS."""
        found = {}
        items: Any = element.items()
        for key, value in items:
            if key in _PLAIN_ATTRIBUTES:
                found[key] = self._value(key, value)
            elif key in _HREF:
                found["href"] = self._target(value[1:]) if value.startswith("#") else digest(value)
            elif key not in _INVISIBLE_ATTRIBUTES and not key.startswith(_INVISIBLE_PREFIXES):
                found[key] = self._value(key, value)
            elif self._sheet and key in ("id", "class"):
                found[key] = f"{value} {self._sheet}"
        style: Any = element.get("style")
        for declaration in style.split(";") if style else ():
            key, colon, value = declaration.partition(":")
            if colon:
                found[key.strip()] = self._value(key.strip(), value)
        return found

    def _value(self, key: str, value: str) -> str:
        if "url" in value:
            value = _REFERENCE.sub(lambda match: f"url({self._target(match[1])})", value)
        return _canonical_value(value, key == "d")

    def _target(self, identifier: str) -> str:
        """Return the digest of what an id refers to."""
        if identifier not in self._known:
            element = self._by_id.get(identifier)
            self._known[identifier] = "circle"
            name = "" if element is None else _svg_name(element) or ""
            body = "" if element is None else self._element(name, element, self._attributes(element))
            self._known[identifier] = digest(body)
        return self._known[identifier]


def _svg_name(element: etree._Element) -> str | None:
    """Return the name of an SVG element; None for elements of editors."""
    text = str(element.tag)
    return text[len(_NAMESPACE) :] if text.startswith(_NAMESPACE) else None


@lru_cache(maxsize=2**12)  # icons and ornaments repeat
def _canonical_value(value: str, is_path: bool) -> str:
    return " ".join(map(_canonical_token, (_PATH_TOKEN if is_path else _TOKEN).findall(value)))


@lru_cache(maxsize=2**16)  # artwork repeats its many numbers
def _canonical_token(token: str) -> str:
    if token.startswith("#"):
        digits = token[1:].lower()
        return "#" + ("".join(digit * 2 for digit in digits) if len(digits) in (3, 4) else digits)
    try:
        return f"{float(token) + 0.0:.{_DIGITS}g}"  # adding 0.0 turns -0 into 0
    except ValueError:
        return token

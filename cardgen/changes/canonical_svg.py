"""The drawing elements of an SVG document in one spelling: what is drawn alike is written alike.

Ids, the order of attributes, spaces, ways to write a number or a colour, groups that only hold things together,
definitions that nothing uses, comments and what editors leave behind: none of it is seen on paper.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from lxml import etree

from cardgen.geometry.units import Rect

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_HREF = ("href", "{http://www.w3.org/1999/xlink}href")
_UNSEEN = {"title", "desc", "metadata", "style"}  # a style sheet is spelled apart
_ONLY_REFERRED_TO = {
    *("defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "linearGradient", "radialGradient"),
}
_UNSEEN_ATTRIBUTES = {"id", "class", "style", "role", "version", "baseProfile"}  # `style` is taken apart
_UNSEEN_PREFIXES = ("data-", "aria-", "{")
_PLAIN_BOX = {"x", "y", "width", "height", "fill", "fill-opacity", "opacity"}
_TEXTS = {"text", "tspan", "textPath"}
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(rf"url\([^)]*\)|#[0-9a-fA-F]+|{_NUMBER}|[^\s,\d.+-]+|[-+.]")
_PATH_TOKEN = re.compile(rf"{_NUMBER}|[^\s,]")  # its commands may stand side by side
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^)'\"]+?)['\"]?\s*\)")
_DIGITS = 6  # significant ones; on a sheet of 300 mm the last is a thousandth of a millimetre

_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
)


def canonical_elements(root: etree._Element, window: Rect) -> tuple[str, ...]:
    """The elements of a document, in painting order, each in its one spelling.

    Args:
        root: Of the document.
        window: What is seen of it, in its own units. A plain box that runs past it is spelled as if it ended there:
            grounds do, and how far does not show.
    """
    return tuple(_Speller(root).children(root, window))


def parse_document(svg: str) -> etree._Element:
    """The root of a document that holds nothing but drawing."""
    return etree.fromstring(svg.encode(), _PARSER)


def digest(*parts: str | bytes) -> str:
    """A short name for some content: 128 bits of its SHA-256."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(b"%d:" % len(data) + data)
    return whole.hexdigest()[:32]


class _Speller:
    """Spells the elements of one document.

    A reference is spelled by what it refers to, so neither names nor the order of definitions count. Selectors of a
    style sheet may use ids and classes, so a document with one keeps them.
    """

    def __init__(self, root: etree._Element) -> None:
        self._by_id = {str(element.get("id")): element for element in root.iter() if element.get("id")}
        sheets = [" ".join("".join(map(str, sheet.itertext())).split()) for sheet in root.iter(f"{_NAMESPACE}style")]
        self._sheet = digest(*sheets) if sheets else ""
        self._known: dict[str, str] = {}

    def children(self, parent: etree._Element, window: Rect | None = None) -> list[str]:
        """The children of an element that are drawn; those of a plain group stand for the group.

        Args:
            parent: The element.
            window: What is seen, if that is known in the units of the element.
        """
        found: list[str] = []
        for child in parent:
            name = _local(child)
            if name and name not in _UNSEEN and name not in _ONLY_REFERRED_TO:
                attributes = self._attributes(child)
                if name == "g" and not attributes:
                    found += self.children(child, window)
                    continue
                if window and name == "rect":
                    attributes |= self._seen_box(child, attributes, window)
                found.append(self._element(name, child, attributes))
        return found

    def _element(self, name: str, element: etree._Element, attributes: dict[str, str]) -> str:
        head = " ".join([name, *(f"{key}={value!r}" for key, value in sorted(attributes.items()))])
        inside = self._words(element) if name in _TEXTS else "".join(self.children(element))
        return f"<{head}>{inside}</>"

    def _seen_box(self, element: etree._Element, attributes: dict[str, str], window: Rect) -> dict[str, str]:
        """Place and size of what is seen of a plain box; nothing if its look depends on all of it."""
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
        return {key: _token(str(side)) for key, side in sides.items()}

    def _words(self, element: etree._Element) -> str:
        """What is inside a text: words, and elements between them."""
        parts = [str(element.text or "")]
        for child in element:
            parts += [self._element(_local(child) or "", child, self._attributes(child)), str(child.tail or "")]
        return " ".join("".join(parts).split())

    def _attributes(self, element: etree._Element) -> dict[str, str]:
        """The attributes that are seen, those of `style` among them, which win as they do in CSS."""
        found = {}
        for key, value in ((str(key), str(value)) for key, value in element.attrib.items()):
            if key in _HREF:
                found["href"] = self._target(value[1:]) if value.startswith("#") else digest(value)
            elif key not in _UNSEEN_ATTRIBUTES and not key.startswith(_UNSEEN_PREFIXES):
                found[key] = self._value(key, value)
            elif self._sheet and key in ("id", "class"):
                found[key] = f"{value} {self._sheet}"
        for declaration in str(element.get("style") or "").split(";"):
            key, colon, value = declaration.partition(":")
            if colon:
                found[key.strip()] = self._value(key.strip(), value)
        return found

    def _value(self, key: str, value: str) -> str:
        if "url" in value:
            value = _REFERENCE.sub(lambda match: f"url({self._target(match[1])})", value)
        return _normal(value, _PATH_TOKEN if key == "d" else _TOKEN)

    def _target(self, identifier: str) -> str:
        """What an id stands for, as a digest; a reference to nothing, or to what holds it, as such."""
        if identifier not in self._known:
            element = self._by_id.get(identifier)
            self._known[identifier] = "circle"
            name = "" if element is None else _local(element) or ""
            body = "" if element is None else self._element(name, element, self._attributes(element))
            self._known[identifier] = digest(body)
        return self._known[identifier]


def _local(element: etree._Element) -> str | None:
    """The name of an SVG element; None for those of editors."""
    tag = str(element.tag)
    return tag.removeprefix(_NAMESPACE) if tag.startswith(_NAMESPACE) else None


@lru_cache(maxsize=2**12)  # icons and ornaments come again and again
def _normal(value: str, tokens: re.Pattern[str]) -> str:
    return " ".join(map(_token, tokens.findall(value)))


@lru_cache(maxsize=2**16)  # art repeats its numbers, and there are many
def _token(token: str) -> str:
    if token.startswith("#"):
        digits = token[1:].lower()
        return "#" + ("".join(digit * 2 for digit in digits) if len(digits) in (3, 4) else digits)
    try:
        return f"{float(token) + 0.0:.{_DIGITS}g}"  # the sum makes -0 a 0
    except ValueError:
        return token

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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from lxml import etree

MOST_WEIGHT = 500_000
"""Weight of a document; that of the largest picture that ships is 4,000."""
MOST_DEPTH = 100
"""Levels of nesting, references included; converters recurse."""
MOST_ATTRIBUTES = 200
"""Attributes of one element; parsers compare each with all others."""
LARGEST_NUMBER = 1e6
"""Largest coordinate or length, in user units; converters walk along curves in small steps."""
MOST_OCTAVES = 8
"""Of turbulence; the eighth adds 1/128, about what 8 bits can show."""
LARGEST_KERNEL = 9
"""Rows and columns of a convolution."""

# Filters are computed pixel by pixel. Measured on the face of a poker card, of which 50,000 would take a second.
_FUNCTION_WEIGHTS = {"blur": 12_500, "drop-shadow": 20_000}
_PRIMITIVE_WEIGHTS = {"feGaussianBlur": 6_000, "feDropShadow": 20_000}
_WEIGHT_OF_OTHERS = 2_500
_OCTAVE_WEIGHT, _KERNEL_WEIGHT = 4_000, 250  # of turbulence; of each number in the matrix of a convolution
_SMALLEST_SHARE = 0.05  # of the drawing, for a filter of something small
_USUAL_REGION = 1.2  # width and height of the region of a filter that states none
_LETTER_WEIGHT = 20  # each is shaped and becomes an outline
_BYTES_OF_ONE = 200  # characters of attributes that weigh as much as an element
_LARGEST_REGION = 3.0  # width and height of the region of a filter, as a share of what it is applied to
_SVG = "{http://www.w3.org/2000/svg}"

_REFERENCE = re.compile(r"""url\(\s*(?:&quot;|["'])?#([^"'()#\s&]+)""", re.IGNORECASE)
_MARKERS = re.compile(r"marker(-start|-mid|-end)?$")
_STYLE_MARKERS = re.compile(r"marker(-start|-mid|-end)?\s*:\s*url\(\s*[\"']?#([^\"'()#\s]+)", re.IGNORECASE)
_FUNCTIONS = re.compile(
    r"(blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\s*\("
)
_VERTEX = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_HUGE = re.compile(r"(?<![\w.#])[-+]?(?:\d{7,}(?:\.\d*)?(?:[eE]\+?\d+)?|(?:\d+\.?\d*|\.\d+)[eE]\+?\d+)")
_NUMBERS_ALIKE = re.compile(r"\d{7}|\d\.?[eE]\+?\d")  # cheap, and found wherever `_HUGE` may be
_NOT_NUMBERS = frozenset({"id", "class", "href", "{http://www.w3.org/1999/xlink}href", "name", "font-family", "from"})
_TEXTS = frozenset({f"{_SVG}{name}" for name in ("text", "tspan", "textPath", "a")})
_MARKED = frozenset({f"{_SVG}{name}" for name in ("path", "line", "polyline", "polygon")})


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


def check_cost(root: etree._Element, weigh: Callable[[etree._Element], int] = lambda _element: 0) -> int:
    """Return the weight of a document that can be drawn in an acceptable time.

    Args:
        root: Root of the document.
        weigh: Returns the weight of what an element places, such as a picture, besides its own; 0 for most.

    Raises:
        TooCostlyError: It cannot be drawn in an acceptable time.
    """
    sheets = "".join(str(part) for style in root.iter(f"{_SVG}style") for part in style.itertext())
    links: dict[etree._Element, Mapping[str, float]] = {}
    weights: dict[etree._Element, int] = {}
    for element in root.iter(etree.Element):
        if len(element.attrib) > MOST_ATTRIBUTES:
            raise TooCostlyError(element, f"has an element with more than {MOST_ATTRIBUTES} attributes")
        weight, size = 1 + weigh(element), 0
        found = defaultdict[str, float](float)
        for key, value in _attributes(element):
            size += len(value)
            if len(value) > 2 and key not in _NOT_NUMBERS and _NUMBERS_ALIKE.search(value):
                _check_numbers(element, key, value)
            if "(" in value:
                if key == "filter" or "filter" in value:
                    weight += _weight_of_functions(value)
                _add_references(found, element, key, value)
            elif key.endswith("href") and value[:1] == "#":
                found[value[1:]] += 1
        if found:
            links[element] = found
        weights[element] = weight + size // _BYTES_OF_ONE + _own_weight(element)
    if sheets:
        _check_sheet(root, sheets, len(weights))
    return _check_expansion(root, links, weights)


def _attributes(element: etree._Element) -> list[tuple[str, str]]:
    items: Any = element.items()
    return items  # type: ignore[no-any-return]


def _check_numbers(element: etree._Element, key: str, value: str) -> None:
    for match in _HUGE.finditer(value):
        if abs(float(match[0])) > LARGEST_NUMBER:
            number = match[0] if len(match[0]) < 20 else f"{match[0][:16]}..."
            raise TooCostlyError(element, f"has the number {number}", f"numbers go up to {LARGEST_NUMBER:,.0f}", key)


def _add_references(found: dict[str, float], element: etree._Element, key: str, value: str) -> None:
    """Count the ids that an attribute refers to; a marker as often as it is drawn."""
    if element.tag in _MARKED and (key.startswith("marker") or "marker" in value):
        markers = _STYLE_MARKERS.findall(value)
        if match := _MARKERS.match(key):
            markers += [(match[1] or "", name) for name in _REFERENCE.findall(value)]
        for which, name in markers:
            found[name] += _vertices(element) if which in ("", "-mid") else 1
        others = set(_REFERENCE.findall(value)) - {name for _, name in markers}
        for name in others:
            found[name] += 1
        return
    share = _share(element) if "filter" in key or "filter" in value else 1.0
    for name in _REFERENCE.findall(value):
        found[name] += share


def _share(element: etree._Element) -> float:
    """Return the share of the drawing that an element covers, as far as its attributes say so; else 1, all of it."""
    box = next((_numbers(above.get("viewBox", "")) for above in element.iterancestors(f"{_SVG}svg")), [])
    sides = element.get("width", ""), element.get("height", "")
    if len(box) < 4 or not all(sides) or "%" in "".join(sides):
        return 1.0
    area = max(_numbers(sides[0])) * max(_numbers(sides[1])) / max(1e-6, box[2] * box[3])
    return min(1.0, max(_SMALLEST_SHARE, area))


def _vertices(element: etree._Element) -> int:
    """Return an upper bound of the number of vertices of a path or a polygon."""
    return 2 + len(_VERTEX.findall(element.get("d", ""))) + len(_VERTEX.findall(element.get("points", ""))) // 2


def _own_weight(element: etree._Element) -> int:
    """Return what an element weighs because of what it is."""
    tag = str(element.tag)
    if tag in _TEXTS:
        letters = len((element.text or "").strip()) + sum(len((child.tail or "").strip()) for child in element)
        return _LETTER_WEIGHT * letters
    if not tag.startswith(f"{_SVG}fe") and tag != f"{_SVG}filter":
        return 0
    name = tag.removeprefix(_SVG)
    if name == "filter":
        return 0
    weight = _weight_of_primitive(element, name)
    holder = element.getparent()
    while holder is not None and holder.tag != f"{_SVG}filter":
        holder = holder.getparent()
    return round(weight * _region(holder)) if holder is not None else 0


def _weight_of_functions(value: str) -> int:
    return sum(_FUNCTION_WEIGHTS.get(name, _WEIGHT_OF_OTHERS) for name in _FUNCTIONS.findall(value))


def _weight_of_primitive(element: etree._Element, name: str) -> int:
    if name == "feMorphology":  # converters take minutes for a radius of a few per cent of the picture
        raise TooCostlyError(element, "has the filter <feMorphology>", "draw a wider stroke instead")
    if name == "feTurbulence":
        octaves = _number(element, "numOctaves", 1)
        if octaves > MOST_OCTAVES:
            what = f"has turbulence with more than {MOST_OCTAVES} octaves"
            raise TooCostlyError(element, what, "use fewer", "numOctaves")
        return round(_OCTAVE_WEIGHT * max(1, octaves))
    if name == "feConvolveMatrix":
        order = max(_numbers(element.get("order", "3")))
        if order > LARGEST_KERNEL:
            what = f"has a convolution of more than {LARGEST_KERNEL} rows or columns"
            raise TooCostlyError(element, what, "use <feGaussianBlur>, or a smaller matrix", "order")
        return round(_KERNEL_WEIGHT * max(3, order) ** 2)
    return _PRIMITIVE_WEIGHTS.get(name, _WEIGHT_OF_OTHERS)


def _region(element: etree._Element) -> float:
    """Return the area of the region of a filter, compared with the usual one.

    Raises:
        TooCostlyError: It is much larger than what the filter is applied to, or than the drawing.
    """
    unit = 1.0
    if element.get("filterUnits") == "userSpaceOnUse":
        boxes = [_numbers(above.get("viewBox", "")) for above in element.iterancestors(f"{_SVG}svg")]
        unit = max((side for box in boxes for side in box[2:4]), default=100.0) or 1.0
    area = 1.0
    for key in ("width", "height"):
        value = element.get(key, str(_USUAL_REGION * unit))
        side = max(_numbers(value)) * (0.01 if "%" in value else 1 / unit)
        if side > _LARGEST_REGION:
            what = "has a filter whose region is much larger than what is drawn"
            raise TooCostlyError(element, what, f"{key} is at most {_LARGEST_REGION:.0%}", key)
        area *= max(side, _USUAL_REGION) / _USUAL_REGION
    return area


def _number(element: etree._Element, name: str, default: float) -> float:
    return max(_numbers(element.get(name, str(default))))


def _numbers(text: str) -> list[float]:
    found = [float(match[0]) for match in re.finditer(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text[:1000])]
    return found or [0.0]


def _check_sheet(root: etree._Element, sheet: str, elements: int) -> None:
    """Reject a style sheet that has to be compared with too many elements, or that hides what it costs."""
    style = next(root.iter(f"{_SVG}style"))
    if sheet.count("{") * elements > 20 * MOST_WEIGHT:
        raise TooCostlyError(style, "has too many style rules for its elements", "use presentation attributes")
    if _NUMBERS_ALIKE.search(sheet):
        _check_numbers(style, "", sheet)
    if any(word in sheet for word in ("marker", "filter", "mask", "clip-path")) and "url(" in sheet:
        what = "refers to a marker, a filter, a mask or a clip in a style sheet"
        raise TooCostlyError(style, what, "write it as an attribute of the element")
    if "filter" in sheet and _weight_of_functions(sheet) * elements > MOST_WEIGHT:
        raise TooCostlyError(style, "has filters in a style sheet", "write them as attributes of the elements")


@dataclass(frozen=True, slots=True)
class _Part:
    """An element that others refer to, or the root.

    Attributes:
        weight: Weight of all elements in it.
        height: Levels of nesting in it.
        links: Number of references to each other part.
    """

    weight: int
    height: int
    links: dict[str, float]


def _check_expansion(
    root: etree._Element, links: Mapping[etree._Element, Mapping[str, float]], weights: Mapping[etree._Element, int]
) -> int:
    """Return what is drawn after all references have been expanded, without expanding them."""
    parts, targets = _parts(root, links, weights)
    try:
        order = list(TopologicalSorter({name: part.links for name, part in parts.items()}).static_order())
    except CycleError as error:
        name = error.args[1][0]
        raise TooCostlyError(targets.get(name), f"has an element that contains itself: '#{name}'") from error
    total: dict[str, int] = {}
    depth: dict[str, int] = {}
    for name in order:
        part = parts[name]
        drawn = part.weight + sum(times * total[link] for link, times in part.links.items())
        total[name] = min(round(drawn), MOST_WEIGHT + 1)  # the exact numbers may have thousands of digits
        depth[name] = part.height + max((depth[link] for link in part.links), default=0)
    if depth[""] > MOST_DEPTH:
        raise TooCostlyError(None, f"is nested more than {MOST_DEPTH} deep, references included", "simplify it")
    if total[""] > MOST_WEIGHT:
        blamed = _heaviest(root, links, weights, total)
        what = f"draws as much as {MOST_WEIGHT:,} elements, with what is repeated, filters and letters"
        raise TooCostlyError(blamed, what, "simplify it")
    return total[""]


def _heaviest(
    root: etree._Element,
    links: Mapping[etree._Element, Mapping[str, float]],
    weights: Mapping[etree._Element, int],
    total: Mapping[str, int],
) -> etree._Element:
    """Return the element that adds most to the weight, with what it refers to."""

    def weight(element: etree._Element) -> float:
        repeated = sum(times * total.get(name, 0) for name, times in links.get(element, {}).items())
        return weights[element] + repeated

    return max((element for element in root.iter(etree.Element)), key=weight)


def _parts(
    root: etree._Element, links: Mapping[etree._Element, Mapping[str, float]], weights: Mapping[etree._Element, int]
) -> tuple[dict[str, _Part], dict[str, etree._Element]]:
    level: dict[etree._Element, int] = {}
    targets: dict[str, etree._Element] = {}
    for element in root.iter(etree.Element):
        parent = element.getparent()
        level[element] = 0 if parent is None or element is root else level[parent] + 1
        name = element.get("id")
        if name:
            targets.setdefault(name, element)
    targets[""] = root
    used = {link for found in links.values() for link in found if link in targets} | {""}
    parts = {}
    for name in used:
        counted = defaultdict[str, float](float)
        weight, deepest = 0, level[targets[name]]
        for element in targets[name].iter(etree.Element):
            weight += weights[element]
            deepest = max(deepest, level[element])
            if element in links:
                for link, times in links[element].items():
                    if link in targets:
                        counted[link] += times
        parts[name] = _Part(weight, deepest - level[targets[name]] + 1, counted)
    return parts, targets

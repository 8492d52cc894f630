"""Weigh the filters of an SVG document, which are computed pixel by pixel, and refuse those that never end.

The weights were measured on the face of a poker card, of which 50,000 would take a second.
"""

from __future__ import annotations

import re

from lxml import etree

from cardgen.guard.svg_limits import SVG, TooCostlyError, numbers, view_boxes

MOST_OCTAVES = 8
"""Of turbulence; the eighth adds 1/128, about what 8 bits can show."""
LARGEST_KERNEL = 9
"""Rows and columns of a convolution."""
PRIMITIVES = (f"{SVG}fe", "fe")
"""How the names of elements of filters begin, with the namespace of SVG or without any."""

_FUNCTION_WEIGHTS = {"blur": 12_500, "drop-shadow": 20_000}
_PRIMITIVE_WEIGHTS = {"feGaussianBlur": 6_000, "feDropShadow": 20_000}
_WEIGHT_OF_OTHERS = 2_500
_OCTAVE_WEIGHT, _KERNEL_WEIGHT = 4_000, 250  # of turbulence; of each number in the matrix of a convolution
_SMALLEST_SHARE = 0.05  # of the drawing, for a filter of something small
_USUAL_REGION = 1.2  # width and height of the region of a filter that states none
_LARGEST_REGION = 3.0  # width and height of the region of a filter, as a share of what it is applied to
_FUNCTIONS = re.compile(
    r"(blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\s*\("
)


def weight_of_functions(value: str) -> int:
    """Return the weight of the functions that a property names, such as `blur(2px)`."""
    return sum(_FUNCTION_WEIGHTS.get(name, _WEIGHT_OF_OTHERS) for name in _FUNCTIONS.findall(value))


def weight_of_primitive(element: etree._Element) -> int:
    """Return the weight of an element of a filter, whose name begins as one of `PRIMITIVES`.

    Raises:
        TooCostlyError: It would take minutes, however small it is.
    """
    name = str(element.tag).removeprefix(SVG)
    weight = _weight(element, name)
    holder = next(element.iterancestors(f"{SVG}filter"), None)
    return round(weight * _region(holder)) if holder is not None else 0


def share_of_drawing(element: etree._Element) -> float:
    """Return the share of the drawing that an element covers, as far as its attributes say so; else 1, all of it."""
    box = next(iter(view_boxes(element)), [])
    sides = element.get("width", ""), element.get("height", "")
    if len(box) < 4 or not all(sides) or "%" in "".join(sides):
        return 1.0
    area = max(numbers(sides[0])) * max(numbers(sides[1])) / max(1e-6, box[2] * box[3])
    return min(1.0, max(_SMALLEST_SHARE, area))


def _weight(element: etree._Element, name: str) -> int:
    if name == "feMorphology":  # converters take minutes for a radius of a few per cent of the picture
        raise TooCostlyError(element, "has the filter <feMorphology>", "draw a wider stroke instead")
    if name == "feTurbulence":
        octaves = max(numbers(element.get("numOctaves", "1")))
        if octaves > MOST_OCTAVES:
            what = f"has turbulence with more than {MOST_OCTAVES} octaves"
            raise TooCostlyError(element, what, "use fewer", "numOctaves")
        return round(_OCTAVE_WEIGHT * max(1, octaves))
    if name == "feConvolveMatrix":
        order = max(numbers(element.get("order", "3")))
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
        unit = max((side for box in view_boxes(element) for side in box[2:4]), default=100.0) or 1.0
    area = 1.0
    for key in ("width", "height"):
        value = element.get(key, str(_USUAL_REGION * unit))
        side = max(numbers(value)) * (0.01 if "%" in value else 1 / unit)
        if side > _LARGEST_REGION:
            what = "has a filter whose region is much larger than what is drawn"
            raise TooCostlyError(element, what, f"{key} is at most {_LARGEST_REGION:.0%}", key)
        area *= max(side, _USUAL_REGION) / _USUAL_REGION
    return area

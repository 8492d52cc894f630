"""Count what an SVG document draws after all its references have been expanded, without expanding them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from lxml import etree

from cardgen.guard.svg_filters import share_of_drawing
from cardgen.guard.svg_limits import MOST_WEIGHT, SVG, TooCostlyError

MOST_DEPTH = 100
"""Levels of nesting, references included; converters recurse."""

References = dict[str, float]
"""How often an element refers to each id; a filter counts as the share of the drawing that it is applied to."""

_REFERENCE = re.compile(r"""url\(\s*(?:&quot;|["'])?#([^"'()#\s&]+)""", re.IGNORECASE)
_MARKERS = re.compile(r"marker(-start|-mid|-end)?$")
_STYLE_MARKERS = re.compile(r"marker(-start|-mid|-end)?\s*:\s*url\(\s*[\"']?#([^\"'()#\s]+)", re.IGNORECASE)
_VERTEX = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_MARKED = frozenset({f"{SVG}{name}" for name in ("path", "line", "polyline", "polygon")})


def add_references(found: References, element: etree._Element, key: str, value: str) -> None:
    """Count the ids that an attribute refers to; a marker as often as it is drawn.

    Args:
        found: The references of the element so far.
    """
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
    share = share_of_drawing(element) if "filter" in key or "filter" in value else 1.0
    for name in _REFERENCE.findall(value):
        found[name] += share


def _vertices(element: etree._Element) -> int:
    """Return an upper bound of the number of vertices of a path or a polygon."""
    return 2 + len(_VERTEX.findall(element.get("d", ""))) + len(_VERTEX.findall(element.get("points", ""))) // 2


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
    links: References


def check_expansion(
    root: etree._Element, links: Mapping[etree._Element, References], weights: Mapping[etree._Element, int]
) -> int:
    """Return the weight of what is drawn after all references have been expanded.

    Args:
        weights: The weight of each element by itself.

    Raises:
        TooCostlyError: It is too heavy, nested too deep, or contains itself.
    """
    if not links and len(weights) <= MOST_DEPTH and (weight := sum(weights.values())) <= MOST_WEIGHT:
        return weight  # as most faces are: without references, and with fewer elements than may be nested
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
        raise TooCostlyError(
            _deepest(root, links, depth), f"is nested more than {MOST_DEPTH} deep, references included", "simplify it"
        )
    if total[""] > MOST_WEIGHT:
        blamed = _heaviest(root, links, weights, total)
        what = f"draws as much as {MOST_WEIGHT:,} elements, with what is repeated, filters and letters"
        raise TooCostlyError(blamed, what, "simplify it")
    return total[""]


def _deepest(
    root: etree._Element, links: Mapping[etree._Element, References], depth: Mapping[str, int]
) -> etree._Element:
    """Return the element that leads deepest, with what it refers to."""

    def reach(element: etree._Element) -> int:
        below = max((depth.get(name, 0) for name in links.get(element, {})), default=0)
        return below + sum(1 for _ in element.iterancestors())

    return max((element for element in root.iter(etree.Element)), key=reach)


def _heaviest(
    root: etree._Element,
    links: Mapping[etree._Element, References],
    weights: Mapping[etree._Element, int],
    total: Mapping[str, int],
) -> etree._Element:
    """Return the element that adds most to the weight, with what it refers to."""

    def weight(element: etree._Element) -> float:
        repeated = sum(times * total.get(name, 0) for name, times in links.get(element, {}).items())
        return weights[element] + repeated

    return max((element for element in root.iter(etree.Element)), key=weight)


def _parts(
    root: etree._Element, links: Mapping[etree._Element, References], weights: Mapping[etree._Element, int]
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

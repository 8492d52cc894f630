"""Read the shapes of an artwork in painting order, each with the colours that it may paint at a point.

Strokes inside a picture are left out: they are thinner than text. What geometry cannot say, such as the place in a gradient or
in a pattern, gives several colours, of which any may be there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from lxml import etree
from PIL import ImageColor

from cardgen.preflight.matrices import IDENTITY, Matrix, multiply, read_matrix
from cardgen.preflight.outlines import EllipseInside, Inside, PathInside, RectInside, StrokeInside
from cardgen.preflight.path_lines import read_numbers
from cardgen.preflight.shapes import ANYTHING, Paint, PaintedShape, PlacedPicture, ShapeIndex

_CLEAR: Paint = (0, 0, 0, 0)
_CHARACTERS_OF_ONE = 1_000  # of a path, that count as an element
_MOST_ELEMENTS = 20_000
"""Elements of an artwork that are read, what is used several times as often; a picture that ships has 4,000."""
_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)")
_GROUPS = frozenset({"g", "svg", "a", "symbol", "switch"})
_NOT_PAINTED = frozenset(
    f"{_SVG}{name}"
    for name in ("defs", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "filter", "text", "style")
)
_CHANGES = frozenset(
    {"style", "transform", "color", "fill", "fill-opacity", "opacity", "clip-path", "mask", "filter", "mix-blend-mode"}
    | {"stroke", "stroke-width", "stroke-opacity"}
)
_HIDING = frozenset({"style", "display", "visibility"})


class _PaintState(NamedTuple):
    """What an element inherits from those around it."""

    matrix: Matrix = IDENTITY
    fill: str = "black"
    fill_opacity: float = 1.0
    opacity: float = 1.0
    is_masked: bool = False
    clips: tuple[tuple[PaintedShape, ...], ...] = ()
    stroke: str = "none"
    stroke_width: float = 1.0
    stroke_opacity: float = 1.0
    is_picture: bool = False
    color: str = "black"


def read_shapes(svg: str) -> tuple[Matrix, list[PaintedShape | PlacedPicture]]:
    """Return the shapes of an artwork, and the matrix from fractions of its box to the units of its viewBox.

    Of an artwork that uses elements again without end, anything may be anywhere; the converter judges it.
    """
    root = etree.fromstring(svg.encode())
    x, y, width, height = read_numbers(root.get("viewBox", "0 0 1 1"))[:4]
    try:
        shapes = list(_ShapeReader(root).shapes())
    except (_TooManyError, RecursionError):
        shapes = [PaintedShape(RectInside(x, y, width, height), IDENTITY, ANYTHING, is_picture=True)]
    return (width, 0, 0, height, x, y), shapes


class _TooManyError(Exception):
    """An artwork has more elements than are read."""


class _ShapeReader:
    """Reads one document."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._ids: Mapping[str, etree._Element] = {str(e.get("id")): e for e in root.iter(etree.Element) if e.get("id")}
        self._outlines: dict[etree._Element, Inside | None] = {}
        self._depth = self._read = 0

    def shapes(self) -> Iterator[PaintedShape | PlacedPicture]:
        for child in self._root:
            yield from self._element(child, _PaintState())

    def _element(self, element: etree._Element, above: _PaintState) -> Iterator[PaintedShape | PlacedPicture]:
        self._read += 1
        if self._read > _MOST_ELEMENTS:
            raise _TooManyError
        tag = element.tag
        if tag in _NOT_PAINTED or not isinstance(tag, str):
            return
        name, style, keys = tag[len(_SVG) :], _style(element), element.keys()
        if not _HIDING.isdisjoint(keys) and (style("display") == "none" or style("visibility") == "hidden"):
            return
        state = above if _CHANGES.isdisjoint(keys) else self._state(element, style, above)
        if name in _GROUPS:
            yield from self._group(element, name, state)
        elif name == "use":
            yield from self._use(element, state)
        elif name == "image":
            x, y, width, height = (_length(element, key) for key in ("x", "y", "width", "height"))
            yield PaintedShape(RectInside(x, y, width, height), state.matrix, ANYTHING, state.clips, is_picture=True)
        elif inside := self._outline(element, name, style):
            yield from self._painted(inside, state)

    def _painted(self, inside: Inside, state: _PaintState) -> Iterator[PaintedShape]:
        """Yield the fill and the stroke of an outline."""
        ways = [(inside, state.fill, state.fill_opacity)]
        if state.stroke != "none" and state.stroke_width > 0 and not state.is_picture:
            ways.append((StrokeInside(inside, state.stroke_width), state.stroke, state.stroke_opacity))
        for painted, color, opacity in ways:
            paints = self._paints(state, color, opacity) if color != "none" else ()
            if any(alpha > 0 for *_, alpha in paints):
                yield PaintedShape(painted, state.matrix, paints, state.clips, is_picture=state.is_picture)

    def _outline(self, element: etree._Element, name: str, style: Callable[[str], str]) -> Inside | None:
        """Return the inside of an element, of which a long path is stored once, however often the element is used."""
        self._read += len(element.get("d") or element.get("points") or "") // _CHARACTERS_OF_ONE
        if element not in self._outlines:
            self._outlines[element] = _outline(element, name, style)
        return self._outlines[element]

    def _group(self, element: etree._Element, name: str, state: _PaintState) -> Iterator[PaintedShape | PlacedPicture]:
        if name == "svg":
            inner = _nested(element, state)
            yield PlacedPicture(inner.clips[-1][0], partial(self._picture, element, inner, self._depth))
            return
        for child in element:
            yield from self._element(child, state)

    def _picture(self, element: etree._Element, state: _PaintState, depth: int) -> list[PaintedShape | PlacedPicture]:
        """Return what is in a picture; if that is too much, anything may be anywhere in its window."""
        before, self._depth = self._depth, depth
        try:
            return [shape for child in element for shape in self._element(child, state)]
        except (_TooManyError, RecursionError):
            return [state.clips[-1][0].anything(state.clips[:-1])]
        finally:
            self._depth = before

    def _shapes(self, elements: Iterable[etree._Element], state: _PaintState) -> Iterator[PaintedShape]:
        """Yield all shapes of some elements, those in pictures too, the topmost first."""
        index = ShapeIndex([shape for element in elements for shape in self._element(element, state)])
        return index.find(-math.inf, -math.inf, math.inf, math.inf)

    def _use(self, element: etree._Element, state: _PaintState) -> Iterator[PaintedShape | PlacedPicture]:
        target = self._ids.get((element.get("href") or element.get(f"{_XLINK}href") or "").removeprefix("#"))
        if target is None or self._depth > 8:
            return
        self._depth += 1
        moved = multiply(state.matrix, (1, 0, 0, 1, _length(element, "x"), _length(element, "y")))
        yield from self._element(target, state._replace(matrix=moved))
        self._depth -= 1

    def _state(self, element: etree._Element, style: Callable[[str], str], above: _PaintState) -> _PaintState:
        transform, clip = element.get("transform"), _URL.match(style("clip-path"))
        matrix = multiply(above.matrix, read_matrix(transform)) if transform else above.matrix
        state = _PaintState(
            matrix,
            style("fill") or above.fill,
            _fraction(style("fill-opacity"), above.fill_opacity),
            above.opacity * _fraction(style("opacity"), 1.0),
            above.is_masked or bool(style("mask") or style("filter") or style("mix-blend-mode")),
            above.clips,
            style("stroke") or above.stroke,
            next(iter(read_numbers(style("stroke-width"))), above.stroke_width),
            _fraction(style("stroke-opacity"), above.stroke_opacity),
            above.is_picture,
            style("color") or above.color,
        )
        if clip and (target := self._ids.get(clip[1])) is not None and target.get("clipPathUnits") is None:
            inside = _PaintState(matrix, fill="black")
            state = state._replace(clips=(*state.clips, tuple(self._shapes(target, inside))))
        elif clip:
            state = state._replace(is_masked=True)
        return state

    def _paints(self, state: _PaintState, color: str, opacity: float) -> tuple[Paint, ...]:
        """Return the colours that a fill or a stroke in a state may have."""
        url = _URL.match(color)
        paints = self._of_server(url[1]) if url else (parse_color(state.color if color == "currentColor" else color),)
        alpha = state.opacity * opacity
        found = tuple((r, g, b, a * alpha) for r, g, b, a in paints)
        return (_CLEAR, *found) if state.is_masked else found

    def _of_server(self, name: str) -> tuple[Paint, ...]:
        """Return the colours of a gradient, or of a pattern, which may also leave a place free."""
        server = self._ids.get(name)
        if server is None:
            return (_CLEAR,)
        if server.tag == f"{_SVG}pattern":
            shapes = self._shapes(server, _PaintState())
            return tuple(dict.fromkeys((_CLEAR, *(paint for shape in shapes for paint in shape.paints))))
        stops = [stop for stop in server if stop.tag == f"{_SVG}stop"]
        other = (server.get("href") or server.get(f"{_XLINK}href") or "").removeprefix("#")
        if not stops and other != name:
            return self._of_server(other)
        found = []
        for stop in stops:
            style = _style(stop)
            red, green, blue, alpha = parse_color(style("stop-color") or "black")
            found.append((red, green, blue, alpha * _fraction(style("stop-opacity"), 1.0)))
        return tuple(dict.fromkeys(found)) or (_CLEAR,)


@cache
def parse_color(text: str) -> Paint:
    """Return a colour of SVG; what is no colour is nothing."""
    if text in {"none", "transparent"}:
        return _CLEAR
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text.strip())
    except ValueError:
        return _CLEAR
    return red / 255, green / 255, blue / 255, (alpha[0] / 255 if alpha else 1.0)


def _style(element: etree._Element) -> Callable[[str], str]:
    """Return a function that looks up a property, in the style of an element or among its attributes."""
    if element.get("style") is None:
        return lambda name: (element.get(name) or "").strip()
    stated = dict(part.split(":", 1) for part in (element.get("style") or "").split(";") if ":" in part)
    own = {key.strip(): value.strip() for key, value in stated.items()}
    return lambda name: own.get(name) or (element.get(name) or "").strip()


def _outline(element: etree._Element, name: str, style: Callable[[str], str]) -> Inside | None:
    """Return the inside of an element; None for one without an inside."""
    if name == "rect":
        return RectInside(*(_length(element, key) for key in ("x", "y", "width", "height")))
    if name in {"circle", "ellipse"}:
        rx = _length(element, "r" if name == "circle" else "rx")
        ry = _length(element, "r" if name == "circle" else "ry")
        return EllipseInside(_length(element, "cx"), _length(element, "cy"), rx, ry) if rx > 0 and ry > 0 else None
    if name == "path":
        return PathInside(element.get("d", ""), style("fill-rule") == "evenodd")
    if name in {"polygon", "polyline"}:
        return PathInside(f"M{element.get('points', '')}{'Z' if name == 'polygon' else ''}", False)
    if name == "line":
        x1, y1, x2, y2 = (_length(element, key) for key in ("x1", "y1", "x2", "y2"))
        return PathInside(f"M{x1} {y1}L{x2} {y2}", False)
    return None


def _nested(element: etree._Element, state: _PaintState) -> _PaintState:
    """Return the state inside of an `<svg>` in another one."""
    x, y, width, height = (_length(element, key) for key in ("x", "y", "width", "height"))
    view = read_numbers(element.get("viewBox", ""))
    clip = PaintedShape(RectInside(x, y, width, height), state.matrix, ((0, 0, 0, 1),))
    matrix = multiply(state.matrix, (1, 0, 0, 1, x, y))
    if len(view) == 4 and view[2] > 0 and view[3] > 0:
        across, down = width / view[2], height / view[3]
        preserve = element.get("preserveAspectRatio", "xMidYMid meet")
        if not preserve.startswith("none"):
            across = down = (max if "slice" in preserve else min)(across, down)
        left = _aligned(preserve, "x", width - across * view[2])
        top = _aligned(preserve, "Y", height - down * view[3])
        matrix = multiply(matrix, (across, 0, 0, down, left - across * view[0], top - down * view[1]))
    return state._replace(matrix=matrix, clips=(*state.clips, (clip,)), is_picture=True)


def _aligned(preserve: str, axis: str, room: float) -> float:
    """Return how much of the free room stands before a view box along an axis, as in `xMidYMax`."""
    return next((share * room for word, share in (("Mid", 0.5), ("Max", 1.0)) if f"{axis}{word}" in preserve), 0.0)


def _length(element: etree._Element, name: str) -> float:
    text = element.get(name, "0")
    try:
        return float(text)
    except ValueError:
        return next(iter(read_numbers(text)), 0.0)


def _fraction(text: str, default: float) -> float:
    numbers = read_numbers(text) if text else []
    return min(max(numbers[0] / (100 if text.endswith("%") else 1), 0.0), 1.0) if numbers else default

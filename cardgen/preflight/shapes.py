"""Read the shapes of an artwork in painting order, each with the colours that it may paint at a point.

Only fills are read: a stroke is thinner than text. What geometry cannot say, such as the place in a gradient or in a pattern,
gives several colours, of which any may be there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple, Protocol

from lxml import etree
from PIL import ImageColor

from cardgen.preflight.path_lines import Point, read_lines, read_parts

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Matrix = tuple[float, float, float, float, float, float]
"""The numbers a to f of an SVG matrix."""
Paint = tuple[float, float, float, float]
"""Red, green, blue and alpha, from 0 to 1."""

ANYTHING: tuple[Paint, ...] = ((0, 0, 0, 0), (0, 0, 0, 1), (1, 1, 1, 1))
"""The colours of what geometry cannot say at all, such as a picture in the SVG: nothing, black or white."""
_CLEAR: Paint = (0, 0, 0, 0)
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_NEEDS_READING = re.compile("[a-yHVA]")  # commands that are relative, or take other numbers than pairs
_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)")
_GROUPS = frozenset({"g", "svg", "a", "symbol", "switch"})
_NOT_PAINTED = frozenset(
    f"{_SVG}{name}"
    for name in ("defs", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "filter", "text", "style")
)
_CHANGES = frozenset(
    {"style", "transform", "fill", "fill-opacity", "opacity", "clip-path", "mask", "filter", "mix-blend-mode"}
)
_HIDING = frozenset({"style", "display", "visibility"})


class Inside(Protocol):
    """The inside of an outline."""

    def box(self) -> Box:
        """Return a box around it."""

    def __call__(self, x: float, y: float) -> bool:
        """Return whether a point is in it."""


class FilledShape:
    """A filled shape.

    Args:
        inside: Its inside, in its own coordinates.
        matrix: From its own coordinates to the units of the artwork.
        paints: Colours that it may paint, of which one is there.
        clips: Shapes of which each group must contain a point too.
    """

    __slots__ = ("_box", "_clips", "_inside", "_inverse", "_matrix", "paints")

    def __init__(
        self, inside: Inside, matrix: Matrix, paints: tuple[Paint, ...], clips: tuple[tuple[FilledShape, ...], ...] = ()
    ) -> None:
        self._inside, self._matrix, self._clips = inside, matrix, clips
        self.paints = paints
        self._box: Box | None = None
        self._inverse: Matrix | None = None

    def meets(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether the shape may paint in a box of the artwork.

        Args:
            left: Left side of the box, in units of the artwork.
        """
        box = self._box
        if box is None:
            x1, y1, x2, y2 = self._inside.box()
            corners = [_apply(self._matrix, across, down) for across in (x1, x2) for down in (y1, y2)]
            xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
            box = self._box = min(xs), min(ys), max(xs), max(ys)
        return box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]

    def covers(self, x: float, y: float) -> bool:
        """Return whether the shape paints at a point of the artwork.

        Args:
            x: Place from the left, in units of the artwork.
            y: Place from the top.
        """
        if not self.meets(x, y, x, y):
            return False
        if self._inverse is None:
            self._inverse = _inverse(self._matrix)
        return self._inside(*_apply(self._inverse, x, y)) and all(
            any(shape.covers(x, y) for shape in clip) for clip in self._clips
        )


class _PaintState(NamedTuple):
    """What an element inherits from those around it."""

    matrix: Matrix = _IDENTITY
    fill: str = "black"
    fill_opacity: float = 1.0
    opacity: float = 1.0
    is_masked: bool = False
    clips: tuple[tuple[FilledShape, ...], ...] = ()


def read_shapes(svg: str) -> tuple[Matrix, list[FilledShape]]:
    """Return the shapes of an artwork, and the matrix from fractions of its box to the units of its viewBox."""
    root = etree.fromstring(svg.encode())
    x, y, width, height = _numbers(root.get("viewBox", "0 0 1 1"))[:4]
    return (width, 0, 0, height, x, y), list(_ShapeReader(root).shapes())


class _ShapeReader:
    """Reads one document."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._ids: Mapping[str, etree._Element] = {str(e.get("id")): e for e in root.iter(etree.Element) if e.get("id")}
        self._depth = 0

    def shapes(self) -> Iterator[FilledShape]:
        for child in self._root:
            yield from self._element(child, _PaintState())

    def _element(self, element: etree._Element, above: _PaintState) -> Iterator[FilledShape]:
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
            yield FilledShape(_RectInside(x, y, width, height), state.matrix, ANYTHING, state.clips)
        elif state.fill != "none" and (inside := _outline(element, name, style)):
            paints = self._paints(state)
            if any(alpha > 0 for *_, alpha in paints):
                yield FilledShape(inside, state.matrix, paints, state.clips)

    def _group(self, element: etree._Element, name: str, state: _PaintState) -> Iterator[FilledShape]:
        if name == "svg":
            state = _nested(element, state)
        for child in element:
            yield from self._element(child, state)

    def _use(self, element: etree._Element, state: _PaintState) -> Iterator[FilledShape]:
        target = self._ids.get((element.get("href") or element.get(f"{_XLINK}href") or "").removeprefix("#"))
        if target is None or self._depth > 8:
            return
        self._depth += 1
        moved = _multiply(state.matrix, (1, 0, 0, 1, _length(element, "x"), _length(element, "y")))
        yield from self._element(target, state._replace(matrix=moved))
        self._depth -= 1

    def _state(self, element: etree._Element, style: Callable[[str], str], above: _PaintState) -> _PaintState:
        transform, clip = element.get("transform"), _URL.match(style("clip-path"))
        matrix = _multiply(above.matrix, _matrix(transform)) if transform else above.matrix
        state = _PaintState(
            matrix,
            style("fill") or above.fill,
            _fraction(style("fill-opacity"), above.fill_opacity),
            above.opacity * _fraction(style("opacity"), 1.0),
            above.is_masked or bool(style("mask") or style("filter") or style("mix-blend-mode")),
            above.clips,
        )
        if clip and (target := self._ids.get(clip[1])) is not None and target.get("clipPathUnits") is None:
            inside = _PaintState(matrix, fill="black")
            shapes = tuple(shape for child in target for shape in self._element(child, inside))
            state = state._replace(clips=(*state.clips, shapes))
        elif clip:
            state = state._replace(is_masked=True)
        return state

    def _paints(self, state: _PaintState) -> tuple[Paint, ...]:
        """Return the colours that a shape in a state may paint."""
        url = _URL.match(state.fill)
        paints = self._of_server(url[1]) if url else (parse_color(state.fill),)
        alpha = state.opacity * state.fill_opacity
        found = tuple((r, g, b, a * alpha) for r, g, b, a in paints)
        return (_CLEAR, *found) if state.is_masked else found

    @cache  # noqa: B019 - the reader lives as long as its document is read
    def _of_server(self, name: str) -> tuple[Paint, ...]:
        """Return the colours of a gradient, or of a pattern, which may also leave a place free."""
        server = self._ids.get(name)
        if server is None:
            return (_CLEAR,)
        if server.tag == f"{_SVG}pattern":
            shapes = (shape for child in server for shape in self._element(child, _PaintState()))
            return tuple(dict.fromkeys((_CLEAR, *(paint for shape in shapes for paint in shape.paints))))
        stops = [stop for stop in server if stop.tag == f"{_SVG}stop"]
        other = (server.get("href") or server.get(f"{_XLINK}href") or "").removeprefix("#")
        if not stops and other and other != name:
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
        return (0, 0, 0, 1) if text == "currentColor" else _CLEAR
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
        return _RectInside(*(_length(element, key) for key in ("x", "y", "width", "height")))
    if name in {"circle", "ellipse"}:
        rx = _length(element, "r" if name == "circle" else "rx")
        ry = _length(element, "r" if name == "circle" else "ry")
        return _EllipseInside(_length(element, "cx"), _length(element, "cy"), rx, ry) if rx > 0 and ry > 0 else None
    if name == "path":
        return _PathInside(element.get("d", ""), style("fill-rule") == "evenodd")
    if name in {"polygon", "polyline"}:
        return _PathInside(f"M{element.get('points', '')}Z", False)
    return None


class _RectInside(NamedTuple):
    """A rectangle; round corners are left out, as text keeps clear of them."""

    x: float
    y: float
    width: float
    height: float

    def box(self) -> Box:
        """See `Inside`."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


class _EllipseInside(NamedTuple):
    """An ellipse."""

    cx: float
    cy: float
    rx: float
    ry: float

    def box(self) -> Box:
        """See `Inside`."""
        return self.cx - self.rx, self.cy - self.ry, self.cx + self.rx, self.cy + self.ry

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        return ((x - self.cx) / self.rx) ** 2 + ((y - self.cy) / self.ry) ** 2 <= 1


class _PathInside(NamedTuple):
    """The inside of some closed lines.

    Attributes:
        data: The data of an SVG path.
        is_even_odd: Whether what is enclosed twice is outside.
    """

    data: str
    is_even_odd: bool

    def box(self) -> Box:
        """See `Inside`: a curve lies within its handles."""
        if _NEEDS_READING.search(self.data):
            points = [point for start, parts in read_parts(self.data) for part in ((start,), *parts) for point in part]
            xs, ys = [x for x, _ in points], [y for _, y in points]
        else:  # pairs of coordinates; the half of all paths that reading in full would cost most
            numbers = _numbers(self.data)
            xs, ys = numbers[::2], numbers[1::2]
        return (min(xs), min(ys), max(xs), max(ys)) if xs and ys else (math.inf, math.inf, math.inf, math.inf)

    def __call__(self, x: float, y: float) -> bool:
        """See `Inside`."""
        winding = 0
        for line in read_lines(self.data):
            x1, y1 = line[-1]
            for x2, y2 in line:
                if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                    winding += 1 if y2 > y1 else -1
                x1, y1 = x2, y2
        return bool(winding % 2) if self.is_even_odd else winding != 0


def _nested(element: etree._Element, state: _PaintState) -> _PaintState:
    """Return the state inside of an `<svg>` in another one."""
    x, y, width, height = (_length(element, key) for key in ("x", "y", "width", "height"))
    view = _numbers(element.get("viewBox", ""))
    clip = FilledShape(_RectInside(x, y, width, height), state.matrix, ((0, 0, 0, 1),))
    matrix = _multiply(state.matrix, (1, 0, 0, 1, x, y))
    if len(view) == 4 and view[2] > 0 and view[3] > 0:
        across, down = width / view[2], height / view[3]
        preserve = element.get("preserveAspectRatio", "xMidYMid meet")
        if not preserve.startswith("none"):
            across = down = (max if "slice" in preserve else min)(across, down)
        left = (
            (width - across * view[2]) / 2
            if "xMid" in preserve
            else width - across * view[2]
            if "xMax" in preserve
            else 0
        )
        top = (
            (height - down * view[3]) / 2
            if "YMid" in preserve
            else height - down * view[3]
            if "YMax" in preserve
            else 0
        )
        matrix = _multiply(matrix, (across, 0, 0, down, left - across * view[0], top - down * view[1]))
    return state._replace(matrix=matrix, clips=(*state.clips, (clip,)))


def _matrix(text: str) -> Matrix:
    found = _IDENTITY
    for name, arguments in _TRANSFORM.findall(text):
        n = _numbers(arguments)
        found = _multiply(found, _one_matrix(name, n)) if n else found
    return found


def _one_matrix(name: str, n: list[float]) -> Matrix:
    """Return the matrix of one transformation; that of an unknown one changes nothing."""
    second = n[1] if len(n) > 1 else None
    cos, sin, tan = (function(math.radians(n[0])) for function in (math.cos, math.sin, math.tan))
    x, y = n[1:3] if len(n) > 2 else (0.0, 0.0)
    known: dict[str, Matrix] = {
        "translate": (1, 0, 0, 1, n[0], second or 0),
        "scale": (n[0], 0, 0, n[0] if second is None else second, 0, 0),
        "rotate": (cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos),
        "skewX": (1, 0, tan, 1, 0, 0),
        "skewY": (1, tan, 0, 1, 0, 0),
    }
    if name == "matrix" and len(n) == 6:
        return (n[0], n[1], n[2], n[3], n[4], n[5])
    return known.get(name, _IDENTITY)


def _multiply(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _inverse(m: Matrix) -> Matrix:
    area = m[0] * m[3] - m[1] * m[2]
    if not area:  # flat: nothing is inside
        return (0, 0, 0, 0, math.inf, math.inf)
    a, b, c, d = m[3] / area, -m[1] / area, -m[2] / area, m[0] / area
    return (a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5]))


def _apply(m: Matrix, x: float, y: float) -> Point:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _length(element: etree._Element, name: str) -> float:
    text = element.get(name, "0")
    try:
        return float(text)
    except ValueError:
        return next(iter(_numbers(text)), 0.0)


def _fraction(text: str, default: float) -> float:
    numbers = _numbers(text) if text else []
    return min(max(numbers[0] / (100 if text.endswith("%") else 1), 0.0), 1.0) if numbers else default

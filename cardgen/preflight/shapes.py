"""Read the shapes of an artwork in painting order, each with the colours that it may paint at a point.

Strokes inside a picture are left out: they are thinner than text. What geometry cannot say, such as the place in a gradient or
in a pattern, gives several colours, of which any may be there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import NamedTuple

from lxml import etree
from PIL import ImageColor

from cardgen.preflight.matrices import IDENTITY, Matrix, apply, inverse, multiply, read_matrix
from cardgen.preflight.outlines import Box, EllipseInside, Inside, PathInside, RectInside, StrokeInside
from cardgen.preflight.path_lines import Point, read_numbers

Paint = tuple[float, float, float, float]
"""Red, green, blue and alpha, from 0 to 1."""

ANYTHING: tuple[Paint, ...] = ((0, 0, 0, 0), (0, 0, 0, 1), (1, 1, 1, 1))
"""The colours of what geometry cannot say at all, such as a picture in the SVG: nothing, black or white."""
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


class PaintedShape:
    """The inside of a shape that is filled, or the stroke along its outline.

    Args:
        inside: Its inside, in its own coordinates.
        matrix: From its own coordinates to the units of the artwork.
        paints: Colours that it may paint, of which one is there.
        clips: Shapes of which each group must contain a point too.
        is_picture: Whether it belongs to a picture or an icon that is placed on the face.

    Attributes:
        paints: See `Args`, also for the next.
        is_picture: What such a shape consists of is not laid out by the face.
        is_opaque: Whether it hides what is below it.
    """

    __slots__ = ("_box", "_clips", "_inside", "_inverse", "_is_box", "_matrix", "is_opaque", "is_picture", "paints")

    def __init__(
        self,
        inside: Inside,
        matrix: Matrix,
        paints: tuple[Paint, ...],
        clips: tuple[tuple[PaintedShape, ...], ...] = (),
        *,
        is_picture: bool = False,
    ) -> None:
        self._inside, self._matrix, self._clips = inside, matrix, clips
        self.paints, self.is_picture = paints, is_picture
        self._is_box = self.is_rectangle and not clips
        self.is_opaque = all(alpha >= 1 for *_, alpha in paints)
        self._box: Box | None = None
        self._inverse: Matrix | None = None

    def box(self) -> Box:
        """Return a box around the shape, in units of the artwork."""
        if self._box is None:
            x1, y1, x2, y2 = self._inside.box()
            corners = [apply(self._matrix, across, down) for across in (x1, x2) for down in (y1, y2)]
            xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
            self._box = min(xs), min(ys), max(xs), max(ys)
        return self._box

    def anything(self, clips: tuple[tuple[PaintedShape, ...], ...]) -> PaintedShape:
        """Return the same shape as a part of a picture of which nothing is known."""
        return PaintedShape(self._inside, self._matrix, ANYTHING, clips, is_picture=True)

    def lines(self) -> Iterator[Sequence[Point]]:
        """Yield the lines of its outline, or those along which its stroke runs, in units of the artwork."""
        for line in self._inside.lines():
            yield [apply(self._matrix, x, y) for x, y in line]

    @property
    def is_rectangle(self) -> bool:
        """Whether it is a filled rectangle that is not slanted."""
        return isinstance(self._inside, RectInside) and not self._matrix[1] and not self._matrix[2]

    @property
    def stroke(self) -> float:
        """Width of the stroke in units of the artwork; 0 for a fill."""
        if not isinstance(self._inside, StrokeInside):
            return 0.0
        return self._inside.width * math.sqrt(
            abs(self._matrix[0] * self._matrix[3] - self._matrix[1] * self._matrix[2])
        )

    def meets(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether the shape may paint in a box of the artwork.

        Args:
            left: Left side of the box, in units of the artwork.
        """
        box = self.box()
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
            self._inverse = inverse(self._matrix)
        if not self._inside(*apply(self._inverse, x, y)):
            return False
        return not self._clips or all(any(shape.covers(x, y) for shape in clip) for clip in self._clips)

    def fills(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether the shape is a plain rectangle that paints all of a box of the artwork; see `meets`."""
        if not self._is_box:
            return False
        box = self.box()
        return box[0] <= left and right <= box[2] and box[1] <= top and bottom <= box[3]


class PlacedPicture:
    """A picture or an icon within an artwork, which is read when something within its window is looked at: most are not."""

    is_picture = True

    def __init__(self, window: PaintedShape, read: Callable[[], list[PaintedShape | PlacedPicture]]) -> None:
        self._window, self._read = window, read

    def box(self) -> Box:
        """Return its window, in units of the artwork."""
        return self._window.box()

    @cached_property
    def content(self) -> ShapeIndex:
        """What is in it."""
        return ShapeIndex(self._read())


class ShapeIndex:
    """Finds the shapes that may paint in a box.

    Args:
        shapes: The shapes, in painting order.
    """

    def __init__(self, shapes: Sequence[PaintedShape | PlacedPicture]) -> None:
        self._rows = [(*shape.box(), shape) for shape in reversed(shapes)]

    def box(self) -> Box | None:
        """Return a box around all shapes, in units of the artwork; None without shapes."""
        if not self._rows:
            return None
        lefts, tops, rights, bottoms, _ = zip(*self._rows, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def find(self, left: float, top: float, right: float, bottom: float) -> Iterator[PaintedShape]:
        """Yield the shapes that may paint in a box, in units of the artwork, the topmost first."""
        for x1, y1, x2, y2, shape in self._rows:
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2:
                if isinstance(shape, PlacedPicture):
                    yield from shape.content.find(left, top, right, bottom)
                else:
                    yield shape


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
        matrix = multiply(matrix, (across, 0, 0, down, left - across * view[0], top - down * view[1]))
    return state._replace(matrix=matrix, clips=(*state.clips, (clip,)), is_picture=True)


def _length(element: etree._Element, name: str) -> float:
    text = element.get(name, "0")
    try:
        return float(text)
    except ValueError:
        return next(iter(read_numbers(text)), 0.0)


def _fraction(text: str, default: float) -> float:
    numbers = read_numbers(text) if text else []
    return min(max(numbers[0] / (100 if text.endswith("%") else 1), 0.0), 1.0) if numbers else default

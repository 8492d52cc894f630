"""Outlines and pale tints instead of fills, which saves the most ink while all shapes stay distinguishable.

The instructions of a content stream come in, other instructions go out. pikepdf parses and writes the streams.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pikepdf import Array, Name, Operator

from cardgen.geometry.colors import Rgb, luminance, reduce_to_third
from cardgen.geometry.units import MM_PER_POINT, Mm
from cardgen.write.operators import DRAWN, GROUND, INKED, LAND

Instruction = tuple[Sequence[Any], Operator]
Matrix = tuple[float, float, float, float, float, float]
_UNMOVED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

OUTLINE: Mm = 0.18
"""Width of an outline: half a point, which every printer draws without gaps."""
THICKEST: Mm = 0.6
"""Width of lines from which they take as much ink as fills: wider ones become outlines, or narrower without a single colour."""
SMALL: Mm = 0.9
"""Width of a shape below which it stays filled, as an outline would fill it anyway."""
ICON, THIN = 3.2, 0.4
"""Width of an icon in a line of text, and mean width of its parts below which it stays filled likewise, in mm."""
PALE = 0.6
"""Luminance above which a shape becomes white; a small one only on a larger shape, whose highlight it is, or it would be lost."""
WIDE: Mm = 24
"""Length of a shape from which it is white: a ground rather than a thing, whose tint would take more ink than it says."""
TINT = 0.16
"""Part of its own colour in the tint of a thing, which sets it off from what is behind it."""
_WHITE: Rgb = (1.0, 1.0, 1.0)
_INK: Rgb = (0.13, 0.13, 0.13)  # of words that were pale on a dark ground
_GREY: Rgb = (0.35, 0.35, 0.35)  # around gradients, which have no single colour

FINE: Mm = 0.15
"""Width of the lines of a land."""
STRENGTH = 0.62
"""Part of a readable colour in those lines: pale behind what is printed, and clear enough to tell a keep from a cap."""
SEEN: Mm = 1.6
"""Width of the shapes of a land, and a quarter of the length of its lines, below which they are left out."""
_PATH = {"m", "l", "c", "v", "y", "h", "re"}
_CLIPS = {"W", "W*"}
_FILLS = {"f": "B", "F": "B", "f*": "B*", "B": "B", "B*": "B*", "b": "b", "b*": "b*"}
_STROKES = {"S", "s"}
_COLORS = {"g", "rg", "G", "RG"}
_TAGS = {"BMC", "BDC", "EMC"}


@dataclass(frozen=True, slots=True)
class _State:
    """The relevant part of the graphics state.

    Attributes:
        fill: Colour of fills; None for a pattern.
        stroke: Colour of strokes; None for a pattern.
        pattern: Name of the pattern of fills; "" for a colour.
        alpha: Name of the graphics state that was set last, which may be a translucent one.
        width: Width of lines, in the units of the stream.
    """

    matrix: Matrix = _UNMOVED
    fill: Rgb | None = (0.0, 0.0, 0.0)
    stroke: Rgb | None = (0.0, 0.0, 0.0)
    pattern: str = ""
    alpha: str = ""
    width: float = 1.0


_Box = tuple[float, float, float, float]
"""Left, lower, right and upper edge, in the units of the stream."""

_Step = tuple[_State, Sequence[Any], str]
"""An instruction: state, operands, name of the operator."""


class Outliner:
    """Rewrites the instructions of one content stream.

    Args:
        legible: Returns the most similar colour that is readable on white.
        scale: Factor from lengths in the stream to lengths on the page.
        ink: What becomes of fills, see `View.ink`.
        land: Whether the stream is of a land, of which fine, pale lines are left.
        translucent: Names of the graphics states in which things are translucent.
        page: Whether the stream is that of a page, of which only what is marked as drawn changes.
    """

    def __init__(
        self,
        legible: Callable[[Rgb], Rgb],
        scale: float = 1.0,
        ornaments: Collection[str] = frozenset(),
        *,
        ink: str = "",
        land: bool = False,
        translucent: Collection[str] = frozenset(),
        page: bool = False,
    ) -> None:
        self._page = page
        self._legible = legible
        self._scale = scale
        self._ornaments = ornaments
        self._ink = ink
        self._land = land
        self._translucent = translucent
        self._filled: list[_Box] = []

    def scales(self, instructions: Iterable[Instruction]) -> dict[str, float]:
        """Return the scale on the page of each XObject that the stream shows, by name; the first one of several."""
        found: dict[str, float] = {}
        for name, scale in self.shown(instructions):
            found.setdefault(name, scale)
        return found

    def shown(self, instructions: Iterable[Instruction]) -> Iterator[tuple[str, float]]:
        """Yield the name of the XObject that each `Do` of the stream shows, and its scale on the page."""
        for state, operands, name in _states(instructions):
            if name == "Do":
                yield str(operands[0]), self._on_page(state)

    def lands(self, instructions: Iterable[Instruction]) -> set[str]:
        """Return the names of the XObjects that the stream shows as lands; all of them if it is of a land itself."""
        return {
            str(operands[0])
            for tags, (_, operands, name) in _tagged(_states(instructions))
            if name == "Do" and (self._land or LAND in tags)
        }

    def inks(self, instructions: Iterable[Instruction]) -> dict[str, str]:
        """Return what becomes of the fills of the XObjects that the stream shows, by name, where they are no outlines."""
        return {
            str(operands[0]): ink
            for tags, (_, operands, name) in _tagged(_states(instructions))
            for ink, tag in INKED.items()
            if name == "Do" and tag in tags
        }

    def rewritten(self, instructions: Iterable[Instruction]) -> Iterator[Instruction]:
        """Yield the instructions with outlines instead of fills, readable text and lines, no grounds, no tiled ornaments."""
        path: list[Instruction] = []
        line: tuple[_State, list[Instruction], str] | None = None  # the last one that was drawn
        in_text = False
        for tags, (state, operands, name) in _tagged(_states(instructions)):
            in_text = name == "BT" or (in_text and name != "ET")
            if GROUND in tags or (name in _TAGS and LAND in tags):
                continue
            if name in _TAGS or (self._page and DRAWN not in tags):
                yield operands, Operator(name)
                continue
            if name in _PATH or (name in _CLIPS and path):
                path.append((operands, Operator(name)))
            elif path:
                if name in _STROKES and line and _is_light(state, path, *line[:2]):
                    yield from self._light(path, name, state, line[0], line[2])
                else:
                    yield from self._painted(path, name, state)
                    line = (state, path, name) if name in _STROKES or name in _FILLS.values() else None
                path = []
            elif name in _COLORS:
                rgb = state.fill if name.islower() else state.stroke
                assert rgb is not None
                color = _INK if in_text and luminance(rgb) > PALE else self._legible(rgb)
                yield list(color), Operator("rg" if name.islower() else "RG")
            elif name == "w":
                yield [min(float(operands[0]), self._in_stream(THICKEST, state))], Operator("w")
            elif name != "sh" and not (name == "Do" and self._land and state.alpha in self._translucent):
                yield operands, Operator(name)

    def _land_shape(self, path: list[Instruction], name: str, state: _State) -> Iterator[Instruction]:
        """Yield a shape of a land in a fine, pale line, before what lies behind it; nothing if it is small or translucent."""
        short, long = self._sides(path, state)
        seen = long / 4 if name in _STROKES else short
        if state.alpha in self._translucent or seen < SEEN:
            return
        color = state.stroke if name in _STROKES else state.fill
        yield [], Operator("q")
        yield list(_WHITE), Operator("rg")
        yield [1 - STRENGTH * (1 - part) for part in (self._legible(color) if color else _GREY)], Operator("RG")
        yield [self._in_stream(FINE, state)], Operator("w")
        yield [Array([]), 0], Operator("d")
        yield [1], Operator("j")
        yield from path
        yield [], Operator(_FILLS.get(name, name))
        yield [], Operator("Q")

    def _painted(self, path: list[Instruction], name: str, state: _State) -> Iterator[Instruction]:
        if self._land and name in _FILLS.keys() | _STROKES:
            yield from self._land_shape(path, name, state)
            return
        if name in _STROKES and state.stroke and state.width > self._in_stream(THICKEST, state):
            yield from self._band(path, name, state)
            return
        if name not in _FILLS or any(str(operator) in _CLIPS for _, operator in path):
            yield from path
            yield (
                [],
                Operator("n" if name in _FILLS else name),
            )  # a path that both fills and clips only clips, to save ink
            return
        if state.pattern in self._ornaments:
            return
        yield [], Operator("q")
        short, long = self._sides(path, state)
        small = short < SMALL or (long < ICON and self._thickness(path, state) < THIN)
        box = _box(path, state.matrix)
        is_light = luminance(state.fill or _GREY) > PALE and any(_is_within(box, other) for other in self._filled)
        self._filled.append(box)
        if self._ink == "pale" and state.fill:
            yield list(reduce_to_third(state.fill)), Operator("rg")
            yield from (*path, ([], Operator(name)), ([], Operator("Q")))
            return
        if self._ink and state.fill:
            yield list(state.fill), Operator("rg")
        elif small and state.fill:
            yield list(_WHITE if is_light else self._legible(state.fill)), Operator("rg")
        else:
            yield list(_tint(state.fill) if state.fill and long < WIDE else _WHITE), Operator("rg")
        if name in {"f", "F", "f*"}:
            yield list(self._legible(state.fill) if state.fill else _GREY), Operator("RG")
            yield [self._in_stream(OUTLINE, state)], Operator("w")
            yield [Array([]), 0], Operator("d")
            yield [1], Operator("j")
        yield from path
        yield [], Operator(name if small and not self._ink else _FILLS[name])
        yield [], Operator("Q")

    def _band(self, path: list[Instruction], name: str, state: _State) -> Iterator[Instruction]:
        """Yield a thick line as the shape that it is, such as an arm: its outline, and the tint inside."""
        assert state.stroke is not None
        inside = max(state.width - 2 * self._in_stream(OUTLINE, state), 0.0)
        for color, width in ((self._legible(state.stroke), state.width), (_tint(state.stroke), round(inside, 4))):
            yield from _line(path, name, color, width)

    def _light(
        self, path: list[Instruction], name: str, state: _State, below: _State, below_name: str
    ) -> Iterator[Instruction]:
        """Yield the light on a wider line in white, with a rim of that line on each side."""
        wide = below.width if below_name in _STROKES else min(below.width, self._in_stream(THICKEST, state))
        width = round(min(state.width, wide - 2 * self._in_stream(OUTLINE, state)), 4)
        if width > 0:
            yield from _line(path, name, _WHITE, width)

    def _on_page(self, state: _State) -> float:
        a, b, c, d, _, _ = state.matrix
        return self._scale * math.sqrt(abs(a * d - b * c))

    def _in_stream(self, length: Mm, state: _State) -> float:
        return round(length / MM_PER_POINT / (self._on_page(state) or 1.0), 4)

    def _sides(self, path: Iterable[Instruction], state: _State) -> tuple[Mm, Mm]:
        """Return the shorter and the longer side on the page of the box around a path, in mm."""
        left, low, right, high = _box(path, _UNMOVED)
        scale = self._on_page(state) * MM_PER_POINT
        short, long = sorted(((right - left) * scale, (high - low) * scale))
        return short, long

    def _thickness(self, path: Iterable[Instruction], state: _State) -> Mm:
        """Return about how wide the parts of a path are on the page, in mm: the width of a strip of its area and outline."""
        area = length = 0.0
        for part in _outlines(path):
            for (x1, y1), (x2, y2) in pairwise([*part, part[0]]):
                area += x1 * y2 - x2 * y1
                length += math.hypot(x2 - x1, y2 - y1)
        return abs(area) / length * self._on_page(state) * MM_PER_POINT if length else 0.0


def _is_light(state: _State, path: list[Instruction], below: _State, same: list[Instruction]) -> bool:
    """Return whether a line is the light on a wider one along the same path, such as foil on its dark keyline."""
    is_pale = state.stroke is None or luminance(state.stroke) > PALE
    return is_pale and state.width < below.width and state.matrix == below.matrix and path == same


def _line(path: list[Instruction], name: str, color: Rgb, width: float) -> Iterator[Instruction]:
    """Yield a path that is painted as a line."""
    yield [], Operator("q")
    yield list(color), Operator("RG")
    yield [width], Operator("w")
    yield from path
    yield [], Operator(name)
    yield [], Operator("Q")


def _tint(color: Rgb) -> Rgb:
    """Return the tint of a thing: white for what is pale."""
    if luminance(color) > PALE:
        return _WHITE
    red, green, blue = (round(1 - TINT * (1 - part), 4) for part in color)
    return red, green, blue


def _outlines(path: Iterable[Instruction]) -> list[list[tuple[float, float]]]:
    """Return the corners and control points of each part of a path."""
    parts: list[list[tuple[float, float]]] = []
    for operands, operator in path:
        values = [float(value) for value in operands]
        if str(operator) == "re":
            x, y, width, height = values
            values = [x, y, x + width, y, x + width, y + height, x, y + height]
        if str(operator) in {"m", "re"}:
            parts.append([])
        parts[-1] += zip(values[::2], values[1::2], strict=True)
    return parts


def _box(path: Iterable[Instruction], matrix: Matrix) -> _Box:
    """Return the box around a path that is moved by a matrix."""
    a, b, c, d, e, f = matrix
    points = [(a * x + c * y + e, b * x + d * y + f) for part in _outlines(path) for x, y in part]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _is_within(box: _Box, other: _Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


def _tagged(steps: Iterable[_Step]) -> Iterator[tuple[list[str], _Step]]:
    """Yield each step with the tags of the marked content that it is in, the outermost first."""
    tags: list[str] = []
    for step in steps:
        _, operands, name = step
        if name in _TAGS and name != "EMC":
            tags.append(str(operands[0]))
        yield tags, step
        if name == "EMC" and tags:
            tags.pop()


def _states(instructions: Iterable[Instruction]) -> Iterator[_Step]:
    """Yield each instruction as state, operands and operator; the state includes the change made by the instruction."""
    state, saved = _State(), list[_State]()
    for operands, operator in instructions:
        name = str(operator)
        if name == "q":
            saved.append(state)
        elif name == "Q":
            state = saved.pop() if saved else state
        else:
            state = _changed(state, name, operands)
        yield state, operands, name


def _changed(state: _State, name: str, operands: Sequence[Any]) -> _State:
    if name == "cm":
        return replace(state, matrix=_times([float(value) for value in operands], state.matrix))
    if name in _COLORS:
        rgb = tuple(float(value) for value in operands)
        color: Rgb = rgb * 3 if len(rgb) == 1 else rgb  # type: ignore[assignment]
        return replace(state, fill=color, pattern="") if name.islower() else replace(state, stroke=color)
    if name in {"gs", "w"}:
        value = operands[0]
        return replace(state, alpha=str(value)) if name == "gs" else replace(state, width=float(value))
    if name == "SCN":
        return replace(state, stroke=None)
    if name == "scn" and operands and isinstance(operands[-1], Name):
        return replace(state, fill=None, pattern=str(operands[-1]))
    return state


def _times(one: Sequence[float], other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)

"""Outlines instead of fills, which saves the most ink while all shapes stay distinguishable.

The instructions of a content stream come in, other instructions go out. pikepdf parses and writes the streams.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pikepdf import Array, Name, Operator

from cardgen.geometry.colors import Rgb, luminance
from cardgen.geometry.units import MM_PER_POINT, Mm

Instruction = tuple[Sequence[Any], Operator]
Matrix = tuple[float, float, float, float, float, float]

OUTLINE: Mm = 0.18
"""Width of an outline: half a point, which every printer draws without gaps."""
THICKEST: Mm = 0.6
"""Greatest width of lines; wider ones are made narrower, as they take as much ink as fills."""
SMALL: Mm = 0.9
"""Width of a shape below which it stays filled, as an outline would fill it anyway."""
PALE = 0.6
"""Luminance above which a small shape becomes white, as it is probably a highlight on something dark."""
_WHITE: Rgb = (1.0, 1.0, 1.0)
_GREY: Rgb = (0.35, 0.35, 0.35)  # around gradients, which have no single colour

GROUND = "/Ground"
"""Tag of the marked content that is left out: pictures that other things stand on."""
_PATH = {"m", "l", "c", "v", "y", "h", "re"}
_CLIPS = {"W", "W*"}
_FILLS = {"f": "B", "F": "B", "f*": "B*", "B": "B", "B*": "B*", "b": "b", "b*": "b*"}
_STROKES = {"S", "s"}
_COLORS = {"g", "rg", "G", "RG"}


@dataclass(frozen=True, slots=True)
class _State:
    """The relevant part of the graphics state.

    Attributes:
        matrix: The current transformation matrix.
        fill: Colour of fills; None for a pattern.
        stroke: Colour of strokes; None for a pattern.
        pattern: Name of the pattern of fills; "" for a colour.
    """

    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    fill: Rgb | None = (0.0, 0.0, 0.0)
    stroke: Rgb | None = (0.0, 0.0, 0.0)
    pattern: str = ""


class Outliner:
    """Rewrites the instructions of one content stream.

    Args:
        legible: Returns the most similar colour that is readable on white.
        scale: Factor from lengths in the stream to lengths on the page.
        ornaments: Names of the tiling patterns, which are left out.
    """

    def __init__(
        self, legible: Callable[[Rgb], Rgb], scale: float = 1.0, ornaments: Collection[str] = frozenset()
    ) -> None:
        self._legible = legible
        self._scale = scale
        self._ornaments = ornaments

    def scales(self, instructions: Iterable[Instruction]) -> dict[str, float]:
        """Return the scale on the page of each XObject that the stream shows, by name."""
        found: dict[str, float] = {}
        for state, operands, name in _states(instructions):
            if name == "Do":
                found.setdefault(str(operands[0]), self._on_page(state))
        return found

    def rewritten(self, instructions: Iterable[Instruction]) -> Iterator[Instruction]:
        """Yield the instructions with outlines instead of fills, readable text and lines, no grounds, no tiled ornaments."""
        path: list[Instruction] = []
        in_ground = False
        for state, operands, name in _states(instructions):
            if name == "BMC" and str(operands[0]) == GROUND:
                in_ground = True
            elif in_ground:
                in_ground = name != "EMC"
            elif name in _PATH or (name in _CLIPS and path):
                path.append((operands, Operator(name)))
            elif path:
                yield from self._painted(path, name, state)
                path = []
            elif name in _COLORS:
                rgb = state.fill if name.islower() else state.stroke
                assert rgb is not None
                yield list(self._legible(rgb)), Operator("rg" if name.islower() else "RG")
            elif name == "w":
                yield [min(float(operands[0]), self._in_stream(THICKEST, state))], Operator("w")
            elif name != "sh":
                yield operands, Operator(name)

    def _painted(self, path: list[Instruction], name: str, state: _State) -> Iterator[Instruction]:
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
        small = self._size(path, state) < SMALL
        if small and state.fill:
            pale = luminance(state.fill) > PALE
            yield list(_WHITE if pale else self._legible(state.fill)), Operator("rg")
        else:
            yield list(_WHITE), Operator("rg")
        if name in {"f", "F", "f*"}:
            yield list(self._legible(state.fill) if state.fill else _GREY), Operator("RG")
            yield [self._in_stream(OUTLINE, state)], Operator("w")
            yield [Array([]), 0], Operator("d")
            yield [1], Operator("j")
        yield from path
        yield [], Operator(name if small else _FILLS[name])
        yield [], Operator("Q")

    def _on_page(self, state: _State) -> float:
        a, b, c, d, _, _ = state.matrix
        return self._scale * math.sqrt(abs(a * d - b * c))

    def _in_stream(self, length: Mm, state: _State) -> float:
        return round(length / MM_PER_POINT / (self._on_page(state) or 1.0), 4)

    def _size(self, path: Iterable[Instruction], state: _State) -> Mm:
        """Return the shorter side on the page of the box around a path, in mm."""
        xs: list[float] = []
        ys: list[float] = []
        for operands, operator in path:
            values = [float(value) for value in operands]
            if str(operator) == "re":
                values = [values[0], values[1], values[0] + values[2], values[1] + values[3]]
            xs += values[::2]
            ys += values[1::2]
        return min(max(xs) - min(xs), max(ys) - min(ys)) * self._on_page(state) * MM_PER_POINT


def _states(instructions: Iterable[Instruction]) -> Iterator[tuple[_State, Sequence[Any], str]]:
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
    if name == "scn" and operands and isinstance(operands[-1], Name):
        return replace(state, fill=None, pattern=str(operands[-1]))
    return state


def _times(one: Sequence[float], other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)

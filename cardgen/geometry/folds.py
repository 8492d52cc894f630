"""Pieces that are folded over, such as standees: face and back in one strip of paper. Lengths in mm, y down.

```text
   strip            (tab or flap)
   back, upside down
   ---- fold ----
   face
   strip
```
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from cardgen.geometry.outlines import RECTANGLE, Axis, Outline, PlacedOutline
from cardgen.geometry.paths import Curve, Point
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.records import dataclass

Base = Literal["flaps", "tab", "slot", "none"]
FoldEdge = Literal["top", "left"]
SLIT: Mm = 0.6
"""Width of a slit that takes two glued layers of heavy paper (about 0.3 mm each)."""
_NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Fold:
    """The way a piece is folded over: its back is printed beside its face, mirrored over the fold, and glued to it.

    Attributes:
        edge: Edge of the face along which it is folded. At the top, the back is printed upside down above the face;
            at the left, upright beside it.
        base: What a piece that is folded at its top stands on: `flaps`, a strip below each half that is folded
            outwards and glued down; `tab`, strips that are glued together and go into a slotted stand; `slot`, a slit
            in the middle of the lower edge, to be slid over a cross piece; `none`.
        depth: Height of a strip, or length of a slit, mm.
        width: Width of a tab or a slit, mm; 0 is the whole width of the feet for a tab, `SLIT` for a slit.
        slits: Number of slits, evenly spread over the feet; 1 for other bases.

    Raises:
        ValueError: A length is negative, a base has no depth, a piece that is folded at its left has a base, or there is
            no slit, or several of another base.
    """

    edge: FoldEdge = "top"
    base: Base = "flaps"
    depth: Mm = 10.0
    width: Mm = 0.0
    slits: int = 1

    def __post_init__(self) -> None:
        if self.edge == "left" and self.base != "none":
            raise ValueError(f"a piece that is folded at its left has no base, but base is '{self.base}'")
        if self.width < 0 or self.depth < 0 or (self.base != "none" and not self.depth):
            raise ValueError("the base of a fold needs a depth above 0 mm and no negative width")
        if self.slits < 1 or (self.slits > 1 and self.base != "slot"):
            raise ValueError(f"base '{self.base}' of a fold cannot have {self.slits} slits")

    @property
    def axis(self) -> Axis:
        """Direction of the fold."""
        return "horizontal" if self.edge == "top" else "vertical"

    @property
    def strip(self) -> Mm:
        """Height of the strip below the feet of each half, mm; 0 if there is none."""
        return self.depth if self.base in {"flaps", "tab"} else 0.0

    def unfolded(self, face: Size) -> Size:
        """Return the size of the whole strip of paper: both halves and what is below their feet."""
        if self.edge == "left":
            return Size(2 * face.width, face.height)
        return Size(face.width, 2 * (face.height + self.strip))

    def face_box(self, face: Size) -> Rect:
        """Return where the face lies on the unfolded piece."""
        if self.edge == "left":
            return Rect(face.width, 0.0, face.width, face.height)
        return Rect(0.0, face.height + self.strip, face.width, face.height)

    def outline(self, outline: Outline, face: Size) -> Outline:
        """Return the outline of the unfolded piece, in fractions of its size.

        Args:
            outline: Outline of the face, in fractions of its trim.

        Raises:
            ValueError: The outline has no side along the fold, or none along its feet, where it has a base; or the base
                is wider than the feet.
        """
        whole, box = self.unfolded(face), self.face_box(face)
        if outline == RECTANGLE and self._is_straight(face):
            return RECTANGLE
        curves = PlacedOutline(outline, box).curves()
        half = _opened(curves, box, self.edge)
        if self.base != "none":
            _side(curves, box, "bottom")
            half = [part for curve in half for part in self._with_base(curve, box)]
        other = [tuple(_mirror(point, whole, self.axis) for point in reversed(curve)) for curve in reversed(half)]
        return Outline("path", tuple(_in_fractions(curve, whole) for curve in (*half, *other)))

    def lines(self, outline: Outline, face: Size) -> list[tuple[Point, Point]]:
        """Return where the unfolded piece is folded, in mm from its top left corner.

        Args:
            outline: Outline of the face, in fractions of its trim.

        Raises:
            ValueError: The outline has no side along the fold, or none along its feet, where it has flaps.
        """
        whole, box = self.unfolded(face), self.face_box(face)
        curves = PlacedOutline(outline, box).curves()
        start, end = _side(curves, box, self.edge)
        lines = [(start, end)]
        if self.base == "flaps":
            feet = _side(curves, box, "bottom")
            lines += [feet, (_mirror(feet[0], whole, self.axis), _mirror(feet[1], whole, self.axis))]
        return lines

    def _is_straight(self, face: Size) -> bool:
        """Return whether a rectangle stays one when its base is added."""
        return self.base in {"flaps", "none"} or (self.base == "tab" and self.width in {0.0, face.width})

    def _with_base(self, curve: Curve, box: Rect) -> list[Curve]:
        """Return a curve of the outline; its feet, which run from right to left, with the base below or in them."""
        if not _is_along(curve, box, "bottom"):
            return [curve]
        (right, feet), (left, _) = curve
        width = self.width or (SLIT if self.base == "slot" else right - left)
        share = (right - left) / self.slits
        if width > share + _NEAR:
            raise ValueError(f"the base of a fold is {width:g} mm wide, but its feet are {right - left:g} mm")
        end = feet - self.depth if self.base == "slot" else feet + self.depth
        corners = [(right, feet)]
        for slit in range(self.slits):
            middle = right - (slit + 0.5) * share
            corners += [(middle + width / 2, feet), (middle + width / 2, end)]
            corners += [(middle - width / 2, end), (middle - width / 2, feet)]
        corners.append((left, feet))
        return [(a, b) for a, b in pairwise(corners) if abs(a[0] - b[0]) + abs(a[1] - b[1]) > _NEAR]


_Edge = Literal["top", "left", "bottom"]


def _is_along(curve: Curve, box: Rect, edge: _Edge) -> bool:
    """Return whether a curve is a straight line on an edge of a box."""
    if len(curve) != 2:
        return False
    axis, at = (0, box.x) if edge == "left" else (1, box.y if edge == "top" else box.bottom)
    return all(abs(point[axis] - at) < _NEAR for point in curve)


def _side(curves: tuple[Curve, ...], box: Rect, edge: _Edge) -> tuple[Point, Point]:
    """Return the one side of an outline that lies on an edge of its box."""
    sides = [curve for curve in curves if _is_along(curve, box, edge)]
    if len(sides) != 1:
        found = "none" if not sides else f"{len(sides)}"
        raise ValueError(f"an outline that is folded needs one straight side along its {edge}, it has {found}")
    return sides[0][0], sides[0][1]


def _opened(curves: tuple[Curve, ...], box: Rect, edge: _Edge) -> list[Curve]:
    """Return an outline without its side along the fold: it starts and ends there."""
    start, _ = _side(curves, box, edge)
    at = next(index for index, curve in enumerate(curves) if curve[0] == start and _is_along(curve, box, edge))
    return [*curves[at + 1 :], *curves[:at]]


def _mirror(point: Point, whole: Size, axis: Axis) -> Point:
    """Return the point behind another one when the piece is folded."""
    x, y = point
    return (whole.width - x, y) if axis == "vertical" else (x, whole.height - y)


def _in_fractions(curve: Curve, whole: Size) -> Curve:
    return tuple((x / whole.width, y / whole.height) for x, y in curve)

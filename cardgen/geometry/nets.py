"""Nets: flat outlines that are cut out, folded and glued into a solid. Lengths in mm, y down.

```text
       tab
   tab  1  tab
     2  3  5  4 tab
   tab  6  tab
       tab
```
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.geometry.outlines import Outline
from cardgen.geometry.paths import Curve, Point, svg_path
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.records import dataclass

SIDES = 6
"""Number of sides of a die."""
TAB_SHARE = 0.3
"""Height of a glue tab as a share of the edge of a die: wide enough for a finger, and two tabs leave the middle free."""


@dataclass(frozen=True, slots=True)
class Net:
    """A net, in mm from the top left corner of the box around it.

    Attributes:
        outline: Line along which it is cut, closed.
        folds: Straight lines, each given by its two ends; all are folded away from the print.
        panels: Boxes of the faces and flaps by name.
    """

    size: Size
    outline: tuple[Curve, ...]
    folds: tuple[tuple[Point, Point], ...]
    panels: Mapping[str, Rect]

    @property
    def path(self) -> str:
        """Data of an SVG path of the outline."""
        return svg_path(self.outline)

    @property
    def shape(self) -> Outline:
        """The outline in fractions of the size."""
        line = tuple(tuple((x / self.size.width, y / self.size.height) for x, y in curve) for curve in self.outline)
        return Outline("path", line)


def die_net(edge: Mm, tab: Mm = 0.0) -> Net:
    """Return the net of a cube: a row of four sides, one above and one below it, with seven tabs that have 45-degree ends.

    Opposite sides are 1 and 6, 2 and 5, 3 and 4.

    Args:
        edge: Length of an edge, mm.
        tab: Height of a tab, mm, less than half of the edge; 0 takes `TAB_SHARE` of the edge.

    Returns:
        The net, of 4 edges and a tab by 3 edges and two tabs; its panels are `1` to `6`.

    Raises:
        ValueError: The edge is not above 0, or two tabs are not shorter than it.
    """
    t = tab or TAB_SHARE * edge
    if not edge > 0 or not 0 < 2 * t < edge:
        raise ValueError(f"a die with an edge of {edge:g} mm has no room for tabs of {t:g} mm")
    left, right = edge, 2 * edge
    top, upper, lower, bottom = t, t + edge, t + 2 * edge, t + 3 * edge
    end = 4 * edge
    above = _three_tabs(left, right, top, upper, t)
    below = [(left + right - x, upper + lower - y) for x, y in above]
    corners: list[Point] = [
        (0.0, upper),
        *above,
        *_tab((end, upper), (end, lower), t),
        *below,
        (0.0, lower),
    ]
    columns = {"2": 0.0, "3": left, "5": right, "4": 3 * edge}
    return Net(
        Size(end + t, bottom + t),
        tuple(zip(corners, (*corners[1:], corners[0]), strict=True)),
        (
            *(((x, upper), (x, lower)) for x in (left, right, 3 * edge, end)),
            *(((left, y), (right, y)) for y in (top, upper, lower, bottom)),
            *(((x, y), (x, y + edge)) for x in (left, right) for y in (top, lower)),
        ),
        {
            "1": Rect(left, top, edge, edge),
            **{name: Rect(x, upper, edge, edge) for name, x in columns.items()},
            "6": Rect(left, lower, edge, edge),
        },
    )


def _three_tabs(left: Mm, right: Mm, top: Mm, foot: Mm, tab: Mm) -> list[Point]:
    """Return the line around the side above the row, with a tab at each of its free edges, clockwise from its foot."""
    return [
        *_tab((left, foot), (left, top), tab),
        *_tab((left, top), (right, top), tab)[1:],
        *_tab((right, top), (right, foot), tab)[1:],
    ]


def _tab(start: Point, end: Point, height: Mm) -> list[Point]:
    """Return the line around a tab on an edge; it lies to the left of the way from the start to the end."""
    (x1, y1), (x2, y2) = start, end
    length = abs(x2 - x1) + abs(y2 - y1)
    along = (x2 - x1) / length * height, (y2 - y1) / length * height
    out = along[1], -along[0]
    return [
        start,
        (x1 + along[0] + out[0], y1 + along[1] + out[1]),
        (x2 - along[0] + out[0], y2 - along[1] + out[1]),
        end,
    ]


SpacePoint = tuple[Mm, Mm, Mm]


def die_corners(edge: Mm) -> dict[str, tuple[SpacePoint, SpacePoint, SpacePoint, SpacePoint]]:
    """Return the corners of each side of the cube that the net of a die is folded into.

    Args:
        edge: Length of an edge, mm.

    Returns:
        Panel to its corners as they lie in the net: top left, top right, bottom right, bottom left. The origin is the
        centre of the cube, side 3 faces the viewer, x points right, y up and z to the viewer.
    """
    h = edge / 2
    left, right, up, down, near, far = -h, h, h, -h, h, -h
    return {
        "1": ((left, up, far), (right, up, far), (right, up, near), (left, up, near)),
        "2": ((left, up, far), (left, up, near), (left, down, near), (left, down, far)),
        "3": ((left, up, near), (right, up, near), (right, down, near), (left, down, near)),
        "5": ((right, up, near), (right, up, far), (right, down, far), (right, down, near)),
        "4": ((right, up, far), (left, up, far), (left, down, far), (right, down, far)),
        "6": ((left, down, near), (right, down, near), (right, down, far), (left, down, far)),
    }

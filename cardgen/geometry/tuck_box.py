"""The net of a tuck box: one strip of four panels and a glue flap, closed at the top and the bottom. mm, y down.

```text
   tuck
   lid    flap         flap
   back | side | front | side | glue
   base   flap         flap
   tuck
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from cardgen.geometry.nets import Net
from cardgen.geometry.paths import Curve, Point
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.records import dataclass

# The values of Deckbox and tuckboxes, two generators of nets.
PLAY: Mm = 2.0
"""Added to the width and the height of a card, mm: with less, the cards are hard to take out; with more, they rattle."""
DEPTH_PLAY: Mm = 1.0
"""Added to the thickness of the deck, mm."""
SHALLOWEST: Mm = 8.0
"""Least depth, mm: a thinner box cannot be folded cleanly from card stock."""
GLUE: Mm = 8.0
"""Width of the flap that is glued, mm."""
TUCK: Mm = 15.0
"""Height of the flap that is tucked in, mm."""
TAPER: Mm = 3.0
"""Inset of each side of a flap at its free edge, mm, so that it slides in."""
NOTCH: Mm = 9.0
"""Radius of the notch for the thumb, mm, in all but narrow boxes."""
_ROUND: Mm = 8.0  # corners of the tuck
_CIRCLE = 0.5522847498307936  # handle of a quarter circle


@dataclass(frozen=True, slots=True)
class Contents:
    """The cards that go into a box.

    Attributes:
        card: Size of a card with its sleeve, mm.
        thickness: Thickness of a card with its sleeve, mm.
    """

    card: Size
    count: int
    thickness: Mm

    @property
    def width(self) -> Mm:
        """Width of the box, mm."""
        return self.card.width + PLAY

    @property
    def height(self) -> Mm:
        """Height of the box, mm."""
        return self.card.height + PLAY

    @property
    def depth(self) -> Mm:
        """Depth of the box, mm."""
        return max(SHALLOWEST, self.count * self.thickness + DEPTH_PLAY)


Sleeves = Literal["none", "thin", "thick"]


@dataclass(frozen=True, slots=True)
class Sleeve:
    """Measures that a sleeve adds to a card.

    Attributes:
        around: Added width, and added height, mm.
        thickness: Thickness of both films, mm.
    """

    around: Mm
    thickness: Mm


# Thin sleeves have films of 50 micrometres (Mayday "standard"), thick ones of 120 (Dragon Shield: 67 x 92 mm for 63 x 88).
SLEEVES: Mapping[Sleeves, Sleeve] = {"none": Sleeve(0, 0), "thin": Sleeve(3, 0.1), "thick": Sleeve(4, 0.24)}


def sleeved(card: Size, count: int, thickness: Mm, sleeves: Sleeves = "none") -> Contents:
    """Return cards in their sleeves as they go into a box."""
    sleeve = SLEEVES[sleeves]
    size = Size(card.width + sleeve.around, card.height + sleeve.around)
    return Contents(size, count, thickness + sleeve.thickness)


def tuck_box(contents: Contents) -> Net:
    """Return the net of the box for some cards.

    Its size is (2 width + 2 depth + glue) x (height + 2 (depth + tuck)). Its panels are `back`, `front`, `left` and `right`
    (sides of the front), `lid`, `base`; and what is hidden in the closed box: `tuck`, `foot`, and the flaps `left_top`,
    `left_foot`, `right_top`, `right_foot`.
    """
    width, height, depth = contents.width, contents.height, contents.depth
    top = TUCK + depth
    bottom, end = top + height, 2 * top + height
    back, left, front, right, glue = 0.0, width, width + depth, 2 * width + depth, 2 * (width + depth)
    flap = min(max(10.0, 0.6 * depth), width / 2 - 1)
    closed = [*_lid(width, depth, top), *_flap(left, depth, flap, top), (front, top)]
    sides = _flap(right, depth, flap, top)
    upper = _joined([*closed, *_notch(front, width, top), *sides])
    lower = _mirrored(_joined([*closed, *sides]), end)
    seam = _joined([(glue, top), (glue + GLUE, top + TAPER), (glue + GLUE, bottom - TAPER), (glue, bottom)])
    return Net(
        Size(glue + GLUE, end),
        (*upper, *seam, *lower, ((0.0, bottom), (0.0, top))),
        (
            *(((x, top), (x, bottom)) for x in (left, front, right, glue)),
            *(((back, y), (width, y)) for y in (TUCK, top, bottom, bottom + depth)),
            *(((x, y), (x + depth, y)) for x in (left, right) for y in (top, bottom)),
        ),
        {
            "back": Rect(back, top, width, height),
            "front": Rect(front, top, width, height),
            "left": Rect(left, top, depth, height),
            "right": Rect(right, top, depth, height),
            "lid": Rect(back, TUCK, width, depth),
            "base": Rect(back, bottom, width, depth),
            "tuck": Rect(back, 0.0, width, TUCK),
            "foot": Rect(back, bottom + depth, width, TUCK),
            "left_top": Rect(left, top - flap, depth, flap),
            "left_foot": Rect(left, bottom, depth, flap),
            "right_top": Rect(right, top - flap, depth, flap),
            "right_foot": Rect(right, bottom, depth, flap),
        },
    )


_Step = Point | Curve
"""A point that a straight line goes to, or a curve that starts where the line before ends."""


def _lid(width: Mm, depth: Mm, top: Mm) -> list[_Step]:
    """Return the line from the top left corner of the back panel around lid and tuck to its top right corner."""
    radius = min(_ROUND, width / 2 - TAPER)
    near, far, handle = TAPER + radius, width - TAPER - radius, radius * (1 - _CIRCLE)
    return [
        (0.0, top),
        (0.0, top - depth),
        (TAPER, radius),
        ((TAPER, radius), (TAPER, handle), (TAPER + handle, 0.0), (near, 0.0)),
        (far, 0.0),
        ((far, 0.0), (width - TAPER - handle, 0.0), (width - TAPER, handle), (width - TAPER, radius)),
        (width, top - depth),
        (width, top),
    ]


def _flap(x: Mm, width: Mm, height: Mm, top: Mm) -> list[_Step]:
    """Return the line around the flap above a side panel."""
    taper = min(TAPER, width / 4)
    return [(x, top), (x + taper, top - height), (x + width - taper, top - height), (x + width, top)]


def notch_radius(width: Mm) -> Mm:
    """Return the radius of the notch for the thumb in a box of some width."""
    return min(NOTCH, width / 4)


def _notch(x: Mm, width: Mm, top: Mm) -> list[_Step]:
    """Return the line along the top edge of the front panel, including the notch for a thumb."""
    radius = notch_radius(width)
    middle, handle = x + width / 2, radius * _CIRCLE
    return [
        (middle - radius, top),
        (
            (middle - radius, top),
            (middle - radius, top + handle),
            (middle - handle, top + radius),
            (middle, top + radius),
        ),
        (
            (middle, top + radius),
            (middle + handle, top + radius),
            (middle + radius, top + handle),
            (middle + radius, top),
        ),
    ]


def _joined(steps: Sequence[_Step]) -> tuple[Curve, ...]:
    """Return the curves, with straight lines between them."""
    curves: list[Curve] = []
    at: Point | None = None
    for step in steps:
        if isinstance(step[0], tuple):
            curve: Curve = step
            curves.append(curve)
            at = curve[-1]
            continue
        point: Point = step
        if at is not None and at != point:
            curves.append((at, point))
        at = point
    return tuple(curves)


def _mirrored(curves: Sequence[Curve], height: Mm) -> tuple[Curve, ...]:
    """Return the curves mirrored top to bottom, and run through the other way."""
    return tuple(tuple((x, height - y) for x, y in reversed(curve)) for curve in reversed(curves))

"""Compute the geometry of the calibration sheet, and the adjustment that follows from its readings.

Lengths in mm, origin at the top left of the portrait recto, y downwards.

Four gauges lie along the edges: A at the top, B on the right, C at the bottom, D on the left. Each is a vernier that is
read without an addition: the recto has a tick for each correction from -4 to 4 mm in steps of 0.25 mm, and behind it
the verso has a tick that is drawn as if that correction were applied. Where the two meet when the sheet is held up to
the light, the number of the tick is the correction.

At a gauge at distance `L` from the centre, a rotation by the small angle `a` moves things by `L a` along the edge. So
for gauges on opposite edges, the mean is the movement, and the difference gives the angle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.geometry.units import Mm, Rect, Size, parse_size
from cardgen.impose.duplex import flip_axis
from cardgen.impose.paper import orientations
from cardgen.model.adjustment import Adjustment
from cardgen.model.sheet import FlipEdge
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

GAUGE_NAMES = "ABCD"
RANGE: Mm = 4.0
STEP: Mm = 0.25
CORRECTIONS = tuple(STEP * n - RANGE for n in range(round(2 * RANGE / STEP) + 1))
"""The corrections of the ticks of a gauge in mm, from left to right or from top to bottom."""

SMALLEST_PAPER = Size(200, 270)
"""The smallest paper that has room for the instructions between the gauges."""

_INSET: Mm = 10.0  # some inkjet printers leave more than the usual 5 mm unprinted at the bottom edge
_LABEL: Mm = 3.5  # room for the number of a tick
_RECTO_TICK = (0.0, 6.0)  # start and end, inwards from the label
_VERSO_TICK = (2.0, 8.0)  # still meets the recto tick when it is 4 mm too far in or out
_LANE: Mm = 13.0  # distance between lanes, so that no verso tick reaches the next lane
_APART: Mm = 2 * RANGE + 0.3  # smallest distance between ticks of a lane, or a tick could meet the wrong one
_CORNER: Mm = 16.0  # from the left and right edges to the first ticks of A and C
_BELOW: Mm = 6.0  # between A and the first ticks of B and D
_FREE: Mm = 40.0  # from the edges to the instructions
_AGREE: Mm = 1.0  # if the angles of both pairs differ by more at a gauge, a reading is wrong

TickLine = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2 and y2 in mm."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One tick of a gauge.

    Attributes:
        correction: The correction that the tick stands for, in mm.
        verso: The line on the verso, whose top is behind the top of the recto, as after turning the page of a book.
        label: Box for the number, on the recto.
    """

    correction: Mm
    recto: TickLine
    verso: TickLine
    label: Rect


@dataclass(frozen=True, slots=True)
class Gauge:
    """The ticks along one edge.

    Attributes:
        name: A to D, clockwise from the top.
        ticks: The ticks, from left to right or from top to bottom.
        lever_arms: For each tick, the distance from the page centre at a right angle to the edge, in mm.
    """

    name: str
    ticks: tuple[Tick, ...]
    lever_arms: tuple[Mm, ...]

    def lever_arm(self, correction: Mm) -> Mm:
        """Return the lever arm of the tick that is nearest to a reading in mm."""
        return self.lever_arms[round((correction + RANGE) / STEP)]


@dataclass(frozen=True, slots=True)
class CalibrationPlan:
    """The layout of the first calibration sheet.

    Attributes:
        paper: Its size, in portrait.
        flip: The edge on which the paper is turned.
        gauges: A, B, C, D.
        bars: True lengths of the horizontal and the vertical bar that the user measures.
        free: Box for the instructions and the bars.
    """

    paper: Size
    flip: FlipEdge
    gauges: tuple[Gauge, ...]
    bars: Size
    free: Rect


def plan_gauges(paper: Size, flip: FlipEdge) -> CalibrationPlan:
    """Lay out the calibration sheet.

    Args:
        paper: Size of the paper, in portrait or landscape.

    Raises:
        UnlocatedError: E525 if the paper is too small.
    """
    page = orientations(paper)[0]
    if page.width < SMALLEST_PAPER.width or page.height < SMALLEST_PAPER.height:
        raise UnlocatedError(
            "E525",
            f"paper of {page} is too small for the calibration sheet",
            expected=f"at least {SMALLEST_PAPER}",
            hints=("calibrate with a4 or letter: most printers are off by the same amount on other papers",),
        )
    free = Rect(_FREE, _FREE, page.width - 2 * _FREE, page.height - 2 * _FREE)
    bars = Size(_tens(free.width), _tens(free.height))
    wide = _pitch(page.width - 2 * _CORNER)
    high = _pitch(page.height - 2 * (_INSET + _depth(wide) + _BELOW))
    pitches = {"A": wide, "B": high, "C": wide, "D": high}
    return CalibrationPlan(
        page, flip, tuple(_gauge(name, pitch, page, flip) for name, pitch in pitches.items()), bars, free
    )


def _tens(length: Mm) -> Mm:
    return math.floor(length / 10) * 10.0


def _pitch(span: Mm) -> Mm:
    """Return the distance between neighbouring ticks, in mm."""
    return span / (len(CORRECTIONS) - 1)


def _lanes(pitch: Mm) -> int:
    """Return the number of lanes for the ticks, which take turns so that those of one lane are far enough apart."""
    return math.ceil(_APART / pitch)


def _depth(pitch: Mm) -> Mm:
    return _LANE * (_lanes(pitch) - 1) + _LABEL + _VERSO_TICK[1]


def _gauge(name: str, pitch: Mm, page: Size, flip: FlipEdge) -> Gauge:
    """Lay out one gauge.

    Args:
        pitch: Distance between neighbouring ticks along the edge, in mm.
        page: Size of the page, in portrait.
    """
    is_horizontal = name in "AC"
    across = page.height if is_horizontal else page.width
    # Turning about a horizontal axis rotates the verso by 180 degrees, which reverses the sign of its movements.
    sign = 1 if flip_axis(page, flip) == "vertical" else -1
    ticks, lever_arms = [], []
    for n, correction in enumerate(CORRECTIONS):
        along = (n - (len(CORRECTIONS) - 1) / 2) * pitch
        start = _INSET + _LANE * (n % _lanes(pitch)) + _LABEL
        recto = _line(name, along, start + _RECTO_TICK[0], start + _RECTO_TICK[1], page)
        verso_line = _line(name, along, start + _VERSO_TICK[0], start + _VERSO_TICK[1], page)
        move = sign * correction
        x1, y1, x2, y2 = page.width - verso_line[0], verso_line[1], page.width - verso_line[2], verso_line[3]
        verso = (x1 + move, y1, x2 + move, y2) if is_horizontal else (x1, y1 + move, x2, y2 + move)
        ticks.append(Tick(correction, recto, verso, _label(name, along, start, page)))
        lever_arms.append(across / 2 - start - (_VERSO_TICK[0] + _RECTO_TICK[1]) / 2)
    return Gauge(name, tuple(ticks), tuple(lever_arms))


def _line(name: str, along: Mm, start: Mm, end: Mm, page: Size) -> TickLine:
    """Return a line that runs inwards from an edge.

    Args:
        along: Position on the edge, in mm from its middle, to the right or downwards.
        start: Distance of the outer end from the edge, in mm.
        end: Distance of the inner end from the edge, in mm.
    """
    x, y = page.width / 2 + along, page.height / 2 + along
    return {
        "A": (x, start, x, end),
        "B": (page.width - start, y, page.width - end, y),
        "C": (x, page.height - start, x, page.height - end),
        "D": (start, y, end, y),
    }[name]


def _label(name: str, along: Mm, start: Mm, page: Size) -> Rect:
    """Return the box of a number, outside a tick of A and C, or above a tick of B and D; see `_line`."""
    x, y = page.width / 2 + along, page.height / 2 + along
    return {
        "A": Rect(x - 4, start - _LABEL, 8, _LABEL),
        "B": Rect(page.width - start - 6, y - 3.2, 6, 3),
        "C": Rect(x - 4, page.height - start, 8, _LABEL),
        "D": Rect(start, y - 3.2, 6, 3),
    }[name]


def parse_readings(text: str) -> tuple[Mm, ...]:
    """Parse the readings of gauges A, B, C and D, such as `0.5,-0.25,0,0.25`, in mm.

    Raises:
        UnlocatedError: E521 if they are not four numbers.
    """
    parts = text.replace("\u2212", "-").split(",")
    try:
        readings = tuple(map(float, parts))
    except ValueError:
        readings = ()
    if len(readings) != len(GAUGE_NAMES):
        expected = "four numbers separated by commas, for gauges A, B, C and D, such as 0.5,-0.25,0,0.25"
        raise UnlocatedError("E521", f"readings {quoted(text)} are not four numbers", expected=expected)
    return readings


def parse_bar_sizes(text: str) -> Size:
    """Parse the measured lengths of the bars W and H, such as `129.5x210`.

    Raises:
        UnlocatedError: E521 if the text is not a size.
    """
    try:
        return parse_size(text)
    except ValueError:
        expected = "WIDTHxHEIGHT, the lengths of the bars W and H in mm, such as 129.5x210"
        raise UnlocatedError("E521", f"bar lengths {quoted(text)} are not a size", expected=expected) from None


def compute_adjustment(plan: CalibrationPlan, readings: Sequence[Mm], measured: Size) -> Adjustment:
    """Compute the adjustment of a printer from the readings of its calibration sheet.

    Args:
        readings: The corrections at gauges A, B, C and D, in mm.
        measured: Lengths of the bars W and H as measured with a ruler, in mm.

    Raises:
        UnlocatedError: E521 if a reading is off the gauge; E526 if the readings contradict each other.
    """
    for gauge, reading in zip(plan.gauges, readings, strict=True):
        if not abs(reading) <= RANGE:
            message = f"reading of gauge {gauge.name} is {quoted(f'{reading:g}')}, which is off its scale"
            raise UnlocatedError("E521", message, expected=f"{-RANGE:g} to {RANGE:g}")
    above, right, below, left = readings
    arm_a, arm_b, arm_c, arm_d = (
        gauge.lever_arm(reading) for gauge, reading in zip(plan.gauges, readings, strict=True)
    )
    sign = 1 if flip_axis(plan.paper, plan.flip) == "vertical" else -1
    high, wide = arm_a + arm_c, arm_b + arm_d
    by_high, by_wide = sign * (above - below) / high, sign * (left - right) / wide
    if abs(by_high - by_wide) * min(high, wide) / 2 > _AGREE:
        detail = f"A and C give {math.degrees(by_high):.2f} degrees, D and B give {math.degrees(by_wide):.2f}"
        hint = "read the gauges again with the front of sheet 1 towards you, and check the signs"
        raise UnlocatedError("E526", f"readings contradict each other: {detail}", hints=(hint,))
    slope = (by_high * high**2 + by_wide * wide**2) / (
        high**2 + wide**2
    )  # least squares: the longer arm is the more exact one
    x = (above + below - sign * slope * (arm_a - arm_c)) / 2
    y = (left + right - sign * slope * (arm_d - arm_b)) / 2
    # The readings show the movement after the rotation, but an adjustment moves the page before it rotates it.
    angle = math.asin(slope)
    sine, cosine = math.sin(angle), math.cos(angle)
    wider, higher = plan.bars.width / measured.width, plan.bars.height / measured.height
    return Adjustment(x * cosine + y * sine, y * cosine - x * sine, math.degrees(angle), wider, higher)

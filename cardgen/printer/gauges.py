"""Geometry of the calibration sheet, and what its readings mean. mm, origin top left of the upright recto, y down.

Four gauges lie along the edges: A above, B at the right, C below, D at the left. Each is a vernier without addition: it
has a tick on the recto for each correction from -4 to 4 mm in steps of 0.25 mm, and behind it a tick on the verso that
is drawn as if that very correction were applied. Where both meet in the light, the number is the correction.

At a gauge that lies `L` from the centre, a turn by the angle a moves things by `L a` along the edge. So the gauges of
opposite edges have the movement as their mean, and the angle as their difference.
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
"""What the ticks of a gauge stand for, from the left or from above."""

SMALLEST_PAPER = Size(200, 270)
"""Less leaves no room for the words between the gauges."""

_INSET: Mm = 10.0  # some inkjets leave more than the usual 5 mm of the lower edge white
_LABEL: Mm = 3.5  # room for the number before a tick
_FRONT = (0.0, 6.0)  # a recto tick, inwards from its label
_BACK = (2.0, 8.0)  # the verso tick: still met when it is 4 mm too far in or out
_LANE: Mm = 13.0  # from lane to lane: no verso tick reaches the next one
_APART: Mm = 2 * RANGE + 0.3  # a tick of the same lane nearer than that could be met by a wrong neighbour
_CORNER: Mm = 16.0  # from the upright edges to the first tick of A and C
_BELOW: Mm = 6.0  # between A and the first tick of B and D
_FREE: Mm = 40.0  # from the edge to the words
_AGREE: Mm = 1.0  # two angles that part the gauges by more than that were read wrong

TickLine = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2, y2."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One tick of a gauge.

    Attributes:
        correction: What it stands for, mm.
        recto: The line on the recto.
        verso: The line on the verso, which is designed such that the paper, turned like the page of a book, shows it
            upright.
        label: Box for its number, on the recto.
    """

    correction: Mm
    recto: TickLine
    verso: TickLine
    label: Rect


@dataclass(frozen=True, slots=True)
class Gauge:
    """The ticks along one edge.

    Attributes:
        name: A to D, clockwise from above.
        ticks: From the left or from above.
        levers: For each tick, its distance from the centre of the page, across the edge.
    """

    name: str
    ticks: tuple[Tick, ...]
    levers: tuple[Mm, ...]

    def lever(self, correction: Mm) -> Mm:
        """The lever of the tick that is nearest to a reading."""
        return self.levers[round((correction + RANGE) / STEP)]


@dataclass(frozen=True, slots=True)
class CalibrationPlan:
    """Where everything is on the calibration sheet.

    Attributes:
        paper: Upright.
        flip: The edge about which the paper is to be turned.
        gauges: A, B, C, D.
        bars: True width and height of the two bars that are measured.
        free: Box for words and bars.
    """

    paper: Size
    flip: FlipEdge
    gauges: tuple[Gauge, ...]
    bars: Size
    free: Rect


def plan_gauges(paper: Size, flip: FlipEdge) -> CalibrationPlan:
    """Lay out the calibration sheet.

    Args:
        paper: Its size, either way round.
        flip: The edge about which the paper is to be turned.

    Raises:
        UnlocatedError: E525, the paper is too small.
    """
    page = orientations(paper)[0]
    if page.width < SMALLEST_PAPER.width or page.height < SMALLEST_PAPER.height:
        raise UnlocatedError(
            "E525",
            f"paper of {page} is too small for the calibration sheet",
            expected=f"at least {SMALLEST_PAPER}",
            hints=("calibrate with a4 or letter: a printer is mostly off by the same on other papers",),
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
    """Distance between neighbouring ticks."""
    return span / (len(CORRECTIONS) - 1)


def _lanes(pitch: Mm) -> int:
    """Neighbouring ticks are put into so many lanes in turn that those of one lane are far enough apart."""
    return math.ceil(_APART / pitch)


def _depth(pitch: Mm) -> Mm:
    return _LANE * (_lanes(pitch) - 1) + _LABEL + _BACK[1]


def _gauge(name: str, pitch: Mm, page: Size, flip: FlipEdge) -> Gauge:
    """One gauge: `along` counts from the middle of its edge to the right or downwards, `inward` from its outer side."""
    upright = name in "AC"
    across = page.height if upright else page.width
    # A horizontal axis turns the verso by 180 degrees, and with it what a correction means on the turned paper.
    sign = 1 if flip_axis(page, flip) == "vertical" else -1
    ticks, levers = [], []
    for n, correction in enumerate(CORRECTIONS):
        along = (n - (len(CORRECTIONS) - 1) / 2) * pitch
        start = _INSET + _LANE * (n % _lanes(pitch)) + _LABEL
        recto = _line(name, along, start + _FRONT[0], start + _FRONT[1], page)
        behind = _line(name, along, start + _BACK[0], start + _BACK[1], page)
        move = sign * correction
        x1, y1, x2, y2 = page.width - behind[0], behind[1], page.width - behind[2], behind[3]
        verso = (x1 + move, y1, x2 + move, y2) if upright else (x1, y1 + move, x2, y2 + move)
        ticks.append(Tick(correction, recto, verso, _label(name, along, start, page)))
        levers.append(across / 2 - start - (_BACK[0] + _FRONT[1]) / 2)
    return Gauge(name, tuple(ticks), tuple(levers))


def _line(name: str, along: Mm, start: Mm, end: Mm, page: Size) -> TickLine:
    """A line inwards from an edge."""
    x, y = page.width / 2 + along, page.height / 2 + along
    return {
        "A": (x, start, x, end),
        "B": (page.width - start, y, page.width - end, y),
        "C": (x, page.height - start, x, page.height - end),
        "D": (start, y, end, y),
    }[name]


def _label(name: str, along: Mm, start: Mm, page: Size) -> Rect:
    """The box of a number: before a tick of A and C, above one of B and D."""
    x, y = page.width / 2 + along, page.height / 2 + along
    return {
        "A": Rect(x - 4, start - _LABEL, 8, _LABEL),
        "B": Rect(page.width - start - 6, y - 3.2, 6, 3),
        "C": Rect(x - 4, page.height - start, 8, _LABEL),
        "D": Rect(start, y - 3.2, 6, 3),
    }[name]


def parse_readings(text: str) -> tuple[Mm, ...]:
    """Read `0.5,-0.25,0,0.25`, the numbers of gauges A, B, C and D.

    Raises:
        UnlocatedError: E521, they are not four numbers.
    """
    parts = text.replace("\u2212", "-").split(",")
    try:
        readings = tuple(map(float, parts))
    except ValueError:
        readings = ()
    if len(readings) != len(GAUGE_NAMES):
        expected = "four numbers with commas, those of gauges A, B, C and D, such as 0.5,-0.25,0,0.25"
        raise UnlocatedError("E521", f"readings {quoted(text)} cannot be understood", expected=expected)
    return readings


def parse_bar_sizes(text: str) -> Size:
    """Read what the bars measure.

    Raises:
        UnlocatedError: E521, it is no size.
    """
    try:
        return parse_size(text)
    except ValueError:
        expected = "WIDTHxHEIGHT in mm, those of the bars W and H, such as 129.5x210"
        raise UnlocatedError("E521", f"bars of {quoted(text)} cannot be understood", expected=expected) from None


def compute_adjustment(plan: CalibrationPlan, readings: Sequence[Mm], measured: Size) -> Adjustment:
    """What the readings of a calibration sheet mean.

    Args:
        plan: Of the sheet that was read.
        readings: The numbers of gauges A, B, C and D.
        measured: Width and height of the bars by the ruler.

    Raises:
        UnlocatedError: E521, a reading is off the gauge; E526, the readings contradict each other.
    """
    for gauge, reading in zip(plan.gauges, readings, strict=True):
        if not abs(reading) <= RANGE:
            message = f"reading of {quoted(f'{reading:g}')} at gauge {gauge.name} is off its scale"
            raise UnlocatedError("E521", message, expected=f"{-RANGE:g} to {RANGE:g}")
    above, right, below, left = readings
    lever_a, lever_b, lever_c, lever_d = (
        gauge.lever(reading) for gauge, reading in zip(plan.gauges, readings, strict=True)
    )
    sign = 1 if flip_axis(plan.paper, plan.flip) == "vertical" else -1
    high, wide = lever_a + lever_c, lever_b + lever_d
    by_high, by_wide = sign * (above - below) / high, sign * (left - right) / wide
    if abs(by_high - by_wide) * min(high, wide) / 2 > _AGREE:
        say = f"A and C say {math.degrees(by_high):.2f} degrees, D and B say {math.degrees(by_wide):.2f}"
        hint = "read again, this side of the sheet towards you, and mind the signs"
        raise UnlocatedError("E526", f"readings contradict each other: {say}", hints=(hint,))
    slope = (by_high * high**2 + by_wide * wide**2) / (high**2 + wide**2)  # the longer lever is the more exact one
    x = (above + below - sign * slope * (lever_a - lever_c)) / 2
    y = (left + right - sign * slope * (lever_d - lever_b)) / 2
    # The readings show the movement after the turn; a page is moved first.
    angle = math.asin(slope)
    sine, cosine = math.sin(angle), math.cos(angle)
    wider, higher = plan.bars.width / measured.width, plan.bars.height / measured.height
    return Adjustment(x * cosine + y * sine, y * cosine - x * sine, math.degrees(angle), wider, higher)

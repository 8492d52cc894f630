import math
from dataclasses import fields, is_dataclass
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.units import Size
from cardgen.impose.duplex import flip_axis
from cardgen.impose.paper import find_paper
from cardgen.printer.gauges import (
    CORRECTIONS,
    RANGE,
    SMALLEST_PAPER,
    STEP,
    compute_adjustment,
    parse_bar_sizes,
    parse_readings,
    plan_gauges,
)
from cardgen.printer.profiles import PrinterProfile
from cardgen.report.errors import UnlocatedError
from tests.recorded import check_recorded

from .faulty import Fault, FaultyPrinter, faults, faulty_printers
from .test_registration import applied

PAPERS = ["a4", "letter", "legal", "a3", "200x270mm"]
FLIPS = st.sampled_from(["long", "short"])


def offsets(plan, printer):
    """Return how far each verso tick is from each recto tick of each gauge, as seen when held up to the light.

    Gives [gauge][recto tick][verso tick], None where they do not touch.
    """
    page = plan.paper

    def recto(point):
        return printer.on_paper(point, page, verso=False)

    def verso(point):
        if flip_axis(page, plan.flip) == "horizontal":  # such a verso is printed upside down
            point = page.width - point[0], page.height - point[1]
        return printer.on_paper(point, page, verso=True)

    def seen(line, place, across):
        (x1, y1), (x2, y2) = place(line[:2]), place(line[2:])
        return ((y1, x1), (y2, x2)) if across else ((x1, y1), (x2, y2))

    def apart(front, back):
        low = max(min(front[0][0], front[1][0]), min(back[0][0], back[1][0]))
        high = min(max(front[0][0], front[1][0]), max(back[0][0], back[1][0]))
        if high < low - 0.6:  # end to end is as good as side by side
            return None
        at = (low + high) / 2
        sides = [a[1] + (b[1] - a[1]) * (at - a[0]) / (b[0] - a[0]) for a, b in (front, back)]
        return abs(sides[0] - sides[1])

    found = []
    for gauge in plan.gauges:
        across = gauge.name in "AC"
        fronts = [seen(tick.recto, recto, across) for tick in gauge.ticks]
        backs = [seen(tick.verso, verso, across) for tick in gauge.ticks]
        found.append([[apart(front, back) for back in backs] for front in fronts])
    return found


def readings(plan, printer):
    """Return the readings of a person with good eyes; None if a correction is off the gauge."""
    found = []
    for gauge in offsets(plan, printer):
        twins = [math.inf if (apart := gauge[n][n]) is None else apart for n in range(len(gauge))]
        best = min(range(len(twins)), key=twins.__getitem__)
        if twins[best] > STEP / 2 + 0.05:
            return None
        found.append(CORRECTIONS[best])
    return found


def worst(printer, profile, page):
    """Return the largest distance between a corner of the verso and that of the recto behind it, in mm."""
    far = 0.0
    for x, y in ((0, 0), (page.width, 0), (0, page.height), (page.width, page.height)):
        behind = (page.width - x, y) if printer.flip == "long" else (x, page.height - y)
        front = applied(profile.adjustment(page, verso=False), (x, y), page)
        back = applied(profile.adjustment(page, verso=True), behind, page)
        placed = printer.on_paper(front, page, verso=False), printer.on_paper(back, page, verso=True)
        far = max(far, math.dist(*placed))
    return far


def as_profile(found, flip):
    return PrinterProfile(
        dx=found.dx,
        dy=found.dy,
        angle=found.angle,
        scale_x=found.scale_x,
        scale_y=found.scale_y,
        flip="long-edge" if flip == "long" else "short-edge",
    )


@given(st.sampled_from(PAPERS), FLIPS, faults(1.9, 0.35), faults(1.9, 0.35))
def test_what_is_read_puts_the_printer_right(paper, flip, recto, verso):
    printer = FaultyPrinter(recto, verso, 1.004, 0.997, flip)
    plan = plan_gauges(find_paper(paper), flip)
    read = readings(plan, printer)
    assume(read)
    measured = Size(plan.bars.width * printer.wide, plan.bars.height * printer.high)
    profile = as_profile(compute_adjustment(plan, read, measured), flip)
    assert worst(printer, profile, plan.paper) < 2 * STEP  # each reading is right to half a step


@given(st.sampled_from(PAPERS), FLIPS, faults(1.4, 0.1), faults(1.4, 0.1))
def test_every_gauge_can_be_read_as_long_as_nothing_is_off_by_more_than_it_shows(paper, flip, recto, verso):
    assert readings(plan_gauges(find_paper(paper), flip), FaultyPrinter(recto, verso, 1.01, 0.99, flip))


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("correction", [-4, -3.25, -0.25, 0, 0.5, 4])
def test_the_number_of_a_gauge_is_the_correction(flip, correction):
    plan = plan_gauges(find_paper("a4"), flip)
    printer = FaultyPrinter(Fault(), Fault(x=-correction), 1, 1, flip)
    assert readings(plan, printer) == [correction, 0, correction, 0]
    assert compute_adjustment(plan, readings(plan, printer), plan.bars).dx == pytest.approx(correction)
    printer = FaultyPrinter(Fault(), Fault(y=-correction), 1, 1, flip)
    assert readings(plan, printer) == [0, correction, 0, correction]
    assert compute_adjustment(plan, readings(plan, printer), plan.bars).dy == pytest.approx(correction)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_angle_is_found(flip):
    plan = plan_gauges(find_paper("a4"), flip)
    printer = FaultyPrinter(Fault(), Fault(degrees=0.5), 1, 1, flip)
    found = compute_adjustment(plan, readings(plan, printer), plan.bars)
    assert found.angle == pytest.approx(-0.5, abs=0.06)
    assert math.hypot(found.dx, found.dy) < STEP


@given(st.sampled_from(PAPERS), FLIPS, st.floats(-RANGE, RANGE), st.floats(-RANGE, RANGE))
def test_no_tick_meets_a_wrong_neighbour(paper, flip, x, y):
    plan = plan_gauges(find_paper(paper), flip)
    for gauge in offsets(plan, FaultyPrinter(Fault(), Fault(x, y), 1, 1, flip)):
        for n, row in enumerate(gauge):
            assert all(apart is None or apart > STEP for m, apart in enumerate(row) if m != n)


@pytest.mark.parametrize("paper", PAPERS)
def test_ticks_stay_where_printers_reach(paper):
    plan = plan_gauges(find_paper(paper), "long")
    for gauge in plan.gauges:
        for tick in gauge.ticks:
            for line in (tick.recto, tick.verso):
                for x, y in (line[:2], line[2:]):
                    assert 8 <= x <= plan.paper.width - 8
                    assert 8 <= y <= plan.paper.height - 8


def test_there_is_a_tick_for_every_quarter_of_a_millimetre():
    assert (CORRECTIONS[0], CORRECTIONS[-1], len(CORRECTIONS)) == (-4, 4, 33)
    for gauge in plan_gauges(find_paper("a4"), "long").gauges:
        assert [tick.correction for tick in gauge.ticks] == list(CORRECTIONS)


def test_too_long_a_bar_gives_a_smaller_scale():
    plan = plan_gauges(find_paper("a4"), "long")
    found = compute_adjustment(plan, (0, 0, 0, 0), Size(plan.bars.width * 1.01, plan.bars.height / 1.02))
    assert (found.scale_x, found.scale_y) == pytest.approx((1 / 1.01, 1.02))


@given(faulty_printers())
def test_what_no_askew_paper_can_give_is_refused(printer):
    plan = plan_gauges(find_paper("a4"), printer.flip)
    with pytest.raises(UnlocatedError, match="contradict") as caught:
        compute_adjustment(plan, (3, 1, -1, 1), plan.bars)
    assert caught.value.code == "E526"


@pytest.mark.parametrize(
    ("read", "texts"),
    [
        (parse_readings, ("", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1 2 3 4")),
        (parse_bar_sizes, ("", "130", "0x210", "130 210")),
    ],
)
def test_what_are_no_four_numbers_and_no_size_is_refused(read, texts):
    for text in texts:
        with pytest.raises(UnlocatedError) as caught:
            read(text)
        assert caught.value.code == "E521", text


def test_numbers_may_be_written_as_they_are_printed():
    assert parse_readings("+0.25,\u22120.5, 0,1") == (0.25, -0.5, 0, 1)


@pytest.mark.parametrize("reading", [4.25, -5, math.nan, math.inf])
def test_a_number_that_no_gauge_has_is_refused(reading):
    plan = plan_gauges(find_paper("a4"), "long")
    with pytest.raises(UnlocatedError, match="gauge B") as caught:
        compute_adjustment(plan, (0, reading, 0, 0), plan.bars)
    assert caught.value.code == "E521"


@pytest.mark.parametrize("paper", ["148x210mm", "199x300mm", "210x269mm"])
def test_paper_that_is_too_small_is_refused_with_both_sizes(paper):
    with pytest.raises(UnlocatedError) as caught:
        plan_gauges(find_paper(paper), "long")
    assert caught.value.code == "E525"
    assert str(find_paper(paper)) in caught.value.message
    assert str(SMALLEST_PAPER) in caught.value.expected


def test_paper_may_be_given_either_way_round():
    size = find_paper("a4")
    assert plan_gauges(size.turned, "long") == plan_gauges(size, "long")


def test_gauges_lie_where_they_lay_in_the_last_version():
    """Printed sheets are read by them."""

    def planned():
        for paper in PAPERS:
            for flip in ("long", "short"):
                yield f"== {paper}, {flip}"
                for gauge in plan_gauges(find_paper(paper), flip).gauges:
                    yield f"{gauge.name} {crc32(repr(rounded(gauge)).encode()):x} {rounded(gauge.ticks[0])}"

    check_recorded(Path(__file__).with_name("gauges.txt"), planned())


def rounded(value):
    """A value with all of its numbers to a micrometre."""
    if isinstance(value, float):
        return round(value, 3) + 0.0
    if is_dataclass(value):
        return tuple(rounded(getattr(value, each.name)) for each in fields(value))
    return tuple(map(rounded, value)) if isinstance(value, tuple | list) else value

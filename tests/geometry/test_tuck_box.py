import math
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.tuck_box import GLUE, PLAY, TUCK, Contents, tuck_box
from cardgen.geometry.units import Rect, Size

POKER = Size(63.5, 88.9)
decks = st.builds(
    Contents, st.builds(Size, st.floats(20, 200), st.floats(20, 250)), st.integers(1, 400), st.floats(0.1, 1.0)
)


def overlap(one: Rect, other: Rect) -> float:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(across, 0) * max(down, 0)


def test_net_of_54_poker_cards_is_as_large_as_the_makers_of_nets_say():
    net = tuck_box(Contents(POKER, 54, 0.3))
    assert (net.size.width, net.size.height) == (pytest.approx(173.4), pytest.approx(155.3))


@given(decks)
def test_cards_fit_in(deck):
    panels = tuck_box(deck).panels
    for name in ("front", "back"):
        assert panels[name].width == pytest.approx(deck.card.width + PLAY)
        assert panels[name].height == pytest.approx(deck.card.height + PLAY)
    for name in ("left", "right"):
        assert panels[name].width > deck.count * deck.thickness
        assert panels[name].height == pytest.approx(panels["front"].height)


@given(decks)
def test_panels_that_hang_together_are_joined_by_a_fold_along_the_whole_edge(deck):
    net = tuck_box(deck)
    folds = {tuple(round(value, 6) for point in sorted(fold) for value in point) for fold in net.folds}
    joined = {
        tuple(round(value, 6) for value in (one.x, one.bottom, one.right, one.bottom))
        for one, other in permutations(net.panels.values(), 2)
        if (one.bottom, one.x, one.right) == pytest.approx((other.y, other.x, other.right))
    }
    assert joined == {fold for fold in folds if fold[1] == fold[3]} and len(joined) == 8
    assert len(folds) == len(net.folds) == 12, "and four along the height"


@given(decks)
def test_outline_is_one_closed_line_in_its_box(deck):
    net = tuck_box(deck)
    for curve, after in zip(net.outline, (*net.outline[1:], net.outline[0]), strict=True):
        assert math.dist(curve[-1], after[0]) < 1e-9
    points = [point for curve in net.outline for point in curve]
    assert (min(x for x, _ in points), min(y for _, y in points)) == (pytest.approx(0), pytest.approx(0))
    assert max(x for x, _ in points) == pytest.approx(net.size.width)
    assert max(y for _, y in points) == pytest.approx(net.size.height)


@given(decks)
def test_outline_runs_around_panels_and_flaps_and_no_more(deck):
    """The area inside it is that of what is folded, less tapers, round corners and the notch."""
    net = tuck_box(deck)
    points = [point for curve in net.outline for point in curve[:-1]]
    ring = zip(points, points[1:] + points[:1], strict=True)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring) / 2
    whole = sum(panel.width * panel.height for panel in net.panels.values()) + GLUE * deck.height
    assert 0.75 * whole < area < whole


@given(decks)
def test_panels_do_not_overlap(deck):
    panels = tuck_box(deck).panels
    assert all(overlap(one, other) < 1e-9 for one, other in combinations(panels.values(), 2))


@given(decks)
def test_box_closes(deck):
    """The lid covers the depth, both flaps find room below it, and the tuck goes in."""
    panels = tuck_box(deck).panels
    for lid, tuck, flaps in (("lid", "tuck", ("left_top", "right_top")), ("base", "foot", ("left_foot", "right_foot"))):
        assert panels[lid].height == pytest.approx(panels["left"].width)
        assert panels[tuck].height == TUCK
        assert sum(panels[flap].height for flap in flaps) < panels[lid].width


@given(decks)
def test_each_fold_is_between_two_panels(deck):
    net = tuck_box(deck)
    boxes = [*net.panels.values()]
    for (x1, y1), (x2, y2) in net.folds:
        middle = (x1 + x2) / 2, (y1 + y2) / 2
        around = Rect(middle[0] - 0.01, middle[1] - 0.01, 0.02, 0.02)
        both = sum(1 for box in boxes if overlap(box, around) > 0)
        assert both == 2 or x1 == pytest.approx(net.size.width - GLUE)

"""The net of a die: it closes to a cube, and each tab lies inside against a side."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.nets import SIDES, die_corners, die_net
from cardgen.geometry.outlines import PlacedOutline
from cardgen.geometry.units import Rect

edges = st.floats(5, 100)


@given(edges)
def test_sides_close_to_a_cube(edge):
    net, placed = die_net(edge), die_corners(edge)
    assert {*net.panels} == {*placed} == {"1", "2", "3", "4", "5", "6"}
    assert len(net.panels) == SIDES
    centres = {name: tuple(sum(axis) / 4 for axis in zip(*corners, strict=True)) for name, corners in placed.items()}
    for one, other in combinations(centres, 2):
        apart = math.dist(centres[one], centres[other])
        expected = edge if int(one) + int(other) == 7 else edge / math.sqrt(2)
        assert apart == pytest.approx(expected, rel=1e-9)
    corners = {tuple(round(2 * number / edge) for number in corner) for side in placed.values() for corner in side}
    assert len(corners) == 8


@given(edges)
def test_sides_that_share_a_fold_share_an_edge_of_the_cube(edge):
    net, placed = die_net(edge), die_corners(edge)
    flat = {
        name: [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
        for name, box in net.panels.items()
    }
    shared = 0
    for one, other in combinations(flat, 2):
        meeting = [
            (at, to) for at, a in enumerate(flat[one]) for to, b in enumerate(flat[other]) if math.dist(a, b) < 1e-6
        ]
        shared += len(meeting) == 2
        if len(meeting) == 2:
            assert all(placed[one][at] == placed[other][to] for at, to in meeting)
    assert shared == 5


@given(edges)
def test_print_is_on_the_outside(edge):
    for corners in die_corners(edge).values():
        (ax, ay, az), (bx, by, bz), _, (dx, dy, dz) = corners
        across, down = (bx - ax, by - ay, bz - az), (dx - ax, dy - ay, dz - az)
        outwards = tuple(down[i - 2] * across[i - 1] - down[i - 1] * across[i - 2] for i in range(3))
        centre = [sum(axis) / 4 for axis in zip(*corners, strict=True)]
        assert sum(n * c for n, c in zip(outwards, centre, strict=True)) > 0


@given(edges)
def test_sides_do_not_overlap_and_lie_inside_the_outline(edge):
    net = die_net(edge)
    for one, other in combinations(net.panels.values(), 2):
        across = min(one.right, other.right) - max(one.x, other.x)
        down = min(one.bottom, other.bottom) - max(one.y, other.y)
        assert min(across, down) < 1e-6
    points = [curve[0] for curve in net.outline]
    area = abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True))) / 2
    tab = 0.3 * edge
    assert area == pytest.approx(6 * edge**2 + 7 * tab * (edge - tab), rel=1e-9)  # tabs have 45-degree ends


@given(edges)
def test_each_edge_of_the_cube_is_a_fold_between_sides_or_has_one_tab(edge):
    net = die_net(edge)
    between, with_tab = 0, 0
    for (x1, y1), (x2, y2) in net.folds:
        assert math.dist((x1, y1), (x2, y2)) == pytest.approx(edge)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        touching = [
            box
            for box in net.panels.values()
            if box.x - 1e-6 <= middle[0] <= box.right + 1e-6 and box.y - 1e-6 <= middle[1] <= box.bottom + 1e-6
        ]
        between += len(touching) == 2
        with_tab += len(touching) == 1
    assert (between, with_tab) == (5, 7)  # 12 edges


@given(edges)
def test_outline_is_one_closed_line_that_fills_its_size(edge):
    net = die_net(edge)
    corners = PlacedOutline(net.shape, Rect(0, 0, net.size.width, net.size.height)).corners()
    assert min(x for x, _ in corners) == pytest.approx(0, abs=1e-6)
    assert max(x for x, _ in corners) == pytest.approx(net.size.width)
    assert (min(y for _, y in corners), max(y for _, y in corners)) == pytest.approx((0, net.size.height), abs=1e-6)
    for curve, after in zip(net.outline, (*net.outline[1:], net.outline[0]), strict=True):
        assert curve[-1] == after[0]
    assert net.path.startswith("M")


@pytest.mark.parametrize(("edge", "tab"), [(0, 0), (-1, 0), (16, 8), (16, 20)])
def test_impossible_dice_are_refused(edge, tab):
    with pytest.raises(ValueError, match="no room for tabs"):
        die_net(edge, tab)

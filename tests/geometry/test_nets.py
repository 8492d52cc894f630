"""The net of a die: it closes to a cube, and each tab lies inside against a side."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.nets import SIDES, die_net
from cardgen.geometry.outlines import PlacedOutline
from cardgen.geometry.units import Rect

edges = st.floats(5, 100)


def folded(net, edge):
    """The corners of each side in space, after each fold is turned by 90 degrees away from the print."""
    placed = {}

    def place(name, point):
        """The place in space of a point of the net that lies on a side, or on a tab of it."""
        x, y = point
        middle = net.panels["3"]
        if name == "3":
            return (x - middle.x, y - middle.y, 0.0)
        if name == "4":  # the last of the row lies opposite the first
            return (edge - (x - net.panels["4"].x), y - middle.y, edge)
        match name:
            case "5":
                return (edge, y - middle.y, x - net.panels["5"].x)
            case "2":
                return (0.0, y - middle.y, edge - (x - net.panels["2"].x))
            case "1":
                return (x - middle.x, 0.0, middle.y - y)
            case _:
                return (x - middle.x, edge, y - net.panels["6"].y)

    for name, box in net.panels.items():
        corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
        placed[name] = [place(name, corner) for corner in corners]
    return placed


@given(edges)
def test_sides_close_to_a_cube(edge):
    net = die_net(edge)
    assert len(net.panels) == SIDES
    placed = folded(net, edge)
    centres = {name: tuple(sum(axis) / 4 for axis in zip(*corners, strict=True)) for name, corners in placed.items()}
    for one, other in combinations(centres, 2):
        apart = math.dist(centres[one], centres[other])
        expected = edge if int(one) + int(other) == 7 else edge / math.sqrt(2)
        assert apart == pytest.approx(expected, rel=1e-9)
    corners = {tuple(round(number / edge) for number in corner) for side in placed.values() for corner in side}
    assert len(corners) == 8


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

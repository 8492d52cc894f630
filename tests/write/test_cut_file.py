"""Cut files, read back by parsers that are independent of the writer."""

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline, PlacedOutline
from cardgen.geometry.units import Rect, Size
from cardgen.write.cut_file import format_dxf_cuts, format_svg_cuts

A4 = Size(210, 297)
CLOSE = 0.05  # mm, what a sheet and its cut file may differ

side = st.floats(8, 90)
outlines = st.builds(
    PlacedOutline,
    st.sampled_from([RECTANGLE, ROUND, HEXAGON]),
    st.builds(Rect, st.floats(5, 110), st.floats(5, 190), side, side),
).flatmap(
    lambda outline: st.floats(0, min(outline.box.width, outline.box.height) / 2).map(
        lambda corner: PlacedOutline(outline.outline, outline.box, corner if outline.outline == RECTANGLE else 0.0)
    )
)


def svg_points(data: bytes) -> list[list[tuple[float, float]]]:
    """Points on each path, in mm from the top left."""
    root = etree.fromstring(data)
    unit = float(root.get("width").removesuffix("mm")) / float(root.get("viewBox").split()[2])
    assert unit == 1
    found = []
    for path in root.iter("{*}path"):
        points: list[tuple[float, float]] = []
        for command, rest in re.findall(r"([MLCZ])([^MLCZ]*)", path.get("d")):
            values = [float(value) for value in rest.split()]
            pairs = list(zip(values[::2], values[1::2], strict=True))
            if command == "C":
                points += [bezier((points[-1], *pairs), step / 32) for step in range(1, 33)]
            else:
                points += pairs
        found.append(points)
    return found


def bezier(points, t):
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return tuple(sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))


def dxf_points(data: bytes, height: float) -> list[list[tuple[float, float]]]:
    """Points on each closed line, in mm from the top left."""
    lines = data.decode("ascii").split("\r\n")
    pairs = [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=False)]
    assert (9, "$INSUNITS") in pairs
    assert pairs[pairs.index((9, "$INSUNITS")) + 1] == (70, "4")  # millimetres
    entities, current = [], None
    for code, value in pairs[pairs.index((2, "ENTITIES")) + 1 :]:
        if code == 0:
            current = {"type": value}
            entities.append(current)
        else:
            current[code] = value
    found = []
    for entity in entities:
        if entity["type"] == "CIRCLE":
            x, y, radius = (float(entity[code]) for code in (10, 20, 40))
            turns = [2 * math.pi * step / 128 for step in range(128)]
            found.append([(x + radius * math.cos(turn), height - y - radius * math.sin(turn)) for turn in turns])
        elif entity["type"] == "POLYLINE":
            assert entity[70] == "1"  # closed
            vertices = []
        elif entity["type"] == "VERTEX":
            vertices.append(tuple(float(entity[code]) for code in (10, 20, 42)))
        elif entity["type"] == "SEQEND":
            after = vertices[1:] + vertices[:1]
            points = [point for one, two in zip(vertices, after, strict=True) for point in arc(one, two)]
            found.append([(x, height - y) for x, y in points])
    return found


def arc(one, two):
    """Return points from one vertex to the next; the line curves to the right if the bulge is positive."""
    (x1, y1, bulge), (x2, y2, _) = one, two
    if not bulge:
        return [(x1 + (x2 - x1) * step / 8, y1 + (y2 - y1) * step / 8) for step in range(8)]
    angle, chord = 4 * math.atan(bulge), math.dist((x1, y1), (x2, y2))
    if not chord:
        return [(x1, y1)]
    away = chord / 2 / math.tan(angle / 2)  # from the chord to the centre, to the left of the way
    cx = (x1 + x2) / 2 - away * (y2 - y1) / chord
    cy = (y1 + y2) / 2 + away * (x2 - x1) / chord
    start, radius = math.atan2(y1 - cy, x1 - cx), math.dist((x1, y1), (cx, cy))
    turns = [start + angle * step / 16 for step in range(16)]
    return [(cx + radius * math.cos(turn), cy + radius * math.sin(turn)) for turn in turns]


def distance(outline: PlacedOutline, x: float, y: float) -> float:
    """Return the distance of a point from the outline of a piece."""
    box = outline.box
    dx, dy = x - box.x - box.width / 2, y - box.y - box.height / 2
    a, b = box.width / 2, box.height / 2
    if outline.outline == ROUND:
        return abs(math.hypot(dx / a, dy / b) - 1) * min(a, b)
    if outline.outline == HEXAGON:
        if box.width < box.height:
            dx, dy, a, b = dy, dx, b, a
        slope = math.hypot(b, a / 2)
        return abs(max(abs(dy) - b, (b * (abs(dx) - a) + abs(dy) * a / 2) / slope))
    r = outline.corner
    qx, qy = abs(dx) - a + r, abs(dy) - b + r
    return abs(math.hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r)


@pytest.mark.parametrize(
    ("write", "read"),
    [(format_svg_cuts, svg_points), (format_dxf_cuts, lambda data: dxf_points(data, A4.height))],
    ids=["svg", "dxf"],
)
@settings(max_examples=40)
@given(st.lists(outlines, min_size=1, max_size=4))
def test_every_cut_is_where_its_piece_ends(write, read, pieces):
    found = read(write(A4, pieces, "Cards"))
    assert len(found) == len(pieces)
    for outline, points in zip(pieces, found, strict=True):
        box = outline.box
        assert all(distance(outline, x, y) <= CLOSE for x, y in points)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((box.x, box.right, box.y, box.bottom), abs=CLOSE)


def test_curve_of_any_form_is_cut_along_its_points():
    arch = PlacedOutline(Outline.path("M0 .5C0 0 1 0 1 .5V1H0Z"), Rect(20, 30, 40, 60))
    for points in (
        dxf_points(format_dxf_cuts(A4, [arch], ""), A4.height)[0],
        svg_points(format_svg_cuts(A4, [arch], ""))[0],
    ):
        assert min(y for _, y in points) == pytest.approx(30 + 60 / 8, abs=CLOSE)  # the top of the curve
        assert len(points) > 8
        for x, y in arch.corners():
            assert min(math.dist((x, y), point) for point in points) < 3  # no corner is missing


def test_svg_is_as_large_as_the_page():
    root = etree.fromstring(format_svg_cuts(A4, [], "R & D"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    assert root[0].text == "R & D"


def test_names_beyond_ascii_do_not_break_a_dxf():
    assert format_dxf_cuts(A4, [], "Árvore").startswith(b"999\r\n?rvore\r\n")

"""Text that is too near to what is drawn beside it, or covered."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import dist, hypot
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.geometry.units import Rect
from cardgen.model.drawing import Drawing, PlacedImage, Rotated
from cardgen.preflight.face_shapes import FaceShape, placed_matrix
from cardgen.preflight.ground import Ground
from cardgen.preflight.matrices import multiply, read_matrix
from cardgen.preflight.side import PieceSide
from cardgen.preflight.spacing import _pairs, find_close_edges, find_covered_text
from cardgen.preflight.texts import common_box
from tests.preflight.faces import FACE, art, span

PAPER = art('<rect width="60" height="60" fill="#fff"/>')
TEXT = span("#000000", size=3.0, x=20, y=30)  # its ink: x 20 to 27.2, y 27.9 to 30


def distances(*items):
    found = list(find_close_edges(PieceSide(Drawing(FACE, 0, items), Ground())))
    assert {finding.code for finding in found} <= {"W414"}
    return [round(finding.measure, 2) for finding in found]


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ('<rect x="10" y="20" width="40" height="20" fill="none" stroke="#000"/>', []),
        ('<path d="M10 31H50" stroke="#000" stroke-width="0.4" fill="none"/>', []),  # 0.8 mm below the baseline
        ('<path d="M10 30.5H50" stroke="#000" stroke-width="0.4" fill="none"/>', [0.3]),
        ('<line x1="10" y1="30.5" x2="50" y2="30.5" stroke="#000" stroke-width="0.4"/>', [0.3]),
        ('<rect x="10" y="30.25" width="40" height="9" fill="#888"/>', [0.25]),
        ('<rect x="10" y="20" width="40" height="10.2" fill="#888"/>', [0.2]),
        ('<rect x="10" y="27.7" width="40" height="20" fill="#888"/>', [0.2]),
        ('<rect x="19.8" y="10" width="30" height="30" fill="#888"/>', [0.2]),
        ('<rect x="5" y="10" width="22.4" height="30" fill="#888"/>', [0.2]),
        ('<circle cx="18.6" cy="29" r="1" fill="#888"/>', [0.4]),
        ('<circle cx="20" cy="29" r="4" fill="#888"/>', [0.0]),
        ('<g transform="translate(10 15) scale(2)"><path d="M0 7.7H9" stroke="#000" stroke-width=".2"/></g>', [0.2]),
        ('<rect x="10" y="30.25" width="40" height="9" fill="#fefefe"/>', []),  # nobody sees this edge
        ('<rect x="10" y="30.2" width="40" height="9" fill="#888"/><rect width="60" height="60" fill="#fff"/>', []),
        (
            '<svg x="0" y="0" width="60" height="60"><rect x="10" y="30.2" width="40" height="9"/></svg>',
            [],
        ),  # a picture
    ],
)
def test_text_keeps_its_distance_from_edges_that_are_seen(inner, expected):
    assert distances(PAPER, art(inner), TEXT) == expected


def test_text_keeps_its_distance_from_icons_and_small_pictures(tmp_path):
    """A larger picture is what text stands on."""
    file = tmp_path / "red.png"
    Image.new("RGB", (9, 9), "#c02020").save(file)
    square = '<rect width="{0}" height="{0}" fill="#802020"/>'
    for gap, expected in ((0.3, [0.3]), (0.8, [])):
        place = Rect(27.2 + gap, 27, 4, 4)
        nested = f'<svg x="{place.x}" y="27" width="4" height="4">{square.format(4)}</svg>'
        icon = art(square.format(60), box=place)
        for small in (icon, art(nested), PlacedImage(file, place, place)):
            assert distances(PAPER, small, TEXT) == expected
            assert distances(PAPER, TEXT, small) == expected
        assert distances(PAPER, replace(icon, in_text=True), TEXT) == []
        assert distances(PAPER, art(square.format(60), box=replace(place, width=30, height=30)), TEXT) == []


def test_an_artwork_that_is_placed_twice_has_edges_in_both_places():
    line = art('<path d="M0 1H60" stroke="#000" stroke-width="0.4"/>', box=Rect(0, 0, 60, 60))
    low = replace(line, box=Rect(0, 29.3, 60, 60))
    assert [distances(PAPER, *placed, TEXT) for placed in ((low,), (line, low), (low, line))] == [[0.1]] * 3


def test_small_capitals_reach_no_farther_than_their_ink():
    """A g in a font of capitals has no tail; an accent that is higher than usual letters is not counted."""
    line = art('<path d="M10 30.9H50" stroke="#000" stroke-width="0.4"/>')  # 0.7 mm below the baseline

    def found(ink):
        face = Drawing(FACE, 0, (PAPER, line, span("#000000", size=3.0, x=20, y=30, text="Dog")))
        return [*find_close_edges(PieceSide(face, Ground(), ink=ink))]

    assert len(found(lambda _font, _word: (0.7, 0.22))) == 1
    assert found(lambda _font, _word: (0.9, 0.0)) == []


def test_edges_beside_text_that_is_turned_are_found_where_it_is_seen():
    line = art('<path d="M33.2 0V60" stroke="#000" stroke-width="0.4"/>')  # x 30 to 32.1 once it stands upright
    assert distances(PAPER, line, Rotated(90, 30, 30, (TEXT,))) == []
    near = art('<path d="M29.7 0V60" stroke="#000" stroke-width="0.2"/>')
    assert distances(PAPER, near, Rotated(90, 30, 30, (TEXT,))) == [0.2]


def covered(*items):
    return [finding.message for finding in find_covered_text(PieceSide(Drawing(FACE, 0, items), Ground()))]


def test_a_disc_over_text_is_found_and_one_under_it_is_not():
    disc = art('<circle cx="22" cy="29" r="2" fill="#888"/>')
    assert covered(PAPER, disc, TEXT) == []
    assert covered(PAPER, TEXT, disc) == ["text 'Dawn' is covered by what is drawn over it"]
    assert covered(PAPER, TEXT, art('<circle cx="22" cy="20" r="2"/>')) == []
    assert covered(PAPER, TEXT, art('<circle cx="22" cy="29" r="2" opacity="0.1"/>')) == []
    for x, is_found in ((19.4, False), (19.8, True), (27.0, True), (27.4, False)):  # at the ends of the ink
        assert bool(covered(PAPER, TEXT, art(f'<rect x="{x}" y="27" width="0.4" height="4"/>'))) == is_found, x
    for y, is_found in (
        (25.9, False),
        (26.3, True),
        (29.5, True),
        (29.9, False),
    ):  # at the tops of the letters and their feet
        assert bool(covered(PAPER, TEXT, art(f'<rect x="20" y="{y}" width="8" height="2"/>'))) == is_found, y
    apart = replace(TEXT, x=5, words=TEXT.words * 2, space=20.0)  # the second word from x 32.2 to 39.4
    for x, is_found in ((31.6, False), (32.0, True), (39.2, True), (39.6, False)):
        assert bool(covered(PAPER, apart, art(f'<rect x="{x}" y="27" width="0.4" height="4"/>'))) == is_found, x
    assert covered(PAPER, Rotated(180, 30, 30, (TEXT,)), disc) == []
    assert covered(PAPER, Rotated(180, 30, 30, (span(x=34, y=31),)), disc) != []


def test_texts_on_each_other_are_found():
    other = span("#222222", x=25, y=29.5)
    assert len(covered(PAPER, TEXT, PAPER, TEXT)) == 1  # covered, and a copy of itself is no other text
    assert covered(PAPER, TEXT, other) == []  # equal words are a shadow
    longer = other.__class__("Any", 3.0, "#222222", 25.0, 29.5, other.words * 2, 0.6)
    assert covered(PAPER, TEXT, longer) == ["texts 'Dawn' and 'Dawn Dawn' lie on each other"]


def test_texts_that_only_touch_do_not_lie_on_each_other():
    """Less than 0.25 mm in one direction is within the error of their boxes, however much it is in the other."""
    words = span("#222222").words * 2
    for common, is_found in ((0.1, False), (0.2, False), (0.3, True), (1.0, True)):
        for x, y in ((27.2 - common, 30), (20, 32.1 - common)):  # behind it, and below it
            other = TEXT.__class__("Any", 3.0, "#222222", x, y, words, 0.6)
            assert bool(covered(PAPER, TEXT, other)) == is_found, (common, x, y)


def test_the_edge_nearest_to_a_box_is_found_wherever_it_is():
    """The distance of a point that runs along a straight line from a box falls, then rises: the least one is found by halving."""
    rng, told, reach = Random(7), [0, 0, 0], 0.5

    def number():
        return rng.choice((10, 20, 30, 40, round(rng.uniform(5, 45), 1))) + rng.choice((0, 0.3, -0.4))

    def any_shapes():
        corners = " ".join(f"{number()} {number()}" for _ in range(rng.choice((2, 3, 4))))
        paint = rng.choice(
            ('fill="#888"', f'fill="none" stroke="#000" stroke-width="{rng.choice((0.2, 1, 1.5, 1.6, 3))}"')
        )
        turn = rng.choice(("", "", f' transform="rotate({number()} 30 30)"'))
        rect = f'<rect x="{number() - 5}" y="{number() - 5}" width="{number()}" height="{number()}" {paint}{turn}/>'
        read = Ground().read(art(rng.choice((rect, f'<path d="M{corners}Z" {paint}{turn}/>'))).artwork)
        on_face = placed_matrix(read.units, Rect(0, 0, *rng.choice(((60, 60), (50, 70)))))
        turned = multiply(read_matrix(rng.choice(("", "rotate(20 30 30)", "skewX(9)", "skewY(9)"))), on_face)
        return [FaceShape(shape, turned) for shape in read.shapes]

    for _ in range(600):
        for shape in any_shapes():
            x, y = rng.choice([*shape.lines[0], (number(), number())])
            width, height = rng.choice((0.4, 3, 9)), rng.choice((0.4, 3, 9))
            x, y = (
                at + rng.choice((0.3, 0.6, 1, 2, -side / 2, -side - 0.3, -side - 0.6, -side - 1))
                for at, side in ((x, width), (y, height))
            )
            box = Rect(x, y, width, height)
            sides = [side for line in shape.lines for side in pairwise(line) if dist(*side)]
            least = max(min(distance_along(*side, box) for side in sides) - shape.stroke / 2, 0) if sides else reach
            spot = shape.edge_near(box, reach)
            assert (spot is not None) == (least < reach and shape.stroke <= 1.5), (box, shape.lines)
            told[0 if not spot else 1 if spot.distance else 2] += 1
            if spot:
                assert spot.distance == pytest.approx(least, abs=1e-6)
                assert any(
                    dist(start, spot.point) + dist(spot.point, end) == pytest.approx(dist(start, end))
                    and spot.across[0] * (end[0] - start[0]) + spot.across[1] * (end[1] - start[1])
                    == pytest.approx(0, abs=1e-6)
                    and hypot(*spot.across) == pytest.approx(1)
                    for start, end in sides
                ), "the place is on a side, and the direction is across it"
                away = distance_to(spot.point, box) - shape.stroke / 2
                assert max(away, 0) == pytest.approx(spot.distance, abs=1e-6)
    assert min(told) > 40, "nothing near, something near, something across"


def distance_to(point, box):
    return hypot(max(box.x - point[0], point[0] - box.right, 0), max(box.y - point[1], point[1] - box.bottom, 0))


def distance_along(start, end, box):
    def at(share):
        return distance_to((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])), box)

    first, last = 0.0, 1.0
    for _ in range(60):
        one, other = first + (last - first) / 3, last - (last - first) / 3
        first, last = (first, other) if at(one) <= at(other) else (one, last)
    return min(at(first), at(0), at(1))


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 4), max_size=9))
def test_texts_whose_boxes_meet_are_found_without_comparing_all(places):
    boxes = [Rect(*place) for place in places]
    pairs = combinations(enumerate(boxes), 2)
    meeting = {(a, b) for (a, one), (b, other) in pairs if common_box(one, other)}
    assert meeting <= {*_pairs(boxes)}

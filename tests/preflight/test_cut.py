"""What is drawn too near to the cut."""

from dataclasses import replace
from math import cos, radians, sin

import pytest
from PIL import Image

from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, PlacedImage, Rotated
from cardgen.preflight.cut import find_near_cut
from cardgen.preflight.face_shapes import edge_distance
from cardgen.preflight.ground import Ground
from cardgen.preflight.side import PieceSide
from tests.preflight.faces import FACE, art, span

PAPER = art('<rect x="-3" y="-3" width="66" height="66" fill="#fff"/>')


def found(*items, outline=RECTANGLE, inset=2.5):
    side = PieceSide(Drawing(FACE, 3, (PAPER, *items)), Ground(), outline, inset)
    return [(one.code, round(one.measure, 2), one.is_advice) for one in find_near_cut(side)]


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ('<circle cx="7" cy="7" r="4" fill="#000"/>', []),
        ('<circle cx="5" cy="7" r="4" fill="#000"/>', [("W415", 1.0, True)]),
        ('<circle cx="4.2" cy="7" r="4" fill="#000"/>', [("W415", 0.2, True)]),
        ('<circle cx="2" cy="7" r="4" fill="#000"/>', []),  # it runs past the cut
        ('<circle cx="5" cy="7" r="4" fill="#fdfdfd"/>', []),  # nobody sees it
        (
            '<rect x="2" y="2" width="56" height="56" fill="none" stroke="#000" stroke-width="0.4"/>',
            [("W416", 1.8, True)],
        ),
        ('<rect x="0.4" y="0.4" width="59.2" height="59.2" fill="#888"/>', [("W416", 0.4, True)]),
        ('<rect x="3.2" y="3.2" width="53.6" height="53.6" fill="#888"/>', []),
        ('<path d="M1 -3V63" stroke="#000" stroke-width="0.4"/>', []),  # an open line
        *[  # along three sides: an element, not a frame
            (f'<rect {place} fill="#888"/>', [("W415", 1.0, True)])
            for place in (
                'x="1" y="1" width="58" height="40"',
                'x="1" y="19" width="58" height="40"',
                'x="1" y="1" width="40" height="58"',
                'x="19" y="1" width="40" height="58"',
            )
        ],
    ],
)
def test_elements_and_frames_keep_their_distance_from_the_cut(inner, expected):
    assert found(art(inner)) == expected


def test_what_lies_wholly_in_the_bleed_is_not_near_the_cut():
    def drawn(x, y, width, height):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 66"><rect x="{x}" y="{y}" width="{width}" height="{height}"/></svg>'
        return found(PlacedArtwork(Artwork(svg, Size(66, 66)), Rect(-3, -3, 66, 66)))

    for away in (2, 3):  # also if it ends at the cut
        for x, y, width, height in (
            (-3, 1, away, 9),
            (63 - away, 1, away, 9),
            (1, -3, 9, away),
            (1, 63 - away, 9, away),
        ):
            assert drawn(x, y, width, height) == [], (x, y)
    assert drawn(1, 1, 9, 9) == [("W415", 1.0, True)]


NEAR = "M1 20h6v6h-6z"
STAR = '<path d="M0 12L12 0L24 12L12 24z" fill="#000"/>'


def small(x, y, inner=STAR, view="0 0 24 24"):
    """An icon of 6 mm in an artwork of its own."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="6mm" height="6mm">{inner}</svg>'
    return PlacedArtwork(Artwork(svg, Size(6, 6)), Rect(x, y, 6, 6))


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (small(1, 20), 1.0),
        (small(53.5, 20), 0.5),
        (small(20, 1.5), 1.5),
        (small(20, 53), 1.0),
        (small(2.6, 20), None),
        (small(-1, 20), None),  # it runs past the cut
        (small(1, 20, STAR.replace("#000", "#fdfdfd")), None),  # nobody sees it
        (small(1, 20, view="-12 -12 48 48"), None),  # its ink is 2.5 mm from the cut
        (small(0, 20, view="-6 -6 36 36"), 1.0),
        (art(f'<svg x="1" y="20" width="6" height="6" viewBox="0 0 24 24">{STAR}</svg>'), 1.0),
        (art(f'<svg x="1" y="20" width="6" height="6" viewBox="-12 -12 48 48">{STAR}</svg>'), None),
        (art('<svg x="2.6" y="20" width="6" height="6"><rect x="-9" width="30" height="3"/></svg>'), None),  # cut off
        (art('<g clip-path="url(#c)"><rect width="60" height="9"/></g>', '<clipPath id="c"><rect/></clipPath>'), None),
        (
            art(f'<svg x="-3" y="-3" width="30" height="66" viewBox="-3 -3 30 66"><path d="{NEAR}"/></svg>'),
            None,
        ),  # scenery
        (art(f'<svg x="-2" y="-2" width="30" height="66" viewBox="-2 -2 30 66"><path d="{NEAR}"/></svg>'), 1.0),
        (Rotated(180, 30, 30, (small(1, 20),)), 1.0),
        (Rotated(90, 30, 30, (small(53, 20),)), 1.0),
    ],
)
def test_icons_keep_the_inset_by_their_ink(item, expected):
    assert found(item) == ([] if expected is None else [("W415", expected, True)])


def test_an_icon_on_a_plate_that_runs_past_the_cut_keeps_the_inset():
    plate = art('<rect x="-3" y="10" width="20" height="20" fill="#444"/>')
    light = small(1, 16, STAR.replace("#000", "#fff"))
    assert found(plate, light) == [("W415", 1.0, True)]
    assert found(light, plate) == []  # covered


def test_a_picture_in_pixels_keeps_the_inset(tmp_path):
    Image.new("RGB", (20, 20), "#336699").save(tmp_path / "a.png")
    for window, expected in (
        (Rect(1, 20, 6, 6), [("W415", 1.0, True)]),
        (Rect(-3, 20, 6, 6), []),
        (Rect(3, 20, 6, 6), []),
    ):
        assert found(PlacedImage(tmp_path / "a.png", window, window)) == expected


def test_an_icon_in_the_corner_of_a_round_piece_is_measured_to_its_outline():
    assert [code for code, *_ in found(small(9, 9), outline=ROUND)] == ["W415"]
    assert found(small(15, 15), outline=ROUND) == []
    cross, dot = '<path d="M1 10h19v1H1zM10 1h1v19h-1z"/>', '<rect x="1" y="1" width="4" height="4"/>'
    for both in (cross + dot, dot + cross):  # the nearer one counts
        assert found(art(f'<svg x="8" y="8" width="20" height="20">{both}</svg>'), outline=ROUND) == [
            ("W415", 0.3, True)
        ]
    for x, y in ((24, 48), (24, 2.5), (48, 24), (2.5, 24)):  # a disc of which a window hides what is nearest to the cut
        disc = f'<circle cx="{3.5 if x == 2.5 else 6}" cy="{3.5 if y == 2.5 else 6}" r="6"/>'
        window = f'width="{12 if x == 24 else 9.5}" height="{12 if y == 24 else 9.5}"'
        shown = art(f'<svg x="{x}" y="{y}" {window}>{disc}</svg>')
        assert found(shown, outline=ROUND) == [("W415", 2.19, True)], (x, y)


def test_text_keeps_the_inset_and_a_game_may_state_it():
    assert found(span("#000000", x=1.9, y=30)) == [("W415", 1.9, False)]
    assert found(span("#000000", x=2.2, y=30)) == [("W415", 2.2, True)]
    assert found(span("#000000", x=2.0, y=30), inset=1.5) == []
    assert found(span("#000000", x=55, y=30)) == [("W415", -2.2, False)]


def test_letters_that_are_set_apart_reach_further():
    """A word of 7.2 mm in one glyph ends 2.8 mm from the cut, and 0.5 mm nearer where it is tracked."""
    assert found(span("#000000", x=50, y=30)) == []
    assert found(replace(span("#000000", x=50, y=30), tracking=0.5)) == [("W415", 2.3, True)]


def test_the_distance_from_an_outline_is_that_of_its_nearest_side():
    """A line with its corners in a circle is the same wherever it begins, and its nearest side is known by the angle."""
    for first in range(6):
        turns = [radians(60 * (first + corner)) for corner in range(6)]
        cut = [(30 + 20 * cos(turn), 30 + 20 * sin(turn)) for turn in turns]
        for angle in range(0, 360, 15):
            for away in (1, 12, 16, 17.2, 17.4, 21):
                across = max(cos(radians(angle - 60 * side - 30)) for side in range(6)) * away
                wanted = 20 * cos(radians(30)) - across
                point = 30 + away * cos(radians(angle)), 30 + away * sin(radians(angle))
                assert edge_distance([(30, 30), point], cut) == pytest.approx(wanted if wanted > 0 else -1), (
                    first,
                    angle,
                    away,
                )


def test_the_distance_is_that_of_the_outline():
    corner = span("#000000", x=8, y=12)  # on a square, far from its sides
    assert found(corner) == []
    assert [code for code, *_ in found(corner, outline=ROUND)] == ["W415"]
    assert found(span("#000000", x=26, y=30), outline=ROUND) == []


@pytest.mark.parametrize("size", [Size(50, 80), Size(80, 50)])
def test_each_side_of_an_oblong_piece_has_a_distance_of_its_own(size):
    width, height = size.width, size.height

    def drawn(inner):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{inner}</svg>'
        return PlacedArtwork(Artwork(svg, size), Rect(0, 0, width, height))

    def near(item, outline=RECTANGLE):
        paper = drawn(f'<rect x="-3" y="-3" width="{width + 6}" height="{height + 6}" fill="#fff"/>')
        side = PieceSide(Drawing(size, 3, (paper, item)), Ground(), outline, 2.5)
        assert tuple(map(max, zip(*side.cut, strict=True))) == pytest.approx((width, height))
        return [(one.code, round(one.measure, 2)) for one in find_near_cut(side)]

    middle = width / 2, height / 2
    for x, y in ((1, middle[1]), (width - 8.2, middle[1]), (middle[0] - 3.6, 3.1), (middle[0] - 3.6, height - 1)):
        assert near(span("#000000", x=x, y=y)) == [("W415", 1.0)], (x, y)
        assert [code for code, _ in near(span("#000000", x=x, y=y), ROUND)] == ["W415"], (x, y)
    for x, y in ((1, middle[1]), (width - 7, middle[1]), (middle[0], 1), (middle[0], height - 7)):
        assert near(small(x, y)) == [("W415", 1.0)], (x, y)
    frame = '<rect x="1.5" y="1.5" width="{}" height="{}" fill="none" stroke="#000" stroke-width="1"/>'
    assert near(drawn(frame.format(width - 3, height - 3))) == [("W416", 1.0)]
    assert near(span("#000000", x=middle[0] - 3.6, y=middle[1]), ROUND) == near(small(*middle), ROUND) == []

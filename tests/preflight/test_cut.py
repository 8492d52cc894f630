"""What is drawn too near to the cut."""

from dataclasses import replace

import pytest

from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.model.drawing import Drawing
from cardgen.preflight.cut import find_near_cut
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


def test_text_keeps_the_inset_and_a_game_may_state_it():
    assert found(span("#000000", x=1.9, y=30)) == [("W415", 1.9, False)]
    assert found(span("#000000", x=2.2, y=30)) == [("W415", 2.2, True)]
    assert found(span("#000000", x=2.0, y=30), inset=1.5) == []
    assert found(span("#000000", x=55, y=30)) == [("W415", -2.2, False)]


def test_letters_that_are_set_apart_reach_further():
    """A word of 7.2 mm in one glyph ends 2.8 mm from the cut, and 0.5 mm nearer where it is tracked."""
    assert found(span("#000000", x=50, y=30)) == []
    assert found(replace(span("#000000", x=50, y=30), tracking=0.5)) == [("W415", 2.3, True)]


def test_the_distance_is_that_of_the_outline():
    corner = span("#000000", x=8, y=12)  # on a square, far from its sides
    assert found(corner) == []
    assert [code for code, *_ in found(corner, outline=ROUND)] == ["W415"]
    assert found(span("#000000", x=26, y=30), outline=ROUND) == []

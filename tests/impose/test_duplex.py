import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.duplex import flip_axis, verso_of
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement

from .shapes import A4, few, flips, is_behind, lengths, make_drawing, sizes


@pytest.mark.parametrize(
    ("paper", "flip", "axis", "trim", "bleed", "turn"),
    [
        (A4, "long", "vertical", Rect(150, 20, 40, 53), Edges(3, 2, 1, 4), 0),
        (A4, "short", "horizontal", Rect(20, 224, 40, 53), Edges(1, 4, 3, 2), 180),
        (A4.turned, "long", "horizontal", Rect(20, 137, 40, 53), Edges(1, 4, 3, 2), 180),
        (A4.turned, "short", "vertical", Rect(237, 20, 40, 53), Edges(3, 2, 1, 4), 0),
    ],
)
def test_four_rows_of_the_mirror_table(paper, flip, axis, trim, bleed, turn):
    back = make_drawing(bleed=5)
    recto = Placement(make_drawing(), Rect(20, 20, 40, 53), Edges(1, 2, 3, 4))
    assert flip_axis(paper, flip) == axis
    assert verso_of([recto], [back], paper, flip).placements == (Placement(back, trim, bleed, turn),)


def test_square_paper_turns_like_an_upright_one():
    assert flip_axis(Size(200, 200), "long") == "vertical"
    assert flip_axis(Size(200, 200), "short") == "horizontal"


@st.composite
def rectos(draw):
    """A page with placements anywhere on it, also turned ones and parts of larger drawings."""
    paper = draw(sizes(60, 400))
    placements = []
    for _ in range(draw(st.integers(0, 4))):
        size = draw(sizes(5, 300))
        window = Size(draw(lengths(2, size.width)), draw(lengths(2, size.height)))
        x, y = draw(lengths(0, paper.width)), draw(lengths(0, paper.height))
        origin = draw(lengths(0, size.width - window.width)), draw(lengths(0, size.height - window.height))
        bleed = draw(st.builds(Edges, *[lengths(0, 3)] * 4))
        trim = Rect(x, y, window.width, window.height)
        placements.append(Placement(Drawing(size, 3, ()), trim, bleed, draw(st.sampled_from([0, 180])), origin))
    return placements, paper


@few
@given(rectos(), flips)
def test_each_back_lies_behind_its_face(recto_and_paper, flip):
    recto, paper = recto_and_paper
    backs = [Drawing(placement.drawing.size, 3, ()) for placement in recto]
    verso = verso_of(recto, backs, paper, flip).placements
    assert [placement.drawing for placement in verso] == backs
    assert all(is_behind(front, behind, paper, flip) for front, behind in zip(recto, verso, strict=True))


@few
@given(rectos(), flips)
def test_mirroring_twice_is_the_identity(recto_and_paper, flip):
    recto, paper = recto_and_paper
    faces = [placement.drawing for placement in recto]
    verso = verso_of(recto, faces, paper, flip).placements
    again = verso_of(verso, faces, paper, flip).placements
    for before, after in zip(recto, again, strict=True):
        assert (before.drawing, before.turn, before.bleed) == (after.drawing, after.turn, after.bleed)
        assert all(
            math.isclose(a, b, abs_tol=1e-9)
            for a, b in zip(
                (before.trim.x, before.trim.y, *before.origin), (after.trim.x, after.trim.y, *after.origin), strict=True
            )
        )


@few
@given(rectos())
def test_short_edge_verso_is_the_long_edge_one_turned(recto_and_paper):
    recto, paper = recto_and_paper
    faces = [placement.drawing for placement in recto]
    for long, short in zip(
        verso_of(recto, faces, paper, "long").placements, verso_of(recto, faces, paper, "short").placements, strict=True
    ):
        assert short.turn == 180 - long.turn
        assert short.bleed == long.bleed.half_turned
        assert math.isclose(short.trim.x, paper.width - long.trim.right, abs_tol=1e-9)
        assert math.isclose(short.trim.y, paper.height - long.trim.bottom, abs_tol=1e-9)


@few
@given(rectos(), flips)
def test_a_piece_turned_endwise_has_its_back_upside_down(recto_and_paper, flip):
    recto, paper = recto_and_paper
    faces = [placement.drawing for placement in recto]
    verso = verso_of(recto, faces, paper, flip, [True] * len(recto)).placements
    assert all(is_behind(front, back, paper, flip, endwise=True) for front, back in zip(recto, verso, strict=True))


def test_missing_back_leaves_its_place_empty():
    recto = [Placement(make_drawing(), Rect(x, 10, 40, 53)) for x in (10, 50, 90)]
    backs = [make_drawing(), None, make_drawing()]
    verso = verso_of(recto, backs, A4, "long")
    assert [placement.trim.x for placement in verso.placements] == [160, 80]
    assert verso.marks == ()


def test_back_without_bleed_gets_none():
    recto = Placement(make_drawing(), Rect(10, 10, 40, 53), Edges.all(3))
    verso = verso_of([recto], [make_drawing(bleed=0)], A4, "long")
    assert verso.placements[0].bleed == Edges()

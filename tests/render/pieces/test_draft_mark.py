"""The mark of a draft hides no text, and lies inside the piece."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing, Rotated, ShapedWord, TextSpan
from cardgen.model.piece import Piece
from cardgen.render.pieces import draft_mark
from cardgen.render.pieces.draft_mark import mark_drafts, place_mark, text_boxes

ARROW = Outline.path("M0 .3H.6V0L1 .5L.6 1V.7H0Z")
sides = st.floats(12, 400)


def span(x: float, y: float, width: float, size: float) -> TextSpan:
    return TextSpan("font", size, "#000000", x, y, (ShapedWord("x", ((1, "x", width / size),), width / size),), 0.0)


@st.composite
def faces(draw) -> Drawing:
    size = Size(draw(sides), draw(sides))
    items = []
    for _ in range(draw(st.integers(0, 12))):
        x, y = draw(st.floats(0, size.width)), draw(st.floats(0, size.height))
        item = span(x, y, draw(st.floats(1, 100)), draw(st.floats(1, 12)))
        items.append(Rotated(draw(st.floats(0, 360)), x, y, (item,)) if draw(st.booleans()) else item)
    return Drawing(size, 3, tuple(items))


def meets(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


@given(faces(), st.sampled_from([RECTANGLE, ROUND, HEXAGON, ARROW]))
def test_the_mark_hides_no_text(face, outline):
    box, painted_before = place_mark(face, outline, Size(6, 2), 0.7)
    for below in face.items[:painted_before]:
        assert not any(meets(box, text) for text in text_boxes([below]))


@given(sides, sides, st.sampled_from([RECTANGLE, ROUND, HEXAGON]))
def test_the_mark_lies_inside_a_piece_that_has_room(width, height, outline):
    box, _ = place_mark(Drawing(Size(width, height), 0, ()), outline, Size(6, 2), 0.5)
    assert box.x >= 0 and box.y >= 0 and box.right <= width and box.bottom <= height
    if outline is ROUND:
        corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        assert all((2 * x / width - 1) ** 2 + (2 * y / height - 1) ** 2 <= 1.001 for x, y in corners)


def test_what_only_touches_a_text_or_a_corner_is_free():
    box = Rect(10, 10, 4, 2)
    beside = {Rect(14, 10, 4, 2): 1, Rect(6, 10, 4, 2): -1, Rect(10, 12, 4, 2): 1, Rect(10, 8, 4, 2): -1}
    assert not any(draft_mark._meet(box, other) for other in beside)
    nearer = [Rect(x.x - 0.1 * by * (x.y == 10), x.y - 0.1 * by * (x.x == 10), 4, 2) for x, by in beside.items()]
    assert all(draft_mark._meet(box, other) for other in nearer)
    right = [(0, 0), (20, 0), (20, 20), (10, 20), (10, 10), (0, 10)]  # with a notch at the left of its lower half
    lower = [(0, 10), (10, 10), (10, 0), (20, 0), (20, 20), (0, 20)]  # with one at the left of its upper half
    left = [(20 - x, y) for x, y in right]
    for corners, x, y in ((right, 10, 8), (right, 12, 8), (right, 8, 2), (lower, 8, 10), (lower, 8, 12), (left, 2, 8)):
        assert draft_mark._contains(corners, Rect(x, y, 6, 6))
        assert not draft_mark._contains(corners, Rect(7, 8, 6, 6))


def test_a_text_is_as_wide_as_its_words_with_their_spaces_and_tracking():
    one, two = ShapedWord("a", ((1, "a", 0.5),), 0.5), ShapedWord("bc", ((1, "b", 0.5), (1, "c", 0.25)), 0.75)
    (box,) = text_boxes([TextSpan("font", 4, "#000000", 10, 20, (one, two), 1.5, 0.25)])
    assert (box.x, box.width) == (10, 4 * 1.25 + 2 * 1.5 + 3 * 0.25)
    assert (box.y, box.bottom) == pytest.approx((20 - 0.95 * 4, 20 + 0.3 * 4))


def test_a_mark_on_a_piece_that_is_too_small_lies_below_all_in_its_middle():
    face = Drawing(Size(5, 3), 0, (span(0, 2, 5, 2),))
    assert place_mark(face, RECTANGLE, Size(6, 2), 0.7) == (Rect(-0.5, 0.5, 6, 2), 0)


def test_a_mark_goes_further_inside_from_either_edge():
    """Below the words along the upper edge if those at the foot leave less room."""
    lines = tuple(span(0, y, 40, 4) for y in (3, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60))
    box, _ = place_mark(Drawing(Size(40, 60), 0, lines), RECTANGLE, Size(8, 2), 1)
    assert not any(meets(box, text) for text in text_boxes(lines)) and 4 < box.y < 26


def test_a_box_lies_inside_a_line_only_if_no_part_of_it_is_cut_off():
    """Two arms with a slit between them: the slit may pass through the middle of a box that has all its corners inside."""
    fork = [(0, 0), (10, 0), (10, 4.5), (1, 4.5), (1, 5.5), (10, 5.5), (10, 10), (0, 10)]
    places = {Rect(5, 1, 3, 2): True, Rect(5, 4, 3, 2): False, Rect(0.5, 4, 3, 2): False, Rect(8, 1, 3, 2): False}
    places[Rect(0.5, 3.5, 3, 5)] = False  # the end of the slit is between its corners and its middle
    turned = [(y, x) for x, y in fork]
    for box, is_inside in places.items():
        assert draft_mark._contains(fork, box) == is_inside
        assert draft_mark._contains(turned, Rect(box.y, box.x, box.height, box.width)) == is_inside


def test_a_text_that_is_turned_is_where_it_is_seen():
    """Down the right edge; if it were not turned, it would lie along the foot."""
    line = span(30, 84, 28, 4)
    (box,), (seen,) = text_boxes([line]), text_boxes([Rotated(90, 58, 84, (line,))])
    assert (seen.width, seen.height) == pytest.approx((box.height, box.width))
    assert (seen.right, seen.y) == pytest.approx((58 + 84 - box.y, 84 - 28))


def test_the_places_on_faces_of_one_shape_are_found_once():
    draft_mark._places_inside.cache_clear()
    for number in range(9):
        place_mark(Drawing(Size(63, 88), 3, (span(number, 80, 9, 3),)), RECTANGLE, Size(8, 3), 1)
    assert draft_mark._places_inside.cache_info().misses == 1


def test_a_card_has_its_mark_at_the_bottom_right():
    box, painted_before = place_mark(Drawing(Size(63, 88), 3, ()), RECTANGLE, Size(8, 3), 1)
    assert painted_before == 0
    assert box.bottom == 87
    assert box.right > 55


def test_a_mark_goes_elsewhere_if_there_is_a_text():
    text = span(20, 86.5, 43, 4)
    for items in ((text,), (Rotated(0, 0, 0, (span(0, 9, 9, 4), text)),)):
        box, _ = place_mark(Drawing(Size(63, 88), 3, items), RECTANGLE, Size(8, 3), 1)
        assert not meets(box, next(text_boxes([text])))


def test_each_face_has_its_mark_once_for_each_outline_below_texts_that_leave_it_no_room():
    word, asked = span(0, 0, 1, 1), []

    def draw_side(_template, variables, size, bleed, _subject):
        mark = variables["mark"]
        asked.append((size, bleed, mark["u"], Rect(mark["x"], mark["y"], mark["width"], mark["height"])))
        return Drawing(size, bleed, (word,)) if size.width < 500 else None

    def piece(width, height, items=()):
        return Piece("cards", "a", "A", Drawing(Size(width, height), 3, items), None, 1, RECTANGLE)

    lines = tuple(span(0, y, 63, 4) for y in range(2, 90, 2))
    card, full = piece(40, 60), piece(63, 88, lines)
    pieces = [card, full, card, replace(card, outline=ROUND), piece(20, 90), piece(90, 130), piece(600, 600)]
    renderer = SimpleNamespace(shared={"t": {"draft": "Draft!"}}, draw_side=draw_side)
    marked = [one.face.items for one in mark_drafts(pieces, renderer)]
    assert marked[0] == marked[2] == marked[3] == marked[4] == marked[5] == (word,)
    assert marked[6] == ()  # a mark that has errors, which are told, is left out
    assert [size for size, *_ in asked] == [one.face.size for one in (card, full, *pieces[3:])]
    assert {bleed for _, bleed, *_ in asked} == {0}
    assert [scale for _, _, scale, _ in asked] == pytest.approx([1, 63 / 40, 1, 0.8, 90 / 40, 2.5])
    (_, _, _, small), (_, _, _, over) = asked[:2]
    assert small.bottom == pytest.approx(60 - 0.7) and 35 < small.right <= 40 - 0.7
    assert (small.width, small.height) == pytest.approx((6 * 1.12 + 1.6, 2.1))
    assert over.bottom == pytest.approx(88 - 0.7 * 63 / 40) and over.right <= 63, "at the foot, as where there is room"
    at = marked[1].index(word)
    assert marked[1] == (*lines[:at], word, *lines[at:])
    assert [meets(over, box) for box in text_boxes(lines[: at + 1])] == [False] * at + [True]
    assert 0 < at < len(lines) - 1

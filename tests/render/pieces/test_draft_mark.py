"""The mark of a draft hides no text, and lies inside the piece."""

from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing, Rotated, ShapedWord, TextSpan
from cardgen.render.pieces import draft_mark
from cardgen.render.pieces.draft_mark import place_mark, text_boxes

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
    box, _ = place_mark(Drawing(Size(63, 88), 3, (text,)), RECTANGLE, Size(8, 3), 1)
    assert not meets(box, next(text_boxes([text])))

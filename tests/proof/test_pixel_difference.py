from impose.shapes import inside
from write.samples import SMALL, filled, pdf_of, text, whole

from cardgen.geometry.units import Edges, Rect
from cardgen.proof.pixel_difference import find_differing_boxes


def test_what_is_alike_has_no_boxes():
    assert find_differing_boxes(pdf_of(whole(text("Dojo")), whole(text("Dojo")))) == [()]


def test_each_place_that_differs_has_its_box():
    places = [Rect(10, 10, 8, 5), Rect(70, 40, 10, 10)]
    before, after = whole(text("Dojo", y=30)), whole(text("Dojo", y=30), *(filled("#ff0000", box) for box in places))
    (boxes,) = find_differing_boxes(pdf_of(before, after))
    assert len(boxes) == 2
    for box, place in zip(boxes, places, strict=True):
        assert inside(place.grown(Edges.all(0.6)), box)
        assert inside(box, place.grown(Edges.all(2)))


def test_pairs_are_compared_by_themselves():
    one, other = whole(text("Dojo")), whole(text("Feud"))
    first, second = find_differing_boxes(pdf_of(one, one, one, other))
    assert (first, len(second)) == ((), 1)


def test_all_of_a_page_may_differ():
    ((box,),) = find_differing_boxes(pdf_of(whole(), whole(filled("#000000", Rect(0, 0, 100, 60)))))
    assert inside(Rect(0.5, 0.5, SMALL.width - 1, SMALL.height - 1), box)


def test_a_difference_in_one_of_the_three_colors_is_enough_unless_it_is_faint():
    marks = {Rect(10, 10, 8, 5): "#00ffff", Rect(40, 25, 8, 5): "#ff00ff", Rect(70, 40, 8, 5): "#ffff00"}
    faint = filled("#f0f0f0", Rect(10, 45, 8, 5))
    (boxes,) = find_differing_boxes(
        pdf_of(whole(), whole(*(filled(color, box) for box, color in marks.items()), faint))
    )
    assert [inside(place, box) for box, place in zip(boxes, marks, strict=True)] == [True] * 3

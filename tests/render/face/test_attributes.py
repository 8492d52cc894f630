"""Numbers of elements are within their limits, each of them, and messages name the element that they are about."""

import pytest
from lxml import etree

from cardgen.geometry.units import Rect
from cardgen.render.face.attributes import read_box, read_length
from cardgen.render.face.errors import describe_element, find_culprit
from cardgen.report.errors import UnlocatedError


def element(**stated: object) -> etree._Element:
    return etree.Element("x", {key: str(value) for key, value in stated.items()})


@pytest.mark.parametrize("name", ["x", "y", "width", "height"])
def test_each_side_of_a_box_is_read_and_each_length_limited(name):
    sides = {"x": -1, "y": -2, "width": 3, "height": 4}
    assert read_box(element(**sides), above=0) == Rect(-1, -2, 3, 4)
    wrong = {f"{name} of <x> is 'wide'": sides | {name: "wide"}, f"<x> has no {name}": sides | {name: ""}}
    is_length = name in {"width", "height"}
    if is_length:
        wrong[f"{name} of <x> is '0'"] = sides | {name: 0}
    for message, stated in wrong.items():
        with pytest.raises(UnlocatedError) as caught:
            read_box(element(**stated), above=0)
        error = caught.value
        expected = "a number above 0" if is_length else "a number"
        assert (error.code, error.message, error.expected, error.part) == ("E405", message, expected, name)


def test_a_length_without_a_unit_is_in_points():
    """A point is 1/72 inch."""
    for written, mm in (("72", 25.4), (" 9 ", 3.175), ("9pt", 3.175), ("3 mm", 3), ("1.5in", 38.1)):
        assert read_length(element(size=written), "size") == pytest.approx(mm)
    for written in ("0", "-1", "", "3 miles", "wide"):
        with pytest.raises(UnlocatedError) as caught:
            read_length(element(size=written), "size")
        assert (caught.value.code, caught.value.part) == ("E405", "size")


def test_an_element_is_called_by_its_field_its_id_or_its_style_with_its_place_where_another_has_the_style():
    root = etree.XML(
        '<svg xmlns:card="urn:cardgen"><card:text from="rules" id="a" style="b"/><card:text id="title" style="b"/>'
        '<card:text style="name" x="3" y="4"/><card:text style="cost" x="1" y="2"/><card:text style="cost" x="5" y="6"/>'
        '<card:text style="cost" x="7"/><card:image style="name"/><card:image/></svg>'
    )
    assert list(map(describe_element, root)) == [
        "<text rules>", "<text title>", "<text name>", "<text cost at 1, 2>", "<text cost at 5, 6>", "<text cost>", "<image name>", "<image>",
    ]  # fmt: skip


def test_an_error_of_a_text_is_about_the_element_inside_it_that_it_names():
    text = etree.XML(
        '<card:text xmlns:card="urn:cardgen"><card:icon name="sun"/><card:icon name="moon"/><card:icon/><b><card:size/></b></card:text>'
    )
    _sun, moon, nameless, (size,) = text
    for code, message, culprit in (
        ("E409", "there is no icon 'moon'", moon), ("E405", "icon 'moon' is 3 mm high", moon),
        ("E405", "icon in a text has no name", nameless), ("E405", "<size> is not known", size), ("E409", "<size> is not known", text),
        ("E406", "the text with 'sun' is too long", text), ("E409", "there is no icon 'star'", text), ("E409", "it has no name", text), ("E405", "it has no colour", text),
    ):  # fmt: skip
        assert find_culprit(text, UnlocatedError(code, message)) is culprit, message

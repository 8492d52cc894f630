"""Where elements and attributes stand in a document."""

import pytest

from cardgen.report.xml_positions import find_start_tag, start_tags

DOCUMENT = """<?xml version="1.0"?><!-- <b/> --><svg a="x > y">
<![CDATA[<c/>]]><card:text x='1'
  card:focus="top" style=""/><g/></svg>"""


def test_start_tags_are_found_in_order_without_comments_and_cdata():
    assert [tag.name for tag in start_tags(DOCUMENT)] == ["svg", "text", "g"]
    assert find_start_tag(DOCUMENT, 3) is None


@pytest.mark.parametrize(
    ("number", "name", "value", "text"),
    [
        (0, "a", True, "x > y"),
        (1, "x", True, "1"),
        (1, "x", False, "x"),
        (1, "{urn:cardgen}focus", True, "top"),
        (1, "focus", False, "card:focus"),
        (1, "style", True, ""),
    ],
)
def test_an_attribute_is_found_by_its_name(number, name, value, text):
    tag = find_start_tag(DOCUMENT, number)
    place = tag.attribute(name, value=value)
    assert DOCUMENT[place.start : place.end] == text
    assert DOCUMENT[place.start - 1] in (" :\n" if not value else "\"'")
    assert tag.attribute("nope") is None


def test_attributes_of_one_name_have_their_places_by_their_prefixes():
    text = '<image href="a" xlink:href="b" href="c"/>'
    places = {name: find_start_tag(text, 0).places(name) for name in ("href", "xlink:href", "x")}
    found = {name: [(place.start, text[place.start : place.end]) for place in each] for name, each in places.items()}
    assert found == {"href": [(7, "href"), (31, "href")], "xlink:href": [(16, "xlink:href")], "x": []}


def test_the_name_of_an_element_is_found_with_its_prefix():
    place = find_start_tag(DOCUMENT, 1).name_range
    assert DOCUMENT[place.start : place.end] == "<card:text"
    assert find_start_tag(DOCUMENT, 0).attribute("x") is None, "it is one of the next element"
    place = find_start_tag(DOCUMENT, 2).name_range
    assert DOCUMENT[place.start : place.end] == "<g"

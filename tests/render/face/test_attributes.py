"""Numbers of elements are within their limits, each of them."""

import pytest
from lxml import etree

from cardgen.geometry.units import Rect
from cardgen.render.face.attributes import read_box
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

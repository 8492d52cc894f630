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
    wrong = [sides | {name: "wide"}, {key: value for key, value in sides.items() if key != name}]
    for stated in wrong + ([sides | {name: 0}] if name in {"width", "height"} else []):
        with pytest.raises(UnlocatedError) as caught:
            read_box(element(**stated), above=0)
        assert caught.value.code == "E405"

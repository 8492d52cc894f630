import math
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.exports.job import export
from cardgen.exports.profile import Profile
from cardgen.exports.safe import check_safe, nearest_text
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing, Rotated, ShapedWord, TextSpan
from cardgen.pipeline.options import ExportOptions
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError

SIZE = Size(60, 90)


def span(x, y, size=4.0, width=2.0, text="ab"):
    glyphs = tuple((number, letter, width / len(text)) for number, letter in enumerate(text, 1))
    return TextSpan("f", size, "#000000", x, y, (ShapedWord(text, glyphs, width),), 1.0)


def gap(*items):
    return nearest_text(Drawing(SIZE, 3, items))


def test_a_card_without_text_is_safe():
    assert gap() == math.inf


def test_the_gap_is_that_of_the_nearest_edge():
    assert gap(span(2, 45)) == pytest.approx(2)  # left
    assert gap(span(49, 45)) == pytest.approx(60 - 49 - 8)  # right: two em of 4 mm
    assert gap(span(20, 5)) == pytest.approx(5 - 0.7 * 4)  # top, from the head of the capitals
    assert gap(span(20, 87, text="ag")) == pytest.approx(3 - 0.22 * 4)  # bottom, from the descenders
    assert gap(span(20, 87)) == pytest.approx(3)  # letters without descenders
    assert gap(span(-1, 45), span(20, 45)) == pytest.approx(-1)


@given(st.floats(12, 40), st.floats(12, 70), st.floats(-180, 180))
def test_turning_about_the_middle_and_back_changes_nothing(x, y, degrees):
    straight = span(x, y)
    there = Rotated(degrees, 30, 45, (Rotated(-degrees, 30, 45, (straight,)),))
    assert gap(there) == pytest.approx(gap(straight), abs=1e-6)


def test_text_on_its_head_is_as_far_from_the_other_edge():
    assert gap(Rotated(180, 30, 45, (span(2, 45),))) == pytest.approx(2)


def test_every_card_counts_with_the_nearer_of_its_sides_also_where_two_have_one_name():
    def card(name, face, back=None):
        sides = [x if x is None else Drawing(SIZE, 3, (span(x, 45),)) for x in (face, back)]
        return SimpleNamespace(name=name, face=sides[0], back=sides[1])

    cards = [
        card("Near", 2.5), card("Same", 2), card("Same", 9), card("Back", 9, 1.25), card("Far", 9, 9), card("Edge", 2.951), card("Over", 2.949),
    ]  # fmt: skip
    found = Collector()
    check_safe(cards, Profile(title="Shop", about="", writer="images", takes="cards", dpi=300, safe=3), found)
    (warning,) = found.items
    assert (warning.code, warning.message, warning.expected, warning.notes) == (
        "W563", "text of 4 of 7 cards is as close as 1.25 mm to the cut", "at least 3 mm for Shop", (("closest on 'Back'", None),),
    )  # fmt: skip
    for safe, listed in ((0, [*cards, card("Past", -1)]), (3, cards[4:6]), (3, [])):
        found = Collector()
        check_safe(listed, Profile(title="Shop", about="", writer="images", takes="cards", dpi=300, safe=safe), found)
        assert not found.items


def test_text_in_the_knifes_reach_is_one_warning_for_all_cards_and_an_error_if_strict(exported, toy_folder):
    result, _manifest = exported("tgc", card="micro")  # the toy game draws for 50 x 70 mm, and micro is 32 x 44
    [warning] = result.warnings
    assert warning.code == "W563"
    assert "2 of 2 cards" in warning.message
    with pytest.raises(CardgenError):
        export(toy_folder / "suns.yaml", "tgc", toy_folder / "out", ExportOptions(card="micro", strict=True))
    assert not (toy_folder / "out").exists()

import pytest

from cardgen.render.text.style import TextStyle

STYLE = TextStyle(
    "a", "R", 2.0, bold="B", italic="I", bold_italic="BI", min_size=1.0, space_before=3.0, space_after=2.5, indent=4.0
)


def test_a_style_that_states_nothing_changes_nothing() -> None:
    plain = TextStyle("a", "R", 2.0)
    taken = {name: getattr(plain, name) for name in TextStyle.__slots__ if getattr(plain, name)}
    expected = {"name": "a", "regular": "R", "size": 2.0, "leading": 1.2, "color": "#000000", "align": "left"}
    assert taken == expected | {"case": "none"}


@pytest.mark.parametrize(
    ("bold", "italic", "font"), [(False, False, "R"), (True, False, "B"), (False, True, "I"), (True, True, "BI")]
)
def test_each_cut_has_its_font(bold: bool, italic: bool, font: str) -> None:
    assert STYLE.font(bold, italic) == font


def test_fallbacks_have_the_cut_of_the_font() -> None:
    style = STYLE.changed(fallbacks=(("r", "b", "i", "bi"), ("q", "q", "q", "q")))
    cuts = [style.fonts(bold, italic) for italic in (False, True) for bold in (False, True)]
    assert cuts == [("R", "r", "q"), ("B", "b", "q"), ("I", "i", "q"), ("BI", "bi", "q")]


def test_a_face_of_one_cut_is_used_for_all() -> None:
    one = TextStyle("a", "R", 2.0)
    assert {one.font(bold, italic) for bold in (True, False) for italic in (True, False)} == {"R"}


def test_bold_goes_before_italic_where_a_face_has_no_cut_of_both() -> None:
    style = TextStyle("a", "R", 2.0, bold="B", italic="I")
    assert style.font(True, True) == "B"
    assert style.changed(bold="").font(True, True) == "I"


def test_scaling_changes_lengths_alone() -> None:
    assert STYLE.scaled(2) == STYLE.changed(size=4.0, min_size=2.0, space_before=6.0, space_after=5.0, indent=8.0)


def test_tracking_parts_ligatures_and_capitals_have_their_punctuation() -> None:
    assert STYLE.opentype_features == ()
    assert STYLE.changed(tracking=-0.02).opentype_features == ("-liga",)
    assert STYLE.changed(tracking=0.1, case="upper", features=("lnum",)).opentype_features == ("case", "-liga", "lnum")


def test_fitting_never_opens_the_leading() -> None:
    assert STYLE.min_leading == 1.05
    assert STYLE.changed(leading=1.0).min_leading == 1.0

import pytest
from pydantic import ValidationError

from cardgen.geometry.units import MM_PER_POINT
from cardgen.plugin.theme import ContrastPair, Family, Mix, StyleSpec, Theme, full_palette, merge_themes
from cardgen.render.text.theme_styles import Styles
from cardgen.report.errors import UnlocatedError

FAMILIES = {"body": Family(regular="R", bold="B"), "title": Family(regular="T", italic="I")}


def styles(**specs: StyleSpec) -> Styles:
    return Styles(Theme(families=FAMILIES, styles=specs), {"ink": "#111111", "red": "#ff0000"})


def error(call, *args) -> UnlocatedError:
    with pytest.raises(UnlocatedError) as caught:
        call(*args)
    return caught.value


def test_points_become_mm():
    made = styles(a=StyleSpec(size=10, min_size=5, indent=72, space_after=36)).style("a")
    assert (made.size, made.min_size) == (10 * MM_PER_POINT, 5 * MM_PER_POINT)
    assert (made.indent, made.space_after) == pytest.approx((25.4, 12.7))


def test_without_a_smallest_size_nothing_shrinks():
    made = styles(a=StyleSpec(size=10)).style("a")
    assert made.min_size == made.size


def test_a_style_takes_from_another_what_it_does_not_say():
    known = styles(a=StyleSpec(size=10, color="red", hyphenate=True), b=StyleSpec(like="a", hyphenate=False, size=8))
    made = known.style("b")
    assert (made.color, made.hyphenate, made.size) == ("#ff0000", False, 8 * MM_PER_POINT)
    assert made.name == "b"
    assert known.style("b") is made


def test_a_family_without_a_cut_takes_another():
    body, title = (styles(a=StyleSpec(family=family)).style("a") for family in FAMILIES)
    assert (body.regular, body.bold, body.italic, body.bold_italic) == ("R", "B", "R", "B")
    assert (title.bold, title.italic, title.bold_italic) == ("T", "I", "T")


def test_a_style_may_be_set_in_the_font_of_another_family():
    known = styles(a=StyleSpec(family="body", size=10), b=StyleSpec(like="a", color="red"))
    made = known.style("b@title")
    assert (made.name, made.regular, made.italic, made.color, made.size) == (
        "b@title", "T", "I", "#ff0000", 10 * MM_PER_POINT,
    )  # fmt: skip
    assert known.style("b").regular == "R"
    found = error(known.style, "b@titel")
    assert (found.message, found.hints) == ("unknown font family 'titel'", ("did you mean 'title'?",))


def test_characters_are_looked_for_in_the_fallbacks_of_the_family_then_in_those_of_the_theme():
    families = {**FAMILIES, "own": Family(regular="O", fallback=("title", "X"))}
    theme = Theme(families=families, styles={"a": StyleSpec(family="own")}, fallback=("Y", "title"))
    made = Styles(theme, {"ink": "#111111"}).style("a")
    assert made.fallbacks == (("T", "T", "I", "T"), ("X",) * 4, ("Y",) * 4)


def test_palettes_are_told_without_what_is_mixed_of_them():
    palettes = {"sea": {"ink": "#001122", "half": Mix(mix=("ink", "red"), part=0.5), "red": "#ff0000"}}
    theme = Theme(families=FAMILIES, styles={}, palettes={**palettes, "land": {"ink": "#00ff00"}})
    assert Styles(theme, {}).palettes() == {"sea": ["#001122", "#ff0000"], "land": ["#00ff00"]}


def test_what_is_unknown_is_reported_with_the_nearest():
    known = styles(
        body=StyleSpec(), loop=StyleSpec(like="pool"), pool=StyleSpec(like="loop"), to=StyleSpec(like="loop")
    )
    assert error(known.style, "to").message == "style 'loop' refers to itself in 'like'"
    assert error(known.style, "bodi").hints == ("did you mean 'body'?",)
    assert error(known.style, "loop").message == "style 'loop' refers to itself in 'like'"
    assert error(known.color, "rde").hints == ("did you mean 'red'?",)
    assert error(styles(a=StyleSpec(family="titel")).style, "a").hints == ("did you mean 'title'?",)
    assert error(styles(a=StyleSpec(color="blue")).style, "a").code == "E408"
    assert error(styles(a=StyleSpec(like="b")).style, "a").message == "unknown style 'b'"


@pytest.mark.parametrize("color", ["#fff", "#gggggg", "#1234567", "", "#"])
def test_a_colour_is_a_name_or_six_digits(color):
    assert error(styles().color, color).code == "E408"


def test_a_colour_in_digits_is_itself():
    assert styles().color("#a0B1c2") == "#a0B1c2"


def test_colours_are_mixed_in_order():
    mixed = {"half": Mix(mix=("red", "blue"), part=0.5), "most": Mix(mix=("half", "red"), part=1), "grey": "#808080"}
    found = full_palette(Theme(families={}, styles={}, colors=mixed), {"red": "#ff0000", "blue": "#0000ff"})
    assert (found["half"], found["most"], found["grey"]) == ("#800080", "#ff0000", "#808080")


def test_themes_lie_over_each_other():
    """Colours and families are replaced by name, styles by what they state, pairs and fallbacks as a whole."""
    pair = ContrastPair(text="ink", on="paper", where="a card")
    low = Theme(
        families={"body": {"regular": "A.ttf"}, "head": {"regular": "B.otf", "bold": "C"}},
        palette={"ink": "#000000", "paper": "#ffffff"}, palettes={"sea": {"ink": "#000001"}, "sky": {}}, colors={"grey": "#808080"},
        styles={"rules": {"size": 8, "min_size": 5, "align": "left"}, "name": {"size": 12}}, contrast=(pair,), fallback=("A",),
    )  # fmt: skip
    high = Theme(
        families={"head": "D"}, palette={"ink": "#111111"}, palettes={"sea": {"paper": "#000002"}}, colors={"red": "#ff0000"},
        styles={"rules": {"size": 9, "min_size": None}, "name": {"like": "rules", "color": "ink"}, "motto": {"leading": 0.8}},
    )  # fmt: skip
    merged = merge_themes([low, high])
    assert {name: family.regular for name, family in merged.families.items()} == {"body": "A", "head": "D"}
    assert (merged.families["head"].bold, low.families["head"].regular) == ("", "B")
    assert (merged.palette, merged.colors) == (
        {"ink": "#111111", "paper": "#ffffff"},
        {"grey": "#808080", "red": "#ff0000"},
    )
    assert merged.palettes == {"sea": {"paper": "#000002"}, "sky": {}}
    assert {name: style.model_dump(exclude_unset=True) for name, style in merged.styles.items()} == {
        "rules": {"size": 9.0, "min_size": None, "align": "left"}, "name": {"like": "rules", "color": "ink"}, "motto": {"leading": 0.8},
    }  # fmt: skip
    assert (merged.contrast, merged.fallback) == ((pair,), ("A",))
    cleared = merge_themes([merged, Theme(contrast=(), fallback=())])
    assert (cleared.contrast, cleared.fallback, cleared.styles) == ((), (), merged.styles)
    for leading, is_right in ((0.79, False), (3, True), (3.01, False)):
        if is_right:
            assert StyleSpec(leading=leading).leading == leading
        else:
            with pytest.raises(ValidationError):
                StyleSpec(leading=leading)


def test_a_mix_of_a_colour_that_is_not_there_is_an_error():
    theme = Theme(families={}, styles={}, colors={"half": Mix(mix=("red", "bleu"), part=0.5)})
    found = error(full_palette, theme, {"red": "#ff0000", "blue": "#0000ff"})
    assert (found.code, found.hints) == ("E408", ("did you mean 'blue'?",))

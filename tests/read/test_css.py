"""Style sheets of pictures, element by element."""

import pytest

from cardgen.read import css
from cardgen.read.css import RULE_LIMIT, StyleSheet, declarations


@pytest.mark.parametrize(
    ("sheet", "style"),
    [
        (".a{fill:red}", "fill:red"),
        ("#x { fill : red ; }", "fill:red"),
        ("rect{fill:red}", "fill:red"),
        ("*{fill:red}", "fill:red"),
        ("rect.a#x.b{fill:red}", "fill:red"),
        ("circle,.z, .a{fill:red}", "fill:red"),
        (".z{fill:red} circle{fill:red} #y{fill:red} circle.a{fill:red} .a.z{fill:red}", ""),
        (".a{fill:red}.a{fill:blue}", "fill:blue"),
        (".a{fill:red;stroke:blue}.b{fill:green}", "stroke:blue;fill:green"),
        (".a{fill:red!important}.a{fill:blue ! Important}.a{fill:green}", "fill:blue"),
        ("#x{fill:red}.a.b{fill:blue}rect{fill:green}*{fill:white}", "fill:red"),
        (".a.b{fill:red}.a{fill:blue}rect.a{fill:green}", "fill:red"),
        (".a{fill:red!important}#x{fill:blue}", "fill:red"),
        (".a{FILL:red; stroke:  blue   1px}", "fill:red;stroke:blue 1px"),
        ("/* .a{fill:red} */ .a{/**/stroke:blue}", "stroke:blue"),
        ("<!-- .a{fill:red} -->", "fill:red"),
        (".a{font-family:'A;b', \"C:d\"}", "font-family:'A;b', \"C:d\""),
        (".a{-inkscape-x:1;fill:red;--own:2}", "fill:red"),
        ("#x{fill:red}.a{fill:blue}", "fill:red"),
        (".a{fill:red}rect{fill:blue}", "fill:red"),
        ("#x.a{fill:red}#x{fill:blue}", "fill:red"),
        ("rect.a{fill:red}.a{fill:blue}", "fill:red"),
        (".a.b{fill:red}rect.a{fill:blue}*{fill:green}", "fill:red"),
        ("", ""),
        ("/* never closed .a{fill:red}", ""),
    ],
)
def test_element_gets_the_rules_that_speak_of_it(sheet: str, style: str) -> None:
    assert StyleSheet(sheet).style("rect", [".a", ".b", "#x"], "") == style


def test_own_style_outweighs_the_sheet_unless_that_is_important() -> None:
    sheet = StyleSheet("#x{fill:red;stroke:red!important;opacity:.5}")
    assert declarations(sheet.style("rect", ["#x"], "fill:blue;stroke:blue")) == {
        "stroke": (False, "red"),
        "opacity": (False, ".5"),
        "fill": (False, "blue"),
    }


@pytest.mark.parametrize(
    "sheet",
    [
        *[
            "a>b{fill:red}", "a b{fill:red}", "a:hover{fill:red}", "a::after{fill:red}", "[x]{fill:red}",
            "a+b{fill:red}",
        ],
        *[
            "@media print{a{fill:red}}", "@import 'x';", "@font-face{font-family:x}", ".a{fill:red", "}",
            ".a,{fill:red}",
        ],
        *["{fill:red}", "stray", ".a{fill:red} ;"],
    ],
)  # fmt: skip
def test_what_is_not_understood_is_named(sheet: str) -> None:
    with pytest.raises(ValueError, match=r"\S") as raised:
        StyleSheet(sheet)
    assert str(raised.value) in sheet


def test_of_what_is_not_understood_no_more_is_told_than_it_is() -> None:
    for sheet, told in {
        "a{} @import 'x'; b{fill:red}": "@import 'x'", "a{} @media print {b{}}": "@media print", "a{} b:hover, c{}": "b:hover",
        "a, b c , d{}": "b c", "a{} }": "}", "a{} , {}": ",",
    }.items():  # fmt: skip
        with pytest.raises(ValueError, match=r"\S") as raised:
            StyleSheet(sheet)
        assert str(raised.value) == told


def test_flood_of_rules_is_refused() -> None:
    with pytest.raises(OverflowError):
        StyleSheet("a," * RULE_LIMIT + "a{fill:red}")
    assert not StyleSheet("a," * (RULE_LIMIT - 1) + "a{fill:red}").is_empty


def test_style_that_would_swell_a_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(css, "STYLE_BUDGET", 3000)
    sheet = StyleSheet(f".a{{fill:{'x' * 1000}}}")
    sheet.style("rect", [".a"], "")
    sheet.style("rect", [".a"], "")
    with pytest.raises(OverflowError):
        sheet.style("rect", [".a"], "")


@pytest.mark.parametrize("stretch", [" ", "/*", "a", "a ", "'", "\"'", "a:", "a:'", "!", ",", "<!--", "a{"])
def test_no_long_stretch_keeps_it_busy(stretch: str) -> None:
    text = stretch * 200_000  # going over it twice for each character would take hours
    try:
        StyleSheet(text)
    except (ValueError, OverflowError) as error:
        assert len(str(error)) <= 200
    assert isinstance(declarations(text), dict)


def test_rules_that_are_compared_in_vain_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(css, "STYLE_BUDGET", 10)
    StyleSheet(".a.b{}" * 10).style("rect", [".a"], "")
    StyleSheet("g{}#x{}.c.d{}" * 11).style("rect", [".a"], "")  # which no class, id or tag of the element leads to
    with pytest.raises(OverflowError):
        StyleSheet(".a.b{}" * 11).style("rect", [".a"], "")

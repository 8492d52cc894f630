import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardgen.render.text.rich import Break, Icon, Run, parse_markup, plain_text, to_markup
from cardgen.report.errors import UnlocatedError

from .samples import PROPERTY, rich


def parse(markup: str):
    return parse_markup(
        etree.fromstring(f'<t xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen">{markup}</t>')
    )


@pytest.mark.parametrize(
    ("typed", "markup"),
    [
        ("**b** *i*", "<b>b</b> <i>i</i>"),
        ("***both***", "<b><i>both</i></b>"),
        ("*a **b***", "<i>a <b>b</b></i>"),
        ("**a *b***", "<b>a <i>b</i></b>"),
        ("**a *b** c*", "<b>a *b</b> c*"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("*open", "*open"),
        ("**open*", "**open*"),
        (r"\*not\*", "*not*"),
        (r"\{not}", "{not}"),
        (r"\"q\" \\", '"q" \\'),
        ("{shooter}s", '<card:icon name="shooter"/>s'),
        ('{a"b}', '<card:icon name="a&quot;b"/>'),
        ("{ no }", "{ no }"),
        ("a\nb", "a<br/>b"),
        ("<b>&</b>", "&lt;b&gt;&amp;&lt;/b&gt;"),
        ('**"a"** b', "<b>\u201ca\u201d</b> b"),
        ('"**a**"', "\u201c<b>a</b>\u201d"),
        ('{hand}"', '<card:icon name="hand"/>\u201d'),
        ('a\n"b"', "a<br/>\u201cb\u201d"),
        (r"a\.\.\. \-5 -5", "a... -5 \u22125"),
    ],
)
def test_marks_become_markup(typed: str, markup: str) -> None:
    assert to_markup(typed) == markup


@PROPERTY
@given(st.text(st.sampled_from('ab *{}\\"\n<&>-'), max_size=30))
def test_whatever_is_typed_gives_good_markup(typed: str) -> None:
    inlines = rich(typed)
    assert all(isinstance(part, (Run, Icon, Break)) for part in inlines)


@PROPERTY
@given(st.text(st.characters(categories=["L", "N"]), max_size=30))
def test_plain_words_stay_what_they_are(typed: str) -> None:
    assert to_markup(typed) == typed


def test_looks_are_nested() -> None:
    assert parse("a<b>b<i>c</i></b><i>d</i>") == (
        Run("a"),
        Run("b", bold=True),
        Run("c", bold=True, italic=True),
        Run("d", italic=True),
    )


def test_what_begins_or_ends_nothing_is_left_out() -> None:
    assert parse(" <br/>a <br/> b<br/> <br/>") == (Break(), Run("a"), Break(), Run("b"))
    assert parse("<b color='#ff0000'>e\u0301<i> x</i></b><b>y</b>") == (
        Run("\u00e9", bold=True, color="#ff0000"),
        Run(" x", bold=True, italic=True, color="#ff0000"),
        Run("y", bold=True),
    )
    assert parse("<b color='#ff0000'>a</b><b>b</b><b>c</b>") == (Run("a", True, color="#ff0000"), Run("bc", True))


def test_a_color_goes_to_all_inside() -> None:
    found = parse('<b color="#ff0000">a<card:icon name="hand"/><card:icon name="hand" color="#00ff00"/></b>')
    assert found == (Run("a", bold=True, color="#ff0000"), Icon("hand", "#ff0000"), Icon("hand", "#00ff00"))


def test_white_space_is_collapsed_but_for_the_hard_space() -> None:
    assert parse("\n  a \n b <b> c</b> \u00a0d<!-- x --> <br/> e <br/>\n") == (
        Run("a b "),
        Run("c", bold=True),
        Run(" \u00a0d"),
        Break(),
        Run("e"),
    )


def test_nothing_is_left_of_white_space_beside_line_ends_and_at_the_ends() -> None:
    bold, icon = Run("b", bold=True), Icon("sun")
    for markup, parts in (
        ("<i> </i>", ()), (" <b> </b> ", ()), ("<b>b</b> ", (bold,)), ("<b>b</b><i> </i>", (bold,)), ("<b>b</b> <br/> <b>b</b>", (bold, Break(), bold)),
        ("<br/> a <br/><br/>", (Break(), Run("a"))), (' <card:icon name="sun"/> ', (icon,)),
        ('a <card:icon name="sun"/> <br/>b', (Run("a "), icon, Break(), Run("b"))), ("a<i/> <b/>b", (Run("a b"),)), ("a <b> b</b>", (Run("a "), bold)),
    ):  # fmt: skip
        assert parse(markup) == parts, markup


def test_characters_are_composed() -> None:
    assert parse("e\u0301") == (Run("\u00e9"),)


def test_an_element_that_is_not_known_is_an_error() -> None:
    with pytest.raises(UnlocatedError, match="<u>"):
        parse("<u>a</u>")
    with pytest.raises(UnlocatedError, match="<icon>"):
        parse('<icon name="a"/>')
    with pytest.raises(UnlocatedError, match="no name"):
        parse("<card:icon/>")


def test_plain_text_shows_icons_and_line_ends() -> None:
    assert plain_text(rich("a {hand}\nb")) == "a \ufffc\nb"

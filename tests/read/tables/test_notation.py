"""Notations of other tools in the text of cells become that of cardgen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardgen.read.tables.notation import NotationReader
from cardgen.render.text.rich import NAMESPACE, Break, Icon, Run, parse_markup, to_markup
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Span

DEFINES = {"coin": "1 Coin", "secret": "deep", "nested": "a @[Secret] one", "loop": "x@[Loop]"}


def reader() -> NotationReader:
    return NotationReader({"sun", "die_1"}.__contains__, DEFINES)


def read(text: str) -> str:
    return reader().read(text, "Text", Span("c.csv", 2))


def drawn(text: str) -> list[tuple[str, bool, bool]]:
    """The parts of a text as they are drawn: words, whether bold, whether italic."""
    root = etree.fromstring(f'<text xmlns:card="{NAMESPACE}">{to_markup(read(text))}</text>')
    parts = parse_markup(root)
    return [
        (part.text, part.bold, part.italic) if isinstance(part, Run) else ("\n" if isinstance(part, Break) else part.name, False, False)
        for part in parts
    ]  # fmt: skip


WRITTEN = [
    ("<b>Draw </b>2", "**Draw** 2"),
    ("<strong>a</strong><br/>b<BR>c", "**a**\nb\nc"),
    ("<b>a <i>b</i></b> c", "**a *b*** c"),
    ("<i>a <b>b</b></i>", "*a **b***"),
    ("un<b>believ</b>able", "un**believ**able"),
    ("<b>never closed", "**never closed**"),
    ("a</b> b", "a b"),
    ("<p>one</p><p>two</p>", "one\ntwo"),
    ("<ul><li>one</li><li>two</li></ul>", "\u2022 one\n\u2022 two"),
    ("x<sup>2</sup> H<sub>2</sub>O", "x\u00b2 H\u2082O"),
    ("this &amp; that&nbsp;&lt;3", "this & that\u00a0<3"),
    ("AT&T; R&D", "AT&T; R&D"),
    ("[b]Draw[/b] 2 [br] [i]now[/i]", "**Draw** 2\n*now*"),
    ("pay [b]", "pay [b]"),
    ("one%ntwo, 50%next", "one\ntwo, 50%next"),
    ("\\qA\\q\\nB\\c C", '"A"\nB, C'),
    ("one\\13\\two\\34\\", 'one\ntwo"'),
    ("[sun] and :sun: and [Die 1]", "{sun} and {sun} and {die_1}"),
    ("[any] at 12:30:00 and x:y", "[any] at 12:30:00 and x:y"),
    ("{sun} {Sun} {moon}", "{sun} {sun} \\{moon\\}"),
    ("Earn @[Coin], @[nested]", "Earn 1 Coin, a deep one"),
    ("@[what]", "@[what]"),
    ("@[ COIN ]", "1 Coin"),
    ("2 < 3 and 4 > 3", "2 < 3 and 4 > 3"),
    ("<player> takes <foo/>", "<player> takes <foo/>"),
    ('<em class="x">a</em> <u>b</u> <cite>c</cite>', "*a b c*"),
    ("<div>a</div><div>b</div><ol><li>c<li>d</ol>e", "a\nb\n• c\n• d\ne"),
    ("<span style='x'>a</span> <font>b</font>", "a b"),
    ("x[sup]2+n[/sup] [sub](3)[/sub] 2", "x²⁺ⁿ ₍₃₎ 2"),
    ("[u]a[/u] [B]b[/B] [b] [i]", "*a* **b  [i]**"),
    ("&#8364; &#x20ac; &eacute; &foo; &#0;", "€ € é &foo; �"),
    ("50%n 50%nx a%nB a%nb", "50\n 50%nx a\nB a\nb"),
    ("\\31\\ \\33\\ \\255\\ \\256\\ \\128\\ \\10\\x", "\\31\\ ! ÿ \\256\\ € \nx"),
    ("a\\cb \\n", "a\\cb \n"),
    ("@[loop]", "xxxxxxxxxx@[Loop]"),
    ("<b>a</b><br><br>b", "**a**\n\nb"),
    ("a<br> <p>b</p> <p>c", "a\nb\nc"),
    ("<p> <p>a", "a"),
    ("a <b> b </b> c", "a  **b**  c"),
    ("<b>a</b> <i>b</i>", "**a** *b*"),
    ("<i><b>x</b></i>y", "***x***y"),
    ("<b><b>x</b>y</b>z", "**xy**z"),
    ("<b></b>x", "x"),
    ("<i>a<br>b</i>", "*a\nb*"),
    ("[die-1] [DIE  1] :die_1: :Sun:", "{die_1} {die_1} {die_1} {sun}"),
    ("a:sun: :sun:b ::sun::", "a:sun: :sun:b ::sun::"),
    ("\\{sun\\} {die-1}", "\\{sun\\} {die_1}"),
    ("<u a<b>x", "<u a**x**"),
    ("a <li>b</li> c", "a\n• b\nc"),
    ("<b>a</i>b</b>", "**ab**"),
    ("<b>x</b>:sun:", "**x**{sun}"),
    ("[sun](x) {a b}", "{sun}(x) {a b}"),
    ("<sup>1</b>2</sup>3<br/ >4", "¹²3<br/ >4"),
    ("a <i> </i> b", "a   b"),
    ("a<sup>n</sup><sub>n</sub>n", "aⁿₙn"),
    ("<b>a</b>\n<b>b</b>", "**a\nb**"),
    ("  <foo>  x ", "<foo>  x"),
    ("<b>a <i>b</i> c</b>", "**a *b* c**"),
    ("R&amp;&lt;b&gt;", "R&<b>"),
    ("[what] [br]x", "[what]\nx"),
    ("x<sup>2</sup>3<b>4</b>n <sub>5</sub>6<i>7</i>8", "x²3**4**n ₅6*7*8"),
    ("a\\32\\b", "a b"),
    ("<i><b>x</i>y</b>", "***x*y**"),
]


def test_notations_are_rewritten():
    for text, expected in WRITTEN:
        assert read(text) == expected, text


def test_what_is_bold_is_drawn_bold():
    assert drawn("<b>Draw </b>2 <i>now</i>") == [("Draw", True, False), (" 2 ", False, False), ("now", False, True)]
    assert drawn("<b>a <i>b</i></b> c") == [("a ", True, False), ("b", True, True), (" c", False, False)]
    assert drawn("[sun]<br>x") == [("sun", False, False), ("\n", False, False), ("x", False, False)]


def test_it_is_told_once():
    notation, found = reader(), Collector()
    for line in (2, 3):
        notation.read("<b>a</b><br><foo>@[coim]", "Text", Span("c.csv", line))
    notation.report(found)
    assert [str(item) for item in found.items] == [
        "c.csv:2: warning[W166]: notation of other tools in column 'Text': <b> is drawn as bold, <br> is drawn as a line break",
        "c.csv:2: warning[W167]: unknown, and printed as it is: @[coim], <foo>",
    ]
    assert found.items[1].hints == ("did you mean '@[coin]'?",)
    notation, found = reader(), Collector()
    notation.read("@[COIM]", "Text", Span("c.csv", 2))
    notation.report(found)
    assert [(item.message, item.hints) for item in found.items] == [
        ("unknown, and printed as it is: @[COIM]", ("did you mean '@[coin]'?",))
    ]


def test_columns_and_signs_are_named_once_and_not_all():
    def told(texts, **own):
        notation, found = NotationReader(**own), Collector()
        for number, text in enumerate(texts, 1):
            notation.read(text, f"C{number}", Span("c.csv", number))
        notation.report(found)
        return [(item.span.line, item.message) for item in found.items]

    assert told(["50%next", "{sun} [sun] :sun:"]) == []
    breaks = "<br> is drawn as a line break"
    assert told(["1 < 2", "", "a<br>", "b<br>"]) == [(3, f"notation of other tools in columns 'C3', 'C4': {breaks}")]
    three = "notation of other tools in columns 'C1', 'C2', 'C3'"
    assert told(["a<br>"] * 3) == [(1, f"{three}: {breaks}")]
    assert told(["a<br>"] * 4) == [(1, f"{three} and more: {breaks}")]
    unknown = "unknown, and printed as it is: <a>, <c>, <d>, <e>, <f>"
    assert told(["1<br/>", "<a>", "<a><c><d>", "<e><f>"])[1] == (2, unknown)
    assert told(["<a><c><d><e><f><g>"]) == [(1, f"{unknown} and 1 more")]
    tag = f"<a {'x' * 36}"  # 39 characters and the bracket
    assert told([f"{tag[:-1]}>", f"{tag}>"]) == [(1, f"unknown, and printed as it is: {tag[:-1]}>, <a ...>")]
    assert told(["&foo; R&D; AT&T"]) == [], "what stands for no character stays as it is"
    assert told(["{x} [sun] @[a]"]) == [(1, "unknown, and printed as it is: @[a]")]
    assert told(["{x} [sun]"], is_icon="sun".__eq__) == [
        (1, "notation of other tools in column 'C1': [icon] is drawn as that icon"),
        (1, "unknown, and printed as it is: {x}"),
    ]
    signs = ["%n", "\\13\\", "\\n", "\\q", "\\c", "\\65\\", "&lt;", "@[a]", ":sun:", "{sun}"]
    told_signs = told([" ".join(signs)], is_icon="sun".__eq__, defines={"a": "x"})[0][1].partition(": ")[2]
    assert told_signs.split(", ") == [
        "@[...] is drawn as the text of that define", "\\13\\ is drawn as a line break", "\\code\\ is drawn as that character",
        "\\n is drawn as a line break", "\\q is drawn as a quote", "\\c is drawn as a comma", "%n is drawn as a line break",
        "&...; is drawn as its character", ":icon: is drawn as that icon",
    ]  # fmt: skip
    html = {"b strong": "bold", "i em u cite": "italic", "sup": "raised digits", "sub": "lowered digits"}
    html |= {"p div ul ol": "a line break", "li": "a line with a bullet", "span font": "plain text"}
    for names, how in html.items():
        for name in names.split():
            assert told([f"<{name}>"])[0][1].endswith(f"'C1': <{name}> is drawn as {how}")


def test_defines_do_not_grow_a_text_without_end():
    notation = NotationReader(defines={"a": "x" * 10_000, "b": "y" * 9_996 + "@[a]", "c": "y" * 10_001 + "@[a]"})
    for text, is_whole in (("@[a]@[b]", True), ("@[a]@[c]", False)):
        assert ("@[" not in notation.with_defines(text, Span("c.csv", 2))) == is_whole


PARTS = ["<b>", "</b>", "<i>", "</i>", "<br>", "<li>", "*", "**", "a", " ", "\\n", "\\13\\", "[sun]", "{x}", "&amp;", "@[loop]", "<u", "%n", "\\"]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=3)), max_size=12))
def test_any_text_can_be_drawn(parts):
    text = "".join(parts)
    if all(char.isprintable() or char in "\n\t" for char in text):
        drawn(text)


@pytest.mark.parametrize("text", ["", "plain", "*stars* and \\* escapes"])
def test_other_text_stays(text):
    assert read(text) == text


def test_an_icon_in_text_is_one():
    root = etree.fromstring(f'<t xmlns:card="{NAMESPACE}">{to_markup(read(":sun:"))}</t>')
    assert parse_markup(root) == (Icon("sun"),)

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
    ("2 < 3 and 4 > 3", "2 < 3 and 4 > 3"),
    ("<player> takes <foo/>", "<player> takes <foo/>"),
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

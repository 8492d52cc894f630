import io
import json
import os

import pytest

from cardgen.report import streams
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.json_text import format_json, parse_json
from cardgen.report.visible import visible, visible_line, visible_page

UNSAFE = [
    "\x1b", "\x07", "\x9b", "\x7f", "\r", "\u202e", "\u2066", "\u2028", "\u2060", "\u00ad", "\ufeff", "\udc80",
    "\U000e0041",
]  # fmt: skip


@pytest.mark.parametrize("char", UNSAFE)
def test_what_controls_a_screen_or_hides_is_shown_by_its_number(char: str) -> None:
    assert visible(f"a{char}b") == f"a<U+{ord(char):04X}>b"
    assert visible_line(f"a{char}b") == visible(f"a{char}b")


@pytest.mark.parametrize(
    "text", ["Grüße", "水", "👩\u200d👩\u200d👧", "می\u200cخواهم", "שלום\u200f!", "a\u00a0b", "\ue000", "a\n\tb"]
)
def test_what_people_write_stays(text: str) -> None:
    assert visible(text) == text


def test_the_first_and_the_last_of_each_kind_is_shown_and_those_beside_them_stay() -> None:
    shown = "\x00\x08\x0b\x1f\x7f\x9f\u2028\u202e\u2066\u2069\u2060\u2065\u206a\u206f\ufff9\ufffb\U000e0000\U000e0fff\udfff\ud800"
    kept = "\t\n ~\xa0\u2027\u202f\u205f\u2070\u00ac\u00ae\u200c\u200d\u200e\u061c\ufff8\ufffc\U000dffff\U000e1000\ud7ff\ue000\U00010000"
    assert visible(shown) == "".join(f"<U+{ord(char):04X}>" for char in shown)
    assert visible(kept) == kept
    assert json.loads(format_json(shown + kept)) == shown + kept


def test_a_line_stays_one_line() -> None:
    assert visible_line("a\n\tb") == "a<U+000A><U+0009>b"


def test_a_page_shows_the_number_as_text() -> None:
    assert visible_page("<h1>a\u202eb</h1>\n") == "<h1>a&lt;U+202E&gt;b</h1>\n"


@pytest.mark.parametrize("char", UNSAFE)
def test_no_text_of_a_diagnostic_controls_a_screen(char: str) -> None:
    found = Diagnostic(
        "E101", f"a{char}", expected=f"b{char}", hints=(f"c{char}", f"d{char}"), notes=((f"e{char}", None),)
    )
    texts = (found.message, found.expected, *found.hints, *(text for text, _ in found.notes))
    assert texts == tuple(f"{letter}<U+{ord(char):04X}>" for letter in "abcde")


@pytest.mark.parametrize("char", UNSAFE)
def test_json_escapes_it_and_keeps_the_value(char: str) -> None:
    value = {f"k{char}": [f"v{char}", "水\n"]}
    text = format_json(value)
    assert visible(text) == text
    assert "水" in text
    assert json.loads(text) == value


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[", b"\xff"])
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_json(text)


@pytest.mark.parametrize("kept", [{"write_through": True}, {"line_buffering": True}, {}])
def test_a_stream_writes_as_early_as_before(kept: dict[str, bool]) -> None:
    below = io.BytesIO()
    stream = streams._visible(io.TextIOWrapper(below, encoding="utf-8", **kept), 1)
    stream.write("one\n")
    assert bool(below.getvalue()) == bool(kept)


def test_a_stream_that_was_closed_takes_letters_of_all_scripts() -> None:
    end, number = os.pipe()
    with streams._visible(None, number) as stream:
        stream.write("ä水\x1b\n")
    assert os.read(end, 99) == "ä水<U+001B>\n".encode()
    for one in (end, number):
        os.close(one)

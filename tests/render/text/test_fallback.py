"""Which font draws each character, with fonts of which only the characters are known."""

import re

import pytest

from cardgen.plugin.resources import resources
from cardgen.render.text.fallback import choose_fonts, missing_glyph_error
from cardgen.render.text.fonts import FontBook
from cardgen.report.diagnostics import collect_by_kind

HAVE = {"Latin": "abc()!\u201c\u201d.", "Kana": "\u30ab\u30c9()!\u201c\u201d", "Hebrew": "\u05d0\u05d1!"}


class Fonts:
    def __init__(self, last: tuple[str, ...] = ()) -> None:
        self.last = last

    def missing(self, font: str, text: str) -> str:
        return "".join(character for character in text if character not in HAVE[font])


@pytest.mark.parametrize(
    ("text", "fonts"),
    [
        ("abc", "LLL"),
        ("a\u30ab", "LK"),
        ("\u30ab!", "KK"),  # what closes has the font of the letter before it
        ("\u30ab!)", "KKK"),
        ("a!", "LL"),
        ("(\u30ab)", "KKK"),  # what opens has that of the letter behind it
        ("\u201c(\u30ab", "KKK"),
        ("\u201c\u30ab!\u201d", "KKKK"),
        ("\u201ca\u201d", "LLL"),
        ("a(\u30ab", "LKK"),
        ("(a\u30ab)", "LLKK"),
        ("(\u05d0)", "LHL"),  # unless that font lacks it
        ("\u05d0!", "HH"),
        ("\u05d0.", "HL"),
    ],
)
def test_punctuation_has_the_font_of_its_letter(text: str, fonts: str) -> None:
    chosen, lacking = choose_fonts(text, tuple(HAVE), Fonts())
    assert "".join(font[0] for font in chosen) == fonts
    assert lacking == ""


def test_pictures_are_drawn_by_one_font_and_signs_by_others() -> None:
    book = FontBook([resources().fonts, resources().fonts / "fallback"])
    text = "\u2b50\u26a1\U0001f480\u2764\u2660"
    chosen, _ = choose_fonts(text, ("AlegreyaSans-Regular", *book.last), book)
    assert [font == "NotoEmoji-Bold" for font in chosen] == [True, True, True, False, False]


@pytest.mark.parametrize(("last", "box"), [((), "L"), (("Boxes", "Others"), "B")])
def test_what_no_font_has_is_named_once_and_in_order_and_drawn_as_a_box(last: tuple[str, ...], box: str) -> None:
    chosen, lacking = choose_fonts("azb\u30abzx", tuple(HAVE), Fonts(last))
    assert "".join(font[0] for font in chosen) == f"L{box}LK{box}{box}"
    assert lacking == "zx"
    error = missing_glyph_error(tuple(HAVE), lacking)
    assert error.code == "E407"
    assert re.match(r"fonts 'Latin' and 'Kana' and 'Hebrew' have no glyph for 'z' .*, 'x'", error.message)


def test_of_many_characters_that_no_font_has_five_are_listed() -> None:
    for count, more in ((5, ""), (6, " and 1 more"), (9, " and 4 more")):
        message = missing_glyph_error(("Latin",), "zyxwvutsr"[:count]).message
        assert message.endswith(f"'v' (U+0076, Latin){more}") and message.count("U+") == 5


def test_a_letter_is_drawn_though_no_font_has_its_mark() -> None:
    chosen, lacking = choose_fonts("\u05d0\u0301\u05d1", tuple(HAVE), Fonts(("Boxes",)))
    assert (chosen, lacking) == (["Hebrew"] * 3, "\u0301")
    assert missing_glyph_error(tuple(HAVE), lacking).hints == ("use another character",)
    own = [hint for hint in missing_glyph_error(tuple(HAVE), "\u2603").hints if hint.startswith("put a font")]
    assert own and missing_glyph_error(tuple(HAVE), f"{lacking}\u2603").hints == ("use another character", *own)


def test_each_script_that_no_font_has_is_told_with_a_free_font() -> None:
    """Those of one text, and those of several texts that are told as one warning."""
    several = missing_glyph_error(tuple(HAVE), "\u0e01\u4e00\u30ad\u0e02")
    names = [hint.split(" is a free font for ")[0] for hint in several.hints]
    assert names[1:] == ["Noto Sans Thai", "Noto Sans SC", "Noto Sans JP"]
    assert missing_glyph_error(tuple(HAVE), "\u30ad\u3002").hints[0].startswith("put a font")  # not another full stop
    other = missing_glyph_error(tuple(HAVE), "\u0915\u0e01")
    (told,) = collect_by_kind([several.at(None), other.at(None)])
    assert told.hints == (*several.hints, "Noto Sans Devanagari is a free font for Devanagari")

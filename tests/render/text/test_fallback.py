"""Which font draws each character, with fonts of which only the characters are known."""

import pytest

from cardgen.render.text.fallback import choose_fonts
from cardgen.report.errors import UnlocatedError

HAVE = {"Latin": "abc()!\u201c\u201d.", "Kana": "\u30ab\u30c9()!\u201c\u201d", "Hebrew": "\u05d0\u05d1!"}


class Fonts:
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
        ("a(\u30ab", "LKK"),
        ("(a\u30ab)", "LLKK"),
        ("(\u05d0)", "LHL"),  # unless that font lacks it
        ("\u05d0!", "HH"),
        ("\u05d0.", "HL"),
    ],
)
def test_punctuation_has_the_font_of_its_letter(text: str, fonts: str) -> None:
    assert "".join(font[0] for font in choose_fonts(text, tuple(HAVE), Fonts(), "en")) == fonts


def test_what_no_font_has_is_named_once_and_in_order() -> None:
    with pytest.raises(UnlocatedError, match=r"'Latin' and 'Kana' and 'Hebrew' have no glyph for 'z' .*, 'x'"):
        choose_fonts("azbzx", tuple(HAVE), Fonts(), "en")

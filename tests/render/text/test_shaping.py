"""Words and the spaces between them."""

import pytest

from cardgen.render.text.rich import Run
from cardgen.render.text.shaping import Segment, Shaper

from .samples import BOOK, REGULAR, RULES


def last_of(text: str) -> Segment:
    return Shaper(RULES.changed(features=("lnum",)), BOOK).shape_paragraphs((Run(text),))[0][-1]


@pytest.mark.parametrize("text", ["at least 1", "Power 1", "Poder 14", "at least 2"])
def test_figures_stand_clear_of_the_word_before(text):
    number = last_of(text)
    assert number.gap + BOOK.ink(number.font, number.content).left >= 1.4 * BOOK.space(REGULAR)


@pytest.mark.parametrize("text", ["at least one", "25\u202f000", "x1"])
def test_other_spaces_keep_their_width(text):
    assert last_of(text).gap in {0.0, BOOK.space(REGULAR), 0.6 * BOOK.space(REGULAR)}


@pytest.mark.parametrize(("word", "language"), [("fi", "tr"), ("\u015f", "ro"), ("l\u00b7l", "ca")])
def test_letters_have_the_forms_of_their_language(word, language):
    """A dotted i of Turkish joins no f; Romanian has a comma below where Turkish has a cedilla."""

    def glyphs(code: str) -> list[int]:
        segments = Shaper(RULES, BOOK, code).shape_paragraphs((Run(word),))[0]
        return [glyph for segment in segments for glyph, *_ in segment.content.glyphs]

    assert glyphs(language) != glyphs("en") == glyphs("")

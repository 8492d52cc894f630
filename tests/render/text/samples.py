"""What the tests of text share: the project's own fonts, a few styles, made-up texts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from lxml import etree

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, DrawingItem, TextSpan
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.lines import Line, ParagraphBreaker
from cardgen.render.text.rich import Icon, Inline, Run, parse_markup, tidy, to_markup
from cardgen.render.text.shaping import Shaper
from cardgen.render.text.style import TextStyle

FONTS = Path(__file__).parents[3] / "fonts"
BOOK = FontBook([FONTS])
REGULAR = "AlegreyaSans-Regular"
RULES = TextStyle(
    "rules", REGULAR, 2.5, bold="AlegreyaSans-Bold", italic="AlegreyaSans-Italic", min_size=1.5, hyphenate=True
)
PROPERTY = settings(max_examples=40)

words = st.text("abcdefghilmnopqrstuvzáçéíõú", min_size=1, max_size=11)
sentences = st.lists(words, min_size=1, max_size=40).map(" ".join)
looks = st.builds(Run, sentences, st.booleans(), st.booleans(), st.just(""))
spaces = st.just(Run(" "))
icons_in_text = st.builds(Icon, st.sampled_from(["shooter", "hand"]), st.just(""))
rich_texts = st.lists(looks | spaces | icons_in_text, min_size=1, max_size=8).map(tidy).filter(bool)
aligns = st.sampled_from(["left", "center", "right", "justify"])


def icon(name: str, color: str) -> Artwork:
    return Artwork(f'<svg id="{name}" fill="{color}" viewBox="0 0 24 24"/>', Size(24, 24))


def rich(text: str, language: str = "en") -> tuple[Inline, ...]:
    """An author's text as inlines, the way that it goes through a template."""
    return parse_markup(etree.fromstring(f'<t xmlns:card="urn:cardgen">{to_markup(text, language)}</t>'))


def break_lines(
    inlines: Iterable[Inline], style: TextStyle, width: float, language: str = "en", book: FontBook = BOOK
) -> list[Line]:
    """The lines of a text in a box of a width in mm."""
    shaper = Shaper(style, book, language)
    return [
        line
        for segments in shaper.shape_paragraphs(inlines)
        for line in ParagraphBreaker(segments, shaper, language).lines(width / style.size)
    ]


def span_right(span: TextSpan) -> float:
    """Where the pen stands behind the last glyph of a span, tracking not counted."""
    glyphs = sum(len(word.glyphs) for word in span.words)
    width = sum(word.width for word in span.words) * span.size + span.space * (len(span.words) - 1)
    return span.x + width + span.tracking * (glyphs - 1)


def left_and_right(item: DrawingItem) -> tuple[float, float]:
    if isinstance(item, TextSpan):
        return item.x, span_right(item)
    box: Rect = item.box  # type: ignore[union-attr]
    return box.x, box.right


def text_of(items: tuple[DrawingItem, ...]) -> str:
    return " ".join(word.text for item in items if isinstance(item, TextSpan) for word in item.words)

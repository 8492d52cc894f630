"""What the tests of other scripts share: small subsets of Noto fonts as fallbacks, and words to make texts of."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st
from lxml import etree

from cardgen.geometry.units import Rect
from cardgen.model.drawing import DrawingItem, TextSpan
from cardgen.render.text.fit import fit_text
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.rich import Inline, parse_markup, to_markup
from cardgen.render.text.style import TextStyle
from tests.render.text.samples import FONTS, REGULAR, icon

TEST_FONTS = Path(__file__).parents[2] / "fonts"
BOOK = FontBook([FONTS, TEST_FONTS])


def cuts(regular: str, bold: str = "") -> tuple[str, str, str, str]:
    return regular, bold or regular, regular, bold or regular


STYLE = TextStyle(
    "rules",
    REGULAR,
    3.0,
    bold="AlegreyaSans-Bold",
    hyphenate=True,
    min_size=1.0,
    fallbacks=(
        cuts("TestJapanese-Regular", "TestJapanese-Bold"),
        cuts("TestArabic-Regular"),
        cuts("TestHebrew-Regular"),
        cuts("TestThai-Regular"),
    ),
)
JAPANESE = "カードを1枚引く。「船」を選び、コスト3以下のカードをしょうかんする（1回）。"
ARABIC = "اسحب بطاقتين من المجموعة، ثم ضع 3 على اللوحة (مرة واحدة)."
HEBREW = "אבג דהו (זחט) 12-15 יכל."
THAI = "จั่วการ์ดสองใบ แล้วเลือกหนึ่งใบเพื่อเล่นทันที"

latin = st.text("abcdefgh", min_size=1, max_size=8)
arabic = st.sampled_from(ARABIC.replace("(", "").split())
hebrew = st.text("אבגדהוזחט", min_size=1, max_size=8)
japanese = st.text("カードを引く。「船」選び、（回）・ーきゃ", min_size=1, max_size=20)
numbers = st.integers(0, 999).map(str)
marks = st.sampled_from(["(", ")", "!", ",", "-", "{a}", "**"])
texts = st.lists(latin | arabic | hebrew | japanese | numbers | marks, min_size=1, max_size=14).map(" ".join)
languages = st.sampled_from(["en", "ar", "he", "ja", "ko", "th", "fr"])


def rich(text: str, language: str) -> tuple[Inline, ...]:
    return parse_markup(etree.fromstring(f'<t xmlns:card="urn:cardgen">{to_markup(text, language)}</t>'))


def fitted(text: str, language: str, width: float = 40, height: float = 200, **options: str) -> list[DrawingItem]:
    """The items of a text in a box at the origin."""
    box = Rect(0, 0, width, height)
    return [*fit_text(rich(text, language), STYLE, box, fontbook=BOOK, icons=icon, language=language, **options).items]


def lines_of(items: list[DrawingItem]) -> list[list[TextSpan]]:
    """The spans of each line, from left to right."""
    spans = [item for item in items if isinstance(item, TextSpan)]
    rows = sorted({round(span.y, 4) for span in spans})
    return [sorted((s for s in spans if round(s.y, 4) == row), key=lambda span: span.x) for row in rows]


def shown(line: list[TextSpan]) -> str:
    """What is seen of a line from left to right; the characters of a word stay in reading order."""
    return " ".join(word.text for span in line for word in span.words)

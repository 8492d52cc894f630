"""Text of other scripts in a PDF: what is copied from it is what was written."""

import pypdfium2
import pytest

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Side
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo, Page
from tests.render.text.any_script import BOOK, THAI, fitted

SIZE = Size(90, 30)


def copied(text: str, language: str, **options: str) -> str:
    drawing = Drawing(SIZE, 0, tuple(fitted(text, language, 90, 30, **options)))
    side = Side((Placement(drawing, Rect(0, 0, 90, 30)),))
    info = DocumentInfo("t", "a", "s", language, "AlegreyaSans-Regular")
    data = compose_pdf([Page(side, SIZE, "x")], info, {name: BOOK.path(name) for name in BOOK.names()})
    return pypdfium2.PdfDocument(data)[0].get_textpage().get_text_bounded()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ja", "カードを1枚引く。「船」を選び、コスト3"),
        ("ar", "اسحب بطاقتين من المجموعة، ثم ضع 3 على"),
        ("ar", "اسحب (مرة واحدة)."),
        ("he", "אבג דהו (זחט) 12-15 יכל."),
        ("th", THAI),
        ("en", "Draw 日本 cards"),
    ],
)
def test_text_is_copied_in_reading_order(language: str, text: str) -> None:
    assert copied(text, language).split() == text.split()


def test_justified_japanese_is_copied_without_spaces() -> None:
    assert " " not in copied(
        "カードを1枚引く。「船」を選び、コスト3以下のカードをしょうかんする。" * 2, "ja", align="justify"
    )

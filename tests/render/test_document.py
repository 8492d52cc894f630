from pathlib import Path

import pytest

from cardgen.geometry.units import Size
from cardgen.model.drawing import PlacedArtwork, TextSpan
from cardgen.plugin.components import Document
from cardgen.render import document
from cardgen.render.document import draw_pages

PAPER = Size(100, 80)
RULES = Document("rules", "rules.{lang}.md", "page.svg.j2")
PAGE = """<card:column x="10" y="10" width="35" height="60"/><card:column x="55" y="10" width="35" height="60"/>
<card:text x="10" y="72" width="30" height="6" style="page-foot">{{ page }}/{{ pages }}</card:text>"""


@pytest.fixture
def pages(fixture):
    def pages(text: str, page: str = PAGE):
        (fixture.folder / "rules.en.md").write_text(text, "utf-8")
        (fixture.folder / "page.svg.j2").write_text(fixture.markup(page, PAPER))
        return draw_pages(RULES, PAPER, fixture.renderer)

    return pages


def words(drawing) -> list[str]:
    return [word.text for item in drawing.items if isinstance(item, TextSpan) for word in item.words]


def test_text_flows_through_columns_and_pages_in_order(pages):
    numbers = [f"n{number}" for number in range(400)]
    drawn = pages("\n\n".join(" ".join(numbers[at : at + 10]) for at in range(0, 400, 10)))
    assert len(drawn) >= 2
    assert [word for page in drawn for word in words(page) if word.startswith("n")] == numbers


def test_every_page_knows_its_number_and_how_many_there_are(pages):
    drawn = pages("word " * 900)
    feet = [word for page in drawn for word in words(page) if "/" in word]
    assert feet == [f"{number}/{len(drawn)}" for number in range(1, len(drawn) + 1)]


def test_no_text_gives_no_page(pages):
    assert pages("") == []


def test_a_figure_is_a_template_of_its_own_size(pages, fixture):
    (fixture.folder / "fig.svg.j2").write_text(fixture.markup("<rect width='2' height='2'/>", Size(20, 10)))
    (drawn,) = pages("Before\n\n![](fig.svg.j2)\n\nAfter")
    (figure,) = [item for item in drawn.items if isinstance(item, PlacedArtwork)]
    assert figure.box.size == Size(20, 10)
    assert words(drawn)[-2:] == ["Before", "After"]


@pytest.mark.parametrize(
    ("text", "page", "code", "file"),
    [
        ("![](nope.svg.j2)", PAGE, "E401", ""),
        ("\n\n{{ nope }}", PAGE, "E403", "rules.en.md"),
        ("a", "{{ nope }}", "E403", "page.svg.j2"),
        ("a", "<rect/>", "E405", "rules.en.md"),
        ("a", '<card:bleed fill="nope"/>' + PAGE, "E408", "page.svg.j2"),
        ("{nope}", PAGE, "E409", "rules.en.md"),
        ("中", PAGE, "E407", "rules.en.md"),
        ("![](high.svg.j2)", PAGE, "E406", "rules.en.md"),
    ],
)
def test_an_error_gives_no_pages(pages, fixture, text, page, code, file):
    (fixture.folder / "high.svg.j2").write_text(fixture.markup("<rect/>", Size(20, 200)))
    assert pages(text, page) == []
    (found,) = fixture.found.items
    assert found.code == code
    assert Path(found.span.file if found.span else "").name == file


def test_a_document_without_its_language_is_reported(fixture):
    assert draw_pages(Document("tales", "tales.{lang}.md", "page.svg.j2"), PAPER, fixture.renderer) == []
    (found,) = fixture.found.items
    assert found.message == "template 'tales.en.md' does not exist"
    assert found.notes[0][0] == "while drawing document 'tales'"


def test_a_document_without_end_is_cut_short(pages, fixture, monkeypatch):
    monkeypatch.setattr(document, "MAX_PAGES", 2)
    assert pages("word " * 9000) == []
    (found,) = fixture.found.items
    assert found.code == "E406"

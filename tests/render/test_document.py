import re
from pathlib import Path

import pytest
from PIL import Image

from cardgen.geometry.units import Size
from cardgen.model.drawing import PlacedArtwork, TextSpan, View
from cardgen.plugin.components import Document
from cardgen.render import document, transform
from cardgen.render.document import document_text, draw_pages, figures_of
from cardgen.render.text import flow, rows
from cardgen.render.text.theme_styles import Styles

from .samples import COLORS, theme

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


def test_the_templates_of_a_document_see_its_size_and_what_is_given(fixture):
    shown = "<card:text x='1' y='{}' width='99' height='9' style='page-foot'>{{{{ [page, pages, width, height, bleed, dice] | join('/') }}}}</card:text>"
    figure = shown.format(1).replace("page, pages, ", "")
    (fixture.folder / "rules.en.md").write_text("{{ dice }}\n\n![](fig.svg.j2)\n\n\\newpage\n\nb", "utf-8")
    (fixture.folder / "page.svg.j2").write_text(
        fixture.markup('<card:column x="0" y="0" width="80" height="60"/>' + shown.format(70), PAPER)
    )
    (fixture.folder / "fig.svg.j2").write_text(fixture.markup(figure, Size(80, 20)))
    found = []
    for size in (PAPER, Size(120, 96), PAPER):
        drawn = draw_pages(RULES, size, fixture.renderer, {"dice": "d6"})
        assert {page.size for page in drawn} == {size}
        found.append([(words(page), page.words) for page in drawn])
    told = [("1/2/{}/0/d6", ["d6", "0/0/0/d6"]), ("2/2/{}/0/d6", ["b"])]
    assert [[sorted(on_it) for on_it, _ in pages] for pages in found] == [
        [sorted([foot.format(sides), *text]) for foot, text in told] for sides in ("100/80", "120/96", "100/80")
    ]
    assert found[0] == found[2] and all("1/2/" in pages[0][1] for pages in found), "what is read out has its words"
    (fixture.folder / "page.svg.j2").write_text(
        fixture.markup('<card:column x="0" y="0" width="80" height="60"/>', PAPER)
    )
    fixture.renderer.environment.forget("page.svg.j2")
    for size in (PAPER, Size(120, 96), PAPER):  # also where the templates print the same for all
        assert {page.size for page in draw_pages(RULES, size, fixture.renderer, {"dice": "d6"})} == {size}


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
    (block,) = [block for block in drawn.blocks if block.role == "figure"]
    assert drawn.items[block.start : block.stop] == (figure,)
    assert [block.role for block in drawn.blocks] == ["", "p", "figure", "p"]  # the foot of the page is on its template


def test_a_figure_that_is_shown_twice_is_drawn_once(pages, fixture, monkeypatch):
    (fixture.folder / "fig.svg.j2").write_text(fixture.markup("<rect width='2' height='2'/>", Size(20, 10)))
    drawn: list[str] = []
    draw_face = type(fixture.renderer).draw_face
    monkeypatch.setattr(
        type(fixture.renderer),
        "draw_face",
        lambda own, markup, name, *more: drawn.append(name) or draw_face(own, markup, name, *more),
    )
    (page,) = pages("![](fig.svg.j2)\n\nBetween\n\n![](fig.svg.j2)")
    assert len([item for item in page.items if isinstance(item, PlacedArtwork)]) == 2
    assert drawn.count("fig.svg.j2") == 1


def test_other_figures_stand_where_those_of_the_build_before_stood(pages, fixture, monkeypatch):
    """What is drawn with the columns of the build before is what is drawn anew, also where figures have more or fewer items."""
    few, many = (
        "<rect width='2' height='2'/>",
        "<rect width='2' height='2'/><card:icon name='sun' x='9' y='9' size='40'/>",
    )
    narrow, wide = Size(20, 10), Size(38, 9.7)  # the second is wider than its column
    text = (
        "# One\n\n![](a.j2)\n\n1. two\n2. three\n\n![](b.j2)\n\n![](a.j2)\n\n" + "word " * 150 + "\n\n![](b.j2)\n\nfour"
    )
    page = PAGE + "<card:text x='40' y='72' width='40' height='6' style='page-foot'>{{ text_end }}</card:text>"

    def draw(first: str, second: str, size: Size = wide):
        (fixture.folder / "a.j2").write_text(fixture.markup(first, narrow))
        (fixture.folder / "b.j2").write_text(fixture.markup(second, size))
        for name in ("a.j2", "b.j2"):
            fixture.renderer.environment.forget(name)
        drawn = pages(text, page)
        return [(drawing.items, drawing.blocks) for drawing in drawn]

    flows: list[str] = []
    fill = flow.fill_columns
    monkeypatch.setattr(flow, "fill_columns", lambda *given, **named: flows.append("") or fill(*given, **named))
    sequence = [
        (few, few),
        (many, few),
        (few, many),
        (many, many),
        ("", many),
        (few, few, Size(38, 15)),
        (few, few, Size(20, 15)),
        (many, few),
    ]
    kept = [draw(*figures) for figures in sequence]
    assert len(flows) == 4  # the first one, and where the size changes
    for figures, drawn in zip(sequence, kept, strict=True):
        fixture.renderer.documents.clear()
        assert draw(*figures) == drawn, figures


def test_only_paragraphs_that_differ_are_set_again_also_after_a_figure_was_exchanged(pages, fixture, monkeypatch):
    made: list[str] = []
    block = rows.RowSetter._block
    monkeypatch.setattr(
        rows.RowSetter, "_block", lambda setter, one: made.append(type(one).__name__) or block(setter, one)
    )
    for text, figure, expected in (
        ("one", "<rect/>", ["Paragraph", "Figure", "Paragraph"]),
        ("one", "<rect width='2' height='2'/>", []),  # it takes the place of the one before
        ("two", "<rect width='2' height='2'/>", ["Paragraph", "Figure"]),
        ("two", "<rect/>", []),
        ("two", "<rect width='3' height='2'/>", []),
    ):
        (fixture.folder / "fig.svg.j2").write_text(fixture.markup(figure, Size(20, 10)))
        for name in ("fig.svg.j2", "rules.en.md"):
            fixture.renderer.environment.forget(name)
        made.clear()
        assert len(pages(f"{text}\n\n![](fig.svg.j2)\n\nAfter")) == 1
        assert made == expected, (text, figure)


def test_pages_that_are_the_same_in_the_next_build_are_not_rendered_again(pages, fixture, monkeypatch):
    fixture.renderer.keep_inputs = True
    asked: list[str] = []
    environment = type(fixture.renderer.environment)
    render = environment.render_template
    monkeypatch.setattr(
        environment, "render_template", lambda self, name, values: asked.append(name) or render(self, name, values)
    )
    (fixture.folder / "fig.svg.j2").write_text(fixture.markup("<rect/>", Size(20, 10)))
    text = "![](fig.svg.j2)\n\n" + "word " * 900
    first = pages(text)
    assert len(first) > 1 and {"rules.en.md", "page.svg.j2", "fig.svg.j2"} == {*asked}
    asked.clear()
    fixture.renderer = fixture.renderer.renewed(fixture.renderer.shared, fixture.found)
    assert pages(text) is first and asked == []


def test_a_document_has_the_quotes_and_the_direction_of_its_language(pages, fixture):
    found = {}
    for language in ("en", "de", "ar"):
        fixture.renderer.language = language
        fixture.renderer.documents.clear()
        (fixture.folder / f"rules.{language}.md").write_text('"one"\n\n- two')
        (fixture.folder / "page.svg.j2").write_text(fixture.markup(PAGE, PAPER))
        (page,) = draw_pages(RULES, PAPER, fixture.renderer)
        found[language] = {item.words[0].text: item.x for item in page.items if isinstance(item, TextSpan)}
    assert ["\u201cone\u201d" in found["en"], "\u201eone\u201c" in found["de"]] == [True, True]
    is_left = {language: found[language]["\u2022"] < found[language]["two"] for language in found}
    assert is_left == {"en": True, "de": True, "ar": False}, "the marker is where a line begins"


def test_all_of_a_text_is_there_if_only_the_last_page_has_two_columns(pages):
    """Whether it is the last one is not known before all columns are filled."""
    second = '<card:column x="55" y="10" width="35" height="60"/>'
    page = PAGE.partition('<card:column x="55"')[0] + "{% if page == pages %}" + second + "{% endif %}"
    numbers = [f"n{number}" for number in range(600)]
    drawn = pages(" ".join(numbers), page)
    assert len(drawn) > 1
    assert all(any(item.x >= 55 for item in page.items) for page in drawn), "none is left empty"
    assert [word for page in drawn for word in words(page)] == numbers


def test_a_character_that_two_styles_of_one_font_lack_is_told_once(pages, fixture):
    assert len(pages("## 中\n\n### 中", PAGE)) == 1
    assert [item.code for item in fixture.found.items] == ["E407"]


@pytest.mark.parametrize(
    ("text", "page", "file", "told"),
    [
        ("![](nope.svg.j2)", PAGE, "", "E401 template 'nope.svg.j2' does not exist"),
        ("\n\n{{ nope }}", PAGE, "rules.en.md", "E403 'nope' is not defined"),
        ("a", "{{ nope }}", "page.svg.j2", "E403 'nope' is not defined"),
        ("a", "<rect/>", "rules.en.md", "E405 page template 'page.svg.j2' has no <card:column>"),
        ("a", '<card:bleed fill="nope"/>' + PAGE, "page.svg.j2", "E408 unknown colour 'nope'"),
        ("{nope}", PAGE, "rules.en.md", "E409 unknown icon 'nope'"),
        (
            "![](high.svg.j2)",
            PAGE,
            "rules.en.md",
            "E406 a part of the document is 200.0 mm high, its column 60.0 mm",
        ),
    ],
)
def test_an_error_gives_no_pages(pages, fixture, text, page, file, told):
    (fixture.folder / "high.svg.j2").write_text(fixture.markup("<rect/>", Size(20, 200)))
    assert pages(text, page) == []
    (found,) = fixture.found.items
    assert f"{found.code} {found.message}" == told and found.is_error
    assert Path(found.span.file if found.span else "").name == file


def test_a_character_that_no_font_has_is_a_box_and_a_warning(pages, fixture):
    assert len(pages("# 中\n\n文 a", PAGE)) == 1
    assert [(item.code, item.is_error, Path(item.span.file).name) for item in fixture.found.items] == [
        ("E407", False, "rules.en.md")
    ] * len(fixture.found.items)
    told = [*fixture.found.items]
    assert len({item.message for item in told}) == len(told) == 2
    assert all(item.notes == (("in document 'rules'", None),) for item in told)
    fixture.found.items.clear()
    assert len(pages("# 中\n\n文 a", PAGE)) == 1
    assert fixture.found.items == told, "the next build tells it again"


def test_a_document_without_its_language_is_reported(fixture):
    assert draw_pages(Document("tales", "tales.{lang}.md", "page.svg.j2"), PAPER, fixture.renderer) == []
    (found,) = fixture.found.items
    assert found.message == "template 'tales.en.md' does not exist"
    assert found.notes[0][0] == "while drawing document 'tales'"


def test_a_document_without_end_is_cut_short(pages, fixture, monkeypatch):
    monkeypatch.setattr(document, "MAX_PAGES", 2)
    assert pages("word " * 9000) == []
    (found,) = fixture.found.items
    assert found.code == "E406" and re.fullmatch(r"text is \d{3,} mm too long for its columns", found.message)
    monkeypatch.undo()
    count = len(pages("many " * 900))
    monkeypatch.setattr(document, "MAX_PAGES", count)
    fixture.renderer.documents.clear()
    assert count > 1 and len(pages("many " * 900)) == count


def test_each_page_knows_where_its_text_ends(pages):
    page = PAGE + "<card:text x='40' y='72' width='30' height='6' style='page-foot'>end{{ text_end }}</card:text>"
    for drawn in pages("word " * 900 + "\n\n\\newpage\n\nword", page):
        (end,) = [float(word[3:]) for word in words(drawn) if word.startswith("end")]
        lowest = max(item.y for item in drawn.items if isinstance(item, TextSpan) and item.words[0].text == "word")
        assert lowest < end < lowest + 2
        text = [item for item in drawn.items if not (isinstance(item, TextSpan) and item.y > 71)]
        assert end == round(transform.lowest(text), 2)


class TestPieces:
    """Documents show pieces of the deck."""

    @pytest.fixture
    def shown(self, fixture):
        drawing = fixture.draw(
            "<rect x='-3' y='-3' width='46' height='56'/><card:icon name='sun' x='10' y='20' size='4'/>"
        )
        asked = []

        def pieces(kind, name):
            asked.append((kind, name))
            return drawing

        fixture.renderer.pieces = pieces
        return asked

    FIGURE = '<card:piece kind="suns" name="dawn" x="2" y="5" width="40" height="25"/>'

    def test_a_figure_shows_a_piece_within_its_box(self, pages, fixture, shown):
        (fixture.folder / "fig.svg.j2").write_text(fixture.markup(self.FIGURE, Size(50, 40)))
        (drawn,) = pages("![](fig.svg.j2)", '<card:column x="10" y="10" width="50" height="60"/>')
        (view,) = [item for item in drawn.items if isinstance(item, View)]
        assert set(shown) == {("suns", "dawn")}
        assert not view.is_ground
        assert view.window.size == Size(20, 25)  # half the size, in the middle of its box
        assert (view.window.x, view.window.y) == (10 + 2 + 10, 10 + 5)
        face, icon = view.items
        assert face.box.width == pytest.approx(46 / 2)  # the bleed is there, and cut off by the window
        assert (icon.box.x, icon.box.width) == (pytest.approx(22 + 5), pytest.approx(2))

    def test_a_piece_that_has_errors_is_left_out(self, pages, fixture, shown):
        page = f'<card:column x="10" y="40" width="50" height="30"/>{self.FIGURE}'
        (first,) = pages("word", page)
        fixture.renderer.pieces = lambda _kind, _name: None
        (drawn,) = pages("word", page)
        assert [sum(isinstance(item, View) for item in one.items) for one in (first, drawn)] == [1, 0]
        assert pages("word", page)[0] is drawn

    def test_pages_are_drawn_again_for_another_piece(self, pages, fixture, shown):
        page = f'<card:column x="10" y="40" width="50" height="30"/>{self.FIGURE}'
        (first,) = pages("word", page)
        assert pages("word", page)[0] is first
        other = fixture.draw("<rect width='1' height='1'/>")
        fixture.renderer.pieces = lambda _kind, _name: other
        assert pages("word", page)[0] is not first

    def test_pages_are_drawn_again_for_any_of_their_pieces(self, pages, fixture):
        known = {name: fixture.draw(f"<rect width='{len(name)}' height='1'/>") for name in ("dawn", "twilight")}
        fixture.renderer.pieces = lambda _kind, name: known[name]
        page = (
            f'<card:column x="10" y="40" width="50" height="30"/>{self.FIGURE}{self.FIGURE.replace("dawn", "twilight")}'
        )
        (first,) = pages("word", page)
        assert pages("word", page)[0] is first
        known["twilight"] = known["dawn"]
        assert pages("word", page)[0] is not first

    def test_only_what_shows_another_piece_is_drawn_again(self, pages, fixture, shown, monkeypatch):
        for name, content in (("fig", self.FIGURE), ("other", "<rect width='5' height='5'/>")):
            (fixture.folder / f"{name}.svg.j2").write_text(fixture.markup(content, Size(50, 40)))
        drawn: list[str] = []
        draw_face = type(fixture.renderer).draw_face

        def spy(renderer, markup, template, *more):
            drawn.append(template)
            return draw_face(renderer, markup, template, *more)

        monkeypatch.setattr(type(fixture.renderer), "draw_face", spy)
        document, column = "![](other.svg.j2)\n\n![](fig.svg.j2)", '<card:column x="10" y="0" width="50" height="80"/>'
        pages(document, column)
        assert {"fig.svg.j2", "other.svg.j2"} <= set(drawn)
        drawn.clear()
        other = fixture.draw("<rect width='1' height='1'/>")
        drawn.clear()
        fixture.renderer.pieces = lambda _kind, _name: other
        pages(document, column)
        assert drawn == ["fig.svg.j2"]

    def test_a_piece_shows_no_other(self, fixture):
        error = fixture.error(self.FIGURE)
        assert error.code == "E405"
        assert "pages and figures of documents only" in error.message


def test_a_text_that_is_nested_too_deeply_is_an_error(pages, fixture):
    assert pages("{" * 2000) == []
    assert [item.code for item in fixture.renderer.diagnostics.items] == ["E404"]


@pytest.mark.parametrize(
    ("language", "there", "used", "told"),
    [
        ("pt-BR", ("en", "pt", "pt-BR"), "pt-BR", []), ("pt-BR", ("en", "pt"), "pt", []), ("en-GB", ("en",), "en", []),
        ("pt-BR", ("en", "de"), "en", [("W207", "document 'tales' has no text in 'pt-BR'", ("add 'tales.pt-BR.md' to the templates of the game",))]),
        ("de", ("pt",), "", [("E401", "template 'tales.de.md' does not exist", ())]),
    ],
)  # fmt: skip
def test_a_document_has_the_text_of_its_language_or_the_english_one(fixture, language, there, used, told):
    for name in there:
        (fixture.folder / f"tales.{name}.md").write_text(f"in-{name}")
    (fixture.folder / "page.svg.j2").write_text(fixture.markup(PAGE, PAPER))
    fixture.renderer.language = language
    drawn = draw_pages(Document("tales", "tales.{lang}.md", "page.svg.j2"), PAPER, fixture.renderer)
    assert [word for page in drawn for word in words(page) if "in-" in word] == [f"in-{used}"] * bool(used)
    assert [(item.code, item.message, item.hints) for item in fixture.found.items] == told


def test_a_text_with_errors_is_not_replaced_by_the_english_one(fixture):
    for name, text in (("en", "word"), ("pt", "{% for %}")):
        (fixture.folder / f"tales.{name}.md").write_text(text)
    fixture.renderer.language = "pt"
    assert draw_pages(Document("tales", "tales.{lang}.md", "page.svg.j2"), PAPER, fixture.renderer) == []
    assert [(item.code, Path(item.span.file).name) for item in fixture.found.items] == [("E402", "tales.pt.md")]


def test_the_text_of_a_document_is_there_whether_it_could_be_drawn_or_not(pages, fixture):
    told = []
    for text in ("{{ 1 + 1 }} *suns*", "{{ 2 + 1 }} \u4e2d", "{{ nope }}"):
        fixture.renderer.environment.forget("rules.en.md")
        drawn = pages(text)
        told.append((len(drawn), document_text(RULES, fixture.renderer), len(fixture.renderer.documents)))
    assert told == [(1, "2 *suns*", 1), (1, "3 \u4e2d", 0), (0, "", 0)]


def test_figures_of_a_document_are_those_that_it_shows(pages, fixture):
    (fixture.folder / "fig.svg.j2").write_text(fixture.markup("<rect width='2' height='2'/>", Size(20, 10)))
    (drawn,) = pages("![](fig.svg.j2)")
    figures = figures_of(RULES, fixture.renderer)
    assert [(name, one.size) for name, one in figures.items()] == [("fig.svg.j2", Size(20, 10))]
    other = Document("other", "other.{lang}.md", "page.svg.j2")
    assert figures_of(other, fixture.renderer) == {}
    assert drawn.size == PAPER
    (fixture.folder / "other.en.md").write_text("No figure", "utf-8")
    draw_pages(other, PAPER, fixture.renderer)
    last = Document("last", "rules.{lang}.md", "page.svg.j2")
    draw_pages(last, PAPER, fixture.renderer)
    assert [len(figures_of(one, fixture.renderer)) for one in (RULES, other, last)] == [1, 0, 1]


@pytest.mark.parametrize(
    ("stated", "on_it", "said"),
    [
        ("A board", "", "A board"),
        ("", "", "fig.svg.j2"),
        ("", "one {two_three}", "one two three"),
        ("", "one|two", "one. two"),
        ("Own", "one", "Own"),
    ],
)
def test_a_figure_says_what_is_stated_of_it_or_what_is_on_it(pages, fixture, stated, on_it, said):
    text = "".join(
        f"<card:text x='0' y='0' width='40' height='9' style='body' alt='{each}'>x</card:text>"
        for each in filter(None, on_it.split("|"))
    )
    (fixture.folder / "fig.svg.j2").write_text(fixture.markup(f"<rect width='2' height='2'/>{text}", Size(40, 10)))
    (drawn,) = pages(f"Before\n\n![{stated}](fig.svg.j2)")
    assert [block.words for block in drawn.blocks if block.role == "figure"] == [said]


def test_pages_are_drawn_again_in_other_colours(pages, fixture):
    (first,) = pages("word")
    fixture.renderer = fixture.renderer.renewed(fixture.renderer.shared, fixture.found)
    assert pages("word")[0] is first
    fixture.renderer = fixture.renderer.renewed(
        fixture.renderer.shared, fixture.found, Styles(theme(), {**COLORS, "ink": "#445566"})
    )
    (other,) = pages("word")
    assert [{item.color for item in page.items if isinstance(item, TextSpan)} for page in (first, other)] == [
        {"#222222"}, {"#445566"},
    ]  # fmt: skip


def test_an_error_that_a_later_build_meets_is_told_in_it(pages, fixture):
    """Neither the pages of the build before nor those of before the error are shown."""
    figure = fixture.folder / "fig.svg.j2"
    found = []
    for body in ("<rect/>", "{{ nope }}", "<rect/>", "<rect/>"):
        figure.write_text(fixture.markup(body, Size(20, 10)))
        fixture.renderer.environment.forget("fig.svg.j2")
        fixture.renderer = fixture.renderer.renewed(fixture.renderer.shared, fixture.found)
        found.append((pages("![](fig.svg.j2)"), [item.code for item in fixture.found.items]))
        fixture.found.items.clear()
        assert len(figures_of(RULES, fixture.renderer)) == (body == "<rect/>")
    assert [(len(drawn), told) for drawn, told in found] == [(1, []), (0, ["E403"]), (1, []), (1, [])]
    assert found[3][0][0] is found[2][0][0]


def test_a_warning_of_a_page_is_told_in_each_build(pages, fixture):
    Image.new("L", (9, 9)).save(fixture.folder / "coarse.png")
    page = PAGE + "<image href='coarse.png' x='0' y='70' width='9' height='9'/>"
    told = []
    for _ in range(2):
        assert len(pages("word", page)) == 1
        told.append([item.code for item in fixture.found.items])
        fixture.found.items.clear()
    assert told == [["E410"] * len(told[0])] * 2


def test_other_columns_of_a_page_are_filled_anew(pages, fixture):
    found = []
    for width in (35, 80, 80, 35):
        fixture.renderer.environment.forget("page.svg.j2")
        drawn = pages("word " * 40, f"<card:column x='10' y='10' width='{width}' height='60'/>{{# {width} #}}")
        spans = [item for item in drawn[0].items if isinstance(item, TextSpan)]
        found.append(len({span.y for span in spans}))
    assert found[0] == found[3] > found[1] == found[2] > 1


def test_a_page_of_fixed_size_is_scaled_with_its_columns_and_pieces(pages, fixture):
    piece = fixture.draw("<rect width='40' height='50'/>", bleed=0)
    fixture.renderer.pieces = lambda _kind, _name: piece
    (fixture.folder / "rules.en.md").write_text("word")
    parts = '<card:column x="{}" y="{}" width="{}" height="{}"/><card:piece kind="suns" x="{}" y="{}" width="{}" height="{}"/>'
    drawn = []
    for scale in (1, 2):
        sides = (side / scale for side in (10, 20, 60, 50, 4, 6, 20, 25))
        (fixture.folder / "page.svg.j2").write_text(
            fixture.markup(parts.format(*sides), Size(PAPER.width / scale, PAPER.height / scale))
        )
        fixture.renderer.environment.forget("page.svg.j2")
        drawn += draw_pages(RULES, PAPER, fixture.renderer)
    assert len(drawn) == 2 and drawn[0].items == drawn[1].items

"""Templates become drawings; what is wrong with one is told with the card that it was drawn for."""

import pytest
from PIL import Image

from cardgen.model.drawing import PlacedArtwork, TextSpan
from cardgen.render.context import Subject
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span

from .samples import SIZE, SUBJECT, DrawingFixture

WORDS = "<card:text x='0' y='0' width='40' height='9' style='body'>%s</card:text>"
ICON = "<card:icon name='sun' x='0' y='0' size='5' color='%s'/>"


def texts(drawing) -> list[str]:
    return [word.text for item in drawing.items if isinstance(item, TextSpan) for word in item.words]


class TestDrawing:
    def test_a_template_sees_its_own_variables_what_all_see_and_its_size(self, fixture):
        body = WORDS % "{{ card.name }} {{ shared }} {{ width }} {{ height }} {{ bleed }}"
        drawing = fixture.draw(body, {"card": {"name": "Dojo"}})
        assert texts(drawing) == ["Dojo", "for", "all", "40", "50", "3"]
        assert (drawing.size, drawing.bleed) == (SIZE, 3)

    def test_equal_markup_of_two_templates_is_one_drawing(self, fixture):
        first, second = (fixture.draw(WORDS % name) for name in ("{{ 'Dojo' }}", "Dojo"))
        assert first is second is not None

    def test_other_markup_is_another_drawing_of_which_equal_texts_are_set_once(self, fixture):
        first, second = (fixture.draw(WORDS % "Dojo" + f"<rect width='{side}' height='1'/>") for side in (1, 2))
        assert first is not second
        assert first.items[0] is second.items[0]

    def test_an_icon_in_a_color_is_made_once_by_whatever_name_the_color_goes(self, fixture):
        drawing = fixture.draw(ICON % "ink" + ICON % "#222222" + ICON % "paper")
        first, second, other = [item.artwork for item in drawing.items if isinstance(item, PlacedArtwork)]
        assert first is second
        assert first != other
        assert "#222222" in first.svg and "#222222" not in other.svg

    def test_an_icon_or_a_color_that_is_not_there_is_an_error(self, fixture):
        for name, color, code in (("moon", "ink", "E409"), ("sun", "pink", "E408")):
            with pytest.raises(UnlocatedError) as caught:
                fixture.renderer.icon(name, color)
            assert caught.value.code == code


class TestFaults:
    @pytest.mark.parametrize(
        ("source", "code", "line"),
        [
            ("\n{{ nope }}", "E403", 2),
            ("\n\n{{ 1 / 0 }}", "E403", 3),
            ("{% if %}", "E402", 1),
            ("{% for x in range(10**9) %}{% endfor %}", "E404", 1),
            ("{{ ''.__class__ }}", "E411", 1),
            ("\n{% include 'nope.svg.j2' %}", "E401", 2),
            ("{{ 'pink' | color }}", "E408", 1),
            ("{{ 1 | color }}", "E403", 1),
        ],
    )
    def test_an_error_of_a_template_has_its_line_and_a_note_whom_it_was_drawn_for(self, fixture, source, code, line):
        assert fixture.draw_raw(source, name="face.svg.j2") is None
        (error,) = fixture.found.items
        assert error.code == code
        assert error.span.file.endswith("face.svg.j2") and error.span.line == line
        assert error.notes == (("while drawing card 'Dawn'", Span("deck.yaml", 6, 5)),)

    def test_a_template_that_is_not_there_is_an_error(self, fixture):
        assert fixture.renderer.draw_side("nope.svg.j2", {}, SIZE, 0, SUBJECT) is None
        assert [error.code for error in fixture.found.items] == ["E401"]

    def test_after_an_error_the_rest_is_drawn_and_the_error_is_found_again(self, fixture):
        source = fixture.markup(WORDS % "{{ card.name }}")
        sides = [
            fixture.draw_raw(source, {"card": card}, name="face.svg.j2")
            for card in ({}, {"name": "Dojo"}, {"name": "D"})
        ]
        assert [side is None for side in sides] == [True, False, False]
        wrong = '<card:bleed fill="papre"/>'
        assert fixture.draw(wrong) is None is fixture.draw(wrong)
        assert [error.code for error in fixture.found.items] == ["E403", "E408", "E408"]  # of two templates

    @pytest.mark.parametrize(
        "source", ["", "words", "<svg>", "<svg></g>", "<svg a='1' a='2'/>", "<svg>&nope;</svg>", "\0"]
    )
    def test_what_is_no_good_xml_is_e405(self, fixture, source):
        assert fixture.draw_raw(source, name="face.svg.j2") is None
        (error,) = fixture.found.items
        assert error.code == "E405"
        assert "output of the template is not well-formed XML" in error.message
        assert error.span.file.endswith("face.svg.j2")

    @pytest.mark.parametrize("inside", ["", ' [<!ENTITY a "aa">]', ' SYSTEM "file:///etc/passwd"'])
    def test_a_document_type_is_refused(self, fixture, inside):
        assert fixture.draw_raw(f"<!DOCTYPE svg{inside}>" + fixture.markup("")) is None
        (error,) = fixture.found.items
        assert error.code == "E405"
        assert "declares a document type" in error.message


class TestFilters:
    @pytest.fixture
    def filled(self, fixture: DrawingFixture):
        def filled(source: str, **variables: object) -> str | None:
            (fixture.folder / "f.svg.j2").write_text(source, "utf-8")
            fixture.renderer.environment.cache.clear()
            return fixture.renderer.render_markup("f.svg.j2", variables, SUBJECT)

        return filled

    def test_rich_turns_what_authors_write_into_markup_and_escapes_the_rest(self, filled):
        text = filled("{{ text | rich(n=3) }}", text="**Raise** {n} {sun} & <b>")
        assert text == '<b>Raise</b> 3 <card:icon name="sun"/> &amp; &lt;b&gt;'

    def test_fill_replaces_names_and_leaves_escaping_to_the_template(self, filled):
        assert filled("{{ text | fill(n='<3') }}", text="{n} of {m} & all") == "&lt;3 of {m} &amp; all"

    def test_color_gives_colors_of_the_palette_and_those_that_are_stated(self, filled):
        assert filled("{{ 'primary' | color }} {{ '#00fF00' | color }}") == "#884400 #00fF00"

    def test_a_huge_text_is_refused(self, filled, fixture):
        assert filled("{{ text | fill(n=text) }}", text="{n}" * 10_000) is None
        assert [error.code for error in fixture.found.items] == ["E404"]


class TestRenewal:
    def test_it_knows_the_drawings_of_the_last_build_and_no_older_ones(self, fixture):
        source = fixture.markup(WORDS % "{{ card.name }}")

        def drawn(name: str):
            return fixture.draw_raw(source, {"card": {"name": name}}, name="face.svg.j2")

        first, found = drawn("Dojo"), Collector()
        fixture.renderer = fixture.renderer.renewed({"shared": "new"}, found)
        assert drawn("Dojo") is first
        for _ in range(2):
            fixture.renderer = fixture.renderer.renewed({}, found)
        assert drawn("Dojo") is not first
        assert fixture.renderer.diagnostics is found

    def test_what_all_templates_see_may_be_other(self, fixture):
        source = fixture.markup(WORDS % "{{ shared }}")
        assert texts(fixture.draw_raw(source, name="back.svg.j2")) == ["for", "all"]
        fixture.renderer = fixture.renderer.renewed({"shared": "none"}, Collector())
        assert texts(fixture.draw_raw(source, name="back.svg.j2")) == ["none"]

    def test_a_warning_is_said_again_for_whom_it_is_then(self, fixture):
        Image.new("RGB", (120, 120)).save(fixture.folder / "coarse.png")
        source = fixture.markup("<image href='coarse.png' x='0' y='0' width='12' height='12'/>")
        (fixture.folder / "face.svg.j2").write_text(source)
        for name in ("card 'One'", "card 'Two'"):
            found = Collector()
            fixture.renderer = fixture.renderer.renewed({}, found)
            assert fixture.renderer.draw_side("face.svg.j2", {}, SIZE, 0, Subject(name)), found
            assert [(item.code, name in item.message) for item in found.items] == [("W410", True)]

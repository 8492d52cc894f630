"""Templates become drawings; what is wrong with one is told with the card that it was drawn for."""

import pytest
from PIL import Image

from cardgen.model.drawing import PlacedArtwork, TextSpan
from cardgen.render.context import Subject
from cardgen.render.text.theme_styles import Styles
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span

from .samples import COLORS, SIZE, SUBJECT, DrawingFixture, theme

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

    def test_only_pages_say_what_their_parts_are(self, fixture):
        (fixture.folder / "face.svg.j2").write_text(fixture.markup(WORDS % "Dojo"))
        piece = fixture.renderer.draw_side("face.svg.j2", {"card": {}, "kind": BASES}, SIZE, 0, SUBJECT)
        page = fixture.renderer.draw_side("face.svg.j2", {}, SIZE, 3, SUBJECT)
        assert (len(piece.blocks), len(page.blocks)) == (0, 1)

    def test_a_draft_leaves_out_what_is_wrong_but_needs_a_face(self, fixture):
        fixture.renderer.is_draft = True
        body = "<card:icon name='nope' x='0' y='0' size='5'/><rect width='1' height='1'/>"
        assert len(fixture.draw_raw(fixture.markup(body)).items) == 1
        assert fixture.draw_raw("<svg xmlns='http://www.w3.org/2000/svg'><rect/></svg>") is None

    def test_equal_markup_of_two_templates_is_one_drawing(self, fixture):
        first, second = (fixture.draw(WORDS % name) for name in ("{{ 'Dojo' }}", "Dojo"))
        assert first is second is not None

    def test_other_markup_is_another_drawing_of_which_equal_texts_are_set_once(self, fixture):
        first, second = (
            fixture.draw(WORDS % "Dojo" + f"{' ' * side}<rect width='{side}' height='1'/>") for side in (1, 2)
        )
        assert first is not second
        assert first.items[0] is second.items[0]

    def test_who_waits_is_called_before_each_side(self, fixture):
        called = []
        fixture.renderer.on_side = lambda: called.append(len(fixture.renderer.drawings))
        for name in ("One", "Two", "Two"):
            fixture.draw(WORDS % name)
        assert called == [0, 1, 2]

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
        assert [(error.code, error.span) for error in fixture.found.items] == [("E401", None)]

    def test_all_mistakes_in_the_file_of_a_template_are_told(self, fixture):
        def wrong(name, _path, _text):
            raise CardgenError([Diagnostic(code, f"{name} is wrong", None) for code in ("E402", "E420")])

        fixture.renderer.environment.translate = wrong
        assert fixture.draw_raw("", name="face.svg.j2") is None
        assert [error.code for error in fixture.found.items] == ["E402", "E420"]

    def test_a_face_without_anything_on_it_is_a_face(self, fixture):
        assert fixture.draw("").items == () and fixture.found.items == []

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

    def test_of_many_problems_of_two_kinds_the_others_of_each_are_counted(self, fixture):
        assert fixture.draw("<rectt/><card:icon name='nope' x='0' y='0' size='5'/>" * 60) is None
        told = [(item.code, item.message) for item in fixture.found.items if "more" in item.message]
        assert told == [("W425", "and 10 more"), ("E409", "and 10 more")]


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


DOJO, BASES = {"name": "Dojo", "cost": 1}, {"name": "bases", "title": "Bases", "role": "card"}
DECK = {"title": "Suns", "motto": "Now"}
SHARED = {"shared": "for all", "deck": DECK}


class TestReuse:
    """What an earlier build has rendered is drawn again only if something that it used has changed."""

    SOURCE = (
        WORDS % "{{ card.name }} {{ kind.title }} {{ shared }} {{ deck.title }}"
        + "<rect width='1' height='1' fill=\"{{ 'primary' | color }}\"/>"
    )

    @pytest.fixture
    def rendered(self, fixture, monkeypatch):
        fixture.renderer.keep_inputs = True
        (fixture.folder / "face.svg.j2").write_text(fixture.markup(self.SOURCE))
        asked = []
        render = type(fixture.renderer.environment).render_template
        monkeypatch.setattr(
            type(fixture.renderer.environment),
            "render_template",
            lambda environment, name, values: asked.append(name) or render(environment, name, values),
        )

        def rendered(card=DOJO, kind=BASES, shared=SHARED, name="card 'Dojo'", renewed=(), renderer=None):
            """Whether the next build renders the template, and what it draws."""
            asked.clear()
            renderer = renderer or fixture.renderer.renewed(shared, Collector(), *renewed)
            fixture.renderer = renderer
            drawing = renderer.draw_side("face.svg.j2", {"card": card, "kind": kind}, SIZE, 3, Subject(name))
            assert drawing
            return bool(asked), " ".join(texts(drawing))

        rendered()
        return rendered

    def test_a_template_is_rendered_again_for_what_it_used(self, rendered):
        assert rendered() == (False, "Dojo Bases for all Suns")
        assert rendered(card={**DOJO, "name": "Inn"}) == (True, "Inn Bases for all Suns")
        assert rendered() == (True, "Dojo Bases for all Suns")
        assert rendered(kind={**BASES, "title": "Inns"}) == (True, "Dojo Inns for all Suns")
        rendered()
        assert rendered(shared={**SHARED, "shared": "few"}) == (True, "Dojo Bases few Suns")
        rendered()
        assert rendered(shared={**SHARED, "deck": {"title": "Moons"}}) == (True, "Dojo Bases for all Moons")

    def test_a_variable_that_is_nothing_is_not_one_that_is_not_there(self, fixture):
        fixture.renderer.keep_inputs = True
        source = "{{ 'some' if extra is defined else 'none' }} {{ 'deck' if deck is defined else 'none' }}"
        (fixture.folder / "face.svg.j2").write_text(fixture.markup(WORDS % source))
        found = []
        for shared in ({}, {"extra": None}, {"extra": None, "deck": DECK}, {"deck": DECK}, {}):
            fixture.renderer = fixture.renderer.renewed(shared, Collector())
            drawing = fixture.renderer.draw_side("face.svg.j2", {"card": {}}, SIZE, 3, SUBJECT)
            found.append(" ".join(texts(drawing)))
        assert found == ["none none", "some none", "some deck", "none deck", "none none"]

    def test_a_side_that_is_the_same_for_its_kind_is_rendered_once_for_each_kind(self, rendered, fixture):
        (fixture.folder / "face.svg.j2").write_text(fixture.markup(WORDS % "{{ kind.title }} {{ width }}"))
        inns = {"name": "inns", "title": "Inns"}
        renderer = fixture.renderer.renewed(SHARED, Collector())
        found = [
            rendered(card={"name": name}, kind=kind, name=f"card '{name}'", renderer=renderer)
            for name, kind in (("Dojo", BASES), ("Gate", BASES), ("Inn", inns), ("Bar", inns), ("Wall", BASES))
        ]
        assert found == [
            (True, "Bases 40"),
            (False, "Bases 40"),
            (True, "Inns 40"),
            (False, "Inns 40"),
            (False, "Bases 40"),
        ]

    def test_output_that_is_known_goes_on_depending_on_what_it_used(self, fixture):
        fixture.renderer.keep_inputs = True
        (fixture.folder / "face.svg.j2").write_text("{{ card.name }}")
        (fixture.folder / "back.svg.j2").write_text("{{ n }}")
        found = []
        for n, name in enumerate(("Dojo", "Dojo", "Inn")):
            fixture.renderer = fixture.renderer.renewed(SHARED, Collector())
            for template, variables in (("face.svg.j2", {"card": {"name": name}}), ("back.svg.j2", {"n": n})):
                found.append(fixture.renderer.render_markup(template, variables, SUBJECT))
        assert found == ["Dojo", "0", "Dojo", "1", "Inn", "2"]

    def test_a_face_that_had_an_error_is_drawn_for_each_card(self, fixture):
        fixture.renderer.keep_inputs = True
        source = "<card:icon name='dusk' x='0' y='0' size='5'/>" + WORDS % "{{ card.name }}"
        (fixture.folder / "face.svg.j2").write_text(fixture.markup(source))
        (fixture.folder / "back.svg.j2").write_text(fixture.markup(""))

        def drawn():
            pictures = DrawingFixture(fixture.folder).renderer.pictures
            fixture.renderer = fixture.renderer.renewed(SHARED, Collector(), pictures=pictures)
            for name in ("Dojo", "Inn"):
                subject = Subject(f"card '{name}'")
                for template in ("back.svg.j2", "face.svg.j2"):
                    drawing = fixture.renderer.draw_side(template, {"card": {"name": name}}, SIZE, 3, subject)
                yield drawing and texts(drawing)

        assert [*drawn()] == [None, None]
        (fixture.folder / "icons").mkdir()
        (fixture.folder / "icons" / "dusk.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
        )
        assert [*drawn()] == [["Dojo"], ["Inn"]]

    def test_nothing_else_makes_it_render_again(self, rendered):
        assert not rendered(shared={**SHARED, "more": 1, "deck": {"title": "Suns", "motto": "Then", "new": 1}})[0]
        assert not rendered()[0]
        assert rendered(name="card 'Inn'")[0], "each piece is known by its own name"

    def test_other_colours_draw_all_again(self, rendered, fixture):
        first = fixture.renderer.draw_side(
            "face.svg.j2", {"card": DOJO, "kind": BASES}, SIZE, 3, Subject("card 'Dojo'")
        )
        assert rendered(renewed=(Styles(theme(), {**COLORS, "primary": "#112233", "ink": "#445566"}),))[0]
        other = fixture.renderer.draw_side(
            "face.svg.j2", {"card": DOJO, "kind": BASES}, SIZE, 3, Subject("card 'Dojo'")
        )
        assert "#884400" in repr(first) and "#112233" in repr(other) and "#884400" not in repr(other)
        assert [{item.color for item in one.items if isinstance(item, TextSpan)} for one in (first, other)] == [
            {"#222222"},
            {"#445566"},
        ]
        again = fixture.renderer.renewed(SHARED, Collector())
        assert again.placed is fixture.renderer.placed and again.placed
        assert fixture.renderer.renewed(SHARED, Collector(), fixture.renderer.styles).placed == {}, (
            "which are kept for nothing"
        )
        assert not rendered(renewed=(fixture.renderer.styles,))[0], "equal colours change nothing that was rendered"

    def test_another_text_of_the_template_is_rendered(self, rendered, fixture):
        (fixture.folder / "face.svg.j2").write_text(fixture.markup(WORDS % "new {{ card.name }}"))
        assert rendered() == (True, "new Dojo")
        assert rendered() == (False, "new Dojo")

    def test_another_command_takes_over_what_is_sound(self, rendered, fixture):
        Image.new("RGB", (120, 120)).save(fixture.folder / "coarse.png")
        coarse = fixture.markup("<image href='coarse.png' x='0' y='0' width='12' height='12'/>{{ card.name }}")
        (fixture.folder / "coarse.svg.j2").write_text(coarse)
        assert fixture.renderer.draw_side("coarse.svg.j2", {"card": DOJO}, SIZE, 3, Subject("card 'Dojo'"))
        outputs, drawings = fixture.renderer.kept()
        assert {key[0]: one.markup is None for key, one in outputs.items()} == {
            "face.svg.j2": True,
            "coarse.svg.j2": False,
        }
        assert len(drawings) == 1 and len(fixture.renderer.drawings) == 2
        again = DrawingFixture(fixture.folder).renderer
        again.keep_inputs, again.shared = True, SHARED
        documents: dict = {}
        again.take_over(outputs, drawings, documents)
        assert again.documents == documents and again.documents is not documents, "what it adds is its own"
        assert rendered(renderer=again) == (False, "Dojo Bases for all Suns")
        assert again.draw_side("coarse.svg.j2", {"card": DOJO}, SIZE, 3, Subject("card 'Dojo'"))
        assert [item.code for item in again.diagnostics.items][-1:] == ["W410"]
        again.forget_renderings()
        assert rendered(renderer=again) == (True, "Dojo Bases for all Suns")
        assert again.texts and again.placed and again.drawings
        again.forget_renderings()
        assert not (again.texts or again.placed or again.drawings)

    def test_another_process_gets_what_was_drawn_since_it_was_told_last(self, fixture):
        fixture.renderer.keep_inputs = True
        (fixture.folder / "face.svg.j2").write_text(fixture.markup(WORDS % "{{ card.name }}"))
        known, released = set(), []
        for names in (("Dojo", "Gate"), ("Inn",), ()):
            for name in names:
                fixture.renderer.draw_side("face.svg.j2", {"card": {"name": name}}, SIZE, 3, Subject(name))
            drawings, outputs = fixture.renderer.release_new(known)
            assert all(one.markup is None for one in outputs.values())
            released.append((len(drawings), {subject for _, subject, _ in outputs}))
            kept = fixture.renderer._renderings.unaffected(())
            assert kept.keys() >= outputs.keys() and all(one.markup is None for one in kept.values()), "it was sent"
        assert released == [(2, {"Dojo", "Gate"}), (1, {"Inn"}), (0, set())]

    @pytest.mark.parametrize("before", [0, 1])
    def test_what_has_a_problem_is_told_when_it_is_drawn_in_its_turn(self, fixture, before):
        Image.new("RGB", (120, 120)).save(fixture.folder / "coarse.png")
        source = fixture.markup("<image href='coarse.png' x='0' y='0' width='12' height='12'/>")
        (fixture.folder / "face.svg.j2").write_text(source)
        (fixture.folder / "other.svg.j2").write_text(source.replace("'0' y", "'9' y"))
        (fixture.folder / "third.svg.j2").write_text(source.replace("'0' y", "'5' y"))

        def other():
            return fixture.renderer.draw_side("other.svg.j2", {"card": {}}, SIZE, 3, SUBJECT)

        for _ in range(before):
            other()
        good = fixture.draw("<rect width='1' height='1'/>")
        with fixture.renderer.without_reports() as has_problem:
            coarse = fixture.renderer.draw_side("face.svg.j2", {"card": {}}, SIZE, 3, SUBJECT)
            third = fixture.renderer.draw_side("third.svg.j2", {"card": {}}, SIZE, 3, SUBJECT)
            assert [has_problem((good, side)) for side in (coarse, third, None, good)] == [True, True, True, False]
        assert len(fixture.found.items) == before
        assert not any(drawing in (coarse, third) for drawing in fixture.renderer.drawings.values())
        assert fixture.renderer.draw_side("face.svg.j2", {"card": {}}, SIZE, 3, SUBJECT).items == coarse.items
        assert [item.code for item in fixture.found.items] == ["W410"] * (1 + before)
        fixture.renderer = fixture.renderer.renewed({}, Collector())
        other()
        assert [item.code for item in fixture.renderer.diagnostics.items] == ["W410"]

    def test_a_warning_is_where_its_cause_stands_now(self, fixture):
        """A comment prints nothing, so that the drawing is known; the lines below it have moved all the same."""
        Image.new("RGB", (120, 120)).save(fixture.folder / "coarse.png")
        source = fixture.markup("<image href='coarse.png' x='0' y='0' width='12' height='12'/>")
        lines = []
        for comment in ("", "", "{#\n\n#}", ""):
            (fixture.folder / "face.svg.j2").write_text(comment + source)
            fixture.renderer = fixture.renderer.renewed({}, Collector())
            assert fixture.renderer.draw_side("face.svg.j2", {"card": {}}, SIZE, 3, Subject("card 'Dojo'"))
            lines += [item.span.line for item in fixture.renderer.diagnostics.items]
        assert lines == [1, 1, 3, 1]

    def test_an_error_is_told_in_each_build_where_it_stands_then(self, fixture):
        source = fixture.markup("<rect width='1' height='1'/>\n<card:bleed fill='papre'/>")
        lines = []
        for before in ("", "", "\n\n", "\n"):
            (fixture.folder / "face.svg.j2").write_text(before + source)
            fixture.renderer = fixture.renderer.renewed({}, Collector())
            assert fixture.renderer.draw_side("face.svg.j2", {"card": {}}, SIZE, 3, Subject("card 'Dojo'")) is None
            lines += [(item.code, item.span.line) for item in fixture.renderer.diagnostics.items]
        assert lines == [("E408", 2), ("E408", 2), ("E408", 4), ("E408", 3)]

"""Drawings are shared as far as they are equal, and no further."""

from cardgen.geometry.units import Size
from cardgen.render.text.theme_styles import Styles

from .samples import SIZE, SUBJECT, DrawingFixture, theme

_WORD = "<card:text x='0' y='0' width='40' height='9' style='body'>%s</card:text>"


def test_sides_that_do_not_depend_on_the_card_are_one_drawing(fixture: DrawingFixture):
    source = fixture.markup(_WORD % "{{ shared }}")
    first, second = (fixture.draw_raw(source, {"card": {"name": name}}, name="back.svg.j2") for name in ("Sun", "Moon"))
    assert first is second is not None


def test_sides_with_equal_markup_are_one_drawing(fixture: DrawingFixture):
    source = fixture.markup(_WORD % "{{ card.name }}")
    first, second = (fixture.draw_raw(source, {"card": {"name": "Sun"}}, name="face.svg.j2") for _ in range(2))
    assert first is second is not None


def test_sides_of_other_sizes_are_drawn_anew(fixture: DrawingFixture):
    source = fixture.markup(_WORD % "{{ shared }}")
    first, second = (fixture.draw_raw(source, {"card": {}}, bleed, name="back.svg.j2") for bleed in (0, 3))
    assert first and second
    assert (first.bleed, second.bleed) == (0, 3)


def test_a_card_that_is_asked_for_only_inside_an_included_file_counts(fixture: DrawingFixture):
    (fixture.folder / "part.svg.j2").write_text(_WORD % "{{ card.name }}")
    (fixture.folder / "macros.svg.j2").write_text("{% macro word() %}" + _WORD % "{{ card.name }}" + "{% endmacro %}")
    for part in ('{% include "part.svg.j2" %}', '{% from "macros.svg.j2" import word with context %}{{ word() }}'):
        source = fixture.markup(part)
        sides = [fixture.draw_raw(source, {"card": {"name": name}}, name="any.svg.j2") for name in ("Sun", "Moon")]
        assert sides[0] is not sides[1]
        assert None not in sides
        fixture.renderer.environment.cache.clear()  # the next template has the same name


def test_a_card_that_is_asked_for_only_sometimes_counts(fixture: DrawingFixture):
    source = fixture.markup("{% if shared == 'for all' %}" + _WORD % "{{ card.name }}" + "{% endif %}")
    sides = [fixture.draw_raw(source, {"card": {"name": name}}, name="any.svg.j2") for name in ("Sun", "Moon")]
    assert sides[0] is not sides[1]


def test_a_compiled_template_knows_no_color_of_the_deck_that_it_was_compiled_for(fixture: DrawingFixture):
    source = fixture.markup("<rect width='1' height='1' fill=\"{{ 'primary' | color }}\"/>")
    assert "#884400" in repr(fixture.draw_raw(source))
    environment = fixture.renderer.environment
    fixture.renderer.styles = Styles(theme(), {"primary": "#112233"})
    fixture.renderer.__post_init__()
    assert "#112233" in environment.render_template("t0.svg.j2", {})


def test_different_cards_hold_their_common_parts_once(fixture: DrawingFixture):
    frame = "<g><rect width='40' height='53' fill='#123456'/></g>"
    source = fixture.markup(frame + _WORD % "{{ card.name }}" + _WORD % "common")
    sun, moon = (fixture.draw_raw(source, {"card": {"name": name}}, name="face.svg.j2") for name in ("Sun", "Moon"))
    assert sun and moon and sun is not moon
    same = [mine is yours for mine, yours in zip(sun.items, moon.items, strict=True)]
    assert same.count(False) == 1


def test_equal_parts_of_faces_of_other_sizes_have_places_of_their_own(fixture: DrawingFixture):
    source = fixture.markup("<rect width='40' height='53' fill='#123456'/>")
    narrow, wide = (fixture.draw_raw(source, {}, bleed, name="face.svg.j2") for bleed in (0, 3))
    assert narrow and wide
    assert narrow.items[0].box.width + 6 == wide.items[0].box.width


def test_parts_that_use_other_definitions_are_other_parts(fixture: DrawingFixture):
    for color in ("#ff0000", "#0000ff"):
        defs = f"<defs><linearGradient id='g'><stop stop-color='{color}'/></linearGradient></defs>"
        drawing = fixture.draw_raw(
            fixture.markup(f"{defs}<rect width='9' height='9' fill='url(#g)'/>"), name=f"{color[1:]}.svg.j2"
        )
        assert drawing and color in drawing.items[0].artwork.svg


def test_equal_parts_of_faces_of_another_scale_have_places_of_their_own(fixture: DrawingFixture):
    (fixture.folder / "face.svg.j2").write_text(fixture.markup("<rect width='40' height='50' fill='#123456'/>"))
    large, small = (fixture.renderer.draw_side("face.svg.j2", {}, size, 0, SUBJECT) for size in (SIZE, Size(20, 25)))
    assert large and small
    assert [one.items[0].box.size for one in (large, small)] == [SIZE, Size(20, 25)]

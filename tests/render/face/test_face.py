import base64
import io
import re
from types import SimpleNamespace

import pytest
from PIL import Image

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import PlacedArtwork, PlacedImage, Rotated, TextSpan
from cardgen.render.face import artworks
from cardgen.render.face.pictures import GOOD_DPI, MIN_DPI
from cardgen.report.source import Span

BOX = 'x="2" y="3" width="20" height="10"'


def svgs(drawing) -> list[str]:
    return [item.artwork.svg for item in drawing.items if isinstance(item, PlacedArtwork)]


def picture(fixture, width: int, height: int, name: str = "photo.png") -> None:
    Image.new("RGB", (width, height), "#336699").save(fixture.folder / name)


def test_each_plain_element_is_an_artwork_as_large_as_the_face_with_its_bleed(fixture):
    drawing = fixture.draw('<rect width="4" height="4"/><g><path d="M0 0h1"/></g><title>none</title>')
    assert len(drawing.items) == 2
    assert all(item.box == Rect(-3, -3, 46, 56) for item in drawing.items)
    assert all('viewBox="-3 -3 46 56" width="46mm" height="56mm"' in svg for svg in svgs(drawing))
    assert drawing.size == Size(40, 50)


def test_equal_parts_of_different_faces_share_their_artwork(fixture):
    frame = '<rect width="4" height="4"/>'
    one, other = fixture.draw(f"{frame}\n<circle r='1'/>"), fixture.draw(f"<circle r='2'/>{frame}")
    assert one.items[0].artwork == other.items[1].artwork
    assert len({item.artwork for item in (*one.items, *other.items)}) == 3


def test_definitions_go_only_where_they_are_used(fixture):
    defs = '<defs><linearGradient id="a"/></defs><style>.b{fill:red}</style>'
    users = ['fill="url(#a)"', "style=\"fill:url('#a')\"", 'class="b"']
    drawing = fixture.draw(defs + "".join(f"<rect {user}/>" for user in users) + '<use href="#a"/><rect/>')
    assert ["<defs>" in svg for svg in svgs(drawing)] == [True, True, True, True, False]


def test_namespaces_of_drawing_programs_do_no_harm(fixture):
    source = fixture.markup(
        '<g inkscape:label="Layer"><s:rect width="1"/><x:path d="M0 0"/></g>',
        root='xmlns:inkscape="urn:ink" xmlns:x="urn:other" xmlns:s="http://www.w3.org/2000/svg"',
    )
    (svg,) = svgs(fixture.draw_raw(source))
    assert 'xmlns:inkscape="urn:ink"' in svg
    assert 'xmlns:x="urn:other"' in svg
    assert 'xmlns:s="http://www.w3.org/2000/svg"' in svg


def test_text_is_set_where_it_is_put(fixture):
    drawing = fixture.draw(f'<card:text {BOX} style="body" color="primary">Hello <b color="paper">you</b></card:text>')
    spans = drawing.items
    assert all(isinstance(span, TextSpan) for span in spans)
    assert [(span.color, span.words[0].text) for span in spans] == [("#884400", "Hello"), ("#ffffff", "you")]
    assert spans[0].x == pytest.approx(2, abs=0.3)
    assert spans[1].font == "AlegreyaSans-Bold"


def test_text_takes_a_scale_an_alignment_and_a_turn(fixture):
    plain, large = (
        fixture.draw(f'<card:text {BOX} style="body" {more}>Hi</card:text>').items[0]
        for more in ("", 'scale="1.5" align="right" valign="bottom"')
    )
    assert large.size == pytest.approx(1.5 * plain.size)
    assert large.x > plain.x
    assert large.y > plain.y
    (turned,) = fixture.draw(f'<card:text {BOX} style="body" rotate="90">Hi</card:text>').items
    assert turned == Rotated(90, 12, 8, (plain,))


def test_a_text_without_an_alignment_has_that_of_its_style(fixture):
    styles = fixture.renderer.styles
    for align in ("left", "center", "right", "justify"):
        fixture.renderer.styles = SimpleNamespace(
            style=lambda name, align=align: styles.style(name).changed(align=align),
            color=styles.color,
            colors=styles.colors,
        )
        text = f'<card:text {BOX} style="body"{{}}>{align}</card:text>'
        plain, stated = (fixture.draw(text.format(more)).items for more in ("", f' align="{align}"'))
        assert plain == stated, align


@pytest.mark.parametrize(("least", "size"), [("6pt", 6), ("6", 6), ("2.1167mm", 6)])
def test_text_shrinks_to_its_smallest_size(fixture, least, size):
    words = "a word or two more than fit here at the size of the style, and then some"
    drawing = fixture.draw(
        f'<card:text {BOX} style="body" fit="shrink" min-size="{least}">{words}</card:text>'
    ) or fixture.draw(f'<card:text {BOX} style="body" fit="shrink" min-size="{least}">few</card:text>')
    assert min(span.size for span in drawing.items) >= size * 25.4 / 72 - 1e-3


def test_an_icon_is_drawn_in_its_colour_and_shape(fixture):
    (fixture.folder / "icons").mkdir()
    (fixture.folder / "icons" / "flag.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="9" height="9" fill="currentColor"/></svg>'
    )
    (icon,) = fixture.draw('<card:icon name="flag" x="1" y="2" size="8" color="primary"/>').items
    assert icon.box == Rect(1, 4, 8, 4)
    assert "#884400" in icon.artwork.svg
    again, default = fixture.draw(
        '<card:icon name="flag" x="5" y="2" size="4" color="#884400"/><card:icon name="flag" x="5" y="2" size="4"/>'
    ).items
    assert again.artwork is icon.artwork
    assert "#222222" in default.artwork.svg


def test_an_icon_in_a_plain_group_goes_into_its_artwork(fixture):
    (svg,) = svgs(
        fixture.draw('<g transform="scale(2)"><card:icon name="sun" x="1" y="2" size="8" color="primary"/></g>')
    )
    assert "#884400" in svg
    assert "card:" not in svg


def test_bleed_covers_the_face_and_its_bleed(fixture):
    (svg,) = svgs(fixture.draw('<card:bleed fill="primary"/>'))
    assert '<rect x="-3" y="-3" width="46" height="56" fill="#884400"/>' in svg


def test_a_plain_group_may_hold_text(fixture):
    drawing = fixture.draw(
        f'<g id="a"><title>t</title><rect width="1"/><g><card:text {BOX} style="body">Hi</card:text></g><card:bleed/></g>'
    )
    assert [type(item) for item in drawing.items] == [PlacedArtwork, TextSpan, PlacedArtwork]


@pytest.mark.parametrize("attribute", ["transform='scale(2)'", "opacity='0.5'", "class='a'", "style='fill:red'"])
def test_text_in_a_group_that_does_more_is_refused(fixture, attribute):
    found = fixture.error(f'<g {attribute}><card:text {BOX} style="body">Hi</card:text></g>')
    assert found.code == "E405"
    assert attribute.split("=")[0] in found.message


@pytest.mark.parametrize("holder", ["defs", "clipPath", "svg", "a"])
def test_text_inside_other_elements_is_refused(fixture, holder):
    found = fixture.error(f'<{holder}><g><card:text {BOX} style="body">Hi</card:text></g></{holder}>')
    assert found.code == "E405"
    assert "<card:text> inside <g> cannot be drawn" in found.message


class TestPictures:
    def test_a_vector_picture_is_inlined_in_its_window(self, fixture):
        (svg,) = svgs(fixture.draw(f'<image href="wide.svg" {BOX} preserveAspectRatio="xMidYMid meet"/>'))
        assert '<svg x="2" y="3" width="20" height="10" viewBox="0 0 20 10">' in svg
        assert "<image" not in svg

    @pytest.mark.parametrize(
        ("preserve", "box"),
        [
            ("none", 'x="0" y="0" width="10" height="10"'),
            ("xMidYMid meet", 'x="0" y="2.5" width="10" height="5"'),
            ("xMidYMid slice", 'x="-5" y="0" width="20" height="10"'),
            ("xMinYMid slice", 'x="0" y="0" width="20" height="10"'),
        ],
    )
    def test_it_fills_its_window_as_told(self, fixture, preserve, box):
        window = 'x="2" y="3" width="10" height="10"'
        (svg,) = svgs(fixture.draw(f'<image href="wide.svg" {window} preserveAspectRatio="{preserve}"/>'))
        assert f'<svg xmlns="http://www.w3.org/2000/svg" {box} preserve' in svg

    def test_the_default_is_to_fill_and_the_focus_moves_it(self, fixture):
        window = 'x="2" y="3" width="10" height="10"'
        (plain,) = svgs(fixture.draw(f'<image href="wide.svg" {window}/>'))
        (left,) = svgs(fixture.draw(f'<image href="wide.svg" {window} card:focus="0 0.5"/>'))
        (link,) = svgs(fixture.draw(f'<image xlink:href="wide.svg" {window}/>'))
        assert 'x="-5" y="0" width="20"' in plain
        assert 'x="0" y="0" width="20"' in left
        assert link == plain

    def test_nested_and_clipped_pictures_keep_what_clips_them(self, fixture):
        body = (
            '<defs><clipPath id="c"><circle r="3"/></clipPath></defs>'
            f'<image href="wide.svg" {BOX} clip-path="url(#c)" style="font-family:&quot;A&amp;B&quot;"/>'
            f'<g opacity="0.5"><image href="wide.svg" {BOX} color="#00ff00"/>tail</g>'
        )
        clipped, nested = svgs(fixture.draw(body))
        assert 'clip-path="url(#c)"' in clipped
        assert "<clipPath" in clipped
        assert 'color="#00ff00"' in nested
        assert "<image" not in clipped + nested

    def test_a_picture_in_a_pattern_is_inlined(self, fixture):
        pattern = f'<defs><pattern id="p"><image href="wide.svg" {BOX}/></pattern></defs>'
        (svg,) = svgs(fixture.draw(f'{pattern}<rect fill="url(#p)"/>'))
        assert "<image" not in svg
        assert "linearGradient" in svg

    def test_two_pictures_keep_their_ids_apart(self, fixture):
        (fixture.folder / "other.svg").write_text(
            (fixture.folder / "wide.svg").read_text().replace("#ff0000", "#0000ff")
        )
        (svg,) = svgs(fixture.draw(f'<g><image href="wide.svg" {BOX}/><image href="other.svg" {BOX}/></g>'))
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(ids) == len(set(ids)) == 2

    def test_a_raster_picture_is_placed(self, fixture):
        picture(fixture, 400, 200)
        (item,) = fixture.draw(f'<image href="photo.png" {BOX}/>').items
        assert isinstance(item, PlacedImage)
        assert (item.box, item.window) == (Rect(2, 3, 20, 10), Rect(2, 3, 20, 10))
        assert fixture.found.items == []

    def test_a_picture_higher_than_wide_keeps_its_upper_part(self, fixture):
        picture(fixture, 400, 800)  # 40 mm high in a window of 10 mm
        for more, top in {
            "": -2.0,  # 10 mm down is in the middle
            'preserveAspectRatio="xMidYMid slice"': -12.0,
            'card:focus="0.5 0.75"': -22.0,
        }.items():
            (item,) = fixture.draw(f'<image href="photo.png" {BOX} {more}/>').items
            assert item.box == Rect(2, top, 20, 40), more

    @pytest.mark.parametrize("around", ["<g>{}</g>", '<g clip-path="url(#c)">{}</g>', '<g opacity="0.5">{}</g>'])
    def test_a_photograph_of_a_turned_camera_is_upright_wherever_it_is_placed(self, fixture, around):
        exif = Image.Exif()
        exif[0x0112] = 6  # the camera was turned by a quarter
        photo = Image.new("RGB", (400, 200), "red")
        photo.paste("blue", (0, 0, 200, 200))  # the left half as stored is the upper half as seen
        photo.save(fixture.folder / "photo.png", exif=exif)
        body = around.format(f'<image opacity="0.9" href="photo.png" {BOX}/>')
        (svg,) = svgs(fixture.draw(f'<defs><clipPath id="c"><rect {BOX}/></clipPath></defs>{body}'))
        data = base64.b64decode(svg.partition("base64,")[2].partition('"')[0])
        with Image.open(io.BytesIO(data)) as image:
            assert image.height == 2 * image.width
            assert image.convert("RGB").getpixel((image.width // 2, 2)) == (0, 0, 255)

    def test_a_raster_picture_in_a_group_is_embedded_as_what_it_is(self, fixture):
        Image.new("RGB", (400, 200)).save(fixture.folder / "wrong.png", "JPEG")
        (svg,) = svgs(fixture.draw(f'<g opacity="0.9"><image href="wrong.png" {BOX}/></g>'))
        assert 'href="data:image/jpeg;base64,' in svg
        assert 'x="0" y="0" width="20" height="10"' in svg

    @pytest.mark.parametrize(
        ("width", "code", "dpi"), [(120, "E410", 152), (157, "E410", 199), (158, "W410", 201), (235, "W410", 298)]
    )
    @pytest.mark.parametrize("around", ["{}", "<g opacity='0.5'>{}</g>"])
    def test_a_coarse_picture_is_reported_with_the_pixels_it_needs(self, fixture, width, code, dpi, around):
        picture(fixture, width, width // 2)
        drawing = fixture.draw(around.format(f'<image href="photo.png" {BOX} preserveAspectRatio="none"/>'))
        (found,) = fixture.found.items
        dpi = min(dpi, round(width // 2 / 10 * 25.4))
        assert (found.code, found.span) == (code, Span("deck.yaml", 6, 5))
        assert found.message == f"picture 'photo.png' of card 'Dawn' prints at {dpi} dpi"
        assert found.expected == f"300 dpi: 236 x 118 pixels (it has {width} x {width // 2})"
        assert "larger picture or an SVG" in found.hints[0]
        assert drawing is not None
        assert not fixture.found.has_errors

    def test_the_coarser_side_counts(self, fixture):
        picture(fixture, 4000, 60)
        found = fixture.warning(f'<image href="photo.png" {BOX} preserveAspectRatio="none"/>')
        assert found.message.endswith("prints at 152 dpi")

    def test_the_size_of_a_scaled_picture_is_not_guessed(self, fixture):
        picture(fixture, 40, 20)
        assert fixture.draw(f'<g transform="scale(.1)"><image href="photo.png" {BOX}/></g>')
        assert fixture.found.items == []


@pytest.mark.parametrize(
    ("body", "code", "words", "hint"),
    [
        (f'<card:txet {BOX} style="body"/>', "E405", "unknown element <card:txet>", "text"),
        (f'<g><card:txet {BOX} style="body"/></g>', "E405", "unknown element <card:txet>", "text"),
        (f'<card:text {BOX} style="body" widht="3"/>', "E405", "unknown attribute 'widht'", "width"),
        (f'<card:text {BOX} style="boddy">a</card:text>', "E408", "unknown style 'boddy'", "body"),
        (f"<card:text {BOX}>a</card:text>", "E408", "unknown style ''", ""),
        (f'<card:text {BOX} style="body" color="inc">a</card:text>', "E408", "unknown colour 'inc'", "ink"),
        (f'<card:text {BOX} style="body"><b color="inc">a</b></card:text>', "E408", "unknown colour 'inc'", "ink"),
        (f'<card:text {BOX} style="body" scale="0">a</card:text>', "E405", "scale of <text> is '0'", ""),
        (f'<card:text {BOX} style="body" scale="nan">a</card:text>', "E405", "scale of <text> is 'nan'", ""),
        (f'<card:text {BOX} style="body" align="top">a</card:text>', "E405", "align of a text is 'top'", ""),
        (f'<card:text {BOX} style="body" min-size="">a</card:text>', "E405", "<text> has no min-size", ""),
        (f'<card:text {BOX} style="body" min-size="6px">a</card:text>', "E405", "length '6px'", ""),
        (f'<card:text {BOX} style="body"><q/></card:text>', "E405", "text contains <q>", ""),
        ('<card:text y="1" width="9" height="9" style="body">a</card:text>', "E405", "<text> has no x", ""),
        ('<card:text x="a" y="1" width="9" height="9" style="body"/>', "E405", "x of <text> is 'a'", ""),
        ('<card:text x="inf" y="1" width="9" height="9" style="body"/>', "E405", "x of <text> is 'inf'", ""),
        ('<card:icon name="snu" x="1" y="1" size="3"/>', "E409", "unknown icon 'snu'", "sun"),
        ('<g><card:icon name="snu" x="1" y="1" size="3"/></g>', "E409", "unknown icon 'snu'", "sun"),
        ('<card:icon name="sun" x="1" y="1" size="3" color="inc"/>', "E408", "unknown colour 'inc'", "ink"),
        ('<card:icon name="sun" x="1" y="1" size="0"/>', "E405", "size of <icon> is '0'", ""),
        ('<card:icon name="sun" x="1" y="1"/>', "E405", "<icon> has no size", ""),
        ('<card:bleed fill="papre"/>', "E408", "unknown colour 'papre'", "paper"),
        ('<image href="wide.svg" x="1" y="1" width="0" height="2"/>', "E405", "width of <image> is '0'", ""),
        (f'<image href="wide.svg" {BOX} preserveAspectRatio="cover"/>', "E405", "preserveAspectRatio is 'cover'", ""),
        (f'<image href="wide.svg" {BOX} card:focus="lfet"/>', "E405", "focus is 'lfet'", "left"),
        ('<card:column x="1" y="1" width="-1" height="2"/>', "E405", "width of <column> is '-1'", ""),
    ],
)
def test_a_wrong_element_is_reported(fixture, body, code, words, hint):
    found = fixture.error(body)
    assert found.code == code
    assert words in found.message
    assert found.hints == ((f"did you mean '{hint}'?",) if hint else found.hints)
    assert found.span.file.endswith("t0.svg.j2")


@pytest.mark.parametrize(
    ("body", "code", "words", "hint"),
    [
        (f'<card:text {BOX} style="body">Ж中</card:text>', "E407", "中", ""),
        (f'<card:text {BOX} style="body">{"word " * 99}</card:text>', "E406", "too high", ""),
        (f'<image href="wied.svg" {BOX}/>', "E121", "picture 'wied.svg' does not exist", "wide.svg"),
        (f'<defs><image href="wied.svg" {BOX}/></defs>', "E121", "picture 'wied.svg' does not exist", "wide.svg"),
        (f'<image href="../wide.svg" {BOX}/>', "E125", "leaves its folder", ""),
        (f'<image href="http://a.b/c.svg" {BOX}/>', "E125", "is a URL", ""),
        (f"<image {BOX}/>", "E121", "picture '' is not a file name", ""),
    ],
)
def test_what_can_be_drawn_in_another_way_is_a_warning(fixture, body, code, words, hint):
    found = fixture.warning(body)
    assert found.code == code
    assert words in found.message
    assert not hint or found.hints == (f"did you mean '{hint}'?",)
    assert found.span.file.endswith("t0.svg.j2")


def test_in_a_draft_a_face_is_drawn_without_its_wrong_elements(fixture):
    fixture.renderer.is_draft = True
    drawing = fixture.draw(f'<card:bleed fill="papre"/><card:text {BOX} style="body">Dawn</card:text>')
    assert [item.words[0].text for item in drawing.items] == ["Dawn"]
    assert [error.code for error in fixture.found.items] == ["E408"]


def test_all_errors_of_a_face_are_reported_at_once(fixture):
    assert fixture.draw('<card:bleed fill="a"/><card:bleed fill="b"/><card:bleed fill="c"/>') is None
    assert [error.code for error in fixture.found.items] == ["E408"] * 3


def test_an_error_is_reported_where_the_deck_states_the_value(fixture):
    found = fixture.warning(f'<card:text from="name" {BOX} style="body">{"word " * 99}</card:text>')
    assert found.span == Span("deck.yaml", 7, 5)
    ((note, place),) = found.notes
    assert note == "in <text name> of card 'Dawn'; this file says where it stands"
    assert place.file.endswith("t0.svg.j2")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "is not well-formed XML"),
        ("text", "is not well-formed XML"),
        ("<svg><g></svg>", "<g> ends with </svg>"),
        ("<svg>&nope;</svg>", "entity 'nope' not defined"),
        ("<g/>", "is not an <svg> document"),
        ('<svg viewBox="0 0 40 50"/>', "is not an <svg> document"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "has no valid viewBox"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="1 0 40 50"/>', "has no valid viewBox"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 1 40 50"/>', "has no valid viewBox"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 inf nan"/>', "has no valid viewBox"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 a b"/>', "has no valid viewBox"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>', "is 63 x 88 mm, but the piece is 40 x 50"),
        ("{{ '\\ud800' }}", "is not well-formed XML"),
        ("<a>" * 300 + "</a>" * 300, "is not well-formed XML"),
    ],
)
def test_a_document_that_is_no_face_is_reported(fixture, source, words):
    assert fixture.draw_raw(source) is None
    (found,) = fixture.found.items
    assert found.code == "E405"
    assert words in found.message
    assert "<string>" not in found.message


@pytest.mark.parametrize("head", ["<?xml-stylesheet href='http://a.b/c'?>", "<!-- comment -->"])
def test_comments_and_instructions_are_dropped(fixture, head):
    drawing = fixture.draw(f"{head}<g>{head}<rect width='1'/></g>")
    assert len(drawing.items) == 1
    assert "?" not in svgs(drawing)[0]
    assert "<!--" not in svgs(drawing)[0]


def test_an_entity_is_refused(fixture):
    source = '<!DOCTYPE svg [<!ENTITY a "<rect/>">]>' + fixture.markup("&a;<g>&a;</g>")
    assert fixture.draw_raw(source) is None
    (found,) = fixture.found.items
    assert (found.code, found.message.endswith("it declares a document type")) == ("E405", True)


def test_a_template_of_fixed_size_is_scaled_to_pieces_of_its_proportion(fixture):
    text = '<card:text x="{}" y="{}" width="{}" height="{}" style="body" scale="{}">Dawn</card:text>'
    small = fixture.markup('<rect width="20" height="25"/>' + text.format(2, 3, 16, 5, 1), Size(20, 25))
    artwork, scaled = fixture.draw_raw(small).items
    (alone,) = fixture.draw(text.format(4, 6, 32, 10, 2)).items
    assert (artwork.box, artwork.artwork.size) == (Rect(-3, -3, 46, 56), Size(23, 28))
    assert (scaled.x, scaled.y, scaled.size) == pytest.approx((alone.x, alone.y, alone.size))


def test_output_that_becomes_too_large_is_refused_at_the_element_that_makes_it_so(fixture, monkeypatch):
    monkeypatch.setattr(artworks, "_MOST", 400_000)
    shapes = '<rect width="1" height="1"/>' * 4000
    (fixture.folder / "a.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1">{shapes}</svg>')
    image = f'<image href="a.svg" {BOX}/>'
    definitions = f"<defs>{shapes}</defs>"
    assert fixture.draw(image)
    for body, line in (
        (f"{image}\n<g>{image * 60}</g>", 2),
        (definitions + "\n".join(f'<g id="g{at}" fill="url(#a)"><rect {BOX}/></g>' for at in range(60)), 4),
    ):
        for _ in range(2):  # another piece whose parts are known fails at the same element
            found = fixture.error(body)
            assert (found.code, found.span.line) == ("E404", line)
            assert found.message.startswith("output of the template, with the pictures that it places, has more than ")
            assert found.hints == ("put elements that share definitions into one <g>",)
            fixture.found.items.clear()


@pytest.mark.parametrize(
    ("body", "part", "hint"),
    [
        ('<rect width="9" height="9" fill="redd"/>', "fill of <rect> is 'redd'", "did you mean 'red'?"),
        (
            '<g stroke="{{ }}"><path d="M0 0h9"/></g>'.replace("{{ }}", "navvy"),
            "stroke of <g> is 'navvy'",
            "did you mean 'navy'?",
        ),
        ('<rect width="9" height="9" fill="#12345"/>', "fill of <rect> is '#12345'", ""),
    ],
)
def test_a_colour_that_does_not_exist_is_told(fixture, body, part, hint):
    found = fixture.warning(body)
    assert found.code == "W428"
    assert part in found.message
    assert found.hints == ((hint,) if hint else ())


def test_colours_that_exist_are_not_told(fixture):
    colors = [
        "red",
        "RebeccaPurple",
        "#123",
        "#12345678",
        "rgb(1, 2, 3)",
        "hsl(9 9% 9%)",
        "none",
        "currentColor",
        "url(#a) red",
    ]
    assert fixture.draw("".join(f'<rect width="9" height="9" fill="{color}" stroke=""/>' for color in colors))
    assert fixture.found.items == []


def test_a_picture_of_as_many_dots_as_print_well_is_not_told_of(fixture):
    for dots, codes in ((GOOD_DPI, []), (GOOD_DPI - 1, ["W410"]), (MIN_DPI, ["W410"]), (MIN_DPI - 1, ["E410"])):
        picture(fixture, dots, dots, f"{dots}.png")
        fixture.found.items.clear()
        fixture.draw(f'<image href="{dots}.png" x="0" y="0" width="25.4" height="25.4" preserveAspectRatio="none"/>')
        assert [item.code for item in fixture.found.items] == codes, dots

"""SVG pictures: drawn as they were, harmless whatever they were."""

from pathlib import Path

import pytest
from lxml import etree

from cardgen.geometry.units import Rect
from cardgen.read.svg import load_svg, parse_svg
from cardgen.read.svg_sanitizer import SVG
from cardgen.report.errors import UnlocatedError

from .pictures import data_uri, picture, refused, refused_file

BOX = Rect(1, 2, 30, 20)


# what stays


def test_children_are_kept_in_canonical_form() -> None:
    one = picture('<g  fill="red"\n  d="a&quot;b">\n <path d="M0 0&#10;h1"></path> </g>')
    assert one.body == '<g d="a&quot;b" fill="red"><path d="M0 0&#10;h1"/></g>'
    assert one.view_box == Rect(0, 0, 36, 24)


def test_prefixes_make_no_difference() -> None:
    prefixed = f'<s:svg xmlns:s="{SVG}" viewBox="0 0 1 1"><s:g><s:path d="M0 0"/></s:g></s:svg>'
    assert parse_svg(prefixed.encode(), "x").body == '<g><path d="M0 0"/></g>'


def test_inherited_attributes_of_the_root_are_kept() -> None:
    attributes = 'viewBox="0 0 1 1" fill="none" id="a" zoomAndPan="disable" version="1.1" style="stroke:red" width="5" preserveAspectRatio="none"'
    assert picture("", attributes).attributes == ' fill="none" style="stroke:red"'


def test_what_means_nothing_on_paper_is_dropped() -> None:
    body = (
        "<title>t</title><desc>d</desc><!-- c --><?editor x?>"
        '<metadata><r:RDF xmlns:r="urn:r" onload="x"><script/></r:RDF></metadata>'
        '<i:view xmlns:i="http://www.inkscape.org/namespaces/inkscape"><path d="M1 1"/></i:view>'
        '<g xmlns:i="urn:i" i:label="Layer" data-name="x" aria-hidden="true" id="unused"><animate attributeName="x" to="1"/></g>'
    )
    assert picture(body).body == "<g/>"


def test_text_is_kept_to_the_letter() -> None:
    body = '<text x="1" xml:space="preserve"> a &lt; b <tspan>c</tspan> <title>no</title>&amp; d </text>'
    assert picture(body).body == '<text x="1" xml:space="preserve"> a &lt; b <tspan>c</tspan> &amp; d </text>'


def test_links_lead_where_they_led() -> None:
    body = (
        '<linearGradient id="a b"/><linearGradient id="sky"/><clipPath id="&#228;"><use xlink:href="#sky"/></clipPath>'
        """<path id="p" fill="url(#sky)" clip-path="url( '#&#228;' )" style="mask:url(&quot;#gone&quot;)"/>"""
        '<filter id="f"/><filter id="h"/><g filter="url(#h) url(#f)"/>'
    )
    one = picture(body)
    assert one.body == (
        f'<linearGradient/><linearGradient id="{one.prefix}0"/>'
        f'<clipPath id="{one.prefix}1"><use href="#{one.prefix}0"/></clipPath>'
        f'<path clip-path="url(#{one.prefix}1)" fill="url(#{one.prefix}0)" style="mask:url(#{one.prefix}none)"/>'
        f'<filter id="{one.prefix}2"/><filter id="{one.prefix}3"/><g filter="url(#{one.prefix}3) url(#{one.prefix}2)"/>'
    )


def test_of_two_equal_ids_the_first_counts() -> None:
    one = picture('<g id="a" fill="red"/><g id="a"/><use href="#a"/>')
    assert one.body == f'<g fill="red" id="{one.prefix}0"/><g/><use href="#{one.prefix}0"/>'


def test_ids_of_different_pictures_never_meet() -> None:
    one, two = (picture(f'<g id="a" fill="{fill}"/><use href="#a"/>') for fill in ("red", "blue"))
    assert one.prefix != two.prefix
    assert picture('<g id="a" fill="red"/><use href="#a"/>') == one


def test_style_sheet_is_moved_into_the_elements() -> None:
    body = (
        '<style type="text/css"><![CDATA[ .st0{fill:url(#g);} #r{stroke:red} ]]></style><defs><style>g{opacity:.5}</style></defs>'
        '<linearGradient id="g"/><g class="st0" style="fill-rule:evenodd"/><rect id="r" class="st0 other"/>'
    )
    one = picture(body)
    assert one.body == (
        f'<defs/><linearGradient id="{one.prefix}0"/>'
        f'<g style="opacity:.5;fill:url(#{one.prefix}0);fill-rule:evenodd"/>'
        f'<rect style="fill:url(#{one.prefix}0);stroke:red"/>'
    )


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_embedded_picture_is_kept(kind: str) -> None:
    uri = data_uri(kind, f"image/{kind.lower()}")
    assert f'href="{uri}"' in picture(f'<image xlink:href="{uri}" width="1" height="1"/>').body


def test_doctype_without_declarations_is_harmless() -> None:
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    data = f'<?xml version="1.0" encoding="iso-8859-1"?>{doctype}<svg xmlns="{SVG}" viewBox="0 0 1 1"><g/></svg>'
    assert parse_svg(data.encode(), "x").body == "<g/>"
    assert parse_svg(b"\xef\xbb\xbf" + data.encode(), "x").body == "<g/>"


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        ('viewBox="0 0 36 24"', Rect(0, 0, 36, 24)),
        ('viewBox=" -1,-2.5 , 1e2 2 " width="100%"', Rect(-1, -2.5, 100, 2)),
        ('width="36" height="24px"', Rect(0, 0, 36, 24)),
        ('width="1in" height="25.4mm"', Rect(0, 0, 96, 96)),
        ('width="72pt" height="6pc"', Rect(0, 0, 96, 96)),
    ],
)
def test_view_box_is_stated_or_made_of_the_size(attributes: str, box: Rect) -> None:
    found = picture("", attributes).view_box
    assert (found.x, found.y) == (box.x, box.y)
    assert (found.width, found.height) == pytest.approx((box.width, box.height))


# how it is placed


def test_nested_picture_stands_in_its_box() -> None:
    root = etree.fromstring(picture("<g/>", 'viewBox="-1 0 36.5 24" fill="none"').nested(BOX, "xMinYMin meet"))
    assert root.tag == f"{{{SVG}}}svg"
    assert dict(root.attrib) == {
        **{"x": "1", "y": "2", "width": "30", "height": "20"},
        **{"viewBox": "-1 0 36.5 24", "preserveAspectRatio": "xMinYMin meet", "fill": "none"},
    }
    assert len(root) == 1


def test_document_is_a_millimetre_to_the_unit() -> None:
    root = etree.fromstring(picture("<g/>").document())
    assert dict(root.attrib) == {"width": "36mm", "height": "24mm", "viewBox": "0 0 36 24"}


def test_colour_takes_the_place_of_current_colour_everywhere() -> None:
    body = (
        '<path fill="currentColor"/><path style="stroke:CURRENTCOLOR;fill:red"/><style>g{fill:currentcolor}</style><g/>'
    )
    one = picture(body, 'viewBox="0 0 1 1" stroke="currentColor"')
    for text in (one.document("#9e1b1f"), one.nested(BOX, color="#9e1b1f")):
        assert "currentcolor" not in text.lower()
        assert text.count("#9e1b1f") == 4
    assert one.nested(BOX).count("currentColor") == 4


def test_word_that_only_reads_like_the_colour_stays() -> None:
    root = etree.fromstring(picture('<text fill="currentColor">currentColor</text>').document("red"))
    assert (root[0].text, root[0].get("fill")) == ("currentColor", "red")


def test_two_tints_of_a_picture_share_no_id() -> None:
    one = picture('<linearGradient id="g"><stop stop-color="currentColor"/></linearGradient><g fill="url(#g)"/>')
    red, blue = (etree.fromstring(one.document(color)) for color in ("#ff0000", "#0000ff"))
    assert red[0].get("id") != blue[0].get("id")
    assert red[1].get("fill") == f"url(#{red[0].get('id')})"


def test_colour_cannot_break_out_of_its_attribute() -> None:
    root = etree.fromstring(picture('<g fill="currentColor"/>').document('"/><script/>'))
    assert root[0].get("fill") == '"/><script/>'


# what is not SVG


@pytest.mark.parametrize(
    "data",
    [
        *[
            b"", b" ", b"hello", b"<svg", b"<html/>", b"<svg viewBox='0 0 1 1'/>", b"\x89PNG\r\n\x1a\n",
            b"\xff\xd8\xff\xe0",
        ],
        *[
            f'<svg xmlns="{SVG}" viewBox="0 0 1 1">'.encode(),
            f'<svg xmlns="{SVG}" viewBox="0 0 1 1"/>'.encode("utf-16"),
        ],
        *[
            f'<svg xmlns="{SVG}" viewBox="0 0 1 1"><g>\xe9</g></svg>'.encode("latin-1"),
            b"<?xml version='1.0' encoding='UTF-7'?>",
        ],
    ],
)  # fmt: skip
def test_what_is_no_svg_is_refused(data: bytes) -> None:
    assert refused_file(data).code == "E122"


@pytest.mark.parametrize(
    "attributes",
    [
        *["", 'width="5"', 'width="100%" height="100%"', 'width="5em" height="5em"', 'width="0" height="1"'],
        *[
            'viewBox=""', 'viewBox="0 0 1"', 'viewBox="0 0 0 1"', 'viewBox="0 0 -1 1"', 'viewBox="0 0 nan 1"',
            'viewBox="a b c d"',
        ],
        *['viewBox="0 0 1e30 1"', 'viewBox="-1e30 0 1 1"', 'viewBox="0 0 inf 1"', f'width="{"9" * 400}" height="1"'],
    ],
)  # fmt: skip
def test_picture_without_a_size_is_refused(attributes: str) -> None:
    assert refused("", attributes).code == "E122"


def test_missing_file_and_folder_are_refused(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "no.svg", "E121"), (tmp_path, "E122")):
        with pytest.raises(UnlocatedError) as raised:
            load_svg(path)
        assert raised.value.code == code


HEAD = f'<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink"\n viewBox="0 0 9 9">\n'


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ('<g/>\n<g <<onclick>>="x"/>', "E124", "has the event handler 'onclick'"),
        (
            '<title>a</title><g/><!-- <g> -->\n<g><g fill="<<url(http://a.b)>>"/></g>',
            "E124",
            "refers to something outside",
        ),
        ('\n  <image width="1"\n   xlink:href="<<../secret.png>>"/>', "E124", "refers to something outside"),
        ("<g>\n<<<iframe>>/></g>", "E124", "has the element <iframe>, which is not allowed"),
        (
            '<text font-family="<<Arial>>">Hello</text>',
            "E408",
            "text 'Hello' in picture 'dojo.svg' uses the unknown font",
        ),
        (
            "<g style=\"<<font-family:Arial, 'Open Sans'>>\"><text>a<tspan>b</tspan></text></g>",
            "E408",
            "text 'a' in picture",
        ),
        ("\n <<<text>> x='1'>Hello</text>", "E408", "text 'Hello' in picture 'dojo.svg' names no font"),
        ("<style>text{font-family: Arial}</style>\n<<<text>>>Hello</text>", "E408", "uses the unknown font 'Arial'"),
    ],
)
def test_an_error_has_its_line_and_column_in_the_file(tmp_path: Path, body: str, code: str, message: str) -> None:
    before, marked, after = _marked(f"{HEAD}{body}</svg>")
    path = tmp_path / "dojo.svg"
    path.write_text(before + marked + after, "utf-8")
    with pytest.raises(UnlocatedError) as raised:
        load_svg(path, lambda: ("Alegreya Sans", "Cinzel"))
    error = raised.value
    assert error.code == code
    assert message in error.message
    assert error.span.file == str(path)
    line = before.count("\n") + 1
    column = len(before) - before.rfind("\n")
    assert (error.span.line, error.span.column, error.span.end) == (line, column, column + len(marked))


def _marked(text: str) -> tuple[str, str, str]:
    """Take a text apart at `<<` (before a `<` that belongs to it, if there are three) and the first `>>` after it."""
    start = text.index("<<")
    end = text.index(">>", start)
    return text[:start], text[start + 2 : end], text[end + 2 :]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (f'<svg xmlns="{SVG}"\n viewBox="0 0 1 1">\n<g></svg>', "E122", (3, 10)),
        ("", "E122", (1, 1)),
        (f'<svg xmlns="{SVG}">\n{"<g>" * 300}', "E123", (2, 768)),
        (f'<!DOCTYPE svg [\n <!ENTITY a "b">]><svg xmlns="{SVG}"/>', "E124", (2, 2)),
        ("<svg/>", "E122", (1, 1)),
        (f'\n<svg xmlns="{SVG}"/>', "E122", (2, 1)),
        (f'<svg xmlns="{SVG}" viewBox="0 0 1 1">' + "<g>" * 300 + "</g>" * 300 + "</svg>", "E123", None),
        (f'<svg xmlns="{SVG}" viewBox="0 0 1 1">\n' + "<g/>\n" * 50_001 + "</svg>", "E123", (50_001, 1)),
    ],
)
def test_a_file_that_is_no_picture_has_a_place(tmp_path: Path, text: str, code: str, place: object) -> None:
    path = tmp_path / "dojo.svg"
    path.write_text(text, "utf-8")
    with pytest.raises(UnlocatedError) as raised:
        load_svg(path)
    assert (raised.value.code, raised.value.span.file) == (code, str(path))
    assert place is None or (raised.value.span.line, raised.value.span.column) == place


@pytest.mark.parametrize(
    "body",
    [
        "<text font-family='Arial, cinzel'>a</text>",
        "<g style='font-family: \"Alegreya Sans\"'><text><tspan>a</tspan></text></g>",
        "<text font-family='Arial'> <tspan font-family='Cinzel'>a</tspan></text>",
        "<text/>",
    ],
)
def test_text_in_a_font_that_is_there_is_accepted(tmp_path: Path, body: str) -> None:
    path = tmp_path / "dojo.svg"
    path.write_text(HEAD + body + "</svg>", "utf-8")
    assert load_svg(path, lambda: ("Alegreya Sans", "Cinzel"))

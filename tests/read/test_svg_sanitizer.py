"""SVG pictures: nothing that loads or runs gets through."""

import base64
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardgen.read import svg_sanitizer
from cardgen.read.svg import load_svg, parse_svg
from cardgen.read.svg_sanitizer import ELEMENT_LIMIT, SVG
from cardgen.report.errors import UnlocatedError

from .pictures import data_uri, nest, picture, refused, refused_file

# what is too much


def test_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "dojo.svg"
    with path.open("wb") as stream:
        stream.truncate(9 * 2**20)
    with pytest.raises(UnlocatedError) as raised:
        load_svg(path)
    assert raised.value.code == "E123"


@pytest.mark.parametrize("count", [ELEMENT_LIMIT + 1, 8 * ELEMENT_LIMIT])
def test_too_many_elements_are_refused(count: int) -> None:
    assert refused("<g/>" * count).code == "E123"


@pytest.mark.parametrize("depth", [300, 1000, 100_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    assert refused("<g>" * depth + "</g>" * depth).code == "E123"


def test_nesting_up_to_the_limit_is_drawn() -> None:
    depth = 240  # the parser has a limit of 256
    assert picture("<g>" * depth + "</g>" * depth).body.count("<g") == depth


def test_what_is_for_the_sandbox_to_judge_is_kept() -> None:
    """How much a picture draws is not estimated; it is as long as its file."""
    for body in (
        nest("g", '<use href="#{}"/>', 10, 9),
        '<g id="a"><use href="#a"/></g>',
        '<filter id="f"><feMorphology radius="50"/></filter><g filter="url(#f)"/>',
    ):
        assert len(picture(body).body) < 4 * len(body)


def test_octaves_of_turbulence_that_nobody_sees_are_not_drawn() -> None:
    body = '<filter id="f"><feTurbulence numOctaves="{}"/></filter><g filter="url(#f)"/>'
    for octaves, left in (("3", "3"), ("10", "10"), ("11", "10"), ("1000000", "10"), ("1e6", "10"), ("many", "many")):
        assert f'numOctaves="{left}"' in picture(body.format(octaves)).body, octaves


def test_embedded_bomb_is_refused() -> None:
    header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2 + b"\x08\x06\0\0\0"
    uri = "data:image/png;base64," + base64.b64encode(header + bytes(20)).decode()
    assert refused(f'<image href="{uri}"/>').code in {"E122", "E123"}


def test_style_rules_for_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg_sanitizer.StyleSheet, "style", _overflow)
    assert refused('<g style="fill: red"/>').code == "E123"


def test_a_filter_may_embed_a_picture() -> None:
    assert "data:image/png;base64," in picture(f'<filter id="f"><feImage href="{data_uri()}"/></filter>').body


def test_a_style_of_which_nothing_is_left_is_gone() -> None:
    assert picture('<g style="-x-y:z"><path style="/* */" d="M0 0"/></g>').body == '<g><path d="M0 0"/></g>'


def test_too_many_style_rules_are_refused() -> None:
    error = refused(f"<style>{'a{}' * 10_001}</style>")
    assert (error.code, error.message) == ("E123", "picture 'x.svg' has too many style rules")


def _overflow(*_: object) -> str:
    raise OverflowError


# what is not allowed


@pytest.mark.parametrize(
    "body",
    [
        *[
            "<script>alert(1)</script>",
            '<script href="x.js"/>',
            "<foreignObject><p/></foreignObject>",
            '<g onload="x"/>',
        ],
        *[
            '<g ONCLICK="x"/>',
            '<image href="http://a.b/c.png"/>',
            '<image xlink:href="../secret.png"/>',
            '<image href="//a/b"/>',
        ],
        *['<image href="file:///etc/passwd"/>', '<use href="other.svg#a"/>', '<a href="javascript:alert(1)"><g/></a>'],
        *[
            '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
            '<image href="data:text/html,x"/>',
            '<feImage href="x.png"/>',
        ],
        *['<use href="data:image/png;base64,AA"/>', '<image href="dojo.png"/>', '<g fill="url(http://a.b/#c)"/>'],
        *[
            '<g style="fill:url(x.svg#a)"/>',
            '<g style="filter:url(&quot;//a.b/c#d&quot;)"/>',
            '<g style="fill:u\\72l(x)"/>',
        ],
        *[
            '<g style="mask-image:image-set(&quot;x&quot;)"/>',
            '<g cursor="url(x.cur), auto"/>',
            '<g xml:base="http://a.b/"/>',
        ],
        *["<style>@import 'x.css';</style>", "<style>@import url(x.css);</style>", "<style>g{fill:url(x#a)}</style>"],
        *[
            "<style>@font-face{src:url(x.ttf)}</style>",
            "<style>g &gt; path{fill:red}</style>",
            "<style>@media print{}</style>",
        ],
        *[
            '<?xml-stylesheet href="x.css"?>',
            '<set attributeName="href" to="http://a.b/c"/>',
            "<flowRoot/>",
            "<iframe/>",
        ],
        *['<animate attributeName="xlink:href" values="a;b"/>', "<video/>", '<tref href="x"/>', "<font-face-uri/>"],
    ],
)
def test_what_loads_or_runs_is_refused(body: str) -> None:
    error = refused(body)
    assert error.code == "E124"
    assert error.element is not None
    assert error.hints


@pytest.mark.parametrize(
    "prolog",
    [
        '<?xml-stylesheet type="text/css" href="x.css"?>',
        '<?editor a?><!-- a --><?xml-stylesheet href="x.css"?>',
        '<!DOCTYPE svg [<!ENTITY a "b">]>',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">',
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://a.b/c.dtd"> %a;]>',
        '<!DOCTYPE svg PUBLIC ">" "x" [<!ATTLIST svg onload CDATA "x">]>',
        "<!DOCTYPE svg ["
        + '<!ENTITY a "lol">'
        + "".join(f'<!ENTITY {c} "{f"&{b};" * 10}">' for b, c in zip("abcdefghi", "bcdefghij", strict=True))
        + "]>",
    ],
)
def test_prolog_that_declares_or_loads_is_refused(prolog: str) -> None:
    text = "&a;" if "DOCTYPE" in prolog else ""
    error = refused_file(f'{prolog}<svg xmlns="{SVG}" viewBox="0 0 1 1"><text>{text}</text></svg>'.encode())
    assert error.code == "E124"


def test_unknown_entity_is_no_well_formed_svg() -> None:
    assert refused("<text>&nbsp;</text>").code == "E122"


def test_damaged_embedded_picture_is_refused() -> None:
    assert refused(f'<image href="{data_uri(cut=30)}"/>').code == "E122"
    assert refused('<image href="data:image/png;base64,A"/>').code == "E122"
    assert refused(f'<image href="{data_uri("GIF", "image/png")}"/>').code == "E122"


@pytest.mark.parametrize("stretch", ["<!DOCTYPE", "url(", "url(#", "9", " ", "(", "@"])
def test_no_long_stretch_keeps_it_busy(stretch: str) -> None:
    text = stretch * 200_000  # going over it twice for each character would take hours
    refused("", f'width="{text.replace("<", "")}"')
    assert refused_file(text.encode()).code in {"E122", "E123"}


# properties


@given(st.binary(max_size=60))
def test_no_bytes_at_all_cause_a_traceback(data: bytes) -> None:
    assert refused_file(data).code in {"E122", "E124"}


NAMES = ("g", "use", "path", "pattern", "text", "a", "defs", "svg", "title", "x:y")
ATTRIBUTES = (
    *(
        'id="a"', 'id="b"', 'class="a b"', 'class="c"', 'href="#a"', 'xlink:href="#b"', 'x:z="1"',
        'xml:space="preserve"',
    ),
    *(
        'fill="url(#a)"',
        "mask=\"url( '#b' ) none\"",
        'style="fill:url(#gone);stroke:red!important"',
        'color="CurrentColor"',
    ),
)  # fmt: skip
HOSTILE = ("<script/>", '<g onload="x"/>', '<use href="x"/>', '<g style="fill:url(x)"/>', "<?xml-stylesheet x?>")
LEAVES = ("<path/>", "a", " ", "&lt;", "<style>.a{fill:red} #b,a{mask:url(#b)}</style>")


def _element(name: str, attributes: list[str], parts: list[str]) -> str:
    by_key = {attribute.partition("=")[0]: attribute for attribute in attributes}
    return f"<{name} {' '.join(by_key.values())}>{''.join(parts)}</{name}>"


ELEMENTS = st.recursive(
    st.one_of(*[st.sampled_from(LEAVES)] * 6, st.sampled_from(HOSTILE)),
    lambda inner: st.builds(
        _element, st.sampled_from(NAMES), st.lists(st.sampled_from(ATTRIBUTES), max_size=3), st.lists(inner, max_size=4)
    ),
    max_leaves=12,
)


@given(ELEMENTS)
def test_what_is_let_through_is_harmless_and_stable(body: str) -> None:
    try:
        one = picture(body, 'xmlns:x="urn:x" viewBox="0 0 1 1"')
    except UnlocatedError as error:
        assert error.code in {"E122", "E123", "E124"}
        return
    root = etree.fromstring(one.document())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(one.prefix) for name in ids)
    for element in root.iter():
        assert etree.QName(element).namespace == SVG
        assert etree.QName(element).localname not in {"script", "style", "title"}
        assert not any(str(key).startswith("on") or "}href" in str(key) for key in element.attrib)
        assert element.get("href", "#").startswith("#")
    again = parse_svg(one.document().encode(), "again")
    assert again.body.replace(again.prefix, "") == one.body.replace(one.prefix, "")

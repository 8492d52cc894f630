"""What is surely a bomb is refused before a converter sees it, with the element that is to blame."""

import pytest
from lxml import etree

from cardgen.guard import svg_cost
from cardgen.guard.svg_cost import check_cost
from cardgen.guard.svg_limits import MOST_WEIGHT, TooCostlyError

SHAPES = '<rect width="1" height="1"/>' * 1000
VERTICES = " ".join(f"L{index % 60} {index % 80}" for index in range(5000))


ATTRIBUTES = " ".join(f"a{number}='1'" for number in range(300))


def parsed(body: str) -> etree._Element:
    return etree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{body}</svg>')


def refused(body: str) -> TooCostlyError:
    with pytest.raises(TooCostlyError) as raised:
        check_cost(parsed(body))
    return raised.value


def nested(kind: str, link: str, times: int, levels: int) -> str:
    """A chain of elements of which each refers so many times to the one before."""
    parts = [f'<{kind} id="n0"><rect width="1" height="1"/></{kind}>']
    parts += [f'<{kind} id="n{level}">{link.format(level - 1) * times}</{kind}>' for level in range(1, levels + 1)]
    return f"<defs>{''.join(parts)}</defs>{link.format(levels)}"


@pytest.mark.parametrize(
    ("kind", "link"),
    [
        ("g", '<use href="#n{}"/>'),
        ("pattern", '<rect fill="url(#n{})"/>'),
        ("mask", '<rect mask="url(#n{})"/>'),
        ("clipPath", '<rect style="clip-path: url(#n{})"/>'),
        ("marker", '<path d="M0 0L1 1" marker-start="url(#n{})"/>'),
    ],
)
def test_references_that_multiply_are_refused(kind, link):
    assert "draws as much as" in refused(nested(kind, link, 9, 7)).what
    assert check_cost(parsed(nested(kind, link, 9, 3))) < MOST_WEIGHT


def test_a_fill_beside_a_marker_counts_too():
    pattern = f'<defs><marker id="m"/><pattern id="p">{SHAPES}</pattern></defs>'
    path = '<path d="M0 0L1 1" style="marker-start: url(#m); fill: url(#p)"/>'
    assert check_cost(parsed(pattern + path)) - check_cost(parsed(pattern)) > 1000


@pytest.mark.parametrize(
    "marked",
    [
        '<path d="M0 0{}" marker-mid="url(#m)"/>',
        '<path d="M0 0{}" style="fill: none; marker: url(#m)"/>',
        """<path d="M0 0{}" style="marker-mid:url('#m')"/>""",
    ],
)
def test_a_marker_counts_for_each_vertex(marked):
    marker = f'<defs><marker id="m">{SHAPES}</marker></defs>'
    error = refused(marker + marked.format(VERTICES))
    assert error.element is not None
    assert error.element.tag.endswith("}path")
    once = marker + f'<path d="M0 0{VERTICES}" marker-end="url(#m)"/>'
    assert check_cost(parsed(once)) < 3000


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ('<path d="M0 0 C 10 10 1e30 1e30 50 50"/>', "d"),
        ('<path d="M1e9 0 50 50"/>', "d"),
        ('<path d="M0 0l.5.5e9z"/>', "d"),
        ('<image width="1e38" height="1e38"/>', "width"),
        ('<rect style="stroke-width: 10000000"/>', "style"),
        ('<g transform="scale(1E9)"/>', "transform"),
        ('<rect x="-123456789.5"/>', "x"),
    ],
)
def test_numbers_beyond_all_measure_are_refused(body, part):
    error = refused(body)
    assert error.what.startswith("has the number")
    assert error.part == part


@pytest.mark.parametrize(
    "body",
    [
        '<path id="path12345678" d="M1e-9 0.123456789 1e5 999999"/>',
        '<rect fill="#1234567" class="e9999999" style="fill:#12345678"/>',
        '<use href="#a12345678"/>',
    ],
)
def test_ordinary_numbers_and_names_are_not(body):
    assert check_cost(parsed(body))


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (f'<rect style="filter:{" blur(1px)" * 800}"/>', "draws as much as"),
        (f'<rect filter="{"drop-shadow(1px 1px 1px red) " * 800}"/>', "draws as much as"),
        ('<filter><feConvolveMatrix order="300"/></filter>', "convolution"),
        ('<filter><feConvolveMatrix order="3 300"/></filter>', "convolution"),
        ('<filter><feMorphology radius="9"/></filter>', "feMorphology"),
        ('<filter><feTurbulence numOctaves="100000"/></filter>', "turbulence"),
        ('<filter x="-10" width="30"><feFlood/></filter>', "region"),
        ('<filter height="3000%"><feFlood/></filter>', "region"),
        ('<filter filterUnits="userSpaceOnUse" width="100000"><feFlood/></filter>', "region"),
        (f"<rect {ATTRIBUTES}/>", "attributes"),
        (f"<text>{'word ' * 200_000}</text>", "draws as much as"),
        ("<defs><text id='t'>" + "w" * 300 + "</text></defs>" + "<use href='#t'/>" * 300, "draws as much as"),
        (f"<defs><path id='p' d='M0 0{VERTICES}'/></defs>" + "<use href='#p'/>" * 3000, "draws as much as"),
        ("<g>" * 120 + "</g>" * 120, "nested"),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>', "contains itself"),
        (f"<style>{'.a{}' * 20_000}</style>{SHAPES}", "style rules"),
        ("<style>.a{marker-mid: url(#m)}</style>", "style sheet"),
        ("<style>.a{filter: blur(1px) blur(1px)}</style>" + SHAPES, "style sheet"),
        ("<style>.a{stroke-width: 1e30}</style>", "number"),
    ],
)
def test_what_takes_minutes_is_refused(body, what):
    error = refused(body)
    assert what in error.what


def test_a_shadow_a_blur_and_a_paragraph_are_welcome():
    body = (
        '<filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur/><feOffset/><feMerge/></filter>'
        + "<rect width='20' height='15' filter='url(#f)'/>" * 20
        + "<text>"
        + "word " * 200
        + "</text>"
    )
    assert check_cost(parsed(body)) < MOST_WEIGHT


def test_a_filter_weighs_as_much_as_it_covers():
    blur = "<filter id='f'><feGaussianBlur/></filter><rect width='{}' height='{}' filter='url(#f)'/>"
    wide = blur.replace("<filter", "<filter width='2.4'")
    small, large, larger = (
        check_cost(parsed(body)) for body in (blur.format(6, 8), blur.format(63, 88), wide.format(63, 88))
    )
    assert small < large < larger


def test_what_is_placed_counts():
    with pytest.raises(TooCostlyError):
        check_cost(parsed('<image href="a.svg"/>' * 10), lambda element: 60_000 if "image" in element.tag else 0)


def test_the_estimate_does_not_expand_anything(monkeypatch):
    """A chain that would draw 9 ** 40 elements takes no longer than one that is short."""
    counted = []
    real = svg_cost._own_weight
    monkeypatch.setattr(svg_cost, "_own_weight", lambda *given: counted.append(given) or real(*given))
    refused(nested("g", '<use href="#n{}"/>', 9, 40))
    assert len(counted) < 500

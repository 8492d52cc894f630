import pytest

from cardgen.changes.canonical_svg import canonical_elements, parse_document
from cardgen.geometry.units import Rect

WINDOW = Rect(0, 0, 40, 53)


def spell(body):
    head = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ink="urn:editor"'
    return canonical_elements(parse_document(f"<svg {head}>{body}</svg>"), WINDOW)


RED = '<path d="M1 2L3.5 4" fill="#ff0000" stroke-width="0.5"/>'


@pytest.mark.parametrize(
    "other",
    [
        '<path stroke-width=".50" fill="#F00" d="M 1,2 L 3.500 4.0"/>',
        '<path id="p" d="M1 2L3.5 4" style="fill: #ff0000; stroke-width: 5e-1" aria-label="x" data-x="1"/>',
        '<path d="M1 2L3.5 4" fill="blue" stroke-width="0.5" style="fill:#ff0000"/>',
        f"<g>\n  <g id='layer'>{RED}</g>\n</g>",
        f"<title>A path</title><desc>red</desc><metadata><ink:m/></metadata><ink:view zoom='2'/>{RED}",
        '<path d="M1 2L3.5 4" fill="#ff0000" stroke-width="0.5" class="a" role="img" version="1.1" baseProfile="tiny"/>',
        f"<?editor zoom?><g>{RED}<?editor zoom?><!-- by hand --></g>",
        f"<!-- drawn by hand -->{RED}<defs><linearGradient id='unused'/></defs>",
        '<path d="M1 2 L 3.5 4" fill="#ff0000" stroke-width="0.5"><title>x</title></path>',
        '<path ink:nodes="cc" d="M1+2L3.5+4" fill="#ff0000" stroke-width="0.5"/>',
    ],
)
def test_what_is_drawn_alike_is_spelled_alike(other):
    assert spell(other) == spell(RED)


@pytest.mark.parametrize(
    "other",
    [
        '<path d="M1 2L3.6 4" fill="#ff0000" stroke-width="0.5"/>',
        '<path d="M1 2L3.5 4Z" fill="#ff0000" stroke-width="0.5"/>',
        '<path d="M1 2l3.5 4" fill="#ff0000" stroke-width="0.5"/>',
        '<path d="M1-2L3.5 4" fill="#ff0000" stroke-width="0.5"/>',
        '<path d="M1 2L3.5 4" fill="#ff0001" stroke-width="0.5"/>',
        f'<g opacity="0.5">{RED}</g>',
        RED * 2,
        "",
    ],
)
def test_what_is_drawn_otherwise_is_spelled_otherwise(other):
    assert spell(other) != spell(RED)


def test_commands_of_a_path_may_stand_side_by_side():
    assert spell('<path d="M1 2L3 4zM5 6z"/>') == spell('<path d="M1 2 L3 4 z M5 6 z"/>')


def with_gradient(name, color, first=""):
    gradient = f'<linearGradient id="{name}"><stop offset="0" stop-color="{color}"/></linearGradient>'
    return f'<defs>{first}{gradient}</defs><rect width="9" height="9" fill="url(#{name})"/>'


def test_a_reference_is_what_it_refers_to():
    assert spell(with_gradient("a", "#fff")) == spell(with_gradient("b", "#ffffff", '<clipPath id="a"/>'))
    assert spell(with_gradient("a", "#fff")) != spell(with_gradient("a", "#ffe"))
    assert spell(with_gradient("a", "#FFF8")) == spell(with_gradient("b", "#ffffff88"))


def test_a_use_is_what_it_uses():
    def used(name, x):
        return f'<defs><g id="{name}"><rect width="{x}" height="1"/></g></defs><use xlink:href="#{name}" x="3"/>'

    assert spell(used("a", 1)) == spell(used("b", 1).replace("xlink:href", "href"))
    assert spell(used("a", 1)) != spell(used("a", 2))


def test_circles_of_references_come_to_an_end():
    assert spell('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#nothing"/>')


def test_definitions_are_not_drawn():
    assert spell('<clipPath id="a"><rect width="3" height="3"/></clipPath><defs><rect/></defs>') == ()


def test_a_style_sheet_counts_and_so_do_classes_then():
    def styled(color, name="a"):
        return f'<style>.a {{ fill: {color} }}</style><rect class="{name}" width="5" height="5"/>'

    assert len({spell(styled("red")), spell(styled("blue")), spell(styled("red", "b"))}) == 3
    assert spell("<style>.b {}</style>" + styled("red")) != spell("<style>.b {}</style>" + styled("blue"))
    assert spell('<rect class="a" width="5" height="5"/>') == spell('<rect class="b" width="5" height="5"/>')


def test_words_count_and_the_space_around_them_does_not():
    texts = ["<text>a <tspan>b</tspan> c</text>", "<text>\n a <tspan> b </tspan>\n c </text>"]
    assert spell(texts[0]) == spell("<text> a <tspan>b</tspan> c </text>")
    assert spell(texts[0]) != spell("<text>a <tspan>b</tspan> d</text>")
    assert spell(texts[0]) != spell("<text>a c <tspan>b</tspan></text>")


def test_a_ground_may_end_anywhere_outside_of_what_is_seen():
    inside = spell('<rect width="40" height="53" fill="red"/>')
    assert spell('<rect x="-3" y="-3" width="46" height="59" fill="red"/>') == inside
    assert spell('<rect x="-3" y="-3" width="44" height="59" fill="red"/>') == inside
    assert spell('<rect x="-3" y="-3" width="42" height="59" fill="red"/>') != inside
    for paint in ("linearGradient gradient", "pattern pattern"):
        name, units = paint.split()
        painted = f'<{name} id="g" {units}Units="userSpaceOnUse"/><rect width="40" height="53" fill="url(#g)"/>'
        assert spell(painted.replace('40" height="53', '43" height="56')) == spell(painted)


@pytest.mark.parametrize("extra", ['rx="3"', 'stroke="red"', 'transform="rotate(3)"', 'fill="url(#g)"'])
def test_a_box_whose_look_depends_on_all_of_it_is_left_alone(extra):
    gradient = '<linearGradient id="g"/>'
    assert spell(f'{gradient}<rect width="50" height="60" {extra}/>') != spell(
        f'{gradient}<rect width="51" height="60" {extra}/>'
    )


def test_a_pattern_in_units_of_the_card_may_fill_a_ground():
    def ground(width):
        pattern = '<pattern id="p" patternUnits="userSpaceOnUse" width="5" height="5"><circle r="1"/></pattern>'
        return f'{pattern}<rect width="{width}" height="60" fill="url(#p)"/>'

    assert spell(ground(41)) == spell(ground(46))
    assert spell(ground(39)) != spell(ground(46))


def test_a_box_is_compared_by_what_the_window_shows_of_it():
    def box(x, y, width, height, more=""):
        return spell(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="red"{more}/>')

    assert box(-3, -2, 50, 60) == box(0, 0, 40, 53) == box(-1, 0, 41, 99)
    assert box(-3, 1, 5, 5) == box(0, 1, 2, 5) != box(0, 1, 5, 5)
    assert box(38, 50, 5, 9) == box(38, 50, 2, 3) != box(38, 50, 5, 2)
    assert box(-3, -2, 50, 60, ' rx="2"') != box(0, 0, 40, 53, ' rx="2"'), "its corners are of the whole box"
    assert box(0, 0, "100%", 53) != box(0, 0, "50%", 53), "shares are compared as they are"

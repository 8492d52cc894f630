"""The shapes of artworks of strangers: what repeats itself without end is not followed, and no number overflows."""

import random

import pytest

from cardgen.preflight.shapes import ANYTHING, ShapeIndex
from cardgen.preflight.svg_shapes import read_shapes

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">'
LEVELS = "".join(f'<g id="n{at}">{f"""<use href="#n{at - 1}"/>""" * 9}</g>' for at in range(1, 9))
ENDLESS = {
    "uses": f'<g id="n0"><rect width="9" height="9"/></g>{LEVELS}<use href="#n8"/>',
    "a long path": f'<path id="p" d="M0 0{"L9 9 " * 1_000}"/>' + '<use href="#p"/>' * 5_000,
    "clip": '<clipPath id="a"><rect width="9" height="9" clip-path="url(#a)"/></clipPath><rect width="9" height="9" clip-path="url(#a)"/>',
    "pattern": '<pattern id="a"><rect width="9" height="9" fill="url(#a)"/></pattern><rect width="9" height="9" fill="url(#a)"/>',
    "gradients": '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>',
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_repeats_itself_without_end_may_be_anything(name):
    _, (shape,) = read_shapes(f"{HEAD}{ENDLESS[name]}</svg>")
    assert shape.paints == ANYTHING
    assert shape.covers(59, 79)


@pytest.mark.parametrize("number", ["1e400", "-1e300", "1e-300", "1e308"])
def test_no_number_overflows(number):
    body = (
        f'<path d="M0 0 A{number} 1 {number} 0 1 {number} 9 L9 {number} C{number} 1 2 {number} 3 3Z"/>'
        f'<ellipse cx="{number}" rx="{number}" ry="{number}"/><rect x="{number}" width="{number}" height="9"/>'
        f'<g transform="scale({number}) rotate({number} 5 {number}) matrix(1 {number} 0 {number} 0 1)"><circle r="{number}"/></g>'
    )
    _, shapes = read_shapes(f"{HEAD}{body}</svg>")
    for shape in shapes:
        for point in ((1, 1), (1e200, -1e200)):
            assert shape.covers(*point) in {True, False}


def test_the_current_color_is_that_of_the_elements_around():
    body = '<g color="#ff0000"><svg width="9" height="9"><path d="M0 0h9v9z" fill="currentColor"/></svg></g>'
    _, shapes = read_shapes(f"{HEAD}{body}</svg>")
    (shape,) = ShapeIndex(shapes).find(0, 0, 9, 9)
    assert shape.paints == ((1, 0, 0, 1),)


def test_what_is_painted_at_a_point_does_not_depend_on_the_points_before():
    body = (
        '<clipPath id="c"><circle cx="20" cy="20" r="14"/></clipPath><rect width="60" height="80" fill="#123456"/>'
        '<rect x="8" y="6" width="30" height="40" fill="#abcdef" clip-path="url(#c)"/><path d="M30 30 C50 20 60 60 34 70 L30 40"/>'
        '<ellipse cx="40" cy="50" rx="9" ry="16" fill="#ff0000" stroke="#00ff00" stroke-width="3" transform="rotate(20 40 50)"/>'
        '<svg x="2" y="50" width="20" height="20" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
        '<path d="M4 4 L56 9 L30 76Z" fill="none" stroke="#888888" stroke-width="1.2"/>'
    )
    _, shapes = read_shapes(f"{HEAD}{body}</svg>")
    known, chance = ShapeIndex(shapes), random.Random(4)
    for _ in range(600):
        point = chance.uniform(-1, 61), chance.uniform(-1, 81)
        assert known.paints(*point)[1:] == ShapeIndex(shapes).paints(*point)[1:], point

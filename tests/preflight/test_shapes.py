"""The shapes of artworks of strangers: what repeats itself without end is not followed, and no number overflows."""

import math
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from string import ascii_letters, digits

import pytest

from cardgen.preflight.outlines import EllipseInside, PathInside, RectInside, StrokeInside
from cardgen.preflight.shapes import ANYTHING, ShapeIndex
from cardgen.preflight.svg_shapes import read_shapes
from tests.recorded import check_recorded

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">'
LETTERS = f".{ascii_letters}{digits}"
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


def test_of_a_picture_that_is_too_much_only_its_window_may_be_anything():
    """The pictures beside it are known, and what clips it still does."""
    body = f'<clipPath id="c"><rect width="20" height="20"/></clipPath><g clip-path="url(#c)"><svg x="9" y="9" width="30" height="30">{LEVELS}<g id="n0"><rect width="9" height="9"/></g><use href="#n8"/></svg></g>'
    _, shapes = read_shapes(f'{HEAD}{body}<rect width="5" height="5" fill="#ff0000"/></svg>')
    index = ShapeIndex(shapes)
    seen = {point: index.paints(*point).paints for point in ((2, 2), (8, 8), (12, 12), (21, 12), (30, 30))}
    assert seen == {(2, 2): [((1, 0, 0, 1),)], (8, 8): [], (12, 12): [ANYTHING], (21, 12): [], (30, 30): []}


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


def test_what_a_style_does_not_state_an_attribute_may():
    body = '<rect width="9" height="9" style="fill: #ff0000; stroke:none" fill="#0000ff" fill-opacity="0.5"/>'
    _, (shape,) = read_shapes(f"{HEAD}{body}</svg>")
    assert shape.paints == ((1, 0, 0, 0.5),)


def test_the_current_color_is_that_of_the_elements_around():
    body = '<g color="#ff0000"><svg width="9" height="9"><path d="M0 0h9v9z" fill="currentColor"/></svg></g>'
    _, shapes = read_shapes(f"{HEAD}{body}</svg>")
    (shape,) = ShapeIndex(shapes).find(0, 0, 9, 9)
    assert shape.paints == ((1, 0, 0, 1),)


def test_the_opacity_of_a_group_multiplies_that_of_what_is_in_it():
    inner = (
        '<rect width="9" height="9" fill="#ff0000" opacity="50%"/><rect x="20" width="9" height="9" fill="#ff0000"/>'
    )
    _, shapes = read_shapes(f'{HEAD}<g opacity="0.5"><g opacity="0.5">{inner}</g></g></svg>')
    assert [shape.paints for shape in all_shapes(ShapeIndex(shapes))] == [
        ((1, 0, 0, 0.25),),
        ((1, 0, 0, 0.125),),
    ]  # the last is on top


RED, PALE = (1, 0, 0, 1), (1, 0, 0, 0.5)
NOTHING = (0, 0, 0, 0)
RECT = '<rect width="9" height="9" fill="#ff0000" {}/>'
USES = "".join(f'<g id="n{at}"><use href="#n{at - 1}"/></g>' for at in range(1, 11))
USES = f'<defs>{USES}<g id="n0">{RECT}</g></defs>'
ODD = [  # what is in an artwork, and the colours that each shape at (4, 4) may have
    (f"<!-- a -->{RECT}<?a b?>", [(RED,)]), (f"<g><!-- a -->{RECT}</g>", [(RED,)]), ('<path fill="#ff0000"/>', []), ('<ellipse cx="4" cy="4" rx="5" ry="0"/>', []),
    ('<ellipse cx="4" cy="4" rx="0" ry="5"/><circle cx="4" cy="4" r="0"/>', []), ('<path d="M0 4H9" fill="none" stroke="#ff0000" stroke-width="0"/>', []),
    ('<path d="M0 4H9" fill="none" stroke="#ff0000" stroke-width="0.1"/>', [(RED,)]), (RECT.replace("#ff0000", "#ff000080"), [((1, 0, 0, 128 / 255),)]), (RECT.replace("#ff0000", "rot"), []),
    *((RECT.format(f'opacity="{stated}"'), [(paint,)] * bool(paint)) for stated, paint in (("2", RED), ("50%", PALE), ("0.5", PALE), ("-1", ()), ("0", ()), ("200%", RED), ("a", RED))),
    *((RECT.format(f'{key}="{value}"'), [(NOTHING, RED)]) for key, value in (("mask", "url(#none)"), ("filter", "url(#none)"), ("mix-blend-mode", "multiply"), ("clip-path", "url(#none)"))),
    (RECT.format('style="nonsense; fill: #0000ff; "'), [((0, 0, 1, 1),)]), (RECT.format('style="opacity:0.5"'), [(PALE,)]),
    *((f'<svg width="9" height="9" viewBox="0 0 {view}">{RECT}</svg>', [(RED,)]) for view in ("0 9", "9 0", "9", "9 9")),
    *((f'<linearGradient id="g" {link}/><linearGradient id="h"><title>a</title><stop stop-color="#ff0000"/><stop stop-opacity="0.5"/></linearGradient>' + RECT.replace("#ff0000", "url(#g)"), paints)
      for link, paints in (('href="#h"', [(RED, (0, 0, 0, 0.5))]), ('xlink:href="#h"', [(RED, (0, 0, 0, 0.5))]), ('href="#g"', []), ('href="#none"', []), ("", []))),
    (f'{USES}<use xlink:href="#n8"/>', [(RED,)]), (f'{USES}<use href="#n9"/>', []), (f'{USES}<use href="#n9"/><use href="#n2"/>', [(RED,)]),
]  # fmt: skip


@pytest.mark.parametrize("body", [body for body, _ in ODD])
def test_what_is_odd_in_an_artwork_is_read_as_far_as_it_goes(body):
    _, shapes = read_shapes(
        f'{HEAD.replace("<svg", """<svg xmlns:xlink="http://www.w3.org/1999/xlink" """)}{body.replace("{}", "")}</svg>'
    )
    assert ShapeIndex(shapes).paints(4, 4).paints == dict(ODD)[body]


def test_a_rectangle_that_is_slanted_or_flat_is_known():
    for transform, is_rectangle, is_there in (
        ("scale(2 1)", True, True), ("translate(1 1)", True, True), ("skewX(20)", False, True), ("skewY(20)", False, True), ("rotate(9)", False, True),
        ("scale(0 1)", True, False), ("scale(1 0)", True, False), ("scale(0)", True, False),
    ):  # fmt: skip
        _, (shape,) = read_shapes(f'{HEAD}<rect y="-2" width="9" height="9" transform="{transform}"/></svg>')
        assert (shape.is_rectangle, shape.covers(0, 1) or shape.covers(1, 0) or shape.covers(2, 2)) == (
            is_rectangle,
            is_there,
        ), transform


def test_a_pattern_has_all_colours_of_its_shapes():
    stops = '<stop stop-color="red"/><stop stop-color="blue"/>'
    pattern = (
        '<pattern id="p"><rect width="2" height="2" fill="teal"/><rect width="1" height="1" fill="url(#f)"/></pattern>'
    )
    _, (shape,) = read_shapes(
        f'{HEAD}<linearGradient id="f">{stops}</linearGradient>{pattern}<rect width="9" height="9" fill="url(#p)"/></svg>'
    )
    assert {paint[:3] for paint in shape.paints if paint[3]} == {(0, 128 / 255, 128 / 255), (1, 0, 0), (0, 0, 1)}


EVERYTHING = """
<defs>
  <linearGradient id="fade" gradientTransform="rotate(90)"><stop offset="0" stop-color="#203040"/>
    <stop offset="1" style="stop-color: white; stop-opacity: 50%"/></linearGradient>
  <linearGradient id="same" href="#fade"/>
  <pattern id="dots" width="4" height="4"><circle cx="1" cy="1" r="1" fill="teal"/><rect width="1" height="1" fill="teal"/></pattern>
  <clipPath id="disc"><circle cx="20" cy="20" r="14"/></clipPath>
  <clipPath id="two"><rect x="44" y="4" width="5" height="20"/><path d="M50 4h6v20h-6z"/></clipPath>
  <clipPath id="left"><rect x="46" y="0px" width="6" height="80px"/></clipPath>
  <clipPath id="part" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>
  <g id="mark" fill="#00aa00"><path d="M0 0h4v4h-4z"/><line x1="0" y1="6" x2="4" y2="6" stroke="red" stroke-width="1"/></g>
</defs>
<rect width="60" height="80" fill="#123456"/>
<g clip-path="url(#disc)"><rect x="8" y="6" width="30" height="20" fill="#abcdef"/>
  <rect x="4" y="18" width="20" height="20" fill="url(#fade)" clip-path="url(#part)"/></g>
<g clip-path="url(#two)"><rect x="40" y="8" width="18" height="12" fill="gold" clip-path="url(#two)"/>
  <rect x="40" y="21" width="18" height="3" fill="#ff8800" clip-path="url(#left)"/></g>
<path d="M30 30 C50 20 60 60 34 70 L30 40" fill="url(#dots)" fill-rule="evenodd"/>
<ellipse cx="40" cy="50" rx="9" ry="16" fill="#ff0000" opacity="50%" stroke="lime" stroke-width="3" transform="rotate(20 40 50)"/>
<svg x="2" y="50" width="20" height="10" viewBox="0 0 9 9" preserveAspectRatio="xMaxYMid meet" color="navy">
  <path d="M1 1h7v7z" fill="currentColor" stroke="white" stroke-width="1"/><circle cx="3" cy="6" r="1"/></svg>
<svg x="2" y="64" width="20" height="10" viewBox="0 0 9 9" preserveAspectRatio="xMidYMin slice"><rect x="1" y="1" width="7" height="7"/></svg>
<use href="#mark" x="50" y="70"/><g transform="translate(24 72) scale(1.5)"><use href="#mark" fill-opacity="0.5"/></g>
<image x="26" y="2" width="8" height="5" href="any.png"/><polygon points="40,30 46,30 43,36" fill="none" stroke="#888888"/>
<polyline points="4,44 10,46 16,42" fill="transparent" stroke="url(#same)" stroke-opacity=".5"/>
<g display="none"><rect width="60" height="80"/></g><rect width="9" height="9" visibility="hidden"/>
<rect x="50" y="40" width="8" height="8" mask="url(#any)"/><rect x="50" y="50" width="8" height="8" fill="url(#missing)"/>
<path d="M4 4 L56 9 L30 76Z" fill="none" stroke="#888888" stroke-width="1.2"/>
<use href="#nowhere"/><use href="#mark" x="2mm" y="any" transform="scale(1 0)"/>
"""


def everything(shift=(0, 0)):
    _, shapes = read_shapes(f'{HEAD}<g transform="translate({shift[0]} {shift[1]})">{EVERYTHING}</g></svg>')
    return ShapeIndex(shapes)


def all_shapes(index):
    return [*index.find(-math.inf, -math.inf, math.inf, math.inf)]


def test_shapes_and_what_they_paint_are_as_recorded():
    def drawn():
        index = everything()
        letters, rows = {}, []
        for shape in all_shapes(index):
            box = " ".join(f"{value:.3f}" for value in shape.box())
            kind = " ".join(name for name in ("is_picture", "is_opaque", "is_rectangle") if getattr(shape, name))
            paints = "; ".join(" ".join(f"{value:.2f}" for value in paint) for paint in shape.paints)
            sides = sum(value for side in shape.sides() for value in side)
            lines = sum(value for line in shape.lines() for point in line for value in point)
            ink = shape.ink_box and " ".join(f"{value:.2f}" for value in shape.ink_box)
            yield f"{box}, ink {ink}: {paints}, {kind}, stroke {shape.stroke:.3f}, sides {sides:.3f}, lines {lines:.3f}"
        yield f"{index.box()}, {[round(value, 3) for value in index.ink_box]}"
        for y in range(40):
            places = [tuple(index.paints(x + 0.4, 2 * y + 0.4).paints) for x in range(60)]
            rows.append("".join(letters.setdefault(place, LETTERS[len(letters) % len(LETTERS)]) for place in places))
        yield from rows

    check_recorded(Path(__file__).with_name("shapes.txt"), drawn())


def painted(shapes, x, y):
    """What shapes paint at a point down to one that hides the others, and whether there is one."""
    found = []
    for shape in shapes:
        if shape.covers(x, y):
            found.append(shape.paints)
            if all(alpha >= 1 for *_, alpha in shape.paints):
                return found, True
    return found, False


def test_what_is_painted_around_a_point_is_the_same_in_its_whole_box():
    index, chance = everything(), random.Random(4)
    shapes, boxes = all_shapes(index), 0
    for _ in range(600):
        x, y = chance.uniform(-1, 61), chance.uniform(-1, 81)
        found = index.paints(x, y)
        assert (found.paints, found.is_hiding) == painted(shapes, x, y), (x, y)
        left, top, right, bottom = found.box
        if left < x < right and top < y < bottom:
            boxes += 1
            point = chance.uniform(left, right), chance.uniform(top, bottom)
            assert painted(shapes, *point) == (found.paints, found.is_hiding), (found.box, point)
            assert index.paints(x, y) is found
    assert boxes > 60, "many points are in boxes that are found again"


def test_between_a_point_that_is_painted_and_one_that_is_not_there_is_a_side():
    for shape in all_shapes(everything()):
        sides = [*shape.sides()]
        for y in (8.3, 15.7, 21.2, 33.1, 44.9, 55.3, 57.7, 69.2, 73.3, 79.9):
            row = [(x / 4, shape.covers(x / 4, y)) for x in range(-8, 260)]
            for (left, before), (right, after) in pairwise(row):
                is_side = any(a <= right and left <= c and b <= y <= d for a, b, c, d in sides)
                assert before == after or is_side, (left, y)


def test_points_are_in_an_outline_up_to_its_border_and_its_sides_are_around_that():
    rect, ellipse = RectInside(1, 2, 4, 6), EllipseInside(3, 5, 2, 4)
    star = "M0 0L6 0L6 6L0 6ZM1 1L5 1L5 5L1 5Z"
    for outline, inside, outside in (
        (rect, [(1, 2), (5, 8), (3, 5)], [(0.9, 5), (5.1, 5), (3, 1.9), (3, 8.1)]),
        (ellipse, [(3, 5), (5, 5), (1, 5), (3, 1), (3, 9)], [(5.1, 5), (0.9, 5), (3, 0.9), (3, 9.1), (4.9, 8.9)]),
        (StrokeInside(rect, 1), [(0.5, 5), (1.5, 5), (3, 1.5), (3, 8.5)], [(3, 5), (0.4, 5), (1.6, 5), (3, 8.6)]),
        (PathInside(star, False), [(0.5, 3), (3, 3)], [(-0.1, 3), (6.1, 3), (3, 6.1)]),
        (PathInside(star, True), [(0.5, 3), (5.5, 3)], [(3, 3), (6.1, 3)]),
        (PathInside("M0 0H6V6L0 6", False), [(1, 5), (5, 1)], [(7, 1), (-1, 1)]),
    ):
        assert [outline(x, y) for x, y in inside] == [True] * len(inside), outline
        assert [outline(x, y) for x, y in outside] == [False] * len(outside), outline
        left, top, right, bottom = outline.box()
        assert all(left <= x <= right and top <= y <= bottom for x, y in inside), outline
    for angle in range(0, 360, 3):
        x, y = 3 + 2 * math.cos(math.radians(angle)), 5 + 4 * math.sin(math.radians(angle))
        assert any(
            left - 1e-9 <= x <= right + 1e-9 and top - 1e-9 <= y <= bottom + 1e-9
            for left, top, right, bottom in ellipse.sides()
        ), angle


def test_what_is_found_touches_the_box():
    _, shapes = read_shapes(f'{HEAD}<rect x="10" y="20" width="30" height="40"/></svg>')
    index, (shape,) = ShapeIndex(shapes), shapes
    for box in ((40, 30, 50, 40), (0, 30, 10, 40), (20, 60, 30, 70), (20, 10, 30, 20)):
        assert [*index.find(*box)] == [shape]
        assert shape.meets(*box)
    for box in ((40.1, 30, 50, 40), (0, 30, 9.9, 40), (20, 60.1, 30, 70), (20, 10, 30, 19.9)):
        assert not [*index.find(*box)]
        assert not shape.meets(*box)


def test_points_of_ink_are_a_few_of_each_color_wherever_the_artwork_is():
    here, there = everything().ink, everything((7, 11)).ink
    assert [paints for *_, paints in here] == [paints for *_, paints in there]
    assert [(x + 7, y + 11) for x, y, _ in here] == [pytest.approx((x, y)) for x, y, _ in there]
    counts = Counter(paints[0] for *_, paints in here)
    assert max(counts.values()) in (3, 4, 5)
    assert len(counts) > 5
    for x, y, paints in here:
        assert everything().paints(x, y).paints == paints

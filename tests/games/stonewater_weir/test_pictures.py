"""What the badges of a card cover of its picture, and what its cut takes away."""

from itertools import chain
from math import hypot

import pytest
import yaml
from lxml import etree

from cardgen.geometry.units import Rect, Size
from cardgen.plugin.resources import resources
from cardgen.preflight.matrices import IDENTITY, multiply, read_matrix
from cardgen.render.face.aspect_ratio import picture_box
from cardgen.yaml_loader import LOADER

DECK = resources().decks / "stonewater.yaml"
WIDTH, BLEED = 44, 2.5  # of a card, mm
TALL = Size(70, 120)  # of the tarot cards that people print, mm
SIGN, COST, VALUE = (
    (6.7, 6.7, 4.2),
    (WIDTH - 6.3, 6.3, 3.8),
    (WIDTH - 6.3, 6.8, 4.3),
)  # centre and radius of a badge, mm
STARS = {
    unit: [(WIDTH - 5.3 - 3.4 * star, 5.3, 2.5) for star in range(count)]
    for unit, count in (("assault", 1), ("support", 2), ("heavy", 3))
}
EYES = {"#1c1a1c", "#c9f26b"}  # of people, and of the Silt
MOON = 14  # radius of the smallest, in the units of a picture
KINDS = ("forge", "market", "inn", "rainlore", "events", "enemies", "winds")


def eyes(element, matrix=IDENTITY):
    """Yield where eyes are, in the units of the picture."""
    matrix = multiply(matrix, read_matrix(element.get("transform", "")))
    if element.tag.endswith("}ellipse") and element.get("fill") in EYES:
        x, y = float(element.get("cx")), float(element.get("cy"))
        yield matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]
    for child in element:
        if isinstance(child.tag, str) and not child.tag.endswith("}defs"):
            yield from eyes(child, matrix)


def lights(element):
    """Yield the place and the radius of each sun and moon, in the units of the picture: a disc within a glow of its own."""
    glow = None
    for circle in element.iterfind("{*}g/{*}circle"):
        place, radius = (circle.get("cx"), circle.get("cy")), float(circle.get("r"))
        if circle.get("fill").startswith("url("):
            glow = place
        elif place == glow and radius > MOON and circle.get("fill") != "none":
            yield float(place[0]), float(place[1]), radius


def cards():
    deck = yaml.load(DECK.read_text("utf-8"), LOADER)
    for card in chain(*(deck[kind] for kind in KINDS)):
        others = [COST] if card.get("cost") else [VALUE] if "value" in card else STARS.get(card.get("unit"), [])
        yield pytest.param(file_and_focus(card["art"])[0], [SIGN, *others], id=card["id"])


def file_and_focus(art):
    """The picture of a card and what the deck states as its focus, empty if nothing."""
    return (art["file"], art["focus"]) if isinstance(art, dict) else (art, "")


@pytest.mark.parametrize(("art", "badges"), [*cards()])
def test_no_face_is_under_a_badge_or_cut_off(art, badges):
    root = etree.parse(DECK.parent / art).getroot()
    scale = (WIDTH + 2 * BLEED) / float(root.get("viewBox").split()[2])
    for x, y in ((x * scale - BLEED, y * scale - BLEED) for x, y in eyes(root)):
        if -BLEED < x < WIDTH + BLEED:
            assert y > 0, (x, y)
        for cx, cy, r in badges:
            assert hypot(x - cx, y - cy) > r + 0.3, (x, y)


def test_tall_cards_show_the_faces_that_wide_ones_show():
    deck = yaml.load(DECK.read_text("utf-8"), LOADER)
    unit = TALL.width / WIDTH
    badge = [unit * length for length in SIGN]
    window = Rect(
        -BLEED, -BLEED, TALL.width + 2 * BLEED, 28.5 * unit + (TALL.height - 68 * unit) / 2 + BLEED + 1.8 * unit
    )
    hidden = []
    for card in chain(*(deck[kind] for kind in KINDS)):
        file, focus = file_and_focus(card["art"])
        root = etree.parse(DECK.parent / file).getroot()
        natural = Size(*map(float, root.get("viewBox").split()[2:]))
        shown = picture_box(window, natural, "xMidYMid slice", focus)
        for eye in eyes(root):
            wide = eye[0] * (WIDTH + 2 * BLEED) / natural.width - BLEED
            x, y = shown.x + eye[0] * shown.width / natural.width, shown.y + eye[1] * shown.height / natural.height
            is_seen = 1 < x < TALL.width - 1 and hypot(x - badge[0], y - badge[1]) > badge[2]
            if 2 < wide < WIDTH - 2 and not is_seen:
                hidden.append((card["id"], round(x, 1), round(y, 1)))
    assert hidden == []


@pytest.mark.parametrize(("art", "badges"), [*cards()])
def test_no_sun_or_moon_is_half_under_a_badge(art, badges):
    root = etree.parse(DECK.parent / art).getroot()
    scale = (WIDTH + 2 * BLEED) / float(root.get("viewBox").split()[2])
    for x, y, radius in lights(root):
        for cx, cy, r in badges:
            apart = hypot(x * scale - BLEED - cx, y * scale - BLEED - cy)
            assert apart > r + radius * scale + 0.3, (x, y, radius)

"""Generated pictures: the same for the same seed, different for others, and cheap to convert."""

import inspect
from hashlib import blake2b
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardgen.geometry.units import Rect
from cardgen.model.deck import PLACEHOLDER
from cardgen.read.svg import parse_svg
from cardgen.render.pictures import is_vector
from cardgen.render.placeholders import (
    PlaceholderPictures,
    Scene,
    courts,
    creatures,
    is_placeholder,
    rosettes,
    scenes,
    subjects,
    things,
)
from cardgen.render.placeholders.shades import mixed, shades_of, turned
from tests.recorded import check_recorded

PALETTE = {"primary": "#1f5673", "dark": "#12303f", "accent": "#d9a441", "ink": "#1c2529", "paper": "#f4efe3"}


class Files:
    """Stands for the pictures that are read from files."""

    def picture(self, href, base):
        return f"file {href}"

    def icon(self, name):
        return f"icon {name}"


def scene(seed: str, palette: dict[str, str] = PALETTE) -> Scene:
    picture = PlaceholderPictures(Files(), palette).picture(f"{PLACEHOLDER}{seed}", None)
    assert isinstance(picture, Scene)
    return picture


def test_other_names_are_read_from_files():
    pictures = PlaceholderPictures(Files(), PALETTE)
    assert pictures.picture("art/dory.svg", Path()) == "file art/dory.svg"
    assert pictures.icon("coin") == "icon coin"
    assert is_placeholder("placeholder:dory")
    assert not is_placeholder("placeholder.svg")


@given(st.text(max_size=40))
def test_any_text_is_a_seed(seed):
    assert scene(seed) == scene(seed)
    document = scene(seed).document()
    assert parse_svg(document.encode(), "picture").view_box == Rect(0, 0, 100, 100)


def test_cards_of_a_deck_have_different_pictures():
    pictures = PlaceholderPictures(Files(), PALETTE)
    scenes = {pictures.picture(f"{PLACEHOLDER}card-{number}", None) for number in range(54)}
    assert len(scenes) >= 53


def test_thousands_of_pictures_share_their_layers():
    pictures = PlaceholderPictures(Files(), PALETTE)
    scenes = [pictures.picture(f"{PLACEHOLDER}{number}", None) for number in range(10_000)]
    assert len(set(scenes)) > 4_000
    assert len({layer for scene in scenes for layer in scene.layers}) < 1_500


def test_layers_of_one_picture_have_no_common_id():
    for number in range(200):
        root = etree.fromstring(scene(str(number)).document().encode())
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))


def test_a_scene_is_a_vector_picture():
    assert is_vector(scene("dory"))
    nested = scene("dory").nested(Rect(1, 2, 30, 40), "xMidYMid meet")
    assert nested.startswith("<svg") and 'preserveAspectRatio="xMidYMid meet"' in nested


def test_pictures_have_the_colors_of_the_deck():
    other = {**PALETTE, "primary": "#9e1b1f", "accent": "#cfa24b", "dark": "#2b1512"}
    assert scene("dory").layers != scene("dory", other).layers
    assert len({shades.name for shades in shades_of(PALETTE)}) == len(shades_of(PALETTE))
    assert shades_of({}) != shades_of(PALETTE)


def test_colors_are_mixed_and_turned():
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert turned("#ff0000", 1 / 3) == "#00ff00"
    assert turned("#123456", 0) == "#123456"


def test_the_sun_in_heat_is_pale_unless_the_leading_colour_is_a_red_or_an_orange():
    pale = mixed(PALETTE["paper"], "#ffffff", 0.5)
    for color, is_sun in (
        ("#9e1b1f", True), ("#d01040", True), ("#e07010", True), ("#c8c020", False), ("#108040", False), ("#2f4b6e", False),
        ("#808080", False), ("#f0f0f0", False), ("#806060", False), ("#f01060", False),
    ):  # fmt: skip
        (heat,) = (shades for shades in shades_of({**PALETTE, "primary": color}) if shades.name == "heat0")
        assert heat.glow == (color if is_sun else pale), color


HEATED = {**PALETTE, "primary": "#9e1b1f", "paper": "#101418", "ink": "#f0f0f0"}
SEEDS = (
    "dory",
    "1",
    "2",
    "3",
    "High tide",
    "7 Otter",
    "\u00e7\u00e3o",
    "",
    "card-17",
    "card-18",
    *(f"Castle {number}" for number in range(8)),
)


def test_every_picture_is_drawn_as_recorded():
    """A deck that is printed again gets the pictures that it had; look at those whose line has changed."""
    check_recorded(Path(__file__).with_name("pictures.txt"), told_pictures())


def told_pictures():
    for palette in (PALETTE, HEATED, {}):
        yield from map(str, shades_of(palette))
    shades = shades_of(PALETTE)[0]
    for module in (scenes, subjects, creatures, courts, things):
        for name, draw in inspect.getmembers(module, inspect.isfunction):
            if next(iter(inspect.signature(draw).parameters)) == "s" and draw.__module__ == module.__name__:
                at = [33.0] * (len(inspect.signature(draw).parameters) - 1)
                yield f"{module.__name__.rpartition('.')[2]}.{name} {digest(draw(shades, *at))}"
    for name in rosettes.TILINGS:
        yield f"tiling {name} {digest(rosettes.tiling(shades, name))}"
    for petal in rosettes.PETALS:
        for fold in rosettes.FOLDS:
            made = rosettes.rosette(shades, petal, fold), rosettes.heart(shades, petal, fold)
            yield f"rosette {petal} {fold} {' '.join(map(digest, made))}"
    for seed in (*SEEDS, *(f"land:{seed}" for seed in SEEDS)):
        made = scene(seed)
        yield f"seed {seed}: {' '.join(map(digest, (*made.layers, made.document(), made.nested(Rect(1, 2, 3, 4)))))}"


def digest(markup: str) -> str:
    return blake2b(markup.encode(), digest_size=4).hexdigest()


def test_a_picture_is_the_same_whatever_was_drawn_before_it():
    """Pictures share their layers: two layers that differ must not be taken for each other."""
    source = PlaceholderPictures(Files(), PALETTE)
    for number in range(120):
        seed = f"{number} {('castle', 'tide', '', '', '', '')[number % 6]}"
        assert source.picture(f"{PLACEHOLDER}{seed}", None) == scene(seed), seed

"""Generated lands, and where decks get theirs from."""

from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.units import Rect
from cardgen.model.deck import PLACEHOLDER
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.read.svg import parse_svg
from cardgen.report.diagnostics import Collector

from .test_placeholders import scene


@given(st.text(max_size=40))
def test_any_text_is_the_seed_of_a_land(seed):
    land = scene(f"land:{seed}")
    assert land == scene(f"land:{seed}")
    assert parse_svg(land.document().encode(), "land").view_box == Rect(0, 0, 302, 260)


def test_different_decks_have_different_lands():
    assert len({scene(f"land:{number}").document() for number in range(20)}) == 20


WORDS = ("castle", "ship", "cat", "kite", "lantern")


def test_lands_of_different_decks_differ_in_the_nearest_ridge_and_in_what_stands_there():
    lands = [scene(f"land:{number} {WORDS[number % 5]}").document() for number in range(20)]
    assert len({land.rpartition("<path")[0].rpartition("<path")[2] for land in lands}) == 20, "the front ridge"
    assert len({land.rpartition("scale(1.7)")[2].partition("</g>")[0].count("<") for land in lands}) > 3, "the subject"


def test_a_land_takes_the_colours_of_the_palette():
    red = scene("land:x", {"primary": "#c01020"}).document()
    assert red != scene("land:x", {"primary": "#1020c0"}).document()


def identity(deck):
    return open_project(deck, DeckOptions(), Collector()).renderer.shared["identity"]


CARDS = "game: cards\ncards:\n  - {name: Dory}\n"


def test_a_deck_states_its_land_or_has_a_generated_one(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text(CARDS)
    assert identity(deck)["land"].startswith(f"{PLACEHOLDER}land:")
    (tmp_path / "land.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>')
    deck.write_text(f"{CARDS}\nland: land.svg\n")
    assert identity(deck)["land"] == "land.svg"

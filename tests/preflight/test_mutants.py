"""A face that passes, changed as careless hands would: each change is found."""

from dataclasses import replace

import pytest

from cardgen import BuildOptions
from cardgen.geometry.units import Rect
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, TextSpan
from cardgen.pipeline.printed_file.build import prepare
from cardgen.preflight.faces import Preflight

DECK = "game: cards\nlook: classic\ncards:\n  - {name: Lantern Fish, cost: 2, type: Creature, power: 3, text: Draw a card.}\n"


@pytest.fixture(scope="module")
def face(tmp_path_factory):
    deck = tmp_path_factory.mktemp("mutants") / "deck.yaml"
    deck.write_text(DECK)
    return prepare(deck, BuildOptions()).drawn[0].pieces[0].face


def codes(face: Drawing) -> set[str]:
    return {finding.code for finding in Preflight().check(face, inset=2.5).found}


def name_of(face: Drawing) -> TextSpan:
    return next(item for item in face.items if isinstance(item, TextSpan) and item.words[0].text.lower() == "lantern")


def changed(face: Drawing, old: object, new: object) -> Drawing:
    return replace(face, items=tuple(new if item is old else item for item in face.items))


def badge_of(face: Drawing) -> PlacedArtwork:
    found = [item for item in face.items if isinstance(item, PlacedArtwork) and item.artwork.svg.count("<circle") == 3]
    return found[-1]


def test_the_face_passes(face):
    assert codes(face) == set()


def test_a_badge_that_is_shifted_is_near_the_cut(face):
    badge = badge_of(face)
    moved = replace(badge, box=Rect(badge.box.x - 2, badge.box.y, badge.box.width, badge.box.height))
    wide = replace(face, items=tuple(moved if item is badge else item for item in face.items))
    assert "W415" in codes(wide)


def test_a_color_that_is_swapped_has_no_contrast(face):
    name = name_of(face)
    assert "W412" in codes(changed(face, name, replace(name, color="#20556f")))


def test_a_name_that_grows_runs_over_the_frame(face):
    name = name_of(face)
    assert codes(changed(face, name, replace(name, words=name.words * 3, space=name.space))) >= {"W414"}
    assert "W415" in codes(changed(face, name, replace(name, words=name.words * 5)))


def test_a_disc_over_text_is_found(face):
    name = name_of(face)
    svg = f'<circle cx="{name.x + 2}" cy="{name.y - 1}" r="2" fill="#888888"/>'
    size = face.size
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width} {size.height}"'
        f' width="{size.width}mm" height="{size.height}mm">{svg}</svg>'
    )
    disc = PlacedArtwork(Artwork(document, size), Rect(0, 0, size.width, size.height))
    assert "W413" in codes(replace(face, items=(*face.items, disc)))


def test_a_text_that_shrinks_is_small(face):
    name = name_of(face)
    assert "W417" in codes(changed(face, name, replace(name, size=name.size / 2)))

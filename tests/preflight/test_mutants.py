"""A face that passes, changed as careless hands would: each change is found."""

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen import BuildOptions
from cardgen.geometry.units import MM_PER_POINT, Rect
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, TextSpan
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.resources import resources
from cardgen.preflight.faces import Preflight

DECK = "game: cards\nlook: classic\ncards:\n  - {name: Lantern Fish, cost: 2, type: Creature, power: 3, text: Draw a card.}\n"


def face_of(folder: Path, look: str) -> Drawing:
    deck = folder / f"{look}.yaml"
    deck.write_text(DECK.replace("classic", look))
    return prepare(deck, BuildOptions()).drawn[0].pieces[0].face


@pytest.fixture(scope="module")
def face(tmp_path_factory):
    return face_of(tmp_path_factory.mktemp("mutants"), "classic")


@pytest.fixture(scope="module")
def token():
    """A token of Stonewater Weir, whose panels run past the cut."""
    options = BuildOptions(only=("abilities",))
    return prepare(resources().decks / "stonewater.yaml", options).drawn[0].pieces[0].face


def codes(face: Drawing, inset: float = 2.5) -> set[str]:
    return {finding.code for finding in Preflight().check(face, inset=inset).found}


def name_of(face: Drawing) -> TextSpan:
    return next(item for item in face.items if isinstance(item, TextSpan) and item.words[0].text.lower() == "lantern")


def changed(face: Drawing, old: object, new: object) -> Drawing:
    return replace(face, items=tuple(new if item is old else item for item in face.items))


def art_with(face: Drawing, svg: str) -> PlacedArtwork:
    (found,) = (item for item in face.items if isinstance(item, PlacedArtwork) and svg in item.artwork.svg)
    return found


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


def test_a_badge_over_the_name_of_full_art_is_found(tmp_path):
    face = face_of(tmp_path, "full-art")
    assert codes(face) == set()
    badge = art_with(face, '<circle cx="9.8" cy="9.8" r="6.4"')
    name = name_of(face)
    box = replace(badge.box, x=badge.box.x + name.x - 9.8, y=badge.box.y + name.y - 9.8)
    assert "W413" in codes(changed(face, badge, replace(badge, box=box)))


def test_a_frame_of_tarot_beside_the_cut_is_found(tmp_path):
    """It is drawn 4.1 mm from the cut, and enlarged until it is 1 mm from all sides."""
    face = face_of(tmp_path, "tarot")
    assert codes(face) == set()
    frame = art_with(face, "M3.7 25.7a22 22")
    width, height = face.size.width, face.size.height
    wider, higher = (width - 2) / (width - 8.22), (height - 2) / (height - 8.22)
    box, middle = frame.box, (width / 2, height / 2)
    left, top = middle[0] + (box.x - middle[0]) * wider, middle[1] + (box.y - middle[1]) * higher
    large = replace(frame, box=Rect(left, top, box.width * wider, box.height * higher))
    assert "W416" in codes(changed(face, frame, large))


def test_a_picture_that_is_enlarged_over_its_title_is_found(tmp_path):
    face = face_of(tmp_path, "landscape")
    assert codes(face) == set()
    pictures = [item for item in face.items if isinstance(item, PlacedArtwork) and '<svg x="-3"' in item.artwork.svg]
    large = [replace(one, box=replace(one.box, width=2 * one.box.width)) for one in pictures]
    assert pictures
    assert "W413" in codes(replace(face, items=(*face.items, *large)))


def test_a_panel_of_a_token_that_ends_before_the_cut_is_found(token):
    assert codes(token, inset=2) == set()
    panel = art_with(token, 'width="37.8"')
    short = replace(panel, artwork=replace(panel.artwork, svg=panel.artwork.svg.replace("37.8", "33.8")))
    assert "W415" in codes(changed(token, panel, short), inset=2)


def test_the_text_of_a_token_at_5_pt_is_found(token):
    text = next(item for item in token.items if isinstance(item, TextSpan) and item.style == "token-text")
    assert "W417" in codes(changed(token, text, replace(text, size=5 * MM_PER_POINT)), inset=2)


def test_an_icon_in_the_color_of_its_ground_is_found(token):
    icon = art_with(token, 'viewBox="0 0 24 24"')
    mutant = replace(icon, artwork=replace(icon.artwork, svg=icon.artwork.svg.replace("#f1e8d6", "#1d4a54")))
    assert codes(changed(token, icon, mutant), inset=2) == {"W412"}

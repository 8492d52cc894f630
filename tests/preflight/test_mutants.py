"""A face that passes, changed as careless hands would: each change is found."""

from dataclasses import replace
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from PIL import Image

from cardgen import BuildOptions
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND
from cardgen.geometry.units import MM_PER_POINT, Rect, Size
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, PlacedImage, Rotated, TextSpan, View
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.resources import resources
from cardgen.preflight.faces import Preflight
from cardgen.preflight.neighbors import find_size_jumps
from cardgen.preflight.texts import ink_width
from tests.preflight.faces import WORD, art, span
from tests.recorded import check_recorded

GRADIENT = '<linearGradient id="g"><stop stop-color="#ffffff"/><stop offset="1" stop-color="#e0d0b0"/></linearGradient>'
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


@pytest.fixture(scope="module")
def enemy():
    """An enemy of Stonewater Weir, with small icons beside numbers."""
    options = BuildOptions(only=("enemies",))
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


def test_a_number_in_the_color_of_its_badge_is_found_beside_words_of_that_color(tmp_path):
    """The type of a card follows its cost, and is drawn in the colour of the badge."""
    face = face_of(tmp_path, "classic")
    cost = next(item for item in face.items if isinstance(item, TextSpan) and item.words[0].text == "2")
    assert "W412" in codes(changed(face, cost, replace(cost, color="#f4efe3")))


def test_a_name_that_grows_runs_over_the_frame(face):
    name = name_of(face)
    assert codes(changed(face, name, replace(name, words=name.words * 3, space=name.space))) >= {"W414"}
    assert "W415" in codes(changed(face, name, replace(name, words=name.words * 5)))


def test_a_disc_over_text_is_found(face):
    """It covers a letter whole, its foot, or its top."""
    name, size = name_of(face), face.size
    foot, top = name.y - 0.1 * name.size, name.y - 0.62 * name.size
    for y, radius in ((name.y - 1, 2), (foot, 0.2 * name.size), (top, 0.2 * name.size)):
        disc = f'<circle cx="{name.x + name.size}" cy="{y}" r="{radius}" fill="#888888"/>'
        attributes = f'viewBox="0 0 {size.width} {size.height}" width="{size.width}mm" height="{size.height}mm"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{disc}</svg>'
        over = PlacedArtwork(Artwork(svg, size), Rect(0, 0, size.width, size.height))
        assert "W413" in codes(replace(face, items=(*face.items, over))), (y, radius)


def test_a_text_that_shrinks_is_small(face):
    name = name_of(face)
    assert "W417" in codes(changed(face, name, replace(name, size=name.size / 2)))


def test_a_name_that_grows_or_shrinks_beside_those_of_other_cards_is_found(tmp_path):
    """Cards with longer and shorter names and texts have one size."""
    deck = tmp_path / "three.yaml"
    others = "  - {name: Oak, type: Plant, text: Draw a card.}\n  - {name: Merchant of Rain, text: All stalls close.}\n"
    deck.write_text(DECK + others)
    faces = [piece.face for piece in prepare(deck, BuildOptions()).drawn[0].pieces]
    assert [*find_size_jumps(faces)] == []
    name = name_of(faces[0])
    for factor in (0.8, 1.25):
        x = name.x + ink_width(name) * (1 - factor) / 2  # its middle stays
        grown = changed(faces[0], name, replace(name, x=x, size=factor * name.size))
        assert [number for number, _ in find_size_jumps([grown, *faces[1:]])] == [0], factor


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


def test_an_icon_that_is_moved_towards_the_cut_is_found(token):
    icon = art_with(token, 'viewBox="0 0 24 24"')
    width, height = token.size.width - icon.box.width, token.size.height - icon.box.height
    for gap in (0.3, 0.9, 1.4):
        for x, y in ((gap, icon.box.y), (width - gap, icon.box.y), (icon.box.x, gap), (icon.box.x, height - gap)):
            assert "W415" in codes(changed(token, icon, replace(icon, box=replace(icon.box, x=x, y=y))), inset=2), (
                x,
                y,
            )


def test_an_icon_that_is_moved_towards_the_number_beside_it_is_found(enemy):
    """They are 0.9 mm apart; then they are nearer, and on each other, also in a group that is turned."""
    assert codes(enemy) == set()
    icons = [item for item in enemy.items if isinstance(item, PlacedArtwork) and 'd="M6 2.4Q3.4' in item.artwork.svg]
    icon = next(one for one in icons if not one.in_text)
    for step, is_found in ((-0.5, False), (0.6, True), (1, True), (1.4, True)):
        moved = replace(icon, box=replace(icon.box, x=icon.box.x + step))
        assert ("W414" in codes(changed(enemy, icon, moved))) == is_found, step
        back = replace(moved, box=Rect(-moved.box.right, -moved.box.bottom, icon.box.width, icon.box.height))
        assert ("W414" in codes(changed(enemy, icon, Rotated(180, 0, 0, (back,))))) == is_found, step
        assert "W414" not in codes(changed(enemy, icon, replace(moved, in_text=True))), step


def test_an_icon_in_the_color_of_its_ground_is_found(token):
    icon = art_with(token, 'viewBox="0 0 24 24"')
    mutant = replace(icon, artwork=replace(icon.artwork, svg=icon.artwork.svg.replace("#f1e8d6", "#1d4a54")))
    assert codes(changed(token, icon, mutant), inset=2) == {"W412"}


GROUND = art('<rect x="-3" y="-3" width="66" height="66" fill="#f5ead5"/>')
GROUNDS = "".join(
    f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}">'
    f'<rect x="{left}" y="{top}" width="{across}" height="{down}" fill="#604020"/></svg>'
    for (x, y, width, height), (left, top, across, down) in (
        ((-3, 9, 12, 40), (0.5, 20, 1, 9)), ((51, 9, 12, 40), (58.5, 20, 1, 9)), ((9, -3, 40, 12), (20, 0.5, 9, 1)), ((9, 47, 40, 12), (20, 54.5, 9, 1)),
    )
)  # fmt: skip
"""Pictures that are ground up to one bleed each, whose ink is near the cut there."""
ITEMS = (
    GROUND,
    art(GROUNDS),
    art('<svg x="46" y="14" width="5" height="4" viewBox="0 0 5 4"><circle cx="2" cy="2" r="3" fill="#204020"/></svg>'),
    art('<rect x="4" y="34" width="52" height="18" rx="2" fill="url(#g)"/>', GRADIENT),
    art('<path d="M2.5 2.5h55v51h-55z" fill="none" stroke="#20556f" stroke-width="0.8"/>'),
    art('<circle cx="9" cy="9" r="5" fill="#20556f"/><circle cx="9" cy="9" r="4" fill="#ffffff" opacity="0.4"/>'),
    art('<svg x="40" y="38" width="12" height="9" viewBox="0 0 9 9"><path d="M1 1h7v7z" fill="#802020"/></svg>'),
    art('<path d="M6 20L54 20" stroke="#20556f" stroke-width="0.3"/><path d="M6 24L54 26" stroke="#777777"/>'),
    span("#102030", 3.5, 18, 10, text="Quay"),
    span("#f5ead5", 4, 7, 10.5),
    span("#102030", 2.4, 12, 44),
    replace(span("#444444", 1.7, 40, 54), style="legal"),
    Rotated(90, 50, 20, (span("#20556f", 3, 50, 20),)),
    TextSpan("Any", 3, "#102030", 20, 16, (WORD, WORD), 1.5, 0.4, style="rules"),
    Rotated(45, 42, 30, (Rotated(-75, 46, 30, (art('<rect width="60" height="60" fill="#802020"/>', box=Rect(40, 27, 4, 6)), span("#102030", 2.6, 44, 30))),)),
    View(Rect(30, 26, 10, 6), (art('<rect x="28" y="24" width="20" height="20" fill="#c0d0a0"/>'), span("#102030", 3, 31, 30))),
    View(Rect(10, 26, 10, 6), (art('<rect x="8" y="24" width="9" height="20" fill="#c0d0a0"/>'),), is_ground=True),
)  # fmt: skip


def pictures(folder: Path):
    """A dark picture with a light and a clear corner that is cut off by its window, with text on it; and a missing one."""
    pixels = Image.new("RGBA", (40, 20), "#203040")
    pixels.paste("#fff0d0", (0, 10, 20, 20))
    pixels.paste((32, 48, 64, 120), (30, 0, 40, 10))
    pixels.save(folder / "any.png")
    turned = PlacedImage(folder / "any.png", Rect(40, 4, 16, 8), Rect(41, 4, 14, 8))
    return (
        PlacedImage(folder / "any.png", Rect(4, 44, 32, 12), Rect(6, 46, 28, 10)),
        span("#f5ead5", 3, 8, 49),
        span("#102030", 3, 8, 54),
        span("#f5ead5", 3, 27, 49),
        Rotated(90, 48, 8, (turned, span("#f5ead5", 2.5, 42, 8))),
        PlacedImage(folder / "missing.png", Rect(36, 50, 8, 6), Rect(36, 50, 8, 6)),
        span("#ffffff", 2.5, 37, 53),
    )


def test_what_is_found_on_faces_that_are_changed_at_random_is_as_recorded(tmp_path):
    items = (*ITEMS, *pictures(tmp_path))

    def found():
        for seed in range(96):
            mutant, inset = any_change(items, Random(seed)), (2.5, 2, 0)[seed % 3]
            outline = (RECTANGLE, RECTANGLE, ROUND, HEXAGON)[seed % 4]
            report = Preflight().check(Drawing(Size(60, 56), 3, mutant), outline, inset, with_advice=seed % 5 > 0)
            yield f"== {seed}, edges {crc32(repr(report.edges).encode()):x}"
            for each in report.found:
                box = each.box and [
                    round(value, 2) for value in (each.box.x, each.box.y, each.box.width, each.box.height)
                ]
                measure = each.measure and round(each.measure, 2)
                yield f"{each.code} {each.message}; {each.expected}; {measure}; {box}{' as advice' * each.is_advice}"

    check_recorded(Path(__file__).with_name("mutants.txt"), found())


def any_change(items, rng: Random):
    """Move, enlarge, recolour or repeat some of the things on a face."""
    found = list(items)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(found))
        item, dx, dy, scale = found[at], rng.uniform(-6, 6), rng.uniform(-6, 6), rng.uniform(0.7, 1.4)
        if isinstance(item, TextSpan):
            color = rng.choice([item.color, "#20556f", "#f5ead5", "#777777"])
            new = replace(item, x=item.x + dx, y=item.y + dy, size=item.size * scale, color=color)
        elif isinstance(item, PlacedArtwork):
            new = replace(
                item, box=Rect(item.box.x + dx, item.box.y + dy, item.box.width * scale, item.box.height * scale)
            )
        elif isinstance(item, PlacedImage):
            box, window = Rect(item.box.x + dx, item.box.y + dy, item.box.width * scale, item.box.height), item.window
            new = replace(item, box=box, window=Rect(window.x + dx, window.y + dy, window.width * scale, window.height))
        elif isinstance(item, View):
            new = replace(item, window=Rect(item.window.x + dx, item.window.y + dy, item.window.width * scale, 6))
        else:
            new = replace(item, degrees=rng.choice([0, 30, 180]), x=item.x + dx)
        found[at : at + rng.randrange(2)] = [new]
        if rng.random() < 0.3:
            found.append(new)
    return tuple(found)

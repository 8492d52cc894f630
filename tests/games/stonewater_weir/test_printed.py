"""Every piece of the rules model, section 1, is printed exactly as often as it must be, legibly and in both languages."""

import math
from collections import Counter
from itertools import pairwise

import pypdfium2
import pytest
import yaml
from lxml import etree

from cardgen.box.make import boxes_of_game
from cardgen.geometry.tuck_box import notch_radius
from cardgen.model.drawing import PlacedArtwork, Rotated, TextSpan, View
from cardgen.pipeline.draw.words import words_of
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.resources import resources
from cardgen.preflight.path_lines import read_lines
from cardgen.yaml_loader import LOADER

DECK = resources().decks / "stonewater.yaml"
SMALLEST = 6
"""Size of the smallest words on cards, boards of heroes and aids, pt."""
MM_PER_PT = 25.4 / 72
CARDS = ("inn", "market", "rainlore", "forge", "enemies", "events", "winds")
COUNTS = {
    **dict.fromkeys(("inn", "market", "rainlore", "forge", "events"), 30),
    **{"enemies": 48, "winds": 4, "heroes": 6, "aids": 6, "abilities": 48},
    **{"units": 64, "figures": 9, "bases": 73, "dice": 8},
    **{"banks": 4, "town": 1, "seasons": 1, "card-sheet": 1, "long-arm": 1},
    **{"lamplight": 18, "morale": 8, "gold": 8, "food": 8, "damage": 8, "reinforced": 8, "drowned": 4},
    **{"errand": 1, "tether": 1, "first-hero": 1, "time": 1},
    **{f"box-{name}": 1 for name in ("inn", "market", "rainlore", "forge", "enemies", "events")},
}


def pieces(job, kind):
    return [piece for part in job.drawn if part.component.name == kind for piece in part.pieces]


def copies(job, kind):
    return sum(piece.copies for piece in pieces(job, kind))


def test_every_piece_is_printed_as_often_as_it_must_be(job):
    assert {kind: copies(job, kind) for kind in COUNTS} == COUNTS


def test_there_are_as_many_figures_of_each_unit_as_the_rules_say(job):
    figures = Counter({piece.id: piece.copies for piece in pieces(job, "units")})
    assert figures == {"mudling": 24, "reaver": 8, "spittoad": 16, "matron": 8, "wreckback": 8}
    town = {piece.id: piece.copies for piece in pieces(job, "figures")}
    assert town["runner"] == 2
    assert town["undercurrent"] == 1
    assert len(town) == 8


def test_there_are_five_red_dice_and_one_of_each_other_kind(job):
    assert {piece.id: piece.copies for piece in pieces(job, "dice")} == {"red": 5, "yellow": 1, "arm": 1, "spawn": 1}


def test_elite_figures_have_another_outline_than_standard_ones(job):
    outline = {piece.id: piece.outline for piece in pieces(job, "units")}
    assert outline["mudling"] == outline["spittoad"]
    assert outline["reaver"] == outline["matron"]
    assert len({outline["mudling"], outline["reaver"], outline["wreckback"]}) == 3


@pytest.mark.parametrize("kind", ["abilities", "lamplight", "damage", "reinforced", "drowned", "errand", *CARDS])
def test_both_sides_are_printed(job, kind):
    assert all(piece.back for piece in pieces(job, kind))


def test_the_sheets_hold_every_card(job):
    sheets = [sheet for sheet in job.sheets if sheet.kind in {"resources", "enemies", "events"}]
    assert sum(sheet.piece_count for sheet in sheets) == 202
    assert sum(len(sheet.recto.placements) for sheet in sheets) == 202
    assert sum(len(sheet.verso.placements) for sheet in sheets) == 202


def test_the_file_has_a_front_and_a_back_page_for_each_sheet(built):
    job, path = built("stonewater")
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 2 + 2 * len(job.sheets)
    document.close()


def test_box_draws_the_boxes_that_a_build_draws(job):
    boxes = [box for kind in COUNTS if kind.startswith("box-") for box in pieces(job, kind)]
    found = boxes_of_game(job, None, None)
    assert len(found) == len(boxes) == 6
    for box, piece in zip(found, boxes, strict=True):
        assert box.sheet.recto.placements[0].drawing == piece.face, piece.name
        assert (box.net, box.title) == (piece.net, piece.name)
        assert box.sheet.recto.placements[0].outline == piece.outline, "ink would fill the corners beside the flaps"
    (sleeved, *_), (thicker, *_) = boxes_of_game(job, None, "thin"), boxes_of_game(job, 0.5, None)
    assert sleeved.contents.width > found[0].contents.width
    assert thicker.contents.depth > found[0].contents.depth


def spans(items):
    for item in items:
        if isinstance(item, Rotated):
            yield from spans(item.items)
        elif isinstance(item, TextSpan):
            yield item


@pytest.mark.parametrize("kind", ["abilities", "heroes", "aids", "summary", *CARDS])
def test_words_are_large_enough_to_read(job, kind):
    small = [
        (piece.name, " ".join(word.text for word in span.words), round(span.size / MM_PER_PT, 2))
        for piece in pieces(job, kind)
        for side in (piece.face, piece.back)
        if side is not None
        for span in spans(side.items)
        if span.size < SMALLEST * MM_PER_PT - 1e-6
    ]
    assert small == []


def test_the_order_of_work_has_a_column_of_its_own_and_is_large_enough_to_read(job):
    page, _ = job.front[0]
    right = [span for span in spans(page.items) if span.x > page.size.width / 2 and 45 < span.y < page.size.height - 20]
    assert len(right) > 20
    assert min(span.size for span in right) >= 9 * MM_PER_PT


def test_hero_boards_say_once_where_abilities_are_learnt_and_each_class_on_its_own_colour(job):
    strings = job.project.strings
    for piece, hero in zip(pieces(job, "heroes"), job.deck.data.heroes, strict=True):
        found = [(span.y, " ".join(word.text for word in span.words)) for span in spans(piece.face.items)]
        assert " ".join(text for _, text in found).count(strings["ability_learn"]) == 1
        heads = " ".join(text for y, text in found if 60 < y < 71)  # mm: the bands of the slots
        assert heads == " ".join(strings[f"class_{name}"] for slot in hero.slots for name in slot.classes), piece.name


def said(job, kind):
    part = next(part for part in job.drawn if part.component.name == kind)
    return [(words.name, words.texts) for words in words_of(part, job.project)]


def test_what_is_read_out_names_every_number(job):
    t = job.project.strings
    (_, rush), *_ = (words for words, card in zip(said(job, "enemies"), job.deck.data.enemies, strict=True)
                     if card.id == "low-tide-rush")  # fmt: skip
    both = [text for n in (1, 2) for text in (f"{t['said_attack']}: {n}", f"{t['said_resistance']}: {n}")]
    moves = [f"Z3: {t['zone_march']}", f"Z2: {t['zone_march']}", f"Z1: {t['zone_attack']}"]
    seasons = [
        f"{t[name]}: {n}" for name, n in zip(("spring", "summer", "autumn", "winter"), (2, 5, 5, 5), strict=True)
    ]
    units = [t["unit_mudling"], f"1 {t['unit_reaver']}"]
    assert [*rush] == [units[0], *both[:2], units[1], *both[2:], *moves, *seasons]
    assert said(job, "units")[-1][1] == (f"{t['said_attack']}: 1", f"{t['said_resistance']}: 3")
    _, hero = said(job, "heroes")[0]
    assert {f"{t['said_strength']}: 1", f"{t['said_first_morale']}: 5", f"{t['said_learning']}: 5"} <= {*hero}
    assert not [text for kind in CARDS for _, texts in said(job, kind) for text in texts if text.isdigit()]


def test_what_is_read_out_says_no_name_twice(job):
    assert not [name for kind in CARDS for name, texts in said(job, kind) if name in texts]


def test_numbers_of_drowned_ground_keep_off_its_frame(job):
    (piece,) = pieces(job, "drowned")
    drawn = [etree.fromstring(item.artwork.svg) for item in piece.face.items if isinstance(item, PlacedArtwork)]
    (frame,) = (rect for svg in drawn for rect in svg.iter("{*}rect") if rect.get("stroke"))
    circles = [circle for svg in drawn for circle in svg.iter("{*}circle")]
    assert len(circles) == 3
    for circle in circles:  # each is drawn at the upper edge, and turned
        top = float(circle.get("cy")) - float(circle.get("r")) - float(circle.get("stroke-width")) / 2
        assert top - float(frame.get("y")) - float(frame.get("stroke-width")) / 2 > 0.5


@pytest.mark.parametrize("kind", ["damage", "reinforced", "errand", "first-hero"])
def test_words_on_round_tokens_keep_off_the_ring(job, kind):
    (piece,) = pieces(job, kind)
    middle = piece.face.size.width / 2
    ring = (8.15 - 0.3) * piece.face.size.width / 20  # its inner edge
    for side in (piece.face, piece.back):
        for span in spans(side.items):
            wide = sum(word.width for word in span.words) * span.size + span.space * (len(span.words) - 1)
            left, right = span.x, span.x + wide
            corners = [(x - middle, y - middle) for x in (left, right) for y in (span.y - 0.5 * span.size, span.y)]
            assert max(math.hypot(*corner) for corner in corners) < ring - 0.6 + 0.05


def test_pips_and_stones_of_dice_keep_off_their_frames(job):
    drawn = [item.artwork.svg for piece in pieces(job, "dice") for item in piece.face.items if hasattr(item, "artwork")]
    groups = [group for svg in {*drawn} for group in etree.fromstring(svg).iter("{*}g")]
    framed = [(group.find("{*}rect"), group.findall("{*}circle")) for group in groups]
    found = [
        (float(frame.get(axis)) + float(frame.get(size)) / 2, float(frame.get(size)) / 2, circle, centre)
        for frame, circles in framed
        for circle in circles
        if frame is not None and frame.get("stroke")
        for axis, size, centre in (("x", "width", "cx"), ("y", "height", "cy"))
    ]
    assert len(found) > 100
    for middle, half, circle, centre in found:
        assert abs(float(circle.get(centre)) - middle) + float(circle.get("r")) < half - 0.5


def test_pips_of_dice_are_dark_where_ink_is_saved(job):
    """Low ink keeps lines and makes shapes pale: each pip has a line of its colour inside."""
    drawn = [item.artwork.svg for piece in pieces(job, "dice") for item in piece.face.items if hasattr(item, "artwork")]
    circles = [circle for svg in {*drawn} for circle in etree.fromstring(svg).iter("{*}circle")]
    pips, lines = circles[::2], circles[1::2]
    assert len(pips) == len(lines) > 40
    for pip, line in zip(pips, lines, strict=True):
        assert [pip.get(name) for name in ("cx", "cy", "fill")] == [line.get(name) for name in ("cx", "cy", "stroke")]
        assert 0.4 < float(line.get("stroke-width")) <= 2 * (float(pip.get("r")) - float(line.get("r"))) + 1e-6


def test_each_box_shows_a_part_of_the_town_of_its_own_on_a_ground_of_its_colour(job):
    views = []
    for name in (name for name in COUNTS if name.startswith("box-")):
        ground, town = pieces(job, name)[0].face.items[:2]
        assert isinstance(ground, View) and ground.is_ground, "low ink would draw an outline beside each fold"
        assert isinstance(town, View)
        views.append(town)
    starts = sorted((view.items[0].box.x - view.window.x) / view.items[0].box.width for view in views)
    assert len(starts) == 6
    assert all(after - before > 0.03 for before, after in pairwise(starts))


def test_the_rule_that_covers_the_end_of_a_picture_goes_beyond_it(job):
    """Two edges in the same place leave a fringe of the picture."""
    picture, band = (etree.fromstring(item.artwork.svg) for item in pieces(job, "aids")[0].face.items[1:3])
    window, rule = picture.find("{*}g/{*}svg"), band.find("{*}g/{*}rect")
    ends = [float(part.get("y")) + float(part.get("height")) for part in (window, rule)]
    assert ends[0] < ends[1] - 0.3


def test_no_picture_lies_behind_the_names_of_boxes(job):
    """With low ink, its lines or the outline of what covers it would run through the names."""
    for name in (name for name in COUNTS if name.startswith("box-")):
        face = pieces(job, name)[0].face
        _, *lands = (item.window for item in face.items if isinstance(item, View))
        names = [span for span in face.items if isinstance(span, TextSpan) and span.style.startswith("title")]
        assert len(lands) == 2
        assert len(names) == 4
        assert max(span.y for span in names) + 1 < min(land.y for land in lands)


def test_frames_of_boxes_go_around_the_notch(job):
    for name in (name for name in COUNTS if name.startswith("box-")):
        face = pieces(job, name)[0].face
        front = face.items[1].window
        width, top = front.width + 6, front.y - 23.6  # the picture is 3 mm inside of the front, below the names
        clear = notch_radius(width) + 1
        svgs = [etree.fromstring(item.artwork.svg) for item in face.items if isinstance(item, PlacedArtwork)]
        lines = [line for svg in svgs for path in svg.iter("{*}path") for line in read_lines(path.get("d"))]
        across = [(x - front.x - front.width / 2, y - top) for line in lines for x, y in line]
        around = [math.hypot(x, y) for x, y in across if abs(x) < width / 2 and y < clear + 2]
        assert len(around) > 20
        assert min(around) > clear, name


@pytest.mark.parametrize(("players", "heroes"), [(1, 4), (5, 5)])
def test_players_get_what_they_need(players, heroes):
    job = prepare(
        DECK, BuildOptions(players=players, only=("heroes", "figures", "aids", "morale", "gold", "food", "lamplight"))
    )
    assert {kind: copies(job, kind) for kind in ("heroes", "aids", "morale", "gold", "food")} == dict.fromkeys(
        ("heroes", "aids", "morale", "gold", "food"), heroes
    )
    assert copies(job, "figures") == heroes + 3
    assert copies(job, "lamplight") == 3 * heroes


def test_every_fixed_string_is_there_in_both_languages():
    folder = resources().templates / "stonewater-weir"
    english, portuguese = (
        yaml.load((folder / f"strings.{language}.yaml").read_text("utf-8"), LOADER) for language in ("en", "pt")
    )
    assert [*english] == [*portuguese]
    assert all([*english.values(), *portuguese.values()])

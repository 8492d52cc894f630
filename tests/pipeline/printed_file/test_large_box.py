"""Nets, parts, papers and numbers of players, from game.yaml to sheets."""

import re
from dataclasses import replace

import pytest
from large_box import DECK, GAME, write_large_box

from cardgen.geometry.units import Size
from cardgen.impose.plotter import cut_plans
from cardgen.model.drawing import TextSpan
from cardgen.pipeline.check import check_deck
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.making import PAPERS
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")


def job_of(folder, game=GAME, deck=DECK, **options):
    return prepare(write_large_box(folder, game, deck), BuildOptions(**options))


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    return job_of(tmp_path_factory.mktemp("large"))


def pieces(job, kind):
    part = next(part for part in job.drawn if part.component.name == kind)
    return {piece.id: piece for piece in part.pieces}


def copies(job, kind):
    return {name: piece.copies for name, piece in pieces(job, kind).items()}


def messages(folder, game=GAME, deck=DECK, **options):
    path = write_large_box(folder, game, deck)
    return [str(problem) for problem in check_deck(path, BuildOptions(language="en", **options), lambda _stage: None)]


def test_die_is_its_net_with_a_picture_on_each_side(job):
    red, arm = pieces(job, "red-die")["red-die"], pieces(job, "arm-die")["arm-die"]
    assert (red.copies, len(red.sides), red.face.size) == (3, 6, red.net.size)
    assert {side.size for side in red.sides} == {Size(16, 16)}
    assert {side.size for side in arm.sides} == {Size(18, 18)}
    assert arm.side_names == ("1", "2", "3", "4", "miss", "jam")
    assert red.side_names == ("1", "2", "3", "4", "5", "6")


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ("[1, 2, 3]", "sides has 3 values"),
        ("seven", "sides is 'seven'"),
        ("[1, 2, 3, 4, 5, {a: 6}]", "entry 6 of sides"),
    ],
)
def test_wrong_sides_are_told_at_their_place(tmp_path, sides, told):
    found = messages(tmp_path, deck=f"{DECK}red-die: {{sides: {sides}}}\n")
    assert len(found) == 1
    assert told in found[0]
    assert re.search(r"deck\.yaml:13:\d+", found[0])


def test_sides_of_a_type_of_the_game_are_counted(tmp_path):
    game = GAME.replace(", min: 6, max: 6, default: [", ", default: [")
    found = messages(tmp_path, game, f"{DECK}arm-die: {{sides: [a, b]}}\n")
    assert [line for line in found if "E443" in line and "arm-die 'Arm die' has 2 sides" in line]


def test_depth_of_a_box_follows_from_the_cards(job, tmp_path):
    box = pieces(job, "card-box")["card-box"]
    assert box.net.panels["left"].width == pytest.approx(66 * 0.3 + 1)
    assert (box.net.panels["front"].width, box.net.panels["front"].height) == (46, 70)
    for_two = job_of(tmp_path, players=2)
    assert pieces(for_two, "card-box")["card-box"].net.panels["left"].width == pytest.approx(37 * 0.3 + 1)


def test_box_of_nothing_is_refused(tmp_path):
    deck = DECK[DECK.index("coins:") :]
    assert any(
        "E444" in line and "nothing goes into the box 'card-box'" in line for line in messages(tmp_path, deck=deck)
    )


def test_each_slit_of_a_figure_has_a_base_of_its_size(job):
    assert copies(job, "feet") == {"mud": 9, "reaver": 4, "wreck": 6}
    for name, figure in pieces(job, "figures").items():
        base = pieces(job, "feet")[name]
        assert base.face.size == Size(figure.face.size.width, 16)
        assert (base.fold.base, base.fold.depth + figure.fold.depth) == ("slot", base.face.size.height)
        assert base.fold.width == figure.fold.width


def test_variants_differ_in_size_shape_and_place(job):
    figures = pieces(job, "figures")
    assert figures["mud"].face.size == Size(22, 36)
    assert figures["reaver"].face.size == Size(26, 44)
    assert figures["reaver"].outline != figures["mud"].outline
    assert (figures["reaver"].place.x, figures["mud"].place) == (30, None)
    assert figures["wreck"].fold.slits == 2


def test_axle_fits_the_hole_and_the_cap_does_not(job):
    hub, hole = pieces(job, "hub"), pieces(job, "arm")["arm"].holes[0]
    assert copies(job, "hub") == {"cap": 1, "axle": 3, "washer": 1}
    assert hub["axle"].face.size.width < hole.diameter < hub["cap"].face.size.width
    assert hub["cap"].face.size == hub["washer"].face.size


def test_holes_are_cut_and_marked_on_the_sheet(job):
    sheet = next(sheet for sheet in job.sheets if sheet.kind == "arm")
    (hole,) = sheet.holes
    trim = sheet.outlines[0].box
    assert hole.box.width == 9
    assert hole.box.x + 4.5 == pytest.approx(trim.x + 15)
    assert hole.box.y + 4.5 == pytest.approx(trim.y + 96)
    assert len([mark for mark in sheet.recto.marks if mark.style == "hole"]) == 4


def test_sheets_are_grouped_by_paper_and_then_by_cut(job):
    batches = [
        (PAPERS.index(sheet.printed_on), ("straight", "outline", "none").index(sheet.cut_way)) for sheet in job.sheets
    ]
    assert batches == sorted(batches)
    assert {sheet.printed_on for sheet in job.sheets} == {"card", "heavy-card", "paper"}
    assert [sheet.kind for sheet in job.sheets if sheet.cut_way == "none"] == ["rules"]


def test_figures_bases_and_hub_share_sheets(job):
    shared = [sheet for sheet in job.sheets if sheet.kind == "bits"]
    assert sum(sheet.piece_count for sheet in shared) == 8 + 16 + 19 + 5
    assert len(shared) == 2


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "manual", "fold", "none"])
def test_every_duplex_mode_prints_all_pieces(tmp_path, duplex):
    job = job_of(tmp_path, duplex=duplex)
    wanted = sum(piece.copies for part in job.drawn for piece in part.pieces)
    assert sum(sheet.piece_count for sheet in job.sheets) == wanted


def test_number_of_players_decides_the_copies(tmp_path):
    everything = job_of(tmp_path)
    assert copies(everything, "cards") == {"one": 30, "two": 30, "three": 6}
    for_two = job_of(tmp_path, players=2)
    assert copies(for_two, "cards") == {"one": 30, "two": 4, "three": 3}
    assert copies(for_two, "coins") == {"gold": 4}
    assert copies(for_two, "figures") == {"mud": 9, "reaver": 4, "wreck": 3}
    assert copies(job_of(tmp_path, players=1), "figures") == {"mud": 2, "reaver": 2, "wreck": 2}
    assert copies(job_of(tmp_path, players=1), "feet") == {"mud": 2, "reaver": 2, "wreck": 4}


def test_copies_for_players_and_places_are_no_content_of_a_card(tmp_path):
    deck = DECK.replace("name: One,", "name: One, place: {x: 3, z: 4},")
    assert messages(tmp_path, deck=deck, players=3) == []
    face = pieces(job_of(tmp_path, deck=deck), "cards")["three"].face
    assert [word.text for item in face.items if isinstance(item, TextSpan) for word in item.words] == ["Three"]


@pytest.mark.parametrize(("players", "expected"), [(7, "expected 1 to 4"), (5, "expected 1 to 4")])
def test_number_of_players_that_the_game_is_not_for(tmp_path, players, expected):
    with pytest.raises(CardgenError) as caught:
        job_of(tmp_path, players=players)
    assert f"error[E441]: game 'weir' is not for {players} players" in str(caught.value)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("game", "deck", "message"),
    [
        (
            GAME.replace("players * 2", "players / 2"),
            DECK,
            "game.yaml:28:17: error[E442]: 'copies_for' of 'coins' is '1.5'",
        ),
        (
            GAME.replace("players * 2", "0 - players"),
            DECK,
            "game.yaml:28:17: error[E442]: 'copies_for' of 'coins' is '-3'",
        ),
        (GAME.replace("players * 2", "plyers"), DECK, "game.yaml:28:17: error[E222]"),
        (
            GAME,
            DECK.replace("players + 1", "players / 2"),
            "deck.yaml:6:53: error[E442]: 'copies_for' of 'three' is '1.5'",
        ),
        (GAME, DECK.replace("players + 1", "'1 +'"), "deck.yaml:6:53: error[E221]"),
        (GAME, DECK.replace("{2: 4}", "{2: -4}"), "error[E204]"),
        (GAME, DECK.replace("{2: 4}", "{x: 4}"), "error[E204]"),
    ],
)
def test_wrong_copies_for_players_are_told_at_their_place(tmp_path, game, deck, message):
    found = messages(tmp_path, game, deck, players=3)
    assert len(found) == 1
    assert message in found[0]


def test_syntax_of_copies_is_checked_without_players(tmp_path):
    found = messages(tmp_path, GAME.replace("players * 2", "players *"))
    assert len(found) == 1
    assert "game.yaml:28:17: error[E221]: syntax of 'copies_for' of 'coins': it ends too early" in found[0]


def test_only_what_more_players_need_is_printed_after_a_build_for_fewer(tmp_path):
    few, more = job_of(tmp_path, players=1, only=("figures",)), None
    more = prepare(tmp_path / "deck.yaml", BuildOptions(only=("figures",)), since=few.inventory)
    assert {piece.id: piece.copies for part in more.parts for piece in part.pieces} == {
        "mud": 7,
        "reaver": 2,
        "wreck": 1,
    }
    again = prepare(tmp_path / "deck.yaml", BuildOptions(only=("figures",), players=1), since=few.inventory)
    assert not again.sheets


def test_fingerprints_do_not_depend_on_the_number_of_players(tmp_path):
    looks = [
        {
            design.key: design.fingerprint
            for design in job_of(tmp_path, players=players, only=("cards", "red-die")).inventory.designs
        }
        for players in (0, 3)
    ]
    assert looks[0] == looks[1]


def test_cut_none_has_no_marks_and_is_not_cut(tmp_path):
    game = GAME.replace("    size: 190x150\n", "    size: 190x150\n    cut: none\n")
    sheet = next(sheet for sheet in job_of(tmp_path, game, only=("map",)).sheets)
    assert (sheet.cut, sheet.cut_way) == (False, "none")
    assert not (sheet.recto.marks or sheet.recto.cuts)


def test_game_without_papers_keeps_its_order(tmp_path):
    game = re.sub(r" +printed_on: [a-z-]+\n", "", GAME)
    kinds = [sheet.kind for sheet in job_of(tmp_path, game).sheets]
    assert list(dict.fromkeys(kinds)) == ["cards", "map", "bits", "arm", "nets", "card-box", "rules"]
    assert {sheet.printed_on for sheet in job_of(tmp_path, game).sheets} == {""}


def test_made_pieces_do_not_change_between_builds(job, tmp_path):
    again = job_of(tmp_path)
    assert [replace(design) for design in again.inventory.designs] == list(job.inventory.designs)


def test_holes_are_in_the_cut_file(tmp_path):
    job = job_of(tmp_path, only=("arm",))
    (plan,) = cut_plans(job.sheets)
    assert [round(outline.box.width, 3) for outline in plan.outlines] == [9, 30]


BOARDS = """
id: boards
name: Boards
kinds:
  fields: {role: board, size: 265x190, back: stock/board.face.yaml, printed_on: heavy-card}
  town: {role: board, size: 265x265, back: stock/board.face.yaml, tiled: true, single: true, printed_on: heavy-card}
"""


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "manual", "fold", "none"])
def test_backs_of_boards_lie_behind_their_faces(tmp_path, duplex, paper):
    job = job_of(tmp_path, BOARDS, "fields: [{name: North}, {name: East}]\n", duplex=duplex, paper=paper)
    fronts = [sheet for sheet in job.sheets if not sheet.is_back]
    backs = [sheet for sheet in job.sheets if sheet.is_back]
    assert (len(fronts), len(backs)) == (4, 4 if duplex == "fold" else 0)
    for number, sheet in enumerate(fronts):
        verso = backs[number].recto if backs else sheet.verso
        assert (verso is None) == (duplex == "none")
        if verso is None:
            continue
        face, back = sheet.recto.placements[0], verso.placements[0]
        width, height = sheet.paper.width, sheet.paper.height
        long = "long-edge" if duplex in {"manual", "fold"} else duplex
        is_upright = (width < height) == (long == "long-edge")
        mirrored = (width - face.trim.right, face.trim.y) if is_upright else (face.trim.x, height - face.trim.bottom)
        assert (back.trim.x, back.trim.y) == pytest.approx(mirrored)
        assert back.turn == (0 if is_upright else 180)
        assert back.origin[0] == pytest.approx(face.drawing.size.width - face.origin[0] - face.trim.width)
    town = [sheet for sheet in fronts if sheet.kind == "town"]
    parts = [(sheet.recto.placements[0].origin, sheet.recto.placements[0].trim) for sheet in town]
    (x1, y1), one = parts[0]
    (x2, y2), _ = parts[1]
    overlap = one.width - x2 + x1 if x2 > x1 else one.height - y2 + y1
    assert overlap == pytest.approx(10)  # the strip that is glued

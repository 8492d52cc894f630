"""What an army is made of."""

from itertools import product

import pytest

from cardgen import CheckOptions, check
from cardgen.games.attack_the_tower.board_plan import plan_board
from cardgen.geometry.units import Size
from cardgen.impose.paper import find_paper
from cardgen.impose.seams import THROUGH_LITTLE, find_seams, text_boxes
from cardgen.impose.tile import best_tiling
from cardgen.model.deck import LocalizedText, PictureReference
from cardgen.model.drawing import PlacedArtwork, text_spans
from cardgen.pipeline.open.games import find_game
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.components import PieceKind
from cardgen.plugin.resources import resources
from cardgen.preflight.neighbors import JUMP
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate

from .look.samples import ARMIES, LANGUAGES

pytestmark = pytest.mark.usefixtures("no_front_pages")

GAME = find_game("attack-the-tower")

_LONGEST_NAMES = (("elves", "en"), ("lockkeepers", "pt"))  # of a troop, and of a base

KINDS = {kind.name: kind for kind in GAME.components if isinstance(kind, PieceKind)}


@pytest.fixture(scope="module")
def deck():
    path = resources().decks / "samurai.yaml"
    return validate(load_yaml(path, Collector()), path, GAME, Collector()).data


def test_components_come_in_the_order_of_the_finished_file():
    assert [part.name for part in GAME.components] == ["bases", "abilities", "counters", "board", "rules", "aid"]


@pytest.mark.parametrize(
    ("kind", "copies"), [("bases", 25), ("abilities", 25), ("counters", 24), ("board", 1), ("aid", 1)]
)
def test_copies_of_each_kind(deck, kind, copies):
    assert sum(entry.copies for entry in KINDS[kind].entries(deck)) == copies


def test_sizes_follow_the_card_only_where_cards_lie():
    poker = Size(63.5, 88.9)
    assert KINDS["bases"].size(poker) == KINDS["abilities"].size(poker) == poker
    assert KINDS["counters"].size(poker) == Size(16, 16)
    assert KINDS["aid"].size(poker) == Size(120, 170)
    assert KINDS["board"].size(poker) == KINDS["board"].plan(poker).size


def test_counters_show_one_and_two_and_are_nine_with_the_spares(deck):
    for spares in (0, 15):
        counters = deck.model_copy(update={"counters": deck.counters.model_copy(update={"spares": spares})})
        (counter,) = KINDS["counters"].entries(counters)
        assert (counter.data["faces"], counter.copies, counter.path) == ((1, 2), 9 + spares, ("counters",))


def test_base_shows_what_the_game_fixes_and_the_deck_says(deck):
    dojo = KINDS["bases"].entries(deck)[1]
    assert (dojo.id, dojo.path, dojo.copies) == ("dojo", ("bases", 1), 6)
    assert (dojo.data["power"], dojo.data["troop_power"], dojo.data["traits"]) == (4, 1, ("initiative",))
    assert dojo.data["name"] == LocalizedText({"": "Dojo"})
    assert isinstance(dojo.data["art"], PictureReference)


def test_each_design_is_numbered_in_its_deck(deck):
    bases = [base.model_copy(update={"copies": copies}) for base, copies in zip(deck.bases, (1, 2, 3), strict=False)]
    few = deck.model_copy(update={"bases": tuple(bases), "abilities": deck.abilities[:1]})
    last = 6 + deck.abilities[0].copies
    numbers = [entry.data["number"] for kind in ("bases", "abilities") for entry in KINDS[kind].entries(few)]
    assert numbers == [f"SAM 1/{last}", f"SAM 2–3/{last}", f"SAM 4–6/{last}", f"SAM 7–{last}/{last}"]


def test_ability_shows_its_words_and_its_troop(deck):
    keeper = KINDS["abilities"].entries(deck)[-1]
    assert (keeper.path, keeper.copies) == (("abilities", 6), 4)
    assert keeper.data["name"].in_language("pt") == "Guardiã dos Rolos"
    assert keeper.data["troop"].power == 4


def test_board_and_aid_know_the_whole_army(deck):
    (aid,) = KINDS["aid"].entries(deck)
    assert [kind["power"] for kind in aid.data["types"]] == [1, 1, 2, 3, 4]
    assert [kind["troop"].in_language("en") for kind in aid.data["types"]] == [
        "Monks",
        "Kyudokas",
        "Samurai",
        "Huns",
        "Kaijus",
    ]
    assert [ability["icon"] for ability in aid.data["abilities"]] == list(aid.data["icons"])


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("elves", "poker"),
        ("samurai", "poker"),
        ("lockkeepers", "poker"),
        ("spore-court", "poker"),
        ("samurai", "tarot"),
    ],
)
def test_no_text_of_a_card_looks_small_beside_the_others_of_its_army(name, card, language):
    options = BuildOptions(card=card, language=language, only=("abilities",))
    (part,) = prepare(resources().decks / f"{name}.yaml", options).drawn
    sizes = [span.size for piece in part.pieces for span in text_spans(piece.face.items) if span.style == "ability"]
    assert max(sizes) <= JUMP * min(sizes)


@pytest.mark.parametrize("options", [{"large_print": True}, {"card": "tarot"}])
def test_words_keep_away_from_the_number_of_a_card(options):
    prepared = prepare(resources().decks / "lockkeepers.yaml", BuildOptions(only=("bases", "abilities"), **options))
    for piece in (piece for part in prepared.drawn for piece in part.pieces):
        boxed = [(span, box) for span in text_spans(piece.face.items) for box, _ in text_boxes([span])]
        numbers = [(span, box) for span, box in boxed if span.style == "legal"]
        for (number, place), (span, box) in product(numbers, boxed):
            if span.style != "legal" and box.x < place.right and place.x < box.right:
                above = number.y - 0.64 * number.size - (span.y + 0.2 * span.size)
                below = span.y - 0.72 * span.size - number.y
                assert max(above, below) > 1.3, (piece.name, span)


@pytest.mark.parametrize(
    ("army", "language"),
    [
        pytest.param(*one, marks=() if one in _LONGEST_NAMES else pytest.mark.extended)
        for one in product(ARMIES, LANGUAGES)
    ],
)
def test_large_print_keeps_poker_cards_within_their_places_on_a_board_of_six_sheets(army, language):
    options = BuildOptions(card="poker", language=language, large_print=True, only=("bases", "abilities", "board"))
    *cards, board = prepare(resources().decks / f"{army}.yaml", options).drawn
    plan, size = plan_board(Size(63.5, 88.9)), board.pieces[0].face.size
    place, growth = plan.territories[0].slots[0].box, size.width / plan.size.width
    for card in (piece.face.size for part in cards for piece in part.pieces):
        assert card.width < growth * place.width
        assert card.height < growth * place.height
    assert best_tiling(size, Size(210, 297)).count == 6


@pytest.mark.parametrize(
    ("army", "language"),
    [
        pytest.param(*one, marks=() if one in _LONGEST_NAMES else pytest.mark.extended)
        for one in product(ARMIES, LANGUAGES)
    ],
)
def test_a_cut_through_a_territory_parts_no_words_icons_or_emblems(army, language):
    """Two rows of places do not fit a sheet of Letter in large print, nor one of A4 on its side at poker size."""
    source, poker = Size(40, 53), Size(63, 88)
    for card, paper, is_large in ((source, "letter", True), (poker, "letter", True), (poker, "a4", False)):
        size = f"{card.width}x{card.height}mm"
        options = BuildOptions(card=size, language=language, large_print=is_large, only=("bases", "abilities", "board"))
        *_, part = prepare(resources().decks / f"{army}.yaml", options).drawn
        size, plan = part.pieces[0].face.size, plan_board(card)
        tiling = best_tiling(size, find_paper(paper), seams=find_seams(part.pieces, part.seams))
        assert tiling.harm < THROUGH_LITTLE, (card, paper)
        (cut,) = (y * plan.size.height / size.height for y in tiling.ys[1:])
        for box in (slot.box for territory in plan.territories for slot in territory.slots):
            middle, reach = box.y + box.height / 2, min(box.width, box.height) / 4
            assert abs(cut - middle) > reach, "through the emblem of a place"


def test_reminders_of_the_palace_keep_away_from_their_frames():
    for size in (Size(40, 53), Size(63, 88)):
        options = BuildOptions(card=f"{size.width}x{size.height}mm", language="pt", only=("board",))
        (part,) = prepare(resources().decks / "elves.yaml", options).drawn
        spans = [span for span in text_spans(part.pieces[0].face.items) if span.style == "board-text"]
        boxes = [box for box, _ in text_boxes(spans)]
        for plate in plan_board(size).palace.reminders:
            inside = [box for box in boxes if plate.x < box.x < plate.right and plate.y < box.y < plate.bottom]
            assert min(box.x - plate.x for box in inside) > 2.4
            assert min(plate.right - box.right for box in inside) > 2.4


def test_the_press_check_has_nothing_to_say_of_poker_cards_whose_pictures_reach_their_frames():
    deck = resources().decks / "elves.yaml"
    assert [*check(deck, CheckOptions(card="poker", strict=True, only=("abilities",)))] == []


@pytest.mark.parametrize(("name", "language", "lines"), [("samurai", "pt", 2), ("spore-court", "pt", 1)])
def test_signs_on_a_back_stand_beside_as_many_lines_as_leave_room_for_them(name, language, lines):
    options = BuildOptions(card="poker", language=language, only=("abilities",))
    (part,) = prepare(resources().decks / f"{name}.yaml", options).drawn
    back = part.pieces[0].back
    *_, left, right = (item.box for item in back.items if isinstance(item, PlacedArtwork))
    beside = [box for box, _ in text_boxes(back.items)][-2:][:lines]
    middle = (beside[0].y + beside[-1].bottom) / 2
    assert left.y + left.height / 2 == pytest.approx(middle, abs=0.4)
    assert all(left.right + 0.6 < box.x and box.right + 0.6 < right.x for box in beside)


def test_counters_in_the_leaflet_have_the_colors_of_printed_ones():
    drawn = prepare(resources().decks / "samurai.yaml", BuildOptions(only=("counters", "rules"))).drawn
    printed, shown = (
        {(word.text, span.color) for drawing in part.drawings for span in text_spans(drawing.items)
         if span.style == "counter" for word in span.words if word.text != "0"}
        for part in drawn
    )  # fmt: skip
    assert len(printed) == 2 and shown == printed

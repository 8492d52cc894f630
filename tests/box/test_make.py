import dataclasses
import math

import pypdfium2
import pytest
from things import CARDS, TAROTS, kind

from cardgen.box.make import box_deck, contents_of, make_box, piles_of, read_thickness, write_boxes
from cardgen.geometry.tuck_box import notch_radius
from cardgen.geometry.units import MM_PER_POINT, Size
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.components import TOKEN
from cardgen.plugin.resources import resources
from cardgen.report.errors import UnlocatedError

SAMURAI = resources().decks / "samurai.yaml"


def cards(job):
    """All cards of a deck."""
    ((_, pile),) = piles_of(job, "deck")
    return pile


@pytest.fixture(scope="module")
def job():
    return prepare(SAMURAI, BuildOptions(only=("bases", "abilities", "counters")))


def test_holds_all_cards_and_nothing_else(job):
    contents = contents_of(cards(job), 0.3)
    assert (contents.count, contents.card) == (50, Size(40, 53))
    assert contents.depth == pytest.approx(16)


def test_sleeves_make_it_larger(job):
    bare, thin, thick = (contents_of(cards(job), 0.3, kind) for kind in ("none", "thin", "thick"))
    assert bare.width < thin.width < thick.width
    assert bare.depth < thin.depth < thick.depth


def test_board_goes_into_no_box():
    with pytest.raises(UnlocatedError) as caught:
        piles_of(prepare(SAMURAI, BuildOptions(only=("board",))), "size")
    assert caught.value.code == "E531"


def test_file_is_one_page_at_true_size_with_the_words_of_the_faction(job, tmp_path):
    box = make_box(job, contents_of(cards(job), 0.3))
    write_boxes(job, [box], tmp_path / "box.pdf")
    document = pypdfium2.PdfDocument(tmp_path / "box.pdf")
    page = document[0]
    assert len(document) == 1
    assert page.get_width() * MM_PER_POINT == pytest.approx(210, abs=0.01)
    text = page.get_textpage().get_text_range()
    assert text.count("Samurai") == 4  # front, back, one side, lid
    assert "50 cards" in text
    width, height = (round(side / MM_PER_POINT) for side in (210 * MM_PER_POINT, 297 * MM_PER_POINT))
    picture = page.render(scale=1 / MM_PER_POINT).to_pil().resize((width, height))
    trim = box.sheet.recto.placements[0].trim
    glue = (round(trim.right - 3), round(trim.y + trim.height / 2))
    assert picture.getpixel(glue) == (255, 255, 255)
    side = (round(trim.right - 8 - contents_of(cards(job), 0.3).depth + 2.5), round(trim.y + trim.height / 2))
    assert sum(picture.getpixel(side)) < 400
    document.close()


def test_frame_of_the_front_goes_around_the_notch(job, tmp_path):
    """On the sky of this box, nothing but the keyline of the frame is dark."""
    box = make_box(job, contents_of(cards(job), 0.3))
    write_boxes(job, [box], tmp_path / "box.pdf")
    pixels = 6  # for each mm
    with pypdfium2.PdfDocument(tmp_path / "box.pdf") as document:
        picture = document[0].render(scale=pixels * MM_PER_POINT).to_pil().convert("L")
    trim, front = box.sheet.recto.placements[0].trim, box.net.panels["front"]
    x, y = trim.x + front.x + front.width / 2, trim.y + front.y
    notch = notch_radius(front.width)

    def darkest(near, far):
        points = [
            (x + r * math.cos(a), y + r * math.sin(a)) for r in steps(near, far) for a in steps(0.3, math.pi - 0.3)
        ]
        return min(picture.getpixel((round(pixels * right), round(pixels * down))) for right, down in points)

    assert darkest(1, notch - 0.5) > 90
    assert darkest(notch + 1, notch + 3) < 60


def steps(first, last):
    return [first + (last - first) * step / 60 for step in range(61)]


def test_net_stays_on_the_paper(job):
    box = make_box(job, contents_of(cards(job), 0.3))
    trim, paper = box.sheet.recto.placements[0].trim, box.sheet.paper
    assert trim.x >= 3
    assert trim.y >= 3
    assert trim.right <= paper.width - 3
    assert trim.bottom <= paper.height - 3


def test_too_small_a_paper_is_told_with_both_sizes(job):
    contents = contents_of(cards(job), 0.3)
    with pytest.raises(UnlocatedError) as caught:
        make_box(job, dataclasses.replace(contents, count=400))
    assert caught.value.code == "E501"
    assert "210 x 297 mm" in caught.value.message
    assert "a2" in caught.value.hints[0]


@pytest.mark.parametrize("text", ["", "0", "-1", "thick", "30", "6mm", "nan", "inf", "1e9mm"])
def test_absurd_thickness_is_refused(text):
    with pytest.raises(UnlocatedError) as caught:
        read_thickness(text)
    assert caught.value.code == "E530"


def test_thickness_may_have_a_unit():
    assert read_thickness("0.3") == read_thickness("0.3mm") == 0.3


def test_game_without_emblem_and_pattern_has_a_box(toy_folder, tmp_path):
    job = prepare(toy_folder / "suns.yaml", BuildOptions())
    box = make_box(job, contents_of(cards(job), 0.3))
    write_boxes(job, [box], tmp_path / "toy.pdf")
    assert (tmp_path / "toy.pdf").stat().st_size > 1000


def test_cards_go_in_by_their_role_and_the_largest_decides(things):
    counters = kind("counters", 63, 88, copies=9, role=TOKEN)
    contents = contents_of(cards(prepare(things(CARDS, TAROTS, counters), BuildOptions())), 0.3)
    assert (contents.count, contents.card) == (16, Size(69.85, 120.65))


@pytest.mark.parametrize(
    ("each", "piles"),
    [
        ("size", [(["Cards", "More"], 20), (["Tarots"], 8)]),
        ("kind", [(["Cards"], 8), (["More"], 12), (["Tarots"], 8)]),
        ("deck", [([], 28)]),
    ],
)
def test_each_size_or_kind_of_card_has_a_box(things, each, piles):
    more = kind("more", 50, 70, "Noon", copies=12)
    found = piles_of(prepare(things(CARDS, more, TAROTS), BuildOptions()), each)
    assert [(titles, sum(piece.copies for piece in pile)) for titles, pile in found] == piles


def test_each_box_is_a_page_with_the_titles_of_what_is_in_it(things, tmp_path):
    boxes, target = box_deck(things(CARDS, TAROTS), tmp_path, BuildOptions(), "0.3", "none")
    document = pypdfium2.PdfDocument(target)
    assert len(document) == len(boxes) == 2
    texts = [page.get_textpage().get_text_range() for page in document]
    assert ["Cards" in text for text in texts] == [True, False]
    assert ["Tarots" in text for text in texts] == [False, True]
    document.close()

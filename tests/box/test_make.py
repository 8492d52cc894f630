import dataclasses
import math
from pathlib import Path
from types import SimpleNamespace

import pypdfium2
import pytest
from things import CARDS, TAROTS, entries, kind

from cardgen.box import make
from cardgen.box.make import box_deck, boxes_of_game, contents_of, make_box, piles_of, read_thickness, write_boxes
from cardgen.geometry.tuck_box import Contents, notch_radius
from cardgen.geometry.units import MM_PER_POINT, Edges, Size
from cardgen.model.sheet import Sheet
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.components import TOKEN, PieceKind
from cardgen.plugin.making import BoxNet, PieceVariant, PieceVariants
from cardgen.plugin.resources import resources
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.page import DocumentInfo

pytestmark = pytest.mark.usefixtures("no_front_pages")

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
    assert contents_of(cards(job), 0.5).depth == pytest.approx(16 + 50 * 0.2)


def test_sleeves_make_it_larger(job):
    bare, thin, thick = (contents_of(cards(job), 0.3, kind) for kind in ("none", "thin", "thick"))
    assert bare.width < thin.width < thick.width
    assert bare.depth < thin.depth < thick.depth


def test_board_goes_into_no_box():
    with pytest.raises(UnlocatedError) as caught:
        piles_of(prepare(SAMURAI, BuildOptions(only=("board",))), "size")
    assert (caught.value.code, caught.value.message) == (
        "E531",
        "nothing goes into the box: no component has cards",
    )
    assert caught.value.expected == "a component of cards, such as --only NAME"


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


def front_of_box(job, folder, pixels, mode):
    """A sheet with a box as a picture, the middle of the top of the front on it, and the radius of the notch, mm."""
    box = make_box(job, contents_of(cards(job), 0.3))
    write_boxes(job, [box], folder / "box.pdf")
    with pypdfium2.PdfDocument(folder / "box.pdf") as document:
        picture = document[0].render(scale=pixels * MM_PER_POINT).to_pil().convert(mode)
    trim, front = box.sheet.recto.placements[0].trim, box.net.panels["front"]
    return picture, trim.x + front.x + front.width / 2, trim.y + front.y, notch_radius(front.width)


def test_frame_of_the_front_goes_around_the_notch(job, tmp_path):
    """On the sky of this box, nothing but the keyline of the frame is dark."""
    pixels = 6  # for each mm
    picture, x, y, notch = front_of_box(job, tmp_path, pixels, "L")

    def darkest(near, far):
        points = [
            (x + r * math.cos(a), y + r * math.sin(a)) for r in steps(near, far) for a in steps(0.3, math.pi - 0.3)
        ]
        return min(picture.getpixel((round(pixels * right), round(pixels * down))) for right, down in points)

    assert darkest(1, notch - 0.5) > 90
    assert darkest(notch + 1, notch + 3) < 60


def test_the_palace_stands_clear_of_the_frame_around_the_notch(tmp_path):
    """On teal sky, the red flag of this palace and its golden pole are what has more red than green."""
    job = prepare(SAMURAI.with_name("lockkeepers.yaml"), BuildOptions(only=("bases", "abilities")))
    pixels = 10  # for each mm
    picture, x, top, notch = front_of_box(job, tmp_path, pixels, "RGB")
    y = top + notch

    def redness(near, far):
        points = [(x + across, y + down) for down in steps(near, far) for across in steps(-3, 3)]
        colors = [picture.getpixel((round(pixels * right), round(pixels * down))) for right, down in points]
        return max(red - green for red, green, _ in colors)

    assert redness(2.5, 2.9) < 20
    assert redness(2.9, 6) > 60


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
    error = caught.value
    assert (error.code, error.hints) == ("E501", ("it fits paper 'a2'",))
    assert error.message == "net of the box, 334 x 327 mm, does not fit paper of 210 x 297 mm"
    assert error.expected == "at most 204 x 291 mm, in portrait or landscape"
    with pytest.raises(UnlocatedError) as caught:
        make_box(job, dataclasses.replace(contents, count=4000))
    assert caught.value.hints == ("make a box for each kind of card: --each kind",)
    with pytest.raises(UnlocatedError) as caught:
        make._paper_for(Size(295, 400), Size(210, 297))
    assert caught.value.hints == ("it fits paper 'a2'",), "A3 is 297 mm wide, of which home printers reach 291"


def test_paper_must_leave_a_rim_of_3_mm_on_all_sides_in_either_direction():
    a4 = Size(210, 297)
    for net, paper in (
        (Size(204, 291), a4), (Size(50, 210), a4), (Size(204.1, 204), a4.turned), (Size(291, 204), a4.turned),
        (Size(50, 292), None), (Size(204, 291.1), None), (Size(204.1, 204.1), None), (Size(292, 50), None),
    ):  # fmt: skip
        for given in (a4, a4.turned):
            if paper:
                assert make._paper_for(net, given) == paper
            else:
                with pytest.raises(UnlocatedError):
                    make._paper_for(net, given)


def test_a_net_lies_in_the_middle_of_the_paper_which_is_turned_if_only_that_helps(job):
    """The largest ones leave a rim of 3 mm; bleed is 3 mm, and what the paper has room for."""
    strings = job.project.strings
    for width, height, paper in ((79, 230.9, "210 x 297 mm"), (79, 231, "210 x 297 mm"), (120.5, 144, "297 x 210 mm")):
        contents = Contents(Size(width, height), 3, 0.3)
        box = make_box(job, contents)
        (placed,), trim = box.sheet.recto.placements, box.sheet.recto.placements[0].trim
        assert str(box.sheet.paper) == paper
        assert placed.outline == box.net.shape
        assert (trim.x, trim.y) == (
            (box.sheet.paper.width - trim.width) / 2,
            (box.sheet.paper.height - trim.height) / 2,
        )
        assert placed.bleed == Edges(*(min(3, side) for side in (trim.x, trim.y, trim.x, trim.y)))
        folds = [
            ((mark.x1 - trim.x, mark.y1 - trim.y), (mark.x2 - trim.x, mark.y2 - trim.y))
            for mark in box.sheet.recto.marks
        ]
        for found, fold in zip(folds, box.net.folds, strict=True):
            assert [*found[0], *found[1]] == pytest.approx([*fold[0], *fold[1]])
        assert {mark.style for mark in box.sheet.recto.marks} == {"fold"}
        assert box.sheet.recto.cuts[0][0] == (trim.x + box.net.outline[0][0][0], trim.y + box.net.outline[0][0][1])
        (label,) = box.sheet.recto.labels
        assert (label.text, label.x, label.y) == (
            strings["box_steps"],
            6,
            min(trim.bottom + 6, box.sheet.paper.height - 3),
        )
        assert (box.contents, box.sheet.title, box.sheet.kind, box.sheet.piece_count, box.sheet.cut) == (
            contents, strings["box"], "box", 1, True,
        )  # fmt: skip


def test_boxes_that_the_game_states_are_made_unless_another_choice_is_made(things, tmp_path):
    net = PieceKind("crate", entries("Crate"), "thing.svg.j2", made=BoxNet(("cards",), 0.4, "thin"))
    empty = PieceKind("void", entries("Void"), "thing.svg.j2", made=BoxNet(("none",)))
    none = kind("none", 40, 50, copies=0)
    deck = things(CARDS, TAROTS, none, net, empty)

    only = BuildOptions(only=("cards", "tarots", "none"))
    job = prepare(deck, only)

    def held(boxes):
        return [(box.contents.count, round(box.contents.thickness, 2), box.contents.card.width) for box in boxes]

    assert held(boxes_of_game(job, None, None)) == [(8, 0.5, 53)]
    assert held(boxes_of_game(job, 0.2, "none")) == [(8, 0.2, 50)]
    assert boxes_of_game(prepare(deck, BuildOptions(only=("tarots",))), None, None) == []
    two = prepare(
        things(CARDS, dataclasses.replace(net, entries=entries("Crate", "Trunk"))), BuildOptions(only=("cards",))
    )
    assert [box.title for box in boxes_of_game(two, None, None)] == ["Crate", "Trunk"]
    deck = things(CARDS, TAROTS, none, net, empty)
    boxes, target = box_deck(deck, tmp_path / "out", only, "0.2")
    assert (held(boxes), target) == ([(8, 0.3, 53)], tmp_path / "out" / "suns-box.pdf")
    boxes, target = box_deck(deck, tmp_path / "A.PDF", only, None, "thick", "deck")
    assert (held(boxes), target) == ([(16, 0.54, 73.85)], tmp_path / "A.PDF")
    with pypdfium2.PdfDocument(target) as document:
        assert document.get_metadata_dict()["Title"] == "Toy: Suns: Box"


def test_a_box_that_holds_more_than_is_drawn_is_made_and_named_in_its_language(things, tmp_path):
    net = PieceKind("chest", entries("Chest"), "thing.svg.j2", made=BoxNet(("cards", "tarots")))
    options = BuildOptions(only=("cards",), language="pt")
    (box,), target = box_deck(things(CARDS, TAROTS, net), tmp_path, options)
    assert (box.contents.count, target.name) == (16, "suns.pt-box.pdf")
    with pytest.raises(UnlocatedError) as caught:
        box_deck(things(CARDS, TAROTS, net), tmp_path, options, "")
    assert caught.value.code == "E530", "no number is none of the thicknesses"


def test_a_path_that_ends_like_a_pdf_is_the_file_and_any_other_one_its_folder(monkeypatch):
    written = []
    job = SimpleNamespace(project=SimpleNamespace(other_language="pt"))
    monkeypatch.setattr(make, "prepare", lambda _deck, _options: job)
    monkeypatch.setattr(make, "boxes_of_game", lambda _job, *stated: [stated])
    monkeypatch.setattr(make, "write_boxes", lambda *file: written.append(file))
    for out, target in (
        ("box.pdf", "box.pdf"), ("Box.PDF", "Box.PDF"), ("v1.2", "v1.2/suns.pt-box.pdf"), ("pdf", "pdf/suns.pt-box.pdf"),
    ):  # fmt: skip
        made = box_deck(Path("suns.yaml"), Path(out), BuildOptions(), "0.4 mm", "thin")
        assert made == ([(0.4, "thin")], Path(target))
        assert written.pop() == (job, [(0.4, "thin")], Path(target))


def test_pages_of_boxes_are_made_for_the_printer_and_carry_the_identity_of_the_deck(monkeypatch):
    asked = []
    monkeypatch.setattr(make, "make_page", lambda *page: asked.append(page) or page[0])
    monkeypatch.setattr(make, "write_pdf", lambda *file: asked.append(file))
    settings = SimpleNamespace(printer="printer")
    job = SimpleNamespace(title="Suns", author="Ada", subject="A game", language="pt", settings=settings, fonts="fonts")
    sheets = [
        Sheet(kind, title, Size(210, 297), side, None, 1)
        for kind, title, side in (("box", "Caixa", "one"), ("more", "Outra", "other"))
    ]
    write_boxes(job, [SimpleNamespace(sheet=sheet) for sheet in sheets], "box.pdf")
    assert asked == [
        ("one", Size(210, 297), None, "printer"), ("other", Size(210, 297), None, "printer"),
        (["one", "other"], "box.pdf", DocumentInfo("Suns: Caixa", "Ada", "A game", "pt", flip=None), "fonts"),
    ]  # fmt: skip


def test_errors_of_a_template_of_a_box_are_told(things, tmp_path):
    net = PieceKind("crate", entries("Crate"), "broken.svg.j2", made=BoxNet(("cards",)))
    deck = things(CARDS, net)
    for name in ("broken", "box"):
        (tmp_path / "templates" / f"{name}.svg.j2").write_text("{{ nope }}")
    job = prepare(deck, BuildOptions(only=("cards",)))
    for made in (lambda: boxes_of_game(job, None, None), lambda: make_box(job, contents_of(cards(job), 0.3))):
        with pytest.raises(CardgenError) as caught:
            made()
        assert {item.code for item in caught.value.diagnostics} == {"E403"}


@pytest.mark.parametrize("text", ["", "0", "-1", "thick", "30", "6mm", "5.01", "nan", "inf", "1e9mm"])
def test_absurd_thickness_is_refused(text):
    with pytest.raises(UnlocatedError) as caught:
        read_thickness(text)
    assert caught.value.code == "E530"
    assert (caught.value.message, caught.value.expected) == (
        f"thickness '{text}' of a card is out of range", "a length up to 5 mm, such as 0.3mm",
    )  # fmt: skip


def test_thickness_may_have_a_unit():
    assert read_thickness("0.3") == read_thickness(" 0.3mm ") == read_thickness(" 0.3 ") == 0.3
    assert read_thickness("5") == read_thickness("0.5cm") == 5


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
    none = kind("none", 40, 50, copies=0)
    found = piles_of(prepare(things(CARDS, more, TAROTS, none), BuildOptions()), each)
    assert [(titles, sum(piece.copies for piece in pile)) for titles, pile in found] == piles


def test_each_box_is_a_page_with_the_titles_of_what_is_in_it(things, tmp_path):
    boxes, target = box_deck(things(CARDS, TAROTS), tmp_path, BuildOptions(), "0.3", "none")
    document = pypdfium2.PdfDocument(target)
    assert len(document) == len(boxes) == 2
    texts = [page.get_textpage().get_text_range() for page in document]
    assert ["Cards" in text for text in texts] == [True, False]
    assert ["Tarots" in text for text in texts] == [False, True]
    document.close()


def test_a_variant_is_chosen_by_the_word_as_it_is_written_or_by_yes_and_no():
    brig, yes, three = PieceVariant(face="brig"), PieceVariant(face="yes"), PieceVariant(face="three")
    variants = PieceVariants("sort", {"Brig": brig, "true": yes, "3": three})
    found = [variants.variant({"sort": value}) for value in ("Brig", True, 3, "brig", False, None)]
    assert found == [brig, yes, three, *[PieceVariant()] * 3]
    assert variants.variant({}) == PieceVariant()

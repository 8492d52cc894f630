"""Large print: all text of pieces and documents has at least 12 points, from the same deck, and nothing is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
import things
from write.samples import text

from cardgen.geometry.folds import Fold
from cardgen.geometry.nets import die_net
from cardgen.geometry.units import MM_PER_POINT, Rect, Size
from cardgen.impose.layout import Layout
from cardgen.impose.paper import find_paper
from cardgen.impose.seams import text_boxes
from cardgen.model.drawing import Drawing, PlacedArtwork, Rotated, TextSpan, View, text_spans
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.draw.large_print import _most, document_page, enlarge_deck, find_small, large_components
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.plugin.components import Document
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.source import Span

NEARLY = 12 - 1e-6


def sizes(drawing: Drawing) -> list[float]:
    inner = [item for item in drawing.items if isinstance(item, Rotated | TextSpan)]
    return [span.size / MM_PER_POINT for span in text_spans(inner)]


def words(drawing: Drawing) -> list[str]:
    return [word.text for span in text_spans(drawing.items) for word in span.words]


def prepared(large_print: bool) -> tuple[Job, dict[str, DrawnComponent]]:
    job = prepare(
        resources().decks / "samurai.yaml",
        BuildOptions(large_print=large_print, language="pt", only=("bases", "counters", "aid")),
    )
    return job, {part.component.name: part for part in job.drawn}


def test_text_that_is_small_before_it_is_enlarged_is_not_told(tmp_path):
    cards = tmp_path / "cards.csv"
    cards.write_text(f"name,text,art\nLong,{'All work and no play. ' * 60},\nStar,a ** b,gone.png\n", "utf-8")
    codes = [
        sorted(item.code for item in prepare(cards, BuildOptions(large_print=large)).warnings)
        for large in (False, True)
    ]
    assert codes == [["E121", "W332", "W411"], ["E121", "W332"]]


def test_a_card_grows_no_further_than_one_fits_the_paper_and_what_is_small_on_it_is_told(tmp_path):
    cards = tmp_path / "cards.csv"
    cards.write_text(f"name,text\nShort,Rest.\nLong,{'All work and no play. ' * 250}\n", "utf-8")
    job = prepare(cards, BuildOptions(card="120x170", large_print=True))
    assert [item.code for item in job.warnings] == ["E406"] and len(job.sheets) == 2
    assert max(job.drawn[0].pieces[0].face.size.width, 200) == pytest.approx(200)
    spans = text("All work and no play", size=10 * MM_PER_POINT), text("Rest", size=14 * MM_PER_POINT)
    pieces = [Piece("cards", name, name.title(), Drawing(Size(170, 240), 3, (span,)), None, 1)
              for name, span in zip(("long", "short"), spans, strict=True)]  # fmt: skip
    node = SimpleNamespace(nearest=lambda path: None)
    project = SimpleNamespace(deck=SimpleNamespace(node=node))

    def small(paper: str, *found: SimpleNamespace) -> list[Diagnostic]:
        drawn = enlarge_deck([DrawnComponent(things.CARDS, "Cards", (*pieces,))], Layout(find_paper(paper)))
        assert not drawn[0].component.tiled and len({piece.face.size for piece in drawn[0].pieces}) == 1
        return [*find_small(drawn, project, found)]

    unfit = [SimpleNamespace(code="E406", subject=f"card '{name}'") for name in ("Other", "Long")]
    assert not small("a3") and not small("a4", *unfit) and small("a4", unfit[0])
    (told,) = small("a4")
    assert told.code == "W429" and told.spot.piece == "cards/long" and "'Long'" in told.notes[0][0]
    assert told.message == "text 'All work and no play' prints at 11.8 pt: its card would be larger than the paper"
    assert re.match(r"shorten it by about 1 of its 20 characters, .* or use larger paper", told.hints[0])
    for points, codes in ((11.95, []), (11.85, ["W429"] * 2)):  # within a hundredth
        sides = [Drawing(Size(60, 90), 3, (text(word, size=points * MM_PER_POINT),)) for word in ("Rest", "Rise")]
        drawn = [DrawnComponent(things.CARDS, "Cards", (Piece("cards", "a", "A", *sides, 1),))]
        found = [*find_small(drawn, project, ())]
        assert [(item.code, item.spot.is_back) for item in found] == [*zip(codes, (False, True), strict=False)]


def test_all_text_has_12_points_and_all_words_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.pipeline.draw.large_print.large_components", list)
    (usual, before), (job, after) = prepared(False), prepared(True)
    assert before.keys() == after.keys()
    for name, part in after.items():
        assert all(size >= NEARLY for drawing in part.drawings for size in sizes(drawing)), name
        for old, new in zip(before[name].pieces, part.pieces, strict=True):
            assert words(old.face) == words(new.face)
            assert new.face.size.width / old.face.size.width == pytest.approx(
                new.face.size.height / old.face.size.height
            )
    assert len({piece.face.size for name in ("bases",) for piece in after[name].pieces}) == 1
    printed = [sum(sheet.piece_count for sheet in one.sheets if sheet.kind in ("bases", "counters"))
               for one in (usual, job)]  # fmt: skip
    assert printed[0] == printed[1]
    for sheet in job.sheets:  # nothing is cut off at the edge of the paper
        for placement in sheet.recto.placements:
            trim = placement.trim
            assert trim.x >= -1e-6 and trim.right <= sheet.paper.width + 1e-6
            assert trim.y >= -1e-6 and trim.bottom <= sheet.paper.height + 1e-6
    aid, cuts = after["aid"], {sheet.recto.placements[0].origin[1] for sheet in job.sheets if sheet.kind == "aid"}
    for cut in cuts - {0.0}:  # no word of either side is cut in two
        assert not [word for drawing in aid.drawings for word in text_spans(drawing.items)
                    if word.y - word.size < cut < word.y]  # fmt: skip
    assert len(cuts) == 2


@pytest.mark.extended
@pytest.mark.parametrize(
    ("deck", "kind", "language", "paper"),
    [("samurai", "aid", "pt", "a4"), ("stonewater", "summary", "pt", "letter"), ("stonewater", "summary", "en", "a4")],
)
def test_pages_stand_in_for_an_aid_that_would_be_cut(deck: str, kind: str, language: str, paper: str) -> None:
    def drawn(large_print: bool) -> DrawnComponent:
        options = BuildOptions(large_print=large_print, language=language, paper=paper, only=(kind,))
        (part,) = prepare(resources().decks / f"{deck}.yaml", options).drawn
        return part

    usual, large = drawn(False), drawn(True)
    assert usual.pieces and isinstance(large.component, Document)
    assert {page.size for page in large.pages} == {find_paper(paper)}
    assert all(size >= NEARLY for page in large.pages for size in sizes(page))
    letters = [
        {word.strip(".,:;()") for page in part.drawings for word in " ".join(words(page)).casefold().split()}
        for part in (usual, large)
    ]
    assert not {word for word in letters[0] - letters[1] if len(word) > 3}


@pytest.mark.extended
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_fit_their_places_on_a_board_that_is_cut_beside_what_it_shows(paper: str) -> None:
    options = BuildOptions(large_print=True, language="pt", paper=paper, only=("winds", "card-sheet"))
    job = prepare(resources().decks / "stonewater.yaml", options)
    cards, (sheet,) = (next(part.pieces for part in job.drawn if part.component.name == name)
                       for name in ("winds", "card-sheet"))  # fmt: skip
    assert sheet.face.size.width / 195 == pytest.approx(cards[0].face.size.width / 44)
    shown = [(item.x, item.y - item.size, item.x + item.size * sum(word.width for word in item.words), item.y)
             for item in sheet.face.items if isinstance(item, TextSpan)]  # fmt: skip
    icons = [item.box for item in sheet.face.items if isinstance(item, PlacedArtwork)]
    shown += [(box.x, box.y, box.right, box.bottom) for box in icons if box.width < sheet.face.size.width / 4]
    assert len(shown) > 40
    cuts = {tile.recto.placements[0].origin for tile in job.sheets if tile.kind == "card-sheet"}
    assert len(cuts) == 4
    assert not [one for one in shown for x, y in cuts if one[0] < x < one[2] or one[1] < y < one[3]]


@pytest.mark.extended
@pytest.mark.parametrize("language", ["en", "pt"])
def test_cards_of_the_armies_fit_their_places_on_the_board(language: str) -> None:
    """The number of a card, smaller than all other text, is set larger, and the board is cut beside words."""

    def drawn(large_print: bool) -> tuple[Job, Drawing, Drawing]:
        options = BuildOptions(large_print=large_print, language=language, only=("bases", "abilities", "board"))
        job = prepare(resources().decks / "samurai.yaml", options)
        return job, job.drawn[0].pieces[0].face, job.drawn[-1].pieces[0].face

    (_, card, board), (job, large_card, large_board) = drawn(False), drawn(True)
    assert large_card.size.width / card.size.width == pytest.approx(large_board.size.width / board.size.width)
    assert min(sizes(large_card)) >= NEARLY
    cuts = {sheet.recto.placements[0].origin for sheet in job.sheets if sheet.kind == "board"}
    shown = text_boxes(large_board.items)
    assert not [box for box, size in shown for x, y in cuts
                if box.x < x < box.right or box.y + 0.2 * size < y < box.bottom - 0.1]  # fmt: skip


def test_four_poker_cards_of_an_army_share_a_sheet_of_letter() -> None:
    """No number of a card is so small that cards outgrow half of the sheet."""
    options = BuildOptions(card="poker", large_print=True, paper="letter", only=("bases",))
    sheets = prepare(resources().decks / "samurai.yaml", options).sheets
    assert [len(sheet.recto.placements) for sheet in sheets] == [4] * 6 + [1]


@pytest.mark.extended
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_board_grows_as_cards_do_unless_words_would_be_cut(paper: str) -> None:
    on_town = "damage", "reinforced"
    only = ("winds", "town", "banks", "seasons", *on_town)
    job = prepare(
        resources().decks / "stonewater.yaml", BuildOptions(large_print=True, language="pt", paper=paper, only=only)
    )
    parts = {part.component.name: part for part in job.drawn}
    card = parts.pop("winds").pieces[0].face.size.width / 44
    town = parts["town"].pieces[0].face.size.width / 265
    assert all(parts.pop(token).pieces[0].face.size.width / 20 <= town + 1e-6 for token in on_town)
    smallest = {name: min(size for drawing in part.drawings for size in sizes(drawing)) for name, part in parts.items()}
    assert {name for name, size in smallest.items() if size > 13} == {"banks"}
    assert parts["banks"].pieces[0].face.size.width / 265 == pytest.approx(card)
    for name, part in parts.items():
        sheets = [sheet for sheet in job.sheets if sheet.kind == name]
        for piece in part.pieces:
            read = [*text_boxes(piece.face.items)]
            if piece.back:
                back = text_boxes(piece.back.items)
                read += [(replace(box, x=piece.face.size.width - box.right), size) for box, size in back]
            for sheet in sheets:
                x, y = sheet.recto.placements[0].origin  # few letters reach down to the end of their box
                assert not [box for box, size in read if box.x < x < box.right or box.y < y < box.bottom - 0.15 * size]


@pytest.mark.extended
@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("settings", [{"card": "poker"}, {"large_print": True, "paper": "letter"}])
def test_a_board_whose_own_seams_are_out_of_reach_is_cut_beside_words(
    language: str, settings: dict[str, object]
) -> None:
    options = BuildOptions(language=language, only=("bases", "abilities", "board"), **settings)
    job = prepare(resources().decks / "samurai.yaml", options)
    cuts = [sheet.recto.placements[0].origin for sheet in job.sheets if sheet.kind == "board"]
    (board,) = job.drawn[-1].pieces
    assert len(cuts) in (4, 6)
    assert not [box for box, _ in text_boxes(board.face.items) for x, y in cuts
                if box.x < x < box.right or box.y < y < box.bottom]  # fmt: skip


def test_what_is_cut_to_measure_keeps_its_size_and_what_outgrows_the_paper_is_tiled() -> None:
    small = 10 * MM_PER_POINT
    face, back = (Drawing(Size(40, 50), 3, (text(words, size=small),)) for words in ("Dawn", "Dusk"))
    plain = Piece("cards", "a", "A", face, back, 1)
    holes = replace(plain, holes=(SimpleNamespace(),))
    folded = replace(plain, fold=Fold())
    wide = replace(plain, face=Drawing(Size(170, 240), 3, face.items), back=None)
    layout = Layout(find_paper("a4"))

    def enlarged(*pieces: Piece, role: str = "card") -> DrawnComponent:
        (part,) = enlarge_deck([DrawnComponent(replace(things.CARDS, role=role), "Cards", pieces)], layout)
        return part

    for points, width in ((8, 60), (11, 48)):  # a board grows as the cards do, and further if its own words need it
        board = replace(plain, face=Drawing(Size(40, 50), 3, (text("Dawn", size=points * MM_PER_POINT),)), back=None)
        parts = [(things.CARDS, plain), (replace(things.CARDS, role="board"), board)]
        _, part = enlarge_deck([DrawnComponent(kind, "Cards", (piece,)) for kind, piece in parts], layout)
        assert part.pieces[0].face.size.width == pytest.approx(width)
    small_text = replace(plain, face=Drawing(Size(40, 50), 3, (text("Dawn", size=6 * MM_PER_POINT),)), back=None)
    broad = replace(plain, face=Drawing(Size(150, 90), 3, ()), back=None)
    parts = [DrawnComponent(things.CARDS, "Cards", (piece,)) for piece in (small_text, broad)]
    widths = [part.pieces[0].face.size.width for part in enlarge_deck(parts, layout)]
    assert widths == [pytest.approx(80), pytest.approx(287)], "all cards grow alike, as far as each fits the paper"
    part = enlarged(plain, holes, folded)
    assert [(piece.face.size.width, piece.back and piece.back.size.width) for piece in part.pieces] == [
        (pytest.approx(48), pytest.approx(48)), (40, 40), (pytest.approx(48), pytest.approx(48)),
    ]  # fmt: skip
    assert not part.component.tiled and part.pieces[0].face.bleed == 3
    large = replace(plain, face=Drawing(Size(40, 50), 3, (text("Dawn", size=20 * MM_PER_POINT),)), back=None)
    assert enlarged(large).pieces == (large,)
    assert enlarged(wide, role="aid").component.tiled and not enlarged(wide).component.tiled
    assert not enlarged(replace(wide, fold=Fold())).component.tiled
    part = enlarged(plain, replace(wide, fold=Fold()))
    assert part.pieces[0].face.size.width == pytest.approx(48), "what is folded is as large as it has to be"
    seams = DrawnComponent(replace(things.MAT, role="aid"), "Mat", (wide,), seams=((85.0,), (60.0, 120.0)))
    (part,) = enlarge_deck([seams], layout)
    assert part.seams == ([pytest.approx(102)], [pytest.approx(72), pytest.approx(144)]), "seams grow with the board"
    turned = replace(plain, face=Drawing(Size(40, 50), 3, (Rotated(90, 20, 20, face.items),)), back=None)
    assert enlarged(turned).pieces[0].face.size.width == pytest.approx(48)
    tiled = replace(things.CARDS, tiled=True)
    (part,) = enlarge_deck(
        [DrawnComponent(tiled, "Cards", (replace(wide, face=Drawing(Size(250, 240), 3, face.items)),))], layout
    )
    assert part.pieces[0].face.size.width == pytest.approx(300) and part.component.tiled, "it is glued together anyway"
    assert enlarge_deck([DrawnComponent(replace(things.CARDS, role="box"), "Box", (plain,))], layout) == ()


def test_documents_stand_in_for_kinds_and_grow_as_they_say() -> None:
    guide, page = Document("cards", "cards.md", enlarged=1.5), Drawing(Size(100, 150), 0, (text("Dawn", size=4),))
    cards = replace(things.CARDS, large_print=guide)
    assert large_components([guide, cards, things.MAT]) == [guide, guide, things.MAT]
    assert document_page(guide, Size(210, 297)) == Size(140, 198)
    (part,) = enlarge_deck([DrawnComponent(guide, "Cards", pages=(page, page))], Layout(find_paper("a4")))
    assert [(one.size, one.items[0].size) for one in part.pages] == [(Size(150, 225), 6)] * 2


def test_a_board_grows_as_cards_do_only_if_no_words_are_cut() -> None:
    card = Piece("cards", "a", "A", Drawing(Size(40, 50), 3, (text("Dawn", size=6 * MM_PER_POINT),)), None, 1)
    corners = text("Dawn", 5, 20, size=9), text("Dusk", 158, 260, size=9)
    filled = tuple(text("Dawn " * 18, 2, 10.0 * line, size=9) for line in range(1, 27))
    for words, factor in ((corners, 2), (filled, 1)):
        board = replace(card, face=Drawing(Size(190, 270), 3, words))
        parts = [(things.CARDS, card), (replace(things.CARDS, role="board"), board)]
        drawn = enlarge_deck([DrawnComponent(kind, "X", (piece,)) for kind, piece in parts], Layout(find_paper("a4")))
        widths = [part.pieces[0].face.size.width for part in drawn]
        assert widths == [pytest.approx(80), pytest.approx(190 * factor)], factor


def test_what_has_no_room_either_way_is_tiled_and_a_net_keeps_its_size() -> None:
    layout = Layout(find_paper("a4"))  # with room for 200 x 287 mm
    for width, height, is_tiled in ((100, 300, True), (300, 100, True), (210, 210, True), (100, 287, False), (287, 200, False), (200, 287, False)):  # fmt: skip
        piece = Piece("aid", "a", "A", Drawing(Size(width, height), 0, ()), None, 1)
        (part,) = enlarge_deck([DrawnComponent(replace(things.CARDS, role="aid"), "Aid", (piece,))], layout)
        assert part.component.tiled == is_tiled, (width, height)
    small = text("Dawn", size=6 * MM_PER_POINT)
    net = Piece("cards", "n", "N", Drawing(Size(40, 50), 3, (small,)), None, 1, net=die_net(16))
    (part,) = enlarge_deck([DrawnComponent(things.CARDS, "Cards", (net, replace(net, net=None)))], layout)
    assert [round(piece.face.size.width) for piece in part.pieces] == [40, 80]


def test_the_largest_card_of_a_kind_decides_how_much_all_of_them_grow() -> None:
    sides = [Size(60, 90), Size(80, 120), Size(50, 75), Size(70, 105)]
    pieces = tuple(Piece("cards", str(at), "A", Drawing(size, 3, ()), None, 1) for at, size in enumerate(sides))
    layout = Layout(find_paper("a4"))
    alone = [_most(DrawnComponent(things.CARDS, "Cards", (piece,)), layout) for piece in pieces]
    assert _most(DrawnComponent(things.CARDS, "Cards", pieces), layout) == min(alone) == alone[1]
    assert len({*alone}) == 4


def test_small_text_is_told_once_for_a_look_and_not_of_what_is_cut_to_measure() -> None:
    face = Drawing(Size(60, 90), 3, (text("Rest", size=10 * MM_PER_POINT),))
    cut = View(Rect(0, 0, 50, 9), (text("Hidden", size=9 * MM_PER_POINT),))
    partly = replace(face, items=(*face.items, cut))
    first = Piece("cards", "a", "A", face, None, 1, path=("cards", 0))
    pieces = [first, replace(first, id="b", name="B"), replace(first, id="c", name="C", face=partly)]
    pieces += [
        replace(first, id="d", name="D", face=replace(face), holes=(SimpleNamespace(),)),
        replace(first, id="e", name="E", face=replace(face), net=die_net(16)),
    ]
    project = SimpleNamespace(
        deck=SimpleNamespace(node=SimpleNamespace(nearest=lambda path: Span("deck.yaml", path[1] + 1)))
    )
    parts = [
        DrawnComponent(things.CARDS, "Cards", tuple(pieces)),
        DrawnComponent(Document("rules", "r.md"), "Rules", pages=(face,)),
    ]
    told = [
        (item.spot.piece, item.measure, "'Rest'" in item.message, item.span.line)
        for item in find_small(parts, project, ())
    ]
    assert told == [("cards/a", pytest.approx(10), True, 1), ("cards/c", pytest.approx(10), True, 1)]

"""Which components share sheets, and how pieces are printed that ask for something of their own."""

import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from recorded import check_recorded
from things import ARROWS, CARDS, COINS, FLAPS, HEXES, MAPS, MAT, PAWNS, TAROTS, kind

from cardgen.geometry.folds import Fold
from cardgen.geometry.holes import Hole
from cardgen.geometry.nets import die_net
from cardgen.geometry.outlines import ROUND, Outline
from cardgen.geometry.units import Edges, Size
from cardgen.impose.layout import Layout
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file import sheets
from cardgen.pipeline.printed_file.build import prepare, write
from cardgen.plugin.components import BOARD, Document
from cardgen.plugin.making import BasesOf, BoxNet, DieNet, HubOf
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError

A4 = Size(210, 297)
impose = sheets._impose


def drawn(*ids, size=(70, 120), copies=1, named=None, own=None, **settings):
    """A component of blank pieces with these ids; `own` is what single ones have of their own."""
    component = kind(ids[0], *size, role="card", **settings)
    face, back = Drawing(Size(*size), 3, ()), Drawing(Size(*size), 3, ())
    pieces = tuple(
        Piece(
            ids[0],
            own_id,
            (named or {}).get(own_id, own_id),
            face,
            back,
            copies,
            component.outline,
            fold=component.fold,
        )
        for own_id in ids
    )
    pieces = tuple(replace(piece, **(own or {}).get(piece.id, {})) for piece in pieces)
    return DrawnComponent(component, ids[0].title(), pieces)


def rules(**settings):
    return DrawnComponent(Document("rules", "rules.md", **settings), "Rules", pages=(Drawing(A4, 0, ()),) * 2)


def both(name, copies, **settings):
    return drawn(name, copies=copies, sheet_group="both", **settings)


STRINGS = {"back_of": "{title}, back", "sheets_a": "of a group named a"}
NET = die_net(16)
SLOT = Fold(base="slot", depth=8)
HOLED = {"b": {"holes": (Hole(0.5, 0.5, 6),)}}
SMALL = {"b": {"face": Drawing(Size(40, 40), 3, ()), "back": None}}
COMPONENTS = {
    "alone as few": [both("a", 8), both("b", 4)],
    "together fewer": [both("a", 5), both("b", 5)],
    "folded over": [both("a", 8, size=(50, 60), fold=Fold()), both("b", 8, size=(50, 60), fold=Fold())],
    "by outline": [both("a", 4, cut="outline"), both("b", 4, cut="outline", size=(50, 50), gutter=9)],
    "papers in a group": [both("a", 1, printed_on="card"), both("b", 1, printed_on="label"), both("c", 1)],
    "cuts in a group": [both("a", 1, cut="straight"), both("b", 1, cut="none"), both("c", 1, cut="outline"), rules()],
    "by paper, then by cut": [
        rules(),
        drawn("paper", printed_on="paper"),
        drawn("label-uncut", printed_on="label", cut="none"),
        drawn("card-outline", cut="outline"),
        drawn("label-straight", printed_on="label"),
        drawn("heavy", printed_on="heavy-card"),
        drawn("card"),
    ],
    "gutters of a group": [
        both("a", 1, cut="outline", size=(92, 60), gutter=2),
        both("b", 3, cut="outline", size=(92, 60), gutter=20),
    ],
    "steps": [
        drawn("die", made=DieNet(), back=False),
        drawn("hub", made=HubOf("b"), back=False),
        drawn("bases", made=BasesOf(("figure",)), back=False, own={"bases": {"fold": SLOT}}),
        drawn("a", "b", own=HOLED),
        drawn("figure", fold=SLOT, size=(30, 50)),
    ],
    "steps of a group": [both("a", 5), both("b", 4, own=HOLED)],
    "one board": [drawn("board", size=(180, 260), tiled=True, named={"board": "Forest"})],
    "boards": [drawn("board", "b", "c", size=(180, 260), tiled=True, named={"b": "Forest"})],
    "large board": [drawn("board", "b", size=(300, 260), tiled=True)],
    "too large": [drawn("board", size=(300, 400)), drawn("cards", copies=2)],
    "wide": [
        drawn("mat", size=(190, 270), own={"mat": HOLED["b"]}),
        drawn("a", copies=2, duplex="two-sided"),
        both("b", 1, duplex="two-sided"),
        replace(drawn("none", duplex="two-sided"), pieces=()),
    ],
    "empty in a group": [both("a", 1, cut="outline"), replace(both("b", 1, cut="outline"), pieces=())],
    "some by outline": [both("a", 8), both("b", 4, outline=ROUND)],
    "two sizes": [
        drawn("a", "b", cut="none", outline=ROUND, own=SMALL),
        drawn("b", "c", own=SMALL),
        drawn("b", "net", own={"net": {"net": NET, "outline": NET.shape}, **SMALL}),
    ],
    "one-sided": [drawn("a", duplex="one-sided"), drawn("b", duplex="one-sided", fold=Fold(), size=(50, 60))],
    "made in a group": [
        both("die", 1, made=DieNet(), back=False),
        both("a", 1, own={"a": HOLED["b"]}),
        both("hub", 1, made=HubOf("a"), back=False),
    ],
}


def rows(name, parts, **layout):
    """What the sheets of components say, a line each, and what is found."""
    found = Collector()
    yield f"== {name}, {layout.get('duplex', 'long-edge')}"
    for sheet in sheets.impose_components(parts, Layout(A4, **layout), STRINGS, found):
        words = sheet.kind, sheet.title, sheet.heading, sheet.role, sheet.printed_on, sheet.cut_way, sheet.folded
        verso = len(sheet.verso.placements) if sheet.verso else "no"
        states = "back" if sheet.is_back else "", " ".join(sheet.steps)
        places = (
            f"{len(sheet.recto.placements)}/{verso}",
            *(f"{p.trim.x:g},{p.trim.y:g}" for p in sheet.recto.placements[:2]),
        )
        yield " | ".join((*words, f"{sheet.piece_count} pieces", *states, *places))
    yield from (f"{item} ({item.expected}; {', '.join(item.hints)})" for item in found.items)


def test_sheets_of_components_are_as_recorded():
    """Which share them, in what order they come, how they are named, cut, built, and what is told."""
    cases = [rows(name, parts, **layout) for name, parts in COMPONENTS.items() for layout in ({}, {"duplex": "fold"})]
    cases.append(rows("no backs", COMPONENTS["wide"], duplex="none"))
    cases.append(
        rows("no half to fold over", [drawn("a", size=(40, 40))], duplex="fold", margins=Edges(146, 146, 0, 0))
    )
    check_recorded(Path(__file__).with_name("sheets.txt"), (row for case in cases for row in case))


def built(deck, **options):
    return prepare(deck, BuildOptions(**options))


def codes(job):
    return [warning.code for warning in job.warnings if warning.code.startswith("W5")]


def words(path, page):
    """The text of a page of a PDF, its lines joined; pages from 1."""
    document = pypdfium2.PdfDocument(path)
    text = " ".join(document[page - 1].get_textpage().get_text_range().split())
    document.close()
    return text


def test_kinds_of_a_group_with_equal_slots_share_sheets(things):
    job = built(things(CARDS, ARROWS, COINS, HEXES))
    assert [(sheet.kind, sheet.title) for sheet in job.sheets] == [
        ("cards", "Cards"),
        ("tokens", "Arrows, Coins"),
        ("hexes", "Hexes"),
    ]
    shared = job.sheets[1]
    assert shared.piece_count == 16
    assert [placement.outline for placement in shared.recto.placements] == [ARROWS.outline] * 7 + [ROUND] * 9
    assert len(shared.verso.placements) == 7  # coins have no backs


def test_a_fixed_string_names_the_sheets_of_a_group(things):
    deck = things(CARDS, ARROWS, COINS)
    (deck.parent / "templates" / "strings.yaml").write_text("sheets_tokens: {en: Small things}\n", "utf-8")
    assert [sheet.title for sheet in built(deck).sheets] == ["Cards", "Small things"]


def test_a_shared_sheet_cuts_each_piece_by_its_own_outline(things):
    (sheet,) = built(things(ARROWS, COINS)).sheets
    assert [placed.outline for placed in sheet.outlines] == [ARROWS.outline] * 7 + [ROUND] * 9


@pytest.mark.parametrize("changes", [{"sheet_group": ""}, {"gutter": 7.0}, {"sheet_group": "other"}])
def test_kinds_that_differ_share_none(things, changes):
    assert len(built(things(ARROWS, replace(COINS, **changes))).sheets) == 2


@pytest.mark.parametrize(("copies", "kinds"), [((5, 5), ["both"] * 3), ((9, 4), ["a", "a", "a", "b"])])
def test_kinds_with_backs_share_sheets_only_if_that_saves_one(things, copies, kinds, monkeypatch):
    imposed = []
    monkeypatch.setattr(sheets, "_impose", lambda *args: imposed.append(args[0].name) or impose(*args))
    parts = [kind(name, 70, 120, copies=n, sheet_group="both") for name, n in zip("ab", copies, strict=True)]
    parts.append(kind("c", 70, 120, copies=1))
    assert [sheet.kind for sheet in built(things(*parts)).sheets] == [*kinds, "c"]
    assert sorted(imposed) == ["a", "b", "both", "c"]  # each is imposed once


def test_a_one_sided_kind_has_blank_versos_and_keeps_its_backs_for_exports(things):
    job = built(things(replace(CARDS, duplex="one-sided")))
    assert [sheet.verso for sheet in job.sheets] == [None]
    assert all(piece.back for piece in job.drawn[0].pieces)


def test_a_two_sided_kind_warns_where_no_backs_are_printed(things):
    deck = things(replace(CARDS, duplex="two-sided"))
    assert codes(built(deck, duplex="none")) == ["W512"]
    assert codes(built(deck, duplex="fold")) == codes(built(deck)) == []
    with pytest.raises(CardgenError) as caught:
        built(deck, duplex="none", strict=True)
    assert [item.code for item in caught.value.diagnostics] == ["W512"]


def test_each_of_several_boards_has_its_own_title(things, tmp_path):
    job = built(things(MAPS))
    assert [sheet.title for sheet in job.sheets] == ["North", "South"]
    (path,) = write(job, tmp_path / "maps.pdf")
    document = pypdfium2.PdfDocument(path)
    titles = [bookmark.get_title() for bookmark in document.get_toc()]
    document.close()
    assert titles[-2:] == ["North", "South"]
    assert "North" in words(path, 2) and "South" in words(path, 2)


def test_tiles_and_backs_of_a_board_bear_its_title(things):
    job = built(things(MAPS), paper="a5", duplex="fold")
    titles = [sheet.title for sheet in job.sheets]
    assert titles[0] == "North A1" and "South A1" in titles
    assert "North, back A1" in titles
    assert {sheet.heading for sheet in job.sheets} == {"Maps"}


def test_boards_without_names_are_numbered(things):
    nameless = replace(MAPS, entries=lambda _deck: [replace(e, data={}) for e in MAPS.entries(None)])
    assert [sheet.title for sheet in built(things(nameless)).sheets] == ["Maps (1/2)", "Maps (2/2)"]


def test_one_board_keeps_the_title_of_its_kind(things):
    board = kind("board", 260, 190, "North", copies=1, role=BOARD, tiled=True)
    assert [sheet.title for sheet in built(things(board)).sheets] == ["Board"]


def test_a_board_that_does_not_fit_a_fold_is_printed_with_its_back_apart(things, tmp_path):
    job = built(things(CARDS, MAT), duplex="fold")
    assert codes(job) == ["W511"]
    assert [(sheet.title, sheet.folded, sheet.is_back) for sheet in job.sheets][-2:] == [
        ("Mat", "", False),
        ("Mat, back", "", True),
    ]
    face, back = job.sheets[-2:]
    assert back.recto.placements[0].drawing is job.drawn[1].pieces[0].back
    assert face.recto.placements[0].trim == back.recto.placements[0].trim
    assert (face.verso, back.verso, back.piece_count) == (None, None, 0)
    (path,) = write(job, tmp_path / "mat.pdf")
    assert re.search(r"Mat · 2 sheets, pages \d+–\d+ .*backs are", words(path, 1))


def test_a_board_that_fits_no_paper_is_an_error_still(things):
    with pytest.raises(CardgenError) as caught:
        built(things(kind("mat", 290, 400, role=BOARD)), duplex="fold")
    assert [item.code for item in caught.value.diagnostics] == ["E501"]


def test_standees_are_printed_on_one_side_with_their_folds(things, tmp_path):
    job = built(things(PAWNS, FLAPS))
    assert [(sheet.title, sheet.folded, sheet.verso) for sheet in job.sheets] == [
        ("Pawns", "pieces", None),
        ("Flaps", "pieces", None),
    ]
    (path,) = write(job, tmp_path / "standees.pdf")
    assert "fold each piece along them" in words(path, 1)
    assert words(path, 2).count("to be folded") == 2


def test_face_and_back_of_a_standee_meet_at_the_fold(things, tmp_path):
    """Read back from the PDF: the colour of the back above the fold, that of the face below."""
    job = built(things(FLAPS))
    (path,) = write(job, tmp_path / "standees.pdf")
    document = pypdfium2.PdfDocument(path)
    picture = document[2].render(scale=4 / 25.4 * 72 / 72 * 25.4).to_pil()
    document.close()
    pixels = picture.width / job.sheets[0].paper.width
    for placed in job.sheets[0].outlines:
        x, y = placed.box.x + placed.box.width / 4, placed.box.y + placed.box.height / 2
        above, below = (picture.getpixel((int(x * pixels), int((y + step) * pixels))) for step in (-1, 1))
        assert above == pytest.approx((0x4A, 0x7A, 0x8C), abs=2)
        assert below == pytest.approx((0xD9, 0xA4, 0x41), abs=2)


def test_pieces_that_cannot_be_cut_or_folded_are_errors_of_their_kind(things):
    wrong = (replace(PAWNS, outline=ROUND), replace(COINS, outline=Outline.polygon([(0, 0), (30, 0), (0, 30)], "mm")))
    with pytest.raises(CardgenError) as caught:
        built(things(CARDS, *wrong))
    assert [item.code for item in caught.value.diagnostics] == ["E510", "E510"]
    first, second = (item.message for item in caught.value.diagnostics)
    assert "'pawns'" in first and "along its top" in first
    assert "'coins'" in second and "30 x 30 mm on a trim of 20 x 20 mm" in second


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tiled": True, "fold": Fold()}, "cannot be folded"),
        ({"tiled": True, "sheet_group": "boards"}, "cannot share sheets"),
        ({"back": None, "duplex": "two-sided"}, "no template of a back"),
        ({"fold": Fold(), "duplex": "two-sided"}, "cannot be two-sided"),
        ({"cut": "straight", "outline": ROUND}, "straight cuts cannot free its pieces"),
        ({"made": DieNet(), "fold": Fold()}, "neither folded nor tiled"),
        ({"made": DieNet(), "tiled": True}, "neither folded nor tiled"),
        ({"made": BoxNet(("cards",)), "outline": ROUND}, "no shape of its own"),
    ],
)
def test_settings_of_a_kind_that_contradict_each_other_are_refused(changes, words):
    with pytest.raises(ValueError, match=f"'cards' .*{words}"):
        replace(CARDS, **changes)


def test_page_one_has_room_for_any_number_of_kinds(things, tmp_path):
    kinds = [kind(f"kind{number}", 40, 60, copies=1) for number in range(24)]
    job = built(things(*kinds, PAWNS, MAPS, TAROTS))
    (path,) = write(job, tmp_path / "many.pdf")
    text = words(path, 1)
    assert "Kind0, Kind1, Kind2, … Tarots" in text and "Pawns" in text

from dataclasses import replace
from types import SimpleNamespace

import things as pieces

from cardgen import check
from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw import components
from cardgen.pipeline.draw.components import draw_beginning, draw_faces, select_components
from cardgen.pipeline.draw.raster import sides_of
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.components import Document
from cardgen.plugin.making import DieNet
from cardgen.report.diagnostics import Collector

DIE = pieces.kind("die", 40, 40, made=DieNet(), back=False)
RULES = Document("rules", "rules.{lang}.md")


def test_the_number_of_many_pieces_is_shown_before_they_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(components, "_MANY", 3)
    (tmp_path / "cards.csv").write_text("name\nDawn\nDusk\nNoon\n")
    stages = []
    check(tmp_path / "cards.csv", progress=stages.append)
    assert "cards, 3 to draw" in stages


def test_too_many_pieces_are_told_where_most_copies_are_stated(tmp_path, monkeypatch):
    monkeypatch.setattr(components, "MOST_PIECES", 10)
    deck = tmp_path / "deck.yaml"
    for copies, codes in ((4, []), (5, [("E119", 3)])):
        deck.write_text(
            f"game: cards\ncards:\n  - {{id: a, name: A, copies: {copies}}}\n  - {{id: z, name: Z, copies: 3}}\n  - {{id: c, name: C, copies: 3}}\n"
        )
        assert [(item.code, item.span.line) for item in check(deck)] == codes


def test_a_back_is_seen_in_the_mirrored_outline():
    face, back = (Drawing(Size(20, 20), 0, ()) for _ in range(2))
    piece = Piece("arrows", "a", "A", face, None, 1, outline=pieces.ARROW)
    assert sides_of(piece) == [(face, pieces.ARROW)]
    assert sides_of(replace(piece, back=back)) == [(face, pieces.ARROW), (back, pieces.ARROW.mirrored())]


def test_the_first_flat_pieces_and_faces_are_drawn_before_all_else_and_nothing_is_told(things):
    deck = things(RULES, DIE, pieces.CARDS, pieces.MAPS)
    found = Collector()
    project = open_project(deck, DeckOptions(), found)
    size = {"card": Size(50, 70), "bleed_of": lambda kind: kind.bleed + 1}
    for count in (1, 2, 3):
        part = draw_beginning(project, project.game.components, count, **size)
        assert (part.component.name, part.title, [piece.id for piece in part.pieces]) == (
            "cards",
            project.strings["cards"],
            ["dawn", "dusk"][:count],
        )
        assert {piece.face.bleed for piece in part.pieces} == {pieces.CARDS.bleed + 1}
    assert draw_beginning(project, [RULES, DIE], 3, **size) is None
    too_large = replace(pieces.COINS, outline=Outline.polygon([(0, 0), (30, 0), (0, 30)], "mm"))
    assert draw_beginning(project, [too_large, pieces.MAPS], 1, **size).component.name == "maps"
    drawn = [
        (face.kind, face.entry)
        for face in draw_faces(
            project, {"die": {"die"}, "rules": {"rules"}, "cards": {"dusk"}, "maps": {"north", "none"}}, **size
        )
    ]
    assert drawn == [("cards", "dusk"), ("maps", "north")]
    (deck.parent / "templates" / "thing.svg.j2").write_text("{{ 1 / 0 }}", "utf-8")
    project = open_project(deck, DeckOptions(), found)
    assert draw_beginning(project, project.game.components, 2, **size).pieces == ()
    assert [*draw_faces(project, {"cards": {"dusk"}}, **size)] == []
    assert (found.items, project.renderer.diagnostics.items) == ([], [])


def test_components_are_those_that_are_named_in_the_order_of_the_game():
    game = SimpleNamespace(components=(pieces.CARDS, pieces.MAPS, pieces.MAT))
    for only, names, told in (((), "cards maps mat", []), (("mat", "cards", "mat"), "cards mat", []), (("mats", "maps"), "maps", ["unknown component 'mats'"]), (("x",), "", ["unknown component 'x'"])):  # fmt: skip
        found = Collector()
        assert [component.name for component in select_components(only, game, found)] == names.split(), only
        assert [(item.code, item.message, item.expected) for item in found.items] == [
            ("E504", message, "one of: cards, maps, mat") for message in told
        ]

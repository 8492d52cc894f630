from dataclasses import replace

import things

from cardgen import check
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw import components
from cardgen.pipeline.draw.raster import sides_of


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
    piece = Piece("arrows", "a", "A", face, None, 1, outline=things.ARROW)
    assert sides_of(piece) == [(face, things.ARROW)]
    assert sides_of(replace(piece, back=back)) == [(face, things.ARROW), (back, things.ARROW.mirrored())]

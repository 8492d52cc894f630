from dataclasses import replace
from types import SimpleNamespace

import things

from cardgen import check
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw import components, preflight
from cardgen.pipeline.draw.raster import sides_of
from cardgen.preflight.finding import FaceFinding


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


def test_faces_are_looked_at_within_their_outline_and_their_safe_area():
    looked = SimpleNamespace(preflight=SimpleNamespace(check=lambda side, outline, inset, **_: (side, outline, inset)))

    def report(safe=None, width=63, height=88, is_back=False, **more):
        piece = Piece("cards", "a", "A", Drawing(Size(width, height), 0, ()), None, 1, outline=things.ARROW, **more)
        side, outline, inset = preflight._report(
            replace(things.CARDS, safe=safe), piece, piece.face, looked, is_back=is_back
        )
        assert side is piece.face and outline == (things.ARROW.mirrored() if is_back else things.ARROW)
        return inset

    assert things.ARROW.mirrored() != things.ARROW
    assert [report(), report(is_back=True), report(safe=0.0), report(safe=3.0), report(net=SimpleNamespace())] == [
        2.5,
        2.5,
        0.0,
        3.0,
        0.0,
    ]
    assert report(width=16, height=40) == 1.0


def test_the_worst_spot_of_a_piece_of_advice_stands_for_all(monkeypatch):
    piece = Piece("cards", "a", "A", Drawing(Size(50, 70), 0, ()), None, 1)
    found = tuple(FaceFinding("W416", "near", measure=measure, is_advice=True) for measure in (2.0, 1.0, 3.0))
    other = (FaceFinding("W415", "at the cut", is_advice=True), FaceFinding("W414", "told already"))
    sides = [preflight.SideFindings(piece, piece.face, True, each) for each in (found, other)]
    monkeypatch.setattr(preflight, "find_on_faces", lambda *_: sides)
    project = SimpleNamespace(deck=SimpleNamespace(node=SimpleNamespace(nearest=lambda _: None)))
    told = [
        (item.code, item.measure, [note for note, _ in item.notes])
        for item in preflight.find_advice(things.CARDS, [], project)
    ]
    back = "on the back of card 'A'"
    assert told == [
        ("W415", None, [back]),
        ("W416", 1.0, [back, "2 more on cards; cardgen check --report page.html shows them"]),
    ]


def test_a_back_is_seen_in_the_mirrored_outline():
    face, back = (Drawing(Size(20, 20), 0, ()) for _ in range(2))
    piece = Piece("arrows", "a", "A", face, None, 1, outline=things.ARROW)
    assert sides_of(piece) == [(face, things.ARROW)]
    assert sides_of(replace(piece, back=back)) == [(face, things.ARROW), (back, things.ARROW.mirrored())]

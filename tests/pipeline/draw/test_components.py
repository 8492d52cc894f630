from cardgen import check
from cardgen.pipeline.draw import components


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

from cardgen import check
from cardgen.pipeline.draw import components


def test_the_number_of_many_pieces_is_shown_before_they_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(components, "_MANY", 3)
    (tmp_path / "cards.csv").write_text("name\nDawn\nDusk\nNoon\n")
    stages = []
    check(tmp_path / "cards.csv", progress=stages.append)
    assert "cards, 3 to draw" in stages

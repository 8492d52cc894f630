"""The report of a check, with pictures of the spots on the faces."""

import re

from typer.testing import CliRunner

from cardgen.cli import app

FACE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
  <rect x="1" y="1" width="{{ width - 2 }}" height="{{ height - 2 }}" fill="none" stroke="#000000" stroke-width="0.4"/>
  <card:text x="1.5" y="9" width="32" height="8" style="name" align="left">{{ card.name }}</card:text>
</svg>"""
GAME = "id: g\nname: G\nextends: cards\nkinds:\n  cards: {face: face.svg.j2}\n"
"""A card whose name and frame are near the cut."""


def test_a_report_shows_each_spot_with_its_code_and_its_place(tmp_path):
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "face.svg.j2").write_text(FACE)
    (tmp_path / "game.yaml").write_text(GAME)
    deck, page = tmp_path / "deck.yaml", tmp_path / "page.html"
    deck.write_text("game: g\ncards:\n  - {name: Dawn}\n  - {name: Dusk}\n")
    result = CliRunner().invoke(app, ["check", str(deck), "--report", str(page)])
    assert "W415" in result.output, result.output
    assert "W416" not in result.output  # advice is for the report alone
    text = page.read_text()
    assert "frames near the cut" in text
    assert "expected at least 2.5 mm, the safe inset" in text
    assert f"{deck}:3:5" in text
    assert len(re.findall("<img ", text)) == 6  # of both cards: the name at the frame and near the cut, and the frame
    assert re.search(r"\d+\.\d x \d+\.\d mm at \d+\.\d, \d+\.\d mm", text)

"""Tests of the place of errors that show only when pages are written."""

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import compose, prepare
from cardgen.report.errors import CardgenError
from cardgen.write import document
from tests.fuzz.seeds import plant_small


def test_a_picture_that_is_too_much_for_a_page_names_its_card(tmp_path, monkeypatch):
    deck = plant_small(tmp_path)
    (tmp_path / "art" / "rope.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80"><defs><pattern id="p" width="0.001" height="0.001"'
        ' patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern></defs>'
        '<rect width="100" height="80" fill="url(#p)"/></svg>'
    )
    with pytest.raises(CardgenError) as caught:
        compose(prepare(deck, BuildOptions()))
    found = caught.value.diagnostics[0]
    assert found.code == "E602"
    assert "page 3 is as much work for a viewer" in found.message
    assert found.span.file.endswith("deck.yaml")
    assert (
        found.span.line
        == deck.read_text("utf-8")
        .splitlines()
        .index(next(line for line in deck.read_text("utf-8").splitlines() if "id: rope" in line))
        + 1
    )
    assert found.notes == (("it is a part of 'Rope'", None),)


def test_what_no_piece_shows_has_no_place(tmp_path, monkeypatch):
    deck = plant_small(tmp_path)
    job = prepare(deck, BuildOptions())
    monkeypatch.setattr(document, "MOST_OF_A_PAGE", 1)
    with pytest.raises(CardgenError) as caught:
        compose(job)
    assert caught.value.diagnostics[0].code == "E602"

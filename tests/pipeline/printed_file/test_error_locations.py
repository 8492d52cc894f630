"""Tests of the place of errors that show only when pages are written."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from write.samples import art, drawing

from cardgen.geometry.units import Rect
from cardgen.model.drawing import PlacedArtwork, PlacedImage, Rotated
from cardgen.model.piece import Piece
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import compose, prepare
from cardgen.pipeline.printed_file.error_locations import with_locations
from cardgen.report.errors import CardgenError, DrawnError, UnlocatedError
from cardgen.report.source import Span
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


def test_an_error_of_what_is_drawn_is_told_at_the_first_piece_that_shows_it_on_either_side():
    box = Rect(0, 0, 9, 9)
    sun, moon, same = art("<g/>"), art("<g><g/></g>"), art("<g/>")
    photo = PlacedImage(Path("photo.png"), box, box)

    def piece(line, face, back=None):
        turned = Rotated(90, 0, 0, (face,)) if line % 2 else face
        return Piece(
            "cards", f"c{line}", f"C{line}", drawing(turned), drawing(back) if back else None, 1, path=("cards", line)
        )

    parts = [
        (piece(1, PlacedArtwork(moon, box)), piece(2, PlacedArtwork(sun, box), photo)),
        (piece(3, PlacedArtwork(sun, box)), piece(4, photo, PlacedArtwork(moon, box))),
    ]
    node = SimpleNamespace(nearest=lambda path: Span("deck.yaml", path[1]))
    deck = SimpleNamespace(
        drawn=[SimpleNamespace(pieces=pieces) for pieces in parts],
        project=SimpleNamespace(deck=SimpleNamespace(node=node)),
    )

    def told(error):
        with pytest.raises(CardgenError) as caught, with_locations(deck):
            raise error
        (found,) = caught.value.diagnostics
        return found.message, found.span and found.span.line, [note for note, _ in found.notes]

    for drawn, line in ((sun, 2), (moon, 1), (photo.path, 2)):
        assert told(DrawnError("E602", "x", drawn)) == ("x", line, [f"it is a part of 'C{line}'"])
    for error in (
        DrawnError("E602", "x", same),
        DrawnError("E602", "x", Path("other.png")),
        UnlocatedError("E602", "x"),
    ):
        assert told(error) == ("x", None, [])
    with with_locations(deck):
        pass

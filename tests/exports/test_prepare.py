from dataclasses import replace

import pytest
import toy
from PIL import Image, ImageChops

from cardgen.exports import prepare
from cardgen.exports.job import export
from cardgen.geometry.outlines import ROUND
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing, Rotated
from cardgen.model.piece import Piece
from cardgen.pipeline.options import ExportOptions
from cardgen.plugin import registry
from cardgen.plugin.components import TILE
from cardgen.report.errors import CardgenError


@pytest.fixture
def exported_as(toy_folder, monkeypatch):
    """Exports the toy deck with its kind of card changed: the folder."""

    def run(target, name, **changes):
        cards, *rest = toy.GAME.components
        game = replace(toy.GAME, components=(replace(cards, **changes), *rest))
        monkeypatch.setitem(registry._added, game.id, game)
        return export(toy_folder / "suns.yaml", target, toy_folder / name, ExportOptions(only=("cards",)))

    return run


def test_a_piece_has_a_name_and_a_back_that_is_turned_once():
    face, back = Drawing(Size(40, 60), 3, ()), Drawing(Size(40, 60), 3, (), "words")
    turned = {}
    for name, data, endwise, called in (
        ("oak", {}, False, "Trees"), ("oak", {"name": "oak"}, True, "oak"), ("Oak", {}, True, "Oak"),
    ):  # fmt: skip
        piece = Piece("trees", "oak", name, face, back, 2, endwise=endwise, data=data)
        made = prepare._finish_piece(piece, "Trees", turned)
        upright = replace(back, items=(Rotated(180, 20, 30, ()),)) if endwise else back
        assert (made.name, made.endwise, made.face, made.copies) == (called, False, face, 2)
        assert (made.back.items, made.back.words, made.back.size) == (upright.items, "words", Size(40, 60))
        assert made.back is (turned[back] if endwise else back)
    assert prepare._finish_piece(replace(piece, back=None), "Trees", turned).back is None


def test_the_back_of_a_card_that_is_turned_endwise_is_on_its_head(exported_as):
    face = {"back": "card.svg.j2"}  # a back with a head and a foot
    plain = exported_as("tgc", "plain", **face)
    endwise = exported_as("tgc", "endwise", **face, endwise=True)
    assert plain.files == endwise.files
    for name in plain.files:
        with Image.open(plain.folder / name) as one, Image.open(endwise.folder / name) as other:
            expected = one.transpose(Image.Transpose.ROTATE_180) if "back" in name else one
            difference = ImageChops.difference(expected.resize((82, 112)), other.resize((82, 112)))
            assert max(high for _low, high in difference.getextrema()) < 48


def test_round_pieces_are_no_cards_for_a_shop_and_round_tiles_on_the_table(exported_as):
    with pytest.raises(Exception, match="E562"):
        exported_as("tgc", "shop", outline=ROUND)
    table = exported_as("tts", "table", role=TILE, outline=ROUND, size=lambda _card: Size(30, 30))
    text = (table.folder / "suns.json").read_text("utf-8")
    assert '"CustomTile": {\n' in text
    assert text.count('"Type": 2') == 2 * 11  # each copy, and its other state


def test_what_cannot_be_drawn_is_not_told_to_be_nothing(exported_as):
    with pytest.raises(CardgenError) as caught:
        exported_as("png", "faulty", face="none.svg.j2")
    assert {item.code for item in caught.value.diagnostics} == {"E401"}


def test_rules_alone_can_be_exported(toy_folder):
    made = export(toy_folder / "suns.yaml", "png", toy_folder / "out", ExportOptions(only=("rules",)))
    assert made.files == ("001_rules-1_front.png",)


def test_warnings_are_told_in_the_order_of_their_places(toy_folder):
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("title: Suns", "title: &x Suns"), "utf-8")
    made = export(deck, "tgc", toy_folder / "out", ExportOptions(card="micro"))
    assert [item.code for item in made.warnings] == ["W563", "W250"]

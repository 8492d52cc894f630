"""A deck may give a card a back of its own, and say that it is turned over top to bottom."""

import shutil

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.resources import resources


@pytest.fixture
def job(tmp_path):
    shutil.copytree(resources().decks / "art", tmp_path / "art")
    text = (resources().decks / "samurai.yaml").read_text("utf-8")
    own = "    art: art/samurai/dojo.svg\n"
    assert own in text
    deck = tmp_path / "deck.yaml"
    deck.write_text(text.replace(own, own + "    back: art/samurai/islands.svg\n    turn: endwise\n"), "utf-8")
    return prepare(deck, BuildOptions(only=("bases",)))


def test_its_back_is_another_than_that_of_its_neighbours(job):
    pieces = {piece.id: piece for piece in job.parts[0].pieces}
    assert pieces["dojo"].back is not pieces["feud"].back
    assert pieces["monastery"].back is pieces["feud"].back


def test_it_alone_is_turned_behind_its_face(job):
    (sheet,) = job.sheets
    dojo = next(piece for piece in job.parts[0].pieces if piece.id == "dojo")
    turns = {placement.turn for placement in sheet.verso.placements if placement.drawing is dojo.back}
    others = {placement.turn for placement in sheet.verso.placements if placement.drawing is not dojo.back}
    assert (turns, others) == ({180}, {0})

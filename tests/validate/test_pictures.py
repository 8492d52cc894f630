"""Pictures are looked at once, and their errors told wherever they are named."""

from pathlib import Path

import pytest

from cardgen.model.deck import Deck, PictureReference
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Node, Span
from cardgen.validate.pictures import check_pictures


def test_pictures_and_texts_are_looked_at_also_if_the_shape_is_wrong():
    path = Path(__file__).parents[1] / "decks_broken" / "wrong-shape-and-more.yaml"
    with pytest.raises(CardgenError) as raised:
        open_project(path, DeckOptions(language="en"), Collector())
    assert {"E203", "E121", "E206", "W332"} <= {error.code for error in raised.value.diagnostics}


def test_each_picture_is_read_once_and_told_of_everywhere():
    places = [Node("x.svg", Span("deck.yaml", line, 5)) for line in (1, 2, 3)]
    deck = Deck(
        Path("deck.yaml"),
        "demo",
        (PictureReference("x.svg"), PictureReference("x.svg"), PictureReference("y.svg")),
        Node(places, Span("deck.yaml")),
    )
    asked = []

    def check(href: str) -> None:
        asked.append(href)
        if href == "x.svg":
            raise UnlocatedError("E121", "picture 'x.svg' does not exist")

    found = Collector()
    check_pictures(deck, check, found)
    assert asked == ["x.svg", "y.svg"]
    assert [(item.code, item.span.line) for item in found.items] == [("E121", 1), ("E121", 2)]

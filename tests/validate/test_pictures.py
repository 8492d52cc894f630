"""Pictures are looked at once, and their errors told wherever they are named."""

from pathlib import Path
from typing import Annotated

import pytest

from cardgen.model.deck import Deck, PictureReference
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.schema import WANTED, Model, PicturePath
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Node, RowNode, Span
from cardgen.validate.pictures import check_pictures, check_wanted_pictures, note_other_names
from tests.validate.test_schema import node_of


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


def test_values_that_are_no_models_want_no_pictures():
    found = Collector()
    check_wanted_pictures(Deck(Path("deck.yaml"), "demo", ({"art": None},), Node({}, Span("deck.yaml"))), found)
    assert not found.items


def test_a_picture_that_a_table_names_is_told_with_what_it_is():
    def check(href: str) -> None:
        raise UnlocatedError("E121", f"picture '{href}' does not exist")

    span = Span("cards.csv", 2)
    for made, notes in ((RowNode, [("it is the art of 'Sun'", None)]), (Node, [])):
        row = made({"name": Node("Sun", span), "art": Node("x.svg", span)}, span)
        found = Collector()
        check_pictures(
            Deck(Path("deck.yaml"), "demo", ({"art": PictureReference("x.svg")},), Node([row], span)), check, found
        )
        assert [[*item.notes] for item in found.items] == [notes]


def deck_of(*names: str) -> Deck:
    nodes = [Node(name, Span("deck.yaml", line, 5)) for line, name in enumerate(names, 1)]
    return Deck(Path("deck.yaml"), "demo", tuple(map(PictureReference, names)), Node(nodes, Span("deck.yaml")))


def test_a_mistake_inside_a_picture_is_told_once_with_the_number_of_its_places():
    def check(href: str) -> None:
        error = UnlocatedError("E124", f"{href} has a script")
        error.span = Span(href, 7, 3)
        raise error

    found = Collector()
    check_pictures(deck_of("a.svg", "b.svg", "b.svg", "c.svg", "c.svg", "c.svg"), check, found)
    told = [(item.message, [text for text, _ in item.notes if text.startswith("and in")]) for item in found.items]
    assert told == [
        ("a.svg has a script", []),
        ("b.svg has a script", ["and in 1 more place"]),
        ("c.svg has a script", ["and in 2 more places"]),
    ]


def test_pictures_of_other_names_are_told_as_one_with_the_first_three():
    def told(*names):
        found = Collector()
        note_other_names(deck_of("x.png", *names, *names), {name: f"{name}.png" for name in "abcd"}, found)
        return [(item.code, item.message, item.span.line) for item in found.items]

    assert told() == []
    assert told("a") == [("W165", "1 picture was found under another name: 'a' is 'a.png'", 2)]
    pairs = "'a' is 'a.png', 'b' is 'b.png', 'c' is 'c.png'"
    assert told("a", "b", "c") == [("W165", f"3 pictures were found under another name: {pairs}", 2)]
    assert told("a", "b", "c", "d") == [("W165", f"4 pictures were found under another name: {pairs} and 1 more", 2)]


class Ship(Model):
    name: str
    art: Annotated[PicturePath | None, WANTED] = None


class Fleet(Model):
    ships: tuple[Ship, ...] = ()


class Plain(Model):
    sail: str


class Mixed(Model):
    ships: tuple[Plain | Ship, ...] = ()


def test_pictures_that_a_finished_deck_states_are_told_as_one():
    def told(model=Fleet, **ships):
        found, value = (
            Collector(),
            {"ships": [{"name": name, **({"art": art} if art else {})} for name, art in ships.items()]},
        )
        data = model.model_validate({"ships": tuple(value["ships"])})
        check_wanted_pictures(Deck(Path("deck.yaml"), "demo", data, node_of(value)), found)
        return [(item.code, item.message) for item in found.items]

    dory, moby, tug = (f"art of '{name}'" for name in ("Dory", "Moby", "Tug"))
    assert told(Dory="a.png") == [] == told()
    assert told(Dory="", Moby="a.png") == [("W564", f"1 picture is missing: {dory}")]
    assert told(Dory="", Moby="", Tug="") == [("W564", f"3 pictures are missing: {dory}, {moby}, {tug}")]
    assert told(Mixed, Dory="") == [("W564", f"1 picture is missing: {dory}")]
    more = ("W564", f"4 pictures are missing: {dory}, {moby}, {tug}, ...")
    assert told(Dory="", Moby="", Tug="", Hulk="") == [more]


def test_pictures_of_other_names_are_those_of_the_values_that_are_looked_at():
    found, other = Collector(), {"a": "a.png", "b": "b.png"}
    note_other_names(deck_of("a", "b"), other, found, [])
    assert found.items == []
    note_other_names(deck_of("a", "b"), other, found, [((1,), PictureReference("b"))])
    assert [item.message for item in found.items] == ["1 picture was found under another name: 'b' is 'b.png'"]

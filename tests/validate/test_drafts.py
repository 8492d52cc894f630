"""What is put into an unfinished deck, and what is taken out of it, each with its place in the file."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import create_model, model_validator

from cardgen.plugin.game import Finding, Game
from cardgen.plugin.schema import Identifier, LocalText, Model, PicturePath
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node, Span
from cardgen.validate.gaps import _filling, fill_gaps
from cardgen.validate.left_out import take_out_broken, take_out_wrong_fields
from cardgen.validate.schema import validate, validate_as


class Card(Model):
    id: Identifier
    name: LocalText
    art: PicturePath
    cost: int = 0


class Deck(Model):
    title: LocalText
    cards: tuple[Card, ...]


TEXT = """\
title: Suns
cards:
  - {id: dawn, name: {en: Dawn, pt: Aurora}, art: a.svg, cost: x}
  - {id: dusk, name: '', art: b.svg, colour: red}
  - {name: Noon, art: c.svg}
  - 7
  - {id: night, name: Night, art: ''}
"""


@pytest.fixture
def deck(tmp_path: Path):
    (tmp_path / "deck.yaml").write_text(TEXT, "utf-8")
    return load_yaml(tmp_path / "deck.yaml", Collector(), "deck.yaml")


def told(items):
    return [(item.span.line, item.span.column, item.code, item.message, item.in_draft) for item in items]


def test_gaps_are_filled_where_the_file_leaves_them(deck):
    """A text that is empty has its place, and one that is missing that of the value that lacks it."""
    del deck.value["title"], deck.value["cards"].value[0].value["art"]
    deck.value["cards"].value[-1].value["art"].value = None  # a key without a value
    found = Collector()
    fill_gaps(deck, Deck, found)
    first, second, *_, last = deck.value["cards"].value
    places = [(str(node.value), node.span.line, node.span.column) for node in (
        deck.value["title"], first.value["art"], second.value["name"], last.value["art"],
    )]  # fmt: skip
    assert places == [("[title]", 1, 1), ("placeholder:dawn", 3, 5), ("Dusk", 4, 22), ("placeholder:night", 7, 35)]
    assert told(found.items) == [
        (1, 1, "E202", "the file has no key 'title'", True), (3, 5, "E202", "'dawn' has no key 'art'", True),
        (4, 22, "E204", "name of 'dusk' is empty", True), (7, 35, "E204", "art of 'night' is empty", True),
    ]  # fmt: skip


def test_a_gap_that_a_reader_has_reported_is_told_once_and_as_a_warning_of_a_draft(deck):
    found, again = Collector(), Collector()
    copied = deepcopy(deck)
    fill_gaps(deck, Deck, found)
    again.items[:] = [replace(item, in_draft=False) for item in found.items[1:]]
    again.add("E142", "a cell is wrong", deck.span)
    fill_gaps(copied, Deck, again)
    assert [item.message for item in again.items] == [
        *(item.message for item in found.items[1:]), "a cell is wrong", found.items[0].message
    ]  # fmt: skip
    assert [item.in_draft for item in again.items] == [*[True] * (len(found.items) - 1), False, True]


def test_what_has_no_name_is_called_after_its_key_and_its_place(tmp_path):
    (tmp_path / "deck.yaml").write_text("title: Suns\ncards:\n  - {}\n", "utf-8")
    node = load_yaml(tmp_path / "deck.yaml", Collector())
    fill_gaps(node, Deck, Collector())
    assert node.plain()["cards"] == [{"name": "[name]", "art": "placeholder:cards 0"}]


def test_an_id_that_is_no_text_names_nothing(tmp_path):
    (tmp_path / "deck.yaml").write_text("title: Suns\ncards:\n  - {id: 7, art: ''}\n  - {id: [], name: 5}\n", "utf-8")
    node = load_yaml(tmp_path / "deck.yaml", Collector())
    fill_gaps(node, Deck, Collector())
    assert node.plain()["cards"] == [
        {"id": 7, "art": "placeholder:cards 0", "name": "[name]"}, {"id": [], "name": 5, "art": "placeholder:cards 1"},
    ]  # fmt: skip


def test_what_may_be_a_picture_or_a_text_is_not_filled(deck):
    class Other(Model):
        id: Identifier
        name: PicturePath
        art: PicturePath

    class Mixed(Model):
        cards: tuple[Card | Other, ...]

    assert [_filling(("cards", 0, key), deck, Mixed) for key in ("name", "art", "id", 0)] == [
        "",
        "placeholder:dawn",
        "",
        "",
    ]
    assert _filling(("nmae",), deck, Mixed) == "", "what is unknown"


def test_a_gap_of_a_value_that_may_be_none_is_filled_and_a_name_is_made_of_the_words_of_an_id(tmp_path):
    class Framed(Card):
        art: PicturePath | None
        name: LocalText | None

    (tmp_path / "deck.yaml").write_text("cards:\n  - {id: red-fox}\n", "utf-8")
    node = load_yaml(tmp_path / "deck.yaml", Collector())
    fill_gaps(node, create_model("Deck", cards=tuple[Framed, ...]), Collector())
    assert node.plain()["cards"] == [{"id": "red-fox", "art": "placeholder:red-fox", "name": "Red Fox"}]


def test_values_with_errors_are_taken_out_with_their_words(deck):
    found = take_out_broken(deck, Deck)
    assert [card.plain() for card in deck.value["cards"].value] == []
    assert [(one.words, [item.span.line for item in one.errors]) for one in found] == [
        (("dawn", "Dawn", "Aurora"), [3]), (("dusk",), [4, 4]), (("Noon",), [5]), ((), [6]), (("night", "Night"), [7]),
    ]  # fmt: skip


def test_a_wrong_item_of_a_value_is_an_error_of_the_value(tmp_path):
    class Tagged(Model):
        tags: tuple[int, ...]

    class Tags(Model):
        cards: tuple[Tagged, ...]

    (tmp_path / "deck.yaml").write_text("cards:\n  - {tags: [1, x]}\n  - {tags: [2]}\n", "utf-8")
    node = load_yaml(tmp_path / "deck.yaml", Collector())
    (broken,) = take_out_broken(node, Tags)
    assert node.plain() == {"cards": [{"tags": [2]}]} and len(broken.errors) == 1


def test_wrong_and_unknown_fields_are_taken_out_and_what_is_missing_is_left(deck):
    found = take_out_wrong_fields(deck, Deck)
    assert [(item.span.line, item.message) for item in found] == [
        (3, "cost of 'dawn' is 'x'"), (4, "name of 'dusk' is empty"), (4, "unknown key 'colour' in 'dusk'"), (7, "art of 'night' is empty"),
    ]  # fmt: skip
    assert [card.plain() for card in deck.value["cards"].value] == [
        {"id": "dawn", "name": {"en": "Dawn", "pt": "Aurora"}, "art": "a.svg"}, {"id": "dusk", "art": "b.svg"},
        {"name": "Noon", "art": "c.svg"}, 7, {"id": "night", "name": "Night"},
    ]  # fmt: skip


def test_a_broken_rule_of_a_whole_value_is_of_none_of_its_fields(deck):
    class Strict(Card):
        @model_validator(mode="after")
        def _check(self) -> "Strict":
            raise ValueError("no")

    model = create_model("StrictDeck", __base__=Deck, cards=(tuple[Strict, ...], ...))
    deck.value["cards"].value[:] = [card for card in deck.value["cards"].value if card.span.line in (3, 5)]
    deck.value["cards"].value[1].value["id"] = Node("noon", Span("deck.yaml", 5, 5))
    before = deck.value["cards"].value[1].plain()
    assert [item.message for item in take_out_wrong_fields(deck, model)] == ["cost of 'dawn' is 'x'"]
    assert deck.value["cards"].value[1].plain() == before


def test_what_is_missing_where_a_cell_cannot_be_read_is_no_second_error(deck):
    del deck.value["cards"].value[3:], deck.value["cards"].value[0].value["cost"]
    second, third = deck.value["cards"].value[1:]
    first = deck.value["cards"].value[0]
    del first.value["art"]
    found = Collector()
    for code, card in (("E143", third), ("E144", second.value["name"]), ("W207", first)):
        found.add(code, f"a cell {code}", card.span)
    for _ in range(2):  # what has been told is not told again
        assert validate_as(deck, Deck, found) is None
        assert [(item.code, item.span.line) for item in found.items] == [
            ("E143", 5), ("E144", 4), ("W207", 3), ("E202", 3), ("E204", 4), ("E203", 4)
        ]  # fmt: skip


def test_a_finding_of_a_game_has_the_place_that_it_states(deck):
    del deck.value["cards"].value[:]
    stated, note = Span("game.yaml", 3, 4), Span("game.yaml", 9, 1)
    checks = [
        lambda _: [Finding("E301", "here", ("title",), span=stated, notes=(("and there", note), ("and", ("cards",))))],
        lambda _: [Finding("W302", "at the key", ("cards",), on_key=True), Finding("W303", "at the value", ("cards",))],
    ]
    game = Game(id="demo", name="Demo", schema=lambda: Deck, checks=lambda: checks, components=(), resources=Path())
    found = Collector()
    assert validate(deck, Path("deck.yaml"), game, found)
    cards = deck.value["cards"].span
    assert [(item.code, item.span, item.notes) for item in found.items] == [
        ("E301", stated, (("and there", note), ("and", cards))), ("W302", deck.value["cards"].key_span, ()), ("W303", cards, ()),
    ]  # fmt: skip

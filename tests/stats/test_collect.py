"""What of a deck is counted: fields of every type, by the names and languages of their game."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Literal

import pytest
import toy

from cardgen.model.deck import PictureReference
from cardgen.plugin import registry
from cardgen.plugin.components import Entry
from cardgen.plugin.schema import Model
from cardgen.report.errors import CardgenError
from cardgen.stats import collect
from cardgen.stats.collect import deck_stats

GAME = """\
id: fair
name: Fair
kinds:
  classes: {fields: {rank: {type: integer, title: {en: Rank, pt: Grau}}}}
  cards:
    title: {en: Cards, pt: Cartas}
    fields:
      class: {type: reference, to: classes}
      hue: color
      art: {type: picture, optional: yes}
      extras: {type: text, optional: yes}
      costs: {type: list, of: integer}
      sort: {type: choice, of: [hot, cold]}
      note: {type: rich, optional: yes}
      flip: boolean
      pages: {type: list, of: picture, optional: yes}
      hues: {type: list, of: color, optional: yes}
      suit: {type: text, optional: yes}
      level: {type: number, optional: yes}
  side-cards:
    fields:
      line: {type: text, optional: yes}
      word: {type: text, optional: yes}
"""
DECK = """\
game: fair
title: {en: The fair, pt: A feira}
languages: [en, pt]
classes: [{id: a, name: {en: Beast, pt: Fera}, rank: 1}, {id: b, name: Wall, rank: 2}]
cards:
  - {name: One, copies: 2, class: a, hue: "#ffffff", extras: ice; fire ; , costs: [1, 2], sort: hot, note: Run., flip: yes}
  - {name: {en: Two, pt: Dois}, class: b, hue: "#000000", extras: ice, costs: [], sort: cold, flip: no}
"""
MORE = """\
  - {name: Three, class: a, hue: "#000000", extras: a text too long to be an item; of a list, costs: [7], sort: cold, flip: no, note: Run., suit: hearts, level: 1.5}
  - {name: Four, class: a, hue: "#000000", costs: [7, 7], sort: cold, flip: no, note: Run., hues: ["#ffffff"], level: 2}
side-cards:
  - {name: Five, line: "a; b", word: x_y}
  - {name: Six, line: "c\nd;", word: x_y}
"""


@pytest.fixture
def fair(tmp_path):
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "deck.yaml").write_text(DECK, "utf-8")
    return tmp_path / "deck.yaml"


def test_fields_of_every_type_are_counted(fair):
    summary = deck_stats(fair, [("class",), ("extras", "rank")], language="pt").summary
    assert (summary.title, summary.game, summary.language) == ("A feira", "Fair", "pt")
    classes, cards = summary.kinds
    assert (classes.kind, classes.title, classes.by) == ("classes", "Classes", ())
    assert [(one.field, one.title, one.type) for one in classes.fields] == [("rank", "Grau", "number")]
    assert (cards.title, cards.designs, cards.copies) == ("Cartas", 2, 3)
    told = {one.field: (one.type, one.missing) for one in cards.fields}
    assert told == {
        "class": ("choice", 0), "extras": ("choice", 0), "costs": ("number", 1), "sort": ("choice", 0),
        "note": ("text", 1), "flip": ("choice", 0),
    }  # fmt: skip
    counts = {one.field: one.counts for one in cards.fields if one.type == "choice"}
    assert counts["class"] == (("Fera", 1, 2), ("Wall", 1, 1))
    assert counts["extras"] == (("ice", 2, 3), ("fire", 1, 2))
    (table,) = cards.by
    assert [(group.name, group.sums) for group in table.groups] == [("Fera", {"costs": 6}), ("Wall", {})]


def test_the_items_of_a_list_are_what_its_game_says_and_pieces_have_names_and_ids(tmp_path):
    fields = "{notes: {type: list, of: rich}, homes: {type: list, of: {type: reference, to: towns}, optional: yes}}"
    kinds = f"kinds: {{towns: {{}}, cards: {{fields: {fields}}}}}"
    (tmp_path / "game.yaml").write_text(f"id: fair\nname: Fair\n{kinds}\n", "utf-8")
    town = "A town of more than twenty-four letters"
    cards = "[{id: one, notes: [Run., Run.], homes: [t]}, {id: two, name: Two, copies: 3, notes: [Hide.]}]"
    (tmp_path / "deck.yaml").write_text(f"game: fair\ntowns: [{{id: t, name: {town}}}]\ncards: {cards}\n", "utf-8")
    (cards,) = deck_stats(tmp_path / "deck.yaml", only=["cards"]).summary.kinds
    told = {one.field: one for one in cards.fields}
    assert (cards.copies, told["notes"].type, told["homes"].type) == (4, "text", "choice")
    assert told["notes"].longest == (("one", "one", 8), ("two", "Two", 5))
    assert (told["homes"].missing, told["homes"].counts) == (3, ((town, 1, 1),))


@pytest.mark.usefixtures("toy_game")
def test_values_within_values_are_counted_unless_they_say_how_a_piece_looks():
    held = {
        "id": "a", "plan": {"x": 1}, "cost": {"gold": 3, "of": {"more": {"deep": 1}}}, "home": {"id": "b", "name": "Bay"},
        "ship": {"name": "Dory", "sails": 2}, "nest": {"id": 3, "name": "Nest"}, "odd": (1, None), "none": (), "some": [1, 2], "art": PictureReference("a.png"),
        "line": "", "flag": True, "nothing": None,
    }  # fmt: skip
    entries = [Entry(name, {**held, "id": name}, ("suns", at)) for at, name in enumerate("ab")]
    kind = replace(toy.GAME.components[0], entries=lambda _deck: entries)
    registry.add_game(replace(toy.GAME, components=(kind, *toy.GAME.components[1:])))
    (cards,) = deck_stats(toy.DECK).summary.kinds
    assert [(one.field, one.type) for one in cards.fields] == [
        ("cost.gold", "number"), ("home", "choice"), ("ship.name", "choice"), ("ship.sails", "number"), ("nest.id", "number"),
        ("nest.name", "choice"), ("some", "number"), ("flag", "choice"),
    ]  # fmt: skip


def test_texts_list_items_where_all_of_them_are_short_and_on_one_line(monkeypatch):
    monkeypatch.setattr(collect, "_LONGEST_ITEM", 3)
    for texts, parted in (
        (["a; bc", "abc"], [("a", "bc"), ("abc",)]), (["abc;a", ";"], [("abc", "a"), ()]), (["a;b", "abcd"], None),
        (["a;b", "a\nb"], None), (["a", "b"], None), (["a;b", 3], None),
    ):  # fmt: skip
        values = [collect.Value("x", "X", 1, {"line": text, "more": "a"}) for text in texts]
        found = [value.fields for value in collect._with_items(values)]
        assert [one["line"] for one in found] == (parted or texts) and {one["more"] for one in found} == {"a"}, texts


def test_a_model_tells_which_fields_are_choices(monkeypatch):
    class Card(Model):
        flag: bool
        wild: bool | int
        word: Literal["a", "b"]
        flags: tuple[bool, ...]
        count: int
        in_: Literal[1, 2]

    monkeypatch.setattr(collect, "list_models", lambda game: {"cards": Card} if game == "game" else {})
    kinds = [SimpleNamespace(name=name) for name in ("cards", "boards")]
    assert [collect._types_of_model(kind, "game") for kind in kinds] == [
        dict.fromkeys(("flag", "word", "flags", "in"), "choice"), {}
    ]  # fmt: skip


def test_only_some_kinds_and_what_tells_most_of_them(fair):
    summary = deck_stats(fair, None, ["cards"]).summary
    assert (summary.title, summary.language, [one.kind for one in summary.kinds]) == ("The fair", "en", ["cards"])
    assert [table.fields for table in summary.kinds[0].by] == [("class", "costs")]


def test_another_value_is_told_by_its_name_if_it_has_one():
    for value in ({"id": "a"}, {"id": "a", "name": ""}, {"id": 7, "name": "A"}, {"name": "A"}, "a", None):
        assert collect._named(value) is value
    assert collect._named({"id": "a", "name": "A"}) == "A"


def test_what_no_deck_has_is_not_listed():
    with pytest.raises(CardgenError) as caught:
        collect._check_names("cost", (), "E149", "field")
    assert [(one.message, one.expected) for one in caught.value.diagnostics] == [
        ("unknown field 'cost'", "a deck with a field")
    ]


def test_unknown_names_are_told(fair):
    for options, code, message, hint in (
        ({"only": ["classes", "card"]}, "E504", "unknown component 'card'", "did you mean 'cards'?"),
        ({"language": "fr"}, "E504", "unknown language 'fr'", ""),
        ({"by": [("class", "csots")]}, "E149", "unknown field 'csots'", "did you mean 'costs'?"),
    ):
        with pytest.raises(CardgenError) as error:
            deck_stats(fair, **options)
        (found,) = error.value.diagnostics
        assert (found.code, found.message, found.hints) == (code, message, (hint,) if hint else ()), found
        assert found.expected.startswith("one of: ")

"""A tree of values becomes a deck, or says why not."""

import copy
import re
from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from cardgen.pipeline.open.games import find_game
from cardgen.plugin.game import Finding, Game
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.schema import Identifier, LocalText, Model, OneOrMore, PicturePath, PlainText, walk
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import QUOTE_HINT, Collector
from cardgen.report.source import Node, RowNode, Span, TableColumn
from cardgen.validate.markup import check_markup
from cardgen.validate.partial_deck import partial_deck
from cardgen.validate.pictures import check_pictures
from cardgen.validate.schema import editor_schema, validate, validate_as
from cardgen.validate.schema_errors import label
from cardgen.validate.schema_hints import hints_for

WHOLE = load_yaml(Path(__file__).parents[1] / "decks_broken" / "lacks-portuguese.yaml", Collector()).plain()
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | st.just("$x"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


class Card(Model):
    id: Identifier
    name: LocalText
    art: PicturePath
    tags: OneOrMore[str] = ()


class Cards(Model):
    cards: tuple[Card, ...]


def node_of(value: object) -> Node:
    """A tree as the loader makes it, all in one place."""
    if isinstance(value, dict):
        value = {key: node_of(item) for key, item in value.items()}
    elif isinstance(value, list):
        value = [node_of(item) for item in value]
    return Node(value, Span("deck.yaml", 1, 1))


def game_with(model: type[Model], *checks, resources: Path = Path("nowhere")) -> Game:
    return Game(id="demo", name="Demo", schema=lambda: model, checks=lambda: checks, components=(), resources=resources)


def card(**changes: object) -> dict:
    return {"cards": [{"id": "a", "name": "A", "art": "a.svg"} | changes]}


EXPECTED = ("a number", "a whole number", "a colour", "a list", "text")


def check(value: object, game: Game, path: Path = Path("deck.yaml")) -> tuple[object, list[str]]:
    found = Collector()
    deck = validate(node_of(value), path, game, found)
    return deck, [item.code for item in found.items]


def test_right_shape_gives_a_deck():
    deck, codes = check(card(name={"en": "A", "pt": "B"}, tags="x"), game_with(Cards))
    assert codes == []
    assert (deck.game, deck.data.cards[0].name.in_language("pt"), deck.data.cards[0].tags) == ("demo", "B", ("x",))


def test_wrong_shape_gives_none_and_runs_no_check():
    deck, codes = check(card(id=1), game_with(Cards, lambda _data: [Finding("E301", "must not run", ())]))
    assert (deck, codes) == (None, ["E204"])


def test_broken_rule_still_gives_the_deck():
    deck, codes = check(card(), game_with(Cards, lambda _data: [Finding("E301", "no", ("cards",))]))
    assert deck is not None
    assert codes == ["E301"]


def test_all_checks_report_at_once():
    one = lambda _data: [Finding("E301", "one", ())]  # noqa: E731
    two = lambda _data: [Finding("W301", "two", ())]  # noqa: E731
    assert check(card(), game_with(Cards, one, two))[1] == ["E301", "W301"]


def test_entries_that_are_wrong_do_not_make_their_list_too_short():
    found = Collector()
    assert validate_as(node_of({**WHOLE, "bases": [{}]}), find_game("attack-the-tower").schema(), found) is None
    assert {item.code for item in found.items} == {"E202"}


@pytest.mark.parametrize("root", [[], "text", 3, None])
def test_root_that_is_no_mapping_is_an_error(root):
    deck, codes = check(root, game_with(Cards))
    assert (deck, codes) == (None, ["E204"])


@pytest.mark.parametrize("key", ["<x>", "[key]", "", "in_", "__class__"])
def test_odd_keys_are_unknown_keys(key):
    army = copy.deepcopy(WHOLE)
    army["abilities"][0]["timing"][key] = 1
    found = Collector()
    validate(node_of(army), Path("deck.yaml"), find_game("attack-the-tower"), found)
    assert [(item.code, item.message) for item in found.items] == [
        ("E203", f"unknown key '{key}' in timing of 'march'")
    ]


def test_a_misspelled_verb_of_a_nested_effect_has_a_suggestion():
    army = copy.deepcopy(WHOLE)
    army["abilities"][0]["effects"] = [{"delay": {"at": "battle_end", "effects": [{"destory": {}}]}}]
    found = Collector()
    validate(node_of(army), Path("deck.yaml"), find_game("attack-the-tower"), found)
    assert [item.hints for item in found.items] == [("did you mean 'destroy'?",)]


@pytest.mark.parametrize(
    ("value", "expected", "hint"),
    [
        (" 7 ", "a number", "write 7"), ("7", "a number", "write 7 without quotes"), (" #aBc ", "a colour", 'write "#aaBBcc"'),
        (" \u201ca\u201d ", "text", 'write straight quotes: "a"'), (True, "a colour", ""),
        ({"icon": None}, "text", "put text that begins with '{' in quotes"), ({"icon": 1}, "text", ""), ({"a": None, "b": None}, "text", ""), ({}, "text", ""),
    ],
)  # fmt: skip
def test_a_hint_is_what_to_write_in_place_of_a_value(value, expected, hint):
    assert hints_for(value, expected) == ((hint,) if hint else ())


def test_keys_that_are_glued_to_their_values_are_told_where_a_mapping_may_stand_only():
    advice = ("put a space after each ':' between key and value",)
    for value, keys, hint in (
        ("cost:3", ("cost",), advice), ("cost:3", (), ()), ("cost: 3", ("cost",), ()), ("12:30", ("cost",), ()), ("3-a:b", ("cost",), ()),
        ("a cost:3", ("cost",), advice), ("\u201cx\u201d", ("cost",), ('write straight quotes: "x"',)),
    ):  # fmt: skip
        assert hints_for(value, "a mapping", keys) == hint, value


def test_a_value_of_another_type_has_the_hint_of_what_is_expected_and_none_else():
    for value, hinted in (
        (2.0, {"a whole number": "write 2"}), (2.5, {}), (123, {"a colour": 'write "#112233"'}), (112233, {"a colour": 'write "#112233"'}),
        (1234, {}), ("2,5", {"a number": "write 2.5"}), ("2.5", {"a number": "write 2.5 without quotes"}), ("abc", {"a colour": 'write "#aabbcc"'}),
        ({"a": 1}, {"a list": "begin each value of the list with '- '"}), (("a",), {"text": "put text that begins with '[' in quotes"}),
        ("\u00ab" + 40 * "x" + "\u00bb", dict.fromkeys(EXPECTED, f'write straight quotes: "{40 * "x"}"')),
        ("\u00ab" + 41 * "x" + "\u00bb", dict.fromkeys(EXPECTED, "write straight quotes")),
    ):  # fmt: skip
        hints = {expected: hint for expected in EXPECTED for hint in hints_for(value, expected)}
        assert hints == hinted, value


def hints_of(army: dict) -> list[tuple[str, tuple[str, ...]]]:
    found = Collector()
    validate(node_of(army), Path("deck.yaml"), find_game("attack-the-tower"), found)
    return [(item.message, item.hints) for item in found.items]


def test_what_is_empty_is_told_with_what_is_expected_where_quotes_would_not_help():
    an_id = "lower-case letters and digits, joined by hyphens, such as 'standing-stones'"
    text, quoted = "text that is not empty", "text (in quotes, if it is a number)"
    for value, said, expected in ((None, "is empty", text), ("", "is empty", text), (1, "is 1", quoted)):
        told = {
            "name": [f"name of 'a' {said}: {expected}"],
            "id": [f"'id' of 'A' {said}: {an_id}"],
            "art": [f"art of 'a' {said}: the path of a picture"],
            "tags": [f"tags of 'a' {said}: {expected}"] if value != "" else [],
        }
        for name, messages in told.items():
            found = Collector()
            validate(node_of(card(**{name: value})), Path("deck.yaml"), game_with(Cards), found)
            assert [f"{item.message}: {item.expected}" for item in found.items] == messages


def test_an_empty_text_may_be_left_out_only_where_every_value_may_do_without_its_key():
    class Boat(Model):
        kind: Literal["boat"]
        note: PlainText | None = None

    class Port(Model):
        kind: Literal["port"]
        note: PlainText

    class Deck(Model):
        tags: tuple[PlainText, ...] = ()
        boats: tuple[Boat, ...] = ()
        ports: tuple[Port, ...] = ()
        either: tuple[Annotated[Boat | Port, Field(discriminator="kind")], ...] = ()
        both: tuple[Boat | Port, ...] = ()
        note: PlainText | None = None

    for value, is_left_out in (
        ({"boats": [{"kind": "boat", "note": ""}]}, True), ({"ports": [{"kind": "port", "note": ""}]}, False),
        ({"either": [{"kind": "port", "note": ""}]}, False), ({"tags": [""]}, False),
        ({"boats": [{"kind": "boat", "note": []}]}, False), ({"boats": [{"kind": "boat", "note": 0}]}, False),
        ({"both": [{"note": ""}]}, False), ({"note": ""}, True), ({"boats": [{"kind": "boat", "none": ""}]}, False),
        ({"both": [{"kind": "port", "note": ""}]}, False), ({"tags": None}, False),
    ):  # fmt: skip
        found = Collector()
        validate(node_of(value), Path("deck.yaml"), game_with(Deck), found)
        hints = {hint for item in found.items if item.code == "E204" for hint in item.hints}
        assert found.items and ("leave the key out" in hints) == is_left_out, value


def test_a_name_without_its_sign_is_reported_from_a_misspelled_word():
    army = copy.deepcopy(WHOLE)
    army["abilities"][0]["choose"] = [{"of": "territory", "pick": "one", "as": "island"}]
    for card in army["abilities"][:2]:
        card["effects"] = [{"destroy": {"who": {"of": "troop", "in": "island"}}}]
    assert hints_of(army) == [
        ("'in' of 'march' is 'island'", ("write '$island'",)),
        ("'in' of 'volley' is 'island'", ("did you mean 'hand'?",)),
    ]


def test_text_that_is_torn_at_its_commas_is_reported_once():
    army = copy.deepcopy(WHOLE)
    army["bases"][0]["flavor"] = {"en": "Ten years", "of breath": None, "before one arrow.": None, "pt": "Dez anos."}
    army["bases"][1]["flavor"] = {"en": "Ten", "english": "Ten"}
    assert hints_of(army) == [
        ("key 'of breath' of flavor of 'hut' is not valid", ("put text that contains ': ' or ',' in quotes",)),
        ("key 'english' of flavor of 'range' is not valid", ("did you mean 'en'?",)),
    ]


def test_a_key_that_is_misspelled_is_not_missing_too():
    base = {key: value for key, value in WHOLE["bases"][0].items() if key not in ("copies", "type")} | {"copys": 7}
    assert hints_of({**WHOLE, "bases": [base]}) == [
        ("'hut' has no key 'type'", ()),
        ("unknown key 'copys' in 'hut'", ("did you mean 'copies'?",)),
    ]


def test_values_are_walked_in_the_order_of_their_keys_with_those_of_any_name_last():
    class Open(Model, extra="allow"):
        name: str = ""
        in_: tuple[int, ...] = ()
        copies: int = 1

    made = Open.model_validate({"b": 1, "in": (7,), "name": "A", "a": (2, {"y": 3, "x": 4})})
    assert [path for path, _ in walk(made, ("cards", 0))] == [
        ("cards", 0, *rest) for rest in ((), ("name",), ("in",), ("in", 0), ("b",), ("a",), ("a", 0), ("a", 1), ("a", 1, "y"), ("a", 1, "x"))
    ]  # fmt: skip


def test_a_missing_key_is_none_that_means_something_else():
    class Open(Model, extra="allow"):
        name: LocalText
        names: int = 0

    for stated, hints in (
        ({"names": 3}, ()),
        ({"nmae": "A", "names": 3}, ("is it the key 'nmae'?",)),
        ({"x": 1}, ()),
        ({"x": 1, "nmae": "A"}, ("is it the key 'nmae'?",)),
    ):
        found = Collector()
        assert validate_as(node_of(stated), Open, found) is None
        assert [(item.code, item.hints) for item in found.items] == [("E202", hints)], stated


def test_an_unknown_key_belongs_below_one_whose_values_have_all_of_its_keys():
    class Move(Model):
        cost: int = 0
        say: str = ""

    class Pair(Model):
        left: int = 0

    class Turn(Model):
        moves: dict[str, Move] = Field(default={})
        ends: dict[str, Card | Pair] = Field(default={})
        numbers: dict[str, int] = Field(default={})

    for stated, hints in (
        ({"cost": 1}, ("write it below 'moves'",)), ({"art": "a.svg", "cost": 1}, ()), ({}, ()), (3, ()), (["cost"], ()), (None, ()),
        ({"art": "a.svg"}, ("write it below 'ends'",)), ({"left": 1}, ("write it below 'ends'",)),
    ):  # fmt: skip
        found = Collector()
        assert validate_as(node_of({"play": stated}), Turn, found) is None
        told = [(item.code, item.message, item.expected, item.hints) for item in found.items]
        assert told == [("E203", "unknown key 'play' in the file", "one of: ends, moves, numbers", hints)], stated


def test_keys_that_are_told_are_those_of_the_step_that_is_meant():
    rules = {
        "players": 2,
        "set_up": [{"move": "row.top", "too": "hand"}],
        "turn": {"moves": {"go": {}}},
        "end": {"score": "1"},
    }
    found = Collector()
    assert validate_as(node_of(rules), GameplayRules, found) is None
    assert [(item.code, item.message, item.expected) for item in found.items if item.code == "E203"] == [
        ("E203", "unknown key 'too' in entry 1 of set_up", "one of: count, from, if, move, say, to, under")
    ]


def test_a_cell_is_told_with_its_column_where_that_has_another_name():
    columns = {"cost": TableColumn("Cost", 2), "name": TableColumn("Title", 1)}
    row = RowNode({"name": Node("Sun", Span("cards.csv", 2))}, Span("cards.csv", 2), columns=columns)
    node = Node({"cards": Node([row], Span("cards.csv"))}, Span("cards.csv"))
    assert [label(("cards", 0, key), node) for key in ("cost", "name", "art")] == [
        "cost of 'Sun'", "name (column 'Title') of 'Sun'", "art of 'Sun'",
    ]  # fmt: skip
    assert [label(path, node) for path in ((), (0,), ("in",), ("cards", 2))] == [
        "the file", "the file", "'in'", "entry 3 of cards",
    ]  # fmt: skip


def test_a_key_of_any_kind_is_reported_in_one_line():
    broken = copy.deepcopy(WHOLE)
    broken["abilities"][0]["name"] = {"00\n": None}
    found = Collector()
    validate(node_of(broken), Path("deck.yaml"), find_game("attack-the-tower"), found)
    assert any("key '00' of name" in item.message for item in found.items)
    assert "\n" not in "".join(item.message for item in found.items)


@settings(max_examples=150)
@given(st.data())
def test_no_input_of_any_kind_raises(data):
    broken = copy.deepcopy(WHOLE)
    place, holder = broken, None
    while isinstance(place, dict | list) and place and (holder is None or data.draw(st.booleans())):
        holder = place
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        place = place[key]
    holder[key] = data.draw(JUNK)
    found = Collector()
    deck = validate(node_of(broken), Path("deck.yaml"), find_game("attack-the-tower"), found)
    assert deck is not None or found.has_errors
    if isinstance(broken, dict):
        parts = partial_deck(node_of(broken), Path("deck.yaml"), find_game("attack-the-tower"))
        check_markup(parts, lambda _: None, found)
        check_pictures(parts, lambda _: None, found)
    assert "\n" not in "".join(item.message for item in found.items)
    assert all(item.span and item.message for item in found.items)


def described(schema: dict) -> list[str]:
    """Properties that say nothing of themselves."""
    parts = {"": schema} | schema["$defs"]
    return [
        f"{name}.{key}"
        for name, part in parts.items()
        for key, field in part.get("properties", {}).items()
        if not field.get("description")
    ]


def test_editor_schema_describes_every_key():
    schema = editor_schema(find_game("attack-the-tower"))
    assert described(schema) == []
    assert schema["$defs"]["Selector"]["additionalProperties"] is False


def test_editor_schema_has_the_keys_of_the_file():
    schema = editor_schema(find_game("attack-the-tower"))
    assert {"in", "is", "as"} <= set(schema["$defs"]["Selector"]["properties"])
    assert set(schema["required"]) == {"game", "faction", "bases", "abilities"}


def test_editor_schema_takes_text_in_one_language_or_several():
    name = editor_schema(game_with(Cards))["$defs"]["Card"]["properties"]["name"]
    assert sorted(option["type"] for option in name["oneOf"]) == ["object", "string"]


def test_editor_schema_takes_a_lone_value_for_a_list():
    tags = editor_schema(game_with(Cards))["$defs"]["Card"]["properties"]["tags"]
    assert sorted(option["type"] for option in tags["anyOf"]) == ["array", "string"]


def test_of_many_unknown_keys_the_first_are_told_and_the_others_counted(monkeypatch):
    looked_up = []
    monkeypatch.setattr("cardgen.validate.schema_errors.did_you_mean", lambda *names: looked_up.append(names) or ())
    found = Collector()
    assert validate_as(node_of({"cards": [], **{f"k{number}": 1 for number in range(300)}}), Cards, found) is None
    assert [item.code for item in found.items] == ["E203"] * 51
    assert (found.items[-1].message, found.items[-1].more) == ("and 250 more", 250)
    assert len(looked_up) == 50  # the others cost nothing


def test_of_many_errors_of_two_kinds_the_others_of_each_are_counted():
    found, cards = Collector(), [{"id": f"a{at}", "name": f"A{at}", "art": 3, "more": 1} for at in range(60)]
    assert validate_as(node_of({"cards": cards}), Cards, found) is None
    counts = Counter(item.code for item in found.items)
    assert counts.keys() == {"E203", "E204"} and set(counts.values()) == {51}
    assert [(item.code, item.message) for item in found.items[-2:]] == [
        (code, "and 10 more") for code in ("E204", "E203")
    ]


class Pier(Model):
    ships: tuple[str, ...] = Field((), min_length=2, max_length=3)


def test_a_list_with_too_few_or_too_many_values_is_told_with_their_number():
    told = []
    for ships in ((), ("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")):
        found = Collector()
        validate_as(node_of({"ships": [*ships]}), Pier, found)
        told.append([(item.code, item.message, item.expected) for item in found.items])
    few, many = "at least 2 of them", "at most 3 of them"
    assert told == [
        [("E204", "ships is empty", few)], [("E204", "ships has 1 value", few)], [], [], [("E204", "ships has 4 values", many)],
    ]  # fmt: skip


def test_what_follows_a_comma_within_braces_is_no_key():
    for key, value, hints in (
        ("the star", None, (QUOTE_HINT,)), ("star", None, ()), ("the star", 3, ()), ("tag s", None, (QUOTE_HINT,)), ("tagz", None, ("did you mean 'tags'?",)),
    ):  # fmt: skip
        found = Collector()
        validate_as(node_of(card(**{key: value})), Cards, found)
        assert [(item.code, item.hints) for item in found.items] == [("E203", hints)], (key, value)


class Harbour(Cards):
    piers: tuple[str, ...] = ()
    place: tuple[int, int] = (0, 0)


def test_only_lists_of_entries_may_be_spreadsheets_in_editors():
    properties = editor_schema(game_with(Harbour))["properties"]
    assert "anyOf" in properties["cards"]
    assert (properties["piers"]["type"], properties["piers"]["items"]) == ("array", {"type": "string"})
    assert properties["place"]["prefixItems"] == [{"type": "integer"}] * 2


def test_editors_know_what_every_deck_may_state_beside_what_its_game_says():
    def without_words(part):
        if isinstance(part, dict):
            return {key: without_words(one) for key, one in part.items() if key not in ("description", "title")}
        return [without_words(one) for one in part] if isinstance(part, list) else part

    schema = editor_schema(game_with(Cards))
    assert schema["$schema"].endswith("2020-12/schema") and schema["title"] == "Demo: deck"
    properties = schema["properties"]
    assert all(one.get("description") or one.get("title") for one in properties.values())
    file = {"type": "string", "pattern": properties["cards"]["anyOf"][1]["pattern"]}
    names = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}
    entries = {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Card"}, file]}}
    assert without_words(properties) == {
        "cards": {"anyOf": [entries, file]},
        "pull": {"type": "object", "additionalProperties": {"type": "string"}},
        "columns": {"type": "object", "additionalProperties": {"type": ["string", "number"]}},
        "images": names, "strict": {"type": "boolean"}, "keep": names,
    }  # fmt: skip
    for name, is_spreadsheet in (
        ("a.csv", True),
        ("a.xlsx#ships", True),
        ("a.ods", True),
        ("a.png", False),
        ("a.csv#", False),
        ("csv", False),
    ):
        assert bool(re.search(file["pattern"], name)) == is_spreadsheet, name

"""Rules of a deck, where a broken deck would not show it."""

import json

import pytest
import yaml

from cardgen.games.attack_the_tower.checks import remembered
from cardgen.games.attack_the_tower.checks.bindings import check_bindings
from cardgen.games.attack_the_tower.checks.deck import (
    check_constants,
    check_faction,
    check_names,
    check_special_troops,
    check_split,
    check_types,
)
from cardgen.games.attack_the_tower.checks.remembered import check_each_ability
from cardgen.games.attack_the_tower.checks.texts import check_effects_exist
from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.pipeline.open.games import find_game
from cardgen.plugin.game import Finding
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate
from cardgen.yaml_loader import LOADER

GAME = find_game("attack-the-tower")


CODES = {f"E{number}" for number in range(301, 316)} | {f"W{number}" for number in range(301, 306)}
OURS = {"W331", "W333", "E350", "E351", "E352", "E353", "E354"}


@pytest.fixture
def check(tmp_path):
    """Validates an army in memory and gives what is found, by code."""

    def run(army: dict) -> list[str]:
        path = tmp_path / "army.yaml"
        path.write_text(yaml.safe_dump(army), "utf-8")
        found = Collector()
        validate(load_yaml(path, found), path, GAME, found)
        return [item.code for item in found.items]

    return run


def test_whole_army_has_no_fault(check, army):
    assert check(army) == []


def test_stated_numbers_that_agree_are_no_fault(check, army):
    army["constants"] = {"hand_limit": 5, "base_power": 4, "counters": 9}
    army["counters"] = {"count": 9, "faces": [1, 2], "spares": 0}
    army["bases"][1] |= {"power": 4, "troop_power": 1, "traits": ["initiative"], "faction": "dots"}
    assert check(army) == []


@pytest.mark.parametrize(("faction", "hints"), [("dotts", ("did you mean 'dots'?",)), ("zebra", ("leave it out",))])
def test_a_card_of_another_faction_is_told_which_one_this_deck_is(army, faction, hints):
    for key in ("bases", "abilities"):
        deck = ArmyDeck.model_validate_json(
            json.dumps(army | {key: [*army[key][:-1], army[key][-1] | {"faction": faction}]})
        )
        (found,) = check_faction(deck)
        assert (found.path, found.hints) == ((key, len(army[key]) - 1, "faction"), hints)


def test_counters_of_other_values_or_another_number_are_not_those_of_the_game(army):
    def codes():
        return [finding.code for finding in check_constants(ArmyDeck.model_validate_json(json.dumps(army)))]

    for faces in ([2, 1], [1, 3], [0, 2], [1], [1, 2, 3], [1, 1], []):
        army["counters"] = {"faces": faces}
        assert codes() == ["E303"], faces
    for count in (0, 8, 10, 24):
        army["counters"] = {"count": count, "faces": [1, 2]}
        assert codes() == ["E303"], count
    army["counters"] = {"count": 8, "faces": [2, 1]}
    assert codes() == ["E303", "E303"]
    army["counters"], army["constants"] = {}, {"counters": 10}
    assert codes() == ["E303"]


def test_abilities_with_a_text_and_no_effects_are_named_but_those_that_are_meant_to_have_none(army):
    for ability in army["abilities"]:
        ability.pop("effects", None)
    army["abilities"][0]["effects"] = []
    army["abilities"] = [*army["abilities"][:-1], *({**army["abilities"][1], "id": name} for name in ("one", "two"))]
    deck = ArmyDeck.model_validate_json(json.dumps(army))
    said = [finding.message for finding in check_effects_exist(deck)]
    names = [f"'{ability.id}'" for ability in deck.abilities[1:]]
    assert len(names) > 5 and said == [
        f"{len(names)} abilities have a text and no effects, so people can play by it and the computer cannot: "
        f"{', '.join(names[:5])} and {len(names) - 5} more"
    ]


def test_one_base_and_one_ability_may_share_an_id(check, army):
    army["abilities"][0]["id"] = army["bases"][0]["id"]
    assert check(army) == []


def test_bases_and_abilities_are_counted_apart(check, army):
    army["bases"][0]["copies"] += 1
    army["abilities"][0]["copies"] -= 1
    assert {"E301", "E302"} <= set(check(army))


@pytest.mark.parametrize(
    ("copies", "codes"),
    [
        ((7, 6, 5, 4, 3), []),
        ((8, 6, 5, 4, 2), ["W301"]),
        ((7, 7, 5, 4, 2), ["W301", "W302"]),  # as many of a stronger type are not fewer
        ((7, 6, 5, 3, 4), ["W301", "W302"]),
    ],
)
def test_bases_get_fewer_as_their_troops_get_stronger(army, copies, codes):
    """Conventions C01 and C02."""
    for base, count in zip(army["bases"], copies, strict=True):
        base["copies"] = count
    deck = ArmyDeck.model_validate_json(json.dumps(army))
    assert [finding.code for finding in check_types(deck)] == codes


def test_a_game_that_fixes_another_number_of_bases_has_no_usual_copies(army, monkeypatch):
    for base, count in zip(army["bases"], (8, 6, 5, 4, 2), strict=True):
        base["copies"] = count
    deck = ArmyDeck.model_validate_json(json.dumps(army))
    for number, codes in ((25, ["W301"]), (24, []), (26, [])):
        monkeypatch.setattr(ArmyDeck, "constants_of_game", {**CONSTANTS, "base_cards": number})
        assert [finding.code for finding in check_types(deck)] == codes


def test_an_ability_is_checked_again_when_anything_has_changed_that_its_findings_depend_on(army, monkeypatch):
    """Also the names of troops and bases, since texts contain them."""
    names = {"plural": True, "gender": "feminine", "recruits": "Others", "name": "Elsewhere", "type": "cavalry"}
    first, *rest = army["bases"]
    armies = [army, *({**army, "bases": [{**first, key: value}, *rest]} for key, value in names.items())]
    armies.append({**army, "abilities": [*army["abilities"][1:], army["abilities"][0]]})
    decks = [ArmyDeck.model_validate_json(json.dumps(one)) for one in armies]
    asked = []

    def check(deck, index):
        asked.append((decks.index(deck), index))
        yield Finding("W331", f"{deck.abilities[index].id}, checked {len(asked)} times", ("abilities", index))

    def found():
        return [[*check_each_ability(deck, check)] for deck in decks]

    monkeypatch.setattr(remembered, "_found", {})
    told = found()
    every = [(at, index) for at, deck in enumerate(decks) for index in range(len(deck.abilities))]
    assert asked == every
    assert (found(), asked) == (told, every)
    monkeypatch.setattr(remembered, "MOST", 2)
    monkeypatch.setattr(remembered, "_found", {})
    assert [[one.path for one in each] for each in found()] == [[one.path for one in each] for each in told]
    assert len(remembered._found) <= 2


def test_bases_come_in_the_order_of_their_types_and_share_names_by_type(army):
    """Conventions C03 and C04; each base after a stronger one is told, with the strongest before it."""
    light, shooter, heavy, *rest = army["bases"]
    army["bases"] = [light, heavy, shooter, {**light, "id": "late"}, *rest]
    deck = ArmyDeck.model_validate_json(json.dumps(army))
    told = [(one.path[1], one.message.rpartition(" after ")[2]) for one in check_types(deck) if one.code == "W304"]
    assert told == [(2, "a heavy_infantry base"), (3, "a heavy_infantry base")]
    assert [*check_names(deck)] == []
    army["bases"][3] |= {"recruits": "Others"}
    army["bases"].append({**light, "id": "last", "name": "Elsewhere"})
    found = [*check_names(ArmyDeck.model_validate_json(json.dumps(army)))]
    assert [(one.code, one.path) for one in found] == [
        ("W303", ("bases", 3, "recruits")),
        ("W303", ("bases", 6, "name")),
    ]
    assert [one.notes[0][1] for one in found] == [("bases", 0, "recruits"), ("bases", 0, "name")]


def test_five_copies_of_an_ability_are_not_too_many(army):
    """Convention C05."""
    for copies, codes in ((5, []), (6, ["W305"])):
        army["abilities"][0]["copies"] = copies
        assert [one.code for one in check_split(ArmyDeck.model_validate_json(json.dumps(army)))] == codes
    army["abilities"] = [one for one in army["abilities"] if one["icon"] not in ("hand", "cavalry")]
    found = [one.message for one in check_split(ArmyDeck.model_validate_json(json.dumps(army)))]
    assert "no ability has the icon cavalry, hand" in found


def test_only_special_abilities_have_a_troop_and_it_has_power(army):
    """Rule H08."""
    special = next(one for one in army["abilities"] if one["kind"] == "special")
    for troop, kind, path in (
        ({"power": 1}, "special", None),
        ({"power": 0}, "special", ("troop", "power")),
        (None, "special", ()),
        ({"power": 1}, "common", ("troop",)),
        (None, "common", None),
    ):
        changed = {key: value for key, value in special.items() if key != "troop"} | {"kind": kind}
        deck = ArmyDeck.model_validate_json(
            json.dumps({**army, "abilities": [changed | ({"troop": troop} if troop else {})]})
        )
        found = [(one.code, one.path) for one in check_special_troops(deck)]
        assert found == ([] if path is None else [("E308", ("abilities", 0, *path))])


def test_special_troops_may_become_loyal(check, army):
    army["abilities"][0]["effects"] = [{"trait": {"who": {"of": "special"}, "gain": "loyal", "until": "turn"}}]
    assert check(army) == []


def test_aura_lasts_as_long_as_its_troop(check, army):
    army["abilities"][-1]["troop"]["aura"] = {"renewal": {"who": "self", "draw": 1}}
    assert check(army) == []


@pytest.mark.parametrize("part", ["enter", "leave"])
def test_what_a_special_troop_does_once_needs_an_end(check, army, part):
    del army["abilities"][-1]["text"]
    army["abilities"][-1]["troop"][part] = [{"power": {"who": {"of": "troop"}, "add": 1}}]
    assert check(army) == ["E311"]


def test_until_is_asked_for_inside_other_effects(check, army):
    power = {"power": {"who": {"of": "troop"}, "add": 1}}
    del army["abilities"][0]["text"]
    army["abilities"][0]["effects"] = [
        {"delay": {"at": "turn_end", "effects": [{"for_each": {"of": {"of": "base"}, "effects": [power]}}]}}
    ]
    assert check(army) == ["E311"]


def test_name_bound_by_a_choice_can_be_used_in_effects(check, army):
    army["abilities"][0]["choose"] = [{"of": "territory", "pick": "one", "as": "t"}]
    army["abilities"][0]["effects"] = [{"destroy": {"who": {"of": "troop", "in": "$t"}}}]
    assert check(army) == []


def test_name_of_another_ability_is_not_bound(check, army):
    army["abilities"][0]["choose"] = [{"of": "territory", "pick": "one", "as": "t"}]
    for ability in army["abilities"][:2]:
        ability["effects"] = [{"destroy": {"who": {"of": "troop", "in": "$t"}}}]
    assert check(army) == ["E206"]


def test_a_cost_is_paid_before_anything_is_chosen(check, army):
    """Whatever else the cost asks for."""
    ability = army["abilities"][0]
    ability["choose"] = [{"of": "territory", "pick": "one", "as": "t"}]
    ability["effects"] = [{"draw": {"who": "self"}}]
    troop = {"of": "troop", "owner": "self"}
    for more in ({}, {"sacrifice": {**troop, "pick": "one"}}):
        ability["cost"] = {"discard": {"amount": {"count": troop}}, **more}
        assert "E206" not in check(army), more
        ability["cost"] = {"discard": {"amount": {"count": {**troop, "in": "$t"}}}, **more}
        assert "E206" in check(army), more


def test_a_name_that_is_not_bound_is_found_where_it_stands(army):
    use, plain = {"destroy": {"who": {"of": "troop", "in": "$t"}}}, {"draw": {"who": "self"}}
    at_least = {"atleast": {"of": {"of": "troop", "owner": "self"}, "amount": 1}}
    for effect, place in (
        ({"coin": {"heads": [use], "tails": [plain]}}, ("coin", "heads", 0)),
        ({"coin": {"heads": [plain], "tails": [plain, use]}}, ("coin", "tails", 1)),
        ({"delay": {"at": "turn_end", "effects": [plain, use]}}, ("delay", "effects", 1)),
        (
            {"die": {"results": [{"faces": 1, "effects": [plain]}, {"faces": 2, "effects": [plain, use]}]}},
            ("die", "results", 1, "effects", 1),
        ),
        (
            {"choose_one": {"options": [{"effects": [plain]}, {"effects": [plain, use]}]}},
            ("choose_one", "options", 1, "effects", 1),
        ),
        (
            {"when": {"event": "turn_end", "until": "turn", "effects": [plain, use]}},
            ("when", "effects", 1),
        ),
        ({"if": {"that": at_least, "then": [plain, use]}}, ("if", "then", 1)),
        ({"if": {"that": at_least, "then": [plain], "else": [plain, use]}}, ("if", "else", 1)),
        ({"for_each": {"of": {"of": "base"}, "effects": [use]}}, ("for_each", "effects", 0)),
    ):
        army["abilities"][0] |= {"choose": [], "effects": [plain, effect]}
        ability = ArmyDeck.model_validate_json(json.dumps(army)).abilities[0]
        found = [finding.path for finding in check_bindings(ability, ("abilities", 0))]
        assert found == [("abilities", 0, "effects", 1, *place, "destroy", "who", "in")]


def test_what_holds_while_there_is_a_battle_may_be_said_outside_of_one(check, army):
    fight = {"atleast": {"of": {"of": "troop", "owner": "self", "in": "battle"}, "amount": 1}}
    power = {"who": {"of": "troop", "owner": "self"}, "add": 1, "until": "turn"}
    army["abilities"][0] |= {"choose": [], "timing": {"window": "main"}}
    del army["abilities"][0]["text"]
    for effect, codes in (
        ({"power": {**power, "while": fight}}, []),
        ({"destroy": {"who": {"of": "troop", "owner": "self", "in": "battle"}}}, ["E315"]),
    ):
        army["abilities"][0]["effects"] = [effect]
        assert check(army) == codes, effect


def test_every_rule_is_explained_and_nothing_else():
    codes = yaml.load(GAME.codes.read_text("utf-8"), LOADER)
    assert set(codes) == CODES | OURS
    for entry in codes.values():
        assert set(entry) == {"what", "why", "example", "instead"}
        assert all(text.strip() for text in entry.values())
        assert entry["example"] != entry["instead"]


def test_an_ability_with_more_parts_than_any_card_can_print_is_not_checked_further(check, army):
    army["abilities"][0]["effects"] = [{"draw": {"who": "self", "amount": 0}}] * 400
    assert check(army) == ["E204"]

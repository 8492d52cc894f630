"""The vocabulary says what cards do."""

from pathlib import Path

import pytest
import yaml

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.effects import Effect
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.pipeline.open.games import find_game
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text
from cardgen.report.source import Node, Span
from cardgen.validate.schema import validate, validate_as
from cardgen.yaml_loader import LOADER

GAME = find_game("attack-the-tower")


ABILITIES = Path(__file__).with_name("forty_abilities.yaml")
FACTIONS = yaml.load(ABILITIES.read_text("utf-8"), LOADER)
CONSTRUCTS = yaml.load(Path(__file__).with_name("constructs.yaml").read_text("utf-8"), LOADER)
USUAL = {"kind": "troop", "icon": "shooter", "copies": 1, "art": "x.svg", "timing": {"window": ["main", "battle"]}}


@pytest.mark.parametrize("faction", FACTIONS)
def test_ten_designs_make_a_legal_army(faction, army, tmp_path):
    army["abilities"] = [{**ability, "art": "art/dot.svg"} for ability in FACTIONS[faction]]
    path = tmp_path / "army.yaml"
    path.write_text(yaml.safe_dump(army, allow_unicode=True), "utf-8")
    found = Collector()
    validate(load_yaml(path, found), path, GAME, found)
    assert to_text(found.items) == ""


def test_what_the_vocabulary_can_say_makes_sense():
    for name, construct in CONSTRUCTS.items():
        ability = validate_as(node_of({"id": name, "name": name} | USUAL | construct), Ability, Collector())
        assert [finding for finding in check_effects(ability, ()) if finding.code != "W333"] == [], name


def node_of(value):
    """A tree as the loader makes it."""
    if isinstance(value, dict):
        value = {key: node_of(item) for key, item in value.items()}
    elif isinstance(value, list):
        value = [node_of(item) for item in value]
    return Node(value, Span("deck.yaml"))


def test_effect_gives_its_verb_as_the_deck_writes_it():
    condition = {"atleast": {"of": {"of": "troop"}, "amount": 1}}
    effect = Effect.model_validate({"if": {"that": condition, "then": ({"end_battle": {}},)}})
    verb, arguments = effect.verb
    assert (verb, arguments.then[0].verb[0]) == ("if", "end_battle")


def test_lone_value_stands_for_a_list_of_one():
    effect = Effect.model_validate({"protect": {"who": {"of": "troop", "type": "shooter"}, "from": "destroy"}})
    assert (effect.protect.from_, effect.protect.who.type) == (("destroy",), ("shooter",))


def test_amount_is_a_number_or_a_count():
    counted = {"count": {"of": "troop"}, "times": 2}
    plain = Effect.model_validate({"draw": {"who": "self", "amount": 3}})
    effect = Effect.model_validate({"draw": {"who": "self", "amount": counted}})
    assert plain.draw.amount == 3
    assert (effect.draw.amount.count.of, effect.draw.amount.times) == ("troop", 2)

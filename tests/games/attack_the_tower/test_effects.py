"""The vocabulary says what cards do."""

from pathlib import Path

import pytest
import yaml

from cardgen.diagnostics import Collector, to_text
from cardgen.games.attack_the_tower import GAME
from cardgen.games.attack_the_tower.effects import Effect
from cardgen.load.yaml import load_yaml
from cardgen.validate.schema import validate

ABILITIES = Path(__file__).with_name("forty_abilities.yaml")
FACTIONS = yaml.safe_load(ABILITIES.read_text("utf-8"))


@pytest.mark.parametrize("faction", FACTIONS)
def test_ten_designs_make_a_legal_army(faction, army, tmp_path):
    army["abilities"] = [{**ability, "art": "art/dot.svg"} for ability in FACTIONS[faction]]
    path = tmp_path / "army.yaml"
    path.write_text(yaml.safe_dump(army, allow_unicode=True), "utf-8")
    found = Collector()
    validate(load_yaml(path, found), path, GAME, found)
    assert to_text(found.items) == ""


def test_effect_gives_its_verb_as_the_deck_writes_it():
    condition = {"atleast": {"of": {"of": "troop"}, "amount": 1}}
    effect = Effect.model_validate({"if": {"that": condition, "then": ({"end_battle": {}},)}})
    assert list(effect.verbs) == ["if"]
    assert list(effect.verbs["if"].then[0].verbs) == ["end_battle"]


def test_lone_value_stands_for_a_list_of_one():
    effect = Effect.model_validate({"protect": {"who": {"of": "troop", "type": "shooter"}, "from": "destroy"}})
    assert (effect.protect.from_, effect.protect.who.type) == (("destroy",), ("shooter",))


def test_amount_is_a_number_or_a_count():
    counted = {"count": {"of": "troop"}, "times": 2}
    plain = Effect.model_validate({"draw": {"who": "self", "amount": 3}})
    effect = Effect.model_validate({"draw": {"who": "self", "amount": counted}})
    assert plain.draw.amount == 3
    assert (effect.draw.amount.count.of, effect.draw.amount.times) == ("troop", 2)

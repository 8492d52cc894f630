import json

import jsonschema
import pytest

from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector


def test_the_schema_is_printed_or_written(run, tmp_path):
    printed = run("schema", "attack-the-tower")
    assert run("schema", "attack-the-tower", "--out", tmp_path / "s.json") == (0, "", "")
    assert json.loads(printed.out) == json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert json.loads(printed.out)["title"] == "Attack the Tower: deck"


def test_another_game_has_its_own(run, toy_game):
    made = json.loads(run("schema", "toy").out)
    of_all = {"keep", "pull", "columns", "images", "strict"}
    assert set(made["properties"]) == of_all | {"game", "title", "author", "subtitle", "colors", "cards"}
    assert made["required"] == ["game", "title", "colors", "cards"]


@pytest.mark.parametrize("deck", ["elves", "samurai"])
def test_the_decks_that_ship_agree_with_it(run, deck):
    schema = json.loads(run("schema", "attack-the-tower").out)
    data = load_yaml(resources().decks / f"{deck}.yaml", Collector()).plain()
    assert [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(data)] == []
    assert not jsonschema.Draft202012Validator(schema).is_valid(data | {"basis": []})


def test_what_cannot_be_is_wrong_usage(run, tmp_path):
    result = run("schema", "attack-the-towr")
    assert result.code == 2
    assert "did you mean" in result.err
    (tmp_path / "s.json").mkdir()
    assert "E601" in run("schema", "cards", "--out", tmp_path / "s.json").err


GAME = """id: harbour
name: Harbour
languages: [en, pt]
kinds:
  ships: {fields: {name: text, cost: {type: integer, max: 9}, home: {type: choice, of: [lisbon, porto]}}}
"""


@pytest.fixture
def harbour(tmp_path, monkeypatch):
    """A folder with a game.yaml and a deck, which is the current one."""
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "deck.yaml").write_text("ships: [{name: Dory, cost: 3, home: porto}]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", [(), ("harbour",), ("deck.yaml",), (".",)])
def test_a_game_without_code_has_a_schema_of_its_decks(run, harbour, words):
    schema = json.loads(run("schema", *words).out)
    deck = {"title": "Old", "ships": [{"name": {"en": "Dory", "pt": "Dória"}, "cost": 3, "home": "porto"}]}
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(deck)
    assert not validator.is_valid({"ships": [{"name": "Dory", "cost": 12, "home": "porto"}]})
    assert not validator.is_valid({"ships": [{"name": "Dory", "cost": 1, "home": "lagos"}]})
    assert schema["title"] == "Harbour: deck"


def test_the_file_of_a_game_has_a_schema_of_its_own(run, harbour):
    schema = json.loads(run("schema", "game.yaml").out)
    validator = jsonschema.Draft202012Validator(schema)
    for file in (harbour / "game.yaml", *resources().templates.glob("*/game.yaml")):
        assert [error.message for error in validator.iter_errors(load_yaml(file, Collector()).plain())] == []
    assert not validator.is_valid({"id": "harbour", "name": "Harbour", "kinds": {"ships": {"feilds": {}}}})


def test_a_folder_without_a_game_is_told(run, harbour):
    (harbour / "empty").mkdir()
    assert "E101" in run("schema", "./empty").err

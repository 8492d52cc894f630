import json

import jsonschema
import pytest

from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector


def test_the_schema_is_printed_or_written(run, tmp_path):
    printed = run("schema")
    assert run("schema", "--out", tmp_path / "s.json") == (0, "", "")
    assert json.loads(printed.out) == json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert json.loads(printed.out)["title"] == "Attack the Tower: deck"


def test_another_game_has_its_own(run, toy_game):
    made = json.loads(run("schema", "toy").out)
    assert set(made["properties"]) == {"pull", "game", "title", "author", "subtitle", "colors", "cards"}
    assert made["required"] == ["game", "title", "colors", "cards"]


@pytest.mark.parametrize("deck", ["elves", "samurai"])
def test_the_decks_that_ship_agree_with_it(run, deck):
    schema = json.loads(run("schema").out)
    data = load_yaml(resources().decks / f"{deck}.yaml", Collector()).plain()
    assert [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(data)] == []
    assert not jsonschema.Draft202012Validator(schema).is_valid(data | {"basis": []})


def test_what_cannot_be_is_wrong_usage(run, tmp_path):
    result = run("schema", "attack-the-towr")
    assert result.code == 2
    assert "did you mean" in result.err
    (tmp_path / "s.json").mkdir()
    assert "E601" in run("schema", "--out", tmp_path / "s.json").err

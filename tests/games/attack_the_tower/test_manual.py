"""What the documents say of this game is what it does."""

import re
from pathlib import Path

import pytest

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.config import Config
from cardgen.plugin.rules.settings import read_settings
from docs.generate.effects import EXAMPLES, ability_of

DOCS = Path(__file__).parents[3] / "docs"


def told(setting):
    """The values of a setting as the manual tells them."""
    return ", ".join(choice if choice[0].isdigit() else f"`{choice}`" for choice in setting.choices)


def test_the_manual_tells_all_rules_with_their_values():
    text = (DOCS / "reference" / "rule-settings.md").read_text("utf-8")
    text = text.partition("## Attack the Tower\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| `(\w+)` \| (.+?) \| `(\w+)` \| [\w`].* \|$", text, re.M)
    settings = read_settings(Config).values()
    assert found == [(setting.name, told(setting), setting.format(setting.default)) for setting in settings]


@pytest.mark.parametrize("verb", EXAMPLES)
def test_the_examples_can_be_played(verb):
    for example in EXAMPLES[verb]:
        assert [finding.message for finding in check_effects(ability_of(verb, example), ())] == []

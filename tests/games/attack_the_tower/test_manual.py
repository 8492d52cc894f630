"""What the documents say of this game is what it does."""

import re
from dataclasses import fields
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

import pytest

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.play.settings import FIXED, LIMITS
from docs.generate.effects import EXAMPLES, ability_of

DOCS = Path(__file__).parents[3] / "docs"
HINTS = {name: hint for name, hint in get_type_hints(Config).items() if name not in FIXED}


def told(name):
    """The values of a setting as the manual tells them."""
    hint = HINTS[name]
    if hint is bool:
        return "`yes`, `no`"
    if hint is int or int in get_args(hint):
        low, high = LIMITS.get(name, (0, 100))
        return f"{low} to {high}" + ", `none`" * (NoneType in get_args(hint))
    return ", ".join(f"`{word}`" for word in get_args(hint))


def test_the_manual_tells_all_rules_with_their_values():
    text = (DOCS / "reference" / "rule-settings.md").read_text("utf-8")
    found = re.findall(r"^\| `(\w+)` \| (.+?) \| `(\w+)` \| [\w`].* \|$", text, re.M)
    words = {"True": "yes", "False": "no", "None": "none"}
    printed = [(field.name, str(field.default)) for field in fields(Config) if field.name in HINTS]
    assert found == [(name, told(name), words.get(value, value)) for name, value in printed]


@pytest.mark.parametrize("verb", EXAMPLES)
def test_the_examples_can_be_played(verb):
    for example in EXAMPLES[verb]:
        assert [finding.message for finding in check_effects(ability_of(verb, example), ())] == []

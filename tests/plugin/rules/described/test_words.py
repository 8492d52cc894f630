"""The rules of a described game in words."""

from __future__ import annotations

import yaml

from cardgen.plugin.rules.described.rules_words import rules_in_words
from cardgen.plugin.rules.described.schema import GameplayRules
from tests.plugin.rules.described.oracles import FOLDER, frozen


def words(name: str, language: str) -> str:
    """Return the rules of an oracle in words."""
    stated = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))
    return rules_in_words(GameplayRules.model_validate(frozen(stated["rules"])), language, {"cards": "Cards"})


def test_moves_and_conditions_are_sentences():
    text = words("crazy_eights", "en")
    assert "Deal 7 if the number of all players is 2, or else 5 from stock to hand" in text
    assert "the rank of the card is 8 or the suit of the card is suit" in text
    assert "**draw**: allowed if stock is not empty and draws is less than 5" in text
    assert "- **hand**, one for each player: only its owner sees the faces" in text


def test_every_oracle_has_words_in_portuguese():
    for path in sorted(FOLDER.glob("*.yaml")):
        text = words(path.stem, "pt")
        assert "## O fim" in text and "{0}" not in text, path.stem
    assert "permitido se stock não está vazio" in words("crazy_eights", "pt")

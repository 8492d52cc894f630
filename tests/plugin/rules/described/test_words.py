"""The rules of a described game in words."""

from __future__ import annotations

from cardgen.plugin.rules.described.rules_words import rules_in_words
from tests.plugin.rules.described.oracles import ORACLES, opened


def words(name: str, language: str) -> str:
    """Return the rules of an example in words."""
    return rules_in_words(opened(name)[0].description, language, {"cards": "Cards"})


def test_moves_and_conditions_are_sentences():
    text = words("crazy-eights", "en")
    assert "Deal 7 if the number of all players is 2, or else 5 from stock to hand" in text
    assert "the rank of the card is 8 or the suit of the card is suit" in text
    assert "**draw**: allowed if stock is not empty and draws is less than 5" in text
    assert "- **hand**, one for each player: only its owner sees the faces" in text


def test_every_oracle_has_words_in_portuguese():
    for name in ORACLES:
        text = words(name.replace("_", "-"), "pt")
        assert "## O fim" in text and "{0}" not in text, name
    assert "permitido se stock não está vazio" in words("crazy-eights", "pt")

"""`cardgen rules`: the rules of a described game, in words and as Python."""

from __future__ import annotations

import pytest

from tests.plugin.rules.described.test_effects import CARDS, DECK, GAME


@pytest.fixture
def duel(tmp_path, monkeypatch):
    for name, text in (("game.yaml", GAME), ("cards.csv", CARDS), ("little-duel.yaml", DECK)):
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)


def test_rules_in_words(run, duel):
    assert "- Draw n cards." in run("rules").out
    assert "Para 2 jogadores." in run("rules", "little-duel.yaml", "--lang", "pt").out


def test_rules_as_python(run, duel):
    source = run("rules", "--python").out
    compile(source, "rules", "exec")
    assert "class Game(DescribedState):" in source


def test_a_game_without_a_description_of_its_rules(run):
    result = run("rules", "attack-the-tower")
    assert result.code == 1 and "E707" in result.err

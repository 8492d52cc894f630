"""`cardgen check --text` lists what a game words itself, beside what a deck states in its place."""

from itertools import pairwise

import pytest

from cardgen.plugin.resources import resources

GAME = """
id: coins
kinds:
  coins:
    fields:
      name: text
      worth: integer
      label: {formula: "card.worth ~ ' gold'"}
"""


@pytest.fixture
def coins(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text(GAME.replace("kinds:", "name: Coins\nkinds:"), "utf-8")
    (tmp_path / "purse.yaml").write_text("game: coins\ncoins:\n  - {name: Crown, worth: 5}\n", "utf-8")
    return tmp_path


def test_rules_texts_are_listed_in_each_language_of_the_deck(run):
    result = run("check", resources().decks / "samurai.yaml", "--text", "--only", "abilities")
    assert result.code == 0
    assert "samurai.yaml, en\n" in result.out and "samurai.yaml, pt\n" in result.out
    assert "  abilities/perfect-cut: One Perfect Cut\n    text: One of your troops gets **+3\u00a0power**" in result.out
    assert "    text as generated, which the deck replaces: " in result.out
    for shown, other in pairwise(result.out.splitlines()):
        if "as generated, which the deck replaces: " in other:
            assert shown.partition(": ")[2] != other.partition(": ")[2]
    assert result.out.endswith("1 deck: no problems\n")


def test_one_language_can_be_asked_for(run):
    result = run("check", resources().decks / "samurai.yaml", "--text", "--only", "abilities", "--lang", "pt")
    assert "samurai.yaml, pt\n" in result.out and "samurai.yaml, en\n" not in result.out


def test_values_of_formulas_are_texts_too(run, coins):
    result = run("check", "purse.yaml", "--text")
    assert result.out == "purse.yaml, en\n  coins/crown: Crown\n    label: 5 gold\n1 deck: no problems\n", result.err


def test_a_deck_without_generated_texts_says_so(run, in_folder):
    result = run("check", "suns.yaml", "--text")
    assert result.out.startswith("suns.yaml: no text is generated; every piece shows what the deck states\n")
    deck = in_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("copies: 10", "copies: 13"), "utf-8")
    warned = run("check", "suns.yaml", "--text")
    assert (warned.code, warned.out.splitlines()[0]) == (0, result.out.splitlines()[0]), "a warning is no reason not to"
    assert "0 errors, 1 warning" in warned.out


def test_a_deck_that_cannot_be_read_has_its_errors_only(run, in_folder):
    result = run("check", "none.yaml", "--text")
    assert (result.code, result.out) == (1, "1 deck: 1 error, 0 warnings; cardgen explain CODE says more\n")


def test_text_is_for_people(run, in_folder):
    assert run("check", "suns.yaml", "--text", "--format", "json").code == 2
    assert run("check", "suns.yaml", "--text", "-q") == (0, "", "")

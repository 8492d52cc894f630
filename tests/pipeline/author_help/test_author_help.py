"""What a designer asks about: the texts that a game generates, the schemas of files, and the game that is meant."""

import json
from types import SimpleNamespace

import pytest

from cardgen.pipeline.author_help import game_rules, named_game
from cardgen.pipeline.author_help.editor_schema import schema_json
from cardgen.pipeline.author_help.game_rules import rules_text
from cardgen.pipeline.author_help.generated_texts import generated_texts
from cardgen.pipeline.author_help.named_game import game_named
from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.rules.described.rules import DescribedRules
from cardgen.report.errors import CardgenError, UnlocatedError

GAME = """id: coins
name: Coins
languages: [en, pt]
kinds:
  coins:
    fields:
      name: text
      worth: {type: number, optional: true}
      label: {formula: "card.worth ~ ' gold' if card.worth else ''"}
      double: {formula: card.worth * 2 if card.worth else none}
      parts: {formula: "[card.name, card.worth]"}
  chips: {fields: {name: text, half: {formula: "0.5"}}}
  notes: {fields: {worth: {type: integer}, twice: {formula: card.worth * 2}}}
"""
DECK = "game: coins\ncoins:\n  - {name: {en: Crown, pt: Coroa}, worth: 2.5}\n  - {name: Button}\nchips: [{name: Red}]\nnotes: [{id: n1, worth: 4}]\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "purse.yaml").write_text(DECK, "utf-8")
    return tmp_path


def test_texts_of_formulas_are_listed_by_language_and_piece(folder):
    def told(**options):
        found = generated_texts(folder / "purse.yaml", DeckOptions(**options))
        return [(one.language, one.kind, one.id, one.name, one.generated, one.stated) for one in found]

    def crown(language, name):
        texts = {"label": "2.5 gold", "double": "5", "parts": f"{name}, 2.5"}
        return language, "coins", "crown", name, texts, {}

    button, chip, bill = (
        ("coins", "button", "Button", {"parts": "Button, "}, {}),
        ("chips", "red", "Red", {"half": "0.5"}, {}),
        ("notes", "n1", "n1", {"twice": "8"}, {}),
    )
    english, portuguese = (
        [crown(language, name), (language, *button), (language, *chip), (language, *bill)]
        for language, name in (("en", "Crown"), ("pt", "Coroa"))
    )
    assert told() == [*english, *portuguese]
    assert told(language="pt") == portuguese
    assert told(only=("chips",)) == [english[-2], portuguese[-2]]
    (folder / "purse.yaml").write_text(DECK.replace("game: coins", "game: coins\npalette: nothing"), "utf-8")
    assert told() == []
    assert generated_texts(folder / "none.yaml", DeckOptions()) == []


def test_each_kind_of_file_has_a_schema(folder):
    for name, title, key in (
        ("coins/game.yaml", "game.yaml", "kinds"),
        ("own.face.yaml", "face.yaml", "boxes"),
        ("", "Coins: deck", "coins"),
        ("purse.yaml", "Coins: deck", "chips"),
    ):
        schema = json.loads(schema_json(name, folder))
        assert (schema["title"], schema["$schema"]) == (title, "https://json-schema.org/draft/2020-12/schema")
        assert key in schema["properties"], name


def test_a_game_is_named_by_its_id_its_folder_or_a_deck(folder, monkeypatch):
    (folder / "inner").mkdir()
    (folder / "inner" / "game.yaml").write_text(GAME.replace("coins", "inner", 1), "utf-8")
    for name, meant in (
        ("", "coins"),
        (".", "coins"),
        ("inner", "inner"),
        ("./inner", "inner"),
        ("purse.yaml", "coins"),
        ("cards", "cards"),
    ):
        assert game_named(name, folder).id == meant, name
    (folder / "purse.yaml").write_text("game: nothing\n", "utf-8")
    with pytest.raises(CardgenError, match="E201"):
        game_named("purse.yaml", folder)
    empty = folder / "empty"
    empty.mkdir()
    for name, told in (
        ("", "no game is named"),
        (".", "there is no game.yaml in"),
        ("./none", "there is no game.yaml in"),
    ):
        with pytest.raises(CardgenError, match=told):
            game_named(name, empty)
    monkeypatch.setattr(named_game, "game_ids", lambda *_: ("cards",))
    assert game_named("", empty).id == "cards"  # the only one


def test_rules_in_words_call_each_kind_by_its_title(folder, monkeypatch):
    class Rules(DescribedRules):
        def in_words(self, language, names):
            return language, names

    components = [SimpleNamespace(name="cards", title="Fishes"), SimpleNamespace(name="chips", title="")]
    game = SimpleNamespace(components=components, languages=("pt", "en"))
    monkeypatch.setattr(game_rules, "game_named", lambda *_: game)
    monkeypatch.setattr(game_rules, "game_rules", lambda _: object.__new__(Rules))
    monkeypatch.setattr(Rules, "program", SimpleNamespace(source="def play():"), raising=False)
    assert rules_text("fish", folder, "en", python=True) == "def play():"
    for language, used in (("", "pt"), ("en", "en")):
        assert rules_text("fish", folder, language) == (used, {"cards": "Fishes", "chips": "chips"})


def test_rules_of_play_are_told_in_words_or_as_python(folder):
    for name, problem in (
        ("cards", "'cards' has no rules of play"),
        ("attack-the-tower", "'attack-the-tower' is played by Python of its own"),
    ):
        with pytest.raises(UnlocatedError) as caught:
            rules_text(name, folder)
        assert (caught.value.code, caught.value.message, caught.value.expected) == (
            "E707",
            problem,
            "a game.yaml with the section 'rules'",
        )

"""A deck that is loaded has its identity and its languages, and nothing of it is drawn."""

import pytest

from cardgen.pipeline.open.load import load_deck
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError


def test_a_deck_has_its_game_its_identity_and_its_data(toy_folder):
    deck = load_deck(toy_folder / "suns.yaml")
    assert (deck.path, deck.game.id, deck.title) == (toy_folder / "suns.yaml", "toy", "Suns")
    assert [card.id for card in deck.data.cards] == ["dawn", "dusk"]
    assert deck.warnings == ()


@pytest.mark.parametrize("name", ["elves", "samurai"])
def test_a_deck_in_two_languages_names_both(name):
    assert load_deck(resources().decks / f"{name}.yaml").languages == ("en", "pt")


def test_a_deck_is_loaded_without_its_pictures(toy_folder):
    (toy_folder / "art" / "sun.svg").unlink()
    assert load_deck(toy_folder / "suns.yaml").title == "Suns"


@pytest.mark.parametrize(
    ("old", "new", "code"), [("game: toy", "game: tooy", "E201"), ("copies: 10", "copies: ten", "E204")]
)
def test_a_deck_with_an_error_is_not_loaded(toy_folder, old, new, code):
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(CardgenError) as caught:
        load_deck(deck)
    assert [problem.code for problem in caught.value.diagnostics] == [code]


def test_a_deck_that_breaks_rules_of_its_game_is_not_loaded(tmp_path):
    elves = (resources().decks / "elves.yaml").read_text("utf-8")
    (tmp_path / "elves.yaml").write_text(elves.replace("copies: 7", "copies: 9", 1), "utf-8")
    with pytest.raises(CardgenError, match="E302"):
        load_deck(tmp_path / "elves.yaml")


def test_the_land_behind_a_deck_is_the_one_that_it_states_or_is_made_of_its_title_in_any_language(tmp_path):
    for line, land in (("", "placeholder:land:Sea"), ("land: moor.svg\n", "moor.svg"), ("author: Ann\n", "placeholder:land:Deep sea")):  # fmt: skip
        title = "" if "author" in line else "title: {en: Sea, pt: Mar}\n"
        (tmp_path / "deep-sea.yaml").write_text(
            f"game: cards\nlanguages: [en, pt]\n{title}{line}cards: [{{name: A}}]\n"
        )
        for language in ("en", "pt"):
            project = open_project(tmp_path / "deep-sea.yaml", DeckOptions(language=language), Collector())
            assert project.renderer.shared["identity"]["land"] == land, (line, language)


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(CardgenError, match="E101"):
        load_deck(tmp_path / "none.yaml")


def test_a_deck_without_a_title_is_called_after_its_file(toy_folder):
    text = (toy_folder / "suns.yaml").read_text("utf-8")
    for line, title, subtitle in (
        ("", "Old suns", ""),
        ("title: {en: Suns, pt: S\u00f3is}\nsubtitle: {en: Low, pt: Baixo}\n", "Suns", "Low"),
    ):
        deck = toy_folder / "old-suns.yaml"
        deck.write_text(f"game: cards\n{line}cards: [{{name: A}}]\n" if text else "", "utf-8")
        loaded = load_deck(deck)
        assert (loaded.title, loaded.subtitle, loaded.author) == (title, subtitle, "")


def test_a_deck_has_the_words_of_its_own_first_language(tmp_path):
    (tmp_path / "deck.yaml").write_text(
        "game: cards\nlanguages: [pt, en]\ntitle: {en: Suns, pt: Sóis}\nsubtitle: {en: Low, pt: Baixo}\nauthor: Ann\ncards: [{name: A}]\n",
        "utf-8",
    )
    deck = load_deck(tmp_path / "deck.yaml")
    assert (deck.languages, deck.title, deck.subtitle, deck.author) == (("pt", "en"), "Sóis", "Baixo", "Ann")


def test_half_of_the_texts_are_not_most(tmp_path):
    (tmp_path / "game.yaml").write_text(
        "id: g\nname: G\nlanguages: [en, pt, de]\nkinds: {cards: {fields: {name: text}}}\n"
    )
    texts = ("{en: A, pt: B}", "{en: C, de: D}", "{en: E, pt: F}", "G", "{en: H, de: I}")
    (tmp_path / "deck.yaml").write_text(f"cards: [{', '.join(f'{{name: {text}}}' for text in texts)}]\n")
    assert load_deck(tmp_path / "deck.yaml").languages == ("en",)
    (tmp_path / "deck.yaml").write_text("cards: [{name: {fr: A}}]\n")
    assert load_deck(tmp_path / "deck.yaml").languages == ("en",)

"""The list, the deck and the game that the README shows are good."""

import re
from pathlib import Path

import pytest

import cardgen

ROOT = Path(__file__).parents[2]


def block(page: str, language: str, start: str) -> str:
    """Return the code block of a page that begins with given words."""
    found = re.findall(rf"^```{language}\n(.+?)^```$", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return next(text for text in found if text.startswith(start))


@pytest.fixture
def cards(tmp_path):
    (tmp_path / "cards.csv").write_text(block("README.md", "text", "name,type"), "utf-8")
    return tmp_path / "cards.csv"


def test_the_list_of_the_readme_builds(cards, tmp_path):
    assert cardgen.build(cards, tmp_path / "out").warnings == ()


def test_the_deck_file_of_the_readme_builds_in_both_languages(cards, tmp_path):
    text = block("README.md", "yaml", "game: cards").replace("more.xlsx#promos", "more.csv")
    (tmp_path / "deck.yaml").write_text(text, "utf-8")
    (tmp_path / "more.csv").write_text("name\nGull\n", "utf-8")
    assert [item for item in cardgen.check(tmp_path / "deck.yaml") if item.is_error] == []


def test_the_game_of_the_readme_keeps_its_check(tmp_path):
    (tmp_path / "game.yaml").write_text(block("README.md", "yaml", "id: harbour"), "utf-8")
    deck = tmp_path / "harbour.yaml"
    deck.write_text("ships: [{name: Dory, cost: 9, copies: 2}]\ncoins: [{name: One, value: 1}]\n", "utf-8")
    assert [item.message for item in cardgen.check(deck)] == ["Dory is too good to come twice"]


@pytest.mark.parametrize("start", ["game: cards", "id: long-siege"])
def test_a_deck_and_a_game_of_the_how_to_pages_are_good(start, tmp_path):
    page = {"game: cards": "docs/how-to/design-a-deck.md", "id: long-siege": "docs/how-to/add-a-game.md"}[start]
    text = block(page, "yaml", start)
    if start == "id: long-siege":
        (tmp_path / "game.yaml").write_text(text, "utf-8")
        samurai = (
            (ROOT / "decks" / "samurai.yaml").read_text("utf-8").replace("game: attack-the-tower", "game: long-siege")
        )
        (tmp_path / "deck.yaml").write_text(
            samurai + "heroes: [{name: Tomoe, power: 12, text: Draw a card.}]\n", "utf-8"
        )
        (tmp_path / "art").symlink_to(ROOT / "decks" / "art")
        expected = ["deck has 25 bases"]
    else:
        (tmp_path / "deck.yaml").write_text(text, "utf-8")
        (tmp_path / "night-market.csv").write_bytes((ROOT / "docs" / "tutorial" / "night-market.csv").read_bytes())
        expected = []
    found = cardgen.check(tmp_path / "deck.yaml")
    assert [item.message for item in found if item.is_error and item.code != "E125"] == expected


def test_the_python_of_the_how_to_page_is_that_of_the_example():
    page = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text("utf-8")
    example = (ROOT / "examples" / "harbour" / "cardgen_harbour" / "__init__.py").read_text("utf-8")
    shown = block("docs/how-to/add-a-game.md", "python", "from pathlib import Path")
    race = shown[shown.index("class Race") : shown.index("\n\nGAME")]
    assert race.strip() in example
    assert "harbour:E301" not in page

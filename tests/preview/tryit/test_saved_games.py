"""A game that people play in the page goes on after the preview was started again."""

import shutil
from pathlib import Path

import pytest

from cardgen.plugin.resources import resources
from cardgen.preview.tryit.game_process import KeptGames
from cardgen.preview.tryit.requests import NewGame, Viewing
from cardgen.preview.tryit.saved import SavedGames

VIEWING = Viewing("en")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    shutil.copytree(resources().decks / "art/samurai", tmp_path / "art/samurai")
    return Path(shutil.copy(resources().decks / "samurai.yaml", tmp_path))


def started(deck: Path, folder: Path | None) -> KeptGames:
    """The games as a new process finds them."""
    return KeptGames(deck, SavedGames(folder))


def test_a_game_goes_on_in_another_process_unless_its_deck_was_edited(deck: Path, tmp_path: Path) -> None:
    folder = tmp_path / "state" / "games"
    games = started(deck, folder)
    name = games.begin(NewGame((deck, deck), people=2, seed=5), VIEWING)["game"]
    assert games.look(name, VIEWING)["viewer"] >= 0
    for move in range(3):
        before = games.take(name, VIEWING, move, 0)
    assert before["move"] == 3
    assert before["log"]
    again = started(deck, folder)
    assert again.view(name, VIEWING) == before
    assert again.undo(name, VIEWING)["move"] == 2
    assert again.record(name).count("\n") > 3
    file = folder / f"{name}.json"
    assert file.parent.stat().st_mode & 0o077 == 0
    text = file.read_text("utf-8")
    file.write_text(
        text.replace('"actions":[', '"actions":[99999,').replace('"actions": [', '"actions": [99999,'), "utf-8"
    )
    assert started(deck, folder).view(name, VIEWING) is None
    file.write_text("{", "utf-8")
    assert started(deck, folder).view(name, VIEWING) is None
    file.write_text(text, "utf-8")
    assert started(deck, folder).view(name, VIEWING)["move"] == 2
    deck.write_text(
        deck.read_text("utf-8").replace("copies: 7", "copies: 9").replace("copies: 6", "copies: 4"), "utf-8"
    )
    assert started(deck, folder).view(name, VIEWING) is None


@pytest.mark.parametrize("name", ["0123456789abcdef", "../secret", "", "0123456789abcdef/.."])
def test_a_name_finds_nothing_but_a_saved_game(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.json").write_text("{}", "utf-8")
    (tmp_path / "games").mkdir()
    assert SavedGames(tmp_path / "games").find(name) is None
    assert SavedGames(None).find(name) is None

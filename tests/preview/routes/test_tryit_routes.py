"""The addresses by which decks are tried out: what they ask of the processes, and what they refuse."""

import asyncio
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.routes import tryit
from cardgen.preview.server.application import preview_application
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.tryit.requests import NewGame, Viewing
from cardgen.processes.worker import WorkerLostError
from tests.preview.asgi import Client


class Games:
    """In place of the process of games."""

    def __init__(self):
        self.asked = []
        self.is_endless = self.is_stopped = False
        self.answer = {"game": "g"}

    async def ask(self, name, *arguments):
        self.asked.append((name, *arguments))
        if self.is_endless:
            await asyncio.Event().wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def stop(self):
        self.is_stopped = True


@pytest.fixture
def open_decks(tmp_path):
    found = OpenDecks([tmp_path / "army.yaml", tmp_path / "other.yaml"], BuildOptions(language="en"))
    for opened in found.by_id.values():
        opened.games = Games()
    return found


@pytest.fixture
def games(open_decks):
    return open_decks.by_id["army"].games


@pytest.fixture
def client(open_decks):
    return Client(preview_application(open_decks), "127.0.0.1:8270")


def test_a_game_begins_as_it_is_wanted(client, games, tmp_path):
    body = {"opponent": "other", "people": 2, "level": "2", "seed": 7, "first": 1, "card": [40, 53.5]}
    assert client.post("/api/decks/army/games?lang=pt", body=body).status_code == 200
    decks = (tmp_path / "army.yaml", tmp_path / "other.yaml")
    wanted = NewGame(decks, people=2, level="greedy", seed=7, first=1)
    assert games.asked == [("begin", wanted, Viewing("pt", (40, 53.5)))]


def test_the_deck_plays_against_itself_or_is_shared(client, games, tmp_path):
    army = tmp_path / "army.yaml"
    client.post("/api/decks/army/games", body={})
    client.post("/api/decks/army/games", body={"shares_deck": True, "players": 3, "difficulty": "hard"})
    assert [asked[1].decks for asked in games.asked] == [(army, army), (army,)]
    assert (games.asked[1][1].players, games.asked[1][1].difficulty) == (3, "hard")


@pytest.mark.parametrize(
    "body",
    [
        {"opponent": "nobody"},
        {"opponent": 1},
        {"people": 0},
        {"seed": 0.5},
        {"seed": 2**60},
        {"level": "god"},
        {"players": True},
    ],
)
def test_nonsense_is_refused(client, games, body):
    assert client.post("/api/decks/army/games", body=body).status_code == 400
    assert not games.asked


def test_what_is_wrong_with_a_game_is_said(client, games):
    games.answer = {"problems": [{"message": "the deck is broken"}]}
    answer = client.post("/api/decks/army/games", body={})
    assert answer.status_code == 422 and "The deck is broken" in answer.text


def test_a_game_goes_on(client, games):
    client.post("/api/decks/army/games/g/take", body={"move": 3, "choice": 1})
    client.post("/api/decks/army/games/g/undo", body={"card": [0, -1]})
    assert games.asked == [("take", "g", Viewing("en"), 3, 1), ("undo", "g", Viewing("en"))]
    assert client.post("/api/decks/army/games/g/begin", body={}).status_code == 404
    assert client.get("/api/decks/army/games/g/take").status_code in (404, 405)
    games.answer = None
    assert client.post("/api/decks/army/games/g/view", body={}).status_code == 410
    games.answer = WorkerLostError()
    assert client.post("/api/decks/army/games/g/view", body={}).status_code == 503


def test_a_game_that_never_answers_is_stopped(client, games, monkeypatch):
    monkeypatch.setattr(tryit, "PATIENCE", 0.01)
    games.is_endless = True
    assert client.post("/api/decks/army/games/g/view", body={}).status_code == 503
    assert games.is_stopped


def test_the_record_is_text(client, games):
    games.answer = "# cardgen play"
    answer = client.get("/api/decks/army/games/g/record")
    assert answer.text == "# cardgen play" and "attachment" in answer.headers["content-disposition"]


def test_an_offer_is_asked_with_all_decks(client, games, tmp_path):
    client.get("/api/decks/army/offer")
    assert games.asked == [("offer", {"army": tmp_path / "army.yaml", "other": Path(tmp_path / "other.yaml")})]


def test_texts_are_asked_in_the_language_of_the_page(client, games):
    client.get("/api/decks/army/texts?lang=pt")
    assert games.asked == [("texts", "pt")]


@pytest.mark.parametrize("query", ["opponent=nobody", "level=god", "what=1"])
def test_a_trial_of_nonsense_is_refused(client, query):
    assert client.get(f"/api/decks/army/trial?{query}").status_code == 400

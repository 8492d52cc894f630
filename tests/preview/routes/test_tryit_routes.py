"""The addresses by which decks are tried out: what they ask of the processes, and what they refuse."""

import asyncio
import json

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server.application import preview_application
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.preview.session.snapshot import Snapshot, shown_problem
from cardgen.preview.start.recent_decks import RecentDecks
from cardgen.preview.start.worker import StartWorker
from cardgen.preview.table import workers
from cardgen.preview.table.workers import GameWorker
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Diagnostic
from tests.preview.asgi import Client
from tests.preview.coroutines import run_coroutine
from tests.preview.table.harness import rooms_of


class Reader:
    """In place of the process that reads decks."""

    def __init__(self):
        self.asked = []
        self.found = {"is_playable": False, "problems": ["the deck is broken"]}

    async def answer(self, name, *arguments):
        self.asked.append((name, *arguments))
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@pytest.fixture
def decks(tmp_path):
    return [tmp_path / "army.yaml", tmp_path / "other.yaml"]


@pytest.fixture
def rooms(decks):
    found = rooms_of(decks)
    found.shared.workers.reader = Reader()
    yield found
    found.close()


@pytest.fixture
def client(decks, rooms, tmp_path):
    starter = StartWorker(tmp_path, RecentDecks(tmp_path / "recent.json"))
    yield Client(preview_application(OpenDecks(decks, BuildOptions(language="en")), rooms, starter), "127.0.0.1:8270")
    starter.close()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"decks": []},
        {"decks": ["nobody"]},
        {"decks": "army"},
        {"decks": ["army"] * 65},
        *({"decks": ["army"], name: value} for name, value in (("people", -1), ("seed", 0.5), ("seed", 2**60))),
        *({"decks": ["army"], name: value} for name, value in (("level", "god"), ("players", True), ("level", 1))),
    ],
)
def test_nonsense_is_refused(client, rooms, body):
    assert client.post("/api/rooms", body=body).status_code == 400
    assert not rooms.shared.workers.reader.asked


def test_what_is_wrong_with_a_game_is_said(client, rooms):
    answer = client.post("/api/rooms", body={"decks": ["army"]})
    assert answer.status_code == 422 and "The deck is broken" in answer.text
    rooms.shared.workers.reader.found = WorkerLostError()
    assert client.post("/api/rooms", body={"decks": ["army"]}).status_code == 503
    assert client.get("/api/decks/army/offer").status_code == 503


def test_an_offer_is_asked_with_all_decks(client, rooms, decks):
    client.get("/api/decks/army/offer")
    assert rooms.shared.workers.reader.asked == [("offer", decks[0], {"army": decks[0], "other": decks[1]})]


def test_texts_are_asked_in_the_language_of_the_page(client, rooms, decks):
    client.get("/api/decks/army/texts?lang=pt")
    assert rooms.shared.workers.reader.asked == [("texts", decks[0], "pt")]


@pytest.mark.parametrize("query", ["opponent=nobody", "level=god", "what=1"])
def test_a_trial_of_nonsense_is_refused(client, query):
    assert client.get(f"/api/decks/army/trial?{query}").status_code == 400


def test_a_process_that_never_answers_is_ended(monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    stopped = []

    class Endless(GameWorker):
        async def ask(self, *_):
            await asyncio.Event().wait()

        def stop(self):
            stopped.append(True)

    with pytest.raises(TimeoutError):
        run_coroutine(Endless("table").answer("look"))
    assert stopped == [True]


PLAYABLE = {
    "is_playable": True,
    "problems": [],
    "shares_deck": True,
    "player_counts": [2],
    "difficulties": [],
    "opponents": [],
}


class LostLive:
    """A deck whose process was stopped, and that is built again once."""

    def __init__(self):
        self.left = 1

    async def current(self):
        return Snapshot(title="Army", problems=(shown_problem(Diagnostic("E791", "the deck was not drawn")),))

    def build_after_loss(self):
        self.left -= 1
        return self.left >= 0


def test_a_table_asks_again_for_pieces_that_were_lost_until_they_are_drawn_again(client, rooms, monkeypatch):
    rooms.shared.workers.reader.found = PLAYABLE
    code = json.loads(client.post("/api/rooms", body={"decks": ["army"]}).text)["code"]
    lost = LostLive()
    monkeypatch.setattr(OpenDeck, "live", lambda *_: lost)
    told = [json.loads(client.get(f"/api/rooms/{code}/decks/army/faces").text)["is_complete"] for _ in range(2)]
    assert told == [False, True]


def test_the_settings_of_a_room_are_asked_for_in_a_language(client, rooms, decks):
    reader = rooms.shared.workers.reader
    reader.found = PLAYABLE
    code = json.loads(client.post("/api/rooms", body={"decks": ["army"]}).text)["code"]
    reader.found = [{"name": "damage"}]
    assert json.loads(client.get(f"/api/rooms/{code}/settings?lang=pt").text) == [{"name": "damage"}]
    assert reader.asked[-1] == ("settings", decks[0], "pt")
    reader.found = WorkerLostError()
    assert client.get(f"/api/rooms/{code}/settings").status_code == 503
    assert client.get("/api/rooms/AAAAAAAA/settings").status_code == 404

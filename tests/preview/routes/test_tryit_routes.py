"""The addresses by which decks are tried out: what they ask of the processes, and what they refuse."""

import asyncio
import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from starlette.datastructures import Address
from starlette.responses import Response

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.routes import rooms as routes
from cardgen.preview.server.application import preview_application
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.preview.session.snapshot import ShownDocument, ShownKind, ShownPlace, Snapshot, shown_problem
from cardgen.preview.start.recent_decks import RecentDecks
from cardgen.preview.start.worker import StartWorker
from cardgen.preview.table import workers
from cardgen.preview.table.rooms import NewRoom, RoomProblem
from cardgen.preview.table.workers import GameWorker
from cardgen.preview.tryit.subject import TrialSubject
from cardgen.preview.tryit.trial import DeckTrials
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Diagnostic
from tests.preview.asgi import Client
from tests.preview.coroutines import run_coroutine
from tests.preview.snapshots import face
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
        *(
            {"decks": ["army"], name: value}
            for name, value in (("people", -1), ("first", 64), ("seed", 0.5), ("seed", 2**60))
        ),
        *({"decks": ["army"], name: value} for name, value in (("level", "god"), ("players", True), ("level", 1))),
    ],
)
def test_nonsense_is_refused(client, rooms, body):
    assert client.post("/api/rooms", body=body).status_code == 400
    assert not rooms.shared.workers.reader.asked


def test_what_is_wrong_with_a_game_is_said(client, rooms):
    answer = client.post("/api/rooms", body={"decks": ["army"]})
    assert answer.status_code == 422 and "The deck is broken" in answer.text
    for why in (WorkerLostError(), TimeoutError()):
        rooms.shared.workers.reader.found = why
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


def test_a_trial_is_of_the_deck_against_the_opponent_that_was_chosen(client, decks, monkeypatch):
    subjects = []

    async def follow():
        yield "trial", {"state": "done"}

    def of(_trials, subject):
        subjects.append(subject)
        return SimpleNamespace(follow=follow)

    monkeypatch.setattr(DeckTrials, "of", of)
    for query, opponent, level, language in (
        ("", None, "greedy", "en"), ("?opponent=army", None, "greedy", "en"), ("?opponent=other&level=random&lang=pt", decks[1], "random", "pt"),
    ):  # fmt: skip
        answer = client.get(f"/api/decks/army/trial{query}")
        assert 'event: trial\ndata: {"state": "done"}' in answer.text
        assert subjects.pop() == TrialSubject(decks[0], opponent, level, language), query


def test_a_room_is_that_which_a_page_wants(client, rooms, monkeypatch):
    wanted = []

    async def create(room):
        wanted.append(room)
        raise RoomProblem(["it cannot be played", "there are no cards"])

    monkeypatch.setattr(rooms, "create", create)
    stated = {"players": 64, "difficulty": "hard", "people": 1, "level": "random", "first": 63, "seed": -5}
    for body in ({"decks": ["army"]}, {"decks": ["army", "other"], **stated}, {"decks": ["army"] * 64, "seed": 0}):
        answer = client.post("/api/rooms", body=body)
        assert (answer.status_code, answer.text) == (422, '{"message":"It cannot be played; there are no cards"}')
    assert wanted == [
        NewRoom(("army",)),
        NewRoom(("army", "other"), **stated),
        NewRoom(("army",) * 64, seed=0),
    ]


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

    class Quick(GameWorker):
        async def ask(self, *asked):
            return asked

    assert run_coroutine(Quick("table").answer("take", 1, 2)) == ("take", 1, 2)


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

    code = "E791"

    def __init__(self):
        self.left = 1

    async def current(self):
        faces = [
            replace(face(id), id=id, place=ShownPlace("/home/ann/army.yaml", 3, 4, 9, "", "")) for id in ("sun", "moon")
        ]
        problems = [shown_problem(Diagnostic(code, "the deck was not drawn")) for code in ("W330", self.code)]
        kinds = [ShownKind(name, name.title(), "card", 1, 2) for name in ("suns", "moons")]
        documents = [ShownDocument(name, name.title(), (), f"# {name}") for name in ("rules", "notes")]
        return Snapshot(
            "Army", language="en", problems=(*problems,), faces=(*faces,), kinds=(*kinds,), documents=(*documents,)
        )

    def build_after_loss(self):
        self.left -= 1
        return self.left >= 0


def test_a_table_asks_again_for_pieces_that_were_lost_until_they_are_drawn_again(client, rooms, monkeypatch):
    rooms.shared.workers.reader.found = PLAYABLE
    code = json.loads(client.post("/api/rooms", body={"decks": ["army"]}).text)["code"]
    lost = LostLive()
    monkeypatch.setattr(OpenDeck, "live", lambda *_: lost)
    answers = [client.get(f"/api/rooms/{code}/decks/army/faces").text for _ in range(2)]
    assert [json.loads(answer)["is_complete"] for answer in answers] == [False, True]
    for code_of_problem, is_complete in (("W797", False), ("E792", False), ("E204", True)):
        lost.left, lost.code = 1, code_of_problem
        answer = json.loads(client.get(f"/api/rooms/{code}/decks/army/faces").text)
        assert answer["is_complete"] is is_complete, code_of_problem
    told = json.loads(answers[1])
    assert [[one.get("id", one.get("name")) for one in told[key]] for key in ("faces", "kinds", "documents")] == [
        ["sun", "moon"], ["suns", "moons"], ["rules", "notes"],
    ]  # fmt: skip
    assert [one["text"][0]["runs"] for one in told["documents"]] == [
        [["rules", False, False]],
        [["notes", False, False]],
    ]
    assert not {word for word in ("/home", "yaml", "drawn") if word in answers[1]}


def test_pictures_of_a_table_are_those_of_the_deck_in_the_language_of_the_page(client, rooms, monkeypatch):
    rooms.shared.workers.reader.found = PLAYABLE
    code = json.loads(client.post("/api/rooms", body={"decks": ["army"]}).text)["code"]
    asked = []

    async def picture_of(opened, options, name):
        asked.append((opened.id, options.language, name))
        return Response(b"png")

    monkeypatch.setattr(routes, "picture_of", picture_of)
    assert client.get(f"/api/rooms/{code}/decks/army/pictures/sun-150.png").content == b"png"
    assert asked == [("army", "en", "sun-150.png")]
    assert client.get(f"/api/rooms/{code}/decks/other/pictures/sun-150.png").status_code == 404


class Socket:
    """The connection of a page that wants to enter a room."""

    def __init__(self, code):
        self.path_params, self.client, self.headers = {"code": code}, Address("192.0.2.1", 5), {}
        self.closed = 0

    async def send_text(self, _text):
        pass

    async def close(self, code):
        self.closed = code


async def test_a_room_whose_process_is_lost_costs_no_try(monkeypatch):
    monkeypatch.setattr(routes, "WRONG_CODES", (2, 0.0))

    async def find(_code):
        raise WorkerLostError

    answers = routes._Answers(None, SimpleNamespace(find=find))
    for _ in range(4):
        assert await answers._admitted(socket := Socket("ABC")) is None
        assert socket.closed == routes.BROKEN


async def test_a_page_is_admitted_up_to_the_limits_and_not_after_wrong_codes(monkeypatch):
    for name, value in (("MOST_PAGES", 3), ("MOST_PAGES_OF_ROOM", 2), ("WRONG_CODES", (2, 0.0))):
        monkeypatch.setattr(routes, name, value)
    room = SimpleNamespace(pages=[])

    async def find(code):
        return room if code == "ABC" else None

    answers = routes._Answers(None, SimpleNamespace(find=find))
    for pages, of_room, code, closed in (
        (2, 1, "abc", 0),
        (3, 0, "abc", routes.FULL),
        (0, 2, "abc", routes.FULL),
        (0, 0, "xyz", routes.NO_ROOM),
        (0, 0, "abc", 0),
        (0, 0, "xyz", routes.NO_ROOM),
        (0, 0, "abc", routes.TOO_MUCH),
    ):
        answers._pages, room.pages = pages, [None] * of_room
        socket = Socket(code)
        assert (await answers._admitted(socket), socket.closed) == (None if closed else room, closed)


def test_the_settings_of_a_room_are_asked_for_in_a_language(client, rooms, decks, monkeypatch):
    reader = rooms.shared.workers.reader
    reader.found = PLAYABLE
    code = json.loads(client.post("/api/rooms", body={"decks": ["army"]}).text)["code"]
    reader.found = [{"name": "damage"}]
    assert json.loads(client.get(f"/api/rooms/{code}/settings?lang=pt").text) == [{"name": "damage"}]
    assert reader.asked[-1] == ("settings", decks[0], "pt")
    reader.found = PLAYABLE
    other = json.loads(client.post("/api/rooms", body={"decks": ["other"]}).text)["code"]
    client.get(f"/api/rooms/{other}/settings?lang=en")
    assert reader.asked[-1] == ("settings", decks[1], "en")
    reader.found = WorkerLostError()
    assert client.get(f"/api/rooms/{code}/settings").status_code == 503
    monkeypatch.setattr(rooms.shared, "decks", {})
    assert client.get(f"/api/rooms/{code}/settings").text == "[]", "its deck is shown no more"
    assert client.get(f"/api/rooms/{code.lower()}/settings").status_code == 200, "as people type it"
    assert client.get("/api/rooms/AAAAAAAA/settings").status_code == 404


def test_a_deck_that_is_made_can_be_played_at_once(client, rooms, tmp_path, monkeypatch):
    (tmp_path / "new.yaml").write_text("game: cards\ncards: [{name: Pike}]\n", "utf-8")

    async def made(*_):
        return {"deck": str(tmp_path / "new.yaml")}

    monkeypatch.setattr(StartWorker, "answer", made)
    assert json.loads(client.post("/api/start/new", body={"name": "new"}).text) == {"deck": "new"}
    assert rooms.shared.decks["new"] == tmp_path / "new.yaml" and "new" in rooms.shared.titles

"""The connection of a page to a room: who may say what, what is told of it, and how it ends."""

import asyncio
import json
from random import Random
from types import SimpleNamespace

import pytest
from starlette.datastructures import Address
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocketDisconnect

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.routes import rooms as routes
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.session.snapshot import ShownDocument, Snapshot
from cardgen.preview.table import rooms as held
from tests.preview.table.harness import ROOT, played, room_of, rooms_of
from tests.preview.table.test_room import seated

POKER = ROOT / "examples/kuhn-poker/kuhn-poker.yaml"
ENTER = {"do": "enter", "language": "en"}


async def turns(*_):
    """Let all else go on."""
    for _ in range(30):
        turn = asyncio.Event()
        asyncio.get_running_loop().call_soon(turn.set)
        await turn.wait()


class Socket:
    """The connection of a page that says something, and then leaves."""

    def __init__(self, code, *messages):
        self.path_params, self.client = {"code": code}, Address("192.0.2.1", 5)
        self.messages = [*messages]
        self.told = []
        self.closed = self.accepted = 0

    async def accept(self):
        self.accepted += 1

    async def receive(self):
        await turns()
        if not self.messages:
            return {"type": "websocket.disconnect", "code": 1001}
        message = self.messages.pop(0)
        if isinstance(message, bytes):
            return {"type": "websocket.receive", "bytes": message}
        return {"type": "websocket.receive", "text": message if isinstance(message, str) else json.dumps(message)}

    async def send_text(self, text):
        frame = json.loads(text)
        self.told.append(frame.get("reason", frame["type"]))

    async def close(self, code):
        self.closed = code


@pytest.fixture
def answers(monkeypatch):
    patience = []

    def wait_for(what, seconds):
        patience.append(seconds)
        return asyncio.wait_for(what, seconds)

    stand_in = SimpleNamespace(**{**vars(asyncio), "sleep": turns, "wait_for": wait_for})
    monkeypatch.setattr(routes, "asyncio", stand_in)

    def answers(rooms, decks=()):
        made = routes._Answers(OpenDecks(decks, BuildOptions()), rooms)
        made.patience = patience
        return made

    return answers


async def test_a_page_says_who_it_is_before_all_else(answers, monkeypatch):
    rooms, room = await room_of([POKER])
    asked = answers(rooms)
    page = Socket(
        room.code.lower(),
        "{",
        b"\0",
        {"do": "join", "name": "Ann"},
        ENTER,
        ENTER,
        {"do": "join", "name": "Ann"},
        {"do": "odd"},
    )
    await asked.socket(page)
    assert page.accepted == 1 and page.closed == 0
    assert asked.patience == [routes.ENTER_WITHIN] * 4 + [None] * 4, "who has entered may think as long as they want"
    assert page.told[:4] == ["message", "message", "message", "words"]
    assert page.told[4:] == ["room", "message", "you", "room", "message"]
    assert [member.name for member in room.state.members.values()] == ["Ann"]
    assert (asked._pages, [*room.pages]) == (0, []), "it has left"
    await turns()
    assert asyncio.all_tasks() == {asyncio.current_task()}, "nothing waits for more to send"

    monkeypatch.setattr(routes, "MESSAGES", (3, 0.0))
    page = Socket(
        room.code,
        ENTER,
        {"do": "look", "language": "pt"},
        {"do": "look", "language": "en"},
        {"do": "join", "name": "Bob"},
        {"do": "look", "language": "fr"},
    )
    await asked.socket(page)
    assert (page.told[-1], page.closed) == ("flood", routes.TOO_MUCH)
    assert len(page.messages) == 1, "nothing more is read"
    assert len(room.state.members) == 1

    monkeypatch.setattr(routes, "MESSAGES", (9, 0.0))
    before = asked._wrong.of("192.0.2.1")._tokens
    await asked.socket(Socket(room.code, {**ENTER, "secret": "wrong"}))
    assert before - asked._wrong.of("192.0.2.1")._tokens > 0.9, "a wrong secret counts as a wrong code"
    before = asked._wrong.of("192.0.2.1")._tokens
    await asked.socket(Socket(room.code, ENTER))
    secret = room.add_member("Eve").new_secret()
    await asked.socket(Socket(room.code, {**ENTER, "secret": secret}))
    assert before - asked._wrong.of("192.0.2.1")._tokens < 0.1, "a guest has none, and this one is right"
    await asked.socket(gone := Socket("NONE", ENTER))
    assert (gone.told, gone.closed, gone.messages) == (["code"], routes.NO_ROOM, [ENTER])
    monkeypatch.setattr(routes, "ENTER_WITHIN", 0.0)
    await asked.socket(slow := Socket(room.code, ENTER))
    assert (slow.told, asked._pages) == ([], 0)
    rooms.close()


async def test_who_tries_codes_has_to_wait(answers, monkeypatch):
    monkeypatch.setattr(routes, "WRONG_CODES", (2, 0.0))
    rooms, room = await room_of([POKER])
    asked = answers(rooms)
    for code, status in (("NONE", 404), (room.code, 0), ("NONE", 404), ("NONE", 429), (room.code, 429)):
        wanted = SimpleNamespace(path_params={"code": code}, client=Address("192.0.2.1", 5))
        if status:
            with pytest.raises(HTTPException) as caught:
                await asked._room(wanted)
            assert caught.value.status_code == status
        else:
            assert await asked._room(wanted) is room
    rooms.close()


def sent(body):
    async def read_json(_request):
        return body

    return read_json


async def test_a_room_is_of_decks_that_are_open(answers, monkeypatch):
    rooms, known = rooms_of([POKER]), POKER.stem
    asked = answers(rooms)
    asked._decks = SimpleNamespace(by_id={known: None})
    for decks in ([known, "none"], ["none", known], ["none"], [], [known] * 65, known, None):
        monkeypatch.setattr(routes, "read_json", sent({"decks": decks}))
        with pytest.raises(HTTPException) as caught:
            await asked.create(SimpleNamespace())
        assert (caught.value.status_code, caught.value.detail) == (400, "There is no deck of this name."), decks
    rooms.close()


async def test_a_socket_that_ends_says_so():
    with pytest.raises(WebSocketDisconnect) as caught:
        await routes._text(Socket("ABC"))
    assert caught.value.code == 1001


def request(room, **more):
    return SimpleNamespace(path_params={"code": room.code, **more}, query_params={}, client=Address("192.0.2.1", 5))


async def test_a_record_is_for_whoever_sees_all_of_the_game(answers):
    rooms, room = await room_of([POKER])
    asked = answers(rooms)
    players = await seated(room, 2)
    with pytest.raises(HTTPException) as caught:
        await asked.record(request(room))
    assert caught.value.status_code == 403
    await players[0].say("start")
    with pytest.raises(HTTPException):
        await asked.record(request(room))
    seat = next(one for one in room.state.seats if one.member == players[1].page.member)
    before, seat.who, seat.member = seat.member, "agent", 0
    assert (await asked.record(request(room))).status_code == 200, "she plays alone"
    seat.who, seat.member = "person", before
    await played(players, Random(1))
    answer = await asked.record(request(room))
    assert answer.headers["content-disposition"] == "attachment; filename=game.playthrough"
    assert b"seat 1" in answer.body and answer.media_type == "text/plain; charset=utf-8"
    rooms.close()


async def test_pieces_are_those_of_the_decks_of_the_room_in_its_languages(answers, monkeypatch):
    rooms, room = await room_of([POKER])
    asked = answers(rooms, [POKER, ROOT / "decks/samurai.yaml"])
    room.state.facts["languages"] = ["en", "pt"]
    for deck, status in (("kuhn-poker", 0), ("samurai", 404), ("none", 404)):
        if status:
            with pytest.raises(HTTPException) as caught:
                await asked._deck(request(room, deck=deck))
            assert caught.value.status_code == status
        for language, shown in (("pt", "pt"), ("xx", ""), ("", "")):
            wanted = request(room, deck="kuhn-poker")
            wanted.query_params["lang"] = language
            opened, options = await asked._deck(wanted)
            assert (opened.id, options.language) == ("kuhn-poker", shown)
    with pytest.raises(HTTPException) as caught:
        await answers(rooms)._deck(request(room, deck="kuhn-poker"))
    assert caught.value.status_code == 404, "it is shown no more"
    blocks = []
    monkeypatch.setattr(routes, "rules_blocks", lambda *given: blocks.append(given))
    routes._pieces(Snapshot("Poker", language="pt", documents=(ShownDocument("rules", "Regras", (), "Joga."),)))
    assert blocks == [("Joga.", "pt")]
    room.state.seats[-1].deck = "samurai"
    assert (await asked._deck(request(room, deck="samurai")))[0].id == "samurai", "that of another seat"
    rooms.close()


async def test_decks_of_a_game_are_read_again_once_their_files_rest(monkeypatch):
    monkeypatch.setattr(held, "EDIT_PAUSE", 0)
    rooms, room = await room_of([POKER])
    read = []

    async def edited(found):
        read.append(found)

    monkeypatch.setattr(room, "edited", edited)
    players = await seated(room, 2)

    async def touched(*files):
        read.clear()
        rooms.touch(files)
        rooms.touch(files)
        await turns()
        return len(read)

    assert await touched() == 0, "no game has begun"
    await players[0].say("start")
    assert await touched() == 1
    assert read[0]["identity"] == (await rooms.shared.contest(room.state))["identity"]
    for file, count in ((POKER, 1), (POKER.with_name("game.yaml"), 1), (ROOT / "decks/samurai.yaml", 0)):
        assert await touched(file) == count, file
    assert await touched(ROOT / "decks/samurai.yaml", POKER) == 1

    async def lost(_state):
        raise TimeoutError

    failed = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failed.append(context))
    with monkeypatch.context() as patch:
        patch.setattr(rooms.shared, "contest", lost)
        assert await touched() == 0 and not failed
    assert await touched() == 1
    await played(players, Random(1))
    assert await touched() == 0, "the game is over"
    rooms.close()


async def test_other_rules_are_kept_for_the_next_game(tmp_path):
    rooms, room = await room_of([POKER], file=tmp_path / "rooms.sqlite3")
    await rooms.change_rules(room.code, {"odd": "1", "even": "3"})
    await rooms.change_rules("NONE", {"odd": "2"})
    rooms.close()
    again = rooms_of([POKER], tmp_path / "rooms.sqlite3")
    assert (await again.find(room.code)).state.rules == {"odd": "1", "even": "3"}
    again.close()

"""The commands begin a server with what it needs, tell its address, and come back to the room of the same decks."""

import asyncio
import signal
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.targets import printed_record, target_of
from cardgen.preview.server import http_server, start
from cardgen.preview.server.application import table_application
from cardgen.preview.server.http_server import Listening, serve
from cardgen.preview.server.listening import open_socket
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.server.start import TableOptions, check_table, host_table, open_rooms, show_decks
from cardgen.preview.start.recent_decks import RecentDecks
from cardgen.preview.table import shared
from cardgen.preview.table.rooms import Rooms
from cardgen.processes.worker import Worker, WorkerLostError
from cardgen.report.errors import CardgenError, UnlocatedError
from tests.preview.asgi import Client
from tests.preview.browser.conftest import free_port
from tests.preview.coroutines import run_coroutine, running_loop
from tests.preview.table.harness import ELVES, SAMURAI, WEIR, InProcess


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list:
    """What the server was begun with: its application, the decks, how it is reached, and the processes that were launched."""
    monkeypatch.chdir(tmp_path)
    found: list = []
    launched: list[str] = []

    def stand_in(application, decks, reached, announce):
        run_coroutine(announce(reached.address))
        found.append((application, decks, reached, [*launched], reached.address))
        launched.clear()

    monkeypatch.setattr(http_server, "serve", stand_in)
    monkeypatch.setattr(start, "user_state_path", lambda _: tmp_path / "state")
    monkeypatch.setattr(shared, "GameWorkers", InProcess)
    monkeypatch.setattr(Worker, "launch", lambda self: launched.append(type(self).__name__))
    return found


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders into which the rooms record their games."""
    found: list[Path] = []

    def rooms(decks, file, records):
        found.append(records)
        return open_rooms(decks, file, records)

    monkeypatch.setattr(start, "open_rooms", rooms)
    return found


def test_decks_are_shown_at_an_address_with_the_token(served, recorded, tmp_path):
    decks = [tmp_path / "army.yaml", tmp_path / "other.yaml"]
    for deck in decks:
        deck.write_text("game: cards\ncards: [{name: Pike}]\n", "utf-8")
    told: list[str] = []
    show_decks(decks, BuildOptions(language="en"), told.append, out=tmp_path / "out")
    show_decks([], BuildOptions(), told.append, folder=tmp_path / "new", host="localhost", is_polling=True)
    (first, shown, reached, launched, address), (second, none, elsewhere, started, _) = served
    assert told[0] == f"{address}/?token={reached.token}" and (reached.host, elsewhere.host) == (
        "127.0.0.1",
        "localhost",
    )
    assert ([*shown.by_id], shown.options.language, launched) == (["army", "other"], "en", ["DeckWorker"])
    assert shown.by_id["army"].printing.out == tmp_path / "out"
    assert (none.by_id, started) == ({}, ["StartWorker"])
    assert (none.watcher._is_polling, shown.watcher._is_polling) == (True, False)
    assert told[1].endswith(reached.token), "the token is kept"
    recent = Client(second, "localhost")
    assert [
        (Path(one.deck), Path(one.record)) for one in RecentDecks(tmp_path / "state" / "recent-decks.json").listed()
    ] == [(deck, printed_record(target_of(deck, tmp_path / "out"))) for deck in decks]
    assert (tmp_path / "state" / "rooms.sqlite3").exists()
    assert "start.js" in recent.get("/").text and "start.js" not in Client(first, "localhost").get("/").text
    assert shown.on_touch and none.on_touch
    port = free_port()
    show_decks([], BuildOptions(), told.append, port=port)
    assert recorded == [tmp_path / "out" / "games", Path("out/games"), Path("out/games")]
    assert served[-1][4] == f"http://127.0.0.1:{port}"


def test_a_table_comes_back_to_its_room_unless_a_new_one_is_wanted(served, recorded, tmp_path):
    told: list[str] = []
    for more in (
        {}, {}, {"rules": ["events=3", "must_act=yes"]}, {}, {"is_new": True, "rules": ["events=2"], "public": "https://play.example.org/"}, {},
    ):  # fmt: skip
        host_table([WEIR], BuildOptions(), TableOptions(store=tmp_path / "rooms.sqlite3", **more), told.append)
    codes = [address.rpartition("/t/")[2] for address in told]
    assert codes[0] == codes[1] == codes[2] == codes[3] != codes[4] == codes[5]
    assert told[4] == f"https://play.example.org/t/{codes[4]}"
    host_table([SAMURAI, ELVES], BuildOptions(), TableOptions(store=tmp_path / "rooms.sqlite3"), told.append)
    assert all(launched == ["DeckWorker"] for *_, launched, _ in served)
    assert not (tmp_path / "state" / "rooms.sqlite3").exists()
    file, key = tmp_path / "a.pem", tmp_path / "k.pem"
    for one in (file, key):
        one.touch()
    more = TableOptions(
        certificate=file, key=key, is_polling=True, store=tmp_path / "more.sqlite3", host="localhost", records=tmp_path
    )
    host_table([WEIR], BuildOptions(language="pt"), more, told.append)
    assert recorded[-2:] == [Path("out/games"), tmp_path]
    _, decks, reached, _, _ = served[-1]
    assert (reached.certificate, reached.key, reached.host) == (file, key, "localhost")
    assert (decks.watcher._is_polling, decks.options.language) == (True, "pt")
    assert [one[1].watcher._is_polling for one in served[:2]] == [False, False]
    rooms = open_rooms(served[0][1], tmp_path / "rooms.sqlite3", tmp_path)
    assert (rooms.shared.titles, rooms.shared.decks) == ({"stonewater": "Stonewater"}, {"stonewater": WEIR})
    codes = [codes[0], codes[4], told[6].rpartition("/t/")[2]]
    first, second, armies = (run_coroutine(rooms.find(code)).state for code in codes)
    rooms.close()
    assert (first.rules, second.rules) == ({"events": "3", "must_act": "yes"}, {"events": "2"})
    assert [seat.deck for seat in armies.seats] == ["samurai", "elves"]
    with pytest.raises(UnlocatedError, match="event"):
        host_table([WEIR], BuildOptions(), TableOptions(rules=["events=1", "event=1"]), told.append)
    (tmp_path / "plain.yaml").write_text("game: cards\ncards: [{name: Pike}]\n", "utf-8")
    with pytest.raises(CardgenError) as caught:
        host_table([tmp_path / "plain.yaml"], BuildOptions(), TableOptions(), told.append)
    assert [item.code for item in caught.value.diagnostics] == ["E707"]
    assert (tmp_path / "state" / "rooms.sqlite3").exists(), "its usual place"


def test_a_process_that_ends_while_a_table_is_opened_is_no_bug(served, monkeypatch):
    for end in (WorkerLostError(), TimeoutError()):

        async def create(_self, _wanted, end=end):
            raise end

        monkeypatch.setattr(Rooms, "create", create)
        with pytest.raises(UnlocatedError, match="ended unexpectedly") as caught:
            host_table([WEIR], BuildOptions(), TableOptions(is_new=True), pytest.fail)
        assert caught.value.code == "E792"


def test_how_a_table_is_reached_is_checked(tmp_path):
    file = tmp_path / "a.pem"
    file.touch()
    for public in ("", "http://a", "https://a.example.org/", "https://a:8000"):
        check_table(TableOptions(certificate=file, key=file, public=public))
    for options, words in (
        (TableOptions(certificate=tmp_path / "b.pem"), "no file"), (TableOptions(certificate=file, key=tmp_path), "no file"),
        (TableOptions(key=file), "without its certificate"), (TableOptions(public="a.example.org"), "not the address"),
        (TableOptions(public="ftp://a"), "not the address"), (TableOptions(public="https://"), "not the address"),
        (TableOptions(public="https://a/table"), "not the address"),
    ):  # fmt: skip
        with pytest.raises(UnlocatedError, match=words) as caught:
            check_table(options)
        assert caught.value.code == "E765"


def test_guests_of_a_table_reach_nothing_but_its_rooms(tmp_path):
    decks = OpenDecks([], BuildOptions())
    rooms = open_rooms(decks, tmp_path / "rooms.sqlite3", tmp_path)
    routes = {route.path for route in table_application(decks, rooms).routes}
    rooms.close()
    assert {path for path in routes if not path.startswith(("/t/", "/api/rooms"))} == {"/static/{name}"}


@pytest.mark.processes
def test_a_server_answers_until_it_is_interrupted(tmp_path):
    decks = OpenDecks([], BuildOptions())
    rooms = open_rooms(decks, tmp_path / "rooms.sqlite3", tmp_path)
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    answers = []

    async def told(address):
        host, port = address.removeprefix("http://").split(":")
        for name in (host, "elsewhere"):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(f"GET /t/ABC HTTP/1.1\r\nhost: {name}:{port}\r\nconnection: close\r\n\r\n".encode())
            answers.append((await reader.read()).decode())
            writer.close()
            await writer.wait_closed()
        signal.raise_signal(signal.SIGINT)

    with open_socket("127.0.0.1", 0) as listening, running_loop(None):
        serve(table_application(decks, rooms), decks, Listening(listening, "127.0.0.1", "token"), told)
    rooms.close()
    first, second = answers
    assert first.startswith("HTTP/1.1 200") and "table.js" in first and "server:" not in first and "date:" not in first
    assert second.startswith("HTTP/1.1 403")
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    for certificate, public, address in ((None, "https://a", "https://a"), (tmp_path, "", "https://127.0.0.1:0")):
        with open_socket("127.0.0.1", 0) as listening:
            port = str(listening.getsockname()[1])
            reached = Listening(listening, "127.0.0.1", "", certificate, None, public)
            assert reached.address.replace(f":{port}", ":0") == address

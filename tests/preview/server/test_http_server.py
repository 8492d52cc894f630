"""The server is set up as it is reached, and ends, whatever its connections do at that moment."""

import asyncio
import logging
import signal
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from websockets.exceptions import InvalidState

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server import http_server
from cardgen.preview.server.http_server import Listening, _is_told, _Server
from cardgen.preview.table.limits import LARGEST_MESSAGE
from cardgen.report.errors import UnlocatedError
from tests.preview.coroutines import running_loop


class Leaving:
    """A connection whose page leaves as the server ends."""

    def shutdown(self):
        raise InvalidState("connection is closing")


async def test_a_page_that_leaves_as_the_server_ends_is_no_fault():
    server = _Server(uvicorn.Config(None, lifespan="off"))
    server.servers = []
    server.server_state.connections.add(Leaving())
    with socket.socket() as listening:
        await server.shutdown([listening])
        assert listening.fileno() == -1, "it takes no more connections"


class Quiet(_Server):
    """A server that ends at once."""

    async def serve(self, sockets=None):
        self.started = True


def test_a_server_is_set_up_as_it_is_reached_and_draws_the_first_deck_before_a_page_asks(monkeypatch):
    made, drawn, watching, told = [], [], [], []
    monkeypatch.setattr(http_server, "_Server", lambda config: made.append(config) or Quiet(config))

    async def run():
        watching.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            watching.append("ended")

    async def announce(address):
        told.append(address)

    def deck(name):
        def live(options):
            return SimpleNamespace(warm_up=lambda: drawn.append((name, options)))

        return SimpleNamespace(live=live)

    options = BuildOptions(language="pt")
    decks = SimpleNamespace(by_id={"a": deck("a"), "b": deck("b")}, options=options, watcher=SimpleNamespace(run=run))
    with socket.socket() as listening, running_loop(None):
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        for more in ({}, {"certificate": Path("a.pem"), "key": Path("k.pem")}, {"public": "https://play.example.org"}):
            http_server.serve(None, decks, Listening(listening, "127.0.0.1", "secret", **more), announce)
    assert told == [f"http://127.0.0.1:{port}", f"https://127.0.0.1:{port}", "https://play.example.org"]
    assert drawn == [("a", options)] * 3 and watching == ["begun", "ended"] * 3
    assert [one.proxy_headers for one in made] == [False, False, True], "of a proxy that was named alone"
    assert [(one.ssl_certfile, one.ssl_keyfile) for one in made] == [
        (None, None),
        (Path("a.pem"), Path("k.pem")),
        (None, None),
    ]
    guard = made[2].app
    assert (guard._token, guard._port, guard._scheme, guard._public) == (
        "secret",
        port,
        "http",
        "https://play.example.org",
    )
    assert made[1].app._scheme == "https"
    assert {one.ws_max_size for one in made} == {LARGEST_MESSAGE}


def test_a_server_that_is_told_to_end_as_it_starts_waits_for_nothing_that_is_told(monkeypatch):
    class Ended(_Server):
        async def serve(self, sockets=None):
            self.started = True
            sockets[0].close()  # as uvicorn does at its end

    async def announce(_address):
        async with asyncio.timeout(60):
            await asyncio.Event().wait()  # for a process that reads decks

    monkeypatch.setattr(http_server, "_Server", Ended)
    watcher = SimpleNamespace(run=lambda: asyncio.Event().wait())
    decks = SimpleNamespace(by_id={}, options=BuildOptions(), watcher=watcher)
    with socket.socket() as listening, running_loop(None):
        listening.bind(("127.0.0.1", 0))
        http_server.serve(None, decks, Listening(listening, "127.0.0.1", "secret"), announce)


@pytest.mark.processes
def test_a_server_ends_although_something_of_it_cannot_be_closed(monkeypatch, caplog):
    class Serving(_Server):
        async def serve(self, sockets=None):
            self.started = True
            async with asyncio.timeout(60):
                await self.ended.wait()

    async def announce(_address):
        signal.raise_signal(signal.SIGINT)

    def close():
        raise OSError("the folder is not empty")

    monkeypatch.setattr(http_server, "_Server", Serving)
    watcher = SimpleNamespace(run=lambda: asyncio.Event().wait())
    decks = SimpleNamespace(by_id={}, options=BuildOptions(), watcher=watcher, close=close)
    with socket.socket() as listening, running_loop(None):
        listening.bind(("127.0.0.1", 0))
        http_server.serve(None, decks, Listening(listening, "127.0.0.1", "secret"), announce)
    assert "the folder is not empty" in caplog.text


def test_an_address_that_cannot_be_told_ends_the_server(monkeypatch):
    class Serving(_Server):
        async def serve(self, sockets=None):
            self.started = True
            await self.ended.wait()

    async def announce(_address):
        raise UnlocatedError("E707", "no rules")

    monkeypatch.setattr(http_server, "_Server", Serving)
    watcher = SimpleNamespace(run=lambda: asyncio.Event().wait())
    decks = SimpleNamespace(by_id={}, options=BuildOptions(), watcher=watcher)
    with socket.socket() as listening, running_loop(None), pytest.raises(UnlocatedError, match="no rules"):
        listening.bind(("127.0.0.1", 0))
        http_server.serve(None, decks, Listening(listening, "127.0.0.1", "secret"), announce)


def test_each_way_to_ask_for_the_end_is_heard_and_left_as_it_was(monkeypatch):
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before, stopped = [signal.getsignal(number) for number in numbers], []
    loop = SimpleNamespace(call_soon_threadsafe=lambda stop: stop())
    monkeypatch.setattr(http_server, "asyncio", SimpleNamespace(get_running_loop=lambda: loop))
    with http_server._on_interrupt(lambda: stopped.append(1)):
        handlers = [signal.getsignal(number) for number in numbers]
        assert not {*handlers} & {*before}
        for handler in handlers:
            handler(0, None)
    assert len(stopped) == len(numbers) and [signal.getsignal(number) for number in numbers] == before


def test_of_text_that_is_none_the_user_is_not_told():
    for words, is_told in (
        ("Invalid UTF-8 in a frame", False),
        ("a frame: Invalid UTF-8", True),
        ("address in use", True),
    ):
        assert _is_told(logging.makeLogRecord({"msg": words})) is is_told, words

"""Run the HTTP server of the preview, or of tables, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from websockets.exceptions import InvalidState

from cardgen.preview.server.access import Guard
from cardgen.preview.server.listening import allowed_names, shown_host
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.table.limits import LARGEST_MESSAGE

Announce = Callable[[str], Awaitable[None]]
"""Called with the address of the server, as soon as it can be opened."""


@dataclass(frozen=True, slots=True)
class Listening:
    """How the server is reached.

    Attributes:
        socket: It listens already.
        host: Address that it listens on.
        token: What the address has to name.
        certificate: File of the certificate for TLS; None for none.
        key: File of its private key; None if the file of the certificate holds it.
        public: Address under which a proxy offers the server; empty for none.
    """

    socket: socket.socket
    host: str
    token: str
    certificate: Path | None = None
    key: Path | None = None
    public: str = ""

    @property
    def scheme(self) -> str:
        """`http` or `https`."""
        return "https" if self.certificate else "http"

    @property
    def address(self) -> str:
        """Address under which people reach the server, without a path."""
        return self.public or f"{self.scheme}://{shown_host(self.host)}:{self.socket.getsockname()[1]}"


def serve(application: Starlette, open_decks: OpenDecks, listening: Listening, announce: Announce) -> None:
    """Answer requests until Ctrl-C."""
    asyncio.run(_serve(application, open_decks, listening, announce))


async def _serve(application: Starlette, open_decks: OpenDecks, listening: Listening, announce: Announce) -> None:
    for opened in list(open_decks.by_id.values())[:1]:  # starts to draw before a page asks
        opened.live(open_decks.options).warm_up()
    port, address = int(listening.socket.getsockname()[1]), listening.address  # while it is open
    names, public = allowed_names(listening.host), listening.public
    app = Guard(application, listening.token, port, names, scheme=listening.scheme, public=public)
    server = _Server(
        uvicorn.Config(
            app,
            http="h11",
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ssl_certfile=listening.certificate,
            ssl_keyfile=listening.key,
            proxy_headers=bool(public),
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
        )
    )
    logging.getLogger("uvicorn.error").addFilter(_is_told)
    watching = asyncio.create_task(open_decks.watcher.run())

    def stop() -> None:
        server.should_exit = True
        server.ended.set()
        open_decks.close()

    with _on_interrupt(stop):
        serving = asyncio.create_task(server.serve(sockets=[listening.socket]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        telling = asyncio.ensure_future(announce(address))
        await asyncio.wait({serving, telling}, return_when=asyncio.FIRST_COMPLETED)
        if telling.done():
            telling.result()
        telling.cancel()  # else the server was told to end meanwhile
        await serving
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching


def _is_told(record: logging.LogRecord) -> bool:
    """Return whether the user is told of a line of uvicorn: not of text that a page sends and is none.

    Its connection is closed (1007), which is all that is to be done; uvicorn tells it with a traceback.
    """
    return not record.getMessage().startswith("Invalid UTF-8")


class _Server(uvicorn.Server):
    """A server that leaves signals to its caller, and does nothing while nobody asks.

    Attributes:
        ended: Set when it is to end.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ended = asyncio.Event()

    async def main_loop(self) -> None:
        """Wait for the end, at which the loop of uvicorn would look ten times a second."""
        await self.ended.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, also while a page leaves: uvicorn then writes to a connection that is closing already."""
        with contextlib.suppress(InvalidState):
            await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing; see `_on_interrupt`."""
        yield


@contextlib.contextmanager
def _on_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """Call a function on Ctrl-C, and when the process is asked to end."""
    loop = asyncio.get_running_loop()
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

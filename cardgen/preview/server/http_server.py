"""Run the HTTP server of the preview until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from cardgen.preview.server.access import TOKEN, Guard
from cardgen.preview.server.application import preview_application
from cardgen.preview.server.listening import allowed_names, shown_host
from cardgen.preview.server.open_decks import OpenDecks


def serve(
    open_decks: OpenDecks, listening: socket.socket, host: str, token: str, announce: Callable[[str], None]
) -> None:
    """Answer requests until Ctrl-C.

    Args:
        host: Address that it listens on.
        token: What the address has to name.
        announce: Called with the address, as soon as it can be opened.
    """
    asyncio.run(_serve(open_decks, listening, host, token, announce))


async def _serve(
    open_decks: OpenDecks, listening: socket.socket, host: str, token: str, announce: Callable[[str], None]
) -> None:
    for opened in list(open_decks.by_id.values())[:1]:  # starts to draw before a page asks
        opened.live(open_decks.options).warm_up()
    port = int(listening.getsockname()[1])
    app = Guard(preview_application(open_decks), token, port, allowed_names(host))
    server = _Server(
        uvicorn.Config(
            app,
            http="h11",
            ws="none",
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
        )
    )
    watching = asyncio.create_task(open_decks.watcher.run())

    def stop() -> None:
        open_decks.close()
        server.should_exit = True

    with _on_interrupt(stop):
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        announce(f"http://{shown_host(host)}:{port}/?{TOKEN}={token}")
        await serving
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching


class _Server(uvicorn.Server):
    """A server that leaves signals to its caller."""

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

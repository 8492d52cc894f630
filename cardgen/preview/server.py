"""The server of the preview: it listens, opens the browser, and ends on Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import uvicorn
from platformdirs import user_state_path

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.application import preview_application
from cardgen.preview.guard import TOKEN, Guard, kept_token
from cardgen.preview.rooms import Rooms
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

LOOPBACK = "127.0.0.1"
PORT = 8270
"""Port that is tried first."""
_TRIES = 20
_EVERYWHERE = {"0.0.0.0", "::"}


def serve(
    decks: Sequence[Path],
    options: BuildOptions,
    announce: Callable[[str], None],
    *,
    out: Path = Path("out"),
    host: str = LOOPBACK,
    port: int = 0,
    is_polling: bool = False,
) -> None:
    """Show decks in the browser until Ctrl-C.

    Args:
        decks: The deck files.
        options: Options of the build, which a page can change for itself.
        announce: Called with the address, as soon as it can be opened.
        out: Folder of what is made of the decks.
        host: Address to listen on.
        port: Port to listen on; 0 takes the first that is free from `PORT` on.
        is_polling: Whether to look for changed files again and again, for network drives that report no changes.

    Raises:
        UnlocatedError: E793, the address or the port cannot be used.
    """
    listening = open_socket(host, port)
    state = user_state_path("cardgen")
    token = kept_token(state)
    with contextlib.closing(listening):
        rooms = Rooms(decks, options, out, is_polling=is_polling, games=state / "preview-games")
        asyncio.run(_serve(rooms, listening, host, token, announce))


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: Address to listen on.
        port: Port to listen on; 0 takes the first that is free from `PORT` on.

    Raises:
        UnlocatedError: E793, the address or the port cannot be used.
    """
    ports = [port] if port else range(PORT, PORT + _TRIES)
    last: OSError | None = None
    for number in ports:
        try:
            family = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0][0]
            listening = socket.socket(family, socket.SOCK_STREAM)
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"the preview cannot listen on {quoted(host)}: {reason.lower()}"
            raise UnlocatedError("E793", message, expected="an address of this computer") from None
        try:
            if sys.platform != "win32":  # there, it would let two servers share a port
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, number))
            listening.listen(128)
            return listening
        except OSError as error:
            listening.close()
            last = error
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                break
    reason = (last.strerror or str(last)).lower() if last else ""
    which = f"port {port}" if port else f"any port from {PORT} to {PORT + _TRIES - 1}"
    hint = "another preview may be running; name another port with --port"
    raise UnlocatedError("E793", f"the preview cannot listen on {which} of {host}: {reason}", hints=[hint])


async def _serve(
    rooms: Rooms, listening: socket.socket, host: str, token: str, announce: Callable[[str], None]
) -> None:
    for room in list(rooms.by_id.values())[:1]:  # starts to draw before a page asks
        room.live(rooms.options).warm_up()
    port = int(listening.getsockname()[1])
    app = Guard(preview_application(rooms), token, port, _names(host))
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
    watching = asyncio.create_task(rooms.watcher.run())

    def stop() -> None:
        rooms.close()
        server.should_exit = True

    with _on_interrupt(stop):
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        announce(f"http://{_shown_host(host)}:{port}/?{TOKEN}={token}")
        await serving
    rooms.close()
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


def _names(host: str) -> set[str]:
    """Return the names under which the page may be opened; see `Guard`."""
    if host in _EVERYWHERE:
        return {"", "localhost", socket.gethostname().lower()}
    return {"localhost", LOOPBACK, "::1", host.lower()} if host in {"localhost", LOOPBACK, "::1"} else {host.lower()}


def _shown_host(host: str) -> str:
    """Return the host of the address that is announced."""
    if host in _EVERYWHERE:
        return _own_address()
    return f"[{host}]" if ":" in host else host


def _own_address() -> str:
    """Return the address of this computer in its network; no packet is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return LOOPBACK

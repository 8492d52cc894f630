"""Open the socket of the preview, and list the host names under which the page may be opened."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys

from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

LOOPBACK = "127.0.0.1"
PORT = 8270
"""Port that is tried first."""
_TRIES = 20
_EVERYWHERE = {"0.0.0.0", "::"}


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Args:
        port: Port to listen on; 0 takes the first that is free from `PORT` on.

    Raises:
        UnlocatedError: E793, the address or the port cannot be used.
    """
    ports = [port] if port else range(PORT, PORT + _TRIES)
    last: OSError | None = None
    for number in ports:
        try:
            family = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0][0]
            # With the protocol stated, asyncio sends each answer at once (TCP_NODELAY), and does not wait up to 40 ms for the
            # browser to acknowledge the one before.
            listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
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


def is_shared(host: str) -> bool:
    """Return whether other computers reach an address that the server listens on."""
    return host not in {"localhost", LOOPBACK, "::1"}


def allowed_names(host: str) -> set[str]:
    """Return the names under which the page may be opened; see `Guard`."""
    if host in _EVERYWHERE:
        return {"", "localhost", socket.gethostname().lower()}
    return {host.lower()} if is_shared(host) else {"localhost", LOOPBACK, "::1", host.lower()}


def shown_host(host: str) -> str:
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

"""Connect to servers of the web within a deadline, and to none of the local network unless that is allowed.

A name is resolved once, and the connection goes to the address that was checked, so that a name that is resolved to
another address a moment later leads nowhere.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import urllib.request
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Self
from urllib.parse import urlsplit

from cardgen.report.errors import UnlocatedError

_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: the last 32 bits are an IPv4 address


class Deadline:
    """A time after which connections are shut down, whatever a server does meanwhile.

    A timeout of a socket starts anew with each byte that arrives, so that a server that sends one byte a second would be
    waited for without end.

    Attributes:
        has_passed: Whether the time is over.
    """

    def __init__(self, seconds: float) -> None:
        self.has_passed = False
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True

    def watch(self, connection: socket.socket) -> None:
        """Shut a connection down when the time is over."""
        copy = socket.socket(fileno=os.dup(connection.fileno()))  # TLS takes the handle of the original
        with self._lock:
            self._sockets.append(copy)
        if self.has_passed:
            self._pass()

    def _pass(self) -> None:
        self.has_passed = True
        with self._lock:
            for connection in self._sockets:
                with contextlib.suppress(OSError):  # the other side has closed it
                    connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._timer.join()
        for connection in self._sockets:
            connection.close()


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public internet, also where IPv6 carries an IPv4 address."""
    ip = ip_address(address.partition("%")[0])
    return all(part.is_global and not part.is_multicast for part in (ip, *_carried(ip)))


def _carried(ip: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses that an address stands for; those of Teredo are never public."""
    if isinstance(ip, IPv4Address):
        return []
    nat64 = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else None
    return [part for part in (ip.ipv4_mapped, ip.sixtofour, nat64) if part is not None]


def handlers(deadline: Deadline, *, allow_local: bool) -> list[urllib.request.BaseHandler]:
    """Return the handlers of http and https for an opener.

    Args:
        allow_local: Whether a server may be one of the local network. A proxy that the user has set may always be; the
            address is then resolved by the proxy, and checked here only if it is a number.
    """

    def maker(kind: type[HTTPConnection], request: urllib.request.Request) -> Callable[..., HTTPConnection]:
        target = urlsplit(request.full_url)
        has_proxy = request.host != target.netloc
        if has_proxy and not allow_local:
            _check_number(target.hostname or "")

        def connect(address: tuple[str, int], timeout: Any, *_: object) -> socket.socket:
            return _connected(address, timeout, deadline, allow_local=allow_local or has_proxy)

        def make(host: str, **more: Any) -> HTTPConnection:
            made = kind(host, **more)
            made._create_connection = connect  # type: ignore[attr-defined]
            return made

        return make

    class Http(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> HTTPResponse:
            return self.do_open(maker(HTTPConnection, req), req)

    class Https(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> HTTPResponse:
            return self.do_open(maker(HTTPSConnection, req), req)

    return [Http(), Https()]


def _connected(address: tuple[str, int], timeout: Any, deadline: Deadline, *, allow_local: bool) -> socket.socket:
    """Return a connection to the first address of a host that answers.

    Raises:
        UnlocatedError: E145, an address of the host is local.
        OSError: No address answers.
    """
    host, port = address
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not allow_local and not all(is_public(str(place[0])) for *_, place in found):
        raise _local(host)
    last: OSError | None = None
    for family, kind, protocol, _, place in found:
        made = socket.socket(family, kind, protocol)
        try:
            made.settimeout(timeout)
            deadline.watch(made)
            made.connect(place)
        except OSError as error:
            made.close()
            last = error
        else:
            return made
    raise last or OSError(f"{host} has no address")


def _check_number(host: str) -> None:
    try:
        is_local = not is_public(host)
    except ValueError:  # a name
        is_local = host == "localhost" or host.endswith(".localhost")
    if is_local:
        raise _local(host)


def _local(host: str) -> UnlocatedError:
    return UnlocatedError(
        "E145",
        f"{host} is an address of this computer or of the local network",
        hints=("allow it with --allow-local, if you trust the deck",),
    )

"""What is told of servers that refuse or do not answer, and which addresses are local; nothing is fetched here."""

import io
import socket
import urllib.error
from http.client import HTTPException, IncompleteRead
from typing import ClassVar

import pytest

from cardgen.read import connection, fetch
from cardgen.report.errors import UnlocatedError


def test_each_refusal_has_its_words_and_a_hint():
    everybody = "share the file with everybody who has the link"
    for code, words, hint in (
        (401, "asks for a password", everybody), (403, "refuses the file", everybody), (404, "has no such file", "check the address"),
        (410, "has no such file any more", "check the address"), (429, "refuses for now: too many requests", "try again in a minute"),
        (400, "refuses", "check the address"), (499, "refuses", "check the address"), (500, "fails", "try again later"), (503, "fails", "try again later"),
    ):  # fmt: skip
        error = fetch._refused("server", code)
        assert (error.code, error.message, error.hints) == ("E146", f"server {words} (status {code})", (hint,))
    for code in (300, 399):
        error = fetch._refused("server", code)
        assert (error.code, error.message) == ("E147", "server moves the file to an address that is not followed")


def test_each_reason_without_an_answer_has_its_words():
    class Nameless(HTTPException):
        pass

    reset = ConnectionResetError(104, "Connection Reset")
    for reason, words, hint in (
        (TimeoutError(), "does not answer within 20 seconds", "try again later"),
        ("The read operation timed out", "does not answer within 20 seconds", "try again later"),
        (socket.gaierror(-2, "Name"), "cannot be found", "check the network and the spelling of the address"),
        (reset, "cannot be reached: connection reset", "check the network"),
        (urllib.error.URLError("No Host"), "cannot be reached: no host", "check the network"),
        (Nameless("Odd"), "cannot be reached: odd", "check the network"),
        (Nameless(), "cannot be reached: nameless", "check the network"),
    ):
        error = fetch._unreachable("server", reason)
        assert (error.code, error.message, error.hints) == ("E146", f"server {words}", (hint,))


def test_a_body_is_whole_and_of_the_largest_size(monkeypatch):
    monkeypatch.setattr(fetch, "SIZE_LIMIT", 2**20)
    assert len(fetch._read(io.BytesIO(b"x" * 2**20), "server")) == 2**20
    with pytest.raises(UnlocatedError, match="server sends more than 1 MiB") as error:
        fetch._read(io.BytesIO(b"x" * (2**20 + 1)), "server")
    assert (error.value.code, error.value.expected) == ("E147", "at most 1 MiB")
    short = io.BytesIO(b"x" * 2000)
    short.length = 500
    with pytest.raises(UnlocatedError, match="server ends the file too early, after 2,000 of 2,500 bytes"):
        fetch._read(short, "server")

    class Cut(io.BytesIO):
        def read(self, size):
            if found := super().read(size):
                return found
            raise IncompleteRead(b"x" * 30)

    with pytest.raises(UnlocatedError, match="server ends the file too early, after 2,030 bytes"):
        fetch._read(Cut(b"x" * 2000), "server")


def test_a_file_is_moved_few_times_and_to_no_worse_address():
    def moved(before, after, count=0):
        request = urllib.request.Request(before)
        request.redirect_dict = {"https://server/": count}
        return fetch._Redirects().redirect_request(request, io.BytesIO(), 302, "", {}, after).full_url

    for before, after in (
        ("http://server/", "https://c.d/"),
        ("http://server/", "http://c.d/"),
        ("https://server/", "https://c.d/"),
    ):
        assert moved(before, after, fetch.REDIRECT_LIMIT - 1) == after
    for count in (fetch.REDIRECT_LIMIT, fetch.REDIRECT_LIMIT + 1):
        with pytest.raises(UnlocatedError, match="server moves the file more than 5 times"):
            moved("https://server/", "https://c.d/", count)
    for before, after in (
        ("https://server/", "http://c.d/"),
        ("http://server/", "ftp://c.d/"),
        ("http://server/", "file:///c"),
    ):
        with pytest.raises(UnlocatedError, match="server moves the file to"):
            moved(before, after)


def test_a_proxy_is_asked_for_no_local_address(monkeypatch):
    asked = []

    def connected(address, timeout, deadline, *, allow_local):
        asked.append((address, allow_local))
        raise OSError("closed")

    def ask(address, proxy="", allow_local=False):
        request = urllib.request.Request(address)
        request.timeout = 1
        if proxy:
            request.set_proxy(proxy, "http")
        http, https = connection.handlers(connection.Deadline(9), allow_local=allow_local)
        opened = https.https_open if address.startswith("https") else http.http_open
        with pytest.raises(urllib.error.URLError, match="closed"):
            opened(request)

    monkeypatch.setattr(connection, "_connected", connected)
    for address in ("http://server/", "http://localhost.com/", "http://8.8.8.8/", "http://notlocalhost/"):
        ask(address, "10.0.0.1:80")
    for host in ("localhost", "a.localhost", "127.0.0.1", "[::1]"):
        with pytest.raises(UnlocatedError, match="of this computer or of the local network"):
            ask(f"http://{host}/", "10.0.0.1:80")
    assert asked == [(("10.0.0.1", 80), True)] * 4
    asked.clear()
    ask("http://localhost/", "10.0.0.1:80", allow_local=True)
    ask("http://localhost/")
    ask("https://server/")
    ask("https://server/", allow_local=True)
    assert asked == [
        (("10.0.0.1", 80), True),
        (("localhost", 80), False),
        (("server", 443), False),
        (("server", 443), True),
    ]


class Timer:
    """A timer that passes when a test says so, and notes what became of it."""

    def __init__(self, seconds, passed):
        self.seconds, self.passed, self.daemon, self.calls = seconds, passed, False, []

    def __getattr__(self, name):
        return lambda: self.calls.append(name)


class Connection:
    """A socket that notes what is done with it, and connects to all places but some."""

    made: ClassVar[list] = []

    def __init__(self, *kind, fileno=None):
        self.kind, self.fileno_, self.calls, self.silent = kind, fileno, [], Connection.silent
        Connection.made.append(self)

    silent: tuple = ()

    def fileno(self):
        return 0

    def connect(self, place):
        self.calls.append(("connect", place))
        if place in self.silent:
            raise OSError(f"{place[0]} refuses")

    def __getattr__(self, name):
        return lambda *arguments: self.calls.append((name, *arguments))


@pytest.fixture
def network(monkeypatch):
    """Two addresses of a host, and connections that go nowhere."""
    monkeypatch.setattr(connection.threading, "Timer", Timer)
    monkeypatch.setattr(Connection, "made", [])
    monkeypatch.setattr(Connection, "silent", ())
    monkeypatch.setattr(connection.socket, "socket", Connection)
    monkeypatch.setattr(connection.os, "dup", lambda number: number + 7)
    places = [(2, 1, 6, "", ("8.8.8.8", 80)), (10, 1, 6, "", ("2606:4700::1", 80, 0, 0))]
    monkeypatch.setattr(connection.socket, "getaddrinfo", lambda host, port, type: places if port == 80 else [])
    return places


def test_connections_are_shut_down_when_the_time_is_over(network):
    with connection.Deadline(60) as deadline:
        timer = deadline._timer
        assert (timer.seconds, timer.daemon, timer.calls) == (60, True, ["start"])
        deadline.watch(Connection())
        watched = Connection.made[-1]
        assert (watched.fileno_, watched.calls, deadline.has_passed) == (7, [], False)
        timer.passed()
        assert deadline.has_passed and watched.calls == [("shutdown", socket.SHUT_RDWR)]
        deadline.watch(Connection())  # which comes too late
        late = Connection.made[-1]
        assert late.calls == [("shutdown", socket.SHUT_RDWR)]
    assert timer.calls == ["start", "cancel", "join"]
    assert watched.calls[-1] == late.calls[-1] == ("close",)


def test_the_first_address_that_answers_is_taken(network):
    deadline = connection.Deadline(9)

    def connected(silent=(), port=80, allow_local=False):
        Connection.silent = silent
        Connection.made.clear()
        return connection._connected(("server", port), 3, deadline, allow_local=allow_local)

    first, second = (place for *_, place in network)
    made = connected()
    assert (made.kind, made.calls) == ((2, 1, 6), [("settimeout", 3), ("connect", first)])
    made = connected(silent=(first,))
    assert (made.kind, made.calls) == ((10, 1, 6), [("settimeout", 3), ("connect", second)])
    assert Connection.made[0].calls[-1] == ("close",)
    with pytest.raises(OSError, match="2606:4700::1 refuses"):
        connected(silent=(first, second))
    with pytest.raises(OSError, match="server has no address"):
        connected(port=81)
    network.append((2, 1, 6, "", ("10.0.0.1", 80)))
    with pytest.raises(UnlocatedError, match="server is an address of this computer or of the local network") as error:
        connected()
    assert error.value.hints == ("allow it with --allow-local, if you trust the deck",) and Connection.made == []
    assert connected(allow_local=True).kind == (2, 1, 6)


def test_what_ends_the_fetching_of_a_file_is_told(network, monkeypatch):
    """The request says who asks and that the body is to come as it is; what fails after the time is over was too slow."""
    asked = []

    class Opener:
        def open(self, request, timeout):
            asked.append((request.full_url, dict(request.header_items()), timeout))
            if case["passes"]:
                deadlines[-1]._timer.passed()
            if isinstance(case["ends"], Exception):
                raise case["ends"]
            return case["ends"]

    deadlines, case = [], {}
    monkeypatch.setattr(fetch, "_opener", lambda deadline, *, allow_local: (deadlines.append(deadline), Opener())[1])

    def told():
        try:
            return fetch.fetch("http://server/a")
        except UnlocatedError as error:
            return f"{error.code} {error.message}"

    refused = urllib.error.HTTPError("http://server/a", 404, "", {}, io.BytesIO())
    slow = "E147 server takes longer than 60 seconds"
    for passes, cases in (
        (False, (
            (io.BytesIO(b"cards"), b"cards"), (refused, "E146 server has no such file (status 404)"),
            (UnlocatedError("E147", "too large"), "E147 too large"), (OSError("Odd"), "E146 server cannot be reached: odd"),
            (ValueError("odd"), "E146 server cannot be reached: odd"), (HTTPException("odd"), "E146 server cannot be reached: odd"),
            (urllib.error.URLError(TimeoutError()), "E146 server does not answer within 20 seconds"),
        )),
        (True, ((io.BytesIO(b"cards"), slow), (UnlocatedError("E147", "x"), slow), (OSError("Odd"), slow), (refused, "E146 server has no such file (status 404)"))),
    ):  # fmt: skip
        for ends, expected in cases:
            case.update(passes=passes, ends=ends)
            assert told() == expected
    assert refused.fp is None or refused.fp.closed
    address, headers, timeout = asked[0]
    assert (address, timeout, headers["Accept-encoding"]) == ("http://server/a", 20, "identity")
    assert headers["User-agent"].startswith("cardgen/")
    assert all(deadline._timer.calls == ["start", "cancel", "join"] for deadline in deadlines)

"""What is told of servers that refuse or do not answer, and which addresses are local; nothing is fetched here."""

import io
import socket
import urllib.error
from http.client import HTTPException

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

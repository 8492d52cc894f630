"""Servers: a hostile one that `cardgen pull` asks, and the preview, which is asked for what it does not have."""

from __future__ import annotations

import contextlib
import http.client
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from . import child, verdict, words
from .seeds import plant_small

_ROWS = b"name,cost,sails,text\nGalleon,9,no,New\n"


_HEAD = b"HTTP/1.1 200 OK\r\n"
_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_GZIP = _HEAD + b"Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n\x1f\x8b" + b"\0" * 18
_ANSWERS = (
    _HEAD + b"Content-Length: 900\r\n\r\n" + _ROWS,
    _HEAD + b"Content-Length: %d\r\n\r\n" % len(_ROWS) + _ROWS,
    *(_HEAD + b"Content-Length: %b\r\n\r\n" % length + _ROWS for length in (b"-1", b"9" * 400, b"1, 2", b"x")),
    *(
        _CHUNKED + body
        for body in (b"FFFFFFFFFFFFFFFF\r\nx", b"-1\r\n", b"zz\r\n", b"5\r\nname\n\r\n0\r\n\r\n", b"3\r\nabc")
    ),
    *(_HEAD + b"\r\n" + body for body in (b"PK\x03\x04" + bytes(99), b"<!doctype html>", b"\xff\xfe\0", b'"' * 9_999)),
    *(b"HTTP/1.1 100 Continue\r\n\r\n" * times + _HEAD + b"\r\n" + _ROWS for times in (1, 50)),
    _GZIP,
    b"",
    b"\0",
    b"HTTP/9.9 9999999999999 \r\n\r\n",
    b"HTTP/1.1 200\r\n: x\r\n\r\n",
    b"<html>",
    b"\xff" * 9_999,
)
"""Answers that break the protocol or lie."""


def _answer(random: Random, port: int) -> Iterator[bytes]:
    """Yield the parts of an answer that breaks the protocol, lies, leads elsewhere, or is as long as a client lets it be."""
    kind = random.randrange(6)
    if kind == 0:
        places = (
            "file:///etc/passwd",
            "ftp://127.0.0.1/x",
            f"http://127.0.0.1:{port}/again",
            "//[::1]:1/x",
            "\0",
            "http://[",
            "",
        )
        yield b"HTTP/1.1 302 Found\r\nLocation: %b\r\n\r\n" % random.choice(places).encode()
    elif kind == 1:
        yield _HEAD
        yield from (b"X-%d: %b\r\n" % (number, b"y" * 1_000) for number in range(100_000))
    elif kind == 2:
        yield _HEAD + b"\r\n"
        yield from (b"name,cost\n" * 2**16 for _ in range(200))
    elif kind == 3:
        texts = [random.choice(words.TEXTS) for _ in range(9)]
        yield _HEAD + b"\r\n" + "\n".join(["name", *texts]).encode("utf-8", "replace")
    else:
        yield random.choice(_ANSWERS)


def _serve(server: socket.socket, random: Random) -> None:
    with contextlib.suppress(OSError):
        while True:
            client, _ = server.accept()
            with contextlib.suppress(OSError), client:
                client.settimeout(20)
                client.recv(65536)
                for part in _answer(random, server.getsockname()[1]):
                    client.sendall(part)


def pull(folder: Path, random: Random) -> list[str]:
    """Pull from a hostile server; after a failure, the older file must be whole."""
    deck = plant_small(folder)
    server = socket.create_server(("127.0.0.1", 0))
    pid = os.fork()
    if not pid:
        _serve(server, random)
        os._exit(0)
    try:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/ships.csv"
        deck.write_text(deck.read_text("utf-8").replace("https://example.org/ships.csv", address), "utf-8")
        before = (folder / "ships.csv").read_bytes()
        options = ["--allow-local"] if random.random() < 0.95 else []
        outcome = child.wait(*child.start(["pull", deck.name, *options], folder, {}, lambda: None))
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        server.close()
    found = verdict.judge(outcome, {}, verdict.state_of(folder), set())
    if outcome.code and (folder / "ships.csv").read_bytes() != before:
        found.append("it failed and changed ships.csv")
    return found


_PATHS = (
    "/api/decks/{deck}/files/{name}", "/api/decks/{deck}/icons/{name}", "/api/decks/{deck}/pictures/{name}", "/api/decks/{name}/snapshot",
    "/static/{name}", "/{name}", "/api/{name}", "/api/decks/{deck}/snapshot?{name}", "/api/decks/{deck}/suggest", "/api/decks/{deck}/dropped?name={name}",
)  # fmt: skip
_NAMES = ("%00", "deck.yaml%00", "..%2f..%2fcanary%2fsecret.txt", "../../canary/secret.txt", "%ff", "%0d%0aX:y", "a" * 9_000, "ships.csv", "lang=%00", "deck.yaml", "card=9x9&paper=%ff", "-1", "1e999")  # fmt: skip
_BODIES = (b"", b"{", b"[]", b"null", b'{"text": 7}', b'{"text": "\\ud800", "base": ""}', b"[" * 100_000, b'{"text": "x", "base": "y", "line": 1e999}', b"\xff")  # fmt: skip


Request = tuple[str, str, bytes | None]
"""The method, the path and the body of a request."""


def preview(folder: Path, random: Random) -> list[str]:
    """Ask a preview for what it does not have."""
    plant_small(folder)

    def request() -> Request:
        path = random.choice(_PATHS).format(deck="deck", name=random.choice(_NAMES))
        method = random.choice(("GET", "GET", "POST", "DELETE", "HEAD"))
        return method, path, random.choice(_BODIES) if method == "POST" else None

    return ask_preview(folder, request)


def ask_preview(folder: Path, request: Callable[[], Request]) -> list[str]:
    """Start a preview of a deck; it must answer each request without a fault of its own, and end when told."""
    pid, out, err = child.start(["preview", "deck.yaml", "--no-browser"], folder, {}, lambda: None)
    outcome: list[child.Outcome] = []
    waiting = threading.Thread(target=lambda: outcome.append(child.wait(pid, out, err, 10 * child.PATIENCE)))
    waiting.start()
    found: list[str] = []
    try:
        found += _ask(_address(out), request)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGINT)
        waiting.join()
    told = outcome[0].out + outcome[0].err
    found += ["a library shows through"] * ("Traceback" in told) + ["a canary was read"] * (verdict.SECRET in told)
    found += [f"exit code {outcome[0].code}"] * (outcome[0].code not in {0, 130})
    found += ["it left a process"] * outcome[0].is_left
    return found


def _address(out: int) -> str:
    """Return the address that the preview prints, as soon as it has."""
    end = time.monotonic() + child.PATIENCE
    while time.monotonic() < end:
        text = os.pread(out, 10_000, 0).decode()
        if "\n" in text:
            return text.split()[1]
        select.select([], [], [], 0.1)
    return ""


def _ask(address: str, request: Callable[[], Request]) -> list[str]:
    if not address:
        return ["it did not start"]
    parts, found = urlsplit(address), []
    origin = {"Origin": f"http://{parts.netloc}", "Host": parts.netloc, "Sec-Fetch-Site": "same-origin"}
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=child.PATIENCE)
    connection.request("GET", f"{parts.path}?{parts.query}", headers=origin)
    answer = connection.getresponse()
    answer.read()
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    for _ in range(30):
        method, path, body = request()
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=child.PATIENCE)
        try:
            connection.request(method, path, body, {**origin, "Cookie": cookie})
            answer = connection.getresponse()
            data = answer.read(10**7)
        except (OSError, http.client.HTTPException) as error:
            found.append(f"{method} {path[:80]} has no answer: {error}")
            continue
        finally:
            connection.close()
        if answer.status >= 500 and answer.status != 503:
            found.append(f"{method} {path[:80]} gives {answer.status}")
        if verdict.SECRET.encode() in data:
            found.append(f"{method} {path[:80]} gives a canary")
    return found


CLASSES: dict[str, Callable[[Path, Random], list[str]]] = {"pull": pull, "preview": preview}
"""The inputs of servers, by the name of their class."""

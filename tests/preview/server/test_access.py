"""Only the page itself is answered, and it gets nothing but its own files and the decks that were named."""

import os
import re
import time
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.responses import Response

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.routes.decks import MOST_STREAMS
from cardgen.preview.server.access import Guard, _cookie, kept_token
from cardgen.preview.server.open_decks import OpenDecks
from tests.preview.applications import application_of
from tests.preview.asgi import Client

TOKEN = "secret-of-this-preview"
HOST = "127.0.0.1:8270"


def client(deck: Path, hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1"), scheme: str = "http") -> Client:
    app = application_of(OpenDecks([deck], BuildOptions()))
    return Client(Guard(app, TOKEN, 8270, hosts, scheme=scheme), HOST)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "cards.yaml"
    file.write_text("game: cards\ncards:\n  - {name: Ferry}\n", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    return file


@pytest.fixture
def stranger(deck: Path) -> Client:
    """Has not opened the address."""
    return client(deck)


@pytest.fixture
def page(stranger: Client) -> Client:
    """Has opened the address, and so has the cookie."""
    assert stranger.get("/", params={"token": TOKEN}).status_code == 200
    return stranger


def test_the_token_opens_the_page_once_and_then_the_cookie_does(stranger):
    assert stranger.get("/").status_code == 403
    entry = stranger.get("/", params={"token": TOKEN, "lang": "pt"})
    assert entry.status_code == 200
    assert 'content="0;url=/?lang=pt"' in entry.text
    cookie = entry.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    shown = stranger.get("/")
    assert shown.status_code == 200 and "/static/page.js" in shown.text
    assert TOKEN not in shown.text


@pytest.mark.parametrize("path", ["/", "/api/preview", "/api/decks/cards/snapshot", "/api/rooms", "/nothing"])
@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", "?token=" + "x" * 5000])
def test_nothing_is_answered_without_the_token(stranger, path, query):
    answer = stranger.get(path + query)
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


def test_the_token_is_taken_at_the_page_alone(stranger):
    assert stranger.get("/api/preview", params={"token": TOKEN}).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example:8270", "127.0.0.1", "127.0.0.1:80", "", "localhost:8271", "127.0.0.1.evil.example:8270"]
)
def test_another_name_of_the_address_is_refused(page, host):
    assert page.get("/api/preview", headers={"host": host}).status_code == 403
    assert page.get("/", params={"token": TOKEN}, headers={"host": host}).status_code == 403


def test_the_usual_names_of_this_computer_are_known(deck):
    for host in ("localhost:8270", "[::1]:8270", "LOCALHOST:8270"):
        assert client(deck).get("/", {"token": TOKEN}, {"host": host}).status_code == 200


def test_an_open_server_answers_to_numbers_and_never_to_names(deck):
    one = client(deck, ("",))
    assert one.get("/", {"token": TOKEN}, {"host": "192.168.1.7:8270"}).status_code == 200
    for host in ("evil.example:8270", "192.168.1.7", "192.168.1.7:", ""):
        assert one.get("/", {"token": TOKEN}, {"host": host}).status_code == 403, host


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:8271", "https://127.0.0.1:8270"])
def test_requests_of_other_pages_are_refused(page, origin):
    assert page.get("/api/preview", headers={"origin": origin}).status_code == 403


def test_a_page_that_is_offered_by_https_is_of_that_origin(deck):
    page = client(deck, scheme="https")
    assert page.get("/", params={"token": TOKEN}).status_code == 200
    for origin, status in ((f"https://{HOST}", 200), (f"http://{HOST}", 403)):
        assert page.get("/api/preview", headers={"origin": origin}).status_code == status, origin


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_page_embeds_is_refused(page, site):
    assert page.get("/api/preview", headers={"sec-fetch-site": site}).status_code == 403
    assert page.get("/", headers={"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}).status_code == 403
    assert page.get("/api/preview", headers={"sec-fetch-site": "same-origin"}).status_code == 200


def test_a_link_in_another_page_opens_the_page_or_a_table_and_nothing_else(page):
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    for path, status in (
        ("/", 200),
        ("/t/ABCDEFGH", 200),
        ("/api/preview", 403),
        ("/static/page.js", 403),
        ("/t", 403),
    ):
        assert page.get(path, headers=visit).status_code == status, path
    assert page.post("/", visit | {"origin": f"http://{HOST}"}).status_code == 403
    assert page.get("/api/preview", headers={"sec-fetch-site": "none"}).status_code == 200


async def test_what_is_neither_a_request_nor_a_page_of_a_table_is_not_answered(page):
    sent = []

    async def send(message):
        sent.append(message)

    await page.app({"type": "lifespan"}, None, send)
    assert sent == []
    socket = {
        "type": "websocket",
        "path": "/api/rooms/ABC/socket",
        "query_string": b"",
        "headers": [(b"host", b"evil")],
    }
    await page.app(socket, None, send)
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_the_cookie_is_found_among_others_and_only_its_own_counts(page, deck):
    right, wrong = page.cookie, page.cookie.replace("=", "=x", 1)
    name = page.cookie.partition("=")[0]
    for cookie, status in (
        (f"a=1; {right}; b=2", 200), (f"a[b]={{}}; c;{right}", 200), (right.replace("8270", "8271"), 403), (wrong, 403), (right.replace("8270", "82701"), 403), ("", 403), (f"{name}=", 403), (f"{right}x", 403),
    ):  # fmt: skip
        page.cookie = cookie
        assert page.get("/api/preview").status_code == status, cookie
    lines = Headers(raw=[(b"cookie", b"a=1"), (b"cookie", f"b=2; {right}".encode())])
    assert _cookie(lines, name) == right.partition("=")[2], "HTTP/2 may send several lines of cookies"


def test_an_address_behind_a_proxy_is_known_beside_its_own(deck):
    app = Guard(
        application_of(OpenDecks([deck], BuildOptions())), TOKEN, 8270, ("127.0.0.1",), public="https://Play.example"
    )
    one = Client(app, HOST)
    assert one.get("/", {"token": TOKEN}).status_code == 200
    for host, origin, status in (
        ("play.example", "https://play.example", 200), ("PLAY.example", "HTTPS://PLAY.EXAMPLE", 200), (HOST, "https://play.example", 200),
        (HOST, f"http://{HOST}", 200), ("play.example", "http://other.example", 403), ("other.example", "https://play.example", 403),
        ("play.example:8270", "https://play.example", 403),
    ):  # fmt: skip
        answer = one.get("/api/preview", headers={"host": host, "origin": origin})
        assert answer.status_code == status, (host, origin)


def test_what_changes_something_must_say_where_it_comes_from(page):
    assert page.post("/api/preview").status_code == 403
    assert page.request("HEAD", "/api/preview", None, None).status_code == 200
    assert page.post("/api/preview", headers={"origin": f"http://{HOST}"}).status_code == 405


@pytest.mark.parametrize("path", ["/", "/api/preview", "/static/page.js", "/nothing"])
def test_every_answer_keeps_foreign_script_out(page, path):
    headers = page.get(path).headers
    policy = headers["content-security-policy"]
    closed = ("default-src", "base-uri", "form-action", "frame-ancestors")
    assert {f"{what} 'none'" for what in closed} | {"script-src 'self'", "connect-src 'self'"} < {*policy.split("; ")}
    assert "unsafe" not in policy and headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../application.py",
        "/static/..%2fapplication.py",
        "/static/%2e%2e/application.py",
        "/static/..%5capplication.py",
        "/static/%2fetc%2fpasswd",
        "/static/",
        "/static/page.js%00",
        "/api/decks/..%2fsecret.txt/snapshot",
        "/api/decks/secret/snapshot",
        "/api/decks/cards/pictures/..%2f..%2fsecret.txt",
        "/api/decks/cards/pictures/0123-100.png",
        "/api/decks/cards/pictures/" + "0" * 24 + "-5000.png",
    ],
)
def test_no_other_file_can_be_reached(page, path):
    answer = page.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_the_files_of_the_page_are_answered(page):
    names = {"page.js", "page.css", "index.html", "licences.txt"}
    assert all(page.get(f"/static/{name}").status_code == 200 for name in names)
    types = [page.get(f"/static/{name}").headers["content-type"] for name in sorted(names)]
    assert types == [f"text/{kind}; charset=utf-8" for kind in ("html", "plain", "css", "javascript")]
    shown = page.get("/")
    (nonce,) = re.findall("'nonce-([^']{20,})'", shown.headers["content-security-policy"])
    assert nonce in shown.text and "{nonce}" not in shown.text and nonce not in page.get("/").text


@pytest.mark.parametrize(
    "query",
    ["out=/tmp/x", "changed=1", "ink=gold", "draft=maybe", "players=two", "duplex=sideways", "lang=en&cut_files=x"],
)
def test_an_option_that_is_none_is_refused(page, query):
    assert page.get(f"/api/decks/cards/snapshot?{query}").status_code == 400


@pytest.mark.parametrize("path", ["events", "trial"])
def test_no_more_pages_listen_than_the_server_can_tell(deck, path):
    open_decks = OpenDecks([deck], BuildOptions())
    open_decks.streams = MOST_STREAMS
    answer = Client(application_of(open_decks), HOST).get(f"/api/decks/cards/{path}")
    assert (answer.status_code, answer.text) == (503, "Too many pages of this preview are open.")


def test_a_token_is_kept_for_its_user_alone(tmp_path):
    folder = tmp_path / "state" / "cardgen"  # neither is there on a new computer
    token = kept_token(folder)
    assert kept_token(folder) == token
    file = folder / "preview-token"
    assert file.stat().st_mode & 0o077 == 0
    hour = 3600
    for age, is_kept in ((7 * 24 * hour - hour, True), (7 * 24 * hour + hour, False)):
        before = file.read_text()
        os.utime(file, (time.time() - age,) * 2)
        assert (kept_token(folder) == before) is is_kept
        assert time.time() - file.stat().st_mtime < hour, "it is used now"
    for wrong in (b"short", b"\xff" * len(token)):
        file.write_bytes(wrong)
        made = kept_token(folder)
        assert len(made) == len(token) and made == file.read_text() == kept_token(folder)


def test_a_token_that_cannot_be_kept_is_new_each_time(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert kept_token(blocked) != kept_token(blocked)


def test_two_decks_of_one_name_have_addresses_of_their_own(deck, tmp_path):
    other = tmp_path / "more" / "cards.yaml"
    other.parent.mkdir()
    other.write_text(deck.read_text("utf-8"), "utf-8")
    assert list(OpenDecks([deck, other], BuildOptions()).by_id) == ["cards", "cards-2"]


def test_no_address_holds_a_null_character(page):
    headers = {"origin": "http://127.0.0.1:8270"}
    for answer in (
        page.post("/api/decks/cards/files/samurai.yaml%00", headers=headers),
        page.get("/api/decks/cards/files/a%00.png"),
    ):
        assert (answer.status_code, "null character" in answer.text) == (404, True)


def test_an_answer_may_be_kept_and_have_a_stricter_policy_of_its_own():
    own = {"cache-control": "private, max-age=9", "content-security-policy": "sandbox", "x-frame-options": "ALLOWALL"}
    answer = Client(Guard(Response("", headers=own), TOKEN, 8270, ("127.0.0.1",)), HOST).get("/static/a.svg")
    assert {name: answer.headers.getlist(name) for name in own} == {
        name: ["DENY" if name == "x-frame-options" else value] for name, value in own.items()
    }

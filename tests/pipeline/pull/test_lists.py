"""Pulling spreadsheets from a server on this computer."""

import contextlib
import io
import itertools
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from PIL import Image

from cardgen.pipeline.pull import lists
from cardgen.pipeline.pull.pictures import _suffix
from cardgen.read import connection, fetch
from cardgen.read.fetch import download_address
from cardgen.read.search_path import SearchPath
from cardgen.report.errors import CardgenError, UnlocatedError
from tests.pipeline.open.test_deck_file import DAWN, DUSK, HEAD, NOON, write_workbook


def pull_deck(path, *, dry_run=False, allow_local=True):
    return lists.pull_deck(path, dry_run=dry_run, allow_local=allow_local)


PAGES: dict[str, tuple[int, dict[str, str], bytes]] = {}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        status, headers, body = PAGES.get(self.path, (404, {}, b"gone"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.wfile.write(body)

    def log_message(self, *_args):
        pass


@pytest.fixture
def server(monkeypatch):
    """Serves pages that a test adds; gives the function that adds one and returns its address."""
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    PAGES.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
        thread.start()

        def serve(path, body=b"", status=200, **headers):
            PAGES[path] = (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)
            return f"http://127.0.0.1:{running.server_port}{path}"

        yield serve
        running.shutdown()
        thread.join()


@pytest.fixture
def deck(toy_folder):
    """Writes a deck whose cards come from a file that is pulled from an address."""

    def write(address, file="cards.csv", cards=None):
        text = (toy_folder / "suns.yaml").read_text("utf-8")
        path = toy_folder / "deck.yaml"
        head = text[: text.index("cards:")]
        path.write_text(f'{head}cards: "{cards or file}"\npull: {{{file}: "{address}"}}\n', "utf-8")
        return path

    return write


OLD = b"id,name,text,copies\ndawn,Dawn,Rise.,2\ndusk,Dusk,Set.,1\n"
NEW = b"id,name,text,copies\nnoon,Noon,Stay.,1\ndawn,Dawn,Rise again.,3\n"


def messages(result):
    return [f"{item.code}: {item.message}" for item in result.problems]


def test_a_new_file_is_fetched(server, deck, toy_folder):
    result = pull_deck(deck(server("/cards", OLD)))
    assert (toy_folder / "cards.csv").read_bytes() == OLD
    assert [(file.status, file.row_count, file.changes) for file in result.files] == [("new", 2, ())]
    (file,) = pull_deck(deck(server("/cards", OLD), "./cards.csv", "cards.csv")).files
    assert (file.status, file.row_count) == ("same", 2)


def test_what_changed_is_told_by_card(server, deck, toy_folder):
    (toy_folder / "cards.csv").write_bytes(OLD)
    (file,) = pull_deck(deck(server("/cards", NEW))).files
    found = [(c.status, c.id, [(f.key, f.before, f.after) for f in c.fields]) for c in file.changes]
    assert found == [
        ("added", "noon", []),
        ("changed", "dawn", [("text", "Rise.", "Rise again."), ("copies", 2, 3)]),
        ("removed", "dusk", []),
    ]
    assert (toy_folder / "cards.csv").read_bytes() == NEW


def test_what_changed_in_each_list_that_takes_a_file_is_told(server, tmp_path):
    kinds = "{ships: {fields: {name: text}}, ports: {role: token, fields: {name: text}}}"
    (tmp_path / "game.yaml").write_text(f"id: boats\nname: Boats\nlanguages: [pt, en]\nkinds: {kinds}\n", "utf-8")
    (tmp_path / "a.csv").write_text("name.en,name.pt\nOld,Velho\n", "utf-8")
    address = server("/a", b"name.en,name.pt\nOld,Velho\nNew,Novo\n")
    lists = "ships: [{name: Dory}, c.csv, a.csv]\nports: a.csv\n"
    (tmp_path / "c.csv").write_text("name\nGig\n", "utf-8")
    (tmp_path / "deck.yaml").write_text(f"game: boats\n{lists}pull: {{a.csv: {address}}}\n", "utf-8")
    (file,) = pull_deck(tmp_path / "deck.yaml").files
    told = [(one.list_name, one.status, one.id) for one in file.changes]
    assert told == [("ships", "added", "novo"), ("ports", "added", "novo")] and file.row_count == 4


def test_a_file_that_is_the_same_is_left_alone(server, deck, toy_folder):
    (toy_folder / "cards.csv").write_bytes(OLD)
    before = (toy_folder / "cards.csv").stat().st_mtime_ns
    (file,) = pull_deck(deck(server("/cards", OLD))).files
    assert (file.status, file.changes) == ("same", ())
    assert (toy_folder / "cards.csv").stat().st_mtime_ns == before


def test_a_dry_run_writes_nothing(server, deck, toy_folder):
    (toy_folder / "cards.csv").write_bytes(OLD)
    (file,) = pull_deck(deck(server("/cards", NEW)), dry_run=True).files
    assert (file.status, len(file.changes)) == ("changed", 3)
    assert (toy_folder / "cards.csv").read_bytes() == OLD


def test_a_worksheet_is_compared(server, deck, toy_folder, tmp_path):
    write_workbook(toy_folder / "cards.xlsx", notes=[["x"]], suns=[HEAD, DAWN, DUSK])
    write_workbook(tmp_path / "newer.bin", notes=[["y"]], suns=[HEAD, NOON, DAWN])
    address = server("/cards", (tmp_path / "newer.bin").read_bytes())
    (file,) = pull_deck(deck(address, "cards.xlsx", "cards.xlsx#suns")).files
    assert [(change.status, change.id) for change in file.changes] == [("added", "noon"), ("removed", "dusk")]


def test_redirects_are_followed(server, deck, toy_folder):
    server("/b", OLD)
    pull_deck(deck(server("/a", status=302, Location="/b")))
    assert (toy_folder / "cards.csv").read_bytes() == OLD


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ({"status": 404}, "E146: 127.0.0.1 has no such file (status 404)"),
        ({"status": 403}, "E146: 127.0.0.1 refuses the file (status 403)"),
        ({"status": 503}, "E146: 127.0.0.1 fails (status 503)"),
        ({"status": 302, "Location": "/cards"}, "E147: 127.0.0.1 moves the file more than 5 times"),
        ({"status": 302, "Location": "ftp://x.org/a"}, "E147: 127.0.0.1 moves the file to 'ftp://x.org/a'"),
        ({"status": 302, "Location": "file:///etc/passwd"}, "E147: 127.0.0.1 moves the file to an address that is not followed"),
        ({"body": b"<!doctype html><p>Log in"}, "E148: no table arrived for 'cards.csv': file is not CSV text, but a web page"),
        ({"body": b"name,text\n"}, "E148: no table arrived for 'cards.csv': it has no row below its headers"),
        ({"body": b""}, "E148: no table arrived for 'cards.csv': it has no row below its headers"),
        ({"body": b"\x89PNG\r\n\xff"}, "E148: no table arrived for 'cards.csv': file is not text; it looks like a PNG picture"),
        ({"body": b"x" * 3000}, "E147: 127.0.0.1 sends more than 0 MiB"),
    ],
)  # fmt: skip
def test_what_is_no_table_leaves_the_old_file(server, deck, toy_folder, monkeypatch, page, message):
    monkeypatch.setattr(fetch, "SIZE_LIMIT", 2000)
    (toy_folder / "cards.csv").write_bytes(OLD)
    result = pull_deck(deck(server("/cards", **page)))
    assert (result.files, messages(result)) == ((), [message])
    assert str(result.problems[0].span).endswith("deck.yaml:7:19")
    assert (toy_folder / "cards.csv").read_bytes() == OLD


class Stranger:
    """A server that answers each request with pieces of bytes, and goes on for ever where the pieces do."""

    def __init__(self, pieces):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(pieces,), daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}/cards"

    def _serve(self, pieces):
        with contextlib.suppress(OSError):
            connection, _ = self._listener.accept()
            with connection:
                connection.recv(65536)
                for piece in pieces:
                    connection.sendall(piece)
                    if self._ended.wait(0.005):
                        return

    def close(self):
        self._ended.set()
        self._listener.close()
        self._thread.join(60)


@pytest.fixture
def stranger(server):
    """Makes servers that keep to no protocol."""
    made = []
    yield lambda pieces: made.append(Stranger(pieces)) or made[-1].address
    for one in made:
        one.close()


HEAD_OF_CSV = b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n"


def test_a_server_is_waited_for_no_longer_than_the_limit_in_all(stranger, deck, toy_folder, monkeypatch):
    monkeypatch.setattr(fetch, "TIME_LIMIT", 0.3)
    (toy_folder / "cards.csv").write_bytes(OLD)
    for pieces in (
        itertools.chain([HEAD_OF_CSV + b"\r\n"], itertools.repeat(b"x")),  # a byte of the body now and then
        itertools.chain([HEAD_OF_CSV + b"Content-Length: 9000\r\n\r\n"], itertools.repeat(b"x")),
        itertools.chain([HEAD_OF_CSV + b"Transfer-Encoding: chunked\r\n\r\n9000\r\n"], itertools.repeat(b"x")),
        itertools.chain([b"HTTP/1.1 200 OK\r\nX-A: "], itertools.repeat(b"y")),  # of the head
        itertools.repeat(b"HTTP/1.1 100 Continue\r\n\r\n"),
    ):
        assert messages(pull_deck(deck(stranger(pieces)))) == ["E147: 127.0.0.1 takes longer than 0 seconds"]
    assert (toy_folder / "cards.csv").read_bytes() == OLD


def test_a_file_that_ends_early_leaves_the_old_one(stranger, deck, toy_folder):
    (toy_folder / "cards.csv").write_bytes(OLD)
    length = f"Content-Length: {len(NEW)}\r\n\r\n".encode()
    early = NEW[: NEW.index(b"dawn")]
    assert messages(pull_deck(deck(stranger([HEAD_OF_CSV + length + early])))) == [
        f"E147: 127.0.0.1 ends the file too early, after {len(early)} of {len(NEW)} bytes"
    ]
    chunked = HEAD_OF_CSV + b"Transfer-Encoding: chunked\r\n\r\n5\r\nid,na\r\n"
    assert messages(pull_deck(deck(stranger([chunked])))) == ["E147: 127.0.0.1 ends the file too early, after 5 bytes"]
    assert (toy_folder / "cards.csv").read_bytes() == OLD


def test_no_local_address_is_asked_unless_that_is_allowed(server, deck, toy_folder):
    port = server("/cards", OLD).rpartition(":")[2]
    for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"):
        (message,) = messages(pull_deck(deck(f"http://{host}:{port}"), allow_local=False))
        assert message.startswith("E145: ") and "of this computer or of the local network" in message, host
    assert not (toy_folder / "cards.csv").exists()


def test_no_redirect_leads_to_a_local_address(server, deck, monkeypatch):
    server("/cards", OLD)
    place = server("/moved", status=302, Location="/cards")
    asked = []
    # The first address counts as public, as one of the internet would; the one of the redirect does not.
    monkeypatch.setattr(connection, "is_public", lambda address: not asked.append(address) and len(asked) == 1)
    (message,) = messages(pull_deck(deck(place), allow_local=False))
    assert message.startswith("E145: 127.0.0.1 is an address of this computer")
    assert len(asked) == 2


def test_addresses_of_the_internet_are_public_and_no_others():
    public = ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14", "64:ff9b::8.8.8.8")
    local = ("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1")
    local += (
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "224.0.0.1",
        "::",
        "ff02::1",
        "ff0e::1",
    )
    local += ("2001:0:808:808::f7f7:f7f7", "64:ff9b::10.0.0.1")
    assert [address for address in public if not connection.is_public(address)] == []
    assert [address for address in local if connection.is_public(address)] == []


def test_a_server_that_is_not_there_is_told(server, deck):
    server("/cards")
    assert messages(pull_deck(deck("http://127.0.0.1:9/cards"))) == [
        "E146: 127.0.0.1 cannot be reached: connection refused"
    ]


@pytest.mark.parametrize("file", ["../cards.csv", "/tmp/cards.csv", "a/../../cards.csv"])
def test_nothing_is_written_outside_of_the_folder(server, deck, file):
    result = pull_deck(deck(server("/cards", OLD), file, "x.csv"))
    assert all(item.is_error for item in result.problems)
    assert messages(result) == [f"E125: file '{file}' is not below the folder of the deck"]


def test_a_file_in_capitals_is_fetched_as_its_suffix_says_into_folders_that_are_made(deck, toy_folder, monkeypatch):
    write_workbook(toy_folder / "suns.xlsx", suns=[HEAD, DAWN, DUSK])
    asked = []
    book = (toy_folder / "suns.xlsx").read_bytes()
    for file, kind, data in (("of/suns/CARDS.CSV", "csv", OLD), ("Cards.Xlsx", "xlsx", book)):
        monkeypatch.setattr(lists, "fetch", lambda *what, data=data, **more: asked.append((*what, more)) or data)
        for status in ("new", "same"):
            result = pull_deck(deck(f"{SHEET}/1aB/edit", file), allow_local=False)
            assert [(one.status, one.row_count) for one in result.files] == [(status, 2)] and not result.problems
            assert asked.pop() == (f"{SHEET}/1aB/export?format={kind}", {"allow_local": False})
        assert (toy_folder / file).read_bytes() == data


def test_tables_and_pictures_of_a_deck_are_told_together(server, tmp_path):
    sun, gone = server("/sun.svg", SUN), server("/gone", status=404)
    table = server("/cards", f"name,art\nDawn,{sun}\nDusk,{gone}\n".encode())
    path = tmp_path / "deck.yaml"
    path.write_text(
        f"game: cards\ncards: cards.csv\npull:\n  art.png: '{sun}'\n  more.csv: '{gone}'\n  cards.csv: '{table}'\n"
    )
    result = pull_deck(path)
    assert [(file.path.suffix, file.is_picture) for file in result.files] == [(".csv", False), (".svg", True)]
    assert [(item.code, item.span.line) for item in result.problems] == [("E146", 3), ("E145", 4), ("E146", 5)]


def test_a_deck_without_addresses_is_told(toy_folder):
    for value in ("{}", "[a]", "x"):
        (toy_folder / "deck.yaml").write_text(f"game: toy\npull: {value}\n", "utf-8")
        with pytest.raises(CardgenError) as caught:
            pull_deck(toy_folder / "deck.yaml")
        (item,) = caught.value.diagnostics
        assert (item.code, item.span.line, item.span.column) == ("E145", 2, 7), value
    with pytest.raises(CardgenError, match=r"E145.*no key 'pull'"):
        pull_deck(toy_folder / "suns.yaml")
    with pytest.raises(CardgenError, match=r"E145.*a spreadsheet names no addresses"):
        pull_deck(toy_folder / "cards.csv")


SHEET = "https://docs.google.com/spreadsheets/d"


@pytest.mark.parametrize(
    ("address", "suffix", "expected"),
    [
        (f"{SHEET}/1aB/edit#gid=7", ".csv", f"{SHEET}/1aB/export?format=csv&gid=7"),
        (f"{SHEET}/1aB/edit?gid=7#gid=7", ".tsv", f"{SHEET}/1aB/export?format=tsv&gid=7"),
        (f"{SHEET}/1aB/edit?usp=sharing", ".csv", f"{SHEET}/1aB/export?format=csv"),
        (f"{SHEET}/1aB/edit#gid=7", ".xlsx", f"{SHEET}/1aB/export?format=xlsx"),
        (f"{SHEET}/1aB", ".ods", f"{SHEET}/1aB/export?format=ods"),
        ("https://docs.google.com/document/d/1aB/edit", ".csv", "https://docs.google.com/document/d/1aB/edit"),
        (f"{SHEET}/e/2PACX-x/pubhtml", ".csv", f"{SHEET}/e/2PACX-x/pub?output=csv"),
        (f"{SHEET}/e/2PACX-x/pubhtml?gid=3&single=true", ".csv", f"{SHEET}/e/2PACX-x/pub?output=csv&gid=3&single=true"),
        (f"{SHEET}/e/2PACX-x/pub?output=csv", ".xlsx", f"{SHEET}/e/2PACX-x/pub?output=xlsx"),
        (
            "https://github.com/me/game/blob/main/cards.csv",
            ".csv",
            "https://raw.githubusercontent.com/me/game/main/cards.csv",
        ),
        ("https://www.dropbox.com/s/x/cards.csv?dl=0", ".csv", "https://www.dropbox.com/s/x/cards.csv?dl=1"),
        ("https://dropbox.com/scl/a.csv?rlkey=x&dl=0#b", ".csv", "https://dropbox.com/scl/a.csv?rlkey=x&dl=1"),
        (f"{SHEET}/1aB/edit?gid=7#gid=8", ".tab", f"{SHEET}/1aB/export?format=tsv&gid=7"),
        (f"{SHEET}/u/0/d/1aB/edit".replace("/d/u/0/d", "/u/0/d"), ".xlsm", f"{SHEET}/1aB/export?format=xlsx"),
        ("https://github.com/me/game/raw/main/cards.csv", ".csv", "https://github.com/me/game/raw/main/cards.csv"),
        ("http://example.org:81/a?b=c#d", ".csv", "http://example.org:81/a?b=c"),
        (" HTTP://Example.ORG ", ".csv", "http://example.org/"),
        ("http://[2606:2800::1]/a", ".csv", "http://[2606:2800::1]/a"),
        ("http://[2606:2800::1]:81/a", ".csv", "http://[2606:2800::1]:81/a"),
    ],
)
def test_an_address_as_people_copy_it_becomes_that_of_the_file(address, suffix, expected):
    assert download_address(address, suffix) == expected


@pytest.mark.parametrize(
    "address", ["docs.google.com/x", "ftp://x.org/a.csv", "file:///etc/passwd", "https://", "http://a b/", "http://[x"]
)
def test_other_addresses_are_refused(address):
    with pytest.raises(UnlocatedError, match="is no address of the web"):
        download_address(address, ".csv")


def test_passwords_stay_out_of_decks():
    for who in ("me:secret", "me", ":secret"):
        with pytest.raises(UnlocatedError, match="holds a name or a password"):
            download_address(f"https://{who}@example.org/a.csv", ".csv")


SUN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'


def test_pictures_of_a_list_are_fetched_once_and_found(server, tmp_path):
    address, page = server("/art/Sun%20One.svg", SUN), server("/page", b"<html>a page</html>")
    path = tmp_path / "cards.csv"
    path.write_text(f"name,art\nDawn,{address}\nDusk,{address}\nNoon,{page}\n")
    result = pull_deck(path, dry_run=True)
    assert [file.status for file in result.files] == ["new"] and not (tmp_path / "fetched").exists()
    result = pull_deck(path)
    (file,) = result.files
    assert (file.status, file.is_picture, file.path.read_bytes()) == ("new", True, SUN)
    assert messages(result) == [f"E148: no picture arrived from '{page}'"]
    path.write_text(f"name,art\nNoon,{page}\nDawn,\nNight,{page}\n")
    assert [problem.span.line for problem in pull_deck(path).problems] == [2]
    path.write_text(f"name,art\nDawn,{address}\nDusk,{address}\nNoon,{page}\n")
    assert SearchPath(tmp_path, ()).find_picture(address) == file.path.resolve()
    assert [file.status for file in pull_deck(path).files] == ["same"]
    (tmp_path / "deck.yaml").write_text(f"game: cards\ncards: [{{name: Noon, art: '{page}'}}]\n")
    assert messages(pull_deck(tmp_path / "deck.yaml")) == [f"E148: no picture arrived from '{page}'"]
    other = server("/art/moon.svg", SUN.replace(b"circle", b"ellipse"))
    path.write_text(f"name,art\nNoon,{page}\nDawn,{address}\nDusk,{other}\nEve,{server('/gone', status=404)}\n")
    result = pull_deck(path)
    assert sorted(file.status for file in result.files) == ["new", "same"] and len(messages(result)) == 2
    with pytest.raises(CardgenError, match="E145"):
        path.write_text("name\nDawn\n")
        pull_deck(path)


def test_a_picture_has_the_suffix_of_its_content():
    def made(kind):
        out = io.BytesIO()
        Image.new("RGB", (4, 4), "#aa0000").save(out, kind)
        return out.getvalue()

    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    far = b"<!--" + b" " * 4990 + b"-->"
    wanted = {made("PNG"): ".png", made("JPEG"): ".jpg", made("WEBP"): ".webp", svg: ".svg", b"\n  " + svg: ".svg"}
    wanted |= {b'<?xml version="1.0"?>' + svg: ".svg", b"<!-- a -->" + svg: ".svg"}
    assert {data: _suffix(data, "") for data in wanted} == wanted
    broken = made("PNG")[:20]
    for data, message in (
        (b"", "no picture arrived from 'a.de'"),
        (b"<html>" + svg, "no picture arrived from 'a.de'"),
        (b"<!doctype html><svg/>", "no picture arrived from 'a.de'"),
        (b"<?xml?><rss/>", "no picture arrived from 'a.de'"),
        (far + svg, "no picture arrived from 'a.de'"),
        (made("GIF"), "no picture arrived from 'a.de'"),
        (broken, "no picture arrived from 'a.de': "),
    ):
        with pytest.raises(UnlocatedError) as caught:
            _suffix(data, "a.de")
        assert caught.value.code == "E148" and caught.value.message.startswith(message), data
        assert bool(caught.value.hints) == (data != broken)
        assert data == broken or caught.value.message == message


def test_what_is_pulled_are_spreadsheets_from_addresses_in_quotes(server, toy_folder):
    text = (toy_folder / "suns.yaml").read_text("utf-8")
    path = toy_folder / "deck.yaml"
    address = server("/cards", NEW)
    path.write_text(
        f'{text[: text.index("cards:")]}cards: cards.csv\npull:\n  cards.csv: "{address}"\n  art.png: "{address}"\n  more.csv: [a]\n'
    )
    result = pull_deck(path)
    assert [(file.path.name, file.status) for file in result.files] == [("cards.csv", "new")]
    assert [(item.message, item.span.line, item.span.column, item.expected.partition(" in .")[0]) for item in result.problems] == [
        ("'art.png' is not the name of a spreadsheet", 9, 3, "a file that ends"), ("the address of 'more.csv' is not text", 10, 13, "an address in quotes"),
    ]  # fmt: skip
    path.write_text("game: none\npull: {a.csv: x}\n")
    with pytest.raises(CardgenError, match="E201"):
        pull_deck(path)


def test_what_is_no_table_is_to_be_shared_if_it_is_a_page_or_empty():
    share = "share the sheet with everybody who has the link, or publish it to the web as CSV"
    for data, hints in ((b"<!doctype html><p>", (share,)), (b"\x89PNG\r\n\x1a\n\xff", ()), (b"name\n", (share,))):
        with pytest.raises(UnlocatedError) as caught:
            lists._as_table(data, ".csv", "cards.csv")
        assert (caught.value.code, caught.value.hints) == ("E148", hints)


def test_a_file_is_fetched_to_a_place_below_the_deck_and_nowhere_else(tmp_path):
    folder = tmp_path / "deck"
    (folder / "data").mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    for name in ("cards.csv", "data/cards.csv", "new/cards.csv", "./cards.csv"):
        assert lists._target(folder, name) == folder / name
    for name in ("../cards.csv", "a/../../cards.csv", "a/../cards.csv", "/tmp/cards.csv", str(folder / "cards.csv"), "a\\cards.csv", "c:cards.csv", "cards.csv:b", "a\ncards.csv", "a\x7f.csv", "link/cards.csv"):  # fmt: skip
        with pytest.raises(UnlocatedError) as caught:
            lists._target(folder, name)
        assert (caught.value.code, caught.value.is_final) == ("E125", True), name

"""The addresses of the start page: what is made is open at once, and nobody else's files are."""

from collections.abc import Iterator

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server.open_decks import OpenDecks
from tests.preview.applications import application_of
from tests.preview.asgi import Client


@pytest.fixture
def client(tmp_path, monkeypatch) -> Iterator[Client]:
    monkeypatch.chdir(tmp_path)
    decks = OpenDecks([], BuildOptions())
    yield Client(application_of(decks, tmp_path), "localhost")
    decks.close()


def test_the_page_is_that_of_a_start_until_a_deck_is_open(client, tmp_path):
    assert "start.js" in client.get("/").text
    (tmp_path / "other.yaml").write_text("game: cards\ncards: [{name: Pike}]\n", "utf-8")
    assert client.post("/api/start/open", body={"file": str(tmp_path / "other.yaml")}).status_code == 404
    assert "start.js" in client.get("/").text


def test_only_this_computer_starts_decks(client):
    client.peer = "192.0.2.7"
    assert client.get("/api/start").status_code == 403
    for path in ("new", "open", "file?file=a.csv"):
        assert client.post(f"/api/start/{path}", body={"name": "x", "file": "y"}).status_code == 403


def test_files_that_were_dropped_together_are_one_project(client, tmp_path):
    lists = 'LINK = "beasts.csv"\nTEXT = "1-2", "[name]", 5%, 5%, 90%, 12%\n', "name\nFox\nOwl\n"
    paths = "wood/wood.txt", "wood/lists/beasts.csv"
    query = "&".join(f"file={path}&bytes={len(part)}" for path, part in zip(paths, lists, strict=True))
    answer = client.post(f"/api/start/file?name=forest&{query}", body="".join(lists).encode())
    assert answer.text == '{"deck":"forest"}'
    assert "Owl" in (tmp_path / "forest" / "cards.csv").read_text("utf-8")
    assert "title: Wood" in (tmp_path / "forest" / "forest.yaml").read_text("utf-8")
    for wrong in ("file=a.csv&bytes=3", "file=a.csv&file=b.csv", "file=a.csv&file=b.csv&bytes=1&bytes=8"):
        assert client.post(f"/api/start/file?{wrong}", body=b"name\nPike\n").status_code == 400, wrong


def test_a_deck_that_was_open_is_opened_again(client, tmp_path):
    assert client.post("/api/start/file?file=fish.csv", body=b"name\nPike\n").status_code == 200
    path = tmp_path / "fish" / "fish.yaml"
    assert client.post("/api/start/open", body={"file": str(path)}).text == '{"deck":"fish"}'
    path.unlink()
    answer = client.post("/api/start/open", body={"file": str(path)})
    assert (answer.status_code, answer.text) == (404, '{"message":"The deck is not there any more"}')


def test_a_file_needs_a_name(client):
    assert client.post("/api/start/file", body=b"name\nPike\n").status_code == 400
    for name in ("", "..", "%00", "x" * 300, "../a.csv", "/a.csv", "a/../../b.csv", "C:/a.csv"):
        assert client.post(f"/api/start/file?file={name}", body=b"name\nPike\n").status_code == 400, name

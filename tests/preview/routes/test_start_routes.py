"""The addresses of the start page: what is made is open at once, and nobody else's files are."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.start.plan import NewOptions
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.start.recent_decks import RecentDeck, RecentDecks
from cardgen.preview.start.starter import Starter
from cardgen.preview.start.worker import StartWorker
from tests.preview.applications import application_of
from tests.preview.asgi import Client
from tests.preview.routes.test_recorded_routes import Here


@pytest.fixture
def client(tmp_path, monkeypatch) -> Iterator[Client]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(StartWorker, "answer", Here(Starter(tmp_path)).answer)
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
    for wrong in (
        "file=a.csv&file=../b.csv&bytes=5&bytes=5",
        "file=a.csv&bytes=3",
        "file=a.csv&file=b.csv",
        "file=a.csv&file=b.csv&bytes=1&bytes=8",
    ):
        assert client.post(f"/api/start/file?{wrong}", body=b"name\nPike\n").status_code == 400, wrong


def test_what_is_dropped_and_chosen_reaches_what_makes_the_deck(client, monkeypatch):
    asked = []

    async def answer(_worker, what, *arguments):
        files = [path for path in arguments if isinstance(path, Path)]
        held = {
            one.name: one.read_bytes() for path in files for one in (path.rglob("*.*") if path.is_dir() else [path])
        }
        asked.append((what, *(one.name if one in files else one for one in arguments), *([held] if files else [])))
        return {"problems": ["not now", "nor later"]}

    monkeypatch.setattr(StartWorker, "answer", answer)
    body = {
        "name": "Tides",
        "game": "cards",
        "example": "elves",
        "kinds": "boats, ,isles",
        "size": "poker",
        "languages": "en, pt",
        "look": "text",
    }
    stated = NewOptions(
        game="cards", kinds=("boats", "isles"), size="poker", languages=("en", "pt"), look="text", example="elves"
    )
    for rules in ("", "1"):
        refused = client.post("/api/start/new", body={**body, "rules": rules})
        assert (refused.status_code, refused.text) == (422, '{"message":"Not now; nor later"}')
        assert asked.pop() == ("make", "Tides", replace(stated, rules=bool(rules)))
    ten = "/".join("abcdefghi") + "/j.csv"
    for query, data, wanted in (
        ("file=deep/fish.csv", b"12", ("fish", "fish.csv", {"fish.csv": b"12"})),
        (r"file=deep\fish.csv&name=More", b"12", ("More", "fish.csv", {"fish.csv": b"12"})),
        (f"file={'x' * 196}.csv&name=x", b"12", ("x", f"{'x' * 196}.csv", {f"{'x' * 196}.csv": b"12"})),
        ("file=fish.csv&name=", b"12", ("fish", "fish.csv", {"fish.csv": b"12"})),
        (f"file={ten}&size=poker", b"12", ("j", "j.csv", {"j.csv": b"12"})),
        ("file=wood/a.txt&file=wood/b/c.csv&bytes=1&bytes=1", b"12", ("a", "wood", {"a.txt": b"1", "c.csv": b"2"})),
        ("file=wood/b/c.csv&file=wood/a.txt&bytes=1&bytes=1", b"21", ("c", "wood", {"a.txt": b"1", "c.csv": b"2"})),
        ("file=a.txt&file=b/c.csv&bytes=2&bytes=0", b"12", ("a", "a", {"a.txt": b"12", "c.csv": b""})),
    ):
        assert client.post(f"/api/start/file?{query}", body=data).status_code == 422, query
        what, name, path, options, held = asked.pop()
        assert (what, name, path, held) == ("take", *wanted) and options == NewOptions(size="poker" * ("size" in query))
    assert client.post(f"/api/start/file?file=a/{ten}", body=b"12").status_code == 400


def test_decks_that_were_open_are_listed_with_the_time_they_were_printed(client, tmp_path, monkeypatch):
    decks = [tmp_path / f"{name}.yaml" for name in ("crab", "pike")]
    for deck in decks:
        deck.write_text("game: cards\ntitle: Sea\n", "utf-8")
    record = tmp_path / "pike.printed.json"
    record.write_text("{}", "utf-8")
    os.utime(record, (86400, 86400))
    recent = [RecentDeck(str(decks[0])), RecentDeck(str(decks[1]), str(record))]
    monkeypatch.setattr(RecentDecks, "listed", lambda _: recent)
    assert json.loads(client.get("/api/start").text)["recent"] == [
        {"file": str(deck), "title": "Sea", "place": deck.name, "printed": printed}
        for deck, printed in zip(decks, (0, 86400), strict=True)
    ]


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

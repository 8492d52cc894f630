"""The addresses of the mode Arrange: edits come back in the units of the browser, and what is no edit is refused."""

import json
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.server.access import Guard
from cardgen.preview.server.open_decks import OpenDecks
from tests.preview.applications import application_of
from tests.preview.asgi import Client

HOST = "127.0.0.1:8270"
ORIGIN = {"origin": f"http://{HOST}"}
FILE = "# 🐟\nboxes:\n  - {name: bar, type: shape, left: 1, width: 2, top: 3, height: 4}\n"


@pytest.fixture
def page(tmp_path: Path) -> Client:
    (tmp_path / "cards.yaml").write_text("game: cards\ncards:\n  - {name: Ferry}\n", "utf-8")
    decks = OpenDecks([tmp_path / "cards.yaml"], BuildOptions())
    one = Client(Guard(application_of(decks), "token", 8270, ("127.0.0.1",)), HOST)
    assert one.get("/?token=token").status_code == 200
    return one


def test_an_edit_is_told_in_the_units_of_the_browser(page):
    change = {"left": 1, "right": 1, "top": 0, "bottom": 0}
    body = {"text": FILE, "gesture": {"do": "move", "changes": {"0": change}}}
    found = json.loads(page.post("/api/decks/cards/arrange/edit", ORIGIN, body).text)
    at = FILE.index("left: 1") + len("left: ") + 1  # a fish is two units of UTF-16
    assert found == {"start": at, "end": at + 1, "insert": "2"}
    body = {"text": "🐟: 1\nname: Ferry\n", "value": {"path": ["name"]}, "words": "Barge"}
    found = json.loads(page.post("/api/decks/cards/arrange/type", ORIGIN, body).text)
    assert found == {"start": 12, "end": 17, "insert": "Barge"}


def test_what_is_no_edit_is_refused(page):
    for body, status in (
        ({}, 400),
        ({"text": FILE, "gesture": {}}, 422),
        ({"text": "a: 1", "gesture": {"do": "add"}}, 422),
    ):
        assert page.post("/api/decks/cards/arrange/edit", ORIGIN, body).status_code == status
    for body, status in (({"text": FILE, "value": {}}, 400), ({"text": FILE, "value": {}, "words": "x"}, 422)):
        assert page.post("/api/decks/cards/arrange/type", ORIGIN, body).status_code == status

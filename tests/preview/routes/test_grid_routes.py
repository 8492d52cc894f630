"""The addresses of the table of cards: edits come back in the units of the browser, and what is no edit is refused."""

import json

from tests.preview.routes.conftest import ORIGIN

SOURCE = {"key": "cards", "languages": [], "types": {}}


def test_edits_are_told_in_the_units_of_the_browser(page):
    text = "cards:\n  - {name: 🐟, cost: 2} # 🐟\n  - {name: Crab}\n"
    gesture = {"cells": [[1, "name", "Sand Crab"], [0, "cost", "3"]]}
    answer = page.post("/api/decks/cards/grid/edit", ORIGIN, {"text": text, "source": SOURCE, "gesture": gesture})
    edits = json.loads(answer.text)["edits"]
    units = text.encode("utf-16-le")
    assert [units[2 * one["start"] : 2 * one["end"]].decode("utf-16-le") for one in edits] == ["2", "Crab"]
    assert [one["insert"] for one in edits] == ["3", "Sand Crab"]
    table = {
        "text": "name;cost\nCrab;2\n",
        "source": {"head": 0},
        "delimiter": ";",
        "gesture": {"cells": [[0, "2", "3"]]},
    }
    answer = page.post("/api/decks/cards/grid/edit", ORIGIN, table)
    assert json.loads(answer.text)["edits"] == [{"start": 15, "end": 16, "insert": "3"}]


def test_what_is_no_edit_is_refused(page):
    text = "cards:\n  - {name: Ferry}\n"
    for body, status in (
        ({}, 400),
        ({"text": text, "source": SOURCE, "gesture": {}}, 422),
        ({"text": text, "source": {}, "gesture": {"remove": [0]}}, 422),
        ({"text": text, "source": SOURCE, "gesture": ["remove"]}, 400),
        ({"text": text, "source": [], "gesture": {"remove": [0]}}, 400),
        ({"text": text, "source": SOURCE, "gesture": {"remove": [4]}}, 422),
        ({"text": "name\nA\n", "source": {"head": 9}, "delimiter": ",", "gesture": {"column": "cost"}}, 422),
        ({"text": "cards: [", "source": SOURCE, "gesture": {"remove": [0]}}, 422),
    ):
        assert page.post("/api/decks/cards/grid/edit", ORIGIN, body).status_code == status, body
    assert page.post("/api/decks/cards/grid", ORIGIN, {"name": "../other.yaml"}).status_code == 404
    assert (
        page.post(
            "/api/decks/none/grid/edit", ORIGIN, {"text": text, "source": SOURCE, "gesture": {"remove": [0]}}
        ).status_code
        == 404
    )


def test_a_file_that_is_no_text_is_refused(page, tmp_path):
    (tmp_path / "more.csv").write_bytes(b"name\n\xe9\xff\n")
    answer = page.post("/api/decks/cards/grid", ORIGIN, {"name": "more.csv"})
    assert answer.status_code == 422 and "UTF-8" in answer.text

"""The addresses of the mode Arrange: edits come back in the units of the browser, and what is no edit is refused."""

import json

import pytest
from openpyxl import Workbook, load_workbook

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.editor.files import ConflictError, DeckFiles
from cardgen.preview.server.access import Guard
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.workbooks.changes import CellChange
from cardgen.preview.workbooks.files import WorkbookFiles
from tests.preview.applications import application_of
from tests.preview.asgi import Client
from tests.preview.routes.conftest import HOST, ORIGIN

FILE = "# 🐟\nboxes:\n  - {name: bar, type: shape, left: 1, width: 2, top: 3, height: 4}\n"


def test_an_edit_is_told_in_the_units_of_the_browser(page):
    change = {"left": 1, "right": 1, "top": 0, "bottom": 0}
    body = {"text": FILE, "gesture": {"do": "move", "changes": {"0": change}}}
    found = json.loads(page.post("/api/decks/cards/arrange/edit", ORIGIN, body).text)
    at = FILE.index("left: 1") + len("left: ") + 1  # a fish is two units of UTF-16
    assert found == {"start": at, "end": at + 1, "insert": "2"}
    body = {"text": "🐟: 1\nname: Ferry\n", "changes": [{"value": {"path": ["name"]}, "words": "Barge"}]}
    found = json.loads(page.post("/api/decks/cards/arrange/type", ORIGIN, body).text)
    assert found == {"edits": [{"start": 12, "end": 17, "insert": "Barge"}]}
    value = {"line": 2, "column": 2}
    body = {"text": "fish;name\n🐟;Ferry\n", "delimiter": ";", "changes": [{"value": value, "words": "Barge"}]}
    found = json.loads(page.post("/api/decks/cards/arrange/type", ORIGIN, body).text)
    assert found == {"edits": [{"start": 13, "end": 18, "insert": "Barge"}]}


def test_what_is_no_edit_is_refused(page):
    for body, status in (
        ({}, 400),
        ({"text": FILE, "gesture": {}}, 422),
        ({"text": "a: 1", "gesture": {"do": "add"}}, 422),
        ({"text": 1, "gesture": {"do": "add"}}, 400),
        ({"text": FILE, "gesture": [["do", "add"]]}, 400),
    ):
        assert page.post("/api/decks/cards/arrange/edit", ORIGIN, body).status_code == status
    for body, status in (
        ({"text": FILE, "value": {}}, 400),
        ({"text": FILE, "changes": [{"value": {}, "words": "x"}]}, 422),
        ({"text": None, "changes": []}, 400),
        ({"text": FILE, "changes": {}}, 400),
    ):
        assert page.post("/api/decks/cards/arrange/type", ORIGIN, body).status_code == status
    for what in ("changes", "remove"):
        for value in ([], {}, "1", [0], [-1], [True], [1.0], [1, "2"], [None]):
            body = {"name": "a.xlsx", "base": "", "sheet": "a", what: value}
            assert page.post("/api/decks/cards/arrange/cells", ORIGIN, body).status_code == 400, body


def test_a_card_of_a_workbook_is_written_and_undone_to_the_first_bytes(tmp_path):
    book = Workbook()
    for row in (["name", "cost", "total", "art", "art.focus"], ["Ferry", 2, "=B2*2", "a.svg", None]):
        book.active.append(row)
    book.active.title = "boats"
    book.save(path := tmp_path / "boats.xlsx")
    first = path.read_bytes()
    decks = OpenDecks([path], BuildOptions())
    one = Client(Guard(application_of(decks), "token", 8270, ("127.0.0.1",)), HOST)
    assert one.get("/?token=token").status_code == 200
    revision = decks.by_id["boats"].workbooks.revisions()["boats.xlsx"]
    places = {"field": "x", "line": 2, "sheet": "boats", "focus_column": 5}

    def post(what, **body):
        answer = one.post(f"/api/decks/boats/arrange/{what}", ORIGIN, {"name": "boats.xlsx", **body})
        return answer.status_code, json.loads(answer.text) if answer.status_code != 400 else None

    picture = {"file": "b.svg", "focus": "0.2 0.4"}
    changes = [
        {"value": {**places, "column": 1}, "words": "Barge"},
        {"value": {**places, "column": 4}, "words": picture},
    ]
    status, told = post("cells", base=revision, changes=changes)
    assert status == 200 and told["before"] == revision and told["has_formulas"]
    row = [cell.value for cell in load_workbook(path)["boats"][2]]
    assert row == ["Barge", 2, "=B2*2", "b.svg", "0.2 0.4"]

    formula = [{"value": {**places, "column": 3}, "words": 9}]
    for over in ({}, {"over_formulas": False}):
        status, refusal = post("cells", base=revision, changes=formula, **over)  # cells are where they were at first
        assert status == 422 and refusal["formulas"] == [["C2", "=B2*2"]]
    without = {"base": revision, "sheet": "boats", "remove": [2]}
    assert post("cells", **without)[0] == 422, "the row stays empty, since a formula may name it"
    status, removed = post("cells", **without, over_formulas=True)
    assert status == 200 and post("restore", base=removed["revision"], revision=removed["before"])[0] == 200
    status, second = post("cells", base=removed["before"], changes=formula, over_formulas=True)
    assert status == 200 and load_workbook(path)["boats"]["C2"].value == 9

    assert post("restore", base=second["revision"], revision=second["before"])[0] == 200
    assert post("restore", base=told["revision"], revision=told["before"]) == (200, {})
    assert path.read_bytes() == first
    assert post("restore", base=told["before"], revision=told["revision"])[0] == 200
    assert load_workbook(path)["boats"]["A2"].value == "Barge"

    book["boats"].insert_rows(2)
    book.save(path)  # by another program: rows have moved
    assert post("cells", base=revision, changes=formula)[0] == 409
    assert post("cells", base="", changes=[{"value": {**places, "column": 0}, "words": 1}])[0] == 422
    assert post("cells", base="", changes=[{}])[0] == 400


def test_a_workbook_that_another_program_saves_during_an_edit_is_left_to_it(tmp_path, monkeypatch):
    book = Workbook()
    book.active.append(["name"])
    book.save(path := tmp_path / "boats.xlsx")
    files = WorkbookFiles(DeckFiles(path))
    base = files.revisions()["boats.xlsx"]

    def edit(*_arguments):
        path.write_bytes(b"saved by another program")
        return b"edited", False

    monkeypatch.setattr("cardgen.preview.workbooks.files.in_sandbox", edit)
    with pytest.raises(ConflictError):
        files.write("boats.xlsx", base, "Sheet", [CellChange(2, 1, "Ferry")])
    assert path.read_bytes() == b"saved by another program"


def test_numbers_and_values_that_no_cell_has_are_refused(page):
    value = {"line": 2, "column": 1, "focus_column": 2, "field": "name", "sheet": "cards", "path": []}
    for changed, words in (
        ({"line": "2"}, "x"), ({"line": -1}, "x"), ({"column": 10**9}, "x"), ({"column": 1.5}, {"file": "a.svg", "focus": "0 0"}),
        ({"focus_column": 10**9}, {"file": "a.svg", "focus": "0 0"}), ({}, [1]), ({}, {}), ({}, {"file": [], "focus": ""}),
    ):  # fmt: skip
        body = {"name": "x.xlsx", "base": "", "changes": [{"value": {**value, **changed}, "words": words}]}
        assert page.post("/api/decks/cards/arrange/cells", ORIGIN, body).status_code in (400, 422), (changed, words)
        body = {"text": "name\nA\n", "delimiter": ",", "changes": body["changes"]}
        assert page.post("/api/decks/cards/arrange/type", ORIGIN, body).status_code == 422, (changed, words)
    body = {"text": FILE, "changes": [{"value": value, "words": "x"}]}
    assert page.post("/api/decks/cards/arrange/type", ORIGIN, body).status_code == 422
    for odd in (float("inf"), float("nan"), "\ud800"):  # none of which JSON of a page holds
        body = {"text": FILE, "gesture": {"do": "reorder", "path": "0", "by": odd}}
        assert page.post("/api/decks/cards/arrange/edit", ORIGIN, body).status_code == 400, odd
